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
  storage,
  too_early,
  colour_taken
};
inline constexpr std::string_view kRefusedNames[] = {
    "bad_message",   "too_large", "too_fast",    "unknown_table", "not_seated",  "not_host",
    "not_your_turn", "stale",     "illegal",     "seat_taken",    "started",     "not_started",
    "over",          "bad_setup", "bad_name",    "too_many",      "not_allowed", "stopping",
    "storage",       "too_early", "colour_taken"};
inline constexpr int kRefusedCodes = static_cast<int>(std::size(kRefusedNames));
constexpr std::string_view name_of(Refused code) {
  return kRefusedNames[static_cast<std::size_t>(code)];
}

// Where a code has several reasons: which of them it is, so that a client can say it in its own
// words. `none` is the usual one, and is not sent.
enum class RefusedDetail : unsigned char {
  none,
  closed,      // unknown_table: nobody came to it
  undo_last,   // stale: only the seat's own last answer can be taken back
  undo_none,   // stale: nobody asks to take anything back
  others,      // not_your_turn: the others have to answer
  resign,      // started: one cannot stand up any more, but may resign
  not_over,    // started: the game has to be over first
  bot,         // bad_setup: there is no such bot
  tiles,       // bad_setup: more than `most` tiles
  seats,       // bad_setup: two seats must be taken
  watched,     // too_many: tables watched by this connection, more than `most`
  opened,      // too_many: tables of this guest that are not over, more than `most`
  server,      // too_many: tables on this server
  assist,      // not_allowed: the table's assistance level
  automatic,   // not_allowed: a bot plays this seat already
  present,     // not_allowed: the player is here
  days,        // not_allowed: with a clock of days nobody is waited for
  listed,      // not_allowed: programs do not come to listed tables
  rematch,     // too_fast: somebody has just asked for the same
  read,        // storage: the table cannot be read at the moment
  damaged,     // storage: the table's record is damaged
  address,     // too_many: tables opened from this address, more than `most`; too_fast: all who ask
               // from there together
  bots_alone,  // too_many: tables where nobody but bots plays, more than `most`
  undos        // too_many: this seat has taken back `most` times in this game
};
inline constexpr std::string_view kRefusedDetailNames[] = {
    "none",  "closed", "undo_last", "undo_none", "others",  "resign",  "not_over",   "bot",
    "tiles", "seats",  "watched",   "opened",    "server",  "assist",  "automatic",  "present",
    "days",  "listed", "rematch",   "read",      "damaged", "address", "bots_alone", "undos"};
inline constexpr int kRefusedDetails = static_cast<int>(std::size(kRefusedDetailNames));
static_assert(kRefusedDetails == static_cast<int>(RefusedDetail::undos) + 1);
constexpr std::string_view name_of(RefusedDetail detail) {
  return kRefusedDetailNames[static_cast<std::size_t>(detail)];
}

}  // namespace bastide::server
