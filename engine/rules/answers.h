// The legal answers to a decision, as they are listed.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "engine/core/action.h"
#include "engine/core/bits.h"

namespace bastide {

// Takes the legal answers one by one, or many that are alike at once: counts them, keeps the n-th,
// or stores them all. Storing goes into the caller's vector, so a reused vector allocates nothing.
class Options {
 public:
  static Options counting() { return Options(nullptr, ~0u); }
  static Options keeping(std::uint32_t wanted) { return Options(nullptr, wanted); }
  // The n-th alone: lists may stop when it is there.
  static Options picking(std::uint32_t wanted) {
    Options options(nullptr, wanted);
    options.limit_ = wanted + 1;
    return options;
  }
  static Options storing(std::vector<Action>& out) {
    Options options(&out, ~0u);
    options.only_counts_ = false;
    return options;
  }
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
    options.only_counts_ = false;
    return options;
  }
  static Options seeking(const Action& action) {  // count() is then the number of matches
    Options options(nullptr, ~0u);
    options.sought_ = &action;
    options.only_counts_ = false;
    return options;
  }

  void add(const Action& action) {
    if (count_ < room_size_) {  // what playouts do, before everything else
      room_[count_++] = action;
      return;
    }
    if (only_counts_) {
      if (count_ == wanted_) kept_ = action;
      ++count_;
      return;
    }
    const Action copy = action;  // so that the action above can be written straight from registers
    take(copy);
  }
  // Whether none of the next `count` answers is wanted: they are counted, and need not be listed.
  bool skip(std::uint32_t count) {
    if (!only_counts_ || wanted_ - count_ < count) return false;
    count_ += count;
    return true;
  }
  // `count` answers, of which make(i) is the i-th: none is made but those that are wanted.
  template <class Make>
  void add_run(std::uint32_t count, Make make) {
    if (!only_counts_) {
      for (std::uint32_t i = 0; i < count; ++i) add(make(i));
      return;
    }
    if (wanted_ - count_ < count) kept_ = make(wanted_ - count_);
    count_ += count;
  }
  // The same for every set bit: make(position of the bit).
  template <class Make>
  void add_bits(std::uint64_t bits, Make make) {
    if (!only_counts_) {
      for (; bits != 0; bits &= bits - 1) add(make(std::countr_zero(bits)));
      return;
    }
    add_run(static_cast<std::uint32_t>(std::popcount(bits)),
            [&](std::uint32_t n) { return make(nth_set_bit(bits, n)); });
  }
  // The same for bits that are costly to find: bits = find(). Once at most in a source of answers.
  // Whoever counts a list and then picks from it hands over what was found; before the next source
  // nothing is.
  struct Found {
    std::uint64_t bits;
    bool known;
  };
  template <class Find, class Make>
  void add_found(Find find, Make make) {
    if (!found_.known) found_ = {find(), true};
    add_bits(found_.bits, make);
  }
  const Found& found() const { return found_; }
  void hand_over(const Found& found) { found_ = found; }
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
  bool only_counts_ = true;  // and may keep one
  std::uint32_t room_size_ = 0;
  std::uint32_t wanted_;
  std::uint32_t limit_ = ~0u;
  std::uint32_t count_ = 0;
  Action kept_{};
  Found found_{};
};

}  // namespace bastide
