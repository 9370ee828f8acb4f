// What is new in tables that somebody knows, and tables that go from one store to another.
#include <chrono>

#include "tests/store_play.h"

namespace bastide::server {
namespace store_news {

using Clock = std::chrono::steady_clock;

std::vector<TableNews> news(Store& store, const std::vector<KnownTable>& known) {
  return got(
      asked<std::vector<TableNews>>([&](auto done) { store.find_news(known, std::move(done)); }));
}
std::vector<TableVersion> versions(Store& store, const std::vector<TableVersion>& known) {
  return got(
      asked<std::vector<TableVersion>>([&](auto done) { store.versions(known, std::move(done)); }));
}
std::optional<TableCopy> copy_of(Store& store, const std::string& id) {
  return got(
      asked<std::optional<TableCopy>>([&](auto done) { store.find_copy(id, std::move(done)); }));
}
StoreResult put(Store& store, const TableCopy& copy) {
  return waited([&](StoreDone done) { store.put_copy(copy, std::move(done)); });
}
std::vector<GuestRow> guests(Store& store, const std::string& after, std::size_t most) {
  return got(asked<std::vector<GuestRow>>([&](auto done) { store.all_guests(after, most, done); }));
}

void expect_same(const std::optional<TableCopy>& found, const TableCopy& copy) {
  ASSERT_TRUE(found);
  EXPECT_EQ(found->row, copy.row);
  EXPECT_EQ(found->owner.host, copy.owner.host);
  EXPECT_EQ(found->owner.address, "");
  EXPECT_EQ(found->owner.listed, copy.owner.listed);
  EXPECT_EQ(found->owner.bots_alone, copy.owner.bots_alone);
  EXPECT_EQ(found->holders, copy.holders);
  EXPECT_EQ(found->actions, copy.actions);
}

// --- News ---------------------------------------------------------------------

TEST_P(AnyStore, gives_what_is_new_in_tables_that_are_known) {
  for (const char* id : {"a", "b", "c", "d"})
    EXPECT_TRUE(bastide::server::put(*store_, new_row(id)).ok());
  EXPECT_TRUE(change(*store_, moves("a", 0, action_rows(0, 3))).ok());
  EXPECT_TRUE(change(*store_, moves("a", 1, action_rows(3, 2))).ok());
  TableChange resigned = moves("b", 0, {}, 4000);
  resigned.update = TableUpdate{"resigned", Stage::over};
  EXPECT_TRUE(change(*store_, resigned).ok());
  EXPECT_TRUE(change(*store_, moves("c", 0, action_rows(0, 1))).ok());
  const auto found = news(*store_, {{"c", 1, 1},
                                    {"a", 1, 3},
                                    {"nowhere", 4, 4},
                                    {"b", 0, 0},
                                    {std::string("z\0", 2), 0, 0},
                                    {"d", 7, 9}});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].row, *table_of(*store_, "a"));
  EXPECT_EQ(found[0].actions, action_rows(3, 2));
  EXPECT_EQ(found[1].row, *table_of(*store_, "b"));
  EXPECT_EQ(found[1].row.meta, "resigned");
  EXPECT_TRUE(found[1].actions.empty());
  EXPECT_EQ(found[2].row.id, "d");  // less than is known is another version, too
  EXPECT_TRUE(found[2].actions.empty());
  EXPECT_EQ(news(*store_, {{"a", -1, -5}}).at(0).actions, action_rows(0, 5));
  EXPECT_TRUE(news(*store_, {}).empty());
}

TEST_P(AnyStore, gives_versions_that_are_others) {
  for (const char* id : {"a", "b"}) EXPECT_TRUE(bastide::server::put(*store_, new_row(id)).ok());
  EXPECT_TRUE(change(*store_, moves("b", 0, action_rows(0, 3))).ok());
  EXPECT_EQ(versions(*store_, {{"gone", 3}, {"a", 0}, {"b", 0}, {"\xFF", 1}}),
            (std::vector<TableVersion>{{"gone", -1}, {"b", 1}, {"\xFF", -1}}));
  EXPECT_EQ(versions(*store_, {{"b", 5}}), (std::vector<TableVersion>{{"b", 1}}));
  EXPECT_TRUE(versions(*store_, {}).empty());
}

// Each is found by its key: with a plan that looks through all tables this would take minutes.
TEST_P(AnyStore, gives_news_of_many_tables_quickly) {
  constexpr int kTables = 4000;
  std::vector<KnownTable> known;
  std::vector<TableVersion> seen;
  EXPECT_TRUE(news(*store_, {{"before", 0, 0}}).empty());  // plans are made when nothing is there
  EXPECT_TRUE(versions(*store_, {{"before", -1}}).size() == 1);
  for (int i = 0; i < kTables; ++i) {
    const std::string id = "t" + std::to_string(i);
    store_->put_table({new_row(id), {}, {}, {}}, nullptr);
    store_->change(moves(id, 0, action_rows(0, 4)), nullptr);
    known.push_back({id, 0, 2});
    seen.push_back({id, 0});
  }
  store_->flush();
  const auto before = Clock::now();
  const auto found = news(*store_, known);
  EXPECT_EQ(versions(*store_, seen).size(), std::size_t{kTables});
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(5));
  ASSERT_EQ(found.size(), std::size_t{kTables});
  for (const TableNews& one : found) EXPECT_EQ(one.actions, action_rows(2, 2));
}

// --- Copies -------------------------------------------------------------------

TableCopy odd_copy() {
  TableCopy copy;
  copy.row = new_row("copied", 17);
  copy.row.stage = Stage::abandoned;
  copy.row.version = 12;
  copy.row.moved_ms = 99;
  copy.row.hash_scheme = 4;
  copy.owner = {.host = "ada", .address = "somewhere", .listed = true, .bots_alone = true};
  copy.holders = {{"ada", 77}, {"boris", std::nullopt}};  // as it was there, whatever the stage
  copy.actions = action_rows(0, 5);
  return copy;
}

TEST_P(AnyStore, takes_a_table_of_another_store_as_it_was) {
  const TableCopy copy = odd_copy();
  EXPECT_TRUE(put(*store_, copy).ok());
  expect_same(copy_of(*store_, "copied"), copy);
  EXPECT_EQ(put(*store_, copy).text, "There is a table 'copied' already.");
  expect_same(copy_of(*store_, "copied"), copy);
  EXPECT_EQ(ended_of(*store_, "ada"), (std::vector{GuestTable{"copied", 77, 12}}));
  EXPECT_TRUE(change(*store_, moves("copied", 12, action_rows(5, 1))).ok());  // it goes on here
  EXPECT_FALSE(copy_of(*store_, "other"));
}

TEST_P(AnyStore, takes_no_copy_with_a_gap) {
  TableCopy copy = odd_copy();
  copy.actions.erase(copy.actions.begin() + 2);
  EXPECT_EQ(put(*store_, copy).text,
            "Action 3 of table 'copied' does not follow its last action, which is 1.");
  EXPECT_FALSE(table_of(*store_, "copied"));
  copy.actions = action_rows(1, 2);
  EXPECT_EQ(put(*store_, copy).status, kConflict);
  copy.actions.clear();
  EXPECT_TRUE(put(*store_, copy).ok());
  expect_same(copy_of(*store_, "copied"), copy);
}

TEST_P(AnyStore, counts_copies_that_are_live_and_asks_for_no_limit) {
  for (int i = 0; i < 3; ++i) {
    TableCopy copy = odd_copy();
    copy.row.id = "t" + std::to_string(i);
    copy.row.stage = i == 2 ? Stage::over : Stage::playing;
    EXPECT_TRUE(put(*store_, copy).ok());
  }
  NewTable table{new_row("new"), {}, {}, {}};
  table.limits.in_all = 2;
  EXPECT_EQ(bastide::server::put(*store_, table).limit, Limit::in_all);
  table.limits.in_all = 3;
  table.owner.host = "ada";
  table.limits.by_host = 2;
  EXPECT_EQ(bastide::server::put(*store_, table).limit, Limit::by_host);
  table.limits.by_host = 3;
  EXPECT_TRUE(bastide::server::put(*store_, table).ok());
}

TEST_P(AnyStore, takes_a_copy_of_a_very_long_log) {
  TableCopy copy = odd_copy();
  copy.actions = action_rows(0, 100'000);
  copy.actions[50'000].action = std::string(2'000'000, 'x');
  EXPECT_TRUE(put(*store_, copy).ok());
  expect_same(copy_of(*store_, "copied"), copy);
  EXPECT_EQ(put(*store_, copy).status, kConflict);
  EXPECT_EQ(news(*store_, {{"copied", 0, 99'998}}).at(0).actions, action_rows(99'998, 2));
}

TEST_P(AnyStore, gives_all_guests_piece_by_piece) {
  GuestRow robot = guest_row("b", 2, "Robot", 18);
  robot.bot = true;
  robot.address = "somewhere";
  for (const GuestRow& row : {guest_row("c", 3, "Clara", 1), robot, guest_row("a", 1, "Ada", 1)})
    EXPECT_TRUE(bastide::server::put(*store_, row).ok());
  const auto first = guests(*store_, "", 2);
  EXPECT_EQ(first, (std::vector{guest_row("a", 1, "Ada", 1), robot}));
  EXPECT_EQ(guests(*store_, "b", 2), std::vector{guest_row("c", 3, "Clara", 1)});
  EXPECT_TRUE(guests(*store_, "c", 2).empty());
}

}  // namespace store_news
}  // namespace bastide::server
