// Members and elements of JSON that our own server has printed, as slices of the text: quicker than
// reading it all, for tests with many clients.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::test_help {

// The end of the value that begins at `at`.
inline std::size_t end_of_value(std::string_view json, std::size_t at) {
  int depth = 0;
  for (; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') {
      for (++at; at < json.size() && json[at] != '"'; ++at)
        if (json[at] == '\\') ++at;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return at;  // of what it stands in
      --depth;
    } else if (c == ',' && depth == 0) {
      return at;
    }
  }
  return at;
}

// The value of an object's member, empty if it has none.
inline std::string_view member(std::string_view object, std::string_view name) {
  std::size_t at = 1;
  while (at < object.size() && object[at] == '"') {
    const std::size_t key_end = object.find('"', at + 1);
    const std::string_view key = object.substr(at + 1, key_end - at - 1);
    const std::size_t start = key_end + 2;
    const std::size_t end = end_of_value(object, start);
    if (key == name) return object.substr(start, end - start);
    at = end + 1;
  }
  return {};
}

inline std::vector<std::string_view> elements(std::string_view array) {
  std::vector<std::string_view> found;
  std::size_t at = 1;
  while (at < array.size() && array[at] != ']') {
    const std::size_t end = end_of_value(array, at);
    found.push_back(array.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

// A string without its quotes; the texts that tests look at have nothing to unescape.
inline std::string text_of(std::string_view value) {
  return value.size() >= 2 ? std::string(value.substr(1, value.size() - 2)) : std::string();
}

inline std::int64_t number_of(std::string_view value) {
  return std::strtoll(std::string(value).c_str(), nullptr, 10);
}

}  // namespace bastide::test_help
