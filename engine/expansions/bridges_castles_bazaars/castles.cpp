// Castles: the owner of a small city may take a castle instead of its points.
#include <algorithm>
#include <bit>
#include <charconv>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/expansions/bridges_castles_bazaars/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::bridges_castles_bazaars {
namespace {

constexpr int kCastle = static_cast<int>(PieceKind::castle);

bool is_lord(const PlacedPiece& piece) {
  return is_kept(piece, BcbState::kModule, Standing::sheltered);
}

// Q-BCB-11: half-round; where a set does not mark it, a city with one side.
bool is_cap(const Rules& rules, const GameState& s, SegmentId id) {
  const PlacedTile& tile = tile_of(s, id);
  const TileDef& def = *rules.tiles[tile.type].def;
  const Face& face = rules.face(tile.type, tile.rotation);
  const SegmentDef& segment = def.segments[face.segments[tile.local(id)].printed];
  return segment.cap || (def.unmarked_caps && std::popcount(segment.sides) == 1);
}

// CASTLE-1: exactly two half-round segments, of two tiles.
bool is_small_city(const Rules& rules, const GameState& s, FeatureId f) {
  const Feature& feature = s.features[f];
  if (feature.kind != SegmentKind::city || feature.open != 0 || feature.segments != 2) return false;
  const SegmentId other = s.segments[feature.head].next;
  return s.segments[other].tile != s.segments[feature.head].tile &&
         is_cap(rules, s, feature.head) && is_cap(rules, s, other);
}

// CASTLE-2, Q-BCB-12, Q-BCB-14: the one who has the majority, or nobody.
Seat city_owner(const Rules& rules, const GameState& s, FeatureId f) {
  const std::uint32_t seats = majority(rules, s, f);
  if (seats == 0) return kNobody;
  if (!std::has_single_bit(seats) && !rules.options.castle_tied_first_clockwise) return kNobody;
  for (int i = 0;; ++i) {
    const auto seat = seat_after(rules, s.core->active, i);
    if (((seats >> seat) & 1u) != 0) return seat;
  }
}

// D-X-3: any of the owner's persons in the city.
bool may_be_lord(const Rules& rules, const GameState& s, const PlacedPiece& piece, FeatureId f,
                 Seat owner) {
  return piece.owner == owner && piece.standing == Standing::on_feature &&
         feature_of(s, piece.segment) == f && rules.traits[piece.kind].person;
}

bool may_build(const Rules& rules, const GameState& s, FeatureId f) {
  if (s.features[f].occupants == 0 || !is_small_city(rules, s, f)) return false;
  const Seat owner = city_owner(rules, s, f);
  if (owner == kNobody || s.core->players[owner].supply[kCastle] == 0) return false;
  return find_piece(s, [&](const PlacedPiece& piece) {
           return may_be_lord(rules, s, piece, f, owner);
         }) != kNoPiece;
}

bool was_asked(const BcbState& bcb, FeatureId f) {
  return std::find(bcb.asked, bcb.asked + bcb.asked_count, f) != bcb.asked + bcb.asked_count;
}

// Where the city lies on the new tile, for the order of questions to one player.
int first_port(const Rules& rules, const GameState& s, FeatureId f) {
  const SegmentId id = naming_segment(rules, s, f);
  const PlacedTile& tile = s.tiles[s.segments[id].tile];
  return first_port_of(rules.face(tile.type, tile.rotation), tile, tile.local(id));
}

// Q-BCB-15: the next small city to ask about: the active player's first, then clockwise. With the
// count it is asked feature by feature, after the redeployment (Q-BCB-18).
FeatureId next_city(const Rules& rules, const GameState& s) {
  const CoreState& g = *s.core;
  const auto& bcb = rules.ext<BcbState>(s);
  const bool one_by_one = rules.score_stages[static_cast<int>(ScoreStage::redeploy)] != nullptr;
  if (!one_by_one && g.scored_count != 0) return kNone;
  const int end = one_by_one ? g.scored_count + 1 : g.completed_count;
  FeatureId best = kNone;
  int best_rank = 0;
  for (int i = g.scored_count; i < end; ++i) {
    const FeatureId f = g.completed[i];
    if (was_asked(bcb, f) || !may_build(rules, s, f)) continue;
    const int rank =
        16 * seats_after(rules, g.active, city_owner(rules, s, f)) + first_port(rules, s, f);
    if (best != kNone && rank >= best_rank) continue;
    best = f;
    best_rank = rank;
  }
  return best;
}

Flow castle_stage(const Rules& rules, GameState& s, EventSink* events) {
  const FeatureId f = next_city(rules, s);
  if (f == kNone) return Flow::proceed;
  auto& bcb = rules.ext<BcbState>(s);
  bcb.asking = bcb.asked_count;
  bcb.asked[bcb.asked_count++] = f;
  return ask(rules, s, DecisionKind::castle, city_owner(rules, s, f), events);
}

void list_lords(const Rules& rules, const GameState& s, Options& out) {
  const auto& bcb = rules.ext<BcbState>(s);
  const FeatureId f = bcb.asked[bcb.asking];
  const SegmentId name = naming_segment(rules, s, f);
  const PlacedTile& tile = s.tiles[s.segments[name].tile];
  unsigned seen = 0;  // Q-BCB-13: one answer for each kind
  for (const PlacedPiece& piece : all_pieces(s)) {
    const unsigned bit = 1u << static_cast<int>(piece.kind);
    if ((seen & bit) != 0 || !may_be_lord(rules, s, piece, f, s.core->actor)) continue;
    seen |= bit;
    out.add(
        {.kind = ActionKind::castle, .piece = piece.kind, .seg = tile.local(name), .at = tile.at});
  }
  out.add(Action::pass());
}

// What is not scored is no longer among the completed features.
void forget_completed(const Rules& rules, CoreState& g, FeatureId f) {
  FeatureId* end = g.completed + g.completed_count;
  g.completed_count = static_cast<std::uint8_t>(std::remove(g.completed, end, f) - g.completed);
  *(end - 1) = 0;
  // The feature that has moved up begins anew, unless all were joined in a single pass.
  if (!rules.options.count_pass_single || g.scored_count == g.completed_count) g.score_stage = 0;
}

// CASTLE-3, CASTLE-4: a token, the lord, no points; everybody else goes home.
Flow answer_castle(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass) return Flow::repeat;
  const auto& bcb = rules.ext<BcbState>(s);
  const FeatureId f = bcb.asked[bcb.asking];
  const int lord = find_piece(s, [&](const PlacedPiece& piece) {
    return piece.kind == action.piece && may_be_lord(rules, s, piece, f, s.core->actor);
  });
  tell(events, s, EventKind::castle_built, s.pieces[lord].owner,
       {.segment = s.pieces[lord].segment});
  raise_castle(rules, s, lord, s.core->placed, events);
  send_all_home(rules, s, f, events);
  forget_completed(rules, *s.core, f);
  return Flow::repeat;
}

void forget_asked(const Rules& rules, GameState& s, EventSink*) {
  auto& bcb = rules.ext<BcbState>(s);
  for (FeatureId& f : bcb.asked) f = 0;
  bcb.asked_count = 0;
  bcb.asking = 0;
}

// CASTLE-6: tokens stay on the map.
int tokens_built(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  if (kind != PieceKind::castle) return 0;
  const auto& bcb = rules.ext<BcbState>(s);
  return static_cast<int>(
      std::count_if(bcb.castles, bcb.castles + bcb.castle_count,
                    [&](const Castle& castle) { return castle.owner == seat; }));
}

}  // namespace

void raise_castle(const Rules& rules, GameState& s, int lord, TileIndex built_with,
                  EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  const PlacedPiece piece = s.pieces[lord];
  Feature& city = s.features[feature_of(s, piece.segment)];
  const SegmentId other = s.segments[piece.segment].next;
  Pos a = s.tiles[s.segments[piece.segment].tile].at, b = s.tiles[s.segments[other].tile].at;
  if (b < a) std::swap(a, b);
  city.marks |= mark_bit(FeatureMark::built_over);  // CASTLE-5
  --s.core->players[piece.owner].supply[kCastle];
  const int castle = bcb.castle_count++;
  bcb.castles[castle] = {{a, b}, built_with, piece.segment, 0, 0, piece.owner, 0, 0, 0};
  enter_building(rules, s, lord, Standing::sheltered, BcbState::kModule, castle, events);
}

int lord_of(const GameState& s, int castle) {
  return find_piece(
      s, [&](const PlacedPiece& piece) { return is_lord(piece) && piece.detail == castle; });
}

void install_castles(Rules& rules) {
  rules.score_stages[static_cast<int>(ScoreStage::castle)] = castle_stage;
  rules.decisions[DecisionKind::castle] = {list_lords, answer_castle};
  rules.tile_placed.push_back(forget_asked);
  rules.pieces_elsewhere.push_back(tokens_built);
  rules.step_rules[Step::castles_home] = castles_home_step;
  rules.lodgings.push_back({BcbState::kModule, Standing::sheltered, "castle"});
  rules.write_state.push_back(write_castles);
  rules.write_hidden.push_back(write_hidden);
  rules.load_words.push_back(load_castle);
}

}  // namespace bastide::bridges_castles_bazaars
