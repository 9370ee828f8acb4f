// Over real sockets: a line that is dead is told from one on which nobody speaks.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "tests/json_slice.h"
#include "tests/net_running.h"

namespace bastide::test_help {
namespace {

using Clock = std::chrono::steady_clock;

class NetPresence : public Net {};
INSTANTIATE_TEST_SUITE_P(OnOneLoopAndOnThree, NetPresence, ::testing::Values(1, 3));

// Two people who play; the second one watches, and reads only when it is asked to.
struct TwoAtTable {
  explicit TwoAtTable(const ServerOptions& options)
      : running(options),
        ada(greeted(running.port, new_session(running.port, "Ada"))),
        boris(greeted(running.port, new_session(running.port, "Boris"))) {
    ada.send(R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"me"},)"
             R"({"kind":"open"}],"listed":false,"assist":"standard"})");
    const auto created = ada.read_type("created");
    EXPECT_TRUE(created);
    const std::string table(member(created.value_or("{}"), "table"));
    ada.send(R"({"type":"join","table":)" + table + "}");
    boris.send(R"({"type":"join","table":)" + table + "}");
    boris.send(R"({"type":"sit","seat":1,"table":)" + table + "}");
    const auto begun = [](WsClient& client) {
      for (;;) {
        const auto told = client.read_type("table");
        if (!told || told->find(R"("status":"playing")") != std::string::npos) return bool(told);
      }
    };
    EXPECT_TRUE(begun(ada));
    EXPECT_TRUE(begun(boris));
  }
  // Ada reads, and so answers pings, until she is told that Boris is here, or away.
  bool ada_sees_boris(bool here, milliseconds patience) {
    const auto until = Clock::now() + patience;
    while (Clock::now() < until) {
      const auto meta = ada.read_type("meta", milliseconds(100));
      if (meta && (meta->find(R"("away":)") == std::string::npos) == here) return true;
    }
    return false;
  }

  Running running;
  WsClient ada, boris;
};

TEST_P(NetPresence, WhoAnswersNothingIsShownAwayWithinTenSeconds) {
  TwoAtTable p{ServerOptions{}};
  const auto start = Clock::now();
  EXPECT_TRUE(p.ada_sees_boris(false, milliseconds(10'000)));
  EXPECT_GT(Clock::now() - start, milliseconds(5'000));  // nobody is away for a short silence
  // The socket was open all the time: the answers to its pings bring him back at once.
  while (p.boris.read(milliseconds(100))) continue;
  EXPECT_TRUE(p.ada_sees_boris(true, milliseconds(2'000)));
}

TEST_P(NetPresence, WhoAnswersPingsIsHere) {
  ServerOptions options;
  options.ping = milliseconds(100);
  options.quiet = milliseconds(400);
  TwoAtTable p(options);
  std::atomic<bool> over = false;
  std::thread reading([&] {
    while (!over) static_cast<void>(p.boris.read(milliseconds(20)));
  });
  EXPECT_FALSE(p.ada_sees_boris(false, milliseconds(1500)));
  over = true;
  reading.join();
  EXPECT_TRUE(p.ada_sees_boris(false, milliseconds(2000)));
  p.boris.send(kPing);  // any word will do
  EXPECT_TRUE(p.ada_sees_boris(true, milliseconds(2000)));
  p.boris.wire.close();
  EXPECT_TRUE(p.ada_sees_boris(false, milliseconds(2000)));
}

}  // namespace
}  // namespace bastide::test_help
