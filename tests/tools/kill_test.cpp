// The program itself as a server: stopped, refused its port, killed in the middle of many games.
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/tools/cli_run.h"
#include "tests/crowd.h"
#include "tests/net_running.h"
#include "tests/server_process.h"

namespace bastide::test_help {
namespace {

class Serve : public CliRun {
 protected:
  void SetUp() override {
    CliRun::SetUp();
    fs::create_directories(folder_ / "web");
    std::ofstream(folder_ / "web/index.html") << "<!doctype html>";
  }
  std::vector<std::string> arguments() const {
    return {"--port",
            "0",
            "--store",
            "sqlite:" + (folder_ / "games.db").string(),
            "--web",
            (folder_ / "web").string(),
            "--log",
            "off",
            "--max-per-address",
            "1000",
            "--bot-pause",
            "0",
            "--threads",
            "3"};
  }
  std::string flags() const {
    return "serve --store 'sqlite:" + (folder_ / "games.db").string() + "' --web '" +
           (folder_ / "web").string() + "' ";
  }
};

TEST_F(Serve, SaysInOneSentenceWhatIsMissing) {
  const Output no_web = run("serve --web '" + (folder_ / "nowhere").string() + "'");
  EXPECT_EQ(no_web.code, 2);
  EXPECT_EQ(no_web.err.find("bastide: serve: there is no folder"), 0u) << no_web.err;
  const Output no_store =
      run("serve --port 0 --store 'sqlite:" + (folder_ / "no/such.db").string() + "' --web '" +
          (folder_ / "web").string() + "'");
  EXPECT_EQ(no_store.code, 2);
  EXPECT_EQ(std::count(no_store.err.begin(), no_store.err.end(), '\n'), 1) << no_store.err;
  EXPECT_EQ(run(flags() + "--address nowhere").code, 2);
  EXPECT_EQ(run(flags() + "--origin nonsense").code, 2);
  EXPECT_EQ(run(flags() + "--log loud").code, 2);
  EXPECT_EQ(run(flags() + "--port 70000").code, 2);
  for (const std::string wrong :
       {"--threads 0", "--threads 257", "--max-tables 0", "--max-tables-per-guest x",
        "--max-tables-per-address 0", "--max-bot-tables-per-guest -1",
        "--max-bot-tables-per-address -1", "--max-new-guests-per-address 0", "--max-undos -1",
        "--max-undos-with-clock 10001", "--close-waiting 0", "--end-games 0", "--forget-tables 0",
        "--forget-guests 36501"})
    EXPECT_EQ(run(flags() + wrong).code, 2) << wrong;
  EXPECT_EQ(run("serve --help").code, 0);
}

TEST_F(Serve, ATakenPortIsNamed) {
  ServerProcess first(bastide_program(), arguments());
  ASSERT_NE(first.port, 0);
  const fs::path untouched = folder_ / "second.db";
  const Output second = run("serve --store 'sqlite:" + untouched.string() + "' --web '" +
                            (folder_ / "web").string() + "' --port " + std::to_string(first.port));
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("the port is taken"), std::string::npos) << second.err;
  EXPECT_FALSE(fs::exists(untouched));
}

TEST_F(Serve, TwoServersNeverShareAStore) {
  ServerProcess first(bastide_program(), arguments());
  ASSERT_NE(first.port, 0);
  const Output second = run(flags() + "--port 0");
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("another process"), std::string::npos) << second.err;
  EXPECT_EQ(HttpClient(first.port).get("/health").status, 200);
}

TEST_F(Serve, SurvivesWantOfFiles) {
  ServerProcess server(bastide_program(), arguments());
  ASSERT_NE(server.port, 0);
  const rlimit few{40, 40};
  ASSERT_EQ(::prlimit(server.pid(), RLIMIT_NOFILE, &few, nullptr), 0);
  {
    std::vector<Wire> many;
    for (int i = 0; i < 60; ++i) many.emplace_back(server.port);
    many.front().send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_NE(many.front().read_some().find(" 200 OK"), std::string::npos);
    EXPECT_EQ(HttpClient(server.port).read_answer(false, milliseconds(300)).status, 0);
  }
  EXPECT_EQ(HttpClient(server.port).get("/health").status, 200);
  const Answer figures = HttpClient(server.port).get("/metrics");
  EXPECT_EQ(figures.body.find("bastide_net_accept_errors_total 0\n"), std::string::npos);
  EXPECT_EQ(server.stop(SIGTERM), 0);
}

TEST_F(Serve, StopsOnSignalsWithEverythingStored) {
  for (const int signal : {SIGINT, SIGTERM}) {
    ServerProcess server(bastide_program(), arguments());
    ASSERT_NE(server.port, 0);
    CrowdOptions options;
    options.tables = 4;
    Crowd crowd(options);
    ASSERT_TRUE(crowd.open(server.port));
    crowd.play(milliseconds(300));
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(server.stop(signal), 0);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    crowd.play(milliseconds(200));  // what was still under way to the clients
    crowd.disconnect();
    EXPECT_GT(crowd.acknowledged(), 0u);
    ServerProcess again(bastide_program(), arguments());
    ASSERT_TRUE(crowd.open(again.port));
    crowd.play(milliseconds(300));
    crowd.check_records();
    EXPECT_EQ(crowd.faults(), std::vector<std::string>{});
  }
}

TEST_F(Serve, DoesNotWaitForABotThatThinks) {
  std::vector<std::string> slow = arguments();
  slow.insert(slow.end(), {"--bot-ms", "60000"});
  ServerProcess server(bastide_program(), slow);
  ASSERT_NE(server.port, 0);
  WsClient ada = greeted(server.port, new_session(server.port));
  ada.send(R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"bot","bot":"level8"},)"
           R"({"kind":"bot","bot":"level8"}],"listed":false,"assist":"standard"})");
  ASSERT_TRUE(ada.read_type("created"));
  std::this_thread::sleep_for(milliseconds(300));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(server.stop(SIGTERM), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(Serve, ASecondSignalEndsItAtOnce) {
  ServerProcess server(bastide_program(), arguments());
  ASSERT_NE(server.port, 0);
  // One who does not answer the goodbye keeps the server for a moment.
  WsClient deaf = greeted(server.port, new_session(server.port));
  ASSERT_TRUE(deaf.open());
  ::kill(server.pid(), SIGTERM);
  std::this_thread::sleep_for(milliseconds(100));
  EXPECT_EQ(server.stop(SIGTERM), 1);
}

struct Effort {
  std::size_t tables;
  int kills;
};

Effort effort() {
  const char* word = std::getenv("BASTIDE_TEST_EFFORT");
  const std::string wanted = word ? word : "";
  if (wanted == "large") return {100, 10};
  return wanted == "small" ? Effort{10, 3} : Effort{20, 3};
}

TEST_F(Serve, KilledInTheMiddleItLosesNothingThatItHasTold) {
  const Effort wanted = effort();
  CrowdOptions options;
  options.tables = wanted.tables;
  options.think = milliseconds(20);
  Crowd crowd(options);
  for (int kill = 0; kill < wanted.kills; ++kill) {
    ServerProcess server(bastide_program(), arguments());
    ASSERT_NE(server.port, 0);
    ASSERT_TRUE(crowd.open(server.port));
    const auto before = crowd.acknowledged();
    crowd.play(milliseconds(300 + 100 * (kill % 3)));
    server.kill();
    crowd.play(milliseconds(50));  // what it had sent already
    crowd.disconnect();
    EXPECT_GT(crowd.acknowledged(), before) << "nothing was under way at kill " << kill;
  }
  EXPECT_LT(crowd.tables_over(), wanted.tables);
  ServerProcess server(bastide_program(), arguments());
  ASSERT_TRUE(crowd.open(server.port));
  crowd.play(std::chrono::minutes(3));
  EXPECT_EQ(crowd.tables_over(), wanted.tables);
  crowd.check_records();
  EXPECT_EQ(crowd.faults(), std::vector<std::string>{});
  RecordProperty("acknowledged", static_cast<int>(crowd.acknowledged()));
}

}  // namespace
}  // namespace bastide::test_help
