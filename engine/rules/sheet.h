// A score explains itself: named terms that sum to the points.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/ensure.h"
#include "engine/core/vocabulary.h"

namespace bastide {

struct ScoreTerm {
  Term term;
  std::int16_t count;
  std::int16_t points;
};

class Sheet {
 public:
  static constexpr int kRoom = 12;

  void add(Term term, int count, int points) {
    if (count == 0 && points == 0) return;
    BASTIDE_ENSURE(size_ < kRoom);
    terms_[static_cast<std::size_t>(size_++)] = {term, narrowed(count), narrowed(points)};
    total_ += points;
  }
  // Changes what each of the things counted by a term is worth.
  void raise(Term term, int each);

  int total() const { return total_; }
  int size() const { return size_; }
  int count_of(Term term) const;
  const ScoreTerm* begin() const { return terms_.data(); }
  const ScoreTerm* end() const { return terms_.data() + size_; }

  // The terms from `first` on in the order of the vocabulary, whoever added them.
  void sort_from(int first);

 private:
  static std::int16_t narrowed(int number) {
    const auto narrow = static_cast<std::int16_t>(number);
    BASTIDE_ENSURE(narrow == number);
    return narrow;
  }

  std::array<ScoreTerm, kRoom> terms_;  // the first size_ of them
  int size_ = 0;
  int total_ = 0;
};

}  // namespace bastide
