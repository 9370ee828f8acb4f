// A review as a page of its own, with pictures.
#pragma once

#include <string>

#include "review/review.h"

namespace bastide::tools {

std::string review_to_html(const Review& review, const Record& record);

}  // namespace bastide::tools
