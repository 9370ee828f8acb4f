// What people read and write of the set: the public state, loaded positions, refusals.
#include "engine/board/board.h"
#include "engine/expansions/castles_bridges/parts.h"
#include "engine/rules/corners.h"
#include "engine/rules/loaded_words.h"
#include "engine/scoring/score.h"

namespace bastide::castles_bridges {
namespace {

std::string segment_text(const Rules& rules, const PlacedTile& tile, SegmentId segment) {
  return segment_name(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation),
                      tile.local(segment));
}

void write_castles(const Rules& rules, const GameState& s, const CastlesBridgesState& cb,
                   FieldWriter& out) {
  out.open_list("castles");
  for (int i = 0; i < cb.castles_built(); ++i) {
    out.open_object("");
    write_place(rules, s, cb.castle[i], out);
    out.open_list("ladies");
    for (const PlacedPiece& piece : all_pieces(s))
      if (is_lady(piece) && piece.detail == i) out.number("owner", piece.owner);
    out.close();
    out.close();
  }
  out.close();
}

void write_granaries(const GameState& s, const CastlesBridgesState& cb, FieldWriter& out) {
  out.open_list("granaries");
  for (int i = 0; i < cb.granaries_built(); ++i) {
    out.open_object("");
    out.place("corner", cb.corner[i]);
    for (const PlacedPiece& piece : all_pieces(s))
      if (is_in_granary(piece) && piece.detail == i) out.number("owner", piece.owner);
    out.close();
  }
  out.close();
}

// --- Loaded positions ----------------------------------------------------------

// "0,1 city:S"
SegmentId read_place(const Rules& rules, const GameState& s, std::string_view& value) {
  const auto at = read_cell(take_word(value));
  const std::uint32_t index = at ? find_tile(s, *at) : kNotThere;
  if (index == kNotThere) return kNone;
  const PlacedTile& tile = s.tiles[index];
  const int local = find_segment(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation),
                                 take_word(value));
  return local < 0 ? static_cast<SegmentId>(kNone) : tile.segment(local);
}

// castle_on 0,1 city:S: over the completed city, with whoever is in it
bool load_castle(const Rules& rules, GameState& s, std::string_view value) {
  const SegmentId segment = read_place(rules, s, value);
  if (segment == kNone || rules.ext<CastlesBridgesState>(s).castles == 0) return false;
  if (!may_hold_castle(rules, s, feature_of(s, segment))) return false;
  build_castle(rules, s, feature_of(s, segment), nullptr);
  return true;
}

// granary 0,1 1,0 field:EL: at the north-east corner of 0,1, with that farmer
bool load_granary(const Rules& rules, GameState& s, std::string_view value) {
  const auto corner = read_cell(take_word(value));
  const SegmentId segment = read_place(rules, s, value);
  if (!corner || segment == kNone || rules.ext<CastlesBridgesState>(s).granaries == 0) return false;
  if (field_at_corner(rules, s, *corner) != feature_of(s, segment)) return false;
  for (int i = 0; i < s.core->pieces; ++i) {
    if (s.pieces[i].segment != segment || !is_on_feature(s.pieces[i])) continue;
    build_granary(rules, s, *corner, i, nullptr);
    return true;
  }
  return false;
}

// supply bridge 0: how many bridges are left, if fewer than the map shows
bool load_supply(CastlesBridgesState& cb, std::string_view value) {
  const std::string_view what = take_word(value);
  int left = 0;
  if (what != "bridge" || !read_number(take_word(value), left) || left < 0 || left > cb.bridges)
    return false;
  cb.bridges = static_cast<std::uint8_t>(left);
  return true;
}

// --- Refusals ------------------------------------------------------------------

std::string explain_castle(const Rules& rules, const GameState& s, const Action& action) {
  if (rules.ext<CastlesBridgesState>(s).castles == 0) return "no castle is left in the supply";
  const std::uint32_t index = find_tile(s, action.at);
  if (index == kNotThere || !s.tiles[index].has_segment(action.seg)) return "there is no such city";
  const FeatureId f = feature_of(s, s.tiles[index].segment(action.seg));
  const Feature& feature = s.features[f];
  if (feature.kind != SegmentKind::city) return "a castle is built on a city";
  if (feature.open != 0 || feature.segments != 2)
    return "a castle needs a completed city of exactly two segments";
  if (!may_hold_castle(rules, s, f)) return "a figure that is no ordinary meeple is in that city";
  return "the tile just placed has not completed that city, or it is named by another segment";
}

std::string explain_granary(const Rules& rules, const GameState& s, const Action& action) {
  if (rules.ext<CastlesBridgesState>(s).granaries == 0) return "no granary is left in the supply";
  const Pos placed = s.tiles[s.core->placed].at;
  const int dx = placed.x - action.at.x, dy = placed.y - action.at.y;
  if (dx < 0 || dx > 1 || dy < 0 || dy > 1)
    return "a granary goes to a corner of the tile just placed";
  const FeatureId field = field_at_corner(rules, s, action.at);
  if (field == kNone)
    return "four tiles must meet there with one and the same field, and nothing else";
  if (corner_is_taken(rules, s, action.at)) return "a building stands on that corner already";
  const std::uint32_t index = find_tile(s, action.at2);
  for (int i = 0; index != kNotThere && i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.segment != s.tiles[index].segment(action.seg) || !is_on_feature(piece)) continue;
    if (piece.owner != s.core->active) return "that farmer belongs to another player";
    if (is_in_granary(piece)) return "that farmer is in a granary already";
    if (feature_of(s, piece.segment) != field) return "that farmer is on another field";
  }
  return "no farmer of yours stands there";
}

std::string explain_lady(const Rules& rules, const GameState& s, const Action& action) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  if (cb.built != Built::castle) return "no castle was built in this turn";
  if (action.at != s.tiles[s.core->placed].at) return "the castle is named by the tile just placed";
  if (s.core->players[s.core->active].supply[PieceKind::meeple] == 0)
    return "no meeple is left in the supply";
  return "the castle has its lady already";
}

std::string explain_recall(const Rules& rules, const GameState& s, const Action& action) {
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (!is_lady(piece) || tile_of(s, piece.segment).at != action.at) continue;
    if (piece.owner != s.core->active) return "that lady belongs to another player";
    if (is_new_castle(rules, s, piece.detail)) return "she became a lady in this very turn";
    if (has_taken_lady(rules, s)) return "one lady a turn is taken back, and one was";
  }
  return "no lady of yours is there";
}

}  // namespace

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  out.open_object("common_supply");
  out.number("bridge", cb.bridges);
  out.number("castle", cb.castles);
  out.number("granary", cb.granaries);
  out.close();
  write_castles(rules, s, cb, out);
  write_granaries(s, cb, out);
}

void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& cb = rules.ext<CastlesBridgesState>(s);
  if (cb.built == Built::granary) out.text("built", "granary");
  if (cb.built == Built::castle) {
    const SegmentId newest = cb.castle[cb.castles_built() - 1];
    const PlacedTile& tile = s.tiles[s.segments[newest].tile];
    out.text("built", "castle");
    out.place("built_at", tile.at);
    out.text("built_seg", segment_text(rules, tile, newest));
  }
  if (cb.lady_home != 0) out.flag("lady_home", true);
  if (cb.earlier.turn != s.core->turn) return;
  if (cb.earlier.lady_home != 0) out.flag("earlier_lady_home", true);
  if (cb.earlier.castle == 0) return;
  const SegmentId segment = cb.castle[cb.earlier.castle - 1];
  const PlacedTile& tile = s.tiles[s.segments[segment].tile];
  out.place("earlier_castle_at", tile.at);
  out.text("earlier_castle_seg", segment_text(rules, tile, segment));
}

bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word == "castle_on") return load_castle(rules, s, value);
  if (word == "granary") return load_granary(rules, s, value);
  if (word == "supply") return load_supply(rules.ext<CastlesBridgesState>(s), value);
  return false;
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::build && action.kind == ActionKind::build_castle)
    return explain_castle(rules, s, action);
  if (asked == DecisionKind::build && action.kind == ActionKind::build_granary)
    return explain_granary(rules, s, action);
  if (asked == DecisionKind::meeple && action.kind == ActionKind::lady)
    return explain_lady(rules, s, action);
  if (asked == DecisionKind::meeple && action.kind == ActionKind::recall && action.value != 0)
    return explain_recall(rules, s, action);
  return "";
}

}  // namespace bastide::castles_bridges
