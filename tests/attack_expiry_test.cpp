// How long things are kept, with a clock that the test moves; what goes on by itself after a
// restart; and a clock that somebody else moves.
#include <set>

#include "server/net/run_clock.h"
#include "tests/attack_play.h"
#include "tests/store_play.h"

namespace bastide::server::attack_play {
namespace {

constexpr std::int64_t kTenYearsMs = 3653 * kDayMs;

// In steps in which a server would look around.
void pass_days(House& house, int days) {
  for (int i = 0; i < days; ++i) house.loop.advance(kDayMs);
  house.pass(0);
  house.pass(0);
}

struct Ada {
  House house{quick()};
  Made made = new_session(house, "Ada", "192.0.2.1");
  Guest guest = made.session->guest;
  Visit visit{house, guest, "192.0.2.1"};
  Rng rng{4};

  // Ada comes back to the hub that is there now.
  Visit& again() {
    visit.connect();
    return visit;
  }
  // A game that has begun, and nobody at it.
  std::string left_game(const std::string& more = "") {
    const std::string table = visit.create(kMeAndMe, more);
    visit.join(table);
    visit.play(table, rng);
    leave();
    return table;
  }
  void leave() {
    visit.leave();
    house.settle();
    visit.connect();
  }
  Json games() {
    const Json answer = visit.ask(R"({"type":"games","on":true})");
    visit.ask(R"({"type":"ping"})");
    visit.say(R"({"type":"games","on":false})");
    return answer["games"];
  }
  std::optional<Json> game(const std::string& table) {
    for (const Json& one : games())
      if (one["table"]["id"] == table) return one;
    return std::nullopt;
  }
};

TEST(AttackExpiry, ATableNobodyComesToIsClosedAfterADay) {
  Ada ada;
  const std::string table = ada.visit.create(kMeAndOpen);
  ada.leave();
  ada.house.pass(kDayMs - kHourMs);
  EXPECT_EQ(ada.visit.join(table)["type"], "table");
  ada.leave();
  ada.house.pass(2 * kHourMs);
  Json refused = ada.visit.join(table);
  EXPECT_EQ(refused["code"], "unknown_table") << refused.dump();
  EXPECT_EQ(refused["detail"], "closed") << refused.dump();
  EXPECT_EQ(ada.house.figure("tables_closed_total"), 1);
  EXPECT_FALSE(ada.game(table));
  // A restart knows it, too; sixty days later nobody does.
  ada.visit.forget();
  ada.house.restart();
  refused = ada.again().join(table);
  EXPECT_EQ(refused["detail"], "closed") << refused.dump();
  pass_days(ada.house, 61);
  refused = ada.visit.join(table);
  EXPECT_EQ(refused["code"], "unknown_table");
  EXPECT_FALSE(refused.contains("detail")) << refused.dump();
  EXPECT_EQ(ada.house.figure("tables_forgotten_total"), 1);
}

TEST(AttackExpiry, AClosedTableMakesRoomForAnother) {
  HubOptions options = quick();
  options.max_tables_per_address = 3;
  House house(options);
  Visit ada = new_visit(house, "Ada");
  for (int i = 0; i < 3; ++i) ada.create(kMeAndOpen);
  expect_refused(ada.ask(Visit::create_text(kMeAndOpen)), "too_many", "address", 3);
  house.pass(kDayMs + kHourMs);
  EXPECT_FALSE(ada.create(kMeAndOpen).empty());
}

TEST(AttackExpiry, WhoeverWaitsKeepsTheirTable) {
  Ada ada;
  const std::string table = ada.visit.create(kMeAndOpen);
  ada.visit.join(table);
  for (int hours = 0; hours < 49; hours += 7) ada.house.pass(7 * kHourMs);
  Visit boris = new_visit(ada.house, "Boris", "192.0.2.2");
  EXPECT_EQ(boris.join(table)["type"], "table");
  EXPECT_EQ(boris.code(Visit::of("sit", table, R"(,"seat":1)")), "table");
  EXPECT_EQ(ada.house.figure("tables_closed_total"), 0);
}

TEST(AttackExpiry, AGameNobodyGoesOnWithEndsAfterSixtyDays) {
  Ada ada;
  const std::string table = ada.left_game();
  pass_days(ada.house, 59);
  EXPECT_EQ(ada.visit.join(table)["table"]["status"], "playing");
  ada.leave();
  pass_days(ada.house, 2);
  const Json joined = ada.visit.join(table);
  EXPECT_EQ(joined["table"]["status"], "over") << joined.dump().substr(0, 300);
  EXPECT_EQ(joined["table"]["ended"], "abandoned");
  EXPECT_EQ(ada.house.figure("games_abandoned_total"), 1);
  const auto listed = ada.game(table);
  ASSERT_TRUE(listed);
  EXPECT_EQ((*listed)["table"]["ended"], "abandoned");
  EXPECT_TRUE(ada.house.record(table));
  ada.leave();
  // It stays for sixty days, also over a restart.
  pass_days(ada.house, 58);
  ada.visit.forget();
  ada.house.restart();
  EXPECT_EQ(ada.again().join(table)["type"], "table");
  ada.leave();
  pass_days(ada.house, 3);
  EXPECT_EQ(ada.visit.join(table)["code"], "unknown_table");
  EXPECT_FALSE(ada.house.record(table));
  EXPECT_FALSE(ada.game(table));
}

TEST(AttackExpiry, AGameWithAResultIsKeptForEver) {
  Ada ada;
  const std::string table = ada.visit.create(R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])");
  ada.visit.join(table);
  EXPECT_EQ(ada.visit.code(Visit::of("resign", table, R"(,"seat":0)")), "meta");
  ASSERT_TRUE(ada.house.until([&] { return ada.house.figure("games_finished_total") == 1; }));
  const auto record = ada.house.record(table);
  ada.leave();
  pass_days(ada.house, 100);
  ada.visit.forget();
  ada.house.restart(kTenYearsMs);
  pass_days(ada.house, 100);
  const Json joined = ada.again().join(table);
  EXPECT_EQ(joined["type"], "table") << joined.dump();
  EXPECT_EQ(joined["table"]["status"], "over");
  EXPECT_EQ(ada.house.record(table), record);
  // Who has a seat somewhere is not forgotten.
  const Made again = new_session(ada.house, "", "192.0.2.1", *ada.made.session->new_token);
  ASSERT_TRUE(again.session);
  EXPECT_EQ(again.session->guest.id, ada.guest.id);
}

TEST(AttackExpiry, GamesWithAClockOfDaysAreNotEnded) {
  Ada ada;
  const std::string table = ada.left_game(R"(,"clock":{"kind":"days","days":7})");
  // Its own clock says who has lost, and a bot plays on: that is a result.
  for (int i = 0; i < 20; ++i) pass_days(ada.house, 2);
  ada.house.settle();
  EXPECT_EQ(ada.house.figure("games_abandoned_total"), 0);
  EXPECT_TRUE(ada.house.until([&] {
    ada.house.loop.advance(40'000);
    return ada.house.figure("games_finished_total") == 1;
  }));
  const Json joined = ada.visit.join(table);
  EXPECT_EQ(joined["table"]["status"], "over") << joined.dump().substr(0, 500);
  EXPECT_FALSE(joined["table"].contains("ended"));
}

TEST(AttackExpiry, GuestsAreForgottenAfterFourHundredDaysUnlessTheyHaveASeat) {
  Ada ada;
  House& house = ada.house;
  const std::string table = ada.visit.create(R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])");
  ada.visit.join(table);
  ada.visit.ask(Visit::of("resign", table, R"(,"seat":0)"));
  ASSERT_TRUE(house.until([&] { return house.figure("games_finished_total") == 1; }));
  const Made boris = new_session(house, "Boris", "192.0.2.2");
  const Made clara = new_session(house, "Clara", "192.0.2.3");
  const auto known = [&](const Made& made) {
    return std::get<0>(house.answer<Stored<std::optional<Guest>>>([&](auto done) {
      house.hub->guest_of(house.from("192.0.2.1"), *made.session->new_token, std::move(done));
    }));
  };
  pass_days(house, 300);
  EXPECT_TRUE(known(clara));  // and was here
  pass_days(house, 110);
  EXPECT_FALSE(known(boris));
  EXPECT_TRUE(known(clara));
  EXPECT_TRUE(known(ada.made));
  EXPECT_EQ(house.figure("guests_forgotten_total"), 1);
  house.restart();
  EXPECT_FALSE(known(boris));
  EXPECT_TRUE(known(ada.made));
  // The cookie of who was forgotten makes somebody new.
  const Made anew = new_session(house, "Boris", "192.0.2.2", *boris.session->new_token);
  ASSERT_TRUE(anew.session);
  EXPECT_TRUE(anew.session->new_token);
  EXPECT_NE(anew.session->guest.id, boris.session->guest.id);
  ada.visit.forget();
}

// --- what goes on by itself ---

TEST(AttackRestart, FiftyGamesOfBotsGoOnAndTheOthersAreNotRead) {
  HubOptions options = quick();
  options.max_bot_tables_per_guest = options.max_bot_tables_per_address = 50;
  House house(options);
  const Guest guest = new_guest(house, "Ada"), other = new_guest(house, "Boris");
  for (int i = 0; i < 40; ++i) Visit(house, other, "192.0.2.1").create(kMeAndMe);
  for (int i = 0; i < 50; ++i) Visit(house, guest, "192.0.2.1").create(kBotsAlone);
  // Some games are over already; the last move of one may be stored and not be counted yet. So it
  // is the store that knows how many go on.
  house.end();
  const std::int64_t soon = house.loop.now_ms() + kMinuteMs;
  const auto running = static_cast<std::int64_t>(due(*house.store, soon).size());
  ASSERT_GT(running, 0);
  ASSERT_LE(running, 50);
  house.begin();
  EXPECT_EQ(house.in_memory(), 0);
  ASSERT_TRUE(house.until([&] {
    house.loop.advance(500);
    return house.figure("games_finished_total") == running;
  }));
  EXPECT_EQ(house.figure("tables_loaded_total"), running);
}

// Where the store has more than can be thought about, a start is not held up by it.
TEST(AttackRestart, DueGamesAreReadAFewAtATime) {
  HubOptions options = quick();
  options.bot_ms = 100;
  options.max_tables_per_guest = 1000;
  options.max_bot_tables_per_guest = options.max_bot_tables_per_address = 1000;
  House house(options);
  const Guest guest = new_guest(house, "Ada");
  const std::string slow = R"([{"kind":"bot","bot":"level8"},{"kind":"bot","bot":"level8"}])";
  for (int i = 0; i < 400; i += 4) {
    Visit visit(house, guest, "192.0.2.1");
    for (int k = 0; k < 4; ++k) visit.say(Visit::create_text(slow));
    ASSERT_TRUE(house.until([&] { return visit.count("created") == 4; }));
  }
  house.restart();
  house.loop.advance(31'000);
  house.settle();
  for (int i = 0; i < 10; ++i) {
    house.loop.advance(1000);
    house.settle();
  }
  EXPECT_GE(house.figure("tables_loaded_total"), 100);
  EXPECT_LE(house.figure("tables_loaded_total"), 300);
  EXPECT_LE(house.figure("bot_questions_waiting"), 300);
}

// --- a clock that somebody sets ---

// The machine's clock, which anybody may set, and the one that only goes on.
struct MachineClock {
  static inline std::chrono::milliseconds today{1'790'000'000'000};
  static std::chrono::sys_time<std::chrono::milliseconds> now() {
    return std::chrono::sys_time<std::chrono::milliseconds>(today);
  }
};
struct PassingTime {
  using time_point = std::chrono::time_point<std::chrono::steady_clock, std::chrono::milliseconds>;
  static inline std::chrono::milliseconds passed{0};
  static time_point now() { return time_point(passed); }
};

// A loop that has the time as the network's loops have it.
class ClockedLoop final : public Loop {
 public:
  void post(std::function<void()> task) override { inner_.post(std::move(task)); }
  void after(std::chrono::milliseconds delay, std::function<void()> task) override {
    timers_.emplace(PassingTime::passed + delay, std::move(task));
  }
  std::int64_t now_ms() const override { return clock_.now_ms(); }
  bool is_here() const override { return inner_.is_here(); }
  void turn() { inner_.turn(); }
  void clear() {
    inner_.clear();
    timers_.clear();
  }
  void advance(std::int64_t ms) {
    const auto end = PassingTime::passed + std::chrono::milliseconds(ms);
    while (!timers_.empty() && timers_.begin()->first <= end) {
      PassingTime::passed = std::max(PassingTime::passed, timers_.begin()->first);
      const auto task = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
      task();
    }
    PassingTime::passed = end;
  }

 private:
  ManualLoop inner_;
  BasicRunClock<MachineClock, PassingTime> clock_;
  std::multimap<std::chrono::milliseconds, std::function<void()>> timers_;
};

// It cost a player the game.
TEST(AttackClock, AJumpOfAnHourCostsNobodyASecond) {
  const auto store = std::get<std::unique_ptr<Store>>(open_store("sqlite::memory:"));
  ClockedLoop loop;
  Hub hub(quick(), *store, {&loop});
  hub.open();
  const auto settle = [&] {
    for (int i = 0; i < 8; ++i) {
      store->flush();
      loop.turn();
    }
  };
  const auto line = std::make_shared<Line>();
  const auto ada = hub.connect({&loop, "192.0.2.1"}, line, Guest{"ada", "Ada"}, nullptr);
  const auto ask = [&](const std::string& text) {
    ada->receive(text);
    settle();
    return line->last();
  };
  ask(R"({"type":"hello","protocol":1})");
  const Json made =
      ask(Visit::create_text(kMeAndMe, R"(,"clock":{"kind":"increment","seconds":600,"add":5})"));
  ASSERT_EQ(made["type"], "created") << made.dump();
  const std::string table = made["table"];
  const auto left = [&] {
    ada->receive(Visit::of("leave", table));
    const Json joined = ask(Visit::of("join", table));
    EXPECT_EQ(joined["type"], "table") << joined.dump().substr(0, 300);
    return joined["clocks"]["left"][joined["clocks"]["running"].get<std::size_t>()]
        .get<std::int64_t>();
  };
  loop.advance(100'000);
  settle();
  EXPECT_EQ(left(), 500'000);
  for (const std::chrono::hours jump : {std::chrono::hours(1), std::chrono::hours(-2)}) {
    MachineClock::today += jump;
    loop.advance(1000);
    settle();
  }
  EXPECT_EQ(left(), 498'000);
  const auto late = [&] {  // whether anybody was told that somebody's time is up
    return std::ranges::any_of(line->got, [](const Text& text) {
      return text->joined().find(R"("timeout":true)") != std::string::npos;
    });
  };
  EXPECT_FALSE(late());
  loop.advance(499'000);  // time that passes still counts
  settle();
  EXPECT_TRUE(late());
  ada->gone();
  hub.stop([] {});
  settle();
  store->close();
  loop.clear();
}

}  // namespace
}  // namespace bastide::server::attack_play
