// Reading what a word of a loaded position says of a module: "fairy 1,0 R meeple city:N".
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

#include "engine/rules/rules.h"

namespace bastide {

// Takes the next word off the text; empty at its end.
std::string_view take_word(std::string_view& text);

// The whole text as a number.
template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

std::optional<Pos> read_cell(std::string_view text);                       // "1,0"
std::optional<Seat> read_seat(const Rules& rules, std::string_view text);  // by name or number

}  // namespace bastide
