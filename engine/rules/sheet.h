// A score explains itself: named terms that sum to the points.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/vocabulary.h"

namespace bastide {

struct ScoreTerm {
  Term term = Term::tiles;
  std::int16_t count = 0;
  std::int16_t points = 0;
};

class Sheet {
 public:
  void add(Term term, int count, int points) {
    if (count == 0 && points == 0) return;
    terms_[size_++] = {term, static_cast<std::int16_t>(count), static_cast<std::int16_t>(points)};
    total_ += points;
  }
  int total() const { return total_; }
  const ScoreTerm* begin() const { return terms_.data(); }
  const ScoreTerm* end() const { return terms_.data() + size_; }

 private:
  std::array<ScoreTerm, 8> terms_{};
  int size_ = 0;
  int total_ = 0;
};

}  // namespace bastide
