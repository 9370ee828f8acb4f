#include "server/store/sqlite_reader.h"

#include <bit>

namespace bastide::server::sqlite {

namespace {

constexpr std::string_view kGuest =
    "SELECT id, token_hash, name, created_ms, bot, seen_ms, address FROM guests WHERE ";
constexpr std::string_view kTable =
    "SELECT id, created_ms, config, meta, stage, seed, hash_scheme, version, moved_ms, due_ms "
    "FROM states JOIN tables ON id = table_id WHERE ";

std::string joined(std::string_view first, std::string_view second) {
  return std::string(first).append(second);
}

// False: the row is damaged.
bool read_stage(const Statement& from, int column, Stage& stage) {
  const std::int64_t number = from.integer_at(column);
  stage = static_cast<Stage>(number);
  return number >= 0 && number <= static_cast<std::int64_t>(Stage::abandoned);
}

bool read_row(const Statement& from, GuestRow& row) {
  row.id = from.text_at(0);
  row.name = from.text_at(2);
  row.created_ms = from.integer_at(3);
  row.bot = from.integer_at(4) != 0;
  row.seen_ms = from.integer_at(5);
  row.address = from.text_at(6);
  return from.bytes_at(1, row.token_hash);
}

bool read_row(const Statement& from, TableRow& row) {
  row.id = from.text_at(0);
  row.created_ms = from.integer_at(1);
  row.config = from.text_at(2);
  row.meta = from.text_at(3);
  row.hash_scheme = static_cast<int>(from.integer_at(6));
  row.version = from.integer_at(7);
  row.moved_ms = from.integer_at(8);
  row.due_ms = from.integer_at(9);
  return read_stage(from, 4, row.stage) && from.bytes_at(5, row.seed);
}

bool read_row(const Statement& from, ActionRow& row) {
  row.seq = from.integer_at(0);
  row.action = from.text_at(1);
  row.hash = std::bit_cast<std::uint64_t>(from.integer_at(2));
  row.at_ms = from.integer_at(3);
  return true;
}

bool read_row(const Statement& from, GuestTable& row) {
  row.id = from.text_at(0);
  row.moved_ms = from.integer_at(1);
  row.version = from.integer_at(2);
  return true;
}

bool read_row(const Statement& from, DueTable& row) {
  row.due_ms = from.integer_at(0);
  row.id = from.text_at(1);
  return true;
}

bool read_row(const Statement& from, StaleTable& row) {
  row.id = from.text_at(0);
  row.version = from.integer_at(1);
  row.moved_ms = from.integer_at(3);
  return read_stage(from, 2, row.stage);
}

bool read_row(const Statement& from, std::int64_t& number) {
  number = from.integer_at(0);
  return true;
}

bool read_row(const Statement& from, TableOwner& row) {
  row.host = from.text_at(0);
  row.listed = from.integer_at(1) != 0;
  row.bots_alone = from.integer_at(2) != 0;
  return true;
}

bool read_row(const Statement& from, Holder& row) {
  row.guest = from.text_at(0);
  if (!from.null_at(1)) row.ended_ms = from.integer_at(1);
  return true;
}

bool read_row(const Statement& from, std::string& id) {
  id = from.text_at(0);
  return true;
}

}  // namespace

SqliteReader::SqliteReader(std::shared_ptr<Connection> connection,
                           std::shared_ptr<std::mutex> alone)
    : connection_(std::move(connection)),
      alone_(std::move(alone)),
      begin_(connection_->prepare("BEGIN")),
      end_(connection_->prepare("COMMIT")),
      guest_(connection_->prepare(joined(kGuest, "id = ?1"))),
      guest_by_token_(connection_->prepare(joined(kGuest, "token_hash = ?1"))),
      table_(connection_->prepare(joined(kTable, "table_id = ?1"))),
      actions_(connection_->prepare(
          "SELECT seq, action, hash, at_ms FROM actions WHERE table_id = ?1 ORDER BY seq")),
      actions_from_(connection_->prepare("SELECT seq, action, hash, at_ms FROM actions "
                                         "WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq")),
      version_(connection_->prepare("SELECT version FROM states WHERE table_id = ?1")),
      owner_(
          connection_->prepare("SELECT host, listed, bots_alone FROM states WHERE table_id = ?1")),
      holders_(connection_->prepare(
          "SELECT guest, ended_ms FROM holders WHERE table_id = ?1 ORDER BY guest")),
      all_guests_(connection_->prepare(joined(kGuest, "id > ?1 ORDER BY id LIMIT ?2"))),
      open_(connection_->prepare(
          joined(kTable, "stage = 0 AND listed = 1 ORDER BY created_ms DESC, table_id LIMIT ?1"))),
      live_of_(connection_->prepare(
          "SELECT table_id, moved_ms, version FROM holders JOIN states USING (table_id) "
          "WHERE guest = ?1 AND ended_ms IS NULL ORDER BY moved_ms DESC, table_id LIMIT ?2")),
      ended_of_(connection_->prepare(
          "SELECT table_id, ended_ms, version FROM holders JOIN states USING (table_id) "
          "WHERE guest = ?1 AND ended_ms >= ?2 ORDER BY ended_ms DESC, table_id LIMIT ?3")),
      due_(connection_->prepare(
          "SELECT due_ms, table_id FROM states WHERE stage < 2 AND due_ms < 9223372036854775807 "
          "AND due_ms <= ?1 AND (due_ms, table_id) > (?2, ?3) "
          "ORDER BY due_ms, table_id LIMIT ?4")),
      stale_(connection_->prepare(
          "SELECT * FROM (SELECT table_id, version, stage, moved_ms FROM states WHERE stage <> 2 "
          "AND stage = 0 AND moved_ms < ?1 AND (stage, moved_ms, table_id) > (?5, ?6, ?7) "
          "ORDER BY moved_ms, table_id LIMIT ?4) UNION ALL "
          "SELECT * FROM (SELECT table_id, version, stage, moved_ms FROM states WHERE stage <> 2 "
          "AND stage = 1 AND moved_ms < ?2 AND (stage, moved_ms, table_id) > (?5, ?6, ?7) "
          "ORDER BY moved_ms, table_id LIMIT ?4) UNION ALL "
          "SELECT * FROM (SELECT table_id, version, stage, moved_ms FROM states WHERE stage <> 2 "
          "AND stage = 3 AND moved_ms < ?3 AND (stage, moved_ms, table_id) > (?5, ?6, ?7) "
          "ORDER BY moved_ms, table_id LIMIT ?4) "
          "ORDER BY 3, 4, 1 LIMIT ?4")),
      ids_(connection_->prepare("SELECT id FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2")) {}

std::unique_lock<std::mutex> SqliteReader::alone() const {
  return alone_ ? std::unique_lock(*alone_) : std::unique_lock<std::mutex>();
}

StoreError SqliteReader::failure() const {
  return {"The store could not read: " + connection_->error() + "."};
}

template <class Row>
Stored<std::vector<Row>> SqliteReader::rows(Statement& from) {
  Resetting reset(from);
  std::vector<Row> rows;
  int code = 0;
  while ((code = from.step()) == SQLITE_ROW)
    if (!read_row(from, rows.emplace_back()))
      return StoreError{"The store could not read: a row is damaged."};
  if (code == SQLITE_DONE) return rows;
  return failure();
}

template <class Row>
Stored<std::optional<Row>> SqliteReader::one_row(Statement& from) {
  auto found = rows<Row>(from);
  if (auto* error = std::get_if<StoreError>(&found)) return std::move(*error);
  auto& all = std::get<std::vector<Row>>(found);
  if (all.empty()) return std::optional<Row>();
  return std::optional<Row>(std::move(all.front()));
}

Stored<std::optional<GuestRow>> SqliteReader::find_guest(const std::string& id) {
  const auto lock = alone();
  return one_row<GuestRow>(guest_.text(1, id));
}

Stored<std::optional<GuestRow>> SqliteReader::find_guest_by_token_hash(const Bytes32& hash) {
  const auto lock = alone();
  return one_row<GuestRow>(guest_by_token_.bytes(1, hash));
}

Stored<std::optional<TableRow>> SqliteReader::find_table(const std::string& id) {
  const auto lock = alone();
  return one_row<TableRow>(table_.text(1, id));
}

// Several statements in one transaction, so that no write comes between them.
template <class Read>
auto SqliteReader::at_one_moment(Read read) -> decltype(read()) {
  const auto lock = alone();
  if (begin_.run() != SQLITE_OK) return failure();
  auto answer = read();
  // A transaction that read only has nothing to lose by its end.
  if (end_.run() != SQLITE_OK) connection_->execute("ROLLBACK");
  return answer;
}

Stored<std::optional<TableLog>> SqliteReader::find_log(const std::string& id) {
  return at_one_moment([&] { return log_of(id); });
}

Stored<std::optional<TableLog>> SqliteReader::log_of(const std::string& id) {
  auto row = one_row<TableRow>(table_.text(1, id));
  if (auto* error = std::get_if<StoreError>(&row)) return std::move(*error);
  auto& found = std::get<std::optional<TableRow>>(row);
  if (!found) return std::optional<TableLog>();
  auto actions = rows<ActionRow>(actions_.text(1, id));
  if (auto* error = std::get_if<StoreError>(&actions)) return std::move(*error);
  return std::optional<TableLog>(
      {std::move(*found), std::move(std::get<std::vector<ActionRow>>(actions))});
}

Stored<std::vector<TableNews>> SqliteReader::find_news(const std::vector<KnownTable>& known) {
  return at_one_moment([&]() -> Stored<std::vector<TableNews>> {
    std::vector<TableNews> all;
    for (const KnownTable& one : known)
      if (auto error = add_news(one, all)) return std::move(*error);
    return all;
  });
}

std::optional<StoreError> SqliteReader::add_news(const KnownTable& known,
                                                 std::vector<TableNews>& all) {
  auto row = one_row<TableRow>(table_.text(1, known.id));
  if (auto* error = std::get_if<StoreError>(&row)) return std::move(*error);
  auto& found = std::get<std::optional<TableRow>>(row);
  if (!found || found->version == known.version) return std::nullopt;
  auto actions = rows<ActionRow>(actions_from_.text(1, known.id).integer(2, known.next));
  if (auto* error = std::get_if<StoreError>(&actions)) return std::move(*error);
  all.push_back({std::move(*found), std::move(std::get<std::vector<ActionRow>>(actions))});
  return std::nullopt;
}

Stored<std::vector<TableVersion>> SqliteReader::versions(const std::vector<TableVersion>& known) {
  return at_one_moment([&]() -> Stored<std::vector<TableVersion>> {
    std::vector<TableVersion> others;
    for (const TableVersion& one : known) {
      auto found = one_row<std::int64_t>(version_.text(1, one.id));
      if (auto* error = std::get_if<StoreError>(&found)) return std::move(*error);
      const auto& version = std::get<std::optional<std::int64_t>>(found);
      if (version != one.version) others.push_back({one.id, version.value_or(-1)});
    }
    return others;
  });
}

Stored<std::optional<TableCopy>> SqliteReader::find_copy(const std::string& id) {
  return at_one_moment([&]() -> Stored<std::optional<TableCopy>> {
    auto log = log_of(id);
    if (auto* error = std::get_if<StoreError>(&log)) return std::move(*error);
    auto& found = std::get<std::optional<TableLog>>(log);
    if (!found) return std::optional<TableCopy>();
    auto owner = one_row<TableOwner>(owner_.text(1, id));
    if (auto* error = std::get_if<StoreError>(&owner)) return std::move(*error);
    auto holders = rows<Holder>(holders_.text(1, id));
    if (auto* error = std::get_if<StoreError>(&holders)) return std::move(*error);
    return std::optional<TableCopy>(
        {std::move(found->row), *std::get<std::optional<TableOwner>>(owner),
         std::move(std::get<std::vector<Holder>>(holders)), std::move(found->actions)});
  });
}

Stored<std::vector<GuestRow>> SqliteReader::all_guests(const std::string& after, std::size_t most) {
  const auto lock = alone();
  return rows<GuestRow>(all_guests_.text(1, after).integer(2, as_signed(most)));
}

Stored<std::vector<TableRow>> SqliteReader::open_tables(std::size_t most) {
  const auto lock = alone();
  return rows<TableRow>(open_.integer(1, as_signed(most)));
}

Stored<std::vector<GuestTable>> SqliteReader::live_tables_of(const std::string& guest,
                                                             std::size_t most) {
  const auto lock = alone();
  return rows<GuestTable>(live_of_.text(1, guest).integer(2, as_signed(most)));
}

Stored<std::vector<GuestTable>> SqliteReader::ended_tables_of(const std::string& guest,
                                                              std::int64_t since_ms,
                                                              std::size_t most) {
  const auto lock = alone();
  return rows<GuestTable>(
      ended_of_.text(1, guest).integer(2, since_ms).integer(3, as_signed(most)));
}

Stored<std::vector<DueTable>> SqliteReader::due_tables(std::int64_t until_ms, const DueTable& after,
                                                       std::size_t most, const std::string&) {
  const auto lock = alone();
  due_.integer(1, until_ms).integer(2, after.due_ms).text(3, after.id);
  return rows<DueTable>(due_.integer(4, as_signed(most)));
}

Stored<std::vector<StaleTable>> SqliteReader::stale_tables(const StaleBefore& before,
                                                           const StaleTable& after,
                                                           std::size_t most) {
  const auto lock = alone();
  stale_.integer(1, before.waiting_ms).integer(2, before.playing_ms);
  stale_.integer(3, before.abandoned_ms).integer(4, as_signed(most));
  stale_.integer(5, static_cast<std::int64_t>(after.stage)).integer(6, after.moved_ms);
  return rows<StaleTable>(stale_.text(7, after.id));
}

Stored<std::vector<std::string>> SqliteReader::table_ids(const std::string& after,
                                                         std::size_t most) {
  const auto lock = alone();
  return rows<std::string>(ids_.text(1, after).integer(2, as_signed(most)));
}

}  // namespace bastide::server::sqlite
