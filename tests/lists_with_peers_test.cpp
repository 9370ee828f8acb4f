// Lists and names where other nodes change the same store: what they do is seen in time, and
// nothing is sent or read without need.
#include <algorithm>

#include "tests/place_with_peers.h"

namespace bastide::server::site_play {
namespace {

std::string short_view(const std::string& id, int spectators = 0) {
  return R"({"id":")" + id + R"(","spectators":)" + std::to_string(spectators) + "}";
}

// One who looks at the list of open tables.
struct Onlooker {
  PlaceWithPeers& place;
  ConnectionId id;
  std::shared_ptr<Line> line = std::make_shared<Line>();

  explicit Onlooker(PlaceWithPeers& at) : place(at), id(at.site->visitors.new_id()) {}
  void listen() { place.site->lobby.listen(Asker{.connection = id, .line = line, .re = 1}); }
  void leave() { place.site->lobby.leave(id); }
  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    const Json last = line->last();
    for (const Json& table : last["tables"]) all.push_back(table["id"]);
    return all;
  }
};

using Ids = std::vector<std::string>;

// --- open tables ---

TEST(LobbyWithPeers, shows_tables_of_other_nodes_and_lets_them_go) {
  PlaceWithPeers place;
  Onlooker one(place);
  one.listen();
  place.pass(100);
  EXPECT_TRUE(one.ids().empty());
  const Table early = waiting_table(1), late = waiting_table(2);
  put_elsewhere(*place.store, table_row(early));
  put_elsewhere(*place.store, table_row(late));
  place.pass(2000);
  EXPECT_EQ(one.ids(), (Ids{late.id, early.id}));
  TableMeta meta = early.meta;
  meta.seats[0].kind = TableSeat::Kind::person;
  meta.seats[0].guest = "b";
  meta.seats[0].name = "Boris";
  change_elsewhere(*place.store, early.id, 0, meta);
  place.pass(2000);
  EXPECT_EQ(one.line->last()["tables"][1]["seats"][0]["name"], "Boris");
  drop_elsewhere(*place.store, late.id);
  place.pass(2000);
  EXPECT_EQ(one.ids(), Ids{early.id});
  meta.status = Status::playing;
  change_elsewhere(*place.store, early.id, 1, meta);
  place.pass(2000);
  EXPECT_TRUE(one.ids().empty());
}

TEST(LobbyWithPeers, sends_and_reads_nothing_without_need) {
  PlaceWithPeers place;
  for (int i = 0; i < 5; ++i) put_elsewhere(*place.store, table_row(waiting_table(i)));
  const std::uint64_t before = place.reads();
  place.pass(10'000);
  EXPECT_EQ(place.reads(), before) << "nobody looks";
  Onlooker one(place), other(place);
  one.listen();
  other.listen();
  place.pass(500);
  EXPECT_EQ(place.reads(), before + 1) << "at once, for both";
  EXPECT_EQ(one.ids().size(), 5u);
  const std::size_t told = one.line->got.size();
  EXPECT_LE(told, 2u);
  place.pass(30'000);
  EXPECT_EQ(one.line->got.size(), told);
  EXPECT_LE(place.reads() - before, 1u + 30'500 / 1500);
  EXPECT_GE(place.reads() - before, 15u);
  one.leave();
  other.leave();
  place.pass(3000);
  const std::uint64_t last = place.reads();
  place.pass(20'000);
  EXPECT_EQ(place.reads(), last);
  put_elsewhere(*place.store, table_row(waiting_table(7)));
  other.listen();
  place.pass(500);
  EXPECT_EQ(place.reads(), last + 1) << "who comes after a pause does not wait for the next time";
  EXPECT_EQ(other.ids().size(), 6u);
}

TEST(LobbyWithPeers, believes_tables_that_are_in_memory_here) {
  PlaceWithPeers place;
  const Table mine = waiting_table(1);
  put_elsewhere(*place.store, table_row(mine));
  place.site->lobby.show(mine.id, mine.created_ms, short_view(mine.id, 5));
  Onlooker one(place);
  one.listen();
  place.pass(5000);
  EXPECT_EQ(one.line->last()["tables"][0]["spectators"], 5);
  place.site->lobby.left_memory(mine.id);
  place.pass(2000);
  EXPECT_EQ(one.line->last()["tables"][0]["spectators"], 0) << "now as its row has it";
  EXPECT_EQ(one.line->last()["tables"][0]["seats"].size(), 2u);
}

TEST(LobbyWithPeers, keeps_what_was_made_while_the_store_was_read) {
  PlaceWithPeers place;
  Onlooker one(place);
  one.listen();  // which reads
  const Table made = waiting_table(3), begun = waiting_table(4);
  place.site->lobby.show(made.id, made.created_ms, short_view(made.id));
  place.settle();
  place.pass(300);
  EXPECT_EQ(one.ids(), Ids{made.id}) << "though the store had nothing of it then";
  put_elsewhere(*place.store, table_row(made));
  put_elsewhere(*place.store, table_row(begun));
  place.loop.advance(1500);  // it is read again
  place.site->lobby.hide(begun.id);
  place.settle();
  place.pass(300);
  EXPECT_EQ(one.ids(), Ids{made.id});
  // If it really is not there, it goes, whoever says so.
  drop_elsewhere(*place.store, made.id);
  drop_elsewhere(*place.store, begun.id);
  place.pass(2000);
  EXPECT_TRUE(one.ids().empty());
}

TEST(LobbyWithPeers, goes_on_when_the_store_can_be_read_again) {
  PlaceWithPeers place;
  Onlooker one(place);
  one.listen();
  place.pass(100);
  const Table table = waiting_table(1);
  put_elsewhere(*place.store, table_row(table));
  place.pass(2000);
  place.store->close();
  place.pass(5000);
  EXPECT_EQ(one.ids(), Ids{table.id}) << "what is known stays";
  EXPECT_EQ(one.line->got.size(), 2u);
}

TEST(LobbyWithPeers, counts_a_damaged_table_once) {
  PlaceWithPeers place;
  TableRow bad = table_row(waiting_table(2));
  bad.meta = R"({"status":)";
  put_elsewhere(*place.store, bad);
  Onlooker one(place);
  one.listen();
  place.pass(10'000);
  EXPECT_EQ(place.site->counters.damaged_tables.value(), 1u);
  EXPECT_TRUE(one.ids().empty());
}

TEST(LobbyWithPeers, shows_the_newest_of_too_many_and_those_in_memory) {
  PlaceWithPeers place;
  const Table old = waiting_table(0);
  put_elsewhere(*place.store, table_row(old));
  place.site->lobby.show(old.id, old.created_ms, short_view(old.id, 3));
  std::vector<Table> newer;
  for (int i = 1; i <= 200; ++i) {
    newer.push_back(waiting_table(i));
    put_elsewhere(*place.store, table_row(newer.back()));
  }
  Onlooker one(place);
  one.listen();
  place.pass(2000);
  ASSERT_EQ(one.ids().size(), 200u);
  EXPECT_EQ(one.ids().front(), newer.back().id);
  drop_elsewhere(*place.store, newer[5].id);
  place.pass(2000);
  ASSERT_EQ(one.ids().size(), 200u);
  EXPECT_EQ(one.ids().back(), old.id);
  EXPECT_EQ(one.line->last()["tables"][199]["spectators"], 3);
}

// --- a guest's own games ---

constexpr const char* kGamesPlease = R"({"type":"games","on":true})";

Table table_of_guest(int number, const std::string& guest) {
  Table table = waiting_table(number);
  table.meta.seats[0].kind = TableSeat::Kind::person;
  table.meta.seats[0].guest = guest;
  table.meta.seats[0].name = "Name of " + guest;
  return table;
}

TEST(OwnGamesWithPeers, are_told_anew_when_another_node_has_changed_one) {
  PlaceWithPeers place;
  const Table table = table_of_guest(1, "ada");
  put_elsewhere(*place.store, table_row(table), {"ada"});
  Somebody ada(place, "ada"), boris(place, "boris");
  ASSERT_EQ(ada.ask(kGamesPlease)["games"].size(), 1u);
  ASSERT_EQ(boris.ask(kGamesPlease)["games"].size(), 0u);
  const std::size_t told = ada.line->got.size(), told_boris = boris.line->got.size();
  TableMeta meta = table.meta;
  meta.seats[0].name = "Countess";
  change_elsewhere(*place.store, table.id, 0, meta);
  place.site->own_games.tables_changed({"nowhere", table.id, table.id});
  place.pass(500);
  ASSERT_EQ(ada.line->got.size(), told + 1);
  EXPECT_EQ(ada.line->last()["games"][0]["table"]["seats"][0]["name"], "Countess");
  EXPECT_EQ(boris.line->got.size(), told_boris);
  // Who listens no more is not told, and leaves nothing behind.
  ada.say(R"({"type":"games","on":false})");
  place.site->own_games.tables_changed({table.id});
  place.pass(1000);
  EXPECT_EQ(ada.line->got.size(), told + 1);
}

TEST(OwnGamesWithPeers, that_were_begun_elsewhere_are_found_in_time) {
  PlaceWithPeers place;
  Somebody ada(place, "ada");
  ASSERT_EQ(ada.ask(kGamesPlease)["games"].size(), 0u);
  const std::size_t told = ada.line->got.size();
  place.pass(60'000);
  EXPECT_EQ(ada.line->got.size(), told) << "nothing has changed";
  const Table table = table_of_guest(1, "ada");
  put_elsewhere(*place.store, table_row(table), {"ada"});
  place.pass(11'000);
  ASSERT_EQ(ada.line->got.size(), told + 1);
  EXPECT_EQ(ada.line->last()["games"][0]["table"]["id"], table.id);
  place.pass(30'000);
  EXPECT_EQ(ada.line->got.size(), told + 1);
  drop_elsewhere(*place.store, table.id);  // of which no hint came
  place.pass(11'000);
  EXPECT_TRUE(ada.line->last()["games"].empty());
}

TEST(OwnGamesWithPeers, are_looked_for_only_while_somebody_listens) {
  PlaceWithPeers place;
  const std::uint64_t before = place.reads();
  place.pass(30'000);
  EXPECT_EQ(place.reads(), before);
  Somebody ada(place, "ada");
  ada.ask(kGamesPlease);
  const std::uint64_t asked = place.reads();
  place.pass(30'000);
  EXPECT_LE(place.reads() - asked, 3u);
  EXPECT_GE(place.reads() - asked, 2u);
  ada.say(R"({"type":"games","on":false})");
  place.pass(11'000);
  const std::uint64_t last = place.reads();
  place.pass(30'000);
  EXPECT_EQ(place.reads(), last);
  ada.ask(kGamesPlease);
  const std::uint64_t again = place.reads();
  place.pass(30'000);
  EXPECT_GE(place.reads() - again, 2u);
}

// --- guests ---

std::optional<GuestRow> row_of(Store& store, const std::string& id) {
  std::optional<GuestRow> row;
  store.find_guest(id,
                   [&](const Stored<std::optional<GuestRow>>& read) { row = std::get<0>(read); });
  store.flush();
  return row;
}

void rename_elsewhere(Store& store, const std::string& id, const std::string& name) {
  GuestRow row = *row_of(store, id);
  row.name = name;
  bool ok = false;
  store.put_guest(row, 1000, [&](const StoreResult& result) { ok = result.ok(); });
  store.flush();
  EXPECT_TRUE(ok);
}

std::string name_at(Somebody& somebody) {
  return somebody.ask(R"({"type":"hello","protocol":1})")["guest"]["name"];
}

TEST(GuestsWithPeers, have_the_name_that_another_node_gave_them) {
  PlaceWithPeers place;
  const auto made = place.session("", "Ada");
  const std::string id = made.session->guest.id, token = *made.session->new_token;
  Somebody first(place, made.session->guest), second(place, made.session->guest);
  rename_elsewhere(*place.store, id, "Bea");
  EXPECT_EQ(place.site->guests.name_of(id), "Ada") << "nobody has said anything yet";
  place.site->guests.renamed({"nobody", id});
  place.settle();
  EXPECT_EQ(place.site->guests.name_of(id), "Bea");
  EXPECT_EQ(name_at(first), "Bea");
  EXPECT_EQ(name_at(second), "Bea");
  EXPECT_EQ(place.session(token, "").session->guest.name, "Bea");
  EXPECT_FALSE(place.site->guests.name_of("nobody"));
}

TEST(GuestsWithPeers, are_not_read_for_a_hint_about_strangers) {
  PlaceWithPeers place;
  const std::uint64_t before = place.reads();
  place.site->guests.renamed({"a", "b", "c", std::string(10'000, 'x'), ""});
  place.settle();
  EXPECT_EQ(place.reads(), before);
}

TEST(GuestsWithPeers, made_by_another_node_are_found) {
  PlaceWithPeers place;
  const std::string token = new_token();
  EXPECT_FALSE(place.person_of(token));
  GuestRow row;
  row.id = new_id();
  row.token_hash = *token_hash(token);
  row.name = "Ada";
  row.created_ms = row.seen_ms = place.loop.now_ms();
  place.store->put_guest(row, 1000, [](const StoreResult&) {});
  place.store->flush();
  const auto found = place.person_of(token);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, row.id);
}

TEST(GuestsWithPeers, forgotten_by_another_node_are_not_remembered_for_long) {
  PlaceWithPeers place;
  const std::string token = *place.session("", "Ada").session->new_token;
  const std::uint64_t before = place.reads();
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(place.person_of(token));
  EXPECT_EQ(place.reads(), before) << "the cache is enough";
  place.store->forget_guests({.seen_ms = place.loop.now_ms() + 1, .counted_ms = 0}, 100,
                             [](const StoreResult& result) { EXPECT_EQ(result.count, 1); });
  place.store->flush();
  place.loop.advance(60'000);
  EXPECT_TRUE(place.person_of(token));
  place.loop.advance(240'000);
  EXPECT_FALSE(place.person_of(token));
  EXPECT_TRUE(place.session(token, "").session->new_token) << "somebody new";
}

TEST(GuestsWithPeers, who_are_known_come_in_while_the_store_cannot_be_read) {
  PlaceWithPeers place;
  const std::string token = *place.session("", "Ada").session->new_token;
  place.loop.advance(240'000);
  place.store->close();
  EXPECT_TRUE(place.person_of(token));
  EXPECT_EQ(place.session(new_token(), "").unmade.why, Hub::Unmade::Why::try_later);
}

}  // namespace
}  // namespace bastide::server::site_play
