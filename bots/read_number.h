// Numbers of settings and weights, read whole or not at all.
#pragma once

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

namespace bastide {

inline bool read_number(std::string_view text, double& into) {
#if defined(__cpp_lib_to_chars)
  const auto read = std::from_chars(text.data(), text.data() + text.size(), into);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size();
#else
  // libc++ 19 reads no doubles this way. strtod takes more than from_chars does: white space, a
  // plus, hexadecimal digits, names.
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string_view::npos ||
      text.front() == '+')
    return false;
  const std::string whole(text);
  char* end = nullptr;
  into = std::strtod(whole.c_str(), &end);
  return end == whole.c_str() + whole.size();
#endif
}

}  // namespace bastide
