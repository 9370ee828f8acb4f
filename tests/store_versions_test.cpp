// Programs of schema 1 and of this one at the same store of PostgreSQL, at the same time. The text
// of schema 1 is kept as it was, and its programs are played by the SQL that they send.
#include <libpq-fe.h>

#include <atomic>
#include <thread>

#include "server/store/peers.h"
#include "tests/paths.h"
#include "tests/store_play.h"

namespace bastide::server {
namespace store_versions {

// A program of schema 1, on one connection.
class OldProgram {
 public:
  explicit OldProgram(const std::string& place) : connection_(PQconnectdb(place.c_str())) {}
  ~OldProgram() { PQfinish(connection_); }
  OldProgram(const OldProgram&) = delete;
  OldProgram& operator=(const OldProgram&) = delete;

  std::string sql(const std::string& text) {
    PGresult* result = PQexec(connection_, text.c_str());
    std::string value;
    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0)
      value = PQgetvalue(result, 0, 0);
    if (PQresultStatus(result) == PGRES_FATAL_ERROR) ADD_FAILURE() << PQresultErrorMessage(result);
    PQclear(result);
    return value;
  }

  // The store opens where exactly its own version is given.
  bool may_open() { return sql("SELECT version FROM bastide_store") == "1"; }

  std::string put(const std::string& id) {
    const std::string key = next_key();
    sql("SELECT put_table(" + key + ", '" + id + "', 1, '{}', '{}', '\\x" + std::string(64, '0') +
        "', 0, 0, 1, 1, 5, 'ada', '', true, false, "
        "ARRAY[1000, 1000, 1000, 1000, 1000]::bigint[], ARRAY['ada'])");
    return verdict();
  }
  // One action at the version and place that the table has.
  std::string append(const std::string& id) {
    const std::string version = sql("SELECT version FROM states WHERE table_id = '" + id + "'");
    const std::string key = next_key();
    sql("SELECT append_group(" + key + ", ARRAY['" + id + "'], ARRAY[" + version +
        "]::bigint[], ARRAY[" + version +
        "]::bigint[], ARRAY[1]::bigint[], ARRAY[1000]::bigint[], ARRAY[2000]::bigint[], "
        "ARRAY[NULL]::text[], ARRAY[NULL]::bigint[], ARRAY[NULL]::bigint[], ARRAY['old'], "
        "ARRAY[7]::bigint[], ARRAY[1]::bigint[], '{}'::text[])");
    return verdict();
  }

 private:
  std::string next_key() { return "'" + name_ + "', " + std::to_string(++number_) + ", 0"; }
  std::string verdict() {
    return sql("SELECT verdicts[1] FROM answers WHERE writer = '" + name_ +
               "' AND number = " + std::to_string(number_));
  }

  static inline std::atomic<int> programs_ = 0;
  PGconn* connection_;
  const std::string name_ = "old program " + std::to_string(++programs_);
  int number_ = 0;
};

class StoreVersions : public OnPostgres {
 protected:
  void SetUp() override {
    OnPostgres::SetUp();
    if (!is_ready()) return;
    EXPECT_EQ(sql(test_help::slurp(test_help::source_path("tests/stores/postgres-schema-1.sql"))),
              "");
  }
};

void expect_gapless(Store& store, const std::string& id, std::size_t count) {
  const auto log = log_of(store, id);
  ASSERT_TRUE(log);
  EXPECT_EQ(log->actions.size(), count);
  EXPECT_EQ(log->row.version, static_cast<std::int64_t>(count));
  for (std::size_t i = 0; i < log->actions.size(); ++i)
    EXPECT_EQ(log->actions[i].seq, static_cast<std::int64_t>(i));
}

TEST_F(StoreVersions, work_at_one_store_while_it_is_upgraded_and_after_it) {
  constexpr int kTables = 5;
  OldProgram(place_).sql("SELECT 1");
  std::atomic<bool> running = true;
  std::atomic<std::size_t> old_wrote = 0, old_lost = 0;
  std::thread old([&] {
    OldProgram program(place_);
    for (int t = 0; t < kTables; ++t) EXPECT_EQ(program.put("t" + std::to_string(t)), "0");
    for (int i = 0; running; ++i) {
      const std::string verdict = program.append("t" + std::to_string(i % kTables));
      old_wrote += verdict == "0";
      old_lost += verdict == "2";
      EXPECT_TRUE(verdict == "0" || verdict == "2") << verdict;
    }
  });
  while (old_wrote < 20) std::this_thread::yield();
  const auto store = opened_postgres(place_);  // upgrades it
  EXPECT_NE(store, nullptr);
  std::size_t wrote = 0, lost = 0;
  for (int i = 0; store && i < 1000; ++i) {
    const std::string id = "t" + std::to_string(i % kTables);
    const auto row = table_of(*store, id);
    const StoreResult result = change(*store, moves(id, row->version, {action_row(row->version)}));
    wrote += result.ok();
    lost += result.status == kConflict;
    EXPECT_NE(result.status, kIoError);
  }
  running = false;
  old.join();
  ASSERT_NE(store, nullptr);
  EXPECT_EQ(wrote + lost, 1000u);
  EXPECT_GT(wrote, 100u);
  std::size_t rows = 0;
  for (int t = 0; t < kTables; ++t) {
    const auto log = log_of(*store, "t" + std::to_string(t));
    rows += log->actions.size();
    expect_gapless(*store, "t" + std::to_string(t), log->actions.size());
  }
  EXPECT_EQ(rows, wrote + old_wrote);
  EXPECT_EQ(sql("SELECT count(*) FROM actions WHERE action = 'old'"), std::to_string(old_wrote));
}

TEST_F(StoreVersions, may_be_opened_by_either_after_the_upgrade) {
  OldProgram old(place_);
  EXPECT_EQ(old.put("of the old"), "0");
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  EXPECT_EQ(store->salt()[31], 0x1f);  // the one that it was made with
  EXPECT_TRUE(old.may_open());
  EXPECT_EQ(sql("SELECT level FROM bastide_store"), "2");
  ASSERT_NE(opened_postgres(place_), nullptr);  // and once more, with nothing to do
  NewTable table{new_row("of the new"), {}, {}, {}, "node"};
  EXPECT_TRUE(put(*store, table).ok());
  EXPECT_EQ(old.append("of the new"), "0");
  EXPECT_EQ(old.put("later"), "0");  // nobody drives it, so the new ones will
  const auto lease = asked<Lease>([&](auto done) { store->peers()->renew("node", 60'000, done); });
  EXPECT_TRUE(got(lease).held);
  const auto taken = asked<std::vector<std::string>>(
      [&](auto done) { store->peers()->take_over("node", 10, done); });
  EXPECT_EQ(got(taken).size(), 2u);
}

TEST_F(StoreVersions, go_on_where_an_upgrade_was_broken_off) {
  sql("ALTER TABLE states ADD COLUMN driver text COLLATE \"C\" NOT NULL DEFAULT ''");
  sql("CREATE TABLE nodes (id text COLLATE \"C\" PRIMARY KEY, until timestamptz NOT NULL)");
  EXPECT_EQ(OldProgram(place_).put("t"), "0");
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  EXPECT_EQ(sql("SELECT level FROM bastide_store"), "2");
  EXPECT_TRUE(change(*store, moves("t", 0, {action_row(0)})).ok());
}

TEST_F(StoreVersions, are_upgraded_once_by_those_who_come_at_once) {
  std::vector<std::unique_ptr<Store>> stores(4);
  std::vector<std::thread> threads;
  for (auto& store : stores) threads.emplace_back([&] { store = opened_postgres(place_); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& store : stores) EXPECT_NE(store, nullptr);
}

TEST_F(StoreVersions, say_why_an_upgrade_cannot_be_done) {
  sql("CREATE TABLE nodes (legs int)");
  EXPECT_EQ(open_error(place_),
            "The database cannot be brought up to date: column \"id\" of relation \"nodes\" "
            "does not exist.");
  EXPECT_EQ(sql("SELECT count(*) FROM information_schema.columns WHERE table_name = 'states' AND "
                "column_name = 'driver' AND table_schema = current_schema()"),
            "0");
  EXPECT_EQ(OldProgram(place_).put("t"), "0");  // and those of schema 1 go on
}

// Somebody reads for long: the upgrade waits, but whoever writes does not wait for it for long.
TEST_F(StoreVersions, let_others_write_while_the_upgrade_waits) {
  EXPECT_EQ(OldProgram(place_).put("t"), "0");
  OldProgram reader(place_);
  reader.sql("BEGIN");
  reader.sql("SELECT count(*) FROM states");
  std::atomic<bool> opened_at_last = false;
  std::thread upgrade([&] {
    const auto store = opened_postgres(place_);
    opened_at_last = store != nullptr;
  });
  OldProgram writer(place_);
  auto longest = std::chrono::steady_clock::duration::zero();
  for (int i = 0; i < 100; ++i) {
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(writer.append("t"), "0");
    longest = std::max(longest, std::chrono::steady_clock::now() - before);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_LT(longest, std::chrono::milliseconds(1500));
  EXPECT_FALSE(opened_at_last);
  reader.sql("COMMIT");
  upgrade.join();
  EXPECT_TRUE(opened_at_last);
}

}  // namespace store_versions
}  // namespace bastide::server
