// Small things with text that the library lacks. (fmt::join makes g++ 12 warn at -O3.)
#pragma once

#include <string>
#include <string_view>

namespace bastide::tools {

template <class Range>
std::string joined(const Range& parts, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const auto& part : parts) {
    if (!first) out += separator;
    out += part;
    first = false;
  }
  return out;
}

}  // namespace bastide::tools
