// Tables as the store keeps them: config and meta as JSON, and a log of actions in which other
// kinds of line may stand: {"undo":N}, back to N actions; {"resume":true}, where a server began
// again and the time before counts for nobody; {"stand_in":N} and {"back":N}, between which a bot
// played for seat N and its clock stood still.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/notation/json_text.h"
#include "engine/notation/parse.h"
#include "server/table/table.h"

namespace bastide::server {

namespace {

using Error = std::optional<FormError>;

constexpr std::string_view kAbandoned = "abandoned";
constexpr std::array<std::string_view, 4> kSeatKinds{"open", "person", "bot", "program"};

std::string seat_line(const TableSeat& seat) {
  ObjectText text;
  text.text("kind", kSeatKinds[static_cast<std::size_t>(seat.kind)]);
  if (!seat.guest.empty()) text.text("guest", seat.guest);
  if (!seat.name.empty()) text.text("name", seat.name);
  if (!seat.bot.empty()) text.text("bot", seat.bot);
  if (!seat.nonce.empty()) text.text("nonce", seat.nonce);
  if (seat.resigned) text.flag("resigned", true);
  if (seat.timeout) text.flag("timeout", true);
  if (seat.stand_in) text.flag("stand_in", true);
  return text.number("colour", seat.colour).take();
}

std::string guests_line(const std::vector<std::string>& guests) {
  ListText text;
  for (const std::string& guest : guests) text.raw(quoted_text(guest));
  return text.take();
}

std::string undo_line(const UndoRequest& undo) {
  return ObjectText()
      .number("seat", undo.seat)
      .number("seq", undo.seq)
      .number("undos", static_cast<std::int64_t>(undo.undos))
      .text("guest", undo.guest)
      .raw("granted", guests_line(undo.granted))
      .take();
}

std::string nonces_line(const NonceWait& nonces) {
  return ObjectText()
      .raw("guests", guests_line(nonces.guests))
      .number("until", nonces.until_ms)
      .take();
}

template <class Enum, std::size_t N>
Enum read_enum(ObjectReader& reader, std::string_view name,
               const std::array<std::string_view, N>& words) {
  const auto found = parse_name<Enum>(words, reader.word(name));
  if (!found) reader.fail(name, "is not known");
  return found.value_or(Enum{});
}

std::string read_text(ObjectReader& reader, std::string_view name) {
  return reader.has(name) ? std::string(reader.word(name)) : std::string();
}

bool read_flag(ObjectReader& reader, std::string_view name) {
  const Json* value = reader.optional(name);
  return value != nullptr && *value == true;
}

// Seats were painted by their number before they had colours of their own.
int read_seat_colour(ObjectReader& reader, std::size_t index) {
  if (!reader.has("colour")) return static_cast<int>(index);
  const std::int64_t colour = reader.integer("colour");
  if (colour >= 0 && colour < kColours) return static_cast<int>(colour);
  reader.fail("colour", "is none");
  return 0;
}

TableSeat read_seat(const Json& value, const Path& path, Error& error) {
  TableSeat seat;
  ObjectReader reader(value, path, error);
  seat.kind = read_enum<TableSeat::Kind>(reader, "kind", kSeatKinds);
  seat.guest = read_text(reader, "guest");
  seat.name = read_text(reader, "name");
  seat.bot = read_text(reader, "bot");
  seat.nonce = read_text(reader, "nonce");
  seat.resigned = read_flag(reader, "resigned");
  seat.timeout = read_flag(reader, "timeout");
  seat.stand_in = read_flag(reader, "stand_in");
  seat.colour = read_seat_colour(reader, path.index);
  return seat;
}

bool all_differ(const std::vector<TableSeat>& seats) {
  std::array<bool, kColours> used{};
  return std::ranges::none_of(seats, [&](const TableSeat& seat) {
    return std::exchange(used[static_cast<std::size_t>(seat.colour)], true);
  });
}

// Guests, each once; as many as have seats, at most.
std::vector<std::string> read_guests(ObjectReader& reader, std::string_view name) {
  std::vector<std::string> guests;
  const Json* list = reader.array(name);
  if (list == nullptr) return guests;
  if (list->size() > kMaxPlayers) reader.fail(name, "has too many guests");
  const Path here{&reader.path(), name};
  for (std::size_t i = 0; i < list->size() && !reader.error(); ++i) {
    const Path path{&here, {}, i};
    if (!check_name((*list)[i], path, reader.error())) break;
    guests.push_back((*list)[i].get<std::string>());
    if (std::ranges::find(guests, guests.back()) != guests.end() - 1)
      fail(reader.error(), path, "is there twice");
  }
  return guests;
}

std::int64_t read_count(ObjectReader& reader, std::string_view name) {
  const std::int64_t count = reader.integer(name);
  if (count < 0) reader.fail(name, "is less than nothing");
  return count;
}

UndoRequest read_undo(const Json& value, const Path& path, std::size_t seats, Error& error) {
  UndoRequest undo;
  ObjectReader reader(value, path, error);
  const std::int64_t seat = read_count(reader, "seat");
  if (!error && static_cast<std::size_t>(seat) >= seats) reader.fail("seat", "is none");
  undo.seq = read_count(reader, "seq");
  undo.undos = static_cast<std::size_t>(read_count(reader, "undos"));
  undo.guest = reader.word("guest");
  undo.granted = read_guests(reader, "granted");
  reader.finish();
  undo.seat = error ? 0 : static_cast<int>(seat);
  return undo;
}

NonceWait read_nonces(const Json& value, const Path& path, Error& error) {
  NonceWait nonces;
  ObjectReader reader(value, path, error);
  nonces.guests = read_guests(reader, "guests");
  nonces.until_ms = read_count(reader, "until");
  reader.finish();
  return nonces;
}

// Members of a meta and its seats that are not known here are a newer program's, which may serve
// the same store while a site is brought up to date.
TableMeta read_meta(const Json& value, Error& error) {
  TableMeta meta;
  const Path path{nullptr, "meta"};
  ObjectReader reader(value, path, error);
  meta.status = read_enum<Status>(reader, "status", kStatusNames);
  meta.host = reader.word("host");
  if (const Json* seats = reader.array("seats")) {
    const Path here{&path, "seats"};
    for (std::size_t i = 0; i < seats->size() && !error; ++i)
      meta.seats.push_back(read_seat((*seats)[i], Path{&here, {}, i}, error));
    if (meta.seats.size() < kMinPlayers || meta.seats.size() > kMaxPlayers)
      fail(error, here, "has no fitting number of seats");
    if (!all_differ(meta.seats)) fail(error, here, "has a colour twice");
  }
  meta.rematch = read_text(reader, "rematch");
  meta.rematch_commitment = read_text(reader, "rematch_commitment");
  if (const Json* result = reader.optional("result"))
    meta.result = read_result(*result, Path{&path, "result"}, error);
  meta.abandoned = reader.has("ended") && reader.word("ended") == kAbandoned;
  if (const Json* undo = reader.optional("undo"))
    meta.undo = read_undo(*undo, Path{&path, "undo"}, meta.seats.size(), error);
  if (reader.has("end_votes")) meta.end_votes = read_guests(reader, "end_votes");
  if (const Json* nonces = reader.optional("nonces"))
    meta.nonces = read_nonces(*nonces, Path{&path, "nonces"}, error);
  return meta;
}

template <class T>
T take(Formed<T> formed, Error& error) {
  if (auto* wrong = std::get_if<FormError>(&formed)) {
    if (!error) error = std::move(*wrong);
    return {};
  }
  return std::get<T>(std::move(formed));
}

TableConfig read_config(const Json& value, Error& error) {
  TableConfig config;
  const Path path{nullptr, "config"};
  ObjectReader reader(value, path, error);
  if (const Json* setup = reader.object("setup"))
    config.setup = take(setup_words_from_json(*setup), error);
  // What names no version was stored before there were any.
  config.setup.rules = reader.has("rules") ? static_cast<int>(reader.integer("rules")) : 1;
  // So was what names no method of its draws.
  config.fair = reader.has("fair") ? read_enum<FairMethod>(reader, "fair", kFairMethodNames)
                                   : FairMethod::bastide_1;
  config.listed = read_flag(reader, "listed");
  config.assist = read_enum<Assist>(reader, "assist", kAssistNames);
  if (const Json* clock = reader.optional("clock"))
    config.clock = take(clock_from_json(*clock), error);
  reader.finish();
  return config;
}

// The number in a line like {"undo":7}, if it is of this kind.
std::optional<std::int64_t> noted(std::string_view line, std::string_view kind) {
  const std::string head = "{" + quoted_text(kind) + ":";
  if (!line.starts_with(head)) return std::nullopt;
  return std::atoll(std::string(line.substr(head.size())).c_str());
}

// A line about who plays a seat. False: it is of another kind.
bool replay_stand_in(Table& table, const ActionRow& row) {
  const auto gone = noted(row.action, "stand_in"), back = noted(row.action, "back");
  if (gone) table.clocks.stand_in(static_cast<Seat>(*gone), true, row.at_ms);
  if (back) table.clocks.stand_in(static_cast<Seat>(*back), false, row.at_ms);
  return gone || back;
}

// One line of the log. The dealer's first draws and everything they follow share their time.
std::optional<std::string> replay_row(Table& table, const ActionRow& row, bool check_hash) {
  if (row.action == ObjectText().flag("resume", true).take()) {
    ++table.log_rows;
    table.clocks.run(actor(table.game->state()), row.at_ms);
    return std::nullopt;
  }
  if (replay_stand_in(table, row)) {
    ++table.log_rows;
    return std::nullopt;
  }
  if (const auto seq = noted(row.action, "undo")) {
    if (*seq < 0 || *seq > table.game->seq()) return "takes back what was never done";
    table.take_back(*seq, row.at_ms);
    return std::nullopt;
  }
  const bool first = table.log_rows == 0;
  const Seat before = actor(table.game->state());
  const auto turn = table.game->state().core->turn;
  if (auto wrong = table.game->replay(
          row.action, check_hash ? std::optional(row.hash) : std::nullopt, table.cannot_win()))
    return wrong;
  ++table.log_rows;
  const GameState& now = table.game->state();
  if (first) {
    table.start_clocks(row.at_ms);
  } else {
    table.clocks.answered(row.at_ms, actor(now), actor(now) != before || now.core->turn != turn);
  }
  return std::nullopt;
}

std::optional<std::string> replay_log(Table& table, const std::vector<ActionRow>& log,
                                      std::optional<std::vector<std::uint64_t>>& new_hashes) {
  auto begun = table.new_game(table.meta.seats);
  if (auto* error = std::get_if<SetupError>(&begun)) return std::move(error->reason);
  table.game = std::get<Game>(std::move(begun));
  for (const ActionRow& row : log) {
    if (auto wrong = replay_row(table, row, !new_hashes))
      return "row " + std::to_string(row.seq) + " of its log: " + *wrong;
    if (new_hashes) new_hashes->push_back(state_hash(table.game->rules(), table.game->state()));
  }
  return std::nullopt;
}

// What the end of a game leaves. Older programs did not store its result.
void close_game(Table& table) {
  table.clocks.run(kNobody, 0);
  if (table.meta.result) return;
  const Game& game = *table.game;
  table.meta.result = result_of(game.rules(), game.state(), table.cannot_win());
}

// After the log: which seats have no clock, and whether the game is over.
void settle_seats(Table& table) {
  for (std::size_t i = 0; i < table.seat_count(); ++i)
    if (table.meta.seats[i].automatic()) table.clocks.exempt(static_cast<Seat>(i));
  if (table.meta.status == Status::over) close_game(table);
}

}  // namespace

std::string config_text(const TableConfig& config) {
  ObjectText text;
  text.raw("setup", setup_words_text(config.setup))
      .number("rules", config.setup.rules)
      .text("fair", kFairMethodNames[static_cast<std::size_t>(config.fair)])
      .flag("listed", config.listed)
      .text("assist", kAssistNames[static_cast<std::size_t>(config.assist)]);
  if (config.clock) text.raw("clock", clock_text(*config.clock));
  return text.take();
}

std::string meta_text(const TableMeta& meta) {
  ListText seats;
  for (const TableSeat& seat : meta.seats) seats.raw(seat_line(seat));
  ObjectText text;
  text.text("status", kStatusNames[static_cast<std::size_t>(meta.status)])
      .text("host", meta.host)
      .raw("seats", seats.take());
  if (!meta.rematch.empty()) text.text("rematch", meta.rematch);
  if (!meta.rematch_commitment.empty()) text.text("rematch_commitment", meta.rematch_commitment);
  if (meta.result) text.raw("result", result_text(*meta.result));
  if (meta.abandoned) text.text("ended", kAbandoned);
  if (meta.undo) text.raw("undo", undo_line(*meta.undo));
  if (!meta.end_votes.empty()) text.raw("end_votes", guests_line(meta.end_votes));
  if (meta.nonces) text.raw("nonces", nonces_line(*meta.nonces));
  return text.take();
}

TableRow table_row(const Table& table) {
  return {table.id,
          table.created_ms,
          config_text(table.config),
          meta_text(table.meta),
          stage_of(table.meta),
          table.secret,
          kHashScheme,
          0,
          table.created_ms};
}

std::vector<std::string> people_of(const TableMeta& meta) {
  std::vector<std::string> people;
  for (const TableSeat& seat : meta.seats)
    if (seat.kind == TableSeat::Kind::person &&
        std::ranges::find(people, seat.guest) == people.end())
      people.push_back(seat.guest);
  return people;
}

Stage stage_of(const TableMeta& meta) {
  if (meta.status == Status::waiting) return Stage::waiting;
  if (meta.status == Status::playing) return Stage::playing;
  return meta.abandoned ? Stage::abandoned : Stage::over;
}

TableUpdate table_update(const TableMeta& meta) {
  return {meta_text(meta), stage_of(meta), people_of(meta)};
}

std::int64_t due_ms(const TableMeta& meta, Seat asked, const Clocks& clocks, std::int64_t now_ms) {
  constexpr std::int64_t kMomentMs = 30'000;
  const auto taken = [](const TableSeat& seat) { return seat.kind != TableSeat::Kind::open; };
  if (meta.status == Status::waiting) {
    if (!std::ranges::all_of(meta.seats, taken)) return kNever;
    return meta.nonces ? std::max(meta.nonces->until_ms, now_ms) : now_ms + kMomentMs;
  }
  if (meta.status != Status::playing || asked >= meta.seats.size()) return kNever;
  const TableSeat& seat = meta.seats[asked];
  if (seat.automatic() || seat.kind == TableSeat::Kind::program) return now_ms + kMomentMs;
  const auto left = clocks.running_left(now_ms);
  return left ? now_ms + *left + kMomentMs : kNever;
}

std::variant<Table, std::string> read_table(const TableRow& row) {
  Error error;
  auto config = parse_json(row.config);
  auto meta = parse_json(row.meta);
  for (const auto* text : {&config, &meta})
    if (const auto* wrong = std::get_if<FormError>(text)) return wrong->text();
  Table table;
  table.id = row.id;
  table.created_ms = row.created_ms;
  table.secret = row.seed;
  table.config = read_config(std::get<Json>(config), error);
  table.meta = read_meta(std::get<Json>(meta), error);
  if (error) return error->text();
  return table;
}

std::variant<LoadedTable, std::string> load_table(const TableRow& row,
                                                  const std::vector<ActionRow>& log) {
  if (row.hash_scheme > kHashScheme) return "its hashes were made by a newer program";
  auto read = read_table(row);
  if (auto* wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  LoadedTable loaded{std::get<Table>(std::move(read)), std::nullopt};
  if (row.hash_scheme < kHashScheme) loaded.new_hashes.emplace();
  Table& table = loaded.table;
  if (table.meta.status == Status::waiting) {
    if (!log.empty()) return "a table that waits has a log";
    return loaded;
  }
  if (auto wrong = replay_log(table, log, loaded.new_hashes)) return *std::move(wrong);
  settle_seats(table);
  return loaded;
}

std::variant<Followed, std::string> follow(Table& table, const TableRow& row,
                                           const std::vector<ActionRow>& lines) {
  auto read = read_table(row);
  if (auto* wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  table.meta = std::get<Table>(std::move(read)).meta;
  if (!table.game) {
    if (!lines.empty() || table.meta.status != Status::waiting) return "it has begun";
    return Followed{};
  }
  const std::size_t undos = table.undos;
  for (const ActionRow& line : lines)
    if (auto wrong = replay_row(table, line, true)) return *std::move(wrong);
  settle_seats(table);
  return Followed{table.undos != undos};
}

}  // namespace bastide::server
