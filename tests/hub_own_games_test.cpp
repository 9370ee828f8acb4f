// The list of a guest's own games: what is in it, in which order, and who is told of its changes.
#include "tests/hub_pair.h"

namespace bastide::server::hub_play {
namespace {

constexpr const char* kGamesOn = R"({"type":"games","on":true})";
constexpr const char* kAloneWithABot = R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])";
constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000;

Json games_of(Person& person) { return person.ask(kGamesOn)["games"]; }

Json last_games(const Person& person) {
  Json last;
  for (const Json& m : person.wire->got)
    if (m["type"] == "games") last = m["games"];
  return last;
}

std::string resigned_game(Node& node, Person& person) {
  const std::string table = person.create(R"(["base"])", kAloneWithABot);
  person.join(table);
  person.ask(Person::of("resign", table, R"(,"seat":0)"));
  EXPECT_TRUE(node.until([&] { return person.at(table).over(); }));
  return table;
}

TEST(OwnGames, show_where_one_left_off) {
  Pair p;
  Person zoe(p.node, "Zoe");
  zoe.join(p.table);
  p.play(9);
  const Json& state = p.ada.at(p.table).state;
  for (Person* person : {&p.ada, &p.boris}) {
    const Json list = games_of(*person);
    ASSERT_EQ(list.size(), 1u);
    const Json& game = list[0];
    EXPECT_EQ(game["table"]["id"], p.table);
    EXPECT_EQ(game["turn"], state["decision"]["by"]);
    EXPECT_EQ(game["yours"], person == &p.asked());
    EXPECT_EQ(game["scores"].size(), 2u);
    EXPECT_EQ(game["scores"], p.ada.at(p.table).history.back()["scores"]);
    ASSERT_EQ(game["tiles"].size(), state["tiles"].size());
    for (std::size_t i = 0; i < game["tiles"].size(); ++i)
      for (const char* member : {"at", "tile", "rot"})
        EXPECT_EQ(game["tiles"][i][member], state["tiles"][i][member]);
    EXPECT_FALSE(game.contains("result"));
  }
  EXPECT_TRUE(games_of(zoe).empty());  // to look on is not to play
}

TEST(OwnGames, are_told_of_to_those_who_asked_and_are_concerned) {
  Pair p;
  Person clara(p.node, "Clara"), home(p.node, "Boris", p.boris.token);
  games_of(clara);
  games_of(home);
  EXPECT_EQ(p.ada.count("games") + p.boris.count("games"), 0u);
  const std::size_t before = home.count("games");
  p.play(1);
  p.node.advance(300);
  EXPECT_GT(home.count("games"), before);
  EXPECT_EQ(last_games(home)[0]["turn"], p.ada.at(p.table).state["decision"]["by"]);
  EXPECT_EQ(last_games(home)[0]["moved"].get<std::int64_t>(), p.node.loop.now_ms() - 300);
  EXPECT_EQ(clara.count("games"), 1u);
  EXPECT_EQ(p.ada.count("games") + p.boris.count("games"), 0u);
  home.say(R"({"type":"games","on":false})");
  const std::size_t told = home.count("games");
  p.play(2);
  p.node.advance(300);
  EXPECT_EQ(home.count("games"), told);
}

TEST(OwnGames, that_change_often_are_told_of_together) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"me"}])");
  ada.join(table);
  games_of(ada);
  node.advance(300);
  const std::int64_t from = node.loop.now_ms();
  const std::size_t before = ada.count("games");
  Rng rng(2);
  for (int i = 0; i < 30; ++i) ada.play_one(table, rng);
  node.settle();
  const auto told = static_cast<std::int64_t>(ada.count("games") - before);
  EXPECT_GE(told, 2);
  EXPECT_LE(told, (node.loop.now_ms() - from) / 250 + 1);
  node.advance(300);
  EXPECT_EQ(last_games(ada)[0]["tiles"].size(), ada.at(table).state["tiles"].size());
}

TEST(OwnGames, come_and_go_with_ones_seats) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  games_of(boris);
  const std::string table =
      ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])");
  boris.ask(Person::of("sit", table, R"(,"seat":2)"));
  node.advance(300);
  const Json waiting = last_games(boris);
  ASSERT_EQ(waiting.size(), 1u);
  EXPECT_EQ(waiting[0]["table"]["status"], "waiting");
  EXPECT_TRUE(waiting[0]["turn"].is_null());
  EXPECT_EQ(waiting[0]["yours"], false);
  EXPECT_TRUE(waiting[0]["scores"].empty() && waiting[0]["tiles"].empty());
  boris.ask(Person::of("stand", table, R"(,"seat":2)"));
  node.advance(300);
  EXPECT_TRUE(last_games(boris).empty());
  boris.ask(Person::of("sit", table, R"(,"seat":2)"));
  for (int hour = 0; hour < 26; ++hour) node.advance(60 * 60 * 1000);  // nobody looks at it
  node.settle();
  node.advance(300);
  EXPECT_TRUE(last_games(boris).empty());
  EXPECT_TRUE(games_of(ada).empty());
}

TEST(OwnGames, that_are_over_have_a_result) {
  Node node;
  Person ada(node, "Ada");
  games_of(ada);
  const std::string table = resigned_game(node, ada);
  node.advance(300);
  const Json game = last_games(ada)[0];
  EXPECT_EQ(game["table"]["status"], "over");
  EXPECT_TRUE(game["turn"].is_null());
  EXPECT_EQ(game["yours"], false);
  EXPECT_TRUE(game["tiles"].empty());
  // Whoever resigned cannot win, whatever the scores.
  EXPECT_EQ(game["result"]["winners"].dump(), "[1]");
  EXPECT_EQ(game["result"]["winners"], ada.at(table).state["winners"]);
  EXPECT_EQ(game["result"]["scores"], ada.at(table).history.back()["scores"]);
  EXPECT_EQ(game["scores"], game["result"]["scores"]);
  // The same when it has left the memory, and after a restart.
  ada.say(Person::of("leave", table));
  node.advance(20 * 60 * 1000);
  EXPECT_NE(node.metrics_text().find("bastide_tables{status=\"over\"} 0"), std::string::npos);
  Json later = games_of(ada)[0];
  EXPECT_EQ(later["result"], game["result"]);
  EXPECT_EQ(later["moved"], game["moved"]);
  EXPECT_NE(node.metrics_text().find("bastide_tables{status=\"over\"} 0"), std::string::npos)
      << "nothing need be replayed for it";
  node.restart();
  ada.connect();
  EXPECT_EQ(games_of(ada)[0], later);
}

TEST(OwnGames, that_were_given_up_have_no_winner) {
  Pair p;
  p.boris.disconnect();
  p.node.advance(61'000);
  EXPECT_EQ(p.ada.code(Person::of("absent", p.table, R"(,"seat":1,"do":"end")")), "meta");
  const Json game = games_of(p.ada)[0];
  EXPECT_EQ(game["table"]["ended"], "abandoned");
  EXPECT_EQ(game["result"].dump(), R"({"winners":[],"scores":[0,0]})");
  p.boris.connect();
  EXPECT_EQ(games_of(p.boris)[0]["result"], game["result"]);
}

TEST(OwnGames, are_few_and_the_newest_first) {
  Node node;
  node.options.max_tables_per_guest = 100;
  node.restart();
  Person ada(node, "Ada");
  std::vector<std::string> running;
  for (int i = 0; i < 22; ++i)
    running.push_back(ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"me"}])"));
  for (int i = 0; i < 11; ++i) resigned_game(node, ada);
  ada.join(running[4]);
  Rng rng(1);
  ada.play_one(running[4], rng);
  const Json list = games_of(ada);
  ASSERT_EQ(list.size(), 30u);
  EXPECT_EQ(list[0]["table"]["id"], running[4]);
  EXPECT_EQ(list[1]["table"]["id"], running[21]);
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (i != 20) {
      EXPECT_GE(list[i - 1]["moved"], list[i]["moved"]) << i;
    }
    EXPECT_EQ(list[i]["table"]["status"], i < 20 ? "playing" : "over");
  }
}

TEST(OwnGames, that_are_over_are_forgotten_after_a_month) {
  Node node;
  Person ada(node, "Ada");
  const std::string running = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"me"}])");
  resigned_game(node, ada);
  for (int day = 0; day < 29; ++day) node.advance(kDayMs);
  EXPECT_EQ(games_of(ada).size(), 2u);
  for (int day = 0; day < 2; ++day) node.advance(kDayMs);
  const Json list = games_of(ada);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0]["table"]["id"], running);
  EXPECT_EQ(list[0]["yours"], true);
  EXPECT_EQ(list[0]["tiles"].size(), 1u);
}

TEST(OwnGames, are_refused_when_they_cannot_be_read) {
  Node node;
  Person ada(node, "Ada");
  node.memory->close();
  const Json refused = ada.ask(kGamesOn);
  EXPECT_EQ(refused["code"], "storage");
  EXPECT_EQ(refused["detail"], "read");
}

}  // namespace
}  // namespace bastide::server::hub_play
