#include "engine/game/game.h"

#include "engine/board/board.h"
#include "engine/scoring/score.h"
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
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) {
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
  if (const ListFn fn = rules.decisions[static_cast<int>(s.core->decision)].list) fn(rules, s, out);
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
    const std::uint64_t count = count_meeples(rules, s);
    return nth_meeple(rules, s, static_cast<std::uint32_t>((word * count) >> 32));
  }
  Room room;
  Options options = Options::filling(room.answers(), Room::kSize);
  list(rules, s, options);
  const auto n = static_cast<std::uint32_t>((std::uint64_t{word} * options.count()) >> 32);
  return n < Room::kSize ? room.answers()[n] : nth_legal(rules, s, n);
}

bool is_legal(const Rules& rules, const GameState& s, const Action& action) {
  Options options = Options::seeking(action);
  list(rules, s, options);
  if (options.count() != 0) return true;
  const AcceptFn accepts = rules.decisions[static_cast<int>(s.core->decision)].accepts;
  return accepts != nullptr && accepts(rules, s, action);
}

// --- Chance -------------------------------------------------------------------

int tiles_left(const GameState& s) {
  int left = 0;
  for (const std::uint16_t of_stack : s.core->left) left += of_stack;
  return left;
}

std::uint32_t drawable_tiles(const GameState& s) { return s.core->left[s.core->stack]; }

// Four types at a time while they all lie before the n-th tile; n < drawable_tiles, so the search
// ends within the stack, and reading ahead stays within the state's block.
Action nth_draw(const Rules& rules, const GameState& s, std::uint32_t n) {
  TileType t = rules.stack_begin[s.core->stack];
  for (;;) {
    const std::uint16_t* stock = s.stock + t;
    const std::uint32_t four = stock[0] + stock[1] + stock[2] + stock[3];
    if (n < four) break;
    n -= four;
    t = static_cast<TileType>(t + 4);
  }
  const std::uint16_t* stock = s.stock + t;
  const std::uint32_t one = stock[0], two = one + stock[1], three = two + stock[2];
  return Action::draw(static_cast<TileType>(t + (n >= one) + (n >= two) + (n >= three)));
}

Action sample_draw(const Rules& rules, const GameState& s, std::uint32_t word) {
  const std::uint64_t left = drawable_tiles(s);
  return nth_draw(rules, s, static_cast<std::uint32_t>((word * left) >> 32));
}

// --- Playing ------------------------------------------------------------------

void apply_assume_legal(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const AnswerFn answer = rules.decisions[static_cast<int>(s.core->decision)].answer;
  switch (answer(rules, s, action, events)) {
    case Flow::ask:
      return;
    case Flow::proceed:
      ++s.core->step;
      break;
    case Flow::repeat:
      break;
  }
  run_steps(rules, s, events);
}

std::optional<RuleError> apply(const Rules& rules, GameState& s, const Action& action,
                               EventSink* events) {
  if (is_over(s)) return RuleError::game_over;
  if (!is_legal(rules, s, action)) return RuleError::not_an_option;
  apply_assume_legal(rules, s, action, events);
  return std::nullopt;
}

// --- Looking --------------------------------------------------------------------

int tile_count(const GameState& s, FeatureId feature) { return distinct_tiles(s, feature); }

bool is_complete(const GameState& s, FeatureId feature) {
  const Feature& f = s.features[feature];
  return f.kind != SegmentKind::field && f.kind != SegmentKind::river && f.open == 0;
}

std::uint32_t leaders(std::uint32_t claims) { return leading_seats(claims); }

Sheet worth(const Rules& rules, const GameState& s, FeatureId feature, bool finished) {
  return value_of(rules, s, feature, finished);
}

const PlacedTile* tile_at(const GameState& s, Pos at) {
  const std::uint32_t index = find_tile(s, at);
  return index == kNotThere ? nullptr : &s.tiles[index];
}

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = (a ^ (b + 0x9E3779B97F4A7C15ull + (a << 6) + (a >> 2))) * 0xBF58476D1CE4E5B9ull;
  z ^= z >> 29;
  return z * 0x94D049BB133111EBull ^ (z >> 32);
}

std::uint64_t word_of(Pos at) {
  return (static_cast<std::uint64_t>(static_cast<std::uint16_t>(at.x)) << 16) |
         static_cast<std::uint16_t>(at.y);
}

unsigned bridge_word(const PlacedTile& tile) {
  return tile.added_segment == kNone ? 0u : 1u + tile.bridge_axis;
}

}  // namespace

// Over what people can see, whatever way the game took to it; not over the layout in memory.
std::uint64_t state_hash(const Rules& rules, const GameState& s) {
  const CoreState& g = *s.core;
  std::uint64_t tiles = 0, pieces = 0;  // sums, so that the order does not matter
  for (int i = 0; i < g.tiles; ++i)
    tiles += mixed(mixed(word_of(s.tiles[i].at), s.tiles[i].type),
                   s.tiles[i].rotation + 4u * bridge_word(s.tiles[i]));
  for (int i = 0; i < g.pieces; ++i) {
    const PlacedPiece& p = s.pieces[i];
    const PlacedTile& tile = s.tiles[s.segments[p.segment].tile];
    const auto who = static_cast<std::uint64_t>(p.owner) << 16 |
                     static_cast<std::uint64_t>(p.kind) << 8 |
                     static_cast<std::uint64_t>(p.standing);
    pieces += mixed(mixed(word_of(tile.at), tile.local(p.segment)), who);
  }
  std::uint64_t h = mixed(tiles, pieces);
  h = mixed(h, static_cast<std::uint64_t>(g.decision) << 16 |
                   static_cast<std::uint64_t>(g.actor) << 8 | g.active);
  h = mixed(h, static_cast<std::uint64_t>(g.turn) << 32 |
                   static_cast<std::uint64_t>(g.current) << 16 | g.stack);
  if (g.placed != kNone) h = mixed(h, word_of(s.tiles[g.placed].at));
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    h = mixed(h, static_cast<std::uint32_t>(g.players[seat].score));
    for (std::uint8_t n : g.players[seat].supply) h = mixed(h, n);
  }
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) h = mixed(h, s.stock[t]);
  for (std::size_t t = 0; s.aside != nullptr && t < rules.tiles.size(); ++t)
    h = mixed(h, s.aside[t]);
  for (std::uint32_t i = 0; i < rules.layout.module_bytes; ++i)
    h = mixed(h, static_cast<std::uint64_t>(s.modules[i]));
  return h;
}

}  // namespace bastide
