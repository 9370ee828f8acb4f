// Programs at the hub's tables by the bot protocol: whole games, lost lines, restarts, company.
#include "tests/effort.h"
#include "tests/hub_program.h"

namespace bastide::server::hub_play {
namespace {

TEST(HubProgram, PlaysAWholeGameAgainstABot) {
  AtTable at;
  auto& [node, host, program, table] = at;
  const Json setup = program.next();
  EXPECT_EQ(setup["type"], "setup");
  EXPECT_EQ(setup["seat"], 0);
  EXPECT_EQ(setup["setup"]["players"][0]["name"], "Robot");
  Rng rng(1);
  const int answers = program.play(rng);
  EXPECT_GT(answers, 30);
  const Json record = record_of(node, table);
  EXPECT_EQ(program.actions(), record["actions"]);
  EXPECT_TRUE(host.at(table).over());
  EXPECT_EQ(host.at(table).view["seats"][0]["account"], program.account.id);
  EXPECT_FALSE(host.at(table).view["seats"][0].contains("resigned"));
  EXPECT_EQ(plain(truth(node, table)["state"]), plain(host.at(table).state));
  EXPECT_EQ(program.wire->closed, "the game is over");
  const std::string figures = node.metrics_text();
  EXPECT_NE(figures.find("bastide_program_moves_total " + std::to_string(answers) + "\n"),
            std::string::npos);
  EXPECT_NE(figures.find("bastide_program_errors_total 0\n"), std::string::npos);
}

// At each question a program knows what a spectator knows, and nothing else has ever been said.
TEST(HubProgram, SeesWhatEverybodySees) {
  AtTable at;
  auto& [node, host, program, table] = at;
  for (int i = 0; i < 25; ++i) {
    const Json think = program.next("think");
    Json shown = Json::array();
    for (const Json& entry : host.at(table).history) shown.push_back(entry["action"]);
    EXPECT_EQ(program.actions(), shown);
    EXPECT_EQ(plain(think["legal"]), plain(truth(node, table)["options"]));
    EXPECT_EQ(think["decision"]["by"], 0);
    EXPECT_FALSE(think.contains("clock"));
    program.act(think["legal"][0]);
  }
  const std::set<std::string> known{"type",   "protocol", "setup",    "seat",
                                    "action", "legal",    "decision", "ms"};
  for (const Json& message : program.wire->got) {
    for (const auto& [name, value] : message.items()) EXPECT_TRUE(known.contains(name)) << name;
    const std::string text = message.dump();
    for (const char* secret : {"seed", "commitment", "token", "hash", "fair"})
      EXPECT_EQ(text.find(secret), std::string::npos) << text.substr(0, 200);
  }
}

TEST(HubProgram, ALostLineIsTakenUpAgain) {
  AtTable at;
  auto& [node, host, program, table] = at;
  for (int i = 0; i < 8; ++i) program.answer();
  const Json asked = program.next("think");
  const Json before = program.actions();
  program.disconnect();
  EXPECT_FALSE(host.join(table)["table"]["seats"][0]["connected"].get<bool>());
  node.advance(20'000);
  program.join(table);
  EXPECT_EQ(program.next()["type"], "setup");
  const Json again = program.next("think");
  EXPECT_EQ(program.actions(), before);
  EXPECT_EQ(again["legal"], asked["legal"]);
  node.advance(300);
  EXPECT_TRUE(host.at(table).view["seats"][0]["connected"].get<bool>());
  // A second line of the account takes the place of the first.
  const auto first = program.wire;
  program.join(table);
  EXPECT_EQ(first->got.back()["type"], "bye");
  EXPECT_NE(first->closed.find("another line"), std::string::npos);
  EXPECT_EQ(program.next("think")["legal"], asked["legal"]);
  program.act(asked["legal"][0]);
  Rng rng(2);
  program.play(rng);
  EXPECT_EQ(program.actions(), record_of(node, table)["actions"]);
  // Who comes when all is over is told how it ended.
  program.join(table);
  EXPECT_EQ(program.actions(), record_of(node, table)["actions"]);
  EXPECT_TRUE(program.ended());
}

TEST(HubProgram, ARestartOfTheServerLosesNothing) {
  AtTable at;
  auto& [node, host, program, table] = at;
  Json before;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 5; ++i) program.answer();
    program.next("think");
    before = program.actions();
    node.restart();
    node.advance(5'000);
    program.join(table);
    EXPECT_EQ(program.next()["type"], "setup");
    const Json after = program.actions();
    ASSERT_GE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i], before[i]);
  }
  Rng rng(3);
  program.play(rng);
  EXPECT_FALSE(record_of(node, table)["actions"].empty());
  EXPECT_EQ(program.actions(), record_of(node, table)["actions"]);
}

TEST(HubProgram, StoppingSaysNoGoodbyeSoThatProgramsComeAgain) {
  Node node;
  Person host(node, "Ada");
  Program program(node);
  program.join(by_link(host, kOpenAndBot));
  program.next("think");
  bool stopped = false;
  node.hub->stop([&] { stopped = true; });
  EXPECT_TRUE(node.until([&] { return stopped; }));
  EXPECT_EQ(program.count("bye"), 0u);
  EXPECT_EQ(program.wire->closed, "the server is stopping");
}

TEST(HubProgram, TwoPlayEachOtherInTurns) {
  Node node;
  Person host(node, "Ada");
  const std::string table = by_link(host, kTwoOpen);
  Program one(node, "One"), two(node, "Two");
  one.join(table);
  EXPECT_EQ(one.wire->got.size(), 1u);  // waits for another
  two.join(table);
  EXPECT_EQ(one.next("setup")["seat"], 0);
  EXPECT_EQ(two.next("setup")["seat"], 1);
  Rng rng(4);
  std::size_t read[2] = {};
  Program* const both[] = {&one, &two};
  while (!one.ended() || !two.ended())
    for (int i : {0, 1}) {
      const auto& got = both[i]->wire->got;
      for (; read[i] < got.size(); ++read[i])
        if (got[read[i]]["type"] == "think") {
          const Json legal = got[read[i]]["legal"];
          EXPECT_EQ(got[read[i]]["decision"]["by"], i);
          both[i]->act(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
        }
      node.loop.turn();
    }
  EXPECT_EQ(one.actions(), two.actions());
  EXPECT_EQ(one.actions(), record_of(node, table)["actions"]);
  EXPECT_EQ(one.count("error") + two.count("error"), 0u);
}

// --- with people ---

TEST(HubProgram, AgreesToTakingBackAndIsToldFromTheStart) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = by_link(ada, R"([{"kind":"me"},{"kind":"open"}])");
  ada.join(table);
  Program program(node);
  program.join(table);
  Rng rng(5);
  ASSERT_TRUE(node.until([&] { return !ada.at(table).options.empty(); }));
  const std::int64_t first = ada.at(table).seq;
  while (ada.play_one(table, rng)) {
  }
  program.next("think");
  const Json entries = ada.at(table).history;
  std::int64_t last = 0;
  for (const Json& entry : entries)
    if (entry["action"]["by"] == 0) last = entry["seq"].get<std::int64_t>();
  EXPECT_GE(last, first);
  const std::string undo = ",\"seat\":0,\"seq\":" + std::to_string(last);
  EXPECT_EQ(ada.ask(Person::of("undo", table, undo))["type"], "undone");
  EXPECT_EQ(program.next()["type"], "setup");
  EXPECT_EQ(program.actions().size(), static_cast<std::size_t>(last));
  // The answer to what was asked before was on its way: it is no fault, but the next one is.
  while (ada.play_one(table, rng)) {
  }
  program.next("think");
  program.act(Json::parse(R"({"do":"place","tile":"base/A","at":[90,90],"rot":0})"));
  EXPECT_EQ(program.count("error"), 0u);
  program.act(Json::parse(R"({"do":"place","tile":"base/A","at":[90,90],"rot":0})"));
  EXPECT_EQ(program.count("error"), 1u);
}

void play_to_the_end(Person& person, Program& program, const std::string& table, Node& node) {
  Rng rng(6);
  std::size_t read = 0;
  while (!person.at(table).over()) {
    person.play_one(table, rng);
    for (; read < program.wire->got.size(); ++read)
      if (program.wire->got[read]["type"] == "think")
        program.act(Json(program.wire->got[read]["legal"][0]));
    node.loop.turn();
  }
}

TEST(HubProgram, ComesAlongToARematch) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = by_link(ada, kOpenAndMe);
  ada.join(table);
  Program program(node);
  program.join(table);
  ASSERT_TRUE(node.until([&] { return ada.count("table") > 1; }));
  play_to_the_end(ada, program, table, node);
  EXPECT_FALSE(program.ended());  // Ada is still there
  const Json rematch = ada.ask(Person::of("rematch", table));
  ASSERT_EQ(rematch["type"], "rematch") << rematch.dump();
  const std::string second = rematch["new"];
  EXPECT_EQ(ada.join(second)["table"]["status"], "playing");
  EXPECT_EQ(program.count("setup"), 2u);
  EXPECT_EQ(program.wire->got.back()["type"] == "bye", false);
  play_to_the_end(ada, program, second, node);
  EXPECT_EQ(program.actions(), record_of(node, second)["actions"]);
  node.advance(61'000);
  EXPECT_TRUE(program.ended());
  // Without it the next table waits for somebody.
  const Json third = ada.ask(Person::of("rematch", second));
  ASSERT_EQ(third["type"], "rematch");
  const Json view = ada.join(third["new"])["table"];
  EXPECT_EQ(view["status"], "waiting");
  EXPECT_EQ(view["seats"][0]["kind"], "open");
}

// One person and two programs, to whom everything happens: lost lines, faults, taking back, a disk
// that fails, a server that starts again. The game comes to its end, and all were told the truth.
struct Chaos {
  explicit Chaos(std::uint64_t seed) : rng(seed) {
    table = by_link(ada, R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])");
    ada.join(table);
    for (Program* one : {&programs[0], &programs[1]}) one->join(table);
  }
  bool chance(std::uint32_t of) { return rng.below(of) == 0; }
  void answer(Program& one) {
    if (!one.wire->closed.empty()) return one.join(table);
    const Json& last = one.wire->got.back();
    if (last["type"] != "think" && last["type"] != "error") return;
    if (chance(12)) return one.say("oops");
    for (std::size_t i = one.wire->got.size(); i-- > 0;)
      if (one.wire->got[i]["type"] == "think") {
        const Json legal = one.wire->got[i]["legal"];
        return one.act(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      }
  }
  void take_back() {
    const Json& history = ada.at(table).history;
    for (std::size_t i = history.size(); i-- > 0;)
      if (history[i]["action"]["by"] == 0)
        return ada.say(Person::of("undo", table, ",\"seat\":0,\"seq\":" + std::to_string(i)));
  }
  void restart() {
    node.restart();
    ada.connect();
    ada.join(table);
    for (Program& one : programs) one.join(table);
  }
  void step() {
    node.store.fails = chance(30)   ? FailingStore::Fails::before
                       : chance(30) ? FailingStore::Fails::after
                                    : FailingStore::Fails::no;
    if (chance(60)) take_back();
    if (chance(150)) restart();
    const Json options = ada.at(table).options;
    if (!options.empty() && chance(2))
      ada.say(ada.act_text(table, options[rng.below(static_cast<std::uint32_t>(options.size()))]));
    for (Program& one : programs) {
      if (chance(80) && one.wire->closed.empty()) one.disconnect();
      if (chance(2)) answer(one);
    }
    node.advance(rng.below(400));
    node.memory->flush();
    node.loop.turn();
  }
  Node node;
  Person ada{node, "Ada"};
  Program programs[2]{Program(node, "One"), Program(node, "Two")};
  std::string table;
  Rng rng;
};

TEST(HubProgram, EverythingAtOnceStillComesToItsEnd) {
  const std::uint64_t seeds = test_effort() == "small" ? 1 : 2;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Chaos chaos(seed);
    int steps = 0;
    for (; steps < 5000 && !chaos.ada.at(chaos.table).over(); ++steps) chaos.step();
    ASSERT_TRUE(chaos.ada.at(chaos.table).over()) << seed;
    EXPECT_EQ(truth(chaos.node, chaos.table)["state"]["hash"],
              chaos.ada.at(chaos.table).state["hash"]);
    const Json actions = record_of(chaos.node, chaos.table)["actions"];
    const Json& seats = chaos.ada.at(chaos.table).view["seats"];
    for (int i : {0, 1}) {
      if (seats[static_cast<std::size_t>(i) + 1].contains("resigned")) continue;
      chaos.programs[i].join(chaos.table);
      EXPECT_EQ(chaos.programs[i].actions(), actions);
    }
  }
}

TEST(HubProgram, TheHostMaySendItAwayBeforeTheStart) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = by_link(ada, R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])");
  ada.join(table);
  Program program(node);
  program.join(table);
  const Json seat = ada.at(table).view["seats"][1];
  EXPECT_EQ(seat["kind"], "bot");
  EXPECT_EQ(seat["name"], "Robot");
  EXPECT_EQ(seat["bot"], "program");
  EXPECT_EQ(ada.code(Person::of("seat", table, R"(,"seat":1,"kind":"open")")), "meta");
  EXPECT_TRUE(program.ended());
  // One that goes by itself keeps its seat for a minute.
  program.join(table);
  EXPECT_EQ(ada.at(table).view["seats"][1]["kind"], "bot");
  program.disconnect();
  node.advance(30'000);
  program.join(table);
  node.advance(40'000);
  node.settle();
  EXPECT_EQ(ada.at(table).view["seats"][1]["kind"], "bot");
  program.disconnect();
  node.advance(61'000);
  node.settle();
  EXPECT_EQ(ada.at(table).view["seats"][1]["kind"], "open");
  EXPECT_EQ(ada.at(table).view["status"], "waiting");
}

}  // namespace
}  // namespace bastide::server::hub_play
