// How a review speaks of players, moves and what they cost.
#pragma once

#include <string>

#include "tools/review/review_core.h"

namespace bastide::tools {

const std::string& player(const Review& review, Seat seat);
bool was_best(const ReviewedMove& move);          // nothing to speak of was better
std::string cost_text(const ReviewedMove& move);  // "2.9 points, 6.4 % of winning"
std::string sentence(const Review& review, const ReviewedMove& move);

}  // namespace bastide::tools
