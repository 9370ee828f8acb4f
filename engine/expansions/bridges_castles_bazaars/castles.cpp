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

// Q-BCB-11: half-round; where a set does not mark it, a city with one side.
bool is_cap(const Rules& rules, const GameState& s, SegmentId id) {
  const PlacedTile& tile = s.tiles[s.segments[id].tile];
  const TileDef& def = *rules.tiles[tile.type].def;
  const Face& face = rules.face(tile.type, tile.rotation);
  const SegmentDef& segment = def.segments[face.segments[tile.local(id)].printed];
  if (segment.cap) return true;
  return (def.set == "wheel" || def.set == "castles_bridges") && std::popcount(segment.sides) == 1;
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
  const std::uint32_t seats = leading_seats(s.features[f].claims);
  if (seats == 0) return kNobody;
  if (!std::has_single_bit(seats) && !rules.options.castle_tied_first_clockwise) return kNobody;
  for (int i = 0;; ++i) {
    const auto seat = static_cast<Seat>((s.core->active + i) % rules.player_count());
    if (((seats >> seat) & 1u) != 0) return seat;
  }
}

// D-X-3: any of the owner's followers in the city.
bool may_be_lord(const Rules& rules, const GameState& s, const PlacedPiece& piece, FeatureId f,
                 Seat owner) {
  return piece.owner == owner && piece.standing == Standing::standing &&
         feature_of(s, piece.segment) == f && rules.traits[static_cast<int>(piece.kind)].follower;
}

bool may_build(const Rules& rules, const GameState& s, FeatureId f) {
  if (s.features[f].claims == 0 || !is_small_city(rules, s, f)) return false;
  const Seat owner = city_owner(rules, s, f);
  if (owner == kNobody || s.core->players[owner].supply[kCastle] == 0) return false;
  return std::any_of(s.pieces, s.pieces + s.core->pieces, [&](const PlacedPiece& piece) {
    return may_be_lord(rules, s, piece, f, owner);
  });
}

bool was_asked(const BcbState& bcb, FeatureId f) {
  return std::find(bcb.asked, bcb.asked + bcb.asked_count, f) != bcb.asked + bcb.asked_count;
}

// Where the city lies on the new tile, for the order of questions to one player.
int first_port(const Rules& rules, const GameState& s, FeatureId f) {
  const SegmentId id = naming_segment(rules, s, f);
  const PlacedTile& tile = s.tiles[s.segments[id].tile];
  return std::countr_zero<unsigned>(
      ports_of(rules.face(tile.type, tile.rotation), tile, tile.local(id)) | 0x100u);
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
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
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
  if (!rules.options.count_single_pass || g.scored_count == g.completed_count) g.score_stage = 0;
}

void tell_castle(const GameState& s, const Castle& castle, EventSink* events) {
  if (events == nullptr) return;
  Event event;
  event.kind = EventKind::castle_built;
  event.player = castle.owner;
  event.has_place = true;
  event.at = s.tiles[s.segments[castle.segment].tile].at;
  event.segment = castle.segment;
  events->add(s, event);
}

// CASTLE-3, CASTLE-4: a token, the lord, no points; everybody else goes home.
Flow answer_castle(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass) return Flow::repeat;
  auto& bcb = rules.ext<BcbState>(s);
  const FeatureId f = bcb.asked[bcb.asking];
  int lord = 0;
  while (s.pieces[lord].kind != action.piece ||
         !may_be_lord(rules, s, s.pieces[lord], f, s.core->actor))
    ++lord;
  raise_castle(rules, s, lord, s.core->placed);
  tell_castle(s, bcb.castles[bcb.castle_count - 1], events);
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

// CASTLE-21: before the final scoring, without points.
void lords_go_home(const Rules& rules, GameState& s, EventSink* events) {
  for (int i = s.core->pieces - 1; i >= 0; --i)
    if (s.pieces[i].standing == Standing::castle)
      send_home(rules, s, i, EventKind::returned, events);
}

}  // namespace

void raise_castle(const Rules& rules, GameState& s, int lord, TileIndex built_with) {
  auto& bcb = rules.ext<BcbState>(s);
  const PlacedPiece piece = s.pieces[lord];
  Feature& city = s.features[feature_of(s, piece.segment)];
  const SegmentId other = s.segments[piece.segment].next;
  Pos a = s.tiles[s.segments[piece.segment].tile].at, b = s.tiles[s.segments[other].tile].at;
  if (b < a) std::swap(a, b);
  city.flags |= kCastleCity;
  --s.core->players[piece.owner].supply[kCastle];
  const int castle = bcb.castle_count++;
  bcb.castles[castle] = {{a, b}, built_with, piece.segment, 0, 0, piece.owner, 0, 0, 0};
  enter_building(rules, s, lord, Standing::castle, castle);
}

int lord_of(const GameState& s, int castle) {
  for (int i = 0; i < s.core->pieces; ++i)
    if (s.pieces[i].standing == Standing::castle && s.pieces[i].detail == castle) return i;
  return -1;
}

void install_castles(Rules& rules) {
  rules.score_stages[static_cast<int>(ScoreStage::castle)] = castle_stage;
  rules.decisions[static_cast<int>(DecisionKind::castle)] = {list_lords, answer_castle};
  rules.tile_placed.push_back(forget_asked);
  rules.pieces_elsewhere.push_back(tokens_built);
  rules.before_final.push_back(lords_go_home);
  rules.write_state.push_back(write_castles);
  rules.load_words.push_back(load_castle);
}

}  // namespace bastide::bridges_castles_bazaars
