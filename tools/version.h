#pragma once

#include <string_view>

namespace bastide::tools {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace bastide::tools
