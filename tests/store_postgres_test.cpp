// What can happen to a store in PostgreSQL: answers that never come, a server that goes away and
// comes back, texts that it cannot have, a place that is another's.
#include <libpq-fe.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "server/store/postgres.h"
#include "tests/store_play.h"

namespace bastide::server {
namespace {

using namespace std::chrono_literals;

class PostgresStore : public OnPostgres {
 protected:
  // All connections of stores, from outside.
  static void cut_connections() {
    server().execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'bastide'");
  }
  // Of live tables the number is kept apart from them.
  void expect_right_count() {
    const std::string counted = "(SELECT coalesce(sum(change), 0) FROM live_changes)";
    EXPECT_EQ(
        server().execute("SELECT " + counted + " = count(*) FROM states WHERE stage < 2", place_),
        "t");
  }
};

// Somebody else's transaction, until it ends.
class OpenTransaction {
 public:
  OpenTransaction(const std::string& uri, const std::string& sql)
      : connection_(PQconnectdb(uri.c_str())) {
    PQclear(PQexec(connection_, "BEGIN"));
    select(sql);
  }
  void select(const std::string& sql) {
    PGresult* result = PQexec(connection_, sql.c_str());
    EXPECT_EQ(PQresultStatus(result), PGRES_TUPLES_OK) << PQerrorMessage(connection_);
    PQclear(result);
  }
  ~OpenTransaction() { PQfinish(connection_); }
  OpenTransaction(const OpenTransaction&) = delete;
  OpenTransaction& operator=(const OpenTransaction&) = delete;

 private:
  PGconn* connection_;
};

void expect_whole_log(Store& store, const std::string& table, std::int64_t count) {
  const auto log = log_of(store, table);
  ASSERT_TRUE(log);
  EXPECT_EQ(log->row.version, count);
  EXPECT_EQ(log->actions, action_rows(0, count));
}

TEST_F(PostgresStore, writes_everything_once_while_connections_are_cut) {
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  constexpr int kTables = 4, kActions = 200;
  for (int t = 0; t < kTables; ++t)
    EXPECT_TRUE(put(*store, new_row("t" + std::to_string(t)), {"ada"}).ok());
  std::atomic<bool> running = true;
  std::atomic<int> cuts = 0;
  std::thread cutter([&] {
    for (; running; ++cuts) {
      cut_connections();
      std::this_thread::sleep_for(25ms);
    }
  });
  std::atomic<int> failed = 0;
  for (int seq = 0; seq < kActions; ++seq) {
    for (int t = 0; t < kTables; ++t)
      store->change(moves("t" + std::to_string(t), seq, {action_row(seq)}),
                    [&](const StoreResult& result) { failed += !result.ok(); });
    store->put_guest(guest_row("g", 1, "Ada", 1), 10,
                     [&](const StoreResult& result) { failed += !result.ok(); });
    if (seq % 4 == 0) store->flush();
  }
  store->flush();
  running = false;
  cutter.join();
  EXPECT_EQ(failed, 0);
  EXPECT_GT(cuts, 5);
  for (int t = 0; t < kTables; ++t) expect_whole_log(*store, "t" + std::to_string(t), kActions);
}

// The server waits for a lock, and the store for the server, again and again, on one connection
// after another; but it leaves the group to the process that has it.
TEST_F(PostgresStore, writes_once_what_is_not_answered_for_long) {
  const auto store = opened_postgres(place_, {.answer_ms = 150});
  ASSERT_NE(store, nullptr);
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  std::vector<StoreStatus> seen;
  const auto note = [&](const StoreResult& result) { seen.push_back(result.status); };
  {
    const OpenTransaction holds(place_, "SELECT FROM states WHERE table_id = 't' FOR UPDATE");
    store->change(moves("t", 0, action_rows(0, 2)), note);
    TableChange meta = moves("t", 1, {});  // nothing of it can be told from the log
    meta.update = TableUpdate{"resigned", Stage::playing};
    store->change(meta, note);
    store->change(moves("t", 0, action_rows(0, 2)), note);  // was too late from the beginning
    std::this_thread::sleep_for(900ms);
    EXPECT_EQ(server().execute("SELECT count(*) FROM pg_stat_activity WHERE "
                               "application_name = 'bastide' AND wait_event_type = 'Lock'"),
              "1");
  }
  store->flush();
  EXPECT_EQ(seen, (std::vector{StoreStatus::ok, StoreStatus::ok, kConflict}));
  const auto log = log_of(*store, "t");
  EXPECT_EQ(log->row.version, 2);
  EXPECT_EQ(log->row.meta, "resigned");
  EXPECT_EQ(log->actions, action_rows(0, 2));
}

// Somebody has noted an answer for a group before it came, as if it had been sent twice.
TEST_F(PostgresStore, takes_the_answer_of_the_first_of_two_sendings) {
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  server().execute("INSERT INTO answers SELECT writer, number + 1, 0, '{2}', '{77}' FROM answers",
                   place_);
  EXPECT_EQ(change(*store, moves("t", 0, {action_row(0)})).text,
            "Table 't' has version 77, not 0.");
  expect_whole_log(*store, "t", 0);  // the second was undone
  EXPECT_TRUE(change(*store, moves("t", 0, {action_row(0)})).ok());
}

TEST_F(PostgresStore, goes_on_by_itself_after_the_server_has_crashed) {
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  constexpr int kActions = 300;
  std::atomic<int> done = 0, failed = 0;
  std::thread playing([&] {
    for (int seq = 0; seq < kActions; ++seq) {
      store->change(moves("t", seq, {action_row(seq)}), [&](const StoreResult& result) {
        ++done;
        failed += !result.ok();
      });
      std::this_thread::sleep_for(2ms);
    }
  });
  std::this_thread::sleep_for(100ms);
  server().stop(SIGQUIT);
  std::this_thread::sleep_for(300ms);
  server().start();
  playing.join();
  store->flush();
  EXPECT_EQ(done, kActions);
  EXPECT_EQ(failed, 0);
  expect_whole_log(*store, "t", kActions);
}

TEST_F(PostgresStore, tells_that_the_server_is_away_and_that_it_is_back) {
  const auto store = opened_postgres(place_, {.give_up_ms = 300});
  ASSERT_NE(store, nullptr);
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  server().stop(SIGINT);
  const StoreResult away = change(*store, moves("t", 0, {action_row(0)}));
  EXPECT_EQ(away.status, kIoError);
  EXPECT_TRUE(away.text.starts_with("The store could not write: ")) << away.text;
  EXPECT_TRUE(std::holds_alternative<StoreError>(try_log(*store, "t")));
  const auto before = std::chrono::steady_clock::now();
  for (int i = 0; i < 20; ++i)  // from then on nobody waits
    EXPECT_EQ(change(*store, moves("t", 0, {action_row(0)})).status, kIoError);
  EXPECT_LT(std::chrono::steady_clock::now() - before, 3s);
  EXPECT_EQ(store->stats().errors, 21u);
  server().start();
  EXPECT_EQ(table_of(*store, "t")->version, 0);
  EXPECT_TRUE(change(*store, moves("t", 0, {action_row(0)})).ok());
  expect_whole_log(*store, "t", 1);
}

TEST_F(PostgresStore, lets_a_text_that_it_cannot_keep_fail_alone) {
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  std::vector<StoreResult> seen;
  const auto note = [&](const StoreResult& result) { seen.push_back(result); };
  {
    const OpenTransaction holds(place_, "SELECT pg_advisory_xact_lock(4785346357462)");
    store->put_table({new_row("first"), {}, {}, {}}, note);  // waits, so that the rest is a group
    std::this_thread::sleep_for(50ms);
    for (const char* id : {"a", "b"}) store->put_table({new_row(id), {}, {}, {}}, note);
    store->change(moves("a", 0, {action_row(0)}), note);
    store->change(moves("b", 0, {action_row(0, "\xFF no UTF-8")}), note);
    store->change(moves("b", 0, {action_row(0, std::string("a\0b", 3))}), note);
    store->change(moves("a", 1, {action_row(1)}), note);
  }
  store->flush();
  ASSERT_EQ(seen.size(), 7u);
  for (const std::size_t i : {0u, 1u, 2u, 3u, 6u}) EXPECT_TRUE(seen[i].ok()) << i << seen[i].text;
  for (const std::size_t i : {4u, 5u}) {
    EXPECT_EQ(seen[i].status, kConflict);
    EXPECT_TRUE(seen[i].text.starts_with("The store cannot keep this: ")) << seen[i].text;
  }
  expect_whole_log(*store, "a", 2);
  expect_whole_log(*store, "b", 0);
}

TEST_F(PostgresStore, tries_again_when_it_and_another_have_waited_for_each_other) {
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  for (const char* id : {"a", "b"}) EXPECT_TRUE(put(*store, new_row(id)).ok());
  std::atomic<int> ok = 0;
  const auto note = [&](const StoreResult& result) { ok += result.ok(); };
  {
    OpenTransaction other(place_, "SELECT FROM states WHERE table_id = 'b' FOR UPDATE");
    {
      const OpenTransaction holds(place_, "SELECT pg_advisory_xact_lock(4785346357462)");
      store->put_table({new_row("first"), {}, {}, {}}, note);  // waits: the rest is one group
      std::this_thread::sleep_for(50ms);
      store->change(moves("a", 0, {action_row(0)}), note);
      store->put_guest(guest_row("g", 1, "Ada", 1), 9, note);
      store->change(moves("b", 0, {action_row(0)}), note);
    }
    std::this_thread::sleep_for(300ms);  // it has a, and waits for b
    other.select("SELECT FROM states WHERE table_id = 'a' FOR UPDATE");  // the store gave way
  }
  store->flush();
  EXPECT_EQ(ok, 4);
  for (const char* id : {"a", "b"}) expect_whole_log(*store, id, 1);
}

// A few at once, and then one each millisecond: they are gathered, but not those of one who waits
// for each.
TEST_F(PostgresStore, gathers_what_comes_quickly_one_after_another) {
  const auto store = opened_postgres(place_, {.pace_ms = 50});
  ASSERT_NE(store, nullptr);
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  auto before = std::chrono::steady_clock::now();
  for (int seq = 0; seq < 40; ++seq)
    EXPECT_TRUE(change(*store, moves("t", seq, {action_row(seq)})).ok());
  EXPECT_LT(std::chrono::steady_clock::now() - before, 40 * 50ms);
  const auto commits = store->stats().commits;
  before = std::chrono::steady_clock::now();
  for (int seq = 40; seq < 240; ++seq) {
    store->change(moves("t", seq, {action_row(seq)}), nullptr);
    if (seq > 80) std::this_thread::sleep_for(1ms);
  }
  store->flush();
  const auto took = std::chrono::steady_clock::now() - before;
  EXPECT_LE(store->stats().commits - commits, static_cast<std::uint64_t>(took / 50ms) + 3);
  expect_whole_log(*store, "t", 240);
}

TEST_F(PostgresStore, is_made_once_by_those_who_come_at_once) {
  std::vector<std::unique_ptr<Store>> stores(4);
  std::vector<std::thread> threads;
  for (auto& store : stores) threads.emplace_back([&] { store = opened_postgres(place_); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& store : stores) {
    ASSERT_NE(store, nullptr);
    EXPECT_EQ(store->salt(), stores.front()->salt());
  }
}

TEST_F(PostgresStore, keeps_to_a_limit_that_several_reach_at_once) {
  std::vector<std::unique_ptr<Store>> stores;
  for (int i = 0; i < 3; ++i) {
    stores.push_back(opened_postgres(place_));
    ASSERT_NE(stores.back(), nullptr);
  }
  std::atomic<int> made = 0, refused = 0;
  for (int i = 0; i < 30; ++i)
    for (std::size_t s = 0; s < stores.size(); ++s) {
      NewTable table{new_row(std::to_string(i) + "-" + std::to_string(s)), {}, {}, {}};
      table.limits.in_all = 20;
      stores[s]->put_table(table, [&](const StoreResult& result) {
        made += result.ok();
        refused += result.limit == Limit::in_all;
      });
    }
  for (auto& store : stores) store->flush();
  EXPECT_EQ(made, 20);
  EXPECT_EQ(refused, 70);
}

// Several processes at the same tables, in groups of all kinds of writes, which may wait for each
// other crosswise: nobody fails, and of each version one wins.
TEST_F(PostgresStore, lets_several_write_to_the_same_tables) {
  constexpr int kStores = 3, kTables = 10, kRounds = 40;
  std::vector<std::unique_ptr<Store>> stores;
  for (int i = 0; i < kStores; ++i) {
    stores.push_back(opened_postgres(place_));
    ASSERT_NE(stores.back(), nullptr);
  }
  for (int t = 0; t < kTables; ++t)
    EXPECT_TRUE(put(*stores[0], new_row("t" + std::to_string(t))).ok());
  std::atomic<int> won = 0, lost = 0, failed = 0;
  const auto note = [&](const StoreResult& result) {
    won += result.ok();
    lost += result.status == kConflict;
    failed += result.status == kIoError;
  };
  const auto play = [&](int me) {
    Store& store = *stores[static_cast<std::size_t>(me)];
    const std::string name = std::to_string(me);
    for (int seq = 0; seq < kRounds; ++seq) {
      for (int i = 0; i < kTables; ++i) {
        const int t = me % 2 == 0 ? i : kTables - 1 - i;  // in different orders
        store.change(moves("t" + std::to_string(t), seq, {action_row(seq, name)}), note);
        if (i % 3 == 0) store.see_guest("nobody", 1, nullptr);
      }
      store.put_guest(guest_row("g" + name, static_cast<unsigned char>(me), "Ada", 1), 9, nullptr);
      store.flush();
      while (table_of(store, "t0")->version <= seq) {
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kStores; ++i) threads.emplace_back(play, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(won + lost, kStores * kTables * kRounds);
  int rows = 0;
  for (int t = 0; t < kTables; ++t) {
    const auto log = log_of(*stores[0], "t" + std::to_string(t));
    EXPECT_EQ(log->row.version, static_cast<std::int64_t>(log->actions.size()));
    for (std::size_t i = 0; i < log->actions.size(); ++i)
      EXPECT_EQ(log->actions[i].seq, static_cast<std::int64_t>(i));
    rows += static_cast<int>(log->actions.size());
  }
  EXPECT_EQ(rows, won);
  expect_right_count();
}

// Groups of changes and of other writes, over the same tables in different orders: they would wait
// for each other crosswise if each took its tables as they come, and the server finds that out
// after a second, and breaks one off.
TEST_F(PostgresStore, never_makes_two_groups_wait_for_each_other) {
  constexpr int kTables = 60, kRounds = 40;
  constexpr const char* kSessions =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'bastide'";
  auto one = opened_postgres(place_), other = opened_postgres(place_);
  ASSERT_NE(one, nullptr);
  ASSERT_NE(other, nullptr);
  for (int t = 0; t < kTables; ++t)
    one->put_table({new_row(std::to_string(t)), {}, {}, {}}, nullptr);
  one->flush();
  const auto deadlocks = [&] {
    return server().execute("SELECT deadlocks FROM pg_stat_database WHERE datname = 'postgres'");
  };
  const std::string before = deadlocks();
  std::atomic<int> failed = 0, won = 0;
  const auto play = [&](Store& store, int step) {
    for (int round = 0; round < kRounds; ++round) {
      for (int i = 0; i < kTables; ++i) {
        const int t = (i * step + round * 17) % kTables;
        store.change(moves(std::to_string(t), round, {action_row(round)}),
                     [&](const StoreResult& result) {
                       failed += result.status == kIoError;
                       won += result.ok();
                     });
        if (i % 7 == 0) store.see_guest("nobody", 1, nullptr);  // so there are several calls
        if (i % 11 == 0) store.drop_table(std::to_string(t), 10'000, nullptr);
      }
      store.flush();
    }
  };
  std::thread second([&] { play(*other, 37); });
  play(*one, 1);
  second.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(won, kTables * kRounds);
  // The server counts when its processes end.
  one.reset();
  other.reset();
  for (int i = 0; i < 500 && server().execute(kSessions) != "0"; ++i)
    std::this_thread::sleep_for(10ms);
  EXPECT_EQ(deadlocks(), before);
}

TEST_F(PostgresStore, counts_live_tables_rightly_through_all_that_happens_to_them) {
  const auto store = opened_postgres(place_);
  ASSERT_NE(store, nullptr);
  const auto stage = [&](const std::string& id, std::int64_t version, Stage to) {
    TableChange one = moves(id, version, {});
    one.update = TableUpdate{"{}", to};
    store->change(one, nullptr);
  };
  for (int i = 0; i < 300; ++i) {  // more than are counted without being put together
    const std::string id = "t" + std::to_string(i);
    NewTable table{new_row(id), {}, {}, {}};
    if (i % 7 == 0) table.row.stage = Stage::over;
    store->put_table(table, nullptr);
    store->put_table(table, nullptr);  // is there already
    stage(id, 0, Stage::playing);
    if (i % 2 == 0) stage(id, 1, Stage::over);
    if (i % 4 == 0) stage(id, 2, Stage::abandoned);
    if (i % 8 == 0) stage(id, 3, Stage::playing);
    if (i % 3 == 0) store->drop_table(id, 1, nullptr);
    if (i % 6 == 0) store->drop_table(id, 2, nullptr);
  }
  store->flush();
  expect_right_count();
  EXPECT_EQ(server().execute("SELECT count(*) < 250 FROM live_changes", place_), "t");
}

TEST_F(PostgresStore, refuses_a_place_that_is_another_programs_and_leaves_it_alone) {
  server().execute("CREATE TABLE tables (legs int)", place_);
  const std::string error = open_error(place_);
  EXPECT_EQ(error, "The database cannot be set up: relation \"tables\" already exists.");
  EXPECT_EQ(server().execute("SELECT to_regclass('guests') IS NULL", place_), "t");
}

TEST_F(PostgresStore, refuses_a_schema_that_is_too_new_for_it) {
  ASSERT_NE(opened_postgres(place_), nullptr);
  server().execute("UPDATE bastide_store SET level = 7", place_);
  EXPECT_NE(opened_postgres(place_), nullptr);  // as long as it may be used beside a newer one
  server().execute("UPDATE bastide_store SET version = 3", place_);
  EXPECT_EQ(open_error(place_),
            "The database is for programs of schema 3 and later; this one is of schema 2: use a "
            "newer Bastide.");
  server().execute("UPDATE bastide_store SET version = 0, level = 0", place_);
  EXPECT_EQ(open_error(place_),
            "The database has the schema 0 for programs of 0, which no Bastide has made.");
}

TEST_F(PostgresStore, tells_what_is_wrong_with_an_address) {
  for (const char* address : {"postgresql://nobody@/x?host=/nowhere", "postgresql://x:y:z@@",
                              "postgres://%", "postgresql://localhost:1/x?connect_timeout=2"}) {
    const std::string error = open_error(address);
    EXPECT_TRUE(error.starts_with("The database cannot be opened: ")) << error;
  }
  const std::string error = open_error("postgresql://ada:secret@localhost:1/x");
  EXPECT_EQ(error.find("secret"), std::string::npos) << error;
}

TEST_F(PostgresStore, trusts_no_server_that_has_been_replaced) {
  auto at = std::make_shared<postgres::Place>();
  at->uri = place_;
  postgres::Session session(at, {});
  EXPECT_EQ(session.connect(), std::nullopt);
  EXPECT_EQ(at->timeline, 1u);
  at->timeline = 3;
  EXPECT_EQ(session.connect(), "the server is one that has been replaced (timeline 1 after 3)");
  EXPECT_FALSE(session.connected());
}

}  // namespace
}  // namespace bastide::server
