// Looks to the end of its own turn and takes the answer with the best lead that the evaluation
// projects. A temperature makes it weaker without planted blunders: answers are then taken with
// odds of exp(lead / T).
#include <algorithm>
#include <optional>

#include "bots/bot.h"
#include "bots/soft_choice.h"
#include "bots/turn_view.h"

namespace bastide {

namespace {

class JudgeBot final : public Bot {
 public:
  JudgeBot(const Weights& weights, double temperature)
      : weights_(weights), temperature_(temperature) {}

  Action choose(const Rules& rules, const GameState& state, Rng& rng) override {
    if (!view_ || &view_->evaluator().rules() != &rules) view_.emplace(rules, weights_);
    view_->rate(state, rated_);
    return soft_choice(rated_, temperature_, rng);
  }
  // The rules of a game before may have lain at the same address.
  void begin(const Setup&, const Rules&, Seat) override { view_.reset(); }
  std::string_view name() const override { return "judge"; }

 private:
  const Weights weights_;
  const double temperature_;
  std::optional<TurnView> view_;
  std::vector<RatedAction> rated_;
};

}  // namespace

std::unique_ptr<Bot> make_judge_bot(const Weights& weights, double temperature) {
  return std::make_unique<JudgeBot>(weights, temperature);
}

}  // namespace bastide
