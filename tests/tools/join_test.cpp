// bastide join, as people use it: with programs, with our bots, and with a server that is killed.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <future>

#include "tests/net_program.h"
#include "tests/net_running.h"
#include "tests/server_process.h"
#include "tests/tools/cli_run.h"
#include "tools/join/table_address.h"

namespace bastide::test_help {
namespace {

class Join : public CliRun {
 protected:
  static std::string page(std::uint16_t port, const std::string& table) {
    return "http://localhost:" + std::to_string(port) + "/t/" + table;
  }
  std::string token_flag() const { return " --token-file '" + (folder_ / "token").string() + "'"; }
};

TEST_F(Join, LetsProgramsAndOurBotsPlay) {
  Running running;
  const std::string table = new_table(running.port, kTwoOpenSeats);
  const std::string where = "join '" + page(running.port, table) + "'";
  auto other = std::async(std::launch::async, [&] {
    return std::system(("'" + bastide_program() +
                        "' join 'ws://localhost:" + std::to_string(running.port) +
                        "/bot?table=" + table + "' --name Ours --bot level1 2>/dev/null")
                           .c_str());
  });
  const std::string heard = (folder_ / "heard").string();
  const Output program = run(where + token_flag() + " --ms 700 --name First --bot \"cmd:tee '" +
                             heard + "' | python3 '" + source_path("examples/bot.py") + "'\"");
  EXPECT_EQ(program.code, 0) << program.err;
  const std::string told = slurp(heard);
  EXPECT_NE(told.find(",\"ms\":700}\n"), std::string::npos);
  EXPECT_EQ(told.find("10000"), std::string::npos);
  EXPECT_EQ(other.get(), 0);
  const std::string record = HttpClient(running.port).get("/api/tables/" + table + "/record").body;
  EXPECT_NE(record.find("\"First\""), std::string::npos);
  EXPECT_NE(record.find("\"Ours\""), std::string::npos);
  EXPECT_NE(record.find("\"secret\""), std::string::npos);  // over
  struct stat info{};
  ASSERT_EQ(::stat((folder_ / "token").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  // The same account again, where it has no seat.
  const Output late =
      run("join '" + page(running.port, "aaaaaaaaaa") + "'" + token_flag() + " --bot level1");
  EXPECT_EQ(late.code, 1);
  EXPECT_NE(late.err.find("no such table"), std::string::npos) << late.err;
}

// More answers at once than the server allows messages.
TEST_F(Join, AQuickBotOfOursIsNeverRefused) {
  Running running;
  const std::string table = new_table(running.port, kAgainstABot, R"(["base:2"])");
  const Output played =
      run("join '" + page(running.port, table) + "' --name Robot --bot level5 --ms 20");
  EXPECT_EQ(played.code, 0) << played.err;
  EXPECT_EQ(played.err.find("refused"), std::string::npos) << played.err;
  const std::string record = HttpClient(running.port).get("/api/tables/" + table + "/record").body;
  EXPECT_NE(record.find("\"secret\""), std::string::npos);
}

TEST_F(Join, TheExampleInJavaScriptPlaysWithoutAnyHelp) {
  const std::string node =
      "'" + source_path("script/with-node") + "' node --experimental-websocket ";
  Running running;
  const std::string table = new_table(running.port, kAgainstABot);
  EXPECT_EQ(std::system((node + "'" + source_path("examples/online.mjs") + "' " +
                         page(running.port, table) + " 2>/dev/null")
                            .c_str()),
            0);
  const std::string record = HttpClient(running.port).get("/api/tables/" + table + "/record").body;
  EXPECT_NE(record.find("\"First answer\""), std::string::npos);
  EXPECT_NE(record.find("\"secret\""), std::string::npos);
}

TEST_F(Join, SurvivesAServerThatIsKilled) {
  fs::create_directories(folder_ / "web");
  std::ofstream(folder_ / "web/index.html") << "<!doctype html>";
  const auto arguments = [&](std::uint16_t port) {
    return std::vector<std::string>{"--port",  std::to_string(port),
                                    "--store", "sqlite:" + (folder_ / "games.db").string(),
                                    "--web",   (folder_ / "web").string(),
                                    "--log",   "off"};
  };
  std::uint16_t port = 0;
  std::string table, before;
  std::future<int> program;
  const auto record = [&] { return HttpClient(port).get("/api/tables/" + table + "/record").body; };
  {
    ServerProcess server(bastide_program(), arguments(0));
    port = server.port;
    ASSERT_NE(port, 0);
    table = new_table(port, kAgainstABot);
    program = std::async(std::launch::async, [&] {
      return std::system(("'" + bastide_program() + "' join '" + page(port, table) +
                          "' --name Robot --bot 'cmd:python3 " + source_path("examples/bot.py") +
                          "' 2>/dev/null")
                             .c_str());
    });
    for (int i = 0; i < 500 && elements(member(before, "actions")).size() < 20; ++i) {
      std::this_thread::sleep_for(milliseconds(2));
      before = record();
    }
    server.kill();
  }
  EXPECT_GE(elements(member(before, "actions")).size(), 20u);
  ServerProcess server(bastide_program(), arguments(port));
  ASSERT_EQ(server.port, port);
  EXPECT_EQ(program.get(), 0);
  const std::string after = record();
  EXPECT_NE(after.find("\"secret\""), std::string::npos);
  const auto seen = elements(member(before, "actions")), all = elements(member(after, "actions"));
  ASSERT_GE(all.size(), seen.size());
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(all[i], seen[i]);
}

TEST_F(Join, SaysWhatIsWrong) {
  const auto wrong = [&](const std::string& arguments, const std::string& word, int code = 2) {
    const Output output = run("join " + arguments);
    EXPECT_EQ(output.code, code) << arguments;
    EXPECT_NE(output.err.find(word), std::string::npos) << output.err;
    EXPECT_EQ(output.err.find("bastide: "), 0u) << output.err;
  };
  const std::string table = "http://127.0.0.1:1/t/aaaaaaaaaa ";
  wrong(table + "--bot level1", "--token-file");
  wrong(table + "--bot nobody --name x", "nobody");
  wrong(table + "--bot cmd: --name x", "cmd:");
  wrong(table + "--bot level1" + token_flag(), "no file");
  wrong(table + "--bot level1 --name x", "no account", 1);
  wrong("http://localhost/ --bot level1 --name x", "names no table");
  wrong("https://localhost/t/a --bot level1 --name x", "TLS");
  std::ofstream(folder_ / "token") << "  \n";
  wrong(table + "--bot level1" + token_flag(), "holds no token");
  std::ofstream(folder_ / "token") << std::string(64, 'a');
  wrong(table + "--bot 'cmd:exit 3'" + token_flag(), "hello", 1);
  wrong(table + "--retry 0 --bot level1" + token_flag(), "no line to the server", 1);
  Running running;
  wrong("'" + page(running.port, new_table(running.port, kAgainstABot)) + "' --bot level1" +
            token_flag(),
        "token", 1);
}

TEST(TableAddress, IsReadFromBothForms) {
  const auto read = [](std::string_view url) {
    const auto address = tools::read_table_address(url);
    const auto* good = std::get_if<tools::TableAddress>(&address);
    return good ? good->host + " " + good->port + " " + good->table : std::string();
  };
  EXPECT_EQ(read("http://localhost:8080/t/abc"), "localhost 8080 abc");
  EXPECT_EQ(read("ws://example.org/bot?table=abc"), "example.org 80 abc");
  EXPECT_EQ(read("ws://[::1]:9/bot?table=abc"), "::1 9 abc");
  EXPECT_EQ(
      std::get<tools::TableAddress>(tools::read_table_address("http://[::1]/t/a")).host_header(),
      "[::1]:80");
  for (const char* wrong :
       {"", "localhost:8080/t/abc", "ftp://h/t/abc", "http:///t/abc", "http://h:0/t/abc",
        "http://h:70000/t/abc", "http://h:x/t/abc", "http://h/t/", "http://h/t/a b",
        "http://h/t/a?x", "ws://h/t/abc", "http://h/bot?table=a",
        "ws://h/bot?table=", "ws://[::1/bot?table=a", "ws://[::1]x/bot?table=a", "http://a b/t/x",
        "http://u@h/t/x", "wss://h/bot?table=a"})
    EXPECT_EQ(read(wrong), "") << wrong;
}

}  // namespace
}  // namespace bastide::test_help
