#include "server/store/postgres_reader.h"

#include <bit>
#include <chrono>
#include <thread>

namespace bastide::server::postgres {

namespace {

const std::vector<Statement> kReaderStatements{
    // For reads of more than one statement: all see the same moment.
    {"begin", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    {"end", "COMMIT"},
    {"guest",
     "SELECT id, token_hash, name, created_ms, bot, seen_ms, address FROM guests "
     "WHERE id = $1::text"},
    {"guest_by_token",
     "SELECT id, token_hash, name, created_ms, bot, seen_ms, address FROM guests "
     "WHERE token_hash = $1::bytea"},
    {"table",
     "SELECT id, created_ms, config, meta, s.stage, seed, hash_scheme, version, moved_ms, due_ms "
     "FROM states s JOIN tables ON id = table_id WHERE table_id = $1::text"},
    {"actions",
     "SELECT seq, action, hash, at_ms FROM actions WHERE table_id = $1::text ORDER BY seq"},
    // One snapshot for all tables and their rows. The long texts come with the first row of a table
    // only. Everything is looked up by its key, table by table, whatever the planner thinks of how
    // many there are.
    {"news",
     "SELECT w.id, t.created_ms, CASE WHEN first THEN config END, CASE WHEN first THEN meta END, "
     "s.stage, seed, hash_scheme, version, moved_ms, due_ms, seq, action, hash, at_ms "
     "FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY "
     "AS w (id, known, next, place) "
     "JOIN LATERAL (SELECT * FROM states WHERE table_id = w.id LIMIT 1) AS s ON version <> known "
     "JOIN LATERAL (SELECT * FROM tables WHERE tables.id = w.id LIMIT 1) AS t ON true "
     "LEFT JOIN LATERAL (SELECT seq, action, hash, at_ms FROM actions WHERE table_id = w.id "
     "AND seq >= w.next ORDER BY seq) AS a ON true, "
     "LATERAL (SELECT seq IS NULL OR seq = greatest(w.next, 0) AS first) AS f "
     "ORDER BY place, seq"},
    {"versions",
     "SELECT w.id, coalesce(version, -1) FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY "
     "AS w (id, known, place) LEFT JOIN LATERAL (SELECT version FROM states "
     "WHERE table_id = w.id LIMIT 1) AS s ON true WHERE version IS DISTINCT FROM known "
     "ORDER BY place"},
    {"owner", "SELECT host, listed, bots_alone FROM tables WHERE id = $1::text"},
    {"holders", "SELECT guest, ended_ms FROM holders WHERE table_id = $1::text ORDER BY guest"},
    {"all_guests",
     "SELECT id, token_hash, name, created_ms, bot, seen_ms, address FROM guests "
     "WHERE id > $1::text ORDER BY id LIMIT $2::bigint"},
    {"open",
     "SELECT id, created_ms, config, meta, s.stage, seed, hash_scheme, version, moved_ms, due_ms "
     "FROM (SELECT * FROM tables WHERE stage = 0 AND listed ORDER BY created_ms DESC, id "
     "LIMIT $1::bigint) AS t JOIN states s ON id = table_id ORDER BY created_ms DESC, id"},
    {"live_of",
     "SELECT table_id, moved_ms, version FROM holders JOIN states USING (table_id) "
     "WHERE guest = $1::text AND ended_ms IS NULL ORDER BY moved_ms DESC, table_id "
     "LIMIT $2::bigint"},
    {"ended_of",
     "SELECT table_id, ended_ms, version FROM holders JOIN states USING (table_id) "
     "WHERE guest = $1::text AND ended_ms >= $2::bigint ORDER BY ended_ms DESC, table_id "
     "LIMIT $3::bigint"},
    {"due",
     "SELECT due_ms, table_id FROM states WHERE stage < 2 AND due_bound < 9223372036854775807 "
     "AND due_bound <= $1::bigint AND due_ms <= $1::bigint AND due_ms < 9223372036854775807 "
     "AND (due_ms, table_id) > ($2::bigint, $3::text) AND ($5::text = '' OR driver = $5::text "
     "OR driver NOT IN (SELECT id FROM nodes WHERE until > statement_timestamp())) "
     "ORDER BY due_ms, table_id LIMIT $4::bigint"},
    {"stale",
     "SELECT table_id, version, stage FROM states WHERE stage <> 2 AND stage = 0 "
     "AND moved_hour <= $1::bigint / 3600000 AND moved_ms < $1::bigint UNION ALL "
     "SELECT table_id, version, stage FROM states WHERE stage <> 2 AND stage = 1 "
     "AND moved_hour <= $2::bigint / 3600000 AND moved_ms < $2::bigint UNION ALL "
     "SELECT table_id, version, stage FROM states WHERE stage <> 2 AND stage = 3 "
     "AND moved_hour <= $3::bigint / 3600000 AND moved_ms < $3::bigint LIMIT $4::bigint"},
    {"ids", "SELECT id FROM tables WHERE id > $1::text ORDER BY id LIMIT $2::bigint"},
};

// Plans are made once, perhaps when there were few rows, and kept: every read here is one by an
// index when there are many.
constexpr const char* kByIndex = "SET enable_seqscan = off";

// False: the row is damaged.
bool read_stage(const Answer& from, int row, int column, Stage& stage) {
  const std::int64_t number = from.number(row, column);
  stage = static_cast<Stage>(number);
  return number >= 0 && number <= static_cast<std::int64_t>(Stage::abandoned);
}

bool read_row(const Answer& from, int at, GuestRow& row) {
  row.id = from.text(at, 0);
  row.name = from.text(at, 2);
  row.created_ms = from.number(at, 3);
  row.bot = from.flag(at, 4);
  row.seen_ms = from.number(at, 5);
  row.address = from.text(at, 6);
  return from.bytes(at, 1, row.token_hash);
}

bool read_row(const Answer& from, int at, TableRow& row) {
  row.id = from.text(at, 0);
  row.created_ms = from.number(at, 1);
  row.config = from.text(at, 2);
  row.meta = from.text(at, 3);
  row.hash_scheme = static_cast<int>(from.number(at, 6));
  row.version = from.number(at, 7);
  row.moved_ms = from.number(at, 8);
  row.due_ms = from.number(at, 9);
  return read_stage(from, at, 4, row.stage) && from.bytes(at, 5, row.seed);
}

ActionRow action_at(const Answer& from, int at, int column) {
  return {from.number(at, column), from.text(at, column + 1),
          std::bit_cast<std::uint64_t>(from.number(at, column + 2)), from.number(at, column + 3)};
}

bool read_row(const Answer& from, int at, ActionRow& row) {
  row = action_at(from, at, 0);
  return true;
}

bool read_row(const Answer& from, int at, GuestTable& row) {
  row.id = from.text(at, 0);
  row.moved_ms = from.number(at, 1);
  row.version = from.number(at, 2);
  return true;
}

bool read_row(const Answer& from, int at, DueTable& row) {
  row.due_ms = from.number(at, 0);
  row.id = from.text(at, 1);
  return true;
}

bool read_row(const Answer& from, int at, StaleTable& row) {
  row.id = from.text(at, 0);
  row.version = from.number(at, 1);
  return read_stage(from, at, 2, row.stage);
}

bool read_row(const Answer& from, int at, TableVersion& row) {
  row.id = from.text(at, 0);
  row.version = from.number(at, 1);
  return true;
}

bool read_row(const Answer& from, int at, Holder& row) {
  row.guest = from.text(at, 0);
  if (!from.is_null(at, 1)) row.ended_ms = from.number(at, 1);
  return true;
}

bool read_row(const Answer& from, int at, std::string& id) {
  id = from.text(at, 0);
  return true;
}

template <class Row>
Stored<std::vector<Row>> rows_of(const Answer& answer) {
  std::vector<Row> rows(static_cast<std::size_t>(answer.rows()));
  for (int i = 0; i < answer.rows(); ++i)
    if (!read_row(answer, i, rows[static_cast<std::size_t>(i)]))
      return StoreError{"The store could not read: a row is damaged."};
  return rows;
}

// Rows of one table stand together: a TableRow, and an ActionRow or nothing.
Stored<std::vector<TableNews>> news_of(const Answer& answer) {
  constexpr int kAction = 10;
  std::vector<TableNews> news;
  for (int i = 0; i < answer.rows(); ++i) {
    if (!answer.is_null(i, 2) && !read_row(answer, i, news.emplace_back().row))
      return StoreError{"The store could not read: a row is damaged."};
    if (news.empty()) return StoreError{"The store could not read: the log has a gap."};
    if (!answer.is_null(i, kAction)) news.back().actions.push_back(action_at(answer, i, kAction));
  }
  return news;
}

// A text that PostgreSQL cannot have is none that it has.
bool cannot_exist(const Outcome& outcome) { return outcome.state == "22021"; }

// Somebody broke it off, or the server lacks memory, disk or connections for now.
bool may_pass(std::string_view state) { return state == "57014" || state.starts_with("53"); }

StoreError failure(const Outcome& outcome) {
  return {"The store could not read: " + outcome.text + "."};
}

}  // namespace

PostgresReader::PostgresReader(std::shared_ptr<Place> place, int give_up_ms)
    : session_(std::move(place), kReaderStatements, {.settings = kByIndex}),
      give_up_ms_(give_up_ms) {}

Outcome PostgresReader::run(const std::vector<Call>& calls) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(away_ ? 0 : give_up_ms_);
  for (;;) {
    Outcome outcome = run_once(calls);
    const bool answered = outcome.fault != Fault::broken && !may_pass(outcome.state);
    if (answered || Clock::now() >= end) {
      away_ = !answered;
      return outcome;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// A server that stops says so, and that is no answer.
Outcome PostgresReader::run_once(const std::vector<Call>& calls) {
  Outcome outcome;
  if (!session_.connected())
    if (auto wrong = session_.connect()) {
      outcome.fault = Fault::broken;
      outcome.text = std::move(*wrong);
      return outcome;
    }
  outcome = session_.run(calls);
  if (outcome.fault == Fault::refused && outcome.state.starts_with("57P")) {
    outcome.fault = Fault::broken;
    session_.close();
  }
  return outcome;
}

template <class Row>
Stored<std::vector<Row>> PostgresReader::rows(const Call& call) {
  const Outcome outcome = run({call});
  if (cannot_exist(outcome)) return std::vector<Row>();
  if (!outcome.ok()) return failure(outcome);
  return rows_of<Row>(outcome.answers.front());
}

template <class Row>
Stored<std::optional<Row>> PostgresReader::one_row(const Call& call) {
  auto found = rows<Row>(call);
  if (auto* error = std::get_if<StoreError>(&found)) return std::move(*error);
  auto& all = std::get<std::vector<Row>>(found);
  if (all.empty()) return std::optional<Row>();
  return std::optional<Row>(std::move(all.front()));
}

Stored<std::optional<GuestRow>> PostgresReader::find_guest(const std::string& id) {
  return one_row<GuestRow>(Call("guest").text(id));
}

Stored<std::optional<GuestRow>> PostgresReader::find_guest_by_token_hash(const Bytes32& hash) {
  return one_row<GuestRow>(Call("guest_by_token").bytes(hash));
}

Stored<std::optional<TableRow>> PostgresReader::find_table(const std::string& id) {
  return one_row<TableRow>(Call("table").text(id));
}

Stored<std::optional<TableLog>> PostgresReader::find_log(const std::string& id) {
  const Outcome outcome =
      run({Call("begin"), Call("table").text(id), Call("actions").text(id), Call("end")});
  if (!outcome.ok()) session_.close();  // it may be left in a transaction that failed
  if (cannot_exist(outcome)) return std::optional<TableLog>();
  if (!outcome.ok()) return failure(outcome);
  auto row = rows_of<TableRow>(outcome.answers[1]);
  auto actions = rows_of<ActionRow>(outcome.answers[2]);
  if (auto* error = std::get_if<StoreError>(&row)) return std::move(*error);
  if (std::get<std::vector<TableRow>>(row).empty()) return std::optional<TableLog>();
  return std::optional<TableLog>({std::move(std::get<std::vector<TableRow>>(row).front()),
                                  std::move(std::get<std::vector<ActionRow>>(actions))});
}

// Of many, one that cannot be there spoils the others' answer: then each is asked for alone.
template <class Row, class Known, class Ask>
Stored<std::vector<Row>> PostgresReader::one_by_one(const std::vector<Known>& known, Ask ask) {
  std::vector<Row> all;
  for (const Known& one : known) {
    auto found = ask(std::vector<Known>{one});
    if (auto* error = std::get_if<StoreError>(&found)) return std::move(*error);
    for (Row& row : std::get<std::vector<Row>>(found)) all.push_back(std::move(row));
  }
  return all;
}

Stored<std::vector<TableNews>> PostgresReader::find_news(const std::vector<KnownTable>& known) {
  std::vector<std::optional<std::string_view>> ids;
  std::vector<std::optional<std::int64_t>> versions, nexts;
  for (const KnownTable& one : known) {
    ids.emplace_back(one.id);
    versions.emplace_back(one.version);
    nexts.emplace_back(one.next);
  }
  const Outcome outcome = run({Call("news").texts(ids).numbers(versions).numbers(nexts)});
  if (cannot_exist(outcome) && known.size() > 1)
    return one_by_one<TableNews>(known, [this](const auto& one) { return find_news(one); });
  if (cannot_exist(outcome)) return std::vector<TableNews>();
  if (!outcome.ok()) return failure(outcome);
  return news_of(outcome.answers.front());
}

Stored<std::vector<TableVersion>> PostgresReader::versions(const std::vector<TableVersion>& known) {
  std::vector<std::optional<std::string_view>> ids;
  std::vector<std::optional<std::int64_t>> versions;
  for (const TableVersion& one : known) {
    ids.emplace_back(one.id);
    versions.emplace_back(one.version);
  }
  const Outcome outcome = run({Call("versions").texts(ids).numbers(versions)});
  if (cannot_exist(outcome) && known.size() > 1)
    return one_by_one<TableVersion>(
        known, [this](const auto& one) { return PostgresReader::versions(one); });
  if (cannot_exist(outcome)) return std::vector{TableVersion{known.front().id, -1}};
  if (!outcome.ok()) return failure(outcome);
  return rows_of<TableVersion>(outcome.answers.front());
}

Stored<std::optional<TableCopy>> PostgresReader::find_copy(const std::string& id) {
  const Outcome outcome = run({Call("begin"), Call("table").text(id), Call("actions").text(id),
                               Call("owner").text(id), Call("holders").text(id), Call("end")});
  if (!outcome.ok()) session_.close();
  if (cannot_exist(outcome)) return std::optional<TableCopy>();
  if (!outcome.ok()) return failure(outcome);
  auto row = rows_of<TableRow>(outcome.answers[1]);
  if (auto* error = std::get_if<StoreError>(&row)) return std::move(*error);
  if (std::get<std::vector<TableRow>>(row).empty()) return std::optional<TableCopy>();
  TableCopy copy;
  copy.row = std::move(std::get<std::vector<TableRow>>(row).front());
  copy.actions = std::get<std::vector<ActionRow>>(rows_of<ActionRow>(outcome.answers[2]));
  const Answer& owner = outcome.answers[3];
  copy.owner.host = owner.text(0, 0);
  copy.owner.listed = owner.flag(0, 1);
  copy.owner.bots_alone = owner.flag(0, 2);
  copy.holders = std::get<std::vector<Holder>>(rows_of<Holder>(outcome.answers[4]));
  return std::optional<TableCopy>(std::move(copy));
}

Stored<std::vector<GuestRow>> PostgresReader::all_guests(const std::string& after,
                                                         std::size_t most) {
  return rows<GuestRow>(Call("all_guests").text(after).number(as_signed(most)));
}

Stored<std::vector<TableRow>> PostgresReader::open_tables(std::size_t most) {
  return rows<TableRow>(Call("open").number(as_signed(most)));
}

Stored<std::vector<GuestTable>> PostgresReader::live_tables_of(const std::string& guest,
                                                               std::size_t most) {
  return rows<GuestTable>(Call("live_of").text(guest).number(as_signed(most)));
}

Stored<std::vector<GuestTable>> PostgresReader::ended_tables_of(const std::string& guest,
                                                                std::int64_t since_ms,
                                                                std::size_t most) {
  return rows<GuestTable>(Call("ended_of").text(guest).number(since_ms).number(as_signed(most)));
}

Stored<std::vector<DueTable>> PostgresReader::due_tables(std::int64_t until_ms,
                                                         const DueTable& after, std::size_t most,
                                                         const std::string& node) {
  Call call("due");
  call.number(until_ms).number(after.due_ms).text(after.id).number(as_signed(most));
  return rows<DueTable>(call.text(node));
}

Stored<std::vector<StaleTable>> PostgresReader::stale_tables(const StaleBefore& before,
                                                             std::size_t most) {
  Call call("stale");
  call.number(before.waiting_ms).number(before.playing_ms).number(before.abandoned_ms);
  return rows<StaleTable>(call.number(as_signed(most)));
}

Stored<std::vector<std::string>> PostgresReader::table_ids(const std::string& after,
                                                           std::size_t most) {
  return rows<std::string>(Call("ids").text(after).number(as_signed(most)));
}

}  // namespace bastide::server::postgres
