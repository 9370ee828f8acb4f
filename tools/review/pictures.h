// The boards of a review.
#pragma once

#include <string>

#include "tools/review/review_core.h"

namespace bastide::tools {

// HTML: the board after the move that was played and after the best one, side by side.
std::string moment_pictures(const Record& record, const ReviewedMove& move);

}  // namespace bastide::tools
