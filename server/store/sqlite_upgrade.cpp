#include "server/store/sqlite_upgrade.h"

#include <array>

namespace bastide::server::sqlite {

namespace {

// Columns are typed strictly; the log is ordered by table and number in the file itself. `look_ms`
// is seen_ms, or later for guests who were not to be forgotten when they were last looked at.
constexpr const char* kGuests = R"(
CREATE TABLE guests (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  bot INTEGER NOT NULL DEFAULT 0,
  seen_ms INTEGER NOT NULL DEFAULT 0,
  look_ms INTEGER NOT NULL DEFAULT 0,
  address TEXT NOT NULL DEFAULT ''
) STRICT;
)";
constexpr const char* kTables = R"(
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY,
  config TEXT NOT NULL,
  meta TEXT NOT NULL,
  seed BLOB NOT NULL,
  hash_scheme INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE actions (
  table_id TEXT NOT NULL REFERENCES tables (id),
  seq INTEGER NOT NULL,
  action TEXT NOT NULL,
  hash INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
)";

// What every action changes, apart from the long texts: small rows in the order of their making, so
// those of the tables that are played at lie together.
constexpr const char* kStates = R"(
CREATE TABLE states (
  table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id),
  created_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  stage INTEGER NOT NULL,
  moved_ms INTEGER NOT NULL,
  due_ms INTEGER NOT NULL,
  host TEXT NOT NULL,
  address TEXT NOT NULL,
  listed INTEGER NOT NULL,
  bots_alone INTEGER NOT NULL
) STRICT;
)";

// Who finds a table: nobody has to look through all tables for those of one guest. `ended_ms` is
// the table's moved_ms if it is no longer live, else nothing.
constexpr const char* kHolders = R"(
CREATE TABLE holders (
  table_id TEXT NOT NULL REFERENCES tables (id),
  guest TEXT NOT NULL,
  ended_ms INTEGER,
  PRIMARY KEY (table_id, guest)
) STRICT, WITHOUT ROWID;
)";

// Stages: 0 waiting, 1 playing, 2 over, 3 abandoned.
constexpr const char* kIndexes = R"(
CREATE INDEX guests_by_address ON guests (address) WHERE address <> '';
CREATE INDEX guests_counted ON guests (created_ms) WHERE address <> '';
CREATE INDEX guests_by_look ON guests (look_ms);
CREATE INDEX live_by_host ON states (host, bots_alone) WHERE stage < 2;
CREATE INDEX live_by_address ON states (address, bots_alone) WHERE stage < 2;
CREATE INDEX due_states ON states (due_ms, table_id)
  WHERE stage < 2 AND due_ms < 9223372036854775807;
CREATE INDEX stale_states ON states (stage, moved_ms) WHERE stage <> 2;
CREATE INDEX open_states ON states (created_ms DESC, table_id) WHERE stage = 0 AND listed = 1;
CREATE INDEX holders_by_guest ON holders (guest, ended_ms DESC, table_id);
)";

constexpr const char* kSalt = R"(
CREATE TABLE salt (one INTEGER PRIMARY KEY CHECK (one = 1), bytes BLOB NOT NULL) STRICT;
)";

// Holders as version 4 had them.
constexpr const char* kHolders4 = R"(
CREATE TABLE holders (
  table_id TEXT NOT NULL REFERENCES tables (id),
  guest TEXT NOT NULL,
  live INTEGER NOT NULL,
  since_ms INTEGER NOT NULL,
  PRIMARY KEY (table_id, guest)
) STRICT, WITHOUT ROWID;
CREATE INDEX holders_by_guest ON holders (guest, live, since_ms);
)";

// Before version 4 only the meta said who sits where. A table that waited and was closed is
// nobody's.
constexpr const char* kFillHolders4 = R"(
INSERT OR IGNORE INTO holders (table_id, guest, live, since_ms)
  SELECT one.id, json_extract(one.meta, seat.fullkey || '.guest'), one.live, one.moved_ms
  FROM (SELECT id, live, CASE WHEN json_valid(meta) THEN meta ELSE '{}' END AS meta,
               coalesce((SELECT at_ms FROM actions WHERE table_id = tables.id
                         ORDER BY seq DESC LIMIT 1), created_ms) AS moved_ms
        FROM tables) AS one, json_each(one.meta, '$.seats') AS seat
  WHERE json_extract(one.meta, seat.fullkey || '.kind') = 'person'
    AND json_type(one.meta, seat.fullkey || '.guest') = 'text'
    AND (one.live = 1 OR json_extract(one.meta, '$.status') = 'over');
)";

// Whoever is there has been seen now: nobody is forgotten for what was not noted.
constexpr const char* kGuestsTo5 = R"(
ALTER TABLE guests ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guests ADD COLUMN look_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guests ADD COLUMN address TEXT NOT NULL DEFAULT '';
UPDATE guests SET seen_ms = max(created_ms, unixepoch('now') * 1000);
UPDATE guests SET look_ms = seen_ms;
)";

// Before version 5 the meta alone said how far a table was, and nothing that something was due: at
// all tables that are played at, somebody has to look. What cannot be read is kept: as a game that
// goes on if it has actions and was live, else as one that is over.
constexpr const char* kFillStates = R"(
INSERT INTO states (table_id, created_ms, version, stage, moved_ms, due_ms, host, address, listed,
                    bots_alone)
  SELECT id, created_ms, 0, stage, moved_ms,
         CASE WHEN stage = 1 THEN moved_ms ELSE 9223372036854775807 END,
         CASE WHEN typeof(host) = 'text' THEN host ELSE '' END, '',
         CASE WHEN json_valid(config) THEN json_extract(config, '$.listed') IS 1 ELSE 0 END,
         coalesce(stage < 2 AND bots > 0 AND bots = seats, 0)
  FROM (SELECT id, created_ms, config, host, bots, seats,
               CASE WHEN live = 0 AND (ended IS 'abandoned' OR status IS 'waiting') THEN 3
                    WHEN live = 0 OR status IS 'over' THEN 2
                    WHEN status IS 'playing' THEN 1
                    WHEN status IS NOT 'waiting' AND acted_ms IS NOT NULL THEN 1
                    ELSE 0 END AS stage,
               max(coalesce(acted_ms, created_ms), coalesce(held_ms, created_ms)) AS moved_ms
        FROM (SELECT id, created_ms, live, config,
                     json_extract(meta, '$.status') AS status,
                     json_extract(meta, '$.ended') AS ended,
                     json_extract(meta, '$.host') AS host,
                     (SELECT at_ms FROM actions WHERE table_id = one.id
                      ORDER BY seq DESC LIMIT 1) AS acted_ms,
                     (SELECT max(since_ms) FROM holders WHERE table_id = one.id) AS held_ms,
                     CASE WHEN live = 1 THEN
                       (SELECT count(*) FROM json_each(meta, '$.seats') AS seat
                        WHERE json_extract(meta, seat.fullkey || '.kind') = 'bot') END AS bots,
                     CASE WHEN live = 1 THEN json_array_length(meta, '$.seats') END AS seats
              FROM (SELECT id, created_ms, live, config,
                           CASE WHEN json_valid(meta) THEN meta ELSE '{}' END AS meta
                    FROM tables) AS one));
)";

constexpr const char* kHoldersTo5 = R"(
DROP INDEX holders_by_guest;
ALTER TABLE holders RENAME TO holders_before;
)";
constexpr const char* kFillHolders = R"(
INSERT INTO holders (table_id, guest, ended_ms)
  SELECT table_id, guest, CASE WHEN stage < 2 THEN NULL ELSE moved_ms END
  FROM holders_before JOIN states USING (table_id);
DROP TABLE holders_before;
)";

constexpr const char* kTablesTo5 = R"(
DROP INDEX live_tables;
ALTER TABLE tables DROP COLUMN live;
ALTER TABLE tables DROP COLUMN created_ms;
)";

// From each version to the next, the first one to 2.
const auto& upgrades() {
  static const std::array<std::string, kSchemaVersion - 1> kUpgrades{
      "ALTER TABLE guests ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;",
      "ALTER TABLE tables ADD COLUMN hash_scheme INTEGER NOT NULL DEFAULT 0;",
      std::string(kHolders4) + kFillHolders4,
      std::string(kGuestsTo5) + kStates + kFillStates + kHoldersTo5 + kHolders + kFillHolders +
          kTablesTo5 + kIndexes + kSalt};
  return kUpgrades;
}

}  // namespace

std::string schema_text() {
  return std::string(kGuests) + kTables + kStates + kHolders + kIndexes + kSalt;
}

std::string upgrade_text(std::int64_t from_version) {
  std::string text;
  for (auto i = static_cast<std::size_t>(from_version - 1); i < upgrades().size(); ++i)
    text += upgrades()[i];
  return text;
}

}  // namespace bastide::server::sqlite
