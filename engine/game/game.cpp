#include "engine/game/game.h"

#include <algorithm>

#include "engine/board/board.h"
#include "engine/core/rng.h"
#include "engine/scoring/score.h"
#include "engine/turn/draws.h"
#include "engine/turn/turn.h"

namespace bastide {

void lay_start(const Rules& rules, GameState& s) {
  for (const StartCell& cell : rules.start)
    lay_tile(s, open_cell(s, cell.at), cell.type, 0, rules.face(cell.type, 0));
  for (const BoardJoin& join : rules.board_joins)
    merge_features(s, feature_of(s, join.a), feature_of(s, join.b));
  s.core->completed_count = 0;
}

GameState blank_state(const Rules& rules) {
  GameState s(rules.layout);
  CoreState& g = *s.core;
  g.current = kNone;
  g.placed = kNone;
  for (int seat = 0; seat < rules.player_count(); ++seat)
    for (int kind = 0; kind < kPieceKinds; ++kind)
      g.players[seat].supply[kind] = rules.supply[kind];
  for (std::size_t t = 0; t < rules.stocked_types(); ++t) {
    s.stock[t] = rules.tiles[t].copies;
    g.left[rules.tiles[t].stack] =
        static_cast<std::uint16_t>(g.left[rules.tiles[t].stack] + s.stock[t]);
  }
  return s;
}

GameState initial_state(const Rules& rules, EventSink* events) {
  GameState s = blank_state(rules);
  lay_start(rules, s);
  for (GameBegins hook : rules.game_begins) hook(rules, s);
  begin_turn(rules, s, events);
  run_steps(rules, s, events);
  return s;
}

// --- Legal answers -----------------------------------------------------------

namespace {

void list(const Rules& rules, const GameState& s, Options& out) {
  if (const ListFn fn = rules.decisions[s.core->decision].list) fn(rules, s, out);
}

// Most questions have few answers: one pass keeps them all, in room that is not cleared first.
class Room {
 public:
  static constexpr std::uint32_t kSize = 512;
  Action* answers() { return reinterpret_cast<Action*>(bytes_); }

 private:
  alignas(Action) std::byte bytes_[kSize * sizeof(Action)];
};

}  // namespace

void legal(const Rules& rules, const GameState& s, std::vector<Action>& out) {
  Room room;
  Options options = Options::filling(room.answers(), Room::kSize);
  list(rules, s, options);
  if (options.count() <= Room::kSize) {
    out.assign(room.answers(), room.answers() + options.count());
    return;
  }
  out.clear();
  Options all = Options::storing(out);
  list(rules, s, all);
}

std::uint32_t count_legal(const Rules& rules, const GameState& s) {
  if (s.core->decision == DecisionKind::place) return count_placements(rules, s);
  if (s.core->decision == DecisionKind::meeple) return count_meeples(rules, s);
  Options options = Options::counting();
  list(rules, s, options);
  return options.count();
}

Action nth_legal(const Rules& rules, const GameState& s, std::uint32_t n) {
  if (s.core->decision == DecisionKind::place) return nth_placement(rules, s, n);
  if (s.core->decision == DecisionKind::meeple) return nth_meeple(rules, s, n);
  Options options = Options::keeping(n);
  list(rules, s, options);
  return options.kept();
}

Action sample_legal(const Rules& rules, const GameState& s, std::uint32_t word) {
  if (s.core->decision == DecisionKind::place) return sample_placement(rules, s, word);
  if (s.core->decision == DecisionKind::meeple && rules.special_pieces.empty() &&
      rules.meeple_options.empty()) {  // the answers are the bits of a mask, and pass
    return nth_meeple(rules, s, scaled(word, count_meeples(rules, s)));
  }
  if (s.core->decision == DecisionKind::meeple) return sample_meeple(rules, s, word);
  if (rules.decisions[s.core->decision].counted_first)
    return nth_legal(rules, s, scaled(word, count_legal(rules, s)));
  Room room;
  Options options = Options::filling(room.answers(), Room::kSize);
  list(rules, s, options);
  const std::uint32_t n = scaled(word, options.count());
  return n < Room::kSize ? room.answers()[n] : nth_legal(rules, s, n);
}

bool is_legal(const Rules& rules, const GameState& s, const Action& action) {
  Options options = Options::seeking(action);
  list(rules, s, options);
  if (options.count() != 0) return true;
  const AcceptFn accepts = rules.decisions[s.core->decision].accepts;
  return accepts != nullptr && accepts(rules, s, action);
}

// --- Chance -------------------------------------------------------------------

int tiles_left(const GameState& s) {
  int left = 0;
  for (const std::uint16_t of_stack : s.core->left) left += of_stack;
  return left;
}

namespace {

Action nth_draw(const Rules& rules, const GameState& s, std::uint32_t n) {
  return Action::draw(nth_tile(rules, s, n));
}

std::uint32_t weight_of(const Rules& rules, const GameState& s, const Action& action) {
  return rules.decisions[s.core->decision].weigh(rules, s, action);
}

}  // namespace

void outcomes(const Rules& rules, const GameState& s, std::vector<Outcome>& out) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  out.clear();
  for (const Action& action : answers) out.push_back({action, weight_of(rules, s, action)});
}

void distinct_outcomes(const Rules& rules, const GameState& s, std::vector<Outcome>& out) {
  outcomes(rules, s, out);
  if (s.core->decision != DecisionKind::draw) return;  // nothing else has marks
  std::size_t kept = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const TileType like = rules.tiles[out[i].action.tile].like;
    const auto same =
        std::find_if(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(kept),
                     [&](const Outcome& one) { return rules.tiles[one.action.tile].like == like; });
    if (same != out.begin() + static_cast<std::ptrdiff_t>(kept))
      same->weight += out[i].weight;
    else
      out[kept++] = out[i];
  }
  out.resize(kept);
}

// The tiles of the stack are what the dealer is asked for most, by far: playouts live on it. Other
// chances have few outcomes, which fit into room that is at hand.
std::uint32_t chance_total(const Rules& rules, const GameState& s) {
  if (s.core->decision == DecisionKind::draw) return unseen_tiles(rules, s);
  Room room;
  Options options = Options::filling(room.answers(), Room::kSize);
  list(rules, s, options);
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < options.count(); ++i)
    total += weight_of(rules, s, room.answers()[i]);
  return total;
}

Action nth_chance(const Rules& rules, const GameState& s, std::uint32_t n) {
  if (s.core->decision == DecisionKind::draw) return nth_draw(rules, s, n);
  Room room;
  Options options = Options::filling(room.answers(), Room::kSize);
  list(rules, s, options);
  const Action* outcome = room.answers();
  for (std::uint32_t weight; n >= (weight = weight_of(rules, s, *outcome)); ++outcome) n -= weight;
  return *outcome;
}

Action sample_chance(const Rules& rules, const GameState& s, std::uint32_t word) {
  if (s.core->decision == DecisionKind::draw)
    return nth_draw(rules, s, scaled(word, unseen_tiles(rules, s)));
  return nth_chance(rules, s, scaled(word, chance_total(rules, s)));
}

// --- Playing ------------------------------------------------------------------

void apply_assume_legal(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (events == nullptr)
    rules.play_untold(rules, s, action);
  else
    play_steps(rules, s, action, events);
}

void play_sampled(const Rules& rules, GameState& s, std::uint32_t word) {
  rules.play_untold(rules, s,
                    is_chance(s) ? sample_chance(rules, s, word) : sample_legal(rules, s, word));
}

std::optional<RuleError> apply(const Rules& rules, GameState& s, const Action& action,
                               EventSink* events) {
  if (is_over(s)) return RuleError::game_over;
  if (!is_legal(rules, s, action)) return RuleError::not_an_option;
  apply_assume_legal(rules, s, action, events);
  return std::nullopt;
}

bool imagine_drawn(const Rules& rules, GameState& s, Seat seat, TileType tile) {
  begin_part(s, seat);
  forget_parts(s);
  s.core->current = tile;
  if (!is_placeable(rules, s, tile)) return false;
  s.core->decision = DecisionKind::place;
  s.core->actor = seat;
  s.core->step = static_cast<std::uint8_t>(rules.index_of(Step::place));
  return true;
}

// --- Looking --------------------------------------------------------------------

int tile_count(const GameState& s, FeatureId feature) { return distinct_tiles(s, feature); }

bool is_complete(const GameState& s, FeatureId feature) {
  const Feature& f = s.features[feature];
  return f.kind != SegmentKind::field && f.kind != SegmentKind::river && f.open == 0;
}

std::uint32_t leaders(const Rules& rules, const GameState& s, FeatureId feature) {
  return majority(rules, s, feature);
}

Sheet worth(const Rules& rules, const GameState& s, FeatureId feature, bool finished) {
  return value_of(rules, s, feature, finished);
}

const PlacedTile* tile_at(const GameState& s, Pos at) {
  const std::uint32_t index = find_tile(s, at);
  return index == kNotThere ? nullptr : &s.tiles[index];
}

}  // namespace bastide
