// What the list of somebody's own games costs: tables that nobody looks at stay where they are.
#include "tests/site_play.h"

namespace bastide::server::site_play {
namespace {

constexpr const char* kGamesOn = R"({"type":"games","on":true})";
constexpr const char* kBothSeats = R"([{"kind":"me"},{"kind":"me"}])";

std::uint64_t reads_for(Place& place, Somebody& somebody, Json& games) {
  place.loop.advance(1000);
  place.store->flush();  // a read is counted after it has been answered
  const std::uint64_t before = place.store->stats().reads;
  games = somebody.ask(kGamesOn)["games"];
  place.store->flush();
  return place.store->stats().reads - before;
}

HubOptions many_tables() {
  HubOptions options;
  options.max_tables_per_guest = 100;
  return options;
}

TEST(OwnGamesList, of_twenty_stored_games_brings_none_into_memory) {
  Place place(many_tables());
  {
    Somebody ada(place, "ada");
    for (int i = 0; i < 22; ++i) ada.create(kBothSeats);
    place.settle();
  }
  place.restart();
  Somebody ada(place, "ada");
  Json games, again;
  const std::uint64_t first = reads_for(place, ada, games);
  ASSERT_EQ(games.size(), 20u);
  for (const Json& game : games) {
    EXPECT_EQ(game["table"]["status"], "playing");
    EXPECT_EQ(game["tiles"].size(), 1u);
    EXPECT_EQ(game["yours"], true);
    EXPECT_EQ(game["turn"], 0);
  }
  EXPECT_EQ(first, 22u) << "two lists, and each log";
  EXPECT_EQ(reads_for(place, ada, again), 2u) << "nothing has changed";
  EXPECT_EQ(again, games);
  EXPECT_EQ(place.site->tables.counts()->of(Status::playing), 0u);
}

TEST(OwnGamesList, takes_the_loop_for_a_moment_at_a_time) {
  Place place(many_tables());
  {
    Somebody ada(place, "ada");
    for (int i = 0; i < 20; ++i) ada.create(kBothSeats);
    place.settle();
  }
  place.restart();
  Somebody ada(place, "ada"), boris(place, "boris");
  ada.say(kGamesOn);
  // Others are heard between any two games.
  int turns = 0;
  EXPECT_TRUE(place.until([&] {
    ++turns;
    return ada.line->last()["type"] == "games";
  }));
  EXPECT_GE(turns, 20);
}

TEST(OwnGamesList, that_several_ask_for_at_once_is_written_once) {
  Place place;
  Somebody ada(place, "ada"), home(place, "ada"), away(place, "ada");
  ada.create(kBothSeats);
  place.store->flush();
  const std::uint64_t before = place.store->stats().reads;
  for (Somebody* one : {&ada, &home, &away}) one->say(R"({"type":"games","on":true,"id":9})");
  for (Somebody* one : {&ada, &home, &away})
    ASSERT_TRUE(place.until([&] { return one->line->last().value("re", 0) == 9; }));
  EXPECT_LE(place.store->stats().reads - before, 4u);
  // And whoever listens is sent the same text.
  place.loop.advance(1000);
  place.site->own_games.changed({"ada", "somebody else"});
  place.loop.advance(250);
  ASSERT_TRUE(place.until([&] { return !ada.line->last().contains("re"); }));
  EXPECT_EQ(ada.line->got.back(), home.line->got.back());
  EXPECT_EQ(ada.line->got.back(), away.line->got.back());
}

TEST(OwnGamesList, is_not_told_to_who_has_left_while_it_was_read) {
  Place place;
  Somebody ada(place, "ada");
  ada.create(kBothSeats);
  const std::size_t told = ada.line->got.size();
  ada.say(kGamesOn);
  ada.say(R"({"type":"games","on":false})");
  place.settle();
  place.site->own_games.changed({"ada"});
  place.loop.advance(1000);
  place.settle();
  EXPECT_EQ(ada.line->got.size(), told);
}

TEST(OwnGamesList, that_cannot_be_read_is_refused_and_not_listened_to) {
  Place place;
  Somebody ada(place, "ada");
  place.store->close();
  const Json refused = ada.ask(kGamesOn);
  EXPECT_EQ(refused["code"], "storage");
  EXPECT_EQ(refused["detail"], "read");
  const std::size_t told = ada.line->got.size();
  place.site->own_games.changed({"ada"});
  place.loop.advance(1000);
  for (int i = 0; i < 5; ++i) place.loop.turn();
  EXPECT_EQ(ada.line->got.size(), told);
}

}  // namespace
}  // namespace bastide::server::site_play
