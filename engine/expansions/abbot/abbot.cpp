#include "engine/expansions/abbot/abbot.h"

#include "engine/board/board.h"
#include "engine/scoring/score.h"

namespace bastide::abbot {
namespace {

constexpr int kAbbot = static_cast<int>(PieceKind::abbot);

// ABBOT-15, ABBOT-26: instead of placing, an abbot on an unfinished feature may come home.
void list_recalls(const Rules& rules, const GameState& s, Options& out) {
  if (s.core->players[s.core->active].supply[kAbbot] == rules.supply[kAbbot]) return;
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.kind != PieceKind::abbot || piece.owner != s.core->active) continue;
    if (is_finished(s, feature_of(s, piece.segment))) continue;
    const PlacedTile& tile = s.tiles[s.segments[piece.segment].tile];
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
  for (int i = 0; i < s.core->pieces; ++i)
    if (s.pieces[i].segment == segment && s.pieces[i].kind == PieceKind::abbot &&
        s.pieces[i].owner == s.core->active) {
      send_home(rules, s, i, EventKind::returned, events);
      break;
    }
  return Flow::proceed;
}

std::string explain(const Rules&, const GameState& s, const Action& action) {
  if (s.core->decision != DecisionKind::meeple || action.kind != ActionKind::recall ||
      action.piece != PieceKind::abbot)
    return "";
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.kind != PieceKind::abbot || s.tiles[s.segments[piece.segment].tile].at != action.at)
      continue;
    if (piece.owner != s.core->active) return "that abbot belongs to another player";
    if (is_finished(s, feature_of(s, piece.segment)))
      return "what is complete is scored, not taken back";
  }
  return "no abbot of yours stands there";
}

}  // namespace

std::optional<SetupError> install(Rules& rules, const Setup&) {
  rules.supply[kAbbot] = 1;  // ABBOT-1
  rules.piece_in_play[kAbbot] = true;
  rules.gardens = true;
  PieceTraits& traits = rules.traits[kAbbot];
  traits.stands_on = kind_bit(SegmentKind::monastery) | kind_bit(SegmentKind::garden) |  // ABBOT-5
                     kind_bit(SegmentKind::shrine) | kind_bit(SegmentKind::abbey);
  traits.rides_portal = true;
  traits.eaten_by_dragon = true;
  traits.follower = true;
  traits.quarters = quarter_bit(Quarter::cathedral);
  rules.meeple_options.push_back(list_recalls);
  rules.recall_answers[static_cast<int>(Standing::standing)] = answer_recall;
  rules.explanations.push_back(explain);
  return std::nullopt;
}

}  // namespace bastide::abbot
