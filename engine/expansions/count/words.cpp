// What people read and write of the set: the public state, loaded positions, refusals.
#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/count/parts.h"
#include "engine/rules/loaded_words.h"
#include "engine/scoring/score.h"

namespace bastide::count {
namespace {

void write_quarter(const Rules& rules, const CountState& state, int quarter, FieldWriter& out) {
  out.open_list(kQuarterNames[static_cast<std::size_t>(quarter)]);
  for (int seat = 0; seat < rules.player_count(); ++seat)
    for (int kind = 0; kind < kPieceKinds; ++kind)
      for (int i = 0; i < state.pieces[quarter][seat][kind]; ++i) {
        out.open_object("");
        out.text("piece", name_of(static_cast<PieceKind>(kind)));
        out.number("owner", seat);
        out.close();
      }
  out.close();
}

// quarter forge R R B: meeples of these players; quarter cathedral R abbot: another piece.
bool load_quarter(const Rules& rules, GameState& s, std::string_view value) {
  const auto quarter = parse_name<Quarter>(kQuarterNames, take_word(value));
  if (!quarter) return false;
  std::string_view word = take_word(value);
  while (!word.empty()) {
    const auto seat = read_seat(rules, word);
    if (!seat) return false;
    word = take_word(value);
    const auto named = parse_name<PieceKind>(kPieceNames, word);
    if (named) word = take_word(value);
    const PieceKind kind = named.value_or(PieceKind::meeple);
    std::uint8_t& supply = s.core->players[*seat].supply[kind];
    if (supply == 0) return false;
    --supply;
    ++pieces_in(rules.ext<CountState>(s), *quarter, *seat, kind);
  }
  return true;
}

std::string explain_deployment(const Rules& rules, const GameState& s, const Action& action) {
  const std::string piece(spoken(action.piece));
  if (s.core->players[s.core->active].supply[action.piece] == 0)
    return "no " + piece + " is left in the supply";
  if (action.value < kQuarters &&
      !may_wait_in(rules, action.piece, static_cast<Quarter>(action.value)))
    return "the " + piece + " may not go to the " + std::string(kQuarterNames[action.value]);
  return "";
}

}  // namespace

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  const CountState& state = rules.ext<CountState>(s);
  out.open_object("count");
  out.text("quarter", kQuarterNames[static_cast<std::size_t>(state.count)]);
  for (int quarter = 0; quarter < kQuarters; ++quarter) write_quarter(rules, state, quarter, out);
  out.close();
}

namespace {

// Who has joined a feature from a quarter, where it matters that he stands on none of its tiles.
void write_joined(const Rules& rules, const GameState& s, FieldWriter& out) {
  if (rules.tie_breaks.empty() || find_piece(s, is_from_afar) == kNoPiece) return;
  out.open_list("from_quarters");
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (!is_from_afar(piece)) continue;
    out.open_object("");
    out.text("piece", name_of(piece.kind));
    out.number("owner", piece.owner);
    write_place(rules, s, piece.segment, out);
    out.close();
  }
  out.close();
}

}  // namespace

void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  write_joined(rules, s, out);
  const CountState& state = rules.ext<CountState>(s);
  if (state.joining != 0)
    write_segment(rules, s, naming_segment(rules, s, static_cast<FeatureId>(state.joining - 1)),
                  "joining", out);
  out.open_list("scores_before");
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    if (state.before[seat] == 0) continue;
    out.open_object("");
    out.number("seat", seat);
    out.number("score", state.before[seat]);
    out.close();
  }
  out.close();
}

bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word == "quarter") return load_quarter(rules, s, value);
  const auto quarter = parse_name<Quarter>(kQuarterNames, value);
  if (word != "count" || !quarter) return false;
  rules.ext<CountState>(s).count = *quarter;
  return true;
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::deploy && action.kind == ActionKind::deploy)
    return explain_deployment(rules, s, action);
  if (asked == DecisionKind::move_count && action.kind == ActionKind::move_count)
    return "the count stands in that quarter already";
  if (asked == DecisionKind::market_to_field && action.kind == ActionKind::pass)
    return "whoever waits in the market has to go to a field";
  if (action.kind == ActionKind::redeploy &&
      (asked == DecisionKind::redeploy || asked == DecisionKind::market_to_field))
    return static_cast<int>(rules.ext<CountState>(s).count) == action.value &&
                   asked == DecisionKind::redeploy
               ? "nobody leaves the quarter in which the count stands"
               : "no such piece of yours can move from there to that place";
  return "";
}

}  // namespace bastide::count
