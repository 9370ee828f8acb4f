#include "server/store/postgres_schema.h"

#include <charconv>
#include <chrono>
#include <thread>

#include "server/store/salt.h"

namespace bastide::server::postgres {

namespace {

using Wrong = std::optional<std::string>;

// `states` has what every action changes, apart from the long texts. Its indexes are on columns
// that an action seldom changes, so that most updates touch no index: `moved_hour` is moved_ms in
// hours, and `due_bound` is never after due_ms, but stays where it is as long as it lies in the
// future. `stage` stands in `tables` as well, for the indexes there; append_group and put_table
// write both. `look_ms` of a guest is seen_ms, or later if it was not to be forgotten when last
// looked at. The sum of `live_changes` is the number of live tables: whoever changes that number
// adds a row, so nobody waits for anybody there. Ids are ordered by their bytes.
constexpr const char* kTables = R"(
CREATE TABLE guests (
  id text COLLATE "C" PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  created_ms bigint NOT NULL,
  bot boolean NOT NULL,
  seen_ms bigint NOT NULL,
  look_ms bigint NOT NULL,
  address text COLLATE "C" NOT NULL);
CREATE INDEX guests_by_address ON guests (address) WHERE address <> '';
CREATE INDEX guests_counted ON guests (created_ms) WHERE address <> '';
CREATE INDEX guests_by_look ON guests (look_ms);
CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY,
  created_ms bigint NOT NULL,
  config text NOT NULL,
  meta text NOT NULL,
  stage smallint NOT NULL,
  seed bytea NOT NULL,
  hash_scheme integer NOT NULL,
  host text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  listed boolean NOT NULL,
  bots_alone boolean NOT NULL);
CREATE INDEX live_by_host ON tables (host, bots_alone) WHERE stage < 2;
CREATE INDEX live_by_address ON tables (address, bots_alone) WHERE stage < 2;
CREATE INDEX open_tables ON tables (created_ms DESC, id) WHERE stage = 0 AND listed;
CREATE TABLE states (
  table_id text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  next bigint NOT NULL,
  stage smallint NOT NULL,
  moved_ms bigint NOT NULL,
  moved_hour bigint NOT NULL,
  due_ms bigint NOT NULL,
  due_bound bigint NOT NULL) WITH (fillfactor = 60);
CREATE INDEX due_states ON states (due_bound) WHERE stage < 2 AND due_bound < 9223372036854775807;
CREATE INDEX stale_states ON states (stage, moved_hour) WHERE stage <> 2;
CREATE TABLE actions (
  table_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  action text NOT NULL,
  hash bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (table_id, seq));
CREATE TABLE holders (
  table_id text COLLATE "C" NOT NULL,
  guest text COLLATE "C" NOT NULL,
  ended_ms bigint,
  PRIMARY KEY (table_id, guest));
CREATE INDEX holders_by_guest ON holders (guest, ended_ms DESC, table_id);
CREATE TABLE live_changes (change bigint NOT NULL);
CREATE TABLE answers (
  writer text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  part bigint NOT NULL,
  verdicts bigint[] NOT NULL,
  details bigint[] NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (writer, number, part));
)";

std::string hex(const Bytes32& bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text.push_back(digits[byte >> 4]);
    text.push_back(digits[byte & 15]);
  }
  return text;
}

// One row, which says that the other tables here are a store's. `version` is that of the oldest
// program that may use it; those of schema 1 want exactly 1 there. `level`, which schema 2 added,
// is how far the schema itself has come.
std::string schema_1_text() {
  return std::string(
             "CREATE TABLE bastide_store (one boolean PRIMARY KEY CHECK (one), "
             "version bigint NOT NULL, salt bytea NOT NULL);") +
         kTables + functions_text() + "INSERT INTO bastide_store VALUES (true, 1, '\\x" +
         hex(make_salt()) + "');";
}

// After the tables and functions, and in a transaction of its own: the column was there at once,
// the index has to read all rows. An action changes neither of its columns most of the time.
constexpr const char* kSchema2Index =
    "CREATE INDEX IF NOT EXISTS driven_states ON states (driver, due_bound) WHERE stage < 2;"
    "ALTER TABLE bastide_store ADD COLUMN IF NOT EXISTS level bigint NOT NULL DEFAULT 1;"
    "UPDATE bastide_store SET level = 2;";

constexpr const char* kThere = "SELECT to_regclass('bastide_store') IS NOT NULL";
// What was answered to programs that are gone, and those themselves.
constexpr const char* kTidy =
    "DELETE FROM answers WHERE at < now() - interval '1 day'; SELECT forget_nodes()";

bool take_salt(const std::string& text, Bytes32& salt) {
  if (text.size() != 2 * salt.size()) return false;
  for (std::size_t i = 0; i < salt.size(); ++i)
    std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, salt[i], 16);
  return true;
}

std::int64_t number_of(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

struct StoreHead {
  std::int64_t oldest = 0, level = 0;
  Bytes32 salt{};
};

// What is wrong, if it cannot be read. Before schema 2 there was no level.
Wrong read_head(Session& session, StoreHead& head) {
  const Outcome outcome = session.execute(
      "SELECT version, coalesce(to_jsonb(head) ->> 'level', '1'), encode(salt, 'hex') "
      "FROM bastide_store AS head");
  if (!outcome.ok()) return "cannot be set up: " + outcome.text;
  const Answer& found = outcome.answers.front();
  if (found.rows() != 1 || !take_salt(found.text(0, 2), head.salt)) return "has lost its salt";
  head.oldest = number_of(found.text(0, 0));
  head.level = number_of(found.text(0, 1));
  if (head.oldest > kSchemaVersion)
    return "is for programs of schema " + std::to_string(head.oldest) +
           " and later; this one is of schema " + std::to_string(kSchemaVersion) +
           ": use a newer Bastide";
  if (head.oldest < 1 || head.level < head.oldest)
    return "has the schema " + std::to_string(head.level) + " for programs of " +
           std::to_string(head.oldest) + ", which no Bastide has made";
  return std::nullopt;
}

// One transaction, while no other program does the same. Others are at work, so it waits for their
// locks for a moment only, in which they wait for it, and is tried again.
Outcome alone(Session& session, const std::string& sql) {
  Outcome outcome = session.execute(
      "BEGIN; SET LOCAL lock_timeout = 300; SELECT pg_advisory_xact_lock(4785346357461);");
  if (outcome.ok()) outcome = session.execute(sql);
  if (outcome.ok()) outcome = session.execute("COMMIT");
  if (outcome.fault == Fault::refused) session.execute("ROLLBACK");
  return outcome;
}

bool in_the_way(const Outcome& outcome) {
  return outcome.state == "55P03" || outcome.state == "40P01";
}

Outcome patiently(Session& session, const std::string& sql) {
  constexpr int kTries = 60;
  Outcome outcome = alone(session, sql);
  for (int i = 0; i < kTries && in_the_way(outcome); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    outcome = alone(session, sql);
  }
  return outcome;
}

// Whatever is there already stays; so two programs may do this one after the other.
Wrong upgrade(Session& session) {
  Outcome outcome = patiently(session, schema_2_text());
  if (outcome.ok()) outcome = patiently(session, kSchema2Index);
  if (outcome.ok()) return std::nullopt;
  return "cannot be brought up to date: " + outcome.text;
}

}  // namespace

std::optional<std::string> make_schema(Session& session, Bytes32& salt) {
  // Held until the end of the transaction, so that of two who come at once the second finds all.
  Outcome outcome = session.execute("BEGIN; SELECT pg_advisory_xact_lock(4785346357461);");
  if (outcome.ok()) outcome = session.execute(kThere);
  if (outcome.ok() && outcome.answers.front().text(0, 0) != "t")
    outcome = session.execute(schema_1_text() + schema_2_text() + kSchema2Index);
  if (outcome.ok()) outcome = session.execute("COMMIT");
  if (!outcome.ok()) return "cannot be set up: " + outcome.text;
  StoreHead head;
  Wrong wrong = read_head(session, head);
  if (!wrong && head.level < kSchemaVersion) wrong = upgrade(session);
  if (wrong) return wrong;
  salt = head.salt;
  outcome = session.execute(kTidy);
  if (!outcome.ok()) return "cannot be set up: " + outcome.text;
  return std::nullopt;
}

}  // namespace bastide::server::postgres
