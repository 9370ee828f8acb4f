// The legal answers to a decision, as they are listed.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/action.h"

namespace bastide {

// Takes the legal answers one by one: counts them, keeps the n-th, or stores them all.
// Storing goes into the caller's vector, so a reused vector allocates nothing.
class Options {
 public:
  static Options counting() { return Options(nullptr, ~0u); }
  static Options keeping(std::uint32_t wanted) { return Options(nullptr, wanted); }
  static Options storing(std::vector<Action>& out) { return Options(&out, ~0u); }
  // Whether there is a choice, and the first answer: lists may stop when enough() says so.
  static Options seeking_a_choice() {
    Options options(nullptr, 0);
    options.limit_ = 2;
    return options;
  }
  static Options filling(Action* room,
                         std::uint32_t size) {  // the first `size` answers; counts all
    Options options(nullptr, ~0u);
    options.room_ = room;
    options.room_size_ = size;
    return options;
  }
  static Options seeking(const Action& action) {  // count() is then the number of matches
    Options options(nullptr, ~0u);
    options.sought_ = &action;
    return options;
  }

  void add(const Action& action) {
    if (count_ < room_size_) {  // what playouts do, before everything else
      room_[count_++] = action;
      return;
    }
    const Action copy = action;  // so that the action above can be written straight from registers
    if (out_ != nullptr) {
      out_->push_back(copy);
      ++count_;
    } else {
      take(copy);
    }
  }
  // Room for so many answers that the caller writes itself; null where they are not all kept so.
  Action* claim(std::uint32_t answers) {
    if (answers > room_size_ - count_ || count_ > room_size_) return nullptr;
    count_ += answers;
    return room_ + count_ - answers;
  }
  std::uint32_t count() const { return count_; }
  bool enough() const { return count_ >= limit_; }
  const Action& kept() const { return kept_; }

 private:
  Options(std::vector<Action>* out, std::uint32_t wanted) : out_(out), wanted_(wanted) {}
  void take(const Action& action);

  std::vector<Action>* out_;
  const Action* sought_ = nullptr;
  Action* room_ = nullptr;
  std::uint32_t room_size_ = 0;
  std::uint32_t wanted_;
  std::uint32_t limit_ = ~0u;
  std::uint32_t count_ = 0;
  Action kept_{};
};

}  // namespace bastide
