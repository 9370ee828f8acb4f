// Game records: {"bastide":1,"rules":2,"setup":{…},"actions":[…]}, one alone or several after one
// another. Without "rules" the newest are meant.
// A record of a game whose draws follow from a committed secret has a member "fair" as well.
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation/json_action.h"
#include "engine/notation/json_setup.h"
#include "engine/notation/parse.h"

namespace bastide {

inline constexpr int kRecordVersion = 1;
inline constexpr std::size_t kMaxActions = 200'000;

// How draws are made: docs/fair-draws.md.
enum class FairMethod : std::uint8_t { bastide_1, bastide_2 };
inline constexpr std::array<std::string_view, 2> kFairMethodNames{"bastide-1", "bastide-2"};

// From draw `draw` on, so many times had something been taken back.
struct UndoMark {
  std::uint64_t draw = 0;
  std::uint64_t undos = 0;
  friend bool operator==(const UndoMark&, const UndoMark&) = default;
};

// The dealer's promise, and the secret that lets everybody check it once the game is over.
struct FairDraws {
  std::string commitment;  // 64 lower-case hexadecimal digits
  std::string secret;      // so too, or empty as long as it is one; bastide-1 calls it the seed
  FairMethod method = FairMethod::bastide_1;
  // Of bastide-2 alone
  std::string table = {};                // its id
  std::vector<std::string> nonces = {};  // by seat; empty for a seat without one
  std::vector<UndoMark> undos = {};      // both numbers rise
  friend bool operator==(const FairDraws&, const FairDraws&) = default;
};

struct Record {
  Setup setup;
  std::vector<NamedAction> actions;
  std::optional<FairDraws> fair = std::nullopt;
};

// Lower-case hexadecimal digits of 32 bytes.
bool is_digest(std::string_view text);

// Exactly one record; only its form is checked.
Formed<Record> read_record(std::string_view text);
Formed<Record> record_from_json(const Json& value);
Json fair_to_json(const FairDraws& fair);
std::string write_record(const Record& record);  // one line, without the newline

// Several records after one another, as JSON lines or with any white space between them. Holds one
// record at a time: a file of a million games needs no more memory than one of them.
class RecordReader {
 public:
  explicit RecordReader(std::istream& in) : in_(in) {}

  // The next record; nothing at the end of the input. After an error there is no next one.
  std::optional<Formed<Record>> next();

 private:
  bool fill();
  std::optional<std::string_view> next_document();

  std::istream& in_;
  std::string buffer_;
  std::size_t start_ = 0;  // of what is not read yet in buffer_
  std::size_t line_ = 1;   // of buffer_[start_]
  std::size_t document_line_ = 1;
  bool ended_ = false;
};

// A record being played: its rules, and the state after the actions so far.
struct PlayedRecord {
  RulesPtr rules;
  GameState state;
};

// Why a record does not play: the setup makes no game (index is empty), or an action is illegal.
struct PlayError {
  std::optional<std::size_t> index;
  std::string reason;
};

// Plays all actions; who wants to look on in between applies them with apply_named.
std::variant<PlayedRecord, PlayError> play_record(const Record& record);

// "action 5 {"by":0,"do":"pass"}: the reason", or "setup: the reason".
std::string play_error_text(const Record& record, const PlayError& error);

}  // namespace bastide
