// The shapes of everything the server sends, in words: tables from which the types for programs are
// printed, and against which tests check what is really sent.
#pragma once

#include <span>
#include <string_view>

namespace bastide::server {

// An object: "name: type; name?: type". Types are names of this table, of wire_words(), or
// string, number, boolean, null, with [] for lists, | for choices and Record<string, T> for maps.
struct WireType {
  std::string_view name;
  std::string_view members;
};
std::span<const WireType> wire_objects();
std::span<const WireType> wire_choices();     // "A | B": one of several objects
std::span<const WireType> wire_events();      // by the `event` that each has
std::span<const WireType> server_messages();  // by the `type` that each has

// A word out of a list: "Piece" is one of kPieceNames.
struct WireWords {
  std::string_view name;
  std::span<const std::string_view> words;
};
std::span<const WireWords> wire_words();

// The codes of `refused`.
enum class Refused : unsigned char {
  bad_message,
  too_large,
  too_fast,
  unknown_table,
  not_seated,
  not_host,
  not_your_turn,
  stale,
  illegal,
  seat_taken,
  started,
  not_started,
  over,
  bad_setup,
  bad_name,
  too_many,
  not_allowed,
  stopping,
  storage
};
inline constexpr std::string_view kRefusedNames[] = {
    "bad_message", "too_large",     "too_fast", "unknown_table", "not_seated",
    "not_host",    "not_your_turn", "stale",    "illegal",       "seat_taken",
    "started",     "not_started",   "over",     "bad_setup",     "bad_name",
    "too_many",    "not_allowed",   "stopping", "storage"};
inline constexpr int kRefusedCodes = static_cast<int>(std::size(kRefusedNames));
constexpr std::string_view name_of(Refused code) {
  return kRefusedNames[static_cast<std::size_t>(code)];
}

}  // namespace bastide::server
