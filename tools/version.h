#pragma once

#include <string_view>

namespace bastide::tools {

std::string_view version();  // of the project, as CMakeLists.txt has it

}  // namespace bastide::tools
