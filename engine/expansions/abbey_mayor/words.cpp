// What people read and write of the set: the public state, loaded positions, refusals.
#include <algorithm>
#include <array>
#include <utility>

#include "engine/board/board.h"
#include "engine/expansions/abbey_mayor/parts.h"
#include "engine/rules/loaded_words.h"
#include "engine/scoring/score.h"
#include "engine/turn/placements.h"
#include "engine/turn/turn.h"

namespace bastide::abbey_mayor {

// By their corners: the order of pieces changes as others come and go.
void write_state(const Rules&, const GameState& s, FieldWriter& out) {
  std::array<std::pair<Pos, Seat>, kMostOfAKind * kMaxPlayers> barns;
  auto end = barns.begin();
  for (const PlacedPiece& piece : all_pieces(s))
    if (is_barn(piece)) *end++ = {point_of(s, piece), piece.owner};
  std::sort(barns.begin(), end);
  out.open_list("barns");
  for (auto barn = barns.begin(); barn != end; ++barn) {
    out.open_object("");
    out.place("corner", barn->first);
    out.number("owner", barn->second);
    out.close();
  }
  out.close();
}

// By seat, for the same reason.
void write_field(const Rules& rules, const GameState& s, FeatureId f, FieldWriter& out) {
  if (!has_barn(s, f)) return;
  out.open_list("barns");
  for (Seat seat = 0; seat < rules.player_count(); ++seat)
    for (const PlacedPiece& piece : all_pieces(s))
      if (is_barn(piece) && piece.owner == seat && field_of(rules, s, piece) == f)
        out.number("owner", seat);
  out.close();
}

namespace {

void write_wagons(const Rules& rules, const GameState& s, const AbbeyMayorState& am,
                  FieldWriter& out) {
  if (am.wagon_count == 0) return;
  out.open_list("wagons");
  for (int i = 0; i < am.wagon_count; ++i) {
    out.open_object("");
    out.number("owner", am.wagons[i].owner);
    write_place(rules, s, am.wagons[i].segment, out);
    if (i == next_wagon(rules, s)) out.flag("asked", true);
    out.close();
  }
  out.close();
}

}  // namespace

void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& am = rules.ext<AbbeyMayorState>(s);
  if (am.round != 0) {
    out.open_object("abbey_round");
    out.number("asked", am.round - 1);
    out.number("last_turn", am.last_turn);
    out.number("last_played", am.last_played);
    out.close();
  }
  if (am.new_barn != 0) out.text("new_barn", name_of(spot_at(am.new_barn - 1)));
  write_wagons(rules, s, am, out);
}

// --- Loaded positions ----------------------------------------------------------------

namespace {

// abbeys R B: these players still have theirs, and no others do; abbeys none
bool load_abbeys(const Rules& rules, GameState& s, std::string_view value) {
  for (int seat = 0; seat < rules.player_count(); ++seat)
    s.core->players[seat].supply[PieceKind::abbey] = 0;
  for (std::string_view word = take_word(value); !word.empty(); word = take_word(value)) {
    if (word == "none") continue;
    const auto seat = read_seat(rules, word);
    if (!seat) return false;
    s.core->players[*seat].supply[PieceKind::abbey] = rules.supply[PieceKind::abbey];
  }
  return true;
}

// barn R 0,-1: at the north-east corner of that tile
bool load_barn(const Rules& rules, GameState& s, std::string_view value) {
  const auto seat = read_seat(rules, take_word(value));
  const auto at = read_cell(take_word(value));
  if (!seat || !at || s.core->players[*seat].supply[PieceKind::barn] == 0) return false;
  if (field_at_corner(rules, s, *at) == kNone || corner_is_taken(rules, s, *at)) return false;
  put_barn(rules, s, static_cast<TileIndex>(find_tile(s, *at)), 0, *seat);
  return true;
}

}  // namespace

bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word == "abbeys") return load_abbeys(rules, s, value);
  if (word == "barn") return load_barn(rules, s, value);
  return false;
}

// --- Refusals --------------------------------------------------------------------------

namespace {

std::string explain_abbey(const Rules& rules, const GameState& s, const Action& action) {
  if (action.tile != abbey_tile(rules)) return "nothing but the abbey is laid without drawing";
  if (find_tile(s, action.at) != kNotThere) return "a tile lies there already";
  const std::uint32_t cell = find_cell(s, action.at);
  if (cell == kNotThere || !is_hole(s.cells[cell]))
    return "an abbey goes only where all four sides meet a tile";
  if (action.value != 0) return "an abbey looks the same from all sides: it is laid unturned";
  return "another rule of this game forbids a monastery there";
}

std::string explain_wagon(const Rules& rules, const GameState& s, const Action& action) {
  const std::uint32_t index = find_tile(s, action.at);
  if (index == kNotThere) return "no tile lies there";
  const PlacedTile& tile = s.tiles[index];
  if (!tile.has_segment(action.seg)) return "the tile has no such segment";
  const FeatureId f = feature_of(s, tile.segment(action.seg));
  const Feature& feature = s.features[f];
  if ((rules.traits[PieceKind::wagon].stands_on & kind_bit(feature.kind)) == 0)
    return "a wagon moves to roads, cities, monasteries and abbeys only";
  if (feature.open == 0) return "a wagon moves to what is not complete";
  if (!is_target(rules, s, f)) return "somebody is there already";
  return rules.options.wagon_move_linked ? "that does not meet what the wagon has scored"
                                         : "that is on none of the tiles around the wagon";
}

std::string explain_barn(const Rules& rules, const GameState& s, const Action& action) {
  const TileIndex placed = s.core->placed;
  if (action.at != s.tiles[placed].at) return "a barn goes to a corner of the tile just placed";
  const Pos point = corner_of(action.at, corner_at(spot_of(action.seg)));
  const FeatureId field = field_at_corner(rules, s, point);
  if (field == kNone) return "four tiles must meet there with field and nothing else";
  if (corner_is_taken(rules, s, point)) return "a building stands on that corner already";
  if (board_squares_at(rules, s, point) > 1) return "of a board only its outer corners take barns";
  return has_barn(s, field) ? "that field has a barn already" : "";
}

std::string explain_piece(const Rules& rules, const GameState& s, const Action& action) {
  if (is_spot(action.seg) && action.seg < kFirstSpotSeg + kSpotNames.size() &&
      is_corner(spot_of(action.seg)))
    return action.piece == PieceKind::barn ? explain_barn(rules, s, action)
                                           : "nothing but a barn stands where four tiles meet";
  if (action.piece == PieceKind::barn) return "a barn stands where four tiles meet";
  if (action.piece == PieceKind::abbey) return "an abbey is a tile: it is laid instead of drawing";
  const FeatureId f = feature_on_placed(s, action);
  if (f == kNone) return "";
  if (has_barn(s, f) && rules.traits[action.piece].person) return "a barn stands on that field";
  if ((rules.traits[action.piece].stands_on & kind_bit(s.features[f].kind)) != 0) return "";
  if (action.piece == PieceKind::mayor) return "a mayor stays in cities";
  if (action.piece == PieceKind::wagon)
    return "a wagon stands on roads, in cities, monasteries and abbeys only";
  return "";
}

}  // namespace

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::abbey && action.kind == ActionKind::place)
    return explain_abbey(rules, s, action);
  if (asked == DecisionKind::abbey && action.kind == ActionKind::draw)
    return "whoever passes the abbey draws a tile";
  if (asked == DecisionKind::wagon && action.kind == ActionKind::wagon)
    return explain_wagon(rules, s, action);
  if (asked == DecisionKind::meeple && action.kind == ActionKind::meeple)
    return explain_piece(rules, s, action);
  return "";
}

}  // namespace bastide::abbey_mayor
