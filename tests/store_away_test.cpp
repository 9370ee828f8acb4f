// The server of a store is away, full, may only read, or loses its office: nothing is acknowledged
// that is not kept, and everything goes on by itself.
#include <libpq-fe.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <thread>

#include "tests/store_play.h"

namespace bastide::server {
namespace store_away {

using namespace std::chrono_literals;

class AwayStore : public OnPostgres {
 protected:
  void SetUp() override {
    OnPostgres::SetUp();
    if (!is_ready()) return;
    store_ = opened_postgres(place_);
    ASSERT_NE(store_, nullptr);
    ASSERT_TRUE(put(*store_, new_row("t")).ok());
  }
  void cut() {
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
        "'bastide'");
  }
  // From then on every commit waits for such a one.
  void wait_for_standby(const std::string& name) {
    sql("ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
    sql("SELECT pg_reload_conf()");
    EXPECT_TRUE(
        becomes_true("SELECT current_setting('synchronous_standby_names') = '" + name + "'"));
  }
  void TearDown() override {
    if (!place_.empty()) wait_for_standby("");
  }
  // Begins a change of the table, and gives what it is answered.
  std::future<StoreResult> begin(std::int64_t seq) {
    auto promise = std::make_shared<std::promise<StoreResult>>();
    store_->change(moves("t", seq, {action_row(seq)}),
                   [promise](StoreResult result) { promise->set_value(std::move(result)); });
    return promise->get_future();
  }
  // Until this gives "t".
  bool becomes_true(const std::string& query) {
    for (int i = 0; i < 500; ++i) {
      if (sql(query) == "t") return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  }
  void expect_log(std::int64_t count) {
    const auto log = log_of(*store_, "t");
    ASSERT_TRUE(log);
    EXPECT_EQ(log->row.version, count);
    EXPECT_EQ(log->actions, action_rows(0, count));
  }

  std::unique_ptr<Store> store_;
};

bool waits(const std::future<StoreResult>& result) {
  return result.wait_for(0s) == std::future_status::timeout;
}

// An error of the server's own, made by a trigger.
TEST_F(AwayStore, tries_again_while_a_disk_is_full) {
  for (const char* state : {"53100", "53200", "58030", "57014"}) {
    sql("CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE "
        "EXCEPTION 'no room' USING ERRCODE = '" +
        std::string(state) +
        "'; END $$; CREATE TRIGGER fails BEFORE INSERT ON actions FOR EACH ROW EXECUTE FUNCTION "
        "fail()");
    const std::int64_t seq = table_of(*store_, "t")->version;
    auto result = begin(seq);
    std::this_thread::sleep_for(200ms);
    EXPECT_TRUE(waits(result)) << state;
    sql("DROP TRIGGER fails ON actions");
    EXPECT_TRUE(result.get().ok()) << state;
  }
  expect_log(4);
}

TEST_F(AwayStore, gives_up_on_a_disk_that_stays_full_and_recovers) {
  store_ = opened_postgres(place_, {.give_up_ms = 200});
  sql("CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no "
      "room' USING ERRCODE = '53100'; END $$; CREATE TRIGGER fails BEFORE INSERT ON actions FOR "
      "EACH ROW EXECUTE FUNCTION fail()");
  const StoreResult result = begin(0).get();
  EXPECT_EQ(result.status, kIoError);
  EXPECT_EQ(result.text, "The store could not write: no room.");
  expect_log(0);
  sql("DROP TRIGGER fails ON actions");
  EXPECT_TRUE(begin(0).get().ok());
  expect_log(1);
}

TEST_F(AwayStore, waits_for_a_server_that_may_be_written_to) {
  sql("ALTER DATABASE postgres SET default_transaction_read_only = on");
  cut();
  auto result = begin(0);
  std::this_thread::sleep_for(300ms);
  EXPECT_TRUE(waits(result));
  sql("BEGIN READ WRITE; ALTER DATABASE postgres RESET default_transaction_read_only; COMMIT");
  EXPECT_TRUE(result.get().ok());
  expect_log(1);
}

TEST_F(AwayStore, waits_for_a_connection_when_there_are_too_many) {
  std::vector<PGconn*> others;
  const auto take_all = [&] {
    for (;;) {
      others.push_back(PQconnectdb(place_.c_str()));
      if (PQstatus(others.back()) != CONNECTION_OK) return;
    }
  };
  PGconn* first = PQconnectdb(place_.c_str());
  take_all();
  PQclear(PQexec(first,
                 "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
                 "application_name = 'bastide'"));
  take_all();  // and what the store has lost; whoever is quicker
  auto result = begin(0);
  std::this_thread::sleep_for(200ms);
  for (PGconn* one : others) PQfinish(one);
  PQfinish(first);
  EXPECT_TRUE(result.get().ok());
  expect_log(1);
}

TEST_F(AwayStore, asks_what_became_of_a_write_that_somebody_cancelled) {
  PGconn* other = PQconnectdb(place_.c_str());
  PQclear(PQexec(other, "BEGIN; SELECT FROM states WHERE table_id = 't' FOR UPDATE"));
  auto result = begin(0);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(becomes_true(
        "SELECT coalesce(bool_or(pg_cancel_backend(pid)), false) FROM pg_stat_activity WHERE "
        "application_name = 'bastide' AND wait_event_type = 'Lock'"));
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_TRUE(waits(result));
  PQfinish(other);
  EXPECT_TRUE(result.get().ok());
  expect_log(1);
}

// Nobody answers for the standby. Whoever cancels the waiting makes the server say that all is
// well, with a warning; and so does whoever ends the session, as far as others can see.
TEST_F(AwayStore, acknowledges_nothing_that_the_standby_does_not_have) {
  const auto waiting = [](const std::string& what) {
    return "SELECT coalesce(bool_or(" + what +
           "), false) FROM pg_stat_activity WHERE application_name = 'bastide' AND "
           "wait_event = 'SyncRep'";
  };
  wait_for_standby("nobody");
  auto result = begin(0);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(becomes_true(waiting("pg_cancel_backend(pid)")));
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_TRUE(waits(result));
  ASSERT_TRUE(becomes_true(waiting("pg_terminate_backend(pid)")));
  ASSERT_TRUE(becomes_true(waiting("true")));
  EXPECT_TRUE(waits(result));
  wait_for_standby("");
  EXPECT_TRUE(result.get().ok());
  expect_log(1);
}

// However long nobody answers, one process of the server waits, and not one more for each try.
TEST_F(AwayStore, leaves_no_sessions_behind_that_wait) {
  store_ = opened_postgres(place_, {.answer_ms = 100, .give_up_ms = 300});
  wait_for_standby("nobody");
  for (int i = 0; i < 6; ++i) EXPECT_EQ(begin(0).get().status, kIoError);
  EXPECT_EQ(sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'bastide' AND "
                "state <> 'idle'"),
            "1");
  wait_for_standby("");
  ASSERT_TRUE(
      becomes_true("SELECT count(*) = 0 FROM pg_stat_activity WHERE wait_event = "
                   "'SyncRep'"));
  const StoreResult next = begin(1).get();  // the first had been written after all
  EXPECT_TRUE(next.ok()) << next.text;
  expect_log(2);
}

TEST_F(AwayStore, goes_on_after_a_server_that_stood_still) {
  store_ = opened_postgres(place_, {.answer_ms = 300});
  constexpr int kActions = 60;
  std::atomic<int> done = 0, failed = 0;
  server().signal_all(SIGSTOP);
  for (int seq = 0; seq < kActions; ++seq)
    store_->change(moves("t", seq, {action_row(seq)}), [&](const StoreResult& result) {
      ++done;
      failed += !result.ok();
    });
  std::this_thread::sleep_for(3s);
  EXPECT_EQ(done, 0);
  server().signal_all(SIGCONT);
  store_->flush();
  EXPECT_EQ(done, kActions);
  EXPECT_EQ(failed, 0);
  expect_log(kActions);
}

// The standby takes the office of a primary that was killed; and when that one comes back, and
// still thinks it has it, nobody writes there.
TEST_F(AwayStore, goes_over_to_the_standby_and_never_back) {
  auto standby = server().start_standby();
  ASSERT_EQ(standby->missing(), "");
  const std::string place = server().new_place(*standby);
  wait_for_standby("*");
  ASSERT_TRUE(
      becomes_true("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"));
  store_ = opened_postgres(place);
  ASSERT_NE(store_, nullptr);
  ASSERT_TRUE(put(*store_, new_row("t")).ok());
  constexpr int kActions = 300;
  std::atomic<int> failed = 0;
  std::thread playing([&] {
    for (int seq = 0; seq < kActions; ++seq) {
      store_->change(moves("t", seq, {action_row(seq)}),
                     [&](const StoreResult& result) { failed += !result.ok(); });
      std::this_thread::sleep_for(3ms);
    }
  });
  std::this_thread::sleep_for(200ms);
  server().stop(SIGQUIT);
  standby->execute("ALTER SYSTEM RESET synchronous_standby_names");
  standby->promote();
  playing.join();
  store_->flush();
  EXPECT_EQ(failed, 0);
  expect_log(kActions);
  server().start();  // the old one
  wait_for_standby("");
  standby->execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bastide'");
  EXPECT_TRUE(begin(kActions).get().ok());
  expect_log(kActions + 1);
  store_.reset();
}

}  // namespace store_away
}  // namespace bastide::server
