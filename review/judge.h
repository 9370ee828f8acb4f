// Judges single decisions of a game: the best answer, what the one given is worth beside it, and
// how lucky a draw was.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "bots/search/endgame.h"
#include "bots/search/search.h"
#include "review/review.h"

namespace bastide {

class MoveJudge {
 public:
  MoveJudge(const Rules& rules, const ReviewPlan& plan, const std::atomic<bool>* stop);

  // Fills in everything that depends on the answers: the number of choices, the best one with what
  // follows it in the same turn, chances and leads.
  void look_at(const GameState& s, const Action& played, ReviewedMove& move);

  // Points by which the outcome is better than the average of those that could have come, each
  // used as well as the evaluation knows how. Over all of them the mean is nothing.
  double luck_of(const GameState& s, const Action& drawn);

 private:
  struct Worth {
    Action action;
    double chance = 0, lead = 0;
  };
  struct Verdict {
    Worth best, played;
    Judged how = Judged::search;
  };

  Verdict by_solution(const std::vector<SolvedAction>& solved, const Action& played) const;
  Verdict by_search(const GameState& s, const Action& played);
  Verdict by_estimate(const GameState& s, const Action& played);

  double rating_of(const Action& played) const;
  double chance_with(const GameState& s, Seat seat, double lead);
  double value_for(const GameState& s, Seat seat);
  Action next_answer(const GameState& s, std::span<const Action> line);

  const Rules& rules_;
  const ReviewPlan& plan_;
  const std::atomic<bool>* stop_;
  TurnView view_;
  std::unique_ptr<Search> search_;
  Rng rng_;
  std::vector<RatedAction> rated_;  // of the last estimate
};

}  // namespace bastide
