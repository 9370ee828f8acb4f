// Several nodes on one database: what one does the others see, one of them drives a table, and when
// that dies another goes on.
#include "tests/attack_play.h"
#include "tests/effort.h"
#include "tests/store_play.h"

namespace bastide::server::nodes_play {
namespace {

using attack_play::House;
using attack_play::kMeAndOpen;
using attack_play::new_guest;
using attack_play::quick;
using attack_play::Visit;

class ManyNodes : public OnPostgres {
 protected:
  void SetUp() override {
    OnPostgres::SetUp();
    if (!is_ready()) return;
    for (auto& node : nodes_) node = open();
    ada_ = new_guest(first(), "Ada");
    boris_ = new_guest(second(), "Boris");
  }
  std::unique_ptr<House> open() {
    HubOptions options = quick();
    options.lease_ms = 3000;  // the test waits for its end
    return std::make_unique<House>(options, opened_postgres(place_));
  }
  House& first() { return *nodes_[0]; }
  House& second() { return *nodes_[1]; }
  Visit visit(std::size_t node, const Guest& guest) { return {*nodes_[node], guest, "192.0.2.1"}; }

  // All loops turn, and their time goes on as ours does.
  template <class Done>
  [[nodiscard]] bool until(Done done, std::chrono::seconds patience = std::chrono::seconds(30)) {
    const auto begin = std::chrono::steady_clock::now();
    auto last = begin;
    while (!done()) {
      const auto now = std::chrono::steady_clock::now();
      if (now > begin + patience) return false;
      const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - last);
      last += passed;
      for (auto& node : nodes_)
        if (node) {
          node->loop.advance(passed.count());
          node->loop.turn();
        }
    }
    return true;
  }
  Json ask(Visit& who, const std::string& text) {
    for (auto& node : nodes_)
      if (node) node->loop.advance(200);
    const int re = who.say(text);
    std::optional<Json> answer;
    EXPECT_TRUE(until([&] { return (answer = who.answer_to(re)).has_value(); })) << text;
    return answer.value_or(Json::object());
  }
  static std::string word(const Json& answer) {
    return answer.value("code", answer.value("type", ""));
  }
  // Ada at the first node, Boris at the second one.
  std::string game(Visit& ada, Visit& boris, const std::string& more = "") {
    const std::string table = ask(ada, Visit::create_text(kMeAndOpen, more)).value("table", "");
    ask(ada, Visit::of("join", table));
    ask(boris, Visit::of("join", table));
    EXPECT_EQ(word(ask(boris, Visit::of("sit", table, R"(,"seat":1)"))), "table");
    EXPECT_TRUE(until([&] { return seq(ada, table) > 0; }));
    return table;
  }
  // A table of this one and a bot.
  std::string with_bot(Visit& maker) {
    return ask(maker, Visit::create_text(R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])"))
        .value("table", "");
  }
  // As soon as this one is asked, with the first of the options.
  void answer(Visit& who, const std::string& table) {
    ASSERT_TRUE(until([&] { return is_asked(who, table); }));
    const auto now = who.at(table);
    ASSERT_EQ(word(ask(who, Visit::act_text(table, now.seq, now.options[0]))), "update");
  }
  static std::int64_t seq(const Visit& who, const std::string& table) { return who.at(table).seq; }
  static bool is_asked(const Visit& who, const std::string& table) {
    return !who.at(table).options.empty();
  }
  // What was last said of the table itself.
  static Json view(const Visit& who, const std::string& table) {
    for (std::size_t i = who.line->got.size(); i-- > 0;) {
      const Json m = who.line->message(i);
      if (m.contains("table") && m["table"].is_object() && m["table"]["id"] == table)
        return m["table"];
    }
    return Json::object();
  }
  static bool is_over(const Visit& who, const std::string& table) {
    return view(who, table).value("status", "") == "over";
  }
  // One answer of whoever is asked, seen by both.
  void play_one(Visit& ada, Visit& boris, const std::string& table, Rng& rng) {
    ASSERT_TRUE(until([&] { return is_asked(ada, table) || is_asked(boris, table); }));
    Visit& asked = is_asked(ada, table) ? ada : boris;
    Visit& other = &asked == &ada ? boris : ada;
    const auto now = asked.at(table);
    const auto option = rng.below(static_cast<std::uint32_t>(now.options.size()));
    const Json answer = ask(asked, Visit::act_text(table, now.seq, now.options[option]));
    ASSERT_EQ(word(answer), "update") << answer.dump().substr(0, 300);
    ASSERT_TRUE(until([&] { return seq(other, table) >= seq(asked, table); }));
  }
  void kill(std::size_t node) { nodes_[node].reset(); }

  std::array<std::unique_ptr<House>, 2> nodes_;
  Guest ada_, boris_;
};

TEST_F(ManyNodes, TwoPeopleAtTwoNodesPlayAGameToItsEnd) {
  Visit ada = visit(0, ada_), boris = visit(1, boris_);
  const std::string table = game(ada, boris);
  Rng rng(5);
  while (!is_over(ada, table) && !HasFailure()) play_one(ada, boris, table, rng);
  EXPECT_TRUE(until([&] { return is_over(boris, table); }));
  const auto record = first().record(table);
  ASSERT_TRUE(record);
  EXPECT_EQ(record, second().record(table));
  EXPECT_GT(second().figure("changes_followed_total"), 10);
}

TEST_F(ManyNodes, EverybodySeesWhoIsThereAndWhoHasGone) {
  Visit ada = visit(0, ada_);
  std::optional<Visit> boris(visit(1, boris_));
  const std::string table = game(ada, *boris);
  const auto shows = [&](const Visit& who, std::size_t seat, bool connected) {
    return until([&] { return view(who, table)["seats"][seat]["connected"] == connected; });
  };
  EXPECT_TRUE(shows(ada, 1, true));
  EXPECT_TRUE(shows(*boris, 0, true));
  const Guest carla = new_guest(second(), "Carla");
  Visit looks = visit(1, carla);
  ask(looks, Visit::of("join", table));
  EXPECT_TRUE(until([&] { return view(ada, table)["spectators"] == 1; }));
  boris->leave();
  EXPECT_TRUE(shows(ada, 1, false));
}

// A bot's table is driven by the node that made it, wherever people are.
TEST_F(ManyNodes, ABotAnswersWhoPlaysAtAnotherNode) {
  Visit ada = visit(1, ada_);
  Visit maker = visit(0, ada_);
  const std::string table = with_bot(maker);
  maker.leave();
  ask(ada, Visit::of("join", table));
  for (int i = 0; i < 12; ++i) answer(ada, table);
  EXPECT_EQ(second().figure("bot_moves_total"), 0);
  EXPECT_GT(first().figure("bot_moves_total"), 0);
}

TEST_F(ManyNodes, WhenTheDriverDiesAnotherAsksTheBots) {
  Visit maker = visit(0, ada_);
  const std::string table = with_bot(maker);
  Visit ada = visit(1, ada_);
  ask(ada, Visit::of("join", table));
  ASSERT_TRUE(until([&] { return is_asked(ada, table); }));
  maker.forget();
  kill(0);
  const auto begin = std::chrono::steady_clock::now();
  const auto before = second().figure("bot_moves_total");
  for (int i = 0; i < 3 || second().figure("bot_moves_total") == before; ++i) {
    ASSERT_LT(i, 40);
    answer(ada, table);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_GT(second().figure("tables_taken_over_total"), 0);
}

// Somebody's time runs while the node that watches it dies: it is given back, and watched anew.
TEST_F(ManyNodes, ATakenOverClockGivesTheTimeBackAndGoesOn) {
  Visit ada = visit(0, ada_), boris = visit(1, boris_);
  const std::string table = game(ada, boris, R"(,"clock":{"kind":"sudden","seconds":60})");
  Visit there = visit(1, ada_);
  ask(there, Visit::of("join", table));
  ada.forget();
  kill(0);
  const auto lines = [&] {
    std::vector<std::string> all;
    for (const ActionRow& row : actions_of(*second().store, table)) all.push_back(row.action);
    return all;
  };
  EXPECT_TRUE(until([&] { return lines().back() == R"({"resume":true})"; }));
  second().loop.advance(59'000);
  EXPECT_FALSE(view(boris, table).dump().find("timeout") != std::string::npos);
  EXPECT_TRUE(until(
      [&] {
        second().loop.advance(500);
        return view(boris, table).dump().find("\"timeout\":true") != std::string::npos;
      },
      std::chrono::seconds(20)));
}

// Whoever was stopped for longer than a lease and goes on has nothing to say for others.
TEST_F(ManyNodes, WhoWakesUpAfterItsLeaseWasTakenDoesNoHarm) {
  Visit maker = visit(0, ada_);
  const std::string table = with_bot(maker);
  ask(maker, Visit::of("join", table));
  Visit ada = visit(1, ada_);
  ask(ada, Visit::of("join", table));
  auto stopped = std::exchange(nodes_[0], nullptr);  // its loop does not turn
  for (int i = 0; i < 40 && second().figure("tables_taken_over_total") == 0; ++i)
    answer(ada, table);
  for (int i = 0; i < 6; ++i) answer(ada, table);
  nodes_[0] = std::move(stopped);
  for (int i = 0; i < 10; ++i) answer(ada, table);
  EXPECT_TRUE(until([&] { return first().figure("leases_lost_total") == 1; }));
  EXPECT_TRUE(until([&] { return first().figure("lease") == 1; }));
  EXPECT_TRUE(until([&] { return seq(maker, table) == seq(ada, table); }));
  EXPECT_EQ(first().record(table), second().record(table));
  EXPECT_EQ(second().figure("leases_lost_total"), 0);
}

TEST_F(ManyNodes, ANodeThatStopsGivesItsTablesBackAtOnce) {
  Visit maker = visit(0, ada_);
  const std::string table = with_bot(maker);
  Visit ada = visit(1, ada_);
  ask(ada, Visit::of("join", table));
  bool stopped = false;
  first().hub->stop([&] { stopped = true; });
  EXPECT_TRUE(until([&] { return stopped; }));
  maker.forget();
  kill(0);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 40 && second().figure("bot_moves_total") == 0; ++i) answer(ada, table);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4));
}

}  // namespace
}  // namespace bastide::server::nodes_play
