// The Abbot: a second figure for monasteries and gardens that may be taken back early.
#include "engine/board/own_pieces.h"
#include "engine/scoring/score.h"
#include "engine/rules/module.h"

namespace bastide::abbot {
namespace {

constexpr int kAbbot = static_cast<int>(PieceKind::abbot);

// ABBOT-21, Y-34: placed in an earlier part of this turn. A sub-turn is a turn of its own.
bool came_this_turn(const GameState& s, const PlacedPiece& piece) {
  return piece.segment == s.core->settled && s.core->sub_turn == 0;
}

// ABBOT-15, ABBOT-26: instead of placing, an abbot on an unfinished feature may come home.
void list_recalls(const Rules& rules, const GameState& s, Options& out) {
  if (s.core->players[s.core->active].supply[kAbbot] == rules.supply[kAbbot]) return;
  for (int first = 0; first < s.core->pieces; first += 64)
    for (std::uint64_t left = own_among(s, piece_bit(PieceKind::abbot), s.core->active, first);
         left != 0; left &= left - 1) {
      const PlacedPiece& piece = s.pieces[first + std::countr_zero(left)];
      if (is_finished(s, feature_of(s, piece.segment)) || came_this_turn(s, piece)) continue;
      const PlacedTile& tile = tile_of(s, piece.segment);
      out.add({.kind = ActionKind::recall,
               .piece = PieceKind::abbot,
               .seg = tile.local(piece.segment),
               .at = tile.at});
    }
}

// ABBOT-17, ABBOT-18: worth a monk at the end of the game, at once.
Flow answer_recall(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const PlacedTile& tile = s.tiles[find_tile(s, action.at)];
  const auto segment = tile.segment(action.seg);
  const Sheet sheet = value_of(rules, s, feature_of(s, segment), false);
  give_points(s, s.core->active, ScoreFor::abbot, sheet, segment, events);
  send_home(rules, s, find_own(s, segment, PieceKind::abbot, s.core->active), EventKind::returned,
            events);
  return Flow::proceed;
}

std::string explain(const Rules&, const GameState& s, const Action& action) {
  if (s.core->decision != DecisionKind::meeple || action.kind != ActionKind::recall ||
      action.piece != PieceKind::abbot)
    return "";
  for (const PlacedPiece& piece : all_pieces(s)) {
    if (piece.kind != PieceKind::abbot || tile_of(s, piece.segment).at != action.at) continue;
    if (piece.owner != s.core->active) return "that abbot belongs to another player";
    if (is_finished(s, feature_of(s, piece.segment)))
      return "what is complete is scored, not taken back";
    if (came_this_turn(s, piece)) return "that abbot was placed in this very turn";
  }
  return "no abbot of yours stands there";
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  const std::uint16_t places =
      kind_bit(SegmentKind::monastery) | kind_bit(SegmentKind::garden) |  // ABBOT-5
      kind_bit(SegmentKind::shrine) | kind_bit(SegmentKind::abbey);
  // ABBOT-1, X-5, X-21, X-31
  bring_piece(rules, PieceKind::abbot, 1, {.suits = places, .person = true, .living = true});
  rules.gardens = true;
  rules.marks_in_play |= mark_bit(Mark::garden);
  rules.meeple_options.push_back(list_recalls);
  rules.recall_answers[static_cast<int>(Standing::on_feature)] = answer_recall;
  rules.explanations.push_back(explain);
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::abbot

bastide::ModuleRules bastide::module_abbot() { return {.install = abbot::install}; }
