#include "engine/rules/loaded_words.h"

#include <algorithm>
#include <string>

namespace bastide {

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

std::optional<Pos> read_cell(std::string_view text) {
  const std::size_t comma = text.find(',');
  Pos at;
  if (comma == text.npos || !read_number(text.substr(0, comma), at.x) ||
      !read_number(text.substr(comma + 1), at.y))
    return std::nullopt;
  return at;
}

std::optional<Seat> read_seat(const Rules& rules, std::string_view text) {
  for (std::size_t i = 0; i < rules.players.size(); ++i)
    if (rules.players[i].name == text || std::to_string(i) == text) return static_cast<Seat>(i);
  return std::nullopt;
}

}  // namespace bastide
