// Programs over real sockets: accounts, upgrades, whole games, and everything that is wrong.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/json_slice.h"
#include "tests/net_program.h"
#include "tests/net_running.h"

namespace bastide::test_help {
namespace {

class NetProgram : public Net {};
INSTANTIATE_TEST_SUITE_P(OnOneLoopAndOnThree, NetProgram, ::testing::Values(1, 3));

std::string post(std::string_view body, std::string_view more_headers = {}) {
  return "POST /api/bots HTTP/1.1\r\nHost: localhost\r\n" + std::string(more_headers) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

TEST_P(NetProgram, AccountsAreMadeOnceAndShownOnce) {
  ServerOptions options;
  options.max_per_address = 20;
  Running running(options);
  const std::uint16_t port = running.port;
  const Answer made = HttpClient(port).ask(post(R"({"name":"Robot"})"));
  EXPECT_EQ(made.status, 200);
  EXPECT_EQ(member(made.body, "name"), "\"Robot\"");
  EXPECT_EQ(member(made.body, "token").size(), 66u);
  EXPECT_EQ(made.headers.count("set-cookie"), 0u);
  EXPECT_EQ(made.headers.at("cache-control"), "no-store");
  // The token is no cookie.
  const std::string token(member(made.body, "token").substr(1, 64));
  EXPECT_EQ(status_of(port, upgrade_request(port, "bastide=" + token)), 401);
  for (const char* wrong :
       {"", "{}", "x", "[]", R"({"name":1})", R"({"name":" "})", R"({"name":"a","more":1})"})
    EXPECT_EQ(status_of(port, post(wrong)), 400) << wrong;
  EXPECT_EQ(status_of(port, post(R"({"name":"a"})", "Origin: http://evil.example\r\n")), 403);
  EXPECT_EQ(status_of(port, post(R"({"name":"a"})", "Origin: null\r\n")), 403);
  EXPECT_EQ(status_of(port, post(std::string(5000, ' '))), 413);
  EXPECT_EQ(HttpClient(port).get("/api/bots").status, 405);
  int status = 200;
  for (int i = 0; i < 25 && status == 200; ++i) status = status_of(port, post(R"({"name":"a"})"));
  EXPECT_EQ(status, 429);
}

TEST_P(NetProgram, UpgradesNeedATableAndNoForeignPage) {
  Running running;
  const std::uint16_t port = running.port;
  EXPECT_EQ(status_of(port, program_request(port, "aaaaaaaaaa")), 101);
  const std::string own = "Origin: http://localhost:" + std::to_string(port) + "\r\n";
  EXPECT_EQ(status_of(port, program_request(port, "aaaaaaaaaa", own)), 101);
  EXPECT_EQ(status_of(port, program_request(port, "a", "Origin: http://evil.example\r\n")), 403);
  EXPECT_EQ(status_of(port, program_request(port, "")), 400);
  EXPECT_EQ(status_of(port, program_request(port, "../x")), 400);
  EXPECT_EQ(status_of(port, program_request(port, std::string(65, 'a'))), 400);
  EXPECT_EQ(HttpClient(port).get("/bot?table=a").status, 426);
}

TEST_P(NetProgram, PlaysAWholeGameWithALostLineInTheMiddle) {
  Running running;
  const std::string table = new_table(running.port, kAgainstABot);
  const std::string token = new_bot(running.port, "Robot");
  {
    ProgramClient first(running.port, table, token);
    EXPECT_EQ(first.play(12), 12);
    EXPECT_TRUE(first.actions > 20);
  }
  ProgramClient second(running.port, table, token);
  EXPECT_GT(second.play(1000), 10);
  EXPECT_TRUE(second.over);
  EXPECT_EQ(second.setups, 1);
  EXPECT_TRUE(second.wire_ends());
  const Answer record = HttpClient(running.port).get("/api/tables/" + table + "/record");
  EXPECT_EQ(elements(member(record.body, "actions")).size(),
            static_cast<std::size_t>(second.actions));
  EXPECT_EQ(second.errors, 0);
}

TEST_P(NetProgram, TwoPlayAtOneTable) {
  Running running;
  const std::string table = new_table(running.port, kTwoOpenSeats);
  ProgramClient one(running.port, table, new_bot(running.port, "One"));
  ProgramClient two(running.port, table, new_bot(running.port, "Two"));
  std::thread other([&] { two.play(1000); });
  one.play(1000);
  other.join();
  EXPECT_TRUE(one.over && two.over);
  EXPECT_EQ(one.actions, two.actions);
  EXPECT_EQ(one.errors + two.errors, 0);
}

// More than a hundred answers within a second or so.
TEST_P(NetProgram, AQuickProgramLosesNoAnswer) {
  server::HubOptions hub;
  hub.program_ms = 300;  // so that a lost answer is an error soon
  Running running({}, hub);
  const std::string table = new_table(running.port, kAgainstABot, R"(["base:3"])");
  ProgramClient program(running.port, table, new_bot(running.port, "Quick"));
  EXPECT_GT(program.play(2000), 100);
  EXPECT_TRUE(program.over);
  EXPECT_EQ(program.errors, 0);
  EXPECT_EQ(program.too_fast, 0);
}

// Its talk is over the allowance, and it is told so; its answers are not.
TEST_P(NetProgram, ATalkativeProgramLosesItsTalkAlone) {
  server::HubOptions hub;
  hub.program_ms = 300;
  Running running({}, hub);
  const std::string table = new_table(running.port, kAgainstABot, R"(["base:2"])");
  ProgramClient program(running.port, table, new_bot(running.port, "Talker"));
  program.talk = 2;
  EXPECT_GT(program.play(2000), 65);
  EXPECT_TRUE(program.over);
  EXPECT_EQ(program.errors, 0);
  EXPECT_GT(program.too_fast, 0);
}

TEST_P(NetProgram, TheRefusedAreToldWhyAndClosed) {
  Running running;
  const std::string token = new_bot(running.port, "Robot");
  const std::string table = new_table(running.port, kAgainstABot);
  const auto ending = [&](const std::string& where, const std::string& hello) {
    WsClient client = WsClient::by(running.port, program_request(running.port, where));
    EXPECT_TRUE(client.read_type("hello"));
    client.send(hello);
    const auto error = client.read_type("error");
    EXPECT_TRUE(client.read_type("bye"));
    const auto close = client.read();
    EXPECT_TRUE(close && close->code() != 0);
    client.wire.send(client_frame(Op::close, ""));
    EXPECT_TRUE(client.wire.ends());
    return std::string(error ? member(*error, "reason") : "");
  };
  EXPECT_NE(ending("aaaaaaaaaa", hello_with(token)).find("no such table"), std::string::npos);
  EXPECT_NE(ending(table, hello_with("wrong")).find("token"), std::string::npos);
  EXPECT_NE(ending(table, "no JSON").find("hello"), std::string::npos);
  EXPECT_NE(ending(table, R"({"type":"hello","name":)").find("hello"), std::string::npos);
  EXPECT_NE(ending(table, std::string(20'000, ' ')).find("16384"), std::string::npos);
}

TEST_P(NetProgram, LateTwiceIsAForfeit) {
  server::HubOptions hub;
  hub.program_ms = 300;
  hub.program_grace_ms = 50;
  Running running({}, hub);
  ProgramClient program(running.port, new_table(running.port, kAgainstABot),
                        new_bot(running.port, "Slow"));
  EXPECT_EQ(program.play(3), 3);
  const auto first = program.client.read_type("error");
  ASSERT_TRUE(first);
  EXPECT_EQ(member(*first, "reason"), "\"no answer in time\"");
  const auto second = program.client.read_type("error");
  ASSERT_TRUE(second);
  EXPECT_NE(second->find("no longer yours"), std::string::npos);
  EXPECT_TRUE(program.client.read_type("bye"));
}

TEST_P(NetProgram, FramesAgainstTheRulesDoNotHurtTheTable) {
  Running running;
  const std::string table = new_table(running.port, kAgainstABot);
  const std::string token = new_bot(running.port, "Robot");
  const std::string frames[] = {
      client_frame(Op::binary, "{}"), client_frame(Op::text, std::string(64 * 1024 + 1, ' ')),
      client_frame(Op::text, "\xc3\x28"), client_frame(Op::text, "{}", true, false),
      client_frame(Op::text, "{\"type\":").substr(0, 5)};
  for (const std::string& frame : frames) {
    ProgramClient program(running.port, table, token);
    program.play(2);
    program.client.wire.send(frame);
    program.client.wire.finish_sending();
    EXPECT_TRUE(program.wire_ends()) << frame.size();
  }
  ProgramClient program(running.port, table, token);
  program.play(1000);
  EXPECT_TRUE(program.over);
}

// A program that does not read is cut; one that floods is closed; the other player never waits.
TEST_P(NetProgram, TheDeafAndTheLoudAreCut) {
  ServerOptions options;
  options.unread_bytes = 1024;
  options.send_buffer = 2 * 1024;
  Running running(options);
  const std::string table = new_table(running.port, kAgainstABot);
  const std::string token = new_bot(running.port, "Robot");
  {
    ProgramClient(running.port, table, token).play(30);
  }
  WsClient deaf = WsClient::by(running.port, program_request(running.port, table), 2048);
  deaf.send(hello_with(token));
  EXPECT_TRUE(rises_to(running.port, "bastide_net_slow_cut_total", 1));
  EXPECT_TRUE(deaf.wire.ends());
  running.stop();
  Running again;
  ProgramClient loud(again.port, new_table(again.port, kAgainstABot), new_bot(again.port, "Loud"));
  std::string many;
  for (int i = 0; i < 400; ++i) many += client_frame(Op::text, R"({"type":"info"})");
  loud.client.wire.send(many);
  EXPECT_TRUE(loud.client.read_type("bye"));
}

}  // namespace
}  // namespace bastide::test_help
