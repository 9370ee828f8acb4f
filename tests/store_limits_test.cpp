// Limits are counted where they survive a restart, and old things are found when their time comes.
#include "tests/store_play.h"

#include <algorithm>

namespace bastide::server {
namespace {

NewTable owned_table(const std::string& id, const std::string& host, const std::string& address,
                     bool bots_alone = false) {
  NewTable table{new_row(id), {host}, {}, {}};
  table.owner.host = host;
  table.owner.address = address;
  table.owner.bots_alone = bots_alone;
  return table;
}

std::vector<std::string> ids_of(const std::vector<StaleTable>& tables) {
  std::vector<std::string> ids;
  for (const StaleTable& one : tables) ids.push_back(one.id);
  std::ranges::sort(ids);
  return ids;
}

StoreResult end_table(Store& store, const std::string& id) {
  return append(store, id, {}, TableUpdate{"{}", Stage::over});
}

}  // namespace

// --- How many -----------------------------------------------------------------

TEST_P(AnyStore, lets_an_address_have_so_many_new_guests) {
  const auto visit = [&](int number, const std::string& address, std::int64_t at) {
    GuestRow guest =
        guest_row("g" + std::to_string(number), static_cast<unsigned char>(number), "Somebody", at);
    guest.address = address;
    return put(*store_, guest, 3);
  };
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(visit(i, "here", 100 + i).ok());
  if (lasts()) reopen();
  const StoreResult result = visit(3, "here", 110);
  EXPECT_EQ(result.status, kFull);
  EXPECT_EQ(result.limit, Limit::guests_by_address);
  EXPECT_NE(result.text, "");
  EXPECT_EQ(store_->stats().full, 1u);
  EXPECT_EQ(guest_of(*store_, "g3"), std::nullopt);
  EXPECT_TRUE(visit(2, "here", 110).ok());  // one who is known
  EXPECT_TRUE(visit(4, "there", 110).ok());
  for (int i = 5; i < 10; ++i) EXPECT_TRUE(visit(i, "", 110).ok());  // counted for nobody
  // A day later.
  EXPECT_EQ(forget(*store_, {.seen_ms = 0, .counted_ms = 102}).count, 0);
  EXPECT_EQ(guest_of(*store_, "g1")->address, "");
  EXPECT_EQ(guest_of(*store_, "g2")->address, "here");
  EXPECT_TRUE(visit(10, "here", 120).ok());
  EXPECT_TRUE(visit(11, "here", 120).ok());
  EXPECT_EQ(visit(12, "here", 120).status, kFull);
}

TEST_P(AnyStore, lets_there_be_so_many_live_tables) {
  const auto open = [&](const std::string& id) {
    NewTable table = owned_table(id, "h" + id, "a" + id);
    table.limits.in_all = 3;
    return put(*store_, table);
  };
  for (const char* id : {"a", "b", "c"}) EXPECT_TRUE(open(id).ok());
  EXPECT_EQ(open("d").limit, Limit::in_all);
  EXPECT_EQ(open("d").status, kFull);
  if (lasts()) reopen();
  EXPECT_EQ(open("d").limit, Limit::in_all);
  EXPECT_TRUE(end_table(*store_, "a").ok());
  EXPECT_TRUE(open("d").ok());
  EXPECT_EQ(open("e").limit, Limit::in_all);
  EXPECT_TRUE(drop(*store_, "b", 0).ok());
  EXPECT_TRUE(drop(*store_, "a", 1).ok());  // was not counted any more
  EXPECT_TRUE(open("e").ok());
  EXPECT_EQ(open("f").limit, Limit::in_all);
  EXPECT_EQ(open("e").status, kFull);
  NewTable ended = owned_table("copied", "h", "a");  // one that is not live takes no place
  ended.row.stage = Stage::over;
  ended.limits.in_all = 0;
  EXPECT_TRUE(put(*store_, ended).ok());
}

TEST_P(AnyStore, counts_rightly_in_a_group_with_refusals) {
  std::vector<StoreStatus> seen;
  const auto note = [&](const StoreResult& result) { seen.push_back(result.status); };
  for (const char* id : {"a", "a", "b", "b", "c", "d"}) {
    NewTable table = owned_table(id, "ada", "here");
    table.limits.in_all = 3;
    store_->put_table(table, note);
  }
  store_->flush();
  constexpr StoreStatus ok = StoreStatus::ok;
  EXPECT_EQ(seen, (std::vector{ok, kConflict, ok, kConflict, ok, kFull}));
}

TEST_P(AnyStore, lets_a_guest_and_an_address_have_so_many_live_tables) {
  const auto open = [&](const std::string& id, const std::string& host,
                        const std::string& address) {
    NewTable table = owned_table(id, host, address);
    table.limits.by_host = 2;
    table.limits.by_address = 3;
    return put(*store_, table).limit;
  };
  EXPECT_EQ(open("a", "ada", "here"), Limit::none);
  EXPECT_EQ(open("b", "ada", "there"), Limit::none);
  EXPECT_EQ(open("c", "ada", "elsewhere"), Limit::by_host);
  EXPECT_EQ(open("c", "boris", "here"), Limit::none);
  EXPECT_EQ(open("d", "clara", "here"), Limit::none);
  EXPECT_EQ(open("e", "dora", "here"), Limit::by_address);
  if (lasts()) reopen();
  EXPECT_EQ(open("e", "dora", "here"), Limit::by_address);
  EXPECT_EQ(open("e", "ada", "elsewhere"), Limit::by_host);
  EXPECT_TRUE(end_table(*store_, "a").ok());
  EXPECT_EQ(open("e", "ada", "here"), Limit::none);
  EXPECT_EQ(open("f", "dora", "here"), Limit::by_address);
  for (int i = 0; i < 5; ++i)  // nobody's are not counted
    EXPECT_EQ(open("n" + std::to_string(i), "", ""), Limit::none);
}

TEST_P(AnyStore, lets_a_guest_and_an_address_have_so_many_tables_of_bots_alone) {
  const auto open = [&](const std::string& id, const std::string& host, const std::string& address,
                        bool bots_alone = true) {
    NewTable table = owned_table(id, host, address, bots_alone);
    table.limits.bots_alone_by_host = 1;
    table.limits.bots_alone_by_address = 2;
    return put(*store_, table).limit;
  };
  EXPECT_EQ(open("a", "ada", "here"), Limit::none);
  EXPECT_EQ(open("b", "ada", "there"), Limit::bots_alone_by_host);
  EXPECT_EQ(open("b", "ada", "here", false), Limit::none);  // people are welcome
  EXPECT_EQ(open("c", "boris", "here"), Limit::none);
  EXPECT_EQ(open("d", "clara", "here"), Limit::bots_alone_by_address);
  if (lasts()) reopen();
  EXPECT_EQ(open("d", "clara", "here"), Limit::bots_alone_by_address);
  EXPECT_TRUE(drop(*store_, "a", 0).ok());
  EXPECT_EQ(open("d", "clara", "here"), Limit::none);
}

// --- When ---------------------------------------------------------------------

TEST_P(AnyStore, finds_where_something_is_due_in_order) {
  const auto open = [&](const std::string& id, std::int64_t due_ms, Stage stage) {
    TableRow row = new_row(id);
    row.due_ms = due_ms;
    row.stage = stage;
    EXPECT_TRUE(put(*store_, row).ok());
  };
  open("c", 300, Stage::playing);
  open("b", 200, Stage::playing);
  open("a", 300, Stage::waiting);
  open("never", kNever, Stage::playing);
  open("over", 100, Stage::over);
  open("late", 900, Stage::playing);
  EXPECT_EQ(due(*store_, 300),
            (std::vector{DueTable{200, "b"}, DueTable{300, "a"}, DueTable{300, "c"}}));
  EXPECT_EQ(due(*store_, 299), (std::vector{DueTable{200, "b"}}));
  EXPECT_EQ(due(*store_, 900, {300, "a"}),
            (std::vector{DueTable{300, "c"}, DueTable{900, "late"}}));
  EXPECT_EQ(due(*store_, 900, {}, 1), (std::vector{DueTable{200, "b"}}));
  EXPECT_EQ(due(*store_, kNever).size(), 4u);  // never is not then
  TableChange moved = moves("b", 0, {}, 250);
  moved.due_ms = 950;
  EXPECT_TRUE(change(*store_, moved).ok());
  EXPECT_TRUE(end_table(*store_, "c").ok());
  EXPECT_EQ(due(*store_, 960, {300, "a"}),
            (std::vector{DueTable{900, "late"}, DueTable{950, "b"}}));
}

// As at a table with a clock, whose time comes later with every move, and sometimes sooner.
TEST_P(AnyStore, finds_what_is_due_however_often_that_has_changed) {
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  std::int64_t version = 0, now = 1000;
  const std::int64_t waits[] = {500, 900, 50, 2000, 30, kNever, 700, 10, 10, kNever, kNever, 300};
  for (const std::int64_t wait : waits) {
    now += 40;
    TableChange one = moves("t", version++, {}, now);
    one.due_ms = wait == kNever ? kNever : now + wait;
    EXPECT_TRUE(change(*store_, one).ok());
    EXPECT_EQ(table_of(*store_, "t")->due_ms, one.due_ms);
    EXPECT_TRUE(due(*store_, wait == kNever ? kNever : one.due_ms - 1).empty()) << wait;
    if (wait == kNever) continue;
    EXPECT_EQ(due(*store_, one.due_ms), (std::vector{DueTable{one.due_ms, "t"}})) << wait;
    EXPECT_TRUE(due(*store_, kNever, {one.due_ms, "t"}).empty()) << wait;
  }
}

TEST_P(AnyStore, finds_what_nobody_has_changed_for_long) {
  constexpr Stage stages[] = {Stage::waiting, Stage::playing, Stage::over, Stage::abandoned};
  for (const Stage stage : stages)
    for (const std::int64_t at : {100, 200}) {
      TableRow row =
          new_row(std::to_string(static_cast<int>(stage)) + "@" + std::to_string(at), at);
      row.stage = stage;
      EXPECT_TRUE(put(*store_, row).ok());
    }
  using Ids = std::vector<std::string>;
  EXPECT_TRUE(stale(*store_, {}).empty());
  EXPECT_EQ(ids_of(stale(*store_, {.waiting_ms = 101})), (Ids{"0@100"}));
  EXPECT_TRUE(stale(*store_, {.waiting_ms = 100}).empty());
  EXPECT_EQ(ids_of(stale(*store_, {.playing_ms = 999})), (Ids{"1@100", "1@200"}));
  EXPECT_EQ(stale(*store_, {.abandoned_ms = 150}),
            (std::vector{StaleTable{"3@100", 0, Stage::abandoned, 100}}));
  const StaleBefore all{kNever, kNever, kNever};  // over is over for ever
  EXPECT_EQ(ids_of(stale(*store_, all)),
            (Ids{"0@100", "0@200", "1@100", "1@200", "3@100", "3@200"}));
  EXPECT_EQ(stale(*store_, all, 4).size(), 4u);
  // Page by page, whether anything becomes of those that were told or not.
  Ids paged;
  StaleTable last;
  for (auto page = stale(*store_, all, 1, last); !page.empty();
       page = stale(*store_, all, 1, last)) {
    last = page.back();
    paged.push_back(last.id);
  }
  EXPECT_EQ(paged, ids_of(stale(*store_, all)));
  EXPECT_TRUE(append(*store_, "1@100", {action_row(0)}, std::nullopt, 5000).ok());
  EXPECT_TRUE(append(*store_, "0@100", {}, TableUpdate{"{}", Stage::abandoned}, 5000).ok());
  EXPECT_EQ(ids_of(stale(*store_, {150, 150, 150})), (Ids{"3@100"}));
  EXPECT_EQ(ids_of(stale(*store_, {.abandoned_ms = 5001})), (Ids{"0@100", "3@100", "3@200"}));
}

TEST_P(AnyStore, forgets_guests_who_never_came_back_and_have_no_seat) {
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(put(*store_, guest_row("g" + std::to_string(i), static_cast<unsigned char>(i),
                                       "Somebody", 100 * i))
                    .ok());
  EXPECT_TRUE(put(*store_, new_row("t"), {"g1", "g2"}).ok());
  EXPECT_TRUE(see(*store_, "g0", 1000).ok());
  EXPECT_EQ(forget(*store_, {.seen_ms = 500}).count, 2);  // g3 and g4
  for (const char* id : {"g0", "g1", "g2", "g5"}) EXPECT_TRUE(guest_of(*store_, id)) << id;
  for (const char* id : {"g3", "g4"}) EXPECT_FALSE(guest_of(*store_, id)) << id;
  EXPECT_TRUE(end_table(*store_, "t").ok());  // a seat in a game that is over is one
  EXPECT_EQ(forget(*store_, {.seen_ms = 500}).count, 0);
  EXPECT_TRUE(drop(*store_, "t", 1).ok());
  EXPECT_EQ(forget(*store_, {.seen_ms = 5000}, 3).count, 3);  // those of longest ago
  EXPECT_EQ(forget(*store_, {.seen_ms = 5000}, 3).count, 1);
  EXPECT_EQ(guest_of(*store_, "g0"), std::nullopt);
  EXPECT_TRUE(put(*store_, guest_row("g9", 3, "New", 9)).ok());  // its token is free again
}

// Those who have a seat for ever are soon the most of those who are not seen any more.
TEST_P(AnyStore, finds_those_whom_it_may_forget_among_many_whom_it_may_not) {
  constexpr int kSeated = 2500;
  const auto token_of = [](int number) {
    Bytes32 token{};
    token[0] = static_cast<unsigned char>(number & 255);
    token[1] = static_cast<unsigned char>(number >> 8);
    return token;
  };
  NewTable table{new_row("t"), {}, {}, {}};
  for (int i = 0; i < kSeated + 5; ++i) {
    const std::string id = "g" + std::to_string(i);
    if (i < kSeated) table.holders.push_back(id);
    store_->put_guest({id, token_of(i), "Somebody", i, false, i, ""}, 10, nullptr);
  }
  EXPECT_TRUE(put(*store_, table).ok());
  std::int64_t forgotten = 0;
  for (int calls = 0; calls < 6; ++calls) forgotten += forget(*store_, {.seen_ms = 9000}, 2).count;
  EXPECT_EQ(forgotten, 5);
  EXPECT_EQ(guest_of(*store_, "g0")->seen_ms, 0);  // however often it was looked at
  EXPECT_TRUE(drop(*store_, "t", 0).ok());         // and now nobody has a seat any more
  EXPECT_EQ(forget(*store_, {.seen_ms = 9000}, 5000).count, kSeated);
}

// --- What lasts ---------------------------------------------------------------

TEST_P(AnyStore, has_a_salt_of_its_own_for_ever) {
  const Bytes32 salt = store_->salt();
  EXPECT_NE(salt, Bytes32{});
  const auto other = opened("");
  EXPECT_NE(other->salt(), salt);
  if (!lasts()) return;
  reopen();
  EXPECT_EQ(store_->salt(), salt);
}

// Two processes that serve the same games.
TEST_P(AnyStore, loses_nothing_when_two_write_to_the_same_place) {
  if (!lasts()) return;
  const auto other = open();
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->salt(), store_->salt());
  EXPECT_TRUE(put(*store_, new_row("t")).ok());
  int ones = 0, twos = 0;
  for (int seq = 0; seq < 20; ++seq) {
    std::promise<StoreResult> first, second;
    const auto into = [](std::promise<StoreResult>& promise) {
      return [&promise](const StoreResult& result) { promise.set_value(result); };
    };
    TableChange one = moves("t", seq, {action_row(seq, "one")});
    TableChange two = moves("t", seq, {});  // a resignation: no action, and yet a change
    two.rows = {action_row(seq, "two")};
    two.update = TableUpdate{"resigned " + std::to_string(seq), Stage::playing};
    store_->change(one, into(first));
    other->change(two, into(second));
    const StoreStatus a = first.get_future().get().status, b = second.get_future().get().status;
    EXPECT_TRUE((a == StoreStatus::ok && b == kConflict) ||
                (a == kConflict && b == StoreStatus::ok));
    const auto log = log_of(*other, "t");
    ASSERT_EQ(log->actions.size(), static_cast<std::size_t>(seq + 1));
    EXPECT_EQ(log->row.version, seq + 1);
    EXPECT_EQ(log->actions.back().action, a == StoreStatus::ok ? "one" : "two");
    ++(a == StoreStatus::ok ? ones : twos);
  }
  EXPECT_EQ(ones + twos, 20);
  // A change of the meta alone is not lost either.
  TableChange meta = moves("t", 20, {});
  meta.update = TableUpdate{"resigned", Stage::playing};
  EXPECT_TRUE(change(*other, meta).ok());
  EXPECT_EQ(change(*store_, moves("t", 20, {action_row(20)})).status, kConflict);
  EXPECT_EQ(table_of(*store_, "t")->meta, "resigned");
}

TEST_P(AnyStore, counts_the_tables_of_others_at_the_same_place) {
  if (!lasts()) return;
  const auto other = open();
  ASSERT_NE(other, nullptr);
  const auto open_at = [](Store& store, const std::string& id) {
    NewTable table = owned_table(id, "h" + id, "a" + id);
    table.limits.in_all = 3;
    return put(store, table).status;
  };
  EXPECT_EQ(open_at(*store_, "a"), StoreStatus::ok);
  EXPECT_EQ(open_at(*other, "b"), StoreStatus::ok);
  EXPECT_EQ(open_at(*store_, "c"), StoreStatus::ok);
  EXPECT_EQ(open_at(*other, "d"), kFull);
  EXPECT_EQ(open_at(*store_, "d"), kFull);
  EXPECT_TRUE(drop(*other, "a", 0).ok());
  EXPECT_EQ(open_at(*store_, "d"), StoreStatus::ok);
  EXPECT_EQ(open_at(*other, "e"), kFull);
}

}  // namespace bastide::server
