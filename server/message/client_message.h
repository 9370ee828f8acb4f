// What a client may say: one table of messages and their members (docs/wire.md §10.1), which is
// read strictly here and printed as TypeScript by typescript.h. Form only: whether a table exists
// and whose turn it is, the hub knows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation/form.h"
#include "engine/notation/json_action.h"
#include "engine/rules/setup_words.h"

namespace bastide::server {

inline constexpr int kProtocol = 1;
inline constexpr std::size_t kMaxMessageBytes = 16 * 1024;
inline constexpr std::int64_t kMaxMessageId = std::int64_t{1} << 31;

enum class ClientType : std::uint8_t {
  hello,
  lobby,
  games,
  create,
  join,
  leave,
  sit,
  stand,
  seat,
  colour,
  start,
  act,
  features,
  resign,
  absent,
  undo,
  undo_answer,
  rematch,
  ping
};
inline constexpr int kClientTypes = 19;

// What a member holds: how it is read, and its name in the types for programs.
enum class Form : std::uint8_t {
  protocol,
  boolean,
  table_id,
  seat,
  seq,
  action,
  setup,
  seats,
  assist,
  clock,
  name,
  seat_kind,
  bot,
  colour,
  remedy
};
std::string_view type_name(Form form);

struct MemberDef {
  std::string_view name;
  Form form = Form::boolean;
  bool optional = false;
};

struct ClientDef {
  ClientType type;
  std::string_view name;
  std::array<MemberDef, 5> members;
  std::uint8_t count;
  std::span<const MemberDef> span() const { return {members.data(), count}; }
};
std::span<const ClientDef> client_messages();  // in the order of ClientType
std::string_view name_of(ClientType type);

// How much a table tells its players beyond what lies on it.
enum class Assist : std::uint8_t { table, standard, training };
inline constexpr std::array<std::string_view, 3> kAssistNames{"table", "standard", "training"};

struct ClockRules {
  enum class Kind : std::uint8_t { sudden, increment, days };
  static constexpr std::array<std::string_view, 3> kKindNames{"sudden", "increment", "days"};
  Kind kind = Kind::sudden;
  std::int64_t seconds = 0;
  std::int64_t add = 0;
  std::int64_t days = 0;
  friend bool operator==(const ClockRules&, const ClockRules&) = default;
};
Json clock_to_json(const ClockRules& clock);

// A seat as it is wished for when a table is made.
struct SeatWish {
  enum class Kind : std::uint8_t { open, me, bot };
  static constexpr std::array<std::string_view, 3> kKindNames{"open", "me", "bot"};
  Kind kind = Kind::open;
  std::optional<std::string> name;
  std::string bot;
  std::optional<int> colour;
};

// A seat's colour: a number that clients paint with, one for each seat that a table may have.
inline constexpr int kColours = kMaxPlayers;

// What the others at a table may do about a player who has gone.
enum class Remedy : std::uint8_t { bot, end };
inline constexpr std::array<std::string_view, 2> kRemedyNames{"bot", "end"};

// One message. Which members mean something depends on the type, as the table says.
struct ClientMessage {
  ClientType type = ClientType::ping;
  std::optional<std::int64_t> id;
  std::string table;
  int seat = 0;
  std::int64_t seq = 0;
  std::int64_t protocol = 0;
  bool flag = false;  // on, listed, grant
  NamedAction action;
  Setup setup;  // without players
  std::vector<SeatWish> seats;
  Assist assist = Assist::standard;
  std::optional<ClockRules> clock;
  std::optional<std::string> name;
  SeatWish::Kind seat_kind = SeatWish::Kind::open;
  std::string bot;
  std::optional<int> colour;
  Remedy remedy = Remedy::bot;
};

// Why a message is malformed; its id, where that much could be read, so that the refusal answers
// it.
struct MessageError {
  std::string reason;
  std::optional<std::int64_t> id;
};
std::variant<ClientMessage, MessageError> read_client_message(std::string_view text);

// The parts that are stored as well as sent.
Formed<ClockRules> clock_from_json(const Json& value, const Path& path = Path{nullptr, "clock"});
Formed<Setup> setup_words_from_json(const Json& value, const Path& path = Path{nullptr, "setup"});
Json setup_words_to_json(const Setup& setup);  // without players

}  // namespace bastide::server
