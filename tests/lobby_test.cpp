// The list of open tables: written once for all who look at it, and no oftener than it must be.
#include <set>

#include "tests/place_with_peers.h"

namespace bastide::server::site_play {
namespace {

std::string view_of(const std::string& id, int spectators = 0) {
  return R"({"id":")" + id + R"(","spectators":)" + std::to_string(spectators) + "," +
         R"("padding":")" + std::string(600, 'x') + "\"}";
}

struct Watcher {
  Place& place;
  ConnectionId id;
  std::shared_ptr<Line> line = std::make_shared<Line>();

  explicit Watcher(Place& at) : place(at), id(at.site->visitors.new_id()) {}
  void listen(std::optional<std::int64_t> re = 1) {
    place.site->lobby.listen(Asker{.connection = id, .line = line, .re = re});
  }
  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    const Json last = line->last();
    for (const Json& table : last["tables"]) all.push_back(table["id"]);
    return all;
  }
};

void keep(Place& place, const TableRow& row) { put_elsewhere(*place.store, row); }

TEST(Lobby, writes_one_text_for_all_who_look) {
  Place place;
  Lobby& lobby = place.site->lobby;
  for (int i = 0; i < 200; ++i) {
    const std::string id = "table" + std::to_string(i);
    lobby.show(id, i, view_of(id));
  }
  std::vector<Watcher> watchers;
  for (int i = 0; i < 200; ++i) watchers.emplace_back(place).listen();
  for (const Watcher& one : watchers) ASSERT_EQ(one.line->got.size(), 1u);
  place.loop.advance(1000);
  const auto begin = std::chrono::steady_clock::now();
  lobby.show("table7", 7, view_of("table7", 1));
  place.loop.advance(250);
  const auto took = std::chrono::steady_clock::now() - begin;
  const Text first = watchers.front().line->got.back();
  for (const Watcher& one : watchers) {
    ASSERT_EQ(one.line->got.size(), 2u);
    EXPECT_EQ(one.line->got.back(), first) << "the same text, not an equal one";
  }
  // It was 147 ms when everybody's was written anew.
  EXPECT_LT(std::chrono::duration_cast<std::chrono::milliseconds>(took).count(), 30);
  EXPECT_EQ(watchers.back().line->last()["tables"].size(), 200u);
  EXPECT_FALSE(watchers.back().line->last().contains("re"));
}

TEST(Lobby, writes_nothing_again_where_nothing_has_changed) {
  Place place;
  place.site->lobby.show("a", 1, view_of("a"));
  Watcher one(place), other(place);
  one.listen(7);
  place.loop.advance(10'000);
  other.listen(8);
  const auto& first = one.line->got.at(0)->pieces;
  const auto& second = other.line->got.at(0)->pieces;
  EXPECT_EQ(one.line->last()["re"], 7);
  EXPECT_EQ(other.line->last()["re"], 8);
  EXPECT_TRUE(std::ranges::any_of(first, [&](const PiecePtr& piece) {
    return std::ranges::find(second, piece) != second.end() && piece->plain().size() > 600;
  }));
  place.site->lobby.show("a", 1, view_of("a"));  // as it was
  place.site->lobby.hide("nowhere");
  place.loop.advance(10'000);
  EXPECT_EQ(one.line->got.size(), 1u);
}

TEST(Lobby, tells_of_many_changes_together) {
  Place place;
  Watcher one(place);
  one.listen();
  EXPECT_TRUE(one.ids().empty());
  for (int i = 0; i < 100; ++i) {
    const std::string id = "table" + std::to_string(i);
    place.site->lobby.show(id, i, view_of(id));
    place.loop.advance(10);
  }
  place.loop.advance(250);
  EXPECT_LE(one.line->got.size(), 6u);  // in 1.25 s
  EXPECT_EQ(one.ids().size(), 100u);
}

TEST(Lobby, is_not_written_for_each_who_comes) {
  Place place;
  Watcher early(place);
  early.listen();
  std::vector<Watcher> late;
  std::set<const Piece*> lists;
  for (int i = 0; i < 50; ++i) {
    place.site->lobby.show("a", 1, view_of("a", i));
    late.emplace_back(place).listen();
    for (const PiecePtr& piece : late.back().line->got.back()->pieces)
      if (piece->plain().find("\"tables\":[") != std::string::npos) lists.insert(piece.get());
  }
  EXPECT_EQ(lists.size(), 1u);
  place.loop.advance(250);
  for (const Watcher& one : late)
    EXPECT_EQ(one.line->last()["tables"][0]["spectators"], 49)
        << "what they missed comes by itself";
  EXPECT_EQ(early.line->last()["tables"][0]["spectators"], 49);
}

TEST(Lobby, tells_the_others_though_a_newcomer_was_first) {
  Place place;
  Watcher early(place), late(place);
  early.listen();
  place.loop.advance(1000);
  place.site->lobby.show("a", 1, view_of("a"));
  late.listen();  // for whom it is written, since the last time is long ago
  EXPECT_EQ(late.ids(), std::vector<std::string>{"a"});
  place.loop.advance(250);
  EXPECT_EQ(early.ids(), std::vector<std::string>{"a"});
}

TEST(Lobby, shows_the_newest_of_too_many) {
  Place place;
  for (int i = 0; i < 1'500; ++i) {
    const std::string id = "table" + std::to_string(i);
    place.site->lobby.show(id, i, view_of(id));
  }
  Watcher one(place);
  one.listen();
  ASSERT_EQ(one.ids().size(), 200u);
  EXPECT_EQ(one.ids().front(), "table1499");
  EXPECT_EQ(one.ids().back(), "table1300");
  for (int i = 1'400; i < 1'500; ++i) place.site->lobby.hide("table" + std::to_string(i));
  place.loop.advance(250);
  EXPECT_EQ(one.ids().front(), "table1399");
  EXPECT_EQ(one.ids().back(), "table1200");
}

TEST(Lobby, says_no_more_to_who_has_left) {
  Place place;
  Watcher one(place);
  one.listen();
  place.site->lobby.leave(one.id);
  place.site->lobby.show("a", 1, view_of("a"));
  place.loop.advance(1000);
  EXPECT_EQ(one.line->got.size(), 1u);
}

TEST(Lobby, is_filled_from_the_store_and_again_when_it_runs_low) {
  Place place;
  std::vector<Table> tables;
  for (int i = 0; i < 260; ++i) {
    tables.push_back(waiting_table(i));
    keep(place, table_row(tables.back()));
  }
  place.wait(place.site->lobby.open());
  Watcher one(place);
  one.listen();
  ASSERT_EQ(one.ids().size(), 200u);
  EXPECT_EQ(one.ids().front(), tables.back().id);
  EXPECT_EQ(one.line->last()["tables"][0]["seats"].size(), 2u);
  // Those that were shown begin, one after another.
  for (std::size_t i = 259; i > 158; --i) {
    place.store->drop_table(tables[i].id, 0, [](const StoreResult&) {});
    place.store->flush();
    place.site->lobby.hide(tables[i].id);
  }
  place.settle();
  place.loop.advance(500);
  EXPECT_EQ(one.ids().size(), 159u);
  EXPECT_EQ(one.ids().back(), tables.front().id);
}

TEST(Lobby, believes_a_table_more_than_what_was_read_of_it) {
  Place place;
  const Table gone = waiting_table(1), changed = waiting_table(2);
  keep(place, table_row(gone));
  keep(place, table_row(changed));
  start(place.site->lobby.open());
  place.site->lobby.hide(gone.id);  // while it is read
  place.site->lobby.show(changed.id, changed.created_ms, view_of(changed.id, 5));
  place.settle();
  Watcher one(place);
  one.listen();
  EXPECT_EQ(one.ids(), std::vector<std::string>{changed.id});
  EXPECT_EQ(one.line->last()["tables"][0]["spectators"], 5);
}

TEST(Lobby, passes_over_damaged_tables) {
  Place place;
  const Table good = waiting_table(1);
  keep(place, table_row(good));
  TableRow bad = table_row(waiting_table(2));
  bad.meta = R"({"status":)";
  keep(place, bad);
  place.wait(place.site->lobby.open());
  Watcher one(place);
  one.listen();
  EXPECT_EQ(one.ids(), std::vector<std::string>{good.id});
  EXPECT_EQ(place.site->counters.damaged_tables.value(), 1u);
}

}  // namespace
}  // namespace bastide::server::site_play
