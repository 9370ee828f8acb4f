// Each legal answer with equal probability.
#include "bots/bot.h"

namespace bastide {

namespace {

class RandomBot final : public Bot {
 public:
  Action choose(const Rules& rules, const GameState& state, Rng& rng) override {
    return sample_legal(rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
  }
  std::string_view name() const override { return "random"; }
};

}  // namespace

std::unique_ptr<Bot> make_random_bot() { return std::make_unique<RandomBot>(); }

}  // namespace bastide
