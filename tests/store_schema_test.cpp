// Files of older programs are brought up to date in place, however much is in them.
#include "tests/store_file.h"

#include <chrono>

namespace bastide::server {
namespace {

class StoreSchema : public StoreFolder {
 protected:
  void execute(const std::string& sql) { execute_sql(file(), sql); }
};

// As version 1 had them; 2 and 3 added a column each, 4 the holders.
constexpr const char* kSchema1 = R"(
    CREATE TABLE guests (id TEXT NOT NULL PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL, created_ms INTEGER NOT NULL) STRICT;
    CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, created_ms INTEGER NOT NULL,
      config TEXT NOT NULL, meta TEXT NOT NULL, live INTEGER NOT NULL, seed BLOB NOT NULL) STRICT;
    CREATE INDEX live_tables ON tables (created_ms, id) WHERE live = 1;
    CREATE TABLE actions (table_id TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL,
      action TEXT NOT NULL, hash INTEGER NOT NULL, at_ms INTEGER NOT NULL,
      PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 0x42735464;
    PRAGMA user_version = 1;)";
constexpr const char* kFrom1To4 = R"(
    ALTER TABLE guests ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN hash_scheme INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE holders (table_id TEXT NOT NULL REFERENCES tables (id), guest TEXT NOT NULL,
      live INTEGER NOT NULL, since_ms INTEGER NOT NULL, PRIMARY KEY (table_id, guest))
      STRICT, WITHOUT ROWID;
    CREATE INDEX holders_by_guest ON holders (guest, live, since_ms);
    PRAGMA user_version = 4;)";

TEST_F(StoreSchema, of_a_newer_program_is_refused) {
  opened(file())->close();
  execute("PRAGMA user_version = 7");
  EXPECT_EQ(
      open_error("sqlite:" + file()),
      "The file " + file() + " was written by a newer Bastide (schema 7; this program knows 5).");
}

TEST_F(StoreSchema, of_nobody_is_refused) {
  opened(file())->close();
  execute("PRAGMA user_version = -1");
  EXPECT_NE(open_error("sqlite:" + file()).find("which no Bastide has written"), std::string::npos);
}

// A file as the first version of the schema made it.
TEST_F(StoreSchema, of_the_first_version_is_brought_up_to_date) {
  execute(std::string(kSchema1) + R"(
    INSERT INTO guests VALUES ('g1', zeroblob(32), 'Ada', 17);
    INSERT INTO tables VALUES ('t', 5, '{}', '{}', 1, zeroblob(32));
    INSERT INTO tables VALUES ('u', 7, '{}', '{"status":"waiting","seats":[{"kind":"open"},
      {"kind":"person","guest":"g1"},{"kind":"person","guest":"g1"}]}', 1, zeroblob(32));
    INSERT INTO tables VALUES ('closed', 8, '{}', '{"status":"waiting","seats":[
      {"kind":"person","guest":"g1"}]}', 0, zeroblob(32));
    INSERT INTO tables VALUES ('over', 4, '{}', '{"status":"over","seats":[
      {"kind":"person","guest":"g1"},{"kind":"program","guest":"b1"}]}', 0, zeroblob(32));
    INSERT INTO tables VALUES ('odd', 9, '{}', '{"seats":["x",7,{"kind":"person","guest":3}]}', 1,
      zeroblob(32)), ('no JSON', 9, 'x{', 'x{', 1, zeroblob(32));
    INSERT INTO actions VALUES ('over', 0, '{}', 9, 60), ('over', 1, '{}', 9, 70);
    INSERT INTO actions VALUES ('t', 0, '{}', 9, 6);)");
  GuestRow robot = guest_row("b1", 2, "Robot", 18);
  robot.bot = true;
  {
    const auto store = opened(file());
    const auto ada = guest_of(*store, "g1");
    EXPECT_EQ(ada->name, "Ada");
    EXPECT_GT(ada->seen_ms, 1'700'000'000'000);  // now: nobody is forgotten for the upgrade
    EXPECT_EQ(actions_of(*store, "t").size(), 1u);
    // Who sits where was only in the tables' own texts.
    EXPECT_EQ(live_of(*store, "g1"), (std::vector{GuestTable{"u", 7}}));
    EXPECT_EQ(ended_of(*store, "g1"), (std::vector{GuestTable{"over", 70}}));
    EXPECT_TRUE(ended_of(*store, "b1").empty());
    EXPECT_EQ(table_of(*store, "no JSON")->stage, Stage::waiting);
    EXPECT_EQ(table_of(*store, "t")->stage, Stage::playing);  // it has been played at
    EXPECT_EQ(table_of(*store, "closed")->stage, Stage::abandoned);
    EXPECT_TRUE(put(*store, robot).ok());
    // A bot for good, whatever else changes.
    EXPECT_TRUE(put(*store, guest_row("b1", 3, "Renamed", 18)).ok());
  }
  const auto store = opened(file());
  robot.name = "Renamed";
  robot.token_hash = bytes_of(3);
  EXPECT_EQ(guest_with(*store, bytes_of(3)), robot);
}

TEST_F(StoreSchema, of_version_4_says_how_far_every_table_is) {
  execute(std::string(kSchema1) + kFrom1To4 + R"(
    INSERT INTO tables VALUES
      ('waits', 10, '{"listed":true}', '{"status":"waiting","host":"ada","seats":[]}', 1,
       zeroblob(32), 2),
      ('hidden', 11, '{"listed":false}', '{"status":"waiting","host":7}', 1, zeroblob(32), 2),
      ('plays', 12, '{"listed":true}', '{"status":"playing","host":"ada","seats":[
        {"kind":"bot"},{"kind":"person","guest":"ada"}]}', 1, zeroblob(32), 2),
      ('bots', 13, '{}', '{"status":"playing","host":"ada","seats":[{"kind":"bot"},
        {"kind":"bot"}]}', 1, zeroblob(32), 2),
      ('over', 14, '{}', '{"status":"over","host":"ada"}', 0, zeroblob(32), 2),
      ('gone', 15, '{}', '{"status":"over","host":"ada","ended":"abandoned"}', 0, zeroblob(32), 2),
      ('closed', 16, '{}', '{"status":"waiting","host":"ada"}', 0, zeroblob(32), 2),
      ('broken', 17, 'x', 'x', 0, zeroblob(32), 2);
    INSERT INTO actions VALUES ('plays', 0, '{}', 1, 100), ('plays', 1, '{}', 1, 200),
      ('over', 0, '{}', 1, 300);
    INSERT INTO holders VALUES ('plays', 'ada', 1, 150), ('over', 'ada', 0, 400),
      ('gone', 'ada', 0, 350);)");
  const auto store = opened(file());
  const auto expect = [&](const std::string& id, Stage stage, std::int64_t moved_ms,
                          std::int64_t due_ms) {
    const auto row = table_of(*store, id);
    ASSERT_TRUE(row) << id;
    EXPECT_EQ(row->stage, stage) << id;
    EXPECT_EQ(row->moved_ms, moved_ms) << id;
    EXPECT_EQ(row->due_ms, due_ms) << id;
    EXPECT_EQ(row->version, 0) << id;
    EXPECT_EQ(row->hash_scheme, 2) << id;
  };
  expect("waits", Stage::waiting, 10, kNever);
  expect("hidden", Stage::waiting, 11, kNever);
  expect("plays", Stage::playing, 200, 200);
  expect("bots", Stage::playing, 13, 13);
  expect("over", Stage::over, 400, kNever);
  expect("gone", Stage::abandoned, 350, kNever);
  expect("closed", Stage::abandoned, 16, kNever);
  expect("broken", Stage::over, 17, kNever);  // kept for whoever can read it
  EXPECT_EQ(table_of(*store, "plays")->created_ms, 12);
  EXPECT_EQ(open_ids(*store), (std::vector<std::string>{"waits"}));
  EXPECT_EQ(due(*store, 1000), (std::vector{DueTable{13, "bots"}, DueTable{200, "plays"}}));
  EXPECT_EQ(live_of(*store, "ada"), (std::vector{GuestTable{"plays", 200}}));
  EXPECT_EQ(ended_of(*store, "ada"),
            (std::vector{GuestTable{"over", 400}, GuestTable{"gone", 350}}));
  // They count for their host from then on.
  NewTable fourth{new_row("new"), {}, {}, {}};
  fourth.owner = {.host = "ada", .address = "", .listed = false, .bots_alone = true};
  fourth.limits.by_host = 3;
  EXPECT_EQ(put(*store, fourth).limit, Limit::by_host);
  fourth.limits.by_host = 4;
  fourth.limits.bots_alone_by_host = 1;
  EXPECT_EQ(put(*store, fourth).limit, Limit::bots_alone_by_host);
  fourth.limits.bots_alone_by_host = 2;
  EXPECT_TRUE(put(*store, fourth).ok());
}

TEST_F(StoreSchema, that_stays_as_it_was_where_the_upgrade_fails) {
  execute(std::string(kSchema1) + kFrom1To4 + "CREATE TABLE salt (somebody_elses TEXT)");
  EXPECT_NE(open_error("sqlite:" + file()).find("cannot be written"), std::string::npos);
  execute("DROP TABLE salt; INSERT INTO tables VALUES ('t', 5, '{}', '{}', 1, zeroblob(32), 0)");
  EXPECT_EQ(open_error("sqlite:" + file()), "");
}

// Opening reads no tables, and every list comes from an index; so the bounds are far away.
TEST_F(StoreSchema, with_many_tables_is_upgraded_and_opened_quickly) {
  execute(std::string(kSchema1) + kFrom1To4 + R"(
    BEGIN;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
      INSERT INTO tables SELECT 't' || i, i, '{"listed":true}', '{"status":"' ||
        iif(i % 10 = 0, 'playing', 'over') || '","host":"ada","seats":[{"kind":"person",
        "guest":"ada"}]}', i % 10 = 0, randomblob(32), 2 FROM n;
    INSERT INTO holders SELECT id, 'ada', live, created_ms FROM tables;
    INSERT INTO actions SELECT id, 0, '{}', 1, created_ms FROM tables;
    COMMIT;)");
  using Clock = std::chrono::steady_clock;
  const auto before = Clock::now();
  opened(file())->close();
  const auto store = opened(file());
  EXPECT_EQ(due(*store, kNever, {}, 1000).size(), 500u);
  EXPECT_EQ(ended_of(*store, "ada", 0, 20).size(), 20u);
  EXPECT_EQ(ended_of(*store, "ada", 0, 20).front(), (GuestTable{"t4999", 4999}));
  EXPECT_EQ(live_of(*store, "ada", 20).front(), (GuestTable{"t4990", 4990}));
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(5));
}

}  // namespace
}  // namespace bastide::server
