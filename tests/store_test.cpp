// The store keeps what it has acknowledged, refuses what does not follow, and serves many threads.
#include "tests/store_play.h"

#include <atomic>
#include <thread>

namespace bastide::server {

INSTANTIATE_TEST_SUITE_P(Store, AnyStore, ::testing::Values("file", "memory", "postgres"),
                         [](const auto& info) { return std::string(info.param); });

// --- Guests -------------------------------------------------------------------

TEST_P(AnyStore, finds_guests_by_id_and_by_token) {
  const GuestRow ada = guest_row("g1", 1, "Ada", 17);
  GuestRow boris = guest_row("g2", 2, "Борис 'x'", -3);
  boris.bot = true;
  boris.address = "somewhere";
  boris.seen_ms = 99;
  EXPECT_TRUE(put(*store_, ada).ok());
  EXPECT_TRUE(put(*store_, boris).ok());
  EXPECT_EQ(guest_of(*store_, "g1"), ada);
  EXPECT_EQ(guest_with(*store_, bytes_of(2)), boris);
  EXPECT_EQ(guest_of(*store_, "g3"), std::nullopt);
  EXPECT_EQ(guest_of(*store_, "' OR 1=1 --"), std::nullopt);
  EXPECT_EQ(guest_with(*store_, bytes_of(3)), std::nullopt);
}

TEST_P(AnyStore, gives_a_guest_another_name_and_token_but_nobody_elses) {
  EXPECT_TRUE(put(*store_, guest_row("g1", 1, "Ada", 17)).ok());
  EXPECT_TRUE(put(*store_, guest_row("g2", 2, "Boris", 18)).ok());
  GuestRow renamed = guest_row("g1", 9, "Countess", 99);
  renamed.bot = true;
  renamed.address = "elsewhere";
  EXPECT_TRUE(put(*store_, renamed).ok());
  GuestRow expected = guest_row("g1", 9, "Countess", 17);  // the rest stays
  expected.seen_ms = 99;
  EXPECT_EQ(guest_of(*store_, "g1"), expected);
  EXPECT_EQ(guest_with(*store_, bytes_of(1)), std::nullopt);
  for (const char* thief : {"g1", "g3"}) {
    const StoreResult taken = put(*store_, guest_row(thief, 2, "Thief", 0));
    EXPECT_EQ(taken.status, kConflict);
    EXPECT_EQ(taken.text, std::string("Another guest than '") + thief + "' has this token.");
  }
  EXPECT_EQ(guest_of(*store_, "g1"), expected);
  EXPECT_EQ(guest_of(*store_, "g3"), std::nullopt);
}

TEST_P(AnyStore, notes_when_a_guest_was_last_here) {
  EXPECT_TRUE(put(*store_, guest_row("g1", 1, "Ada", 17)).ok());
  EXPECT_TRUE(see(*store_, "g1", 500).ok());
  EXPECT_EQ(guest_of(*store_, "g1")->seen_ms, 500);
  EXPECT_TRUE(see(*store_, "g1", 300).ok());  // a clock that went back
  EXPECT_EQ(guest_of(*store_, "g1")->seen_ms, 500);
  EXPECT_EQ(see(*store_, "nobody", 500).text, "There is no guest 'nobody'.");
}

// --- Tables -------------------------------------------------------------------

TEST_P(AnyStore, keeps_any_text_as_it_is) {
  const std::string odd = "a\"'\\\n{}$1\t\xE2\x82\xAC %s ?1";
  TableRow row = new_row(odd);
  row.config = "";
  row.meta = std::string(3'000'000, 'x');
  EXPECT_TRUE(put(*store_, row, {odd, ""}).ok());
  EXPECT_EQ(table_of(*store_, odd), row);
  EXPECT_TRUE(append(*store_, odd, {action_row(0, odd), action_row(1, "")}).ok());
  EXPECT_EQ(actions_of(*store_, odd), (std::vector{action_row(0, odd), action_row(1, "")}));
  EXPECT_EQ(live_of(*store_, odd).size(), 1u);
}

TEST_P(AnyStore, keeps_a_zero_byte_or_refuses_it_but_never_cuts_there) {
  const std::string odd("a\0b", 3);
  const bool kept = put(*store_, new_row(odd)).ok();
  EXPECT_EQ(table_of(*store_, odd).has_value(), kept);
  EXPECT_EQ(table_of(*store_, "a"), std::nullopt);
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  if (append(*store_, "t", {action_row(0, odd)}).ok()) {
    EXPECT_EQ(actions_of(*store_, "t"), std::vector{action_row(0, odd)});
  } else {
    EXPECT_TRUE(actions_of(*store_, "t").empty());
  }
}

TEST_P(AnyStore, keeps_every_column_of_a_table) {
  TableRow row = new_row("t", 17);
  row.stage = Stage::playing;
  row.hash_scheme = 4;
  row.version = 12;
  row.moved_ms = -5;
  row.due_ms = 77;
  EXPECT_TRUE(put(*store_, row).ok());
  EXPECT_EQ(table_of(*store_, "t"), row);
  EXPECT_EQ(log_of(*store_, "t")->row, row);
  EXPECT_EQ(log_of(*store_, "other").has_value(), false);
}

TEST_P(AnyStore, inserts_a_table_once) {
  EXPECT_TRUE(put(*store_, new_row("t"), {"ada"}).ok());
  TableRow other = new_row("t", 2000);
  other.seed = bytes_of(99);
  const StoreResult again = put(*store_, other, {"boris"});
  EXPECT_EQ(again.status, kConflict);
  EXPECT_EQ(again.text, "There is a table 't' already.");
  EXPECT_EQ(table_of(*store_, "t"), new_row("t"));
  EXPECT_TRUE(live_of(*store_, "boris").empty());
}

TEST_P(AnyStore, raises_the_version_with_every_change) {
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  TableChange one = moves("t", 0, action_rows(0, 3), 2000);
  one.due_ms = 2500;
  EXPECT_TRUE(change(*store_, one).ok());
  TableRow row = new_row("t");
  row.version = 1;
  row.moved_ms = 2000;
  row.due_ms = 2500;
  EXPECT_EQ(table_of(*store_, "t"), row);
  one = moves("t", 1, action_rows(3, 1), 3000);
  one.update = TableUpdate{"over", Stage::over};
  EXPECT_TRUE(change(*store_, one).ok());
  row.version = 2;
  row.moved_ms = 3000;
  row.due_ms = kNever;
  row.meta = "over";
  row.stage = Stage::over;
  EXPECT_EQ(log_of(*store_, "t")->row, row);
  EXPECT_EQ(log_of(*store_, "t")->actions, action_rows(0, 4));
  EXPECT_TRUE(change(*store_, moves("t", 2, {}, 3500)).ok());  // the times alone
  EXPECT_EQ(table_of(*store_, "t")->version, 3);
}

TEST_P(AnyStore, refuses_another_version) {
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  EXPECT_TRUE(change(*store_, moves("t", 0, action_rows(0, 2))).ok());
  const auto before = log_of(*store_, "t");
  for (const std::int64_t version : {std::int64_t{0}, std::int64_t{2}, std::int64_t{-1}, kNever}) {
    TableChange wrong = moves("t", version, {action_row(2)}, 9000);
    wrong.update = TableUpdate{"changed", Stage::over, std::vector<std::string>{"ada"}};
    const StoreResult result = change(*store_, wrong);
    EXPECT_EQ(result.status, kConflict);
    EXPECT_EQ(result.text, "Table 't' has version 1, not " + std::to_string(version) + ".");
    EXPECT_EQ(drop(*store_, "t", version).status, kConflict);
  }
  EXPECT_EQ(log_of(*store_, "t")->row, before->row);
  EXPECT_EQ(log_of(*store_, "t")->actions, before->actions);
  EXPECT_TRUE(ended_of(*store_, "ada").empty());
}

TEST_P(AnyStore, refuses_as_a_whole_what_does_not_follow) {
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  EXPECT_TRUE(append(*store_, "t", action_rows(0, 2)).ok());
  const auto before = table_of(*store_, "t");
  const TableUpdate update{"changed", Stage::over};
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
  EXPECT_EQ(actions_of(*store_, "t"), action_rows(0, 2));
  EXPECT_EQ(table_of(*store_, "t"), before);
}

TEST_P(AnyStore, replaces_all_hashes_of_a_table_or_none) {
  const auto put_hashes = [&](const std::string& table, std::vector<std::uint64_t> hashes) {
    return waited([&](StoreDone done) { store_->put_hashes(table, 7, hashes, std::move(done)); })
        .status;
  };
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  EXPECT_TRUE(append(*store_, "t", action_rows(0, 3)).ok());
  EXPECT_EQ(put_hashes("nowhere", {}), kConflict);
  EXPECT_EQ(put_hashes("t", {1, 2}), kConflict);
  EXPECT_EQ(put_hashes("t", {1, 2, 3, 4}), kConflict);
  EXPECT_EQ(actions_of(*store_, "t"), action_rows(0, 3));
  EXPECT_EQ(table_of(*store_, "t")->hash_scheme, 0);
  EXPECT_EQ(put_hashes("t", {1, ~std::uint64_t{0}, 3}), StoreStatus::ok);
  auto rows = action_rows(0, 3);
  rows[0].hash = 1;
  rows[1].hash = ~std::uint64_t{0};
  rows[2].hash = 3;
  EXPECT_EQ(actions_of(*store_, "t"), rows);
  EXPECT_EQ(table_of(*store_, "t")->hash_scheme, 7);
  EXPECT_EQ(table_of(*store_, "t")->version, 1);
}

TEST_P(AnyStore, drops_a_table_with_all_that_belongs_to_it) {
  EXPECT_TRUE(put(*store_, new_row("t"), {"ada"}).ok());
  EXPECT_TRUE(put(*store_, new_row("u"), {"ada"}).ok());
  for (const char* id : {"t", "u"}) EXPECT_TRUE(append(*store_, id, action_rows(0, 3)).ok());
  EXPECT_TRUE(drop(*store_, "t", 1).ok());
  EXPECT_EQ(table_of(*store_, "t"), std::nullopt);
  EXPECT_EQ(drop(*store_, "t", 1).text, "There is no table 't'.");
  EXPECT_EQ(actions_of(*store_, "u"), action_rows(0, 3));
  EXPECT_EQ(live_of(*store_, "ada"), (std::vector{GuestTable{"u", 1000, 1}}));
  EXPECT_EQ(table_ids(*store_), (std::vector<std::string>{"u"}));
  EXPECT_TRUE(put(*store_, new_row("t")).ok());  // nothing of the old one is left
  EXPECT_TRUE(actions_of(*store_, "t").empty());
}

// --- Lists --------------------------------------------------------------------

TEST_P(AnyStore, finds_the_tables_of_a_guest) {
  EXPECT_TRUE(put(*store_, new_row("a", 100), {"ada", "boris"}).ok());
  EXPECT_TRUE(put(*store_, new_row("b", 200), {"ada", "ada"}).ok());
  EXPECT_TRUE(put(*store_, new_row("c")).ok());
  EXPECT_EQ(live_of(*store_, "ada"), (std::vector{GuestTable{"b", 200}, GuestTable{"a", 100}}));
  EXPECT_EQ(live_of(*store_, "ada", 1), (std::vector{GuestTable{"b", 200}}));
  EXPECT_EQ(live_of(*store_, "boris"), (std::vector{GuestTable{"a", 100}}));
  EXPECT_TRUE(live_of(*store_, "clara").empty());
  // A move makes its table the first.
  EXPECT_TRUE(append(*store_, "a", {action_row(0)}, std::nullopt, 300).ok());
  EXPECT_EQ(live_of(*store_, "ada"),
            (std::vector{GuestTable{"a", 300, 1}, GuestTable{"b", 200, 0}}));
  // Others hold it now; an update that does not say so changes nothing of that.
  const std::vector<std::string> clara{"clara"};
  EXPECT_TRUE(append(*store_, "b", {}, TableUpdate{"{}", Stage::playing, clara}, 400).ok());
  EXPECT_TRUE(append(*store_, "b", {}, TableUpdate{"{}", Stage::playing, {}}, 500).ok());
  EXPECT_EQ(live_of(*store_, "clara"), (std::vector{GuestTable{"b", 500, 2}}));
  EXPECT_EQ(live_of(*store_, "ada"), (std::vector{GuestTable{"a", 300, 1}}));
}

TEST_P(AnyStore, finds_the_games_of_a_guest_that_are_over) {
  for (int i = 0; i < 4; ++i) {
    const std::string id(1, static_cast<char>('a' + i));
    EXPECT_TRUE(put(*store_, new_row(id), {"ada"}).ok());
    const Stage stage = i == 3 ? Stage::abandoned : Stage::over;
    EXPECT_TRUE(append(*store_, id, {}, TableUpdate{"{}", stage}, 100 * i).ok());
  }
  EXPECT_TRUE(live_of(*store_, "ada").empty());
  EXPECT_EQ(ended_of(*store_, "ada", 100, 2),
            (std::vector{GuestTable{"d", 300, 1}, GuestTable{"c", 200, 1}}));
  EXPECT_EQ(ended_of(*store_, "ada", 100).size(), 3u);
  EXPECT_TRUE(ended_of(*store_, "' OR 1=1 --").empty());
  // What happens there later, a rematch, is its last move.
  EXPECT_TRUE(append(*store_, "a", {}, TableUpdate{"{}", Stage::over}, 900).ok());
  EXPECT_TRUE(append(*store_, "b", {}, std::nullopt, 800).ok());
  EXPECT_EQ(ended_of(*store_, "ada", 0, 2),
            (std::vector{GuestTable{"a", 900, 2}, GuestTable{"b", 800, 2}}));
  // A game that goes on after all is found among those that go on.
  EXPECT_TRUE(append(*store_, "a", {}, TableUpdate{"{}", Stage::playing}, 950).ok());
  EXPECT_EQ(live_of(*store_, "ada"), (std::vector{GuestTable{"a", 950, 3}}));
  EXPECT_EQ(ended_of(*store_, "ada").size(), 3u);
}

TEST_P(AnyStore, lists_the_newest_open_tables) {
  const auto open = [&](const std::string& id, std::int64_t at, bool listed) {
    NewTable table{new_row(id, at), {}, {}, {}};
    table.owner.listed = listed;
    EXPECT_TRUE(put(*store_, table).ok());
  };
  for (const auto& [id, at] : {std::pair{"c", 30}, {"b", 10}, {"a", 30}, {"d", 20}, {"e", 40}})
    open(id, at, true);
  open("hidden", 50, false);
  EXPECT_TRUE(append(*store_, "d", {}, TableUpdate{"{}", Stage::abandoned}).ok());
  EXPECT_TRUE(append(*store_, "e", {}, TableUpdate{"{}", Stage::playing}).ok());
  EXPECT_EQ(open_ids(*store_), (std::vector<std::string>{"a", "c", "b"}));
  EXPECT_EQ(open_ids(*store_, 2), (std::vector<std::string>{"a", "c"}));
  EXPECT_TRUE(open_ids(*store_, 0).empty());
}

TEST_P(AnyStore, gives_all_ids_piece_by_piece) {
  for (const char* id : {"b", "Z", "\xC3\xA9", "a", "0"})
    EXPECT_TRUE(put(*store_, new_row(id)).ok());
  EXPECT_EQ(table_ids(*store_, "", 2), (std::vector<std::string>{"0", "Z"}));
  EXPECT_EQ(table_ids(*store_, "Z", 9), (std::vector<std::string>{"a", "b", "\xC3\xA9"}));
  EXPECT_TRUE(table_ids(*store_, "\xC3\xA9").empty());
}

// --- Groups, threads, the end -------------------------------------------------

TEST_P(AnyStore, lets_a_conflict_fail_alone_in_its_group) {
  std::vector<StoreStatus> seen;  // from the store's thread alone, until flush
  const auto note = [&](const StoreResult& result) { seen.push_back(result.status); };
  store_->put_table({new_row("a"), {}, {}, {}}, note);
  store_->put_table({new_row("b"), {}, {}, {}}, note);
  store_->change(moves("a", 0, action_rows(0, 2)), note);
  TableChange lost = moves("a", 0, action_rows(0, 2));
  lost.update = TableUpdate{"lost", Stage::over};
  store_->change(lost, note);
  store_->change(moves("b", 0, {action_row(0), action_row(2)}), note);
  store_->change(moves("b", 0, action_rows(0, 1)), note);
  store_->change(moves("a", 1, action_rows(2, 1)), nullptr);
  store_->flush();
  constexpr StoreStatus ok = StoreStatus::ok;
  EXPECT_EQ(seen, (std::vector{ok, ok, ok, kConflict, kConflict, ok}));
  EXPECT_EQ(actions_of(*store_, "a"), action_rows(0, 3));
  EXPECT_EQ(actions_of(*store_, "b"), action_rows(0, 1));
  EXPECT_EQ(table_of(*store_, "a")->meta, new_row("a").meta);
  store_->flush();  // the reads, too
  const StoreStats stats = store_->stats();
  EXPECT_EQ(stats.writes, 5u);
  EXPECT_EQ(stats.conflicts, 2u);
  EXPECT_EQ(stats.errors, 0u);
  EXPECT_EQ(stats.queued, 0u);
  EXPECT_GE(stats.commits, 1u);
  EXPECT_GE(stats.reads, 2u);
}

TEST_P(AnyStore, writes_and_reads_all_that_is_queued_before_it_closes) {
  std::atomic<int> written = 0, read = 0;
  store_->put_table({new_row("t"), {}, {}, {}}, nullptr);
  for (int i = 0; i < 3000; ++i)
    store_->change(moves("t", i, {action_row(i)}),
                   [&](const StoreResult& result) { written += result.ok(); });
  for (int i = 0; i < 300; ++i)
    store_->find_table("t", [&](const Stored<std::optional<TableRow>>& found) {
      read += std::holds_alternative<std::optional<TableRow>>(found);
    });
  store_->close();
  EXPECT_EQ(written, 3000);
  EXPECT_EQ(read, 300);
}

TEST_P(AnyStore, refuses_reads_and_writes_after_its_end) {
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  store_->close();
  store_->close();
  const StoreResult late = change(*store_, moves("t", 0, {action_row(0)}));
  EXPECT_EQ(late.status, kIoError);
  EXPECT_EQ(late.text, "The store is closed.");
  EXPECT_EQ(see(*store_, "g", 1).status, kIoError);
  const auto log = try_log(*store_, "t");
  ASSERT_TRUE(std::holds_alternative<StoreError>(log));
  EXPECT_EQ(std::get<StoreError>(log).text, "The store is closed.");
  EXPECT_TRUE(std::holds_alternative<StoreError>(
      asked<std::vector<DueTable>>([&](auto done) { store_->due_tables(9, {}, 9, {}, done); })));
  store_->flush();
}

TEST_P(AnyStore, waits_for_all_that_was_asked_before) {
  std::atomic<int> done = 0;
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  EXPECT_TRUE(append(*store_, "t", action_rows(0, 500)).ok());
  for (int round = 1; round <= 20; ++round) {
    for (int i = 0; i < 10; ++i)
      store_->find_log("t", [&](const Stored<std::optional<TableLog>>&) { ++done; });
    store_->flush();
    EXPECT_EQ(done, 10 * round);
  }
}

TEST_P(AnyStore, takes_a_write_and_a_read_from_inside_a_completion) {
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  const auto seen = asked<std::optional<TableRow>>([&](const auto& done) {
    store_->change(moves("t", 0, {action_row(0)}), [this, done](const StoreResult& first) {
      EXPECT_TRUE(first.ok());
      store_->change(moves("t", 1, {action_row(1)}), [this, done](const StoreResult& second) {
        EXPECT_TRUE(second.ok());
        store_->find_table("t", done);
      });
    });
  });
  EXPECT_EQ(got(seen)->version, 2);  // whatever has been acknowledged
  EXPECT_EQ(actions_of(*store_, "t"), action_rows(0, 2));
}

// Threads that write to their own tables and fight for one, while others read.
TEST_P(AnyStore, serves_many_threads_and_lets_one_writer_win) {
  constexpr int kThreads = 8, kActions = 60;
  EXPECT_TRUE(put(*store_, new_row("shared")).ok());
  std::atomic<int> won = 0, lost = 0, failed = 0, running = kThreads;
  const auto play = [&](int number) {
    const std::string mine = "t" + std::to_string(number);
    store_->put_table({new_row(mine), {}, {}, {}}, nullptr);
    for (int i = 0; i < kActions; ++i) {
      store_->change(moves(mine, i, {action_row(i)}),
                     [&](const StoreResult& result) { failed += !result.ok(); });
      const StoreResult shared = change(*store_, moves("shared", i, {action_row(i, mine)}));
      if (shared.ok()) ++won;
      if (shared.status == kConflict) ++lost;
    }
    --running;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(play, i);
  std::size_t last = 0;
  while (running > 0) {  // what was once seen never goes away; row and log are of one moment
    const auto log = log_of(*store_, "shared");
    EXPECT_GE(log->actions.size(), last);
    last = log->actions.size();
    EXPECT_EQ(log->row.version, static_cast<std::int64_t>(last));
    static_cast<void>(store_->stats());
  }
  for (std::thread& thread : threads) thread.join();
  store_->flush();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(won, kActions);
  EXPECT_EQ(lost, kActions * (kThreads - 1));
  EXPECT_EQ(actions_of(*store_, "shared").size(), static_cast<std::size_t>(kActions));
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ(actions_of(*store_, "t" + std::to_string(i)), action_rows(0, kActions));
}

}  // namespace bastide::server
