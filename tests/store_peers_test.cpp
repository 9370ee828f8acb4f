// Several processes on one database: leases, who drives what, who is where, and hints.
#include <libpq-fe.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

#include "server/store/peers.h"
#include "server/store/postgres_hints.h"
#include "tests/store_play.h"

namespace bastide::server {
namespace store_peers {

using namespace std::chrono_literals;
using Ids = std::vector<std::string>;

// What one store has heard, all of it.
class Heard {
 public:
  explicit Heard(Store& store) : peers_(*store.peers()) {
    peers_.listen([this](const PeerNews& news) {
      const std::lock_guard lock(mutex_);
      for (const TableVersion& one : news.tables) tables_.push_back(one);
      presence_.insert(presence_.end(), news.presence.begin(), news.presence.end());
      guests_.insert(guests_.end(), news.guests.begin(), news.guests.end());
      missed_ += news.missed;
      changed_.notify_all();
    });
  }
  ~Heard() { peers_.listen(nullptr); }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;

  bool table(const std::string& id, std::int64_t version) {
    return wait(
        [&] { return std::ranges::find(tables_, TableVersion{id, version}) != tables_.end(); });
  }
  bool presence(const std::string& id) {
    return wait([&] { return std::ranges::find(presence_, id) != presence_.end(); });
  }
  bool guest(const std::string& id) {
    return wait([&] { return std::ranges::find(guests_, id) != guests_.end(); });
  }
  bool missed(int times) {
    return wait([&] { return missed_ >= times; });
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return tables_.size() + presence_.size() + guests_.size();
  }

 private:
  template <class Until>
  bool wait(Until until) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 10s, until);
  }

  Peers& peers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<TableVersion> tables_;
  Ids presence_, guests_;
  int missed_ = 0;
};

class PeersStore : public OnPostgres {
 protected:
  void SetUp() override {
    OnPostgres::SetUp();
    if (!is_ready()) return;
    one_ = opened_postgres(place_);
    other_ = opened_postgres(place_);
    ASSERT_NE(one_, nullptr);
    ASSERT_NE(other_, nullptr);
  }

  Stored<Lease> try_renew(const std::string& node, std::int64_t ms = 60'000) {
    return asked<Lease>([&](auto done) { one_->peers()->renew(node, ms, done); });
  }
  Lease renew(const std::string& node, std::int64_t ms = 60'000) {
    return got(try_renew(node, ms));
  }
  StoreResult end_lease(const std::string& node) {
    return waited([&](StoreDone done) { one_->peers()->end_lease(node, std::move(done)); });
  }
  Stored<Driver> try_drive(const std::string& table, const std::string& node) {
    return asked<Driver>([&](auto done) { one_->peers()->drive(table, node, done); });
  }
  Driver drive(const std::string& table, const std::string& node) {
    return got(try_drive(table, node));
  }
  Ids take_over(const std::string& node, std::size_t most = 100) {
    Ids ids = got(asked<Ids>([&](auto done) { one_->peers()->take_over(node, most, done); }));
    std::ranges::sort(ids);
    return ids;
  }
  StoreResult announce(const std::string& node, const std::vector<PresenceRow>& rows) {
    return waited([&](StoreDone done) { one_->peers()->announce(node, rows, std::move(done)); });
  }
  std::vector<PresenceRow> presence_of(const Ids& tables) {
    return got(asked<std::vector<PresenceRow>>(
        [&](auto done) { other_->peers()->presence_of(tables, done); }));
  }
  // The time of a node is over, as if nobody had renewed it.
  void kill(const std::string& node) {
    sql("UPDATE nodes SET until = now() - interval '1 second' WHERE id = '" + node + "'");
  }
  void put_due(const std::string& id, std::int64_t due_ms, const std::string& driver) {
    NewTable table{new_row(id), {}, {}, {}, driver};
    table.row.due_ms = due_ms;
    EXPECT_TRUE(put(*one_, table).ok());
  }
  Ids due_for(const std::string& node) {
    Ids ids;
    for (const DueTable& one : got(asked<std::vector<DueTable>>(
             [&](auto done) { one_->due_tables(kNever - 1, {}, 100, node, done); })))
      ids.push_back(one.id);
    return ids;
  }

  std::unique_ptr<Store> one_, other_;
};

// --- Leases -------------------------------------------------------------------

TEST_F(PeersStore, gives_a_lease_to_a_new_node_and_never_to_one_that_has_died) {
  EXPECT_TRUE(renew("a").held);
  const Lease second = renew("b");
  EXPECT_TRUE(second.held);
  EXPECT_EQ(second.nodes, (Ids{"a", "b"}));
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::system_clock::now().time_since_epoch());
  EXPECT_LT(std::abs(second.now_ms - now.count()), 2000);  // one machine, one clock
  kill("a");
  const Lease dead = renew("a");
  EXPECT_FALSE(dead.held);
  EXPECT_EQ(dead.nodes, Ids{"b"});
  EXPECT_FALSE(renew("").held);
  EXPECT_TRUE(renew("b").held);
  EXPECT_TRUE(end_lease("b").ok());
  EXPECT_FALSE(renew("b").held);
  EXPECT_TRUE(end_lease("nobody").ok());
  EXPECT_TRUE(renew("b'; DROP TABLE nodes --").held);
  EXPECT_EQ(renew("c", -1).nodes, Ids{"b'; DROP TABLE nodes --"});
}

TEST_F(PeersStore, forgets_the_dead_after_a_day_and_what_they_drove) {
  EXPECT_TRUE(renew("a").held);
  put_due("t", 5, "a");
  put_due("never", kNever, "a");
  EXPECT_TRUE(announce("a", {{"t", "a", "ada"}}).ok());
  sql("UPDATE nodes SET until = now() - interval '25 hours' WHERE id = 'a'");
  ASSERT_NE(opened_postgres(place_), nullptr);
  EXPECT_EQ(sql("SELECT count(*) FROM nodes"), "1");
  EXPECT_EQ(sql("SELECT count(*) FROM presence"), "0");
  EXPECT_EQ(sql("SELECT count(*) FROM states WHERE driver = ''"), "2");
}

// --- Drivers ------------------------------------------------------------------

TEST_F(PeersStore, lets_one_living_node_drive_a_table) {
  for (const char* node : {"a", "b"}) EXPECT_TRUE(renew(node).held);
  EXPECT_TRUE(put(*one_, new_row("t")).ok());
  EXPECT_EQ(drive("t", "a"), Driver::taken);
  EXPECT_EQ(drive("t", "a"), Driver::already);
  EXPECT_EQ(drive("t", "b"), Driver::other);
  kill("a");
  EXPECT_EQ(drive("t", "b"), Driver::taken);
  EXPECT_TRUE(std::holds_alternative<StoreError>(try_drive("t", "a")));  // is dead itself
  EXPECT_TRUE(std::holds_alternative<StoreError>(try_drive("nowhere", "b")));
  EXPECT_EQ(drive("t", "b"), Driver::already);
  EXPECT_EQ(table_of(*one_, "t")->version, 0);
  put_due("u", 5, "b");
  EXPECT_EQ(drive("u", "b"), Driver::already);
}

TEST_F(PeersStore, gives_a_table_to_one_of_those_who_come_at_once) {
  EXPECT_TRUE(put(*one_, new_row("t")).ok());
  constexpr int kNodes = 12;
  for (int i = 0; i < kNodes; ++i) EXPECT_TRUE(renew(std::to_string(i)).held);
  std::atomic<int> taken = 0, other = 0, left = kNodes;
  for (int i = 0; i < kNodes; ++i)
    (i % 2 == 0 ? one_ : other_)
        ->peers()
        ->drive("t", std::to_string(i), [&](const Stored<Driver>& answer) {
          taken += std::get<Driver>(answer) == Driver::taken;
          other += std::get<Driver>(answer) == Driver::other;
          --left;
        });
  while (left > 0) std::this_thread::yield();
  EXPECT_EQ(taken, 1);
  EXPECT_EQ(other, kNodes - 1);
}

TEST_F(PeersStore, takes_over_what_nobody_alive_drives) {
  for (const char* node : {"a", "b", "c"}) EXPECT_TRUE(renew(node).held);
  for (const char* id : {"a1", "a2", "a3"}) put_due(id, 1'000, "a");
  put_due("a_never", kNever, "a");
  put_due("b1", 1'000, "b");
  put_due("free", kNever - 1, "");
  NewTable over{new_row("over"), {}, {}, {}, "a"};
  over.row.stage = Stage::over;
  over.row.due_ms = 5;
  EXPECT_TRUE(put(*one_, over).ok());
  EXPECT_EQ(take_over("c"), Ids{"free"});
  kill("a");
  EXPECT_TRUE(take_over("a").empty());  // the dead take nothing
  EXPECT_TRUE(take_over("unknown").empty());
  EXPECT_EQ(take_over("c", 2).size(), 2u);
  EXPECT_EQ(take_over("b", 2).size(), 1u);
  EXPECT_TRUE(take_over("c").empty());
  EXPECT_EQ(drive("b1", "c"), Driver::other);
  EXPECT_EQ(sql("SELECT driver FROM states WHERE table_id = 'a_never'"), "a");
  EXPECT_EQ(drive("a_never", "c"), Driver::taken);
  EXPECT_TRUE(end_lease("c").ok());
  EXPECT_EQ(take_over("b").size(), 3u);
}

// A table that somebody is writing to just now is taken over a moment later.
TEST_F(PeersStore, shares_what_two_take_over_at_once) {
  for (const char* node : {"a", "b", "c"}) EXPECT_TRUE(renew(node).held);
  for (int i = 0; i < 60; ++i) put_due("t" + std::to_string(i), 1'000, "a");
  kill("a");
  std::atomic<int> left = 2;
  std::atomic<std::size_t> taken = 0;
  std::function<void(Store&, std::string)> more = [&](Store& store, const std::string& node) {
    store.peers()->take_over(node, 7, [&, node](const Stored<Ids>& ids) {
      taken += std::get<Ids>(ids).size();
      if (std::get<Ids>(ids).empty())
        --left;
      else
        more(store, node);
    });
  };
  more(*one_, "b");
  more(*other_, "c");
  while (left > 0) std::this_thread::yield();
  taken += take_over("b").size();  // what was locked when both looked
  EXPECT_EQ(taken, 60u);
  EXPECT_EQ(sql("SELECT count(*) FROM states WHERE driver IN ('b', 'c')"), "60");
}

TEST_F(PeersStore, tells_what_is_due_but_for_what_others_drive) {
  for (const char* node : {"a", "b"}) EXPECT_TRUE(renew(node).held);
  put_due("t_a", 1, "a");
  put_due("t_b", 2, "b");
  put_due("t_free", 3, "");
  put_due("t_unknown", 4, "who");
  EXPECT_EQ(due_for("a"), (Ids{"t_a", "t_free", "t_unknown"}));
  EXPECT_EQ(due_for(""), (Ids{"t_a", "t_b", "t_free", "t_unknown"}));
  kill("b");
  EXPECT_EQ(due_for("a").size(), 4u);
}

// --- Changes ------------------------------------------------------------------

TEST_F(PeersStore, refuses_a_driver_who_is_none_any_longer) {
  for (const char* node : {"a", "b"}) EXPECT_TRUE(renew(node).held);
  put_due("t", 5, "a");
  TableChange move = moves("t", 0, {action_row(0)});
  move.driver = "b";
  EXPECT_EQ(change(*one_, move).text, "Table 't' is not driven by 'b'.");
  move.driver = "a";
  EXPECT_TRUE(change(*one_, move).ok());
  kill("a");
  EXPECT_EQ(drive("t", "b"), Driver::taken);
  move = moves("t", 1, {action_row(1)});
  move.driver = "a";
  const StoreResult deposed = change(*one_, move);
  EXPECT_EQ(deposed.status, kConflict);
  move.driver = "";
  EXPECT_TRUE(change(*one_, move).ok());  // a person's move needs no driver
  EXPECT_EQ(actions_of(*one_, "t"), action_rows(0, 2));
}

TEST_F(PeersStore, refuses_what_comes_from_the_future) {
  EXPECT_TRUE(put(*one_, new_row("t")).ok());
  const std::int64_t now = renew("a").now_ms;
  TableChange move = moves("t", 0, {action_row(0)});
  move.at_ms = now + 60'000;
  const StoreResult early = change(*one_, move);
  EXPECT_EQ(early.status, kConflict);
  EXPECT_TRUE(early.text.ends_with(" ms in the future.")) << early.text;
  EXPECT_EQ(table_of(*one_, "t")->version, 0);
  move.at_ms = renew("a").now_ms + 100;  // clocks are never quite the same
  EXPECT_TRUE(change(*one_, move).ok());
}

// --- Presence -----------------------------------------------------------------

TEST_F(PeersStore, tells_who_is_there_as_long_as_the_node_lives) {
  for (const char* node : {"a", "b"}) EXPECT_TRUE(renew(node).held);
  EXPECT_TRUE(announce("a", {{"t", "", "ada"}, {"u", "", "x"}, {"u", "", "boris"}}).ok());
  EXPECT_TRUE(announce("b", {{"t", "", "clara"}}).ok());
  EXPECT_EQ(
      presence_of({"t", "u", "v"}),
      (std::vector<PresenceRow>{{"t", "a", "ada"}, {"t", "b", "clara"}, {"u", "a", "boris"}}));
  EXPECT_TRUE(announce("a", {{"t", "", ""}, {"u", "", "dora"}}).ok());
  EXPECT_EQ(presence_of({"t", "u"}),
            (std::vector<PresenceRow>{{"t", "b", "clara"}, {"u", "a", "dora"}}));
  kill("a");
  EXPECT_EQ(presence_of({"t", "u"}), (std::vector<PresenceRow>{{"t", "b", "clara"}}));
  Heard heard(*other_);
  EXPECT_TRUE(end_lease("b").ok());
  EXPECT_TRUE(heard.presence("t"));
  EXPECT_TRUE(presence_of({"t", "u"}).empty());
  EXPECT_TRUE(presence_of({}).empty());
  EXPECT_TRUE(announce("c", {}).ok());
}

// --- Hints --------------------------------------------------------------------

TEST_F(PeersStore, tells_others_what_has_changed_but_not_whoever_did_it) {
  Heard mine(*one_), others(*other_);
  EXPECT_TRUE(put(*one_, new_row("t")).ok());
  EXPECT_TRUE(others.table("t", 0));
  EXPECT_TRUE(change(*one_, moves("t", 0, {action_row(0)})).ok());
  EXPECT_TRUE(others.table("t", 1));
  EXPECT_TRUE(put(*one_, guest_row("g; %=\n", 1, "Ada", 1)).ok());
  EXPECT_TRUE(others.guest("g; %=\n"));
  EXPECT_TRUE(announce("a", {{"t", "", "ada"}}).ok());
  EXPECT_TRUE(others.presence("t"));
  EXPECT_EQ(change(*one_, moves("t", 0, {action_row(0)})).status, kConflict);
  EXPECT_TRUE(drop(*one_, "t", 1).ok());
  EXPECT_TRUE(others.table("t", -1));
  EXPECT_TRUE(put(*other_, new_row("back")).ok());
  EXPECT_TRUE(mine.table("back", 0));
  EXPECT_EQ(mine.count(), 1u);  // nothing of its own
  EXPECT_EQ(others.count(), 5u);
}

TEST_F(PeersStore, keeps_stores_in_one_database_apart) {
  const auto stranger = opened_postgres(server().new_place());
  ASSERT_NE(stranger, nullptr);
  Heard others(*other_);
  EXPECT_TRUE(put(*stranger, new_row("strange")).ok());
  EXPECT_TRUE(put(*one_, new_row("t")).ok());
  EXPECT_TRUE(others.table("t", 0));
  EXPECT_EQ(others.count(), 1u);
}

TEST_F(PeersStore, ignores_what_other_programs_say) {
  Heard others(*other_);
  const std::string channel = sql("SELECT 'bastide_' || 'bastide_store'::regclass::oid");
  for (const char* payload :
       {"", ";", "x", "x;", "x;;", "x;t", "x;t=", "x;tt=1x", "x;tt=-2", "x;tt=99999999999999999999",
        "x;pa;t%4=1", "x;t%4", "x;q1", "x;p=1", "x;p%ZZ", "x;p\xC3\xA9", "x;t=1=2", "x;pa,gb"})
    sql("SELECT pg_notify('" + channel + "', '" + payload + "')");
  sql("SELECT pg_notify('" + channel + "', 'x;' || repeat('p', 7000))");
  EXPECT_TRUE(others.presence(std::string(6999, 'p')));  // that was one
  EXPECT_EQ(others.count(), 1u);
}

TEST_F(PeersStore, says_that_something_may_have_been_missed) {
  Heard others(*other_);
  for (int round = 1; round <= 3; ++round) {
    server().execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
        "'bastide'");
    EXPECT_TRUE(others.missed(round));
    const std::string id = "t" + std::to_string(round);
    EXPECT_TRUE(put(*one_, new_row(id)).ok());
    EXPECT_TRUE(others.table(id, 0));
  }
  EXPECT_TRUE(renew("a").held);
  EXPECT_EQ(drive("t1", "a"), Driver::taken);
}

TEST_F(PeersStore, listens_no_more_when_told_so) {
  std::atomic<int> heard = 0;
  other_->peers()->listen([&](const PeerNews&) { ++heard; });
  EXPECT_TRUE(put(*one_, new_row("t")).ok());
  while (heard == 0) std::this_thread::yield();
  other_->peers()->listen(nullptr);
  const int before = heard;
  EXPECT_TRUE(put(*one_, new_row("u")).ok());
  Heard others(*other_);
  EXPECT_TRUE(put(*one_, new_row("v")).ok());
  EXPECT_TRUE(others.table("v", 0));
  EXPECT_EQ(heard, before);
}

// --- The server is away -------------------------------------------------------

TEST_F(PeersStore, fails_after_a_while_without_a_server_and_goes_on_by_itself) {
  PostgresOptions options;
  options.peers_give_up_ms = 300;
  one_ = opened_postgres(place_, options);
  ASSERT_NE(one_, nullptr);
  Heard others(*other_);
  EXPECT_TRUE(renew("a").held);
  EXPECT_TRUE(announce("a", {{"t", "", "ada"}}).ok());
  server().stop(SIGQUIT);
  const auto before = std::chrono::steady_clock::now();
  EXPECT_TRUE(std::holds_alternative<StoreError>(try_renew("a")));
  EXPECT_TRUE(std::holds_alternative<StoreError>(try_drive("t", "a")));
  EXPECT_EQ(announce("a", {{"t", "", "ada"}}).status, kIoError);
  EXPECT_LT(std::chrono::steady_clock::now() - before, 5s);
  server().start();
  EXPECT_TRUE(others.missed(1));
  EXPECT_TRUE(renew("a").held);
  EXPECT_TRUE(presence_of({"t"}).empty());  // that was lost, which `missed` stands for
  EXPECT_TRUE(announce("a", {{"t", "", "ada"}}).ok());
  EXPECT_EQ(presence_of({"t"}).size(), 1u);
}

TEST_F(PeersStore, answers_with_an_error_when_it_is_closed) {
  one_->close();
  const auto lease = try_renew("a");
  ASSERT_TRUE(std::holds_alternative<StoreError>(lease));
  EXPECT_EQ(end_lease("a").status, kIoError);
  one_->peers()->listen(nullptr);
}

TEST_F(PeersStore, closes_in_time_without_a_server) {
  server().stop(SIGINT);
  for (int i = 0; i < 20; ++i) {
    one_->peers()->drive("t", "a", nullptr);
    one_->peers()->renew("a", 1000, nullptr);
  }
  const auto before = std::chrono::steady_clock::now();
  one_->close();
  EXPECT_LT(std::chrono::steady_clock::now() - before, 8s);
  server().start();
}

// --- The texts of hints -------------------------------------------------------

TEST(PeersHints, are_cut_into_texts_that_can_be_sent) {
  postgres::Hints hints;
  for (int i = 0; i < 3000; ++i) hints.add_table("table-" + std::to_string(i), i);
  hints.presence.insert(std::string(3000, '\xFF'));  // can never be sent
  hints.guests.insert(std::string("\0 ;=", 4));
  postgres::Hints read;
  const auto payloads = postgres::payloads_of("me", hints);
  EXPECT_GT(payloads.size(), 5u);
  for (const std::string& one : payloads) {
    EXPECT_LE(one.size(), 7900u);
    postgres::read_payload("you", one, read);
    postgres::read_payload("me", one, read);
  }
  EXPECT_EQ(read.tables, hints.tables);
  EXPECT_TRUE(read.presence.empty());
  EXPECT_EQ(read.guests, hints.guests);
}

TEST(PeersHints, tell_the_last_of_a_table) {
  postgres::Hints hints;
  hints.add_table("t", 3);
  hints.add_table("t", 2);
  EXPECT_EQ(hints.tables.at("t"), 3);
  hints.add_table("t", -1);
  hints.add_table("t", 4);
  EXPECT_EQ(hints.tables.at("t"), -1);
}

}  // namespace store_peers
}  // namespace bastide::server
