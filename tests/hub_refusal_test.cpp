// What the hub refuses, what it withstands, and what becomes of seats and time.
#include "tests/hub_pair.h"

#include "server/fair/check_draws.h"

namespace bastide::server::hub_play {
namespace {

constexpr const char* kMeAndOpen = R"([{"kind":"me"},{"kind":"open"}])";
constexpr const char* kTwoOfMe = R"([{"kind":"me"},{"kind":"me"}])";
constexpr const char* kBase = R"(["base"])";

std::string create_text(const std::string& setup, const std::string& seats) {
  return R"({"type":"create","setup":)" + setup + R"(,"seats":)" + seats +
         R"(,"listed":false,"assist":"standard"})";
}

TEST(HubRefusals, come_with_the_right_code) {
  Pair p;
  Person& asked = p.asked();
  Person& other = p.other();
  Person zoe(p.node, "Zoe");
  const std::string act = asked.act_text(p.table, p.first_option());
  EXPECT_EQ(asked.code(R"({"type":"sing"})"), "bad_message");
  EXPECT_EQ(asked.code(Person::of("join", "aaaaaaaaaa")), "unknown_table");
  EXPECT_EQ(asked.code(Person::of("act", "aaaaaaaaaa", R"(,"seq":1,"action":{"do":"pass"})")),
            "unknown_table");
  EXPECT_EQ(zoe.code(act), "not_seated");
  EXPECT_EQ(other.code(act), "not_your_turn");
  EXPECT_EQ(asked.code(Person::of("act", p.table, R"(,"seq":0,"action":{"do":"pass"})")), "stale");
  EXPECT_EQ(asked.code(Person::of("act", p.table, R"(,"seq":1,"action":{"do":"pass"})")),
            "illegal");
  EXPECT_EQ(asked.code(Person::of("act", p.table,
                                  R"(,"seq":1,"action":{"by":"dealer","do":"draw",)"
                                  R"("tile":"base/A"})")),
            "not_your_turn");
  EXPECT_EQ(asked.code(Person::of("resign", p.table, R"(,"seat":5)")), "not_seated");
  EXPECT_EQ(zoe.code(Person::of("sit", p.table, R"(,"seat":1)")), "started");
  EXPECT_EQ(p.ada.code(Person::of("start", p.table)), "started");
  EXPECT_EQ(p.boris.code(Person::of("start", p.table)), "not_host");
  EXPECT_EQ(zoe.code(Person::of("rematch", p.table)), "not_seated");
  EXPECT_EQ(p.ada.code(Person::of("rematch", p.table)), "started");
  EXPECT_EQ(p.ada.code(Person::of("undo", p.table, R"(,"seat":0,"seq":0)")), "stale");
  EXPECT_EQ(p.ada.code(Person::of("undo_answer", p.table, R"(,"seat":0,"grant":true)")), "stale");
}

TEST(HubRefusals, about_tables_that_wait) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string table = ada.create(kBase, kMeAndOpen);
  EXPECT_EQ(ada.code(Person::of("act", table, R"(,"seq":0,"action":{"do":"pass"})")),
            "not_started");
  EXPECT_EQ(ada.code(Person::of("features", table)), "not_started");
  EXPECT_EQ(ada.code(Person::of("resign", table, R"(,"seat":0)")), "not_started");
  EXPECT_EQ(ada.code(Person::of("rematch", table)), "not_started");
  EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":0)")), "seat_taken");
  EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":3)")), "bad_message");
  EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":1,"name":"\u0007")")), "bad_name");
  EXPECT_EQ(boris.code(Person::of("stand", table, R"(,"seat":0)")), "not_seated");
  EXPECT_EQ(boris.code(Person::of("seat", table, R"(,"seat":1,"kind":"bot","bot":"level1")")),
            "not_host");
  EXPECT_EQ(ada.code(Person::of("seat", table, R"(,"seat":0,"kind":"open")")), "seat_taken");
  EXPECT_EQ(ada.code(Person::of("seat", table, R"(,"seat":1,"kind":"bot","bot":"cmd:ls")")),
            "bad_setup");
  EXPECT_EQ(ada.code(Person::of("stand", table, R"(,"seat":0)")), "meta");
  EXPECT_EQ(ada.code(create_text(R"({"sets":["nothing"]})", kTwoOfMe)), "bad_setup");
  EXPECT_EQ(ada.code(create_text(R"({"sets":["base","castles_bridges","bridges_castles_bazaars"]})",
                                 kTwoOfMe)),
            "bad_setup");
  EXPECT_EQ(ada.code(create_text(R"({"sets":["base:50"]})", kTwoOfMe)), "bad_setup");
  EXPECT_EQ(ada.code(create_text(R"({"sets":["base"]})",
                                 R"([{"kind":"me"},{"kind":"bot","bot":"mcts:nodes=1000000"}])")),
            "bad_setup");
  EXPECT_EQ(
      ada.code(create_text(R"({"sets":["base"]})", R"([{"kind":"me","name":""},{"kind":"me"}])")),
      "bad_name");
}

// Whatever a sentence says, the code and its details say, too.
TEST(HubRefusals, tell_which_of_several_reasons_it_is) {
  Pair p;
  while (&p.asked() != &p.ada) p.play(1);
  const std::string seq = std::to_string(p.ada.at(p.table).seq);
  p.play(1);
  const auto detail = [](Person& person, const std::string& text) {
    return person.ask(text).value("detail", "");
  };
  EXPECT_EQ(detail(p.ada, Person::of("stand", p.table, R"(,"seat":0)")), "resign");
  EXPECT_EQ(detail(p.ada, Person::of("rematch", p.table)), "not_over");
  EXPECT_EQ(detail(p.ada, Person::of("undo", p.table, R"(,"seq":0,"seat":0)")), "undo_last");
  const std::string answer = Person::of("undo_answer", p.table, R"(,"grant":true,"seat":0)");
  EXPECT_EQ(detail(p.ada, answer), "undo_none");
  EXPECT_EQ(p.ada.code(Person::of("undo", p.table, R"(,"seat":0,"seq":)" + seq)), "undo_asked");
  EXPECT_EQ(detail(p.ada, answer), "others");
  p.boris.ask(Person::of("resign", p.table, R"(,"seat":1)"));
  EXPECT_EQ(detail(p.boris, Person::of("resign", p.table, R"(,"seat":1)")), "automatic");
  EXPECT_EQ(detail(p.ada, create_text(R"({"sets":["base"]})",
                                      R"([{"kind":"me"},{"kind":"bot","bot":"Deep Thought"}])")),
            "bot");
  const Json tiles = p.ada.ask(create_text(R"({"sets":["base:8"]})", kTwoOfMe));
  EXPECT_EQ(tiles["detail"], "tiles");
  EXPECT_EQ(tiles["most"], 500);
}

TEST(HubRefusals, tell_the_limits_that_were_reached) {
  Node node;
  node.options.max_tables = 2;
  node.restart();
  Person ada(node, "Ada");
  const std::string table = ada.create(kBase, kMeAndOpen);
  EXPECT_EQ(ada.ask(Person::of("start", table))["detail"], "seats");
  ada.create(kBase, kMeAndOpen);
  EXPECT_EQ(ada.ask(create_text(R"({"sets":["base"]})", kTwoOfMe))["detail"], "server");
  node.options.max_tables = 100;
  node.restart();
  ada.connect();
  for (int i = 0; i < 32; ++i) EXPECT_EQ(ada.join(ada.create(kBase, kMeAndOpen))["type"], "table");
  const Json watched = ada.ask(Person::of("join", table));
  EXPECT_EQ(watched["detail"], "watched");
  EXPECT_EQ(watched["most"], 32);
  for (int hour = 0; hour < 26; ++hour) node.advance(60 * 60 * 1000);
  node.settle();
  Person boris(node, "Boris");
  EXPECT_EQ(boris.ask(Person::of("join", table))["detail"], "closed");
}

TEST(HubRefusals, when_a_guest_opens_too_many_tables) {
  Node node;
  node.options.max_tables_per_guest = 2;
  node.restart();
  Person ada(node, "Ada");
  ada.create(kBase, kMeAndOpen);
  ada.create(kBase, kMeAndOpen);
  const Json refused = ada.ask(create_text(R"({"sets":["base"]})", kTwoOfMe));
  EXPECT_EQ(refused["code"], "too_many");
  EXPECT_EQ(refused["detail"], "opened");
  EXPECT_EQ(refused["most"], 2);
}

// An answer that was asked for is outside the allowance; a second try at the same one is not.
TEST(HubRefusals, of_speed_never_concern_an_answer) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(kBase, kTwoOfMe);
  ada.join(table);
  const auto flood = [&] {
    for (int i = 0; i < 70; ++i) ada.visitor->receive(R"({"type":"ping","id":7})");
    EXPECT_EQ(ada.wire->got.back()["code"], "too_fast");
    EXPECT_EQ(ada.wire->got.back()["re"], 7);
  };
  const auto act = [&](const Json& action) {
    ada.visitor->receive(R"({"type":"act","id":8,"table":")" + table + R"(","seq":)" +
                                  std::to_string(ada.at(table).seq) + R"(,"action":)" +
                                  action.dump() + "}");
    node.settle();
  };
  flood();
  act(ada.at(table).options[0]);
  EXPECT_EQ(ada.wire->got.back()["type"], "update");
  EXPECT_EQ(ada.wire->got.back()["re"], 8);
  act(Json::parse(R"({"do":"discard"})"));
  EXPECT_EQ(ada.wire->got.back()["code"], "illegal");
  act(Json::parse(R"({"do":"discard"})"));
  EXPECT_EQ(ada.wire->got.back()["code"], "too_fast");
  node.advance(1000);
  act(ada.at(table).options[0]);
  EXPECT_EQ(ada.wire->got.back()["type"], "update");
}

TEST(HubRefusals, limit_speed_size_and_nonsense) {
  Node node;
  Person ada(node, "Ada");
  EXPECT_EQ(ada.code(R"({"type":"ping"})"), "pong");
  for (int i = 0; i < 70; ++i) ada.visitor->receive(R"({"type":"ping"})");
  EXPECT_EQ(ada.wire->got.back()["code"], "too_fast");
  node.advance(5000);
  ada.say("{\"type\":\"ping\"," + std::string(20'000, ' ') + "}");
  EXPECT_EQ(ada.wire->got.back()["code"], "too_large");
  for (const char* text :
       {"", "{", "[]", "null", "{\"type\":7}", "\xff\xfe", "{\"type\":\"ping\",\"x\":1}",
        "{\"type\":\"ping\",\"type\":\"ping\"}"}) {
    EXPECT_FALSE(ada.wire->closed);
    ada.say(text);
    EXPECT_EQ(ada.wire->got.back()["code"], "bad_message") << text;
  }
  ada.say("[[[[");
  EXPECT_TRUE(ada.wire->closed);
  EXPECT_EQ(ada.wire->got.back()["type"], "bye");
  const std::size_t heard = ada.wire->got.size();
  ada.say(R"({"type":"ping"})");
  EXPECT_EQ(ada.wire->got.size(), heard);
}

TEST(HubRefusals, come_before_hello) {
  Node node;
  const auto wire = std::make_shared<Wire>();
  const auto visitor = node.hub->connect(node.from(), wire, {"g", "Ada"}, nullptr);
  visitor->receive(R"({"type":"lobby","on":true})");
  EXPECT_EQ(wire->got.back()["code"], "bad_message");
  visitor->receive(R"({"type":"hello","protocol":2})");
  EXPECT_EQ(wire->got.back()["code"], "bad_message");
  visitor->gone();
}

// A client that lies: everything it tries is refused, and nobody else notices anything.
TEST(Hub, lets_nobody_notice_a_liar) {
  Pair p;
  Person mallory(p.node, "Mallory");
  mallory.join(p.table);
  p.play(5);
  p.node.advance(1000);
  const std::size_t ada_heard = p.ada.wire->got.size(), boris_heard = p.boris.wire->got.size();
  const Json before = truth(p.node, p.table);
  const std::string seq = std::to_string(p.ada.at(p.table).seq);
  for (const Json& option : p.asked().at(p.table).options)
    EXPECT_EQ(mallory.code(mallory.act_text(p.table, option)), "not_seated");
  for (const char* message : {R"(,"seat":0)", R"(,"seat":1)"})
    EXPECT_EQ(mallory.code(Person::of("resign", p.table, message)), "not_seated");
  EXPECT_EQ(mallory.code(Person::of("undo", p.table, R"(,"seat":0,"seq":)" + seq)), "not_seated");
  EXPECT_EQ(p.other().code(p.asked().act_text(p.table, p.first_option())), "not_your_turn");
  Json for_other = p.first_option();
  for_other["by"] = 1 - for_other["by"].get<int>();
  EXPECT_EQ(p.asked().code(p.asked().act_text(p.table, for_other)), "not_your_turn");
  EXPECT_EQ(truth(p.node, p.table), before);
  EXPECT_EQ(p.ada.wire->got.size() + p.boris.wire->got.size(), ada_heard + boris_heard + 2);
}

// --- storage ---

class StorageFails : public ::testing::TestWithParam<FailingStore::Fails> {};
INSTANTIATE_TEST_SUITE_P(Hub, StorageFails,
                         ::testing::Values(FailingStore::Fails::before, FailingStore::Fails::after),
                         [](const auto& info) {
                           return info.param == FailingStore::Fails::before ? "before" : "after";
                         });

TEST_P(StorageFails, and_nobody_is_shown_what_was_not_acknowledged) {
  Pair p;
  for (int round = 0; round < 8; ++round) {
    p.play(3);
    const std::int64_t seq = p.ada.at(p.table).seq;
    const std::size_t updates = p.other().count("update");
    Person &asked = p.asked(), &other = p.other();
    p.node.store.fails = GetParam();
    p.node.store.good_writes = 0;
    EXPECT_EQ(asked.code(asked.act_text(p.table, p.first_option())), "storage");
    EXPECT_EQ(p.ada.at(p.table).seq, seq);
    EXPECT_EQ(other.count("update"), updates);
    p.node.store.fails = FailingStore::Fails::no;
    // If the write happened after all, the log is right, and everybody is told the whole table.
    p.node.advance(2000);
    p.node.settle();
    const Json real = truth(p.node, p.table);
    EXPECT_EQ(plain(p.ada.at(p.table).state), plain(real["state"]));
    EXPECT_EQ(p.ada.at(p.table).seq > seq, GetParam() == FailingStore::Fails::after);
    EXPECT_EQ(p.ada.at(p.table).history, p.boris.at(p.table).history);
  }
}

TEST_P(StorageFails, at_any_write_of_a_table_and_everything_told_survives) {
  for (int good = 0; good < 12; ++good) {
    Node node;
    Person ada(node, "Ada");
    node.store.fails = GetParam();
    node.store.good_writes = good;
    const Json created = ada.ask(
        create_text(R"({"sets":["base"]})", R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])"));
    Json history = Json::array();
    if (created["type"] == "created") {
      const std::string table = created["table"];
      ada.join(table);
      for (int i = 0; i < 20; ++i) {
        if (!ada.at(table).options.empty()) ada.ask(ada.act_text(table, ada.at(table).options[0]));
        node.settle();
      }
      history = ada.at(table).history;
      EXPECT_LE(good, 2 + static_cast<int>(history.size()));
      node.store.fails = FailingStore::Fails::no;
      node.restart();
      ada.connect();
      ada.join(table);
      ASSERT_GE(ada.at(table).history.size(), history.size());
      for (std::size_t i = 0; i < history.size(); ++i)
        EXPECT_EQ(ada.at(table).history[i], history[i]);
    } else {
      EXPECT_EQ(created["code"], "storage");
      EXPECT_LT(good, 2);
    }
  }
}

TEST(Hub, lets_a_bot_try_again_after_a_failure) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(kBase, R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])");
  ada.join(table);
  node.store.fails = FailingStore::Fails::before;
  node.store.good_writes = 2;  // the person's, not the bot's
  Rng rng(2);
  ada.play_one(table, rng);
  if (!ada.at(table).options.empty()) ada.play_one(table, rng);
  for (int i = 0; i < 50; ++i) node.loop.turn();
  node.store.fails = FailingStore::Fails::no;
  node.advance(5000);
  EXPECT_TRUE(node.until([&] { return !ada.at(table).options.empty(); }));
}

// --- seats and time ---

TEST(Hub, gives_the_seat_of_who_resigns_to_a_bot_and_the_game_to_another) {
  Pair p;
  p.play(10);
  const Json meta = p.ada.ask(Person::of("resign", p.table, R"(,"seat":0)"));
  EXPECT_EQ(meta["table"]["seats"][0]["resigned"], true);
  EXPECT_EQ(p.ada.code(Person::of("resign", p.table, R"(,"seat":0)")), "not_allowed");
  while (!p.boris.at(p.table).over())
    if (!p.boris.play_one(p.table, p.rng)) p.node.loop.turn();
  p.node.settle();
  EXPECT_EQ(p.boris.at(p.table).state["winners"].dump(), "[1]");
  EXPECT_EQ(p.boris.at(p.table).history.back()["events"].back()["winners"].dump(), "[1]");
  EXPECT_EQ(p.ada.code(Person::of("act", p.table, R"(,"seq":0,"action":{"do":"pass"})")), "over");
  // What happened at random happened as promised.
  auto record = read_record(*p.node.record_json(p.table));
  const DrawCheck check = check_draws(std::get<Record>(record));
  ASSERT_TRUE(std::holds_alternative<FairGame>(check));
  EXPECT_TRUE(std::get<FairGame>(check).over);
}

TEST(Hub, takes_back_when_all_others_agree) {
  Pair p;
  p.play(6);
  Person &asked = p.asked(), &other = p.other();
  const int seat = &asked == &p.ada ? 0 : 1;
  const Json before = truth(p.node, p.table);
  const std::int64_t seq = p.ada.at(p.table).seq;
  asked.play_one(p.table, p.rng);
  p.node.settle();
  const std::string undo = Person::of(
      "undo", p.table, R"(,"seat":)" + std::to_string(seat) + R"(,"seq":)" + std::to_string(seq));
  const std::string grant =
      Person::of("undo_answer", p.table, R"(,"seat":)" + std::to_string(1 - seat) + R"(,"grant":)");
  EXPECT_EQ(asked.code(undo), "undo_asked");
  EXPECT_EQ(other.wire->got.back()["type"], "undo_asked");
  EXPECT_EQ(other.code(grant.substr(0, grant.size() - 1) + "false}"), "undo_refused");
  EXPECT_EQ(asked.code(undo), "undo_asked");
  EXPECT_EQ(asked.code(Person::of("undo_answer", p.table,
                                  R"(,"seat":)" + std::to_string(seat) + R"(,"grant":true)")),
            "not_your_turn");
  EXPECT_EQ(other.code(grant.substr(0, grant.size() - 1) + "true}"), "undone");
  EXPECT_EQ(truth(p.node, p.table), before);
  EXPECT_EQ(plain(p.ada.at(p.table).state), plain(before["state"]));
  // The log keeps what was taken back, and a restart reads it alike.
  p.play(3);
  const Json later = truth(p.node, p.table);
  p.node.restart();
  EXPECT_EQ(truth(p.node, p.table), later);
}

TEST(Hub, takes_back_at_once_where_nobody_else_plays) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(kBase, kTwoOfMe);
  ada.join(table);
  Rng rng(4);
  const Json options = ada.at(table).options;
  ada.play_one(table, rng);
  EXPECT_EQ(ada.code(Person::of("undo", table, R"(,"seat":0,"seq":1)")), "undone");
  EXPECT_EQ(ada.at(table).options, options);
}

TEST(Hub, plays_on_for_who_runs_out_of_time) {
  Pair p(R"(,"clock":{"kind":"increment","seconds":60,"add":5})");
  Person& asked = p.asked();
  const int seat = &asked == &p.ada ? 0 : 1;
  p.node.advance(10'000);
  asked.play_one(p.table, p.rng);
  p.node.settle();
  Json clocks;
  for (const Json& m : p.ada.wire->got)
    if (m.contains("clocks")) clocks = m["clocks"];
  const std::int64_t left = clocks["left"][static_cast<std::size_t>(seat)].get<std::int64_t>();
  EXPECT_LE(left, 55'000);
  EXPECT_GT(left, 40'000);
  // A restart takes nothing of the time that is left, and gives nothing back.
  p.node.advance(100);
  p.node.restart();
  p.node.settle();
  p.node.advance(1000);
  p.ada.connect();
  p.boris.connect();
  const Json joined = p.ada.join(p.table);
  p.boris.join(p.table);
  EXPECT_LE(joined["clocks"]["left"][static_cast<std::size_t>(seat)].get<std::int64_t>(), left);
  const auto running = joined["clocks"]["running"].get<std::size_t>();
  const std::int64_t seq = p.ada.at(p.table).seq;
  p.node.advance(70'000);
  ASSERT_TRUE(p.node.until(
      [&] { return p.ada.at(p.table).view["seats"][running].value("timeout", false); }));
  EXPECT_TRUE(p.node.until([&] { return p.ada.at(p.table).seq > seq; }));
}

TEST(Hub, plays_again_with_the_next_seat_first) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string table = ada.create(kBase, R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])");
  ada.join(table);
  boris.join(table);
  ada.ask(Person::of("resign", table, R"(,"seat":0)"));
  ASSERT_TRUE(node.until([&] { return ada.at(table).over(); }));
  const Json answer = ada.ask(Person::of("rematch", table));
  EXPECT_EQ(answer["type"], "rematch");
  node.settle();
  EXPECT_EQ(boris.count("rematch"), 1u);
  const std::string next = answer["new"];
  const Json joined = ada.join(next);
  EXPECT_EQ(joined["table"]["seats"][0]["kind"], "bot");
  EXPECT_EQ(joined["you"]["seats"].dump(), "[1]");
  EXPECT_FALSE(joined["table"]["seats"][1].contains("resigned"));
  EXPECT_EQ(ada.ask(Person::of("rematch", table))["new"], next);
  EXPECT_EQ(ada.join(table)["table"]["rematch"], next);
}

TEST(Hub, stops_without_losing_anything) {
  Pair p;
  p.play(4);
  Person &asked = p.asked(), &other = p.other();
  asked.say(asked.act_text(p.table, p.first_option()));  // being stored while the server stops
  bool done = false;
  p.node.hub->stop([&] { done = true; });
  EXPECT_TRUE(asked.wire->closed && other.wire->closed);
  EXPECT_EQ(other.code(Person::of("resign", p.table, R"(,"seat":0)")), "stopping");
  EXPECT_TRUE(p.node.until([&] { return done; }));
  const Json last = truth(p.node, p.table);
  EXPECT_EQ(last["seq"], asked.at(p.table).seq);
  p.node.restart();
  EXPECT_EQ(truth(p.node, p.table), last);
}

}  // namespace
}  // namespace bastide::server::hub_play
