#include "server/message/client_message.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/notation/json_setup.h"
#include "engine/notation/parse.h"
#include "engine/notation/record.h"

namespace bastide::server {

namespace {

using Error = std::optional<FormError>;

template <class... M>
constexpr ClientDef def(ClientType type, std::string_view name, M... members) {
  return {type, name, {members...}, sizeof...(members)};
}

constexpr MemberDef kTable{"table", Form::table_id};
constexpr MemberDef kSeat{"seat", Form::seat};
constexpr MemberDef kSeq{"seq", Form::seq};
constexpr MemberDef kMaybeColour{"colour", Form::colour, true};
constexpr MemberDef kNonce{"nonce", Form::nonce, true};

// One row for each message, in the order of ClientType: docs/wire.md §10.1.
constexpr std::array<ClientDef, kClientTypes> kMessages{
    def(ClientType::hello, "hello", MemberDef{"protocol", Form::protocol}),
    def(ClientType::lobby, "lobby", MemberDef{"on", Form::boolean}),
    def(ClientType::games, "games", MemberDef{"on", Form::boolean}),
    def(ClientType::create, "create", MemberDef{"setup", Form::setup},
        MemberDef{"seats", Form::seats}, MemberDef{"listed", Form::boolean},
        MemberDef{"assist", Form::assist}, MemberDef{"clock", Form::clock, true}, kNonce),
    def(ClientType::join, "join", kTable),
    def(ClientType::leave, "leave", kTable),
    def(ClientType::sit, "sit", kTable, kSeat, MemberDef{"name", Form::name, true}, kMaybeColour,
        kNonce),
    def(ClientType::stand, "stand", kTable, kSeat),
    def(ClientType::seat, "seat", kTable, kSeat, MemberDef{"kind", Form::seat_kind},
        MemberDef{"bot", Form::bot, true}),
    def(ClientType::colour, "colour", kTable, kSeat, MemberDef{"colour", Form::colour}),
    def(ClientType::start, "start", kTable),
    def(ClientType::act, "act", kTable, kSeq, MemberDef{"action", Form::action}),
    def(ClientType::features, "features", kTable),
    def(ClientType::resign, "resign", kTable, kSeat),
    def(ClientType::absent, "absent", kTable, kSeat, MemberDef{"do", Form::remedy}),
    def(ClientType::undo, "undo", kTable, kSeat, kSeq),
    def(ClientType::undo_answer, "undo_answer", kTable, kSeat, MemberDef{"grant", Form::boolean}),
    def(ClientType::rematch, "rematch", kTable),
    def(ClientType::ping, "ping"),
    def(ClientType::promise, "promise"),
    def(ClientType::nonce, "nonce", kTable, MemberDef{"nonce", Form::nonce})};

static_assert([] {
  for (std::size_t i = 0; i < kMessages.size(); ++i)
    if (static_cast<std::size_t>(kMessages[i].type) != i) return false;
  return true;
}());

constexpr std::int64_t kMaxSeconds = 24 * 60 * 60;
constexpr std::int64_t kMaxDays = 30;

bool read_boolean(ObjectReader& reader, std::string_view name) {
  const Json* value = reader.required(name);
  if (value == nullptr) return false;
  if (const auto* flag = value->get_ptr<const bool*>()) return *flag;
  reader.fail(name, "must be true or false");
  return false;
}

std::int64_t read_between(ObjectReader& reader, std::string_view name, std::int64_t least,
                          std::int64_t most) {
  const std::int64_t number = reader.integer(name);
  if (number < least || number > most)
    reader.fail(name, "must be " + std::to_string(least) + " to " + std::to_string(most));
  return number;
}

template <std::size_t N>
std::size_t read_word(ObjectReader& reader, std::string_view name,
                      const std::array<std::string_view, N>& words) {
  const std::string_view word = reader.word(name);
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string what = "must be one of";
  for (const std::string_view known : words) what.append(" ").append(known);
  reader.fail(name, what);
  return 0;
}

// A guest's or a seat's name: here only that it is text; what a good name is, the hub says.
std::optional<std::string> read_name(ObjectReader& reader, std::string_view name) {
  const Json* value = reader.optional(name);
  if (value == nullptr) return std::nullopt;
  const auto* text = value->get_ptr<const std::string*>();
  if (text == nullptr) {
    reader.fail(name, "must be a string");
    return std::nullopt;
  }
  return *text;
}

int read_colour(ObjectReader& reader, std::string_view name) {
  return static_cast<int>(read_between(reader, name, 0, kColours - 1));
}

std::string read_nonce(ObjectReader& reader, std::string_view name) {
  const std::string_view text = reader.word(name);
  if (!is_digest(text)) reader.fail(name, "must be 64 lower-case hexadecimal digits");
  return std::string(text);
}

ClockRules read_clock(const Json& value, const Path& path, Error& error) {
  ClockRules clock;
  ObjectReader reader(value, path, error);
  clock.kind = static_cast<ClockRules::Kind>(read_word(reader, "kind", ClockRules::kKindNames));
  if (!error) {
    if (clock.kind == ClockRules::Kind::days) {
      clock.days = read_between(reader, "days", 1, kMaxDays);
    } else {
      clock.seconds = read_between(reader, "seconds", 1, kMaxSeconds);
    }
    if (clock.kind == ClockRules::Kind::increment) clock.add = read_between(reader, "add", 0, 3600);
  }
  reader.finish();
  return clock;
}

Setup read_setup_words(const Json& value, const Path& path, Error& error) {
  const auto* members = value.get_ptr<const Json::object_t*>();
  if (members == nullptr) {
    fail(error, path, "must be an object");
    return {};
  }
  if (value.contains("players")) {
    fail(error, path, "must not name players: they are who sits down");
    return {};
  }
  Json whole = value;  // with as many players as a setup needs by its form
  Json somebody = Json::object();
  somebody["name"] = "?";
  whole["players"] = Json::array({somebody, somebody});
  auto formed = setup_from_json(whole, path);
  if (auto* wrong = std::get_if<FormError>(&formed)) {
    if (!error) error = std::move(*wrong);
    return {};
  }
  Setup setup = std::get<Setup>(std::move(formed));
  setup.players.clear();
  return setup;
}

SeatWish read_wish(const Json& value, const Path& path, Error& error) {
  SeatWish wish;
  ObjectReader reader(value, path, error);
  wish.kind = static_cast<SeatWish::Kind>(read_word(reader, "kind", SeatWish::kKindNames));
  if (!error && wish.kind == SeatWish::Kind::bot) wish.bot = reader.word("bot");
  if (!error && wish.kind == SeatWish::Kind::me) wish.name = read_name(reader, "name");
  if (!error && wish.kind != SeatWish::Kind::open && reader.has("colour"))
    wish.colour = read_colour(reader, "colour");
  reader.finish();
  return wish;
}

std::vector<SeatWish> read_wishes(ObjectReader& reader, std::string_view name) {
  const Json* value = reader.array(name);
  if (value == nullptr) return {};
  if (value->size() < kMinPlayers || value->size() > kMaxPlayers) {
    reader.fail(name, "must be " + std::to_string(kMinPlayers) + " to " +
                          std::to_string(kMaxPlayers) + " seats");
    return {};
  }
  const Path path{&reader.path(), name};
  std::vector<SeatWish> wishes;
  for (std::size_t i = 0; i < value->size() && !reader.error(); ++i)
    wishes.push_back(read_wish((*value)[i], Path{&path, {}, i}, reader.error()));
  return wishes;
}

void read_action(ObjectReader& reader, std::string_view name, NamedAction& action) {
  const Json* value = reader.object(name);
  if (value == nullptr) return;
  auto formed = action_from_json(*value, Path{&reader.path(), name});
  if (auto* wrong = std::get_if<FormError>(&formed)) {
    if (!reader.error()) reader.error() = std::move(*wrong);
  } else {
    action = std::get<NamedAction>(std::move(formed));
  }
}

SeatWish::Kind read_seat_kind(ObjectReader& reader, std::string_view name) {
  static constexpr std::array<std::string_view, 2> kKinds{"open", "bot"};
  return read_word(reader, name, kKinds) == 0 ? SeatWish::Kind::open : SeatWish::Kind::bot;
}

// Members that are more than a number or a word.
void read_compound(ObjectReader& reader, const MemberDef& member, ClientMessage& message) {
  const std::string_view name = member.name;
  switch (member.form) {
    case Form::action:
      return read_action(reader, name, message.action);
    case Form::seats:
      message.seats = read_wishes(reader, name);
      return;
    case Form::setup:
      if (const Json* value = reader.required(name))
        message.setup = read_setup_words(*value, Path{&reader.path(), name}, reader.error());
      return;
    case Form::clock:
      if (const Json* value = reader.required(name))
        message.clock = read_clock(*value, Path{&reader.path(), name}, reader.error());
      return;
    default:
      return;
  }
}

void read_member(ObjectReader& reader, const MemberDef& member, ClientMessage& message) {
  const std::string_view name = member.name;
  if (member.optional && !reader.has(name)) return;
  switch (member.form) {
    case Form::protocol:
      message.protocol = reader.integer(name);
      return;
    case Form::boolean:
      message.flag = read_boolean(reader, name);
      return;
    case Form::table_id:
      message.table = reader.word(name);
      return;
    case Form::seat:
      message.seat = static_cast<int>(read_between(reader, name, 0, kMaxPlayers - 1));
      return;
    case Form::seq:
      message.seq = read_between(reader, name, 0, kMaxMessageId);
      return;
    case Form::assist:
      message.assist = static_cast<Assist>(read_word(reader, name, kAssistNames));
      return;
    case Form::name:
      message.name = read_name(reader, name);
      return;
    case Form::seat_kind:
      message.seat_kind = read_seat_kind(reader, name);
      return;
    case Form::bot:
      message.bot = reader.word(name);
      return;
    case Form::colour:
      message.colour = read_colour(reader, name);
      return;
    case Form::remedy:
      message.remedy = static_cast<Remedy>(read_word(reader, name, kRemedyNames));
      return;
    case Form::nonce:
      message.nonce = read_nonce(reader, name);
      return;
    default:
      return read_compound(reader, member, message);
  }
}

std::optional<std::int64_t> read_id(ObjectReader& reader) {
  if (!reader.has("id")) return std::nullopt;
  const std::int64_t id = read_between(reader, "id", 0, kMaxMessageId);
  return reader.error() ? std::nullopt : std::optional(id);
}

const ClientDef* find_message(std::string_view name) {
  const auto found = std::ranges::find(kMessages, name, &ClientDef::name);
  return found != kMessages.end() ? &*found : nullptr;
}

void check_whole(const ClientMessage& message, ObjectReader& reader) {
  if (message.type != ClientType::seat) return;
  const bool bot = message.seat_kind == SeatWish::Kind::bot;
  if (bot && message.bot.empty()) reader.fail("bot", "is missing");
  if (!bot && !message.bot.empty()) reader.fail("bot", "must be left out for an open seat");
}

}  // namespace

std::string_view type_name(Form form) {
  static constexpr std::array<std::string_view, 16> kNames{
      "number",     "boolean",    "string",
      "Seat",       "number",     "Action",
      "SetupWords", "SeatWish[]", "Assist",
      "Clock",      "string",     "\"open\" | \"bot\"",
      "string",     "number",     "\"bot\" | \"end\"",
      "string"};
  return kNames[static_cast<std::size_t>(form)];
}

std::span<const ClientDef> client_messages() { return kMessages; }

std::string_view name_of(ClientType type) { return kMessages[static_cast<std::size_t>(type)].name; }

std::variant<ClientMessage, MessageError> read_client_message(std::string_view text) {
  auto parsed = parse_json(text);
  if (const auto* wrong = std::get_if<FormError>(&parsed)) return MessageError{wrong->text(), {}};
  Error error;
  const Path path;
  ClientMessage message;
  ObjectReader reader(std::get<Json>(parsed), path, error);
  message.id = read_id(reader);
  const std::string_view type = reader.word("type");
  const ClientDef* found = error ? nullptr : find_message(type);
  if (!error && found == nullptr) reader.fail("type", "there is no message " + line_of(Json(type)));
  if (found != nullptr) {
    message.type = found->type;
    for (const MemberDef& member : found->span()) read_member(reader, member, message);
    check_whole(message, reader);
    reader.finish();
  }
  if (error) return MessageError{error->text(), message.id};
  return message;
}

Json clock_to_json(const ClockRules& clock) {
  Json json;
  json["kind"] = ClockRules::kKindNames[static_cast<std::size_t>(clock.kind)];
  if (clock.kind == ClockRules::Kind::days) {
    json["days"] = clock.days;
  } else {
    json["seconds"] = clock.seconds;
  }
  if (clock.kind == ClockRules::Kind::increment) json["add"] = clock.add;
  return json;
}

Formed<ClockRules> clock_from_json(const Json& value, const Path& path) {
  Error error;
  ClockRules clock = read_clock(value, path, error);
  if (error) return *std::move(error);
  return clock;
}

Formed<Setup> setup_words_from_json(const Json& value, const Path& path) {
  Error error;
  Setup setup = read_setup_words(value, path, error);
  if (error) return *std::move(error);
  return setup;
}

Json setup_words_to_json(const Setup& setup) {
  Json json = setup_to_json(setup);
  json.erase("players");
  return json;
}

}  // namespace bastide::server
