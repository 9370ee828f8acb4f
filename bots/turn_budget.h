// What a bot that searches may still spend: so much a turn, with everything that is asked within
// it, and for hard moments what earlier turns have left over. In simulations or milliseconds.
#pragma once

#include <algorithm>
#include <cstdint>

namespace bastide {

class TurnBudget {
 public:
  struct Answer {
    std::uint64_t usual = 1;    // never 0, which would be no limit
    std::uint64_t reserve = 0;  // beyond that, where the answer is in doubt
  };

  explicit TurnBudget(std::uint64_t of_a_turn) : left_(of_a_turn) {}

  // What the turn before has left over is saved, `most_saved` turns' worth in all.
  void begin_turn(std::uint64_t of_a_turn, double most_saved) {
    const auto most = static_cast<std::uint64_t>(most_saved * static_cast<double>(of_a_turn));
    saved_ = std::min(saved_ + left_, most);
    left_ = of_a_turn;
  }

  // An answer takes three quarters of what is left in its turn: there is always something for the
  // next one, which needs less, since the tree is kept. `most` is what a clock grants this answer.
  Answer for_an_answer(std::uint64_t most) const {
    Answer answer;
    answer.usual =
        std::clamp<std::uint64_t>(left_ - left_ / 4, 1, std::max<std::uint64_t>(1, most));
    answer.reserve = std::min(saved_, most - std::min(most, answer.usual));
    return answer;
  }

  void spend(std::uint64_t used) {
    const std::uint64_t of_this_turn = std::min(left_, used);
    left_ -= of_this_turn;
    saved_ -= std::min(saved_, used - of_this_turn);
  }

 private:
  std::uint64_t left_;  // of the present turn
  std::uint64_t saved_ = 0;
};

}  // namespace bastide
