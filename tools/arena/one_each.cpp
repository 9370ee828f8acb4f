#include "tools/arena/one_each.h"

#include <vector>

namespace bastide::tools {

namespace {

class OneEach final : public Bot {
 public:
  explicit OneEach(std::function<std::unique_ptr<Bot>()> make) : make_(std::move(make)) {}

  void begin(const Setup& setup, const Rules& rules, Seat seat) override {
    const int players = rules.player_count();
    used_ = 0;
    for (int one = seat; one < players; one += 2, ++used_) {
      if (used_ == bots_.size()) bots_.push_back(make_());
      bots_[used_]->begin(setup, rules, static_cast<Seat>(one));
    }
  }

  void observe(const Rules& rules, const GameState& before, const Action& action) override {
    for (std::size_t i = 0; i < used_; ++i) bots_[i]->observe(rules, before, action);
  }

  Action choose(const Rules& rules, const GameState& state, Rng& rng) override {
    return bots_[static_cast<std::size_t>(actor(state)) / 2]->choose(rules, state, rng);
  }

  std::string_view name() const override { return bots_.empty() ? "" : bots_.front()->name(); }

  std::string_view forfeit() const override {
    for (std::size_t i = 0; i < used_; ++i)
      if (!bots_[i]->forfeit().empty()) return bots_[i]->forfeit();
    return {};
  }

 private:
  const std::function<std::unique_ptr<Bot>()> make_;
  std::vector<std::unique_ptr<Bot>> bots_;
  std::size_t used_ = 0;  // at an odd table a side has a seat fewer in every second game
};

}  // namespace

std::unique_ptr<Bot> one_each(std::function<std::unique_ptr<Bot>()> make) {
  return std::make_unique<OneEach>(std::move(make));
}

}  // namespace bastide::tools
