// What a search, or a part of it, may still do.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace bastide {

// In simulations or in milliseconds; neither of them: no limit.
struct SearchBudget {
  std::uint64_t nodes = 0;
  std::uint64_t ms = 0;
  // Ends early when no other answer can become the most visited one any more, unless there is a
  // reserve and the answer is in doubt.
  bool until_decided = false;
  // More of the same, taken step by step as long as the answer is in doubt.
  std::uint64_t reserve = 0;
  // The share of nodes or ms, and then the reserve, with which the best answers play it off
  // (Runoff). None without a limit.
  double runoff = 0;
};

class Allowance {
 public:
  explicit Allowance(SearchBudget budget)
      : in_nodes_(budget.nodes != 0),
        until_decided_(budget.until_decided),
        usual_(in_nodes_ ? budget.nodes : budget.ms),
        most_(usual_ + budget.reserve),
        limit_(usual_) {}

  bool until_decided() const { return until_decided_; }
  bool has_reserve() const { return limit_.load(std::memory_order_relaxed) < most_; }

  // `number` simulations have begun, and one more, or a step that counts for several, is to begin.
  bool is_spent(std::uint64_t number, std::uint64_t step = 1) const {
    if (usual_ == 0) return false;
    const std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    if (in_nodes_) return number + step > limit;
    return (step > 1 || number % 8 == 0) && passed() >= static_cast<double>(limit);
  }

  // Simulations, at the rate of those so far.
  double left(std::uint64_t number) const {
    const auto limit = static_cast<double>(limit_.load(std::memory_order_relaxed));
    if (in_nodes_) return limit - static_cast<double>(number);
    if (usual_ == 0 || number == 0) return std::numeric_limits<double>::infinity();
    const double gone = std::max(passed(), 1e-3);
    return static_cast<double>(number) / gone * (limit - gone);
  }

  // A step into the reserve; false if there is none left. Of several threads that find the limit
  // reached, one moves it.
  bool extend() {
    std::uint64_t limit = limit_.load(std::memory_order_relaxed);
    if (limit >= most_) return false;
    const std::uint64_t step = std::max<std::uint64_t>(1, usual_ / kStepsIntoTheReserve);
    limit_.compare_exchange_strong(limit, std::min(most_, limit + step));
    return true;
  }

  // With many sets, to look at all answers with care may take longer than there is in all.
  std::optional<std::chrono::steady_clock::time_point> careful_until() const {
    if (in_nodes_ || usual_ == 0) return std::nullopt;
    return begin_ + std::chrono::milliseconds(usual_) / 2;
  }

  std::uint64_t used(std::uint64_t simulations) const {
    return in_nodes_ ? simulations : static_cast<std::uint64_t>(passed());
  }

 private:
  static constexpr std::uint64_t kStepsIntoTheReserve = 4;

  double passed() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_)
        .count();
  }

  const bool in_nodes_;
  const bool until_decided_;
  const std::uint64_t usual_, most_;  // simulations or milliseconds; 0: no limit
  std::atomic<std::uint64_t> limit_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace bastide
