// The program starts on a store that somebody has filled with tables which nobody will ever finish.
#include <gtest/gtest.h>

#include <signal.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

#include "server/hub/secrets.h"
#include "server/store/sqlite_store.h"
#include "server/table/table.h"
#include "tests/effort.h"
#include "tests/json_slice.h"
#include "tests/net_client.h"
#include "tests/server_process.h"
#include "tests/tools/cli_run.h"

namespace bastide::test_help {
namespace {

using Clock = std::chrono::steady_clock;

// A big game that has just begun, and its log. Its first draws are those of the table it was dealt
// at; all the others get the same.
struct JustBegun {
  server::Table table;
  std::vector<server::ActionRow> log;

  explicit JustBegun(bool bots) {
    using Kind = server::TableSeat::Kind;
    table.id = server::new_id();
    table.secret = server::new_seed();
    for (const char* set : {"base", "river", "abbot", "inns_cathedrals", "traders_builders",
                            "princess_dragon", "king_robber"})
      table.config.setup.sets.push_back({set});
    table.config.setup.rules = kRulesVersion;
    table.meta.status = server::Status::playing;
    table.meta.host = "mallory";
    for (int i = 0; i < 4; ++i) {
      server::TableSeat seat;
      seat.kind = bots ? Kind::bot : Kind::person;
      (bots ? seat.bot : seat.guest) = bots ? "level1" : "mallory";
      if (!bots) seat.name = "Mallory " + std::to_string(i);
      seat.colour = i;
      table.meta.seats.push_back(seat);
    }
    auto begun = table.new_game(table.meta.seats);
    if (!std::holds_alternative<server::Game>(begun)) {
      ADD_FAILURE() << std::get<SetupError>(begun).reason;
      return;
    }
    log = table.rows(std::get<server::Game>(begun).propose(std::nullopt, 0), 1000);
  }
};

class AttackStart : public CliRun {
 protected:
  std::string file() const { return (folder_ / "games.db").string(); }

  // So many tables; of a thirtieth of them bots are to move, since a minute.
  std::vector<std::string> fill(int tables) {
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    auto opened = server::open_sqlite(file());
    auto& store = *std::get<std::unique_ptr<server::Store>>(opened);
    const JustBegun of_people(false), of_bots(true);
    std::vector<std::string> ids;
    std::atomic<int> stored{0};
    const server::StoreDone done = [&](const server::StoreResult& r) { stored += r.ok(); };
    for (int i = 0; i < tables; ++i) {
      const JustBegun& game = i % 30 == 29 ? of_bots : of_people;
      server::Table table = game.table;
      table.id = server::new_id();
      table.created_ms = now - 3'600'000 + i;
      server::NewTable made;
      made.row = server::table_row(table);
      made.holders = server::people_of(table.meta);
      made.owner.host = "mallory" + std::to_string(i / 50);
      server::TableChange change;
      change.table = table.id;
      change.rows = game.log;
      change.now_ms = table.created_ms;
      if (&game == &of_bots) change.due_ms = now - 60'000;
      store.put_table(std::move(made), done);
      store.change(std::move(change), done);
      if (&game == &of_people) ids.push_back(table.id);
    }
    store.flush();
    EXPECT_EQ(stored, 2 * tables);
    return ids;
  }
  // The program, with so much memory and no more: a start that needs more ends in bad_alloc.
  std::string limited(int megabytes) {
    const std::string path = (folder_ / "limited").string();
    std::ofstream(path) << "#!/bin/sh\nulimit -d " << megabytes * 1024 << " || exit 9\nexec '"
                        << bastide_program() << "' \"$@\"\n";
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
};

// The finding: 30,000 were read at the start, which ended in bad_alloc under 2 GB.
TEST_F(AttackStart, DoesNotDependOnTheNumberOfTables) {
  const bool small = test_effort() == "small";
  const std::vector<std::string> ids = fill(small ? 3'000 : 30'000);
  fs::create_directories(folder_ / "web");
  std::ofstream(folder_ / "web/index.html") << "<!doctype html>";
  const auto begin = Clock::now();
  const auto ms = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count();
  };
  ServerProcess server(limited(512), {"--port", "0", "--store", "sqlite:" + file(), "--web",
                                      (folder_ / "web").string(), "--log", "off"});
  ASSERT_NE(server.port, 0) << "it did not start";
  EXPECT_EQ(HttpClient(server.port).get("/health").status, 200);
  const auto healthy = ms();
  WsClient client(server.port, new_session(server.port, "Ada"));
  ASSERT_TRUE(client.open());
  client.send(R"({"type":"hello","protocol":1})");
  client.send(R"({"type":"join","table":")" + ids[ids.size() / 2] + R"("})");
  const auto table = client.read_type("table");
  const auto joined = ms();
  ASSERT_TRUE(table);
  EXPECT_EQ(member(member(*table, "table"), "status"), "\"playing\"");
  std::cout << "healthy after " << healthy << " ms, a table shown after " << joined << " ms, "
            << server.memory_mb() << " MB\n";
  EXPECT_LT(joined, 2000);
  // Games of bots go on, a few at a time, while nobody waits for that.
  std::this_thread::sleep_for(std::chrono::seconds(small ? 2 : 5));
  client.send(R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"me"},)"
              R"({"kind":"me"}],"listed":false,"assist":"standard"})");
  EXPECT_TRUE(client.read_type("created"));
  const std::string figures = HttpClient(server.port).get("/metrics").body;
  EXPECT_EQ(figures.find("\nbastide_bot_moves_total 0\n"), std::string::npos);
  EXPECT_NE(figures.find("\nbastide_bot_moves_total "), std::string::npos);
  std::cout << "most memory " << server.peak_mb() << " MB\n";
  EXPECT_LT(server.peak_mb(), small ? 150 : 512);
  EXPECT_EQ(server.stop(SIGTERM), 0);
}

}  // namespace
}  // namespace bastide::test_help
