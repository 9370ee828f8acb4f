// The store keeps what it has acknowledged, refuses what does not follow, and serves many threads.
#include "tests/store_play.h"

#include <atomic>
#include <thread>

namespace bastide::server {
namespace {

constexpr StoreStatus kConflict = StoreStatus::conflict;
constexpr StoreStatus kIoError = StoreStatus::io_error;

// Everything that holds for a file holds in memory, too.
class AnyStore : public StoreFolder, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("bastide-store-" + std::to_string(::getpid()) + "-" + GetParam());
    std::filesystem::create_directories(folder_);
    const std::string where = GetParam();
    store_ = opened(where == "memory" ? "" : file());
    ASSERT_NE(store_, nullptr);
  }
  void TearDown() override {
    store_.reset();
    StoreFolder::TearDown();
  }
  std::unique_ptr<Store> store_;
};
INSTANTIATE_TEST_SUITE_P(Store, AnyStore, ::testing::Values("file", "memory"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(AnyStore, finds_guests_by_id_and_by_token) {
  const GuestRow ada{"g1", bytes_of(1), "Ada", 17}, boris{"g2", bytes_of(2), "Борис 'x'", -3};
  EXPECT_TRUE(put(*store_, ada).ok());
  EXPECT_TRUE(put(*store_, boris).ok());
  EXPECT_EQ(got(store_->find_guest("g1")), ada);
  EXPECT_EQ(got(store_->find_guest_by_token_hash(bytes_of(2))), boris);
  EXPECT_EQ(got(store_->find_guest("g3")), std::nullopt);
  EXPECT_EQ(got(store_->find_guest("' OR 1=1 --")), std::nullopt);
  EXPECT_EQ(got(store_->find_guest_by_token_hash(bytes_of(3))), std::nullopt);
}

TEST_P(AnyStore, gives_a_guest_another_name_and_token_but_nobody_elses) {
  EXPECT_TRUE(put(*store_, GuestRow{"g1", bytes_of(1), "Ada", 17}).ok());
  EXPECT_TRUE(put(*store_, GuestRow{"g2", bytes_of(2), "Boris", 18}).ok());
  EXPECT_TRUE(put(*store_, GuestRow{"g1", bytes_of(9), "Countess", 99}).ok());
  EXPECT_EQ(got(store_->find_guest("g1")), (GuestRow{"g1", bytes_of(9), "Countess", 17}));
  EXPECT_EQ(got(store_->find_guest_by_token_hash(bytes_of(1))), std::nullopt);
  const StoreResult taken = put(*store_, GuestRow{"g1", bytes_of(2), "Thief", 0});
  EXPECT_EQ(taken.status, kConflict);
  EXPECT_EQ(taken.text, "Another guest than 'g1' has this token.");
  EXPECT_EQ(got(store_->find_guest("g1"))->name, "Countess");
}

TEST_P(AnyStore, keeps_any_text_as_it_is) {
  const std::string odd("a\0b\"'\\\n\xE2\x82\xAC", 10);
  TableRow row = table_row(odd);
  row.config = "";
  row.meta = std::string(3'000'000, 'x');
  EXPECT_TRUE(put(*store_, row).ok());
  EXPECT_EQ(got(store_->find_table(odd)), row);
  EXPECT_TRUE(append(*store_, odd, {action_row(0, odd), action_row(1, "")}).ok());
  EXPECT_EQ(got(store_->actions(odd)), (std::vector{action_row(0, odd), action_row(1, "")}));
}

TEST_P(AnyStore, replaces_what_may_change_of_a_table_and_never_its_seed) {
  EXPECT_TRUE(put(*store_, table_row("t")).ok());
  TableRow other{"t", 2000, "{}", R"({"seats":[1]})", false, bytes_of(99)};
  EXPECT_TRUE(put(*store_, other).ok());
  other.created_ms = 1000;
  other.seed = bytes_of(7);
  EXPECT_EQ(got(store_->find_table("t")), other);
}

TEST_P(AnyStore, finds_the_tables_of_a_guest) {
  const auto live = [&](std::string_view guest, std::size_t most = 9) {
    return got(store_->live_tables_of(guest, most));
  };
  EXPECT_TRUE(put(*store_, table_row("a"), {{"ada", "boris"}, 100}).ok());
  EXPECT_TRUE(put(*store_, table_row("b"), {{"ada", "ada"}, 200}).ok());
  EXPECT_TRUE(put(*store_, table_row("c")).ok());
  EXPECT_EQ(live("ada"), (std::vector{GuestTable{"b", 200}, GuestTable{"a", 100}}));
  EXPECT_EQ(live("ada", 1), (std::vector{GuestTable{"b", 200}}));
  EXPECT_EQ(live("boris"), (std::vector{GuestTable{"a", 100}}));
  EXPECT_TRUE(live("clara").empty());
  ActionRow move = action_row(0);
  move.at_ms = 300;  // a move makes its table the first
  EXPECT_TRUE(append(*store_, "a", {move}).ok());
  EXPECT_EQ(live("ada"), (std::vector{GuestTable{"a", 300}, GuestTable{"b", 200}}));
  // Others hold it now; an update that does not say so changes nothing of that.
  EXPECT_TRUE(append(*store_, "b", {}, TableUpdate{"{}", true, Holders{{"clara"}, 400}}).ok());
  EXPECT_TRUE(append(*store_, "b", {}, TableUpdate{"{}", true, {}}).ok());
  EXPECT_EQ(live("clara"), (std::vector{GuestTable{"b", 400}}));
  EXPECT_EQ(live("ada"), (std::vector{GuestTable{"a", 300}}));
}

TEST_P(AnyStore, finds_the_games_of_a_guest_that_are_over) {
  for (int i = 0; i < 4; ++i) {
    const std::string id(1, static_cast<char>('a' + i));
    EXPECT_TRUE(put(*store_, table_row(id), {{"ada"}, 1}).ok());
    EXPECT_TRUE(append(*store_, id, {}, TableUpdate{"{}", false, Holders{{"ada"}, 100 * i}}).ok());
  }
  EXPECT_TRUE(got(store_->live_tables_of("ada", 9)).empty());
  EXPECT_EQ(got(store_->ended_tables_of("ada", 100, 2)),
            (std::vector{GuestTable{"d", 300}, GuestTable{"c", 200}}));
  EXPECT_EQ(got(store_->ended_tables_of("ada", 100, 9)).size(), 3u);
  EXPECT_TRUE(got(store_->ended_tables_of("' OR 1=1 --", 0, 9)).empty());
}

TEST_P(AnyStore, lists_live_tables_in_the_order_of_their_making) {
  for (const auto& [id, at] : {std::pair{"c", 30}, {"b", 10}, {"a", 30}, {"d", 20}})
    EXPECT_TRUE(put(*store_, table_row(id, at)).ok());
  EXPECT_TRUE(append(*store_, "d", {}, TableUpdate{"{}", false}).ok());
  std::vector<std::string> ids;
  for (const TableRow& row : got(store_->live_tables())) ids.push_back(row.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_FALSE(got(store_->find_table("d"))->live);
}

TEST_P(AnyStore, appends_actions_together_with_the_tables_new_state) {
  EXPECT_TRUE(put(*store_, table_row("t")).ok());
  EXPECT_TRUE(append(*store_, "t", action_rows(0, 3)).ok());
  EXPECT_TRUE(append(*store_, "t", action_rows(3, 1), TableUpdate{"over", false}).ok());
  EXPECT_EQ(got(store_->actions("t")), action_rows(0, 4));
  EXPECT_EQ(got(store_->find_table("t"))->meta, "over");
  EXPECT_FALSE(got(store_->find_table("t"))->live);
  EXPECT_TRUE(got(store_->actions("other")).empty());
}

TEST_P(AnyStore, refuses_as_a_whole_what_does_not_follow) {
  EXPECT_TRUE(put(*store_, table_row("t")).ok());
  EXPECT_TRUE(append(*store_, "t", action_rows(0, 2)).ok());
  const TableUpdate update{"changed", false};
  const std::vector<std::vector<ActionRow>> wrong{
      {action_row(0)},                                // is there
      {action_row(1), action_row(2)},                 // its first one is there
      {action_row(3)},                                // a gap
      {action_row(2), action_row(4)},                 // a gap inside
      {action_row(2), action_row(2)},                 // twice the same
      {action_row(2), action_row(3), action_row(2)},  // back
      {action_row(-1)},
      {action_row(INT64_MAX)},
  };
  for (const auto& rows : wrong) {
    const StoreResult result = append(*store_, "t", rows, update);
    EXPECT_EQ(result.status, kConflict);
    EXPECT_FALSE(result.text.empty());
  }
  EXPECT_EQ(append(*store_, "t", {action_row(3)}).text,
            "Action 3 of table 't' does not follow its last action, which is 1.");
  EXPECT_EQ(append(*store_, "nowhere", {action_row(0)}).text, "There is no table 'nowhere'.");
  EXPECT_EQ(append(*store_, "nowhere", {}, update).status, kConflict);
  EXPECT_EQ(got(store_->actions("t")), action_rows(0, 2));
  EXPECT_EQ(got(store_->find_table("t")), table_row("t"));
}

TEST_P(AnyStore, replaces_all_hashes_of_a_table_or_none) {
  const auto put_hashes = [&](const std::string& table, std::vector<std::uint64_t> hashes) {
    return waited([&](StoreDone done) { store_->put_hashes(table, 7, hashes, std::move(done)); })
        .status;
  };
  EXPECT_TRUE(put(*store_, table_row("t")).ok());
  EXPECT_TRUE(append(*store_, "t", action_rows(0, 3)).ok());
  EXPECT_EQ(put_hashes("nowhere", {}), kConflict);
  EXPECT_EQ(put_hashes("t", {1, 2}), kConflict);
  EXPECT_EQ(put_hashes("t", {1, 2, 3, 4}), kConflict);
  EXPECT_EQ(got(store_->actions("t")), action_rows(0, 3));
  EXPECT_EQ(got(store_->find_table("t"))->hash_scheme, 0);
  EXPECT_EQ(put_hashes("t", {1, ~std::uint64_t{0}, 3}), StoreStatus::ok);
  auto rows = action_rows(0, 3);
  rows[0].hash = 1;
  rows[1].hash = ~std::uint64_t{0};
  rows[2].hash = 3;
  EXPECT_EQ(got(store_->actions("t")), rows);
  EXPECT_EQ(got(store_->find_table("t"))->hash_scheme, 7);
}

TEST_P(AnyStore, lets_a_conflict_fail_alone_in_its_group) {
  std::vector<StoreStatus> seen;  // from the store's thread alone, until flush
  const auto note = [&](const StoreResult& result) { seen.push_back(result.status); };
  store_->put_table(table_row("a"), {}, note);
  store_->put_table(table_row("b"), {}, note);
  store_->append("a", action_rows(0, 2), std::nullopt, note);
  store_->append("a", action_rows(0, 2), TableUpdate{"lost", false}, note);
  store_->append("b", {action_row(0), action_row(2)}, std::nullopt, note);
  store_->append("b", action_rows(0, 1), std::nullopt, note);
  store_->append("a", action_rows(2, 1), std::nullopt, nullptr);
  store_->flush();
  constexpr StoreStatus ok = StoreStatus::ok;
  EXPECT_EQ(seen, (std::vector{ok, ok, ok, kConflict, kConflict, ok}));
  EXPECT_EQ(got(store_->actions("a")), action_rows(0, 3));
  EXPECT_EQ(got(store_->actions("b")), action_rows(0, 1));
  EXPECT_EQ(got(store_->find_table("a"))->meta, table_row("a").meta);
  const StoreStats stats = store_->stats();
  EXPECT_EQ(stats.writes, 5u);
  EXPECT_EQ(stats.conflicts, 2u);
  EXPECT_EQ(stats.errors, 0u);
  EXPECT_EQ(stats.queued, 0u);
  EXPECT_GE(stats.commits, 1u);
}

TEST_P(AnyStore, writes_all_that_is_queued_before_it_closes) {
  std::atomic<int> done = 0;
  store_->put_table(table_row("t"), {}, nullptr);
  for (int i = 0; i < 3000; ++i)
    store_->append("t", {action_row(i)}, std::nullopt,
                   [&](const StoreResult& result) { done += result.ok(); });
  store_->close();
  EXPECT_EQ(done, 3000);
  store_->close();
  const StoreResult late = append(*store_, "t", {action_row(3000)});
  EXPECT_EQ(late.status, kIoError);
  EXPECT_EQ(late.text, "The store is closed.");
  EXPECT_TRUE(std::holds_alternative<StoreError>(store_->actions("t")));
  store_->flush();
}

TEST_P(AnyStore, takes_a_write_from_inside_a_completion) {
  EXPECT_TRUE(put(*store_, table_row("t")).ok());
  const StoreResult second = waited([&](StoreDone done) {
    store_->append("t", {action_row(0)}, std::nullopt, [this, done](const StoreResult& first) {
      EXPECT_TRUE(first.ok());
      store_->append("t", {action_row(1)}, std::nullopt, done);
    });
  });
  EXPECT_TRUE(second.ok());
  EXPECT_EQ(got(store_->actions("t")), action_rows(0, 2));
}

// Threads that write to their own tables and fight for one, while others read.
TEST_P(AnyStore, serves_many_threads_and_lets_one_writer_win) {
  constexpr int kThreads = 8, kActions = 60;
  EXPECT_TRUE(put(*store_, table_row("shared")).ok());
  std::atomic<int> won = 0, lost = 0, failed = 0, running = kThreads;
  const auto play = [&](int number) {
    const std::string mine = "t" + std::to_string(number);
    store_->put_table(table_row(mine), {}, nullptr);
    for (int i = 0; i < kActions; ++i) {
      store_->append(mine, {action_row(i)}, std::nullopt,
                     [&](const StoreResult& result) { failed += !result.ok(); });
      const StoreResult shared = append(*store_, "shared", {action_row(i, mine)});
      if (shared.ok()) ++won;
      if (shared.status == kConflict) ++lost;
    }
    --running;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(play, i);
  std::size_t last = 0;
  while (running > 0) {  // what was once seen never goes away
    const auto rows = got(store_->actions("shared"));
    EXPECT_GE(rows.size(), last);
    last = rows.size();
    static_cast<void>(store_->stats());
  }
  for (std::thread& thread : threads) thread.join();
  store_->flush();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(won, kActions);
  EXPECT_EQ(lost, kActions * (kThreads - 1));
  EXPECT_EQ(got(store_->actions("shared")).size(), static_cast<std::size_t>(kActions));
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ(got(store_->actions("t" + std::to_string(i))), action_rows(0, kActions));
}

}  // namespace
}  // namespace bastide::server
