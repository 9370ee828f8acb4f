// An opinion of one decision that grows while one looks on: the best answers, what they promise,
// and what follows them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "bots/search/endgame.h"
#include "bots/search/search.h"
#include "review/review.h"

namespace bastide {

struct AnalysisPlan {
  std::uint64_t nodes = 8000;  // simulations in all
  std::uint64_t seed = 1;
  std::uint64_t endgame = 60'000;  // positions that an exact end may take; 0: none
};

struct AnalysedAnswer {
  NamedAction action;
  std::vector<FurtherAnswer> then;  // in the same turn
  std::uint32_t visits = 0;
  double chance = 0;  // of winning, for the one who decides
  double lead = 0;    // points ahead at the end
};

class Analysis {
 public:
  // At a player's decision.
  Analysis(RulesPtr rules, const GameState& state, const AnalysisPlan& plan);

  // Thinks for about so long; false: the opinion is as good as it gets. Slices of any length add up
  // to one search.
  bool go_on(std::chrono::milliseconds slice);

  Seat by() const { return actor(state_); }
  Judged judged() const { return judged_; }
  std::uint64_t nodes() const { return search_ ? search_->simulations() : 0; }
  std::vector<AnalysedAnswer> answers(std::size_t most);  // the best first

 private:
  struct Worth {
    Action action;
    std::uint32_t visits = 0;
    double chance = 0, lead = 0;
  };

  void solve();
  void estimate();
  std::vector<Worth> searched();
  double chance_with(double lead);
  Action next_answer(const GameState& at, std::span<const Action> line);

  const RulesPtr rules_;
  const GameState state_;
  const AnalysisPlan plan_;
  TurnView view_;
  std::vector<RatedAction> rated_;
  Judged judged_ = Judged::search;
  std::vector<Worth> found_;  // without a search
  std::unique_ptr<Search> search_;
};

}  // namespace bastide
