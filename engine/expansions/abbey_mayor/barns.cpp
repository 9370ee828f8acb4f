// Barns: where four tiles meet in a field. They end the work of its farmers, and pay at the end.
#include <bit>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/expansions/abbey_mayor/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::abbey_mayor {
namespace {

constexpr int kBarn = static_cast<int>(PieceKind::barn);

// --- Placing -----------------------------------------------------------------------

bool barn_stands_at(const Rules&, const GameState& s, Pos point) {
  return find_piece(s, [&](const PlacedPiece& piece) {
           return is_barn(piece) && point_of(s, piece) == point;
         }) != kNoPiece;
}

// BARN-1, BARN-2, BARN-4, BARN-5, Z-97: whoever farms there.
bool may_build(const Rules& rules, const GameState& s, const PlacedTile& tile, int corner) {
  const Pos point = corner_of(tile.at, corner);
  const FeatureId field = field_at_corner(rules, s, point);
  if (field == kNone || (has_barn(s, field) && !rules.options.barn_on_barn)) return false;
  // Of a board only its outer corners: where one square of it lies among three tiles.
  return board_squares_at(rules, s, point) <= 1 && !corner_is_taken(rules, s, point);
}

// BARN-19, X-1, Z-38: at the corners of the new tile, be it a volcano; portals do not help.
void list_corners(const Rules& rules, const GameState& s, Options& out) {
  if (s.core->players[s.core->active].supply[kBarn] == 0) return;
  const PlacedTile& tile = s.tiles[s.core->placed];
  for (unsigned corners = met_corners(s, tile.at); corners != 0; corners &= corners - 1)
    if (const int corner = std::countr_zero(corners); may_build(rules, s, tile, corner))
      out.add(Action::meeple(PieceKind::barn, tile.at, seg_of(spot_at(corner))));
}

Flow answer_barn(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  CoreState& g = *s.core;
  const int corner = corner_at(spot_of(action.seg));
  const FeatureId field = field_in_corner(rules, s, s.tiles[g.placed], corner);
  if (!has_barn(s, field))  // Q-AM-16
    rules.ext<AbbeyMayorState>(s).new_barn = static_cast<std::uint8_t>(1 + corner);
  put_barn(rules, s, g.placed, corner, g.active);
  tell(events, s, EventKind::deployed, g.active,
       {.piece = PieceKind::barn, .segment = s.tiles[g.placed].first_segment, .seg = action.seg});
  return Flow::proceed;
}

// --- Farmers who leave ---------------------------------------------------------------

// The field of a barn just placed, as long as its farmers have not been scored.
FeatureId new_barn_field(const Rules& rules, const GameState& s) {
  const int corner = rules.ext<AbbeyMayorState>(s).new_barn - 1;
  if (corner < 0) return kNone;
  return field_in_corner(rules, s, s.tiles[s.core->placed], corner);
}

// BARN-8, BARN-11, Q-AM-19: three points a city by a new barn, one point beside an old one; what
// else a city brings to farmers comes on top (Y-63, Z-83).
void lower_worth(const Rules& rules, const GameState& s, FeatureId f, bool, Sheet& sheet) {
  if (has_barn(s, f) && f != new_barn_field(rules, s)) sheet.raise(Term::cities, -2);
}

// Z-57: who is elsewhere may join. Then the most farmers are paid, and all leave (BARN-9, BARN-12,
// Z-98).
Flow settle(const Rules& rules, GameState& s, FeatureId field, EventSink* events) {
  if (rules.join_field != nullptr)
    if (const Flow flow = rules.join_field(rules, s, field, events); flow != Flow::proceed)
      return flow;
  if (s.features[field].occupants == 0) return Flow::proceed;
  score_feature(rules, s, field, false, events);
  send_all_home(rules, s, field, events);
  return Flow::proceed;
}

// BARN-11, Q-AM-18: a field with farmers that the new tile has joined to a barn has a part on it.
// The one of the first port, as the tile lies, or kNone.
FeatureId next_joined_field(const Rules& rules, const GameState& s) {
  const PlacedTile& tile = s.tiles[s.core->placed];
  const Face& face = rules.face(tile.type, tile.rotation);
  FeatureId next = kNone;
  int next_port = 0;
  for (int i = 0; i < tile.segment_count; ++i) {
    const FeatureId field = feature_of(s, tile.segment(i));
    if (s.features[field].occupants == 0 || !has_barn(s, field)) continue;
    const int port = first_port_of(face, tile, i);
    if (next != kNone && port >= next_port) continue;
    next = field;
    next_port = port;
  }
  return next;
}

bool has_nobody_built(const Rules& rules, const GameState& s) {
  for (int seat = 0; seat < rules.player_count(); ++seat)
    if (s.core->players[seat].supply[kBarn] != rules.supply[kBarn]) return false;
  return true;
}

// BARN-14, Q-AM-17: after the features of the turn, the field of the new barn first.
Flow barns_step(const Rules& rules, GameState& s, EventSink* events) {
  if (has_nobody_built(rules, s)) return Flow::proceed;
  if (const FeatureId field = new_barn_field(rules, s); field != kNone) {
    if (const Flow flow = settle(rules, s, field, events); flow != Flow::proceed) return flow;
    rules.ext<AbbeyMayorState>(s).new_barn = 0;
  }
  for (FeatureId field; (field = next_joined_field(rules, s)) != kNone;)
    if (const Flow flow = settle(rules, s, field, events); flow != Flow::proceed) return flow;
  return Flow::proceed;
}

// --- The end -------------------------------------------------------------------------

// Q-AM-23: barns of one owner on one field pay once.
bool is_first_on_its_field(const Rules& rules, const GameState& s, int index) {
  const PlacedPiece& barn = s.pieces[index];
  const FeatureId field = field_of(rules, s, barn);
  return index == find_piece(s, [&](const PlacedPiece& piece) {
           return is_barn(piece) && piece.owner == barn.owner && field_of(rules, s, piece) == field;
         });
}

// BARN-16, BARN-18, X-73, Y-64: four a city and one more for a castle, which stands among the
// cities; neither pigs nor herds.
Flow score_barns_step(const Rules& rules, GameState& s, EventSink* events) {
  for (int i = 0; i < s.core->pieces; ++i) {
    if (!is_barn(s.pieces[i]) || !is_first_on_its_field(rules, s, i)) continue;
    const FeatureId field = field_of(rules, s, s.pieces[i]);
    const Sheet worth = value_of(rules, s, field, false);
    const int cities = worth.count_of(Term::cities), castles = worth.count_of(Term::castles);
    Sheet sheet;
    sheet.add(Term::cities, cities, 4 * cities);
    sheet.add(Term::castles, castles, castles);
    if (sheet.total() != 0)
      give_points(s, s.pieces[i].owner, ScoreFor::barn, sheet, naming_segment(rules, s, field),
                  events);
  }
  return Flow::proceed;
}

}  // namespace

Pos point_of(const GameState& s, const PlacedPiece& barn) {
  return corner_of(tile_of(s, barn.segment).at, corner_at(static_cast<Spot>(barn.detail)));
}

FeatureId field_of(const Rules& rules, const GameState& s, const PlacedPiece& barn) {
  return field_in_corner(rules, s, tile_of(s, barn.segment),
                         corner_at(static_cast<Spot>(barn.detail)));
}

// BARN-6, BARN-10, BARN-20: for good; the field is closed to farmers from now on.
void put_barn(const Rules& rules, GameState& s, TileIndex index, int corner, Seat owner) {
  const PlacedTile& tile = s.tiles[index];
  put_piece(rules, s,
            {PieceKind::barn, owner, tile.first_segment, Standing::on_tile,
             AbbeyMayorState::kModule, static_cast<std::uint16_t>(spot_at(corner))});
  --s.core->players[owner].supply[kBarn];
  s.features[field_in_corner(rules, s, tile, corner)].marks |= mark_bit(FeatureMark::closed);
}

// BARN-7, X-14: neither a person nor anything that is eaten.
void install_barns(Rules& rules, int each) {
  bring_piece(rules, PieceKind::barn, each, {.listed_apart = true});
  rules.meeple_options.push_back(list_corners);
  for (int corner = 0; corner < kTileCorners; ++corner)
    rules.spot_answers[spot_at(corner)] = answer_barn;
  rules.corner_taken.push_back(barn_stands_at);
  rules.worth.scale.push_back(lower_worth);
  rules.step_rules[Step::barns] = barns_step;
  rules.step_rules[Step::score_barns] = score_barns_step;
  rules.write_feature.push_back(write_field);
}

}  // namespace bastide::abbey_mayor
