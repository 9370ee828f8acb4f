// Shepherds, their flocks, and the bag with sheep and wolves.
#include <tuple>

#include "engine/board/bridge.h"
#include "engine/expansions/hills_sheep/parts.h"
#include "engine/rules/tokens.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::hills_sheep {
namespace {

constexpr int kShepherd = static_cast<int>(PieceKind::shepherd);

// HS-2: one sheep, two, three, four; wolves.
constexpr int kTokensOfACopy[kTokens] = {4, 5, 5, 2, 2};

// Q-HS-8: the tokens of every copy of the set.
void fill_bag(const Rules& rules, GameState& s) {
  auto& state = rules.ext<HillsSheepState>(s);
  int copies = 0;
  for (const TileInPlay& tile : rules.tiles)
    if (tile.has(Mark::hill)) copies = tile.copies / tile.def->count;
  for (int token = 0; token < kTokens; ++token)
    state.bag[token] = static_cast<std::uint16_t>(copies * kTokensOfACopy[token]);
}

// --- Where shepherds stand -------------------------------------------------------

// He comes in step 2 of his owner's turn, and in loaded positions.
void note_shepherd(const Rules& rules, GameState& s, int seat) {
  std::uint16_t& place = rules.ext<HillsSheepState>(s).place[seat];
  const int shepherd = shepherd_of(s, seat);
  place = shepherd == kNoPiece ? kNone : s.pieces[shepherd].segment;
}

void note_shepherds(const Rules& rules, GameState& s) {
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    note_shepherd(rules, s, seat);
    rules.ext<HillsSheepState>(s).open_cell[seat] = s.tiles[0].at;  // not empty, so not known
  }
}

void empty_flock(HillsSheepState& state, int seat) {
  for (int token = 0; token < kSheepTokens; ++token) {
    state.bag[token] = static_cast<std::uint16_t>(state.bag[token] + state.flock[seat][token]);
    state.flock[seat][token] = 0;
  }
}

// X-12, Y-73: whatever takes a shepherd from the map, his own tokens go back into the bag.
void lose_flock(const Rules& rules, GameState& s, const PlacedPiece& piece, EventSink*) {
  if (piece.kind != PieceKind::shepherd) return;
  auto& state = rules.ext<HillsSheepState>(s);
  empty_flock(state, piece.owner);
  state.place[piece.owner] = kNone;
}

// FLOCK-16: what is still outside when the game is over gives nothing.
void lose_all_flocks(const Rules& rules, GameState& s) {
  auto& state = rules.ext<HillsSheepState>(s);
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    empty_flock(state, seat);
    state.place[seat] = kNone;
  }
}

// --- All shepherds of a field ------------------------------------------------------

// Calls see(owner, where he stands).
template <class See>
void for_shepherds(const Rules& rules, const GameState& s, FeatureId field, See see) {
  const auto& state = rules.ext<HillsSheepState>(s);
  for (Seat seat = 0; seat < rules.player_count(); ++seat) {
    const SegmentId place = state.place[seat];
    if (place != kNone && feature_of(s, place) == field) see(seat, place);
  }
}

void send_shepherds_home(const Rules& rules, GameState& s, FeatureId field, EventSink* events) {
  for_shepherds(rules, s, field, [&](Seat owner, SegmentId) {
    send_home(rules, s, shepherd_of(s, owner), EventKind::returned, events);
  });
}

// FLOCK-8: all sheep of the field, whoever's they are, for each of its shepherds.
void herd(const Rules& rules, GameState& s, FeatureId field, EventSink* events) {
  const auto& state = rules.ext<HillsSheepState>(s);
  int sheep = 0;
  for_shepherds(rules, s, field, [&](Seat owner, SegmentId) { sheep += state.sheep_of(owner); });
  Sheet sheet;
  sheet.add(Term::sheep, sheep, sheep);
  for_shepherds(rules, s, field, [&](Seat owner, SegmentId place) {
    tell(events, s, EventKind::herded, owner, {.segment = place, .value = state.sheep_of(owner)});
    if (sheep == 0) return;  // FLOCK-18
    give_points(s, owner, ScoreFor::flock, sheet, place, events);
    if (owner == s.core->active) return;  // Y-80: his own are points of this turn
    for (const PointsApart hook : rules.points_apart) hook(rules, s, owner, sheep);
  });
  send_shepherds_home(rules, s, field, events);  // FLOCK-9
}

// FLOCK-7, SHEPHERD-7: the wolf takes them all, and lies in the bag again.
void scatter(const Rules& rules, GameState& s, FeatureId field, EventSink* events) {
  const auto& state = rules.ext<HillsSheepState>(s);
  for_shepherds(rules, s, field, [&](Seat owner, SegmentId place) {
    tell(events, s, EventKind::scattered, owner,
         {.segment = place, .value = state.sheep_of(owner)});
  });
  send_shepherds_home(rules, s, field, events);
}

// --- Closed fields -----------------------------------------------------------------

// Q-HS-6, Y-81: a half-side borders an empty cell; the inner sides of a board border none.
// The cell, or the segment's own.
Pos empty_beside(const Rules& rules, const GameState& s, SegmentId id) {
  const PlacedTile& tile = tile_of(s, id);
  const Face& face = rules.face(tile.type, tile.rotation);
  const unsigned halves = face.segments[tile.local(id)].ports;
  for (int side = 0; side < kSides; ++side) {
    const Pos beside = neighbour(tile.at, static_cast<Side>(side));
    if (((halves >> (2 * side)) & 3u) != 0 && ((face.closed_sides >> side) & 1u) == 0 &&
        find_tile(s, beside) == kNotThere)
      return beside;
  }
  return tile.at;
}

bool is_closed(const Rules& rules, GameState& s, FeatureId field, Seat owner) {
  auto& state = rules.ext<HillsSheepState>(s);
  std::uint16_t& known = state.open_segment[owner];
  Pos& cell = state.open_cell[owner];
  if (feature_of(s, known) == field && find_tile(s, cell) == kNotThere) return false;
  for (const SegmentId id : segments_of(s, field))
    if (const Pos beside = empty_beside(rules, s, id); beside != tile_of(s, id).at) {
      known = id;
      cell = beside;
      return false;
    }
  return true;
}

// Where a field begins, by x, then y, then its ports there.
auto beginning_of(const Rules& rules, const GameState& s, FeatureId field) {
  auto key = [&](SegmentId id) {
    const PlacedTile& tile = tile_of(s, id);
    const Face& face = rules.face(tile.type, tile.rotation);
    return std::tuple(tile.at.x, tile.at.y, first_port_of(face, tile, tile.local(id)));
  };
  auto first = key(s.features[field].head);
  for (const SegmentId id : segments_of(s, field)) first = std::min(first, key(id));
  return first;
}

// Q-HS-7: the closed field with shepherds that comes first, or kNone.
FeatureId next_closed_field(const Rules& rules, GameState& s) {
  FeatureId next = kNone;
  for (Seat seat = 0; seat < rules.player_count(); ++seat) {
    const SegmentId place = rules.ext<HillsSheepState>(s).place[seat];
    if (place == kNone) continue;
    const FeatureId field = feature_of(s, place);
    if (field == next || !is_closed(rules, s, field, seat)) continue;
    if (next == kNone || beginning_of(rules, s, field) < beginning_of(rules, s, next)) next = field;
  }
  return next;
}

// FLOCK-11, FLOCK-13: herded at once, whoever closed it.
Flow end_of_step(const Rules& rules, GameState& s, EventSink* events) {
  for (FeatureId f = next_closed_field(rules, s); f != kNone; f = next_closed_field(rules, s))
    herd(rules, s, f, events);
  return Flow::proceed;
}

// --- Tokens ------------------------------------------------------------------------

void list_tokens(const Rules& rules, const GameState& s, Options& out) {
  const auto& state = rules.ext<HillsSheepState>(s);
  for (std::uint8_t token = 0; token < kTokens; ++token)
    if (state.bag[token] != 0) out.add({.kind = ActionKind::token, .value = token});
}

// FLOCK-14: each token of the bag is as likely as the others.
std::uint32_t weigh_token(const Rules& rules, const GameState& s, const Action& action) {
  return rules.ext<HillsSheepState>(s).bag[action.value];
}

Flow draw_token(const Rules& rules, GameState& s, EventSink* events) {
  for (const std::uint16_t tokens : rules.ext<HillsSheepState>(s).bag)
    if (tokens != 0) return ask(rules, s, DecisionKind::token, kDealer, events);
  return end_of_step(rules, s, events);  // FLOCK-18
}

// For the active player's shepherd: one who has just been placed, or whose flock grows. Where the
// former meets the wolf he is the only one of his field (SHEPHERD-3, SHEPHERD-7).
Flow answer_token(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& state = rules.ext<HillsSheepState>(s);
  const Seat seat = s.core->active;
  const SegmentId segment = state.place[seat];
  tell(events, s, EventKind::token, seat, {.segment = segment, .value = action.value});
  if (static_cast<Token>(action.value) == Token::wolf) {
    scatter(rules, s, feature_of(s, segment), events);
  } else {
    --state.bag[action.value];
    ++state.flock[seat][action.value];
  }
  return end_of_step(rules, s, events);
}

// --- Grow or herd ------------------------------------------------------------------

void list_choices(const Rules& rules, const GameState& s, Options& out) {
  const SegmentId segment = rules.ext<HillsSheepState>(s).place[s.core->active];
  const PlacedTile& tile = tile_of(s, segment);
  for (const ActionKind kind : {ActionKind::grow, ActionKind::herd})
    out.add({.kind = kind, .seg = tile.local(segment), .at = tile.at});
}

Flow answer_choice(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::grow) return draw_token(rules, s, events);  // FLOCK-6
  const SegmentId segment = rules.ext<HillsSheepState>(s).place[s.core->active];
  herd(rules, s, feature_of(s, segment), events);
  return end_of_step(rules, s, events);
}

// FLOCK-1, FLOCK-5: whether the new tile has added something to the field.
bool is_expanded(const GameState& s, FeatureId field) {
  const PlacedTile& tile = s.tiles[s.core->placed];
  for (int i = 0; i < tile.segment_count; ++i)
    if (feature_of(s, tile.segment(i)) == field) return true;
  return false;
}

bool nobody_herds(const Rules& rules, const GameState& s) {
  for (int seat = 0; seat < rules.player_count(); ++seat)
    if (s.core->players[seat].supply[kShepherd] != rules.supply[kShepherd]) return false;
  return true;
}

// After step 2, whatever was done in it (FLOCK-2). Only the active player is asked (FLOCK-4), and
// not about a shepherd who has come with this tile (FLOCK-3): he gets his token (SHEPHERD-5).
Flow flocks_step(const Rules& rules, GameState& s, EventSink* events) {
  if (nobody_herds(rules, s)) return Flow::proceed;
  const Seat seat = s.core->active;
  const bool is_out = s.core->players[seat].supply[kShepherd] != rules.supply[kShepherd];
  const SegmentId& segment = rules.ext<HillsSheepState>(s).place[seat];
  if (is_out && segment == kNone) note_shepherd(rules, s, seat);
  if (segment == kNone) return end_of_step(rules, s, events);
  if (s.segments[segment].tile == s.core->placed) return draw_token(rules, s, events);
  if (is_expanded(s, feature_of(s, segment)))
    return ask(rules, s, DecisionKind::flock, seat, events);
  return end_of_step(rules, s, events);
}

// SHEPHERD-2, SHEPHERD-3: farmers do not hinder him, another shepherd does.
bool may_herd(const Rules& rules, const GameState& s, Seat, FeatureId field) {
  return !has_shepherd(rules, s, field);
}

}  // namespace

bool has_shepherd(const Rules& rules, const GameState& s, FeatureId field) {
  bool found = false;
  for_shepherds(rules, s, field, [&](Seat, SegmentId) { found = true; });
  return found;
}

void install_flocks(Rules& rules) {
  bring_piece(rules, PieceKind::shepherd, 1,  // HS-3, SHEPHERD-8
              {.suits = kind_bit(SegmentKind::field), .living = true, .may_join = may_herd});
  rules.game_begins.push_back(fill_bag);
  rules.game_begins.push_back(note_shepherds);
  rules.piece_left.push_back(lose_flock);
  rules.go_home.push_back(lose_all_flocks);
  rules.step_rules[Step::flocks] = flocks_step;
  rules.decisions[DecisionKind::flock] = {list_choices, answer_choice};
  bring_tokens(rules, Step::flocks, {list_tokens, answer_token, weigh_token});
  rules.write_piece.push_back(write_flock);
}

}  // namespace bastide::hills_sheep
