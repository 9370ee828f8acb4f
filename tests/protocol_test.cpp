// The bot protocol, with programs that behave and programs that do not.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>
#include <nlohmann/json.hpp>

#include "bots/play_out.h"
#include "engine/notation/json_action.h"
#include "engine/notation/parse.h"
#include "protocol/external_bot.h"
#include "protocol/serve.h"
#include "tests/paths.h"
#include "tools/arena/arena_core.h"
#include "tools/arena/one_each.h"

namespace bastide {
namespace {

using std::chrono::milliseconds;

tools::ArenaPlan plan_of(const std::string& sets = "base") {
  tools::ArenaPlan plan;
  plan.setup.sets.push_back({"base", 1});
  if (sets != "base") plan.setup.sets.push_back({sets, 1});
  plan.setup.players = {{"a"}, {"b"}};
  plan.rules = std::get<RulesPtr>(compile(plan.setup));
  plan.bots = {"a", "b"};
  plan.pairs = 1;
  return plan;
}

// One game of a program against the random bot; why it lost by its own fault, if it did.
struct Played {
  std::string forfeit;
  tools::PairResult pair;
};
Played play(const std::string& command, milliseconds think = milliseconds(2000)) {
  ExternalOptions options;
  options.command = command;
  options.think = think;
  options.grace = milliseconds(50);
  const auto bot = make_external_bot(options);
  const auto other = make_bot("random");
  Played played;
  played.pair = tools::play_pair(plan_of(), 0, 0, *bot, *other);
  played.forfeit = bot->forfeit();
  return played;
}

const std::string kHello = R"(read l; echo '{"type":"hello","name":"x","version":"1"}'; )";
std::string answering(const std::string& answer) {
  return kHello + "while read l; do case \"$l\" in *'\"think\"'*|*'\"error\"'*) " + answer +
         ";; esac; done";
}

TEST(Protocol, TheExamplesPlayToTheEnd) {
  for (const char* example : {"python3 examples/bot.py", "node examples/bot.js"}) {
    const Played played =
        play("cd " + test_help::source_path(".") + " && " + example, milliseconds(5000));
    EXPECT_EQ(played.forfeit, "") << example;
    EXPECT_EQ(played.pair.games[0].why + played.pair.games[1].why, "") << example;
  }
}

TEST(Protocol, OurOwnBotPlaysThroughIt) {
  const auto plan = plan_of("abbot");
  ExternalOptions options;
  options.command = test_help::bastide_program() + " bot greedy --seed 3";
  options.think = milliseconds(10000);
  const auto program = make_external_bot(options);
  const auto other = make_bot("random");
  const tools::PairResult outside = tools::play_pair(plan, 0, 0, *program, *other);
  EXPECT_EQ(program->forfeit(), "");
  EXPECT_EQ(program->name(), "bastide greedy");
  EXPECT_GT(outside.score(), 0.9);
}

TEST(Protocol, GarbageLosesTheSecondTime) {
  EXPECT_NE(play(answering("echo garbage")).forfeit.find("not a line of JSON"), std::string::npos);
  EXPECT_NE(play(answering("echo '[]'")).forfeit.find("object"), std::string::npos);
  EXPECT_NE(play(answering("echo '{\"type\":\"act\"}'")).forfeit.find("an answer is"),
            std::string::npos);
}

TEST(Protocol, AnIllegalActionLosesTheSecondTimeAndSaysWhy) {
  const Played played = play(answering(
      R"(echo '{"type":"act","action":{"do":"place","tile":"base/A","at":[9,9],"rot":0}}')"));
  EXPECT_NE(played.forfeit, "");
  EXPECT_EQ(played.pair.games[0].forfeited, 1);
  EXPECT_EQ(played.pair.games[0].score, 0);
}

// The first nonsense is forgiven: a bot that stumbles at every question, but once only, plays on.
TEST(Protocol, OneStumbleIsForgiven) {
  const std::string script =
      "python3 -c \"\nimport json,sys\nfor l in sys.stdin:\n m=json.loads(l)\n"
      " if m['type']=='hello': print(json.dumps({'type':'hello','name':'s'}),flush=True)\n"
      " if m['type']=='think': legal=m['legal']; print('oops',flush=True)\n"
      " if m['type']=='error': print(json.dumps({'type':'act','action':legal[0]}),flush=True)\n\"";
  EXPECT_EQ(play(script, milliseconds(5000)).forfeit, "");
}

// A program in Python that answers by this line, with m the message, legal and say() at hand.
std::string python(const std::string& on_think, const std::string& on_error = "pass",
                   const std::string& on_hello = "say({'type':'hello','name':'s'})") {
  return "python3 -c \"\nimport json,os,sys,time\n"
         "def say(m): print(json.dumps(m),flush=True)\nn=0\nfor l in sys.stdin:\n"
         " m=json.loads(l)\n if m['type']=='hello': " +
         on_hello +
         "\n if m['type']=='think':\n  n+=1; act={'type':'act','action':m['legal'][0]}; " +
         on_think + "\n if m['type']=='error': " + on_error + "\n\"";
}

// Late, and then right: the answer that was on its way counts, and the one to the error, which
// comes when the next question is asked already, is not taken for an answer to that.
TEST(Protocol, ALateAnswerDoesNotPutAProgramOutOfStep) {
  const std::string once = "e=globals().get('e',0)+1; e>1 and os._exit(1); ";
  const std::string script =
      python("time.sleep(1.2 if n==3 else 0); say(act)", once + "time.sleep(0.02); say(act)");
  const Played played = play(script, milliseconds(1000));
  EXPECT_EQ(played.forfeit, "");
  EXPECT_EQ(played.pair.games[0].forfeited, 0);
}

TEST(Protocol, AWrongGreetingIsForgivenOnceAndBlankLinesAlways) {
  const std::string hello = "say({'type':'hello'})", banner = "print('Welcome',flush=True); ";
  const std::string answer = "print(flush=True); print(chr(13),flush=True); say(act)";
  EXPECT_EQ(play(python(answer, "pass", banner + hello), milliseconds(5000)).forfeit, "");
  EXPECT_NE(play(python(answer, "pass", banner + banner + hello)).forfeit.find("no hello"),
            std::string::npos);
}

TEST(Protocol, WordsWithoutEndAreNoAnswer) {
  const auto start = std::chrono::steady_clock::now();
  for (const char* line : {"'{\"type\":\"info\"}'", "''"}) {
    const Played played = play(answering(std::string("yes ") + line), milliseconds(60));
    EXPECT_NE(played.forfeit.find("no answer in time"), std::string::npos) << played.forfeit;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Protocol, TheReasonNamesBothMistakes) {
  const std::string reason = play(python("say({'type':'resign'})"), milliseconds(100)).forfeit;
  EXPECT_NE(reason.find("in time"), std::string::npos) << reason;
  EXPECT_NE(reason.find("an answer is"), std::string::npos) << reason;
}

// Input and output are files of their own: they can be opened by name, and a program that makes
// one non-blocking leaves the other, which another program of the command line may have.
TEST(Protocol, StandardInputAndOutputAreOrdinary) {
  EXPECT_EQ(play("cat /dev/stdin | " + python("say(act)") + " | cat > /dev/stdout").forfeit, "");
  const std::string loose = "cat | " + python("os.set_blocking(1,False); say(act)");
  EXPECT_EQ(play(loose, milliseconds(5000)).forfeit, "");
}

TEST(Protocol, AProgramThatClosesItsInputLoses) {
  const Played played = play(python("say(act); os.close(0); time.sleep(60)"), milliseconds(100));
  EXPECT_NE(played.forfeit, "");
}

TEST(Protocol, WhatAProgramHasStartedEndsWithIt) {
  const std::string file = testing::TempDir() + "bastide-started" + std::to_string(getpid());
  std::remove(file.c_str());
  EXPECT_EQ(play("sleep 1000 & echo $! > " + file + "; " + python("say(act)")).forfeit, "");
  std::ifstream in(file);
  int process = 0;
  ASSERT_TRUE(in >> process);
  const auto gone = [&] {
    // A zombie waits only for whoever adopts it.
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    return !std::getline(stat, text) || text.find(") Z") != std::string::npos;
  };
  for (int i = 0; i < 200 && !gone(); ++i) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_TRUE(gone());
}

// More seats than sides: a program for each seat, told its own.
TEST(Protocol, AProgramPlaysInEverySeatOfItsSide) {
  const std::string file = testing::TempDir() + "bastide-seats" + std::to_string(getpid());
  std::remove(file.c_str());
  tools::ArenaPlan plan = plan_of();
  plan.setup.players = {{"a"}, {"b"}, {"c"}};
  plan.rules = std::get<RulesPtr>(compile(plan.setup));
  ExternalOptions options;
  options.command = "tee -a " + file + " | " + python("say(act)");
  options.think = milliseconds(5000);
  const auto bot = tools::one_each([&] { return make_external_bot(options); });
  const auto other = make_bot("random");
  const tools::PairResult pair = tools::play_pair(plan, 0, 0, *bot, *other);
  EXPECT_EQ(pair.games[0].why + pair.games[1].why, "");
  std::ifstream in(file);
  std::multiset<int> seats;
  int thoughts = 0;
  for (std::string line; std::getline(in, line);) {
    const Json message = std::get<Json>(parse_json(line));
    if (message["type"] == "setup") seats.insert(message["seat"].get<int>());
    thoughts += message["type"] == "think" ? 1 : 0;
  }
  EXPECT_EQ(seats, (std::multiset<int>{0, 1, 2}));  // the first game in 0 and 2, the second in 1
  EXPECT_GT(thoughts, 60);
}

TEST(Protocol, SilenceLosesAfterTheTimeTwice) {
  const auto start = std::chrono::steady_clock::now();
  const Played played = play(answering("sleep 60"), milliseconds(60));
  EXPECT_NE(played.forfeit.find("no answer in time"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Protocol, ProgramsThatEndOrNeverStartLose) {
  EXPECT_NE(play("exit 0").forfeit, "");
  EXPECT_NE(play("/no/such/program 2>/dev/null").forfeit, "");
  EXPECT_NE(play(kHello + "read l; exit 3").forfeit.find("ended"), std::string::npos);
}

TEST(Protocol, AnEndlessLineLoses) {
  EXPECT_NE(play(answering("yes | tr -d '\\n'")).forfeit.find("megabyte"), std::string::npos);
}

TEST(Protocol, InfoAndUnknownMembersAreNoAnswer) {
  const std::string script =
      "python3 -c \"\nimport json,sys\nfor l in sys.stdin:\n m=json.loads(l)\n"
      " if m['type']=='hello': print(json.dumps({'type':'hello','name':'s','x':[1]}),flush=True)\n"
      " if m['type']=='think':\n"
      "  print(json.dumps({'type':'info','depth':3}),flush=True)\n"
      "  print(json.dumps({'type':'act','action':m['legal'][-1]}),flush=True)\n\"";
  EXPECT_EQ(play(script, milliseconds(5000)).forfeit, "");
}

// The page for those who write bots has an example of every answer: each has the right form.
TEST(Protocol, TheAnswersInTheDocumentationAreWellFormed) {
  std::ifstream page(test_help::source_path("docs/bots.md"));
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  int examples = 0;
  for (std::size_t at = 0; (at = text.find("`{\"do\":", at)) != std::string::npos; ++examples) {
    const std::size_t end = text.find('`', ++at);
    auto parsed = parse_json(text.substr(at, end - at));
    ASSERT_TRUE(std::holds_alternative<Json>(parsed)) << text.substr(at, end - at);
    EXPECT_TRUE(std::holds_alternative<NamedAction>(action_from_json(std::get<Json>(parsed))))
        << text.substr(at, end - at);
  }
  EXPECT_GE(examples, 22);
}

// --- the other end ---

std::vector<Json> talk(const std::string& name, const std::string& lines, bool ponder = false) {
  std::istringstream in(lines);
  std::ostringstream out;
  ServeOptions options;
  options.ponder = ponder;
  serve_bot(make_bot(name), options, in, out);
  std::vector<Json> replies;
  std::istringstream read(out.str());
  for (std::string line; std::getline(read, line);)
    replies.push_back(std::get<Json>(parse_json(line)));
  return replies;
}

const std::string kSetup =
    R"({"type":"setup","setup":{"sets":["base"],"players":[{"name":"a"},{"name":"b"}]},"seat":0})"
    "\n";
const std::string kDraw = R"({"type":"action","action":{"do":"draw","tile":"base/U"}})"
                          "\n";

TEST(ProtocolServe, AnswersAThought) {
  for (const bool ponder : {false, true}) {
    const auto replies = talk("mcts:nodes=20:memory=8",
                              "{\"type\":\"hello\",\"protocol\":1}\n" + kSetup + kDraw +
                                  "{\"type\":\"think\",\"ms\":100}\n{\"type\":\"bye\"}\nx\n",
                              ponder);
    ASSERT_EQ(replies.size(), 2u);
    EXPECT_EQ(replies[0]["name"], "bastide mcts");
    EXPECT_EQ(replies[1]["type"], "act");
    EXPECT_EQ(replies[1]["action"]["do"], "place");
  }
}

TEST(ProtocolServe, NonsenseIsAnsweredAndChangesNothing) {
  const std::string nonsense[] = {"x",
                                  "[]",
                                  "{}",
                                  "{\"type\":1}",
                                  "{\"type\":\"dance\"}",
                                  "{\"type\":\"think\"}",
                                  "{\"type\":\"setup\"}",
                                  "{\"type\":\"setup\",\"setup\":{},\"seat\":0}",
                                  "{\"type\":\"action\",\"action\":{\"do\":\"pass\"}}",
                                  std::string(100, '[')};
  for (const std::string& line : nonsense) {
    const auto replies = talk("greedy", line + "\n");
    ASSERT_EQ(replies.size(), 1u) << line;
    EXPECT_EQ(replies[0]["type"], "info") << line;
    EXPECT_TRUE(replies[0].contains("error")) << line;
  }
  for (const char* seat : {"2", "4294967296", "-1", "\"0\""}) {
    std::string setup = kSetup;
    setup.replace(setup.rfind('0'), 1, seat);
    EXPECT_TRUE(talk("greedy", setup).at(0).contains("error")) << seat;
  }
  const auto huge = talk("greedy", std::string(9 << 20, 'x') + "\n\n" + R"({"type":"hello"})");
  ASSERT_EQ(huge.size(), 2u);
  EXPECT_EQ(huge[1]["type"], "hello");
  const auto after = talk("greedy", kSetup + kDraw + kDraw + "{\"type\":\"think\",\"ms\":100}\n");
  ASSERT_EQ(after.size(), 2u);  // the second draw is refused, the thought is of the first
  EXPECT_EQ(after[1]["type"], "act");
}

// An error is answered again, as long as the question stands.
TEST(ProtocolServe, AnErrorIsAnsweredAgain) {
  const std::string error = "{\"type\":\"error\",\"reason\":\"late\"}\n";
  const std::string think = "{\"type\":\"think\",\"ms\":100}\n";
  const auto replies = talk("greedy", error + kSetup + kDraw + error + think + error);
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(replies[0], replies[1]);
  std::string taken = line_of(replies[0]);
  taken.replace(taken.find("\"act\""), 5, "\"action\"");
  EXPECT_EQ(talk("greedy", kSetup + kDraw + think + taken + "\n" + error).size(), 1u);
}

}  // namespace
}  // namespace bastide
