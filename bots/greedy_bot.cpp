// Looks to the end of its own turn: tries every answer on a copy, and every answer to what it is
// asked next, and takes the one that leaves the best projected difference of scores. What it
// projects is simple and never tuned, so that it stays a yardstick for the others (bots/evaluation
// knows more). All arithmetic is in whole hundredths of a point, so that every machine plays the
// same game.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "bots/bazaar.h"
#include "bots/bot.h"
#include "bots/soft_choice.h"

namespace bastide {

namespace {

// Every coefficient of the evaluation, in hundredths.
struct Coefficients {
  // Chance to finish a feature by its number of open ends (or empty cells around a cloister),
  // while there are plenty of tiles.
  std::array<int, 9> finish{100, 78, 52, 34, 22, 15, 10, 7, 5};
  std::array<int, 9> cloister_finish{100, 90, 82, 74, 66, 58, 50, 42, 34};
  int plenty = 24;  // tiles; with fewer left the chances shrink in proportion
  // A further piece in the supply, while there are plenty of turns: the last ones are dear.
  std::array<int, 8> supply{0, 500, 850, 1100, 1280, 1420, 1530, 1620};
  int field_growth = 60;  // of a field's points once more, by the share of tiles left
  int contested = 50;     // share of a feature's points that a tie is worth to each
};
constexpr Coefficients kCoefficients;
constexpr int kPoint = 100;
constexpr std::size_t kWideDecision = 64;  // look no further ahead below wider decisions

// What holding a feature is worth: its points now and when finished, weighed by the chance.
int projected(const Rules& rules, const GameState& s, FeatureId id, int left) {
  const Feature& feature = s.features[id];
  const int now = worth(rules, s, id, false).total() * kPoint;
  if (feature.kind == SegmentKind::field)
    return now + now * kCoefficients.field_growth / 100 * left / (left + 30);
  const bool cloister = feature.kind != SegmentKind::city && feature.kind != SegmentKind::road;
  const auto& chances = cloister ? kCoefficients.cloister_finish : kCoefficients.finish;
  const int open = std::min<int>(feature.open, static_cast<int>(chances.size()) - 1);
  const int chance = chances[open] * std::min(left, kCoefficients.plenty) / kCoefficients.plenty;
  // A feature that will be finished grows by a tile for each open end, at least.
  const int finished = worth(rules, s, id, true).total() * kPoint +
                       open * (feature.kind == SegmentKind::city ? 2 : 1) * kPoint;
  return now + (finished - now) * chance / 100;
}

int supply_value(const PlayerState& player, int left, int players) {
  int pieces = 0;
  for (const PieceKind kind : {PieceKind::meeple, PieceKind::abbot, PieceKind::big})
    pieces += player.supply[kind];
  const int value =
      kCoefficients.supply[std::min<std::size_t>(pieces, kCoefficients.supply.size() - 1)];
  const int turns = left / players;
  return value * std::min(turns, 12) / 12;
}

// The value of a state for a seat: its points to come less those of the others.
int evaluate(const Rules& rules, const GameState& s, Seat me) {
  const int players = rules.player_count();
  const int left = tiles_left(s);
  std::array<int, kMaxPlayers> value{};
  for (int seat = 0; seat < players; ++seat) {
    value[seat] = s.core->players[seat].score * kPoint;
    if (!is_over(s)) value[seat] += supply_value(s.core->players[seat], left, players);
  }
  for (FeatureId id = 0; id < s.core->features && !is_over(s); ++id) {
    const Feature& feature = s.features[id];
    if (feature.segments == 0 || feature.occupants == 0) continue;
    const std::uint32_t first = leaders(rules, s, id);
    const bool tied = (first & (first - 1)) != 0;
    const int points = projected(rules, s, id, left);
    for (int seat = 0; seat < players; ++seat)
      if ((first >> seat & 1) != 0)
        value[seat] += tied ? points * kCoefficients.contested / 100 : points;
  }
  int others = 0, best = INT32_MIN;
  for (int seat = 0; seat < players; ++seat) {
    if (seat == me) continue;
    others += value[seat];
    best = std::max(best, value[seat]);
  }
  // The leader is the one to beat, but points taken from anybody count.
  return value[me] - (best + others / (players - 1)) / 2;
}

class GreedyBot final : public Bot {
 public:
  Action choose(const Rules& rules, const GameState& state, Rng& rng) override {
    const Seat me = actor(state);
    if (is_bazaar_decision(decision(state))) return bid(rules, state, rng);
    std::vector<Action> options;
    legal(rules, state, options);
    GameState child = state;
    Action best = options.front();
    int best_value = INT32_MIN;
    std::uint32_t equal = 0;
    for (const Action& action : options) {
      child = state;
      apply_assume_legal(rules, child, action);
      const int value = value_of(rules, child, me, options.size() > kWideDecision ? 1 : 3);
      if (value > best_value) equal = 0;
      if (value < best_value || rng.below(++equal) != 0) continue;  // equals with equal chance
      best_value = value;
      best = action;
    }
    return best;
  }
  std::string_view name() const override { return "greedy"; }

 private:
  Action bid(const Rules& rules, const GameState& state, Rng& rng) {
    if (!view_ || &view_->evaluator().rules() != &rules) view_.emplace(rules);
    std::vector<RatedAction> rated;
    view_->rate(state, rated);
    return soft_choice(rated, 0, rng);
  }

  // The best that can still be made of this turn, `depth` decisions of our own deep.
  static int value_of(const Rules& rules, const GameState& s, Seat me, int depth) {
    if (depth == 0 || is_over(s) || actor(s) != me) return evaluate(rules, s, me);
    std::vector<Action> options;
    legal(rules, s, options);
    if (options.size() > kWideDecision) return evaluate(rules, s, me);
    int best = INT32_MIN;
    GameState child = s;
    for (const Action& action : options) {
      child = s;
      apply_assume_legal(rules, child, action);
      best = std::max(best, value_of(rules, child, me, depth - 1));
    }
    return best;
  }

  std::optional<TurnView> view_;  // for bazaars only
};

}  // namespace

std::unique_ptr<Bot> make_greedy_bot() { return std::make_unique<GreedyBot>(); }

}  // namespace bastide
