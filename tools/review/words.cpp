#include "tools/review/words.h"

#include <fmt/format.h>

#include "engine/notation/text_action.h"

namespace bastide::tools {

const std::string& player(const Review& review, Seat seat) {
  return review.setup.players[seat].name;
}

bool was_best(const ReviewedMove& move) {
  return move.cost_chance() < 0.001 && move.cost_points() < 0.1;
}

std::string cost_text(const ReviewedMove& move) {
  return fmt::format("{:.1f} points, {:.1f} % of winning", move.cost_points(),
                     100 * move.cost_chance());
}

std::string sentence(const Review& review, const ReviewedMove& move) {
  return fmt::format("Turn {}, {}: {} instead of {} cost {}", move.turn, player(review, move.seat),
                     action_text(move.played), action_text(move.best), cost_text(move));
}

}  // namespace bastide::tools
