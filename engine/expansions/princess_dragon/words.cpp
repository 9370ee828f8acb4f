// What people read and write of the set: the public state, loaded positions, refusals.
#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/rules/loaded_words.h"
#include "engine/turn/turn.h"

namespace bastide::princess_dragon {
namespace {

void write_fairy(const Rules& rules, const GameState& s, const PrincessDragonState& p,
                 FieldWriter& out) {
  if (p.fairy_in_play == 0) return out.nothing("fairy");
  out.open_object("fairy");
  out.place("at", p.fairy);
  if (p.has_protege != 0) {
    const PlacedTile& tile = s.tiles[find_tile(s, p.fairy)];
    out.text("piece", name_of(p.protege_kind));
    out.number("owner", p.protege_owner);
    out.text("seg", segment_name(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation),
                                 p.protege_seg));
  }
  out.close();
}

// --- Loaded positions ----------------------------------------------------------

// fairy 1,0: alone on the tile. fairy 1,0 R meeple city:N: beside that meeple.
bool load_fairy(const Rules& rules, GameState& s, std::string_view value) {
  const auto at = read_cell(take_word(value));
  const std::uint32_t index = at ? find_tile(s, *at) : kNotThere;
  if (index == kNotThere) return false;
  auto& p = rules.ext<PrincessDragonState>(s);
  p.fairy_in_play = 1;
  p.fairy = *at;
  const std::string_view owner = take_word(value);
  if (owner.empty()) return true;
  const auto seat = read_seat(rules, owner);
  const auto kind = parse_name<PieceKind>(kPieceNames, take_word(value));
  const PlacedTile& tile = s.tiles[index];
  const int seg = find_segment(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation),
                               take_word(value));
  for (int i = 0; seat && kind && i < s.core->pieces; ++i) {
    const PlacedPiece piece = s.pieces[i];
    if (piece.owner != *seat || piece.kind != *kind || piece.segment != tile.segment(seg)) continue;
    put_fairy(rules, s, *at, piece);
    return true;
  }
  return false;
}

// aside princess_dragon/PD-dragon-corner ...: out of the stock, until the dragon comes
bool load_aside(const Rules& rules, GameState& s, std::string_view value) {
  for (std::string_view id = take_word(value); !id.empty(); id = take_word(value)) {
    std::size_t t = 0;
    while (t < rules.tiles.size() && rules.tiles[t].def->full_id() != id) ++t;
    if (t == rules.tiles.size()) return false;
    ++s.aside[t];
    if (s.stock[t] == 0) continue;  // an explicit stock does not hold it
    --s.stock[t];
    --s.core->left[rules.tiles[t].stack];
  }
  return true;
}

// --- Refusals ------------------------------------------------------------------

std::string explain_meeple(const Rules& rules, const GameState& s, const Action& action) {
  const std::uint32_t index = find_tile(s, action.at);
  if (index == kNotThere || is_spot(action.seg)) return "";
  if (index == s.core->placed)
    return tile_is_barred(rules, s) && placed_has(rules, s, Mark::volcano)
               ? "no piece goes onto a volcano in the turn in which it is placed"
               : "";
  if (!placed_has(rules, s, Mark::portal)) return "";
  const PlacedTile& tile = s.tiles[index];
  if (rules.tiles[tile.type].has(Mark::inside)) return "the portal does not lead into Carcassonne";
  if (!tile.has_segment(action.seg)) return "the tile has no such segment";
  const FeatureId f = feature_of(s, tile.segment(action.seg));
  const PieceTraits& traits = rules.traits[action.piece];
  const std::string piece(spoken(action.piece));
  if (!traits.person) return "the " + piece + " cannot use the portal";
  if ((traits.stands_on & kind_bit(s.features[f].kind)) == 0)
    return "the " + piece + " may not stand there";
  if (s.features[f].has(FeatureMark::built_over)) return "a castle stands there";
  if (s.features[f].occupants != 0) return "somebody stands on that feature already";
  return portal_reaches(rules, s, f) ? "" : "the portal does not lead to a completed feature";
}

std::string explain_dragon(const Rules& rules, const GameState& s, Pos to) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  bool beside = false;
  for (int side = 0; side < kSides; ++side)
    beside |= neighbour(p.dragon, static_cast<Side>(side)) == to;
  if (!beside) return "the dragon moves to a tile beside its own, never diagonally";
  if (find_tile(s, to) == kNotThere) return "no tile lies there for the dragon to enter";
  if (p.fairy_in_play != 0 && p.fairy == to) return "the dragon may not enter the fairy's tile";
  for (int i = 0; i < p.visited_count; ++i)
    if (p.visited[i] == to) return "the dragon has been on that tile in this flight";
  return "the dragon may not enter there";
}

std::string explain_fairy(const Rules& rules, const GameState& s, const Action& action) {
  const std::uint32_t index = find_tile(s, action.at);
  for (int i = 0; index != kNotThere && i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.segment != s.tiles[index].segment(action.seg) || piece.kind != action.piece ||
        piece.owner != s.core->active)
      continue;
    return rules.traits[piece.kind].person
               ? "the fairy stands there already"
               : "the fairy does not go to a " + std::string(spoken(piece.kind));
  }
  return "the fairy goes only to one of the player's own meeples";
}

}  // namespace

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  if (p.dragon_in_play != 0)
    out.place("dragon", p.dragon);
  else
    out.nothing("dragon");
  write_fairy(rules, s, p, out);
  if (p.visited_count == 0) return;
  out.open_list("flight");  // the tiles it has been on, its start first
  for (int i = 0; i < p.visited_count; ++i) out.place("", p.visited[i]);
  out.close();
}

void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  if (p.knight_sent_away != 0) out.flag("knight_sent_away", true);
  if (p.has_protege == 0 || p.protege_standing == Standing::on_feature) return;
  const int protege =
      find_piece(s, [&](const PlacedPiece& piece) { return is_protege(s, p, piece); });
  if (protege >= 0) out.text("protege_in", lodging_name(rules, s.pieces[protege]));
}

bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word == "fairy") return load_fairy(rules, s, value);
  if (word == "aside") return load_aside(rules, s, value);
  if (word != "dragon") return false;
  const auto at = read_cell(value);
  if (!at || find_tile(s, *at) == kNotThere) return false;
  auto& p = rules.ext<PrincessDragonState>(s);
  p.dragon_in_play = 1;
  p.dragon = *at;
  return true;
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::meeple && action.kind == ActionKind::meeple)
    return explain_meeple(rules, s, action);
  if (asked == DecisionKind::meeple && action.kind == ActionKind::fairy)
    return explain_fairy(rules, s, action);
  if (asked == DecisionKind::dragon && action.kind == ActionKind::dragon)
    return explain_dragon(rules, s, action.at);
  if (asked == DecisionKind::dragon && action.kind == ActionKind::pass)
    return "the dragon has to move while it can";
  if (asked == DecisionKind::princess && action.kind == ActionKind::send_away)
    return "only a knight of the princess's own city can be sent away";
  return "";
}

}  // namespace bastide::princess_dragon
