// What a position is, as one number that lasts: a sum over the names and values that are written
// of it. It knows no enumerator, no index, no layout and no order in memory, so a program with more
// words gives the positions of today the same number.
//
//   - an object is the sum of its members, each by its name, whatever their order;
//   - a list is the sum of its elements, whatever their order: who needs the order writes it;
//   - what is nothing counts like a member that is not there.
//
// The numbers are stored with games: never change a function in this file.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/geometry.h"

namespace bastide::identity {

using Word = std::uint64_t;

// Bijective (splitmix64).
constexpr Word scattered(Word z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
constexpr Word joined(Word a, Word b) {
  return scattered((a ^ scattered(b + 0x9E3779B97F4A7C15ull)) + 0xD1B54A32D192ED03ull);
}
// Of a text in UTF-8: FNV-1a, scattered.
constexpr Word spelled(std::string_view text) {
  Word h = 0xCBF29CE484222325ull;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return scattered(h);
}

enum class Sort : std::uint8_t { number = 1, text, flag, place, object, list };
constexpr Word value(Sort sort, Word w) { return joined(static_cast<Word>(sort), w); }

constexpr Word number(std::int64_t n) { return value(Sort::number, static_cast<Word>(n)); }
constexpr Word flag(bool b) { return value(Sort::flag, b ? 1 : 0); }
constexpr Word text(Word spelling) { return value(Sort::text, spelling); }
constexpr Word text(std::string_view t) { return text(spelled(t)); }
constexpr Word place(Pos at) {
  return value(Sort::place, static_cast<Word>(static_cast<std::uint16_t>(at.x)) << 16 |
                                static_cast<std::uint16_t>(at.y));
}
constexpr Word object(Word sum) { return value(Sort::object, sum); }  // of its members
constexpr Word list(Word sum) { return value(Sort::list, sum); }      // of its elements

// What an object or a list sums up.
constexpr Word member(Word name, Word value) { return joined(name, value); }
constexpr Word member(std::string_view name, Word value) { return joined(spelled(name), value); }
constexpr Word element(Word value) { return scattered(value); }

}  // namespace bastide::identity
