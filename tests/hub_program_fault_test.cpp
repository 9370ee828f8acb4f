// Programs that are wrong, late, gone, loud or nobody: the table never suffers.
#include "tests/hub_program.h"

namespace bastide::server::hub_play {
namespace {

// The reason of the error with which a line was ended.
std::string end_of(const Program& program) {
  const auto& got = program.wire->got;
  if (got.size() < 2 || got.back()["type"] != "bye" || program.wire->closed.empty()) return "";
  return got[got.size() - 2].value("reason", "");
}

TEST(HubProgramFault, WhoHasNoSeatIsToldWhy) {
  Node node;
  Person ada(node, "Ada");
  Program program(node), other(node);
  const std::string table = by_link(ada, kOpenAndBot);
  const auto refused = [&](const std::string& where, const std::string& hello) {
    program.connect(where);
    program.say(hello);
    node.settle();
    return end_of(program);
  };
  const std::string mine =
      R"({"type":"hello","name":"x","token":")" + program.account.token + R"("})";
  const auto with_token = [](const std::string& token) {
    return R"({"type":"hello","token":")" + token + R"("})";
  };
  EXPECT_NE(refused(table, with_token("nonsense")).find("token"), std::string::npos);
  EXPECT_NE(refused(table, with_token(std::string(64, 'a'))).find("token"), std::string::npos);
  EXPECT_NE(refused(table, with_token(ada.token)).find("token"), std::string::npos);
  EXPECT_NE(refused(table, R"({"type":"hello"})").find("token"), std::string::npos);
  EXPECT_NE(refused("aaaaaaaaaa", mine).find("no such table"), std::string::npos);
  const std::string listed = ada.create(R"(["base"])", kOpenAndBot);
  EXPECT_NE(refused(listed, mine).find("listed"), std::string::npos);
  EXPECT_EQ(ada.join(listed)["table"]["seats"][0]["kind"], "open");
  other.join(table);
  EXPECT_NE(refused(table, mine).find("started"), std::string::npos);
  EXPECT_EQ(other.next("think")["type"], "think");
  // A program's token is nobody's cookie.
  EXPECT_EQ(node.guest_of(program.account.token), std::nullopt);
  EXPECT_NE(node.guest_of(ada.token), std::nullopt);
}

TEST(HubProgramFault, AccountsNeedAName) {
  Node node;
  for (const std::string& name :
       {std::string(), std::string("  "), std::string(33, 'x'), std::string("a\nb"),
        std::string("\xff"), std::string(5000, 'x')}) {
    bool refused = false;
    node.hub->make_bot_account(
        node.from(), name, [&](const std::optional<BotAccount>& made, const Hub::Unmade& why) {
          refused = !made && !why.reason.empty() && why.why == Hub::Unmade::Why::bad_wish;
        });
    EXPECT_TRUE(refused) << name.substr(0, 40);
  }
  node.store.fails = FailingStore::Fails::before;
  bool unstored = false;
  node.hub->make_bot_account(node.from(), "Robot",
                             [&](const std::optional<BotAccount>& made, const Hub::Unmade& why) {
                               unstored = !made && why.why == Hub::Unmade::Why::try_later;
                             });
  EXPECT_TRUE(node.until([&] { return unstored; }));
}

TEST(HubProgramFault, WithoutAHelloTheLineEnds) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = by_link(ada, kOpenAndBot);
  Program program(node);
  for (const char* text : {"x", "[]", "{}", "\"hello\"", R"({"type":"act"})", R"({"type":1})",
                           R"({"type":"hello")", "{\"type\":\"hello\",\"token\":\"\xff\"}"}) {
    program.connect(table);
    program.say(text);
    EXPECT_NE(end_of(program), "") << text;
    program.say(text);  // nobody listens
    EXPECT_EQ(program.count("bye"), 1u);
  }
  program.connect(table);
  program.say(R"({"type":"info"})");
  node.advance(4'900);
  EXPECT_TRUE(program.wire->closed.empty());
  node.advance(200);
  EXPECT_NE(end_of(program).find("in time"), std::string::npos);
  EXPECT_EQ(ada.join(table)["table"]["seats"][0]["kind"], "open");
}

TEST(HubProgramFault, TheSecondWrongAnswerLosesTheSeat) {
  for (const char* wrong :
       {"x", "", "[]", R"({"type":"act"})", R"({"type":"act","action":{"do":"dance"}})",
        R"({"type":"act","action":{"do":"place","tile":"base/A","at":[9,9],"rot":0}})",
        R"({"type":"act","action":{"by":1,"do":"pass"}})", R"({"type":"resign"})",
        R"({"type":"act","action":{"do":"place","tile":)"}) {
    AtTable at;
    at.program.answer();
    at.program.next("think");
    at.program.say(R"({"type":"info","depth":3,"error":"none"})");
    at.program.say(wrong);
    EXPECT_NE(at.program.next("error")["reason"], "") << wrong;
    EXPECT_FALSE(at.resigned()) << wrong;
    at.program.say(wrong);
    EXPECT_TRUE(at.resigned()) << wrong;
    EXPECT_NE(end_of(at.program).find("no longer yours"), std::string::npos) << wrong;
    at.program.join(at.table);
    EXPECT_NE(end_of(at.program).find("given up"), std::string::npos);
    if (std::string_view(wrong) == "x") at.ends_without_it();
  }
}

TEST(HubProgramFault, OneFaultAtEachQuestionIsForgiven) {
  AtTable at;
  for (int i = 0; i < 12; ++i) {
    const Json legal = at.program.next("think")["legal"];
    at.program.say("oops");
    EXPECT_EQ(at.program.next()["type"], "error");
    at.program.act(legal[0]);
  }
  EXPECT_FALSE(at.resigned());
}

TEST(HubProgramFault, ALateAnswerCountsAfterTheErrorAndSilenceLoses) {
  AtTable at;
  Json think = at.program.next("think");
  EXPECT_EQ(think["ms"], 10'000);
  at.node.advance(10'900);
  EXPECT_EQ(at.program.count("error"), 0u);
  at.node.advance(200);
  EXPECT_EQ(at.program.next()["reason"], "no answer in time");
  at.program.act(think["legal"][0]);
  think = at.program.next("think");
  // The answer to the error, which comes too late for its question, and is no fault.
  at.program.act(Json::parse(R"({"do":"place","tile":"base/A","at":[9,9],"rot":0})"));
  EXPECT_EQ(at.program.count("error"), 1u);
  at.node.advance(11'100);
  EXPECT_EQ(at.program.count("error"), 2u);
  EXPECT_FALSE(at.resigned());
  at.node.advance(11'100);
  EXPECT_TRUE(at.resigned());
  at.ends_without_it();
}

TEST(HubProgramFault, ALineThatIsLostIsWaitedForAMinute) {
  AtTable at;
  at.program.next("think");
  at.program.disconnect();
  at.node.advance(59'000);
  EXPECT_FALSE(at.resigned());
  at.node.advance(2'000);
  EXPECT_TRUE(at.resigned());
  at.ends_without_it();
}

TEST(HubProgramFault, ComingAndGoingGainsNoTimeWithoutEnd) {
  AtTable at;
  for (int i = 0; i < 20 && !at.resigned(); ++i) {
    at.node.advance(8'000);
    at.program.disconnect();
    at.program.join(at.table);
  }
  EXPECT_TRUE(at.resigned());
}

TEST(HubProgramFault, AbsenceAtOthersTurnsCostsNothing) {
  AtTable at("", R"([{"kind":"open"},{"kind":"me"}])");
  ASSERT_TRUE(at.node.until([&] { return at.program.count("think") > 0; }));
  while (at.ada.at(at.table).options.empty()) at.program.answer(), at.node.settle();
  at.program.disconnect();
  at.node.advance(600'000);
  EXPECT_FALSE(at.resigned());
  at.program.join(at.table);
  Rng rng(1);
  while (at.ada.play_one(at.table, rng)) {
  }
  EXPECT_EQ(at.program.next("think")["decision"]["by"], 0);
}

TEST(HubProgramFault, FloodsAndLongMessagesEndTheLine) {
  AtTable at;
  at.program.next("think");
  const auto talk = [&](int times) {
    for (int i = 0; i < times; ++i) at.program.visitor->receive(R"({"type":"info"})");
  };
  talk(250);
  EXPECT_TRUE(at.program.wire->closed.empty());
  talk(100);
  EXPECT_EQ(end_of(at.program), "Too many messages.");
  at.program.join(at.table);
  at.program.say(R"({"type":"info","x":")" + std::string(16 * 1024, 'x') + "\"}");
  EXPECT_NE(end_of(at.program).find("16384"), std::string::npos);
  EXPECT_FALSE(at.resigned());
  at.program.join(at.table);
  at.program.answer();
  EXPECT_EQ(at.program.next("action")["action"]["by"], 0);
}

TEST(HubProgramFault, OneAccountHasSoManyLines) {
  Node node;
  Person ada(node, "Ada");
  Program program(node);
  for (int i = 0; i < 32; ++i) {
    program.join(by_link(ada, kTwoOpen));
    EXPECT_TRUE(program.wire->closed.empty());
  }
  program.join(by_link(ada, kTwoOpen));
  EXPECT_NE(end_of(program).find("too many lines"), std::string::npos);
}

TEST(HubProgramFault, TheTablesClockIsItsClock) {
  AtTable at(R"(,"clock":{"kind":"increment","seconds":80,"add":2})");
  const Json think = at.program.next("think");
  EXPECT_EQ(think["ms"], 3'000);  // a fortieth of 80 s, and half of what is added
  EXPECT_EQ(think["clock"]["mine"], 80'000);
  EXPECT_EQ(think["clock"]["theirs"].size(), 1u);
  at.node.advance(1'500);
  at.program.act(think["legal"][0]);
  const Json next = at.program.next("think");
  EXPECT_LT(next["clock"]["mine"].get<int>(), 80'600);
  at.program.disconnect();
  at.node.advance(61'000);
  EXPECT_TRUE(at.resigned());
  at.ends_without_it();
  AtTable blitz(R"(,"clock":{"kind":"sudden","seconds":1})");
  EXPECT_EQ(blitz.program.next("think")["ms"], 50);
  blitz.node.advance(1'100);
  blitz.node.settle();
  EXPECT_TRUE(blitz.seat().value("timeout", false) || blitz.seat().value("resigned", false));
  EXPECT_NE(end_of(blitz.program), "");
}

// What could not be stored was never said, and is asked again.
TEST(HubProgramFault, AnAnswerThatCannotBeStoredIsAskedForAgain) {
  for (const auto fails : {FailingStore::Fails::before, FailingStore::Fails::after}) {
    AtTable at;
    for (int i = 0; i < 3; ++i) at.program.answer();
    const Json legal = at.program.next("think")["legal"];
    const std::size_t told = at.program.actions().size();
    at.node.store.fails = fails;
    at.program.act(legal[0]);
    at.node.settle();
    EXPECT_EQ(at.program.actions().size(), told);
    at.node.store.fails = FailingStore::Fails::no;
    at.node.advance(1'100);
    Rng rng(7);
    at.program.play(rng);
    EXPECT_EQ(at.program.actions(), record_of(at.node, at.table)["actions"]);
    EXPECT_FALSE(at.resigned());
  }
}

TEST(HubProgramFault, AForfeitThatCannotBeStoredStaysOne) {
  AtTable at;
  at.program.next("think");
  at.program.say("x");
  at.node.store.fails = FailingStore::Fails::before;
  at.program.say("x");
  at.node.advance(5'000);
  EXPECT_FALSE(at.resigned());
  at.node.store.fails = FailingStore::Fails::no;
  at.node.settle();
  at.node.advance(1'500);
  EXPECT_TRUE(at.resigned());
  at.ends_without_it();
}

}  // namespace
}  // namespace bastide::server::hub_play
