// Whoever tries to fill the server is stopped, and nobody else is; neither by a restart.
#include "tests/attack_play.h"
#include "tests/effort.h"

namespace bastide::server::attack_play {
namespace {

constexpr const char* kAttacker = "198.51.100.7";
constexpr const char* kOther = "203.0.113.9";

// Everything that one guest says at once, and how it was answered.
struct Burst {
  int created = 0;
  std::vector<Json> refused;
};
Burst create_many(House& house, const Guest& guest, const std::string& address, int tables,
                  const std::string& seats) {
  Burst burst;
  for (int done = 0; done < tables;) {
    // A connection has an allowance of its own; the attacker simply opens another one.
    Visit visit(house, guest, address);
    const int now = std::min(5, tables - done);
    std::vector<int> asked;
    for (int i = 0; i < now; ++i) asked.push_back(visit.say(Visit::create_text(seats)));
    for (const int re : asked) {
      std::optional<Json> answer;
      EXPECT_TRUE(house.until([&] { return (answer = visit.answer_to(re)).has_value(); }));
      if (!answer) continue;
      if (answer->value("type", "") == "created")
        ++burst.created;
      else
        burst.refused.push_back(*answer);
    }
    done += now;
  }
  return burst;
}

// The finding: 200 guests of one address, fifty tables each, and then nobody else could open one.
TEST(AttackTables, TenThousandOfOneAddressAreStopped) {
  HubOptions options = quick();
  options.max_idle_tables = 100;
  House house(options);
  std::vector<Guest> guests;
  for (int i = 0; i < 200; ++i)
    guests.push_back(new_guest(house, "Mallory " + std::to_string(i), kAttacker));
  int created = 0;
  std::size_t refused = 0;
  for (const Guest& guest : guests) {
    const Burst burst = create_many(house, guest, kAttacker, 50, kMeAndMe);
    created += burst.created;
    refused += burst.refused.size();
    for (const Json& one : burst.refused) expect_refused(one, "too_many", "address", 500);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(created, 500);
  EXPECT_EQ(refused, 9500u);
  EXPECT_EQ(house.figure("limits_total{of=\"address\"}"), 9500);
  house.loop.advance(15'000);  // who is not needed has left
  house.settle();
  EXPECT_LE(house.in_memory(), 100);

  for (const bool after_restart : {false, true}) {
    SCOPED_TRACE(after_restart ? "after a restart" : "before a restart");
    if (after_restart) house.restart();
    Visit other = new_visit(house, "Ada", kOther);
    EXPECT_FALSE(other.create(kMeAndOpen).empty());
    Visit attacker(house, guests.back(), kAttacker);
    expect_refused(attacker.ask(Visit::create_text(kMeAndOpen)), "too_many", "address", 500);
    attacker.forget();
    other.forget();
  }
  EXPECT_EQ(house.figure("tables_loaded_total"), 0);  // nobody has asked for one
}

// And where a host allows so many, they cost the disk, not the memory; nor a start.
TEST(AttackTables, TenThousandThatAreAllowedDoNotStayInMemory) {
  const int guests = test_effort() == "small" ? 40 : 200;
  HubOptions options = quick();
  options.max_tables_per_address = static_cast<std::size_t>(guests) * 50;
  options.max_idle_tables = 200;
  House house(options);
  std::int64_t most = 0;
  for (int i = 0; i < guests; ++i) {
    const Guest guest = new_guest(house, "Mallory " + std::to_string(i), kAttacker);
    ASSERT_EQ(create_many(house, guest, kAttacker, 50, kMeAndMe).created, 50);
    house.loop.advance(11'000);
    house.settle();
    most = std::max(most, house.in_memory());
  }
  EXPECT_LE(most, 200);
  Visit last = new_visit(house, "Mallory", kAttacker);
  expect_refused(last.ask(Visit::create_text(kMeAndMe)), "too_many", "address", guests * 50);
  last.forget();
  house.restart();
  house.loop.advance(5000);
  house.settle();
  EXPECT_EQ(house.in_memory(), 0);
  EXPECT_EQ(house.figure("tables_loaded_total"), 0);
  EXPECT_EQ(new_visit(house, "Ada", kOther).create(kMeAndMe).size(), 10u);
}

TEST(AttackTables, OneGuestHasAsManyAsAGuestMayHave) {
  House house(quick());
  const Guest guest = new_guest(house, "Mallory", kAttacker);
  const Burst burst = create_many(house, guest, kAttacker, 60, kMeAndOpen);
  EXPECT_EQ(burst.created, 50);
  for (const Json& one : burst.refused) expect_refused(one, "too_many", "opened", 50);
  house.restart();
  // From elsewhere it is the same guest.
  Visit again(house, guest, kOther);
  expect_refused(again.ask(Visit::create_text(kMeAndOpen)), "too_many", "opened", 50);
}

TEST(AttackTables, TheServerAsAWholeHasALimit) {
  HubOptions options = quick();
  options.max_tables = 30;
  House house(options);
  for (int i = 0; i < 10; ++i) {
    const std::string address = "192.0.2." + std::to_string(i);
    const Burst burst =
        create_many(house, new_guest(house, "Ada", address), address, 4, kMeAndOpen);
    EXPECT_EQ(burst.created, i < 7 ? 4 : i == 7 ? 2 : 0);
    for (const Json& one : burst.refused) expect_refused(one, "too_many", "server", 30);
  }
}

// --- tables where nobody but bots plays ---

TEST(AttackBots, TablesOfBotsAloneAreFew) {
  House house(quick());
  // Bots that think so long that no game ends meanwhile
  const std::string seats = R"([{"kind":"bot","bot":"level8"},{"kind":"bot","bot":"level8"}])";
  std::vector<Guest> guests;
  for (int i = 0; i < 5; ++i) guests.push_back(new_guest(house, "Mallory", kAttacker));
  int created = 0;
  for (int i = 0; i < 5; ++i) {
    const Burst burst =
        create_many(house, guests[static_cast<std::size_t>(i)], kAttacker, 7, seats);
    created += burst.created;
    EXPECT_EQ(burst.created, i < 4 ? 5 : 0);
    for (const Json& one : burst.refused)
      expect_refused(one, "too_many", "bots_alone", i < 4 ? 5 : 20);
  }
  EXPECT_EQ(created, 20);
  house.restart();
  for (const std::size_t one : {0u, 4u}) {
    Visit again(house, guests[one], kAttacker);
    expect_refused(again.ask(Visit::create_text(seats)), "too_many", "bots_alone",
                   one == 0 ? 5 : 20);
    EXPECT_EQ(again.ask(Visit::create_text(kMeAndOpen))["type"], "created");
    again.forget();
  }
  Visit other = new_visit(house, "Ada", kOther);
  EXPECT_FALSE(other.create(seats).empty());
  EXPECT_GE(house.figure("limits_total{of=\"bots_alone\"}"), 2);
}

// --- taking back ---

class Undos : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(WithAndWithoutAClock, Undos, ::testing::Bool());

TEST_P(Undos, AreLimitedInAGame) {
  const HubOptions options = quick();
  const auto most =
      static_cast<std::int64_t>(GetParam() ? options.max_undos_with_clock : options.max_undos);
  ASSERT_LE(most, 1000);
  House house(options);
  const Guest guest = new_guest(house, "Ada", kOther);
  Visit ada(house, guest, kOther);
  const std::string table = ada.create(
      kMeAndMe, GetParam() ? R"(,"clock":{"kind":"increment","seconds":36000,"add":5})" : "");
  ada.join(table);
  Rng rng(5);
  const auto play_and_take_back = [&] {
    const std::int64_t seq = ada.at(table).seq;
    const Json answer = ada.play(table, rng);
    EXPECT_EQ(answer.value("type", ""), "update") << answer.dump();
    for (const char* one : {"0", "1"}) {  // whichever seat it was
      const Json undone = ada.ask(Visit::of(
          "undo", table, ",\"seat\":" + std::string(one) + ",\"seq\":" + std::to_string(seq)));
      if (undone.value("code", "") != "stale") return undone;
    }
    return Json::object();
  };
  for (std::int64_t i = 0; i < most; ++i) {
    const Json undone = play_and_take_back();
    ASSERT_EQ(undone.value("type", ""), "undone") << i << undone.dump();
  }
  expect_refused(play_and_take_back(), "too_many", "undos", most);
  ada.forget();
  house.restart();
  ada.connect();
  ada.join(table);
  expect_refused(play_and_take_back(), "too_many", "undos", most);
  EXPECT_EQ(house.figure("limits_total{of=\"undos\"}"), 1);
  // The log has grown by what was allowed, and can be played again.
  ada.forget();
  house.restart();
  EXPECT_TRUE(house.record(table));
}

// --- new guests ---

TEST(AttackGuests, OneAddressMakesSoManyInADay) {
  HubOptions options = quick();
  options.max_new_guests_per_address = 40;
  House house(options);
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(new_session(house, "Mallory", kAttacker).session) << i;
  for (const bool after_restart : {false, true}) {
    if (after_restart) house.restart();
    const Made made = new_session(house, "Mallory", kAttacker);
    EXPECT_FALSE(made.session);
    EXPECT_EQ(made.unmade.why, Hub::Unmade::Why::too_many);
    EXPECT_FALSE(made.unmade.reason.empty());
    // Programs' accounts are counted with them.
    std::optional<Hub::Unmade> bot;
    house.hub->make_bot_account(
        house.from(kAttacker), "Robot",
        [&](const std::optional<BotAccount>& account, const Hub::Unmade& unmade) {
          EXPECT_FALSE(account);
          bot = unmade;
        });
    ASSERT_TRUE(house.until([&] { return bot.has_value(); }));
    EXPECT_EQ(bot->why, Hub::Unmade::Why::too_many);
    EXPECT_TRUE(new_session(house, "Ada", kOther).session);
  }
  house.pass(kDayMs);
  EXPECT_TRUE(new_session(house, "Mallory", kAttacker).session);
}

TEST(AttackGuests, WhoIsKnownComesBackFromAFullAddress) {
  HubOptions options = quick();
  options.max_new_guests_per_address = 1;
  House house(options);
  const Made ada = new_session(house, "Ada", kAttacker);
  ASSERT_TRUE(ada.session && ada.session->new_token);
  EXPECT_FALSE(new_session(house, "Boris", kAttacker).session);
  const Made again = new_session(house, "Ada Lovelace", kAttacker, *ada.session->new_token);
  ASSERT_TRUE(again.session);
  EXPECT_EQ(again.session->guest.id, ada.session->guest.id);
  EXPECT_EQ(again.session->guest.name, "Ada Lovelace");
}

}  // namespace
}  // namespace bastide::server::attack_play
