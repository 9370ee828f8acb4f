// Players who have gone: how it is shown, and what the others may do about it.
#include "tests/hub_pair.h"

namespace bastide::server::hub_play {
namespace {

constexpr std::int64_t kAbsentAfterMs = 60'000;
using std::chrono::milliseconds;

std::string absent_text(const std::string& table, int seat, const std::string& remedy) {
  return Person::of("absent", table,
                    R"(,"seat":)" + std::to_string(seat) + R"(,"do":")" + remedy + "\"");
}

Json seat_of(Person& person, const std::string& table, std::size_t seat) {
  return person.at(table).view["seats"][seat];
}

// Ada waits for Boris.
struct Deserted : Pair {
  explicit Deserted(const std::string& more = "") : Pair(more) {}
  void boris_goes() {
    boris.disconnect();
    node.advance(300);
  }
  void boris_is_gone() {
    boris_goes();
    node.advance(kAbsentAfterMs);
  }
  void boris_returns() {
    boris.connect();
    boris.join(table);
    node.advance(300);
    node.settle();
    node.settle();
  }
  Json bot_for_boris() { return ada.ask(absent_text(table, 1, "bot")); }
  // A bot has taken his turn, or Ada hers.
  bool moved_on(std::int64_t seq) {
    return node.until([&] {
      if (ada.at(table).seq == seq && !ada.at(table).options.empty()) ada.play_one(table, rng);
      return ada.at(table).seq > seq;
    });
  }
};

// Three people at a table.
struct Trio {
  Node node;
  Person ada{node, "Ada"}, boris{node, "Boris"}, clara{node, "Clara"};
  std::string table;

  Trio() {
    table = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])");
    for (Person* person : {&ada, &boris, &clara}) person->join(table);
    boris.ask(Person::of("sit", table, R"(,"seat":1)"));
    clara.ask(Person::of("sit", table, R"(,"seat":2)"));
    node.settle();
  }
  void clara_is_gone() {
    clara.disconnect();
    node.advance(kAbsentAfterMs + 300);
  }
};

// --- how it is shown ---

TEST(Absence, is_shown_when_a_line_falls_silent_and_no_longer_when_it_speaks) {
  Pair p;
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["connected"], true);
  EXPECT_FALSE(p.ada.at(p.table).view.contains("absence"));
  const std::int64_t since = p.node.loop.now_ms() - 8000;
  p.boris.visitor->silent(milliseconds(8000));
  p.node.advance(300);
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["connected"], false);
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["away"], since);
  EXPECT_EQ(p.ada.at(p.table).view["absence"].dump(),
            R"({"seat":1,"since":)" + std::to_string(since) + R"(,"from":)" +
                std::to_string(since + kAbsentAfterMs) + R"(,"end":[]})");
  p.boris.visitor->heard();
  p.node.advance(300);
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["connected"], true);
  EXPECT_FALSE(seat_of(p.ada, p.table, 1).contains("away"));
  EXPECT_FALSE(p.ada.at(p.table).view.contains("absence"));
}

TEST(Absence, counts_from_the_silence_also_when_the_line_is_closed_later) {
  Deserted p;
  const std::int64_t since = p.node.loop.now_ms() - 8000;
  p.boris.visitor->silent(milliseconds(8000));
  p.node.advance(30'000);
  p.boris_goes();
  EXPECT_EQ(p.ada.at(p.table).view["absence"]["since"], since);
  p.boris_returns();
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["connected"], true);
}

TEST(Absence, is_none_while_one_of_several_lines_lives) {
  Pair p;
  Person phone(p.node, "Boris", p.boris.token);
  phone.join(p.table);
  p.boris.visitor->silent(milliseconds(8000));
  p.node.advance(300);
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["connected"], true);
  phone.disconnect();
  p.node.advance(300);
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["connected"], false);
}

TEST(Absence, concerns_nobody_where_nobody_waits) {
  Node node;
  Person ada(node, "Ada"), zoe(node, "Zoe");
  for (const char* seats :
       {R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])", R"([{"kind":"me"},{"kind":"me"}])",
        R"([{"kind":"me"},{"kind":"open"}])"}) {
    const std::string table = ada.create(R"(["base"])", seats);
    ada.join(table);
    zoe.join(table);
    ada.disconnect();
    node.advance(70'000);
    EXPECT_EQ(seat_of(zoe, table, 0)["connected"], false);
    EXPECT_TRUE(seat_of(zoe, table, 0).contains("away"));
    EXPECT_FALSE(zoe.at(table).view.contains("absence")) << seats;
    ada.connect();
  }
}

TEST(Absence, is_patient_where_everybody_has_days) {
  Deserted p(R"(,"clock":{"kind":"days","days":2})");
  p.boris_is_gone();
  EXPECT_EQ(seat_of(p.ada, p.table, 1)["connected"], false);
  EXPECT_FALSE(p.ada.at(p.table).view.contains("absence"));
  const Json refused = p.bot_for_boris();
  EXPECT_EQ(refused["code"], "not_allowed");
  EXPECT_EQ(refused["detail"], "days");
}

// --- what is refused ---

TEST(Absence, gives_no_right_before_its_time) {
  Deserted p;
  p.boris_goes();
  p.node.advance(20'000);
  const std::int64_t from = p.ada.at(p.table).view["absence"]["from"].get<std::int64_t>();
  for (const char* remedy : {"bot", "end"}) {
    const Json refused = p.ada.ask(absent_text(p.table, 1, remedy));
    EXPECT_EQ(refused["code"], "too_early");
    EXPECT_EQ(refused["wait_ms"], from - p.node.loop.now_ms());
    EXPECT_NE(refused["reason"].get<std::string>().find(" 40 s"), std::string::npos);
  }
  EXPECT_TRUE(p.ada.at(p.table).view["absence"]["end"].empty());
  p.node.advance(from - p.node.loop.now_ms());
  EXPECT_EQ(p.ada.code(absent_text(p.table, 1, "bot")), "meta");
}

TEST(Absence, gives_no_right_to_others_or_against_others) {
  Trio p;
  Person zoe(p.node, "Zoe");
  zoe.join(p.table);
  p.clara_is_gone();
  EXPECT_EQ(zoe.code(absent_text(p.table, 2, "bot")), "not_seated");
  EXPECT_EQ(p.ada.ask(absent_text(p.table, 1, "bot"))["detail"], "present");
  EXPECT_EQ(p.ada.ask(absent_text(p.table, 0, "end"))["detail"], "present");
  EXPECT_EQ(p.ada.code(absent_text(p.table, 3, "bot")), "bad_message");
  EXPECT_EQ(p.ada.code(absent_text(p.table, 2, "wait")), "bad_message");
  Person elsewhere(p.node, "Boris", p.boris.token);  // another line of his, that looks on nowhere
  p.boris.disconnect();
  EXPECT_EQ(elsewhere.code(absent_text(p.table, 2, "bot")), "not_seated");
  EXPECT_EQ(elsewhere.code(absent_text(p.table, 1, "bot")), "not_seated");
  p.ada.ask(Person::of("resign", p.table, R"(,"seat":0)"));
  EXPECT_EQ(p.ada.code(absent_text(p.table, 2, "bot")), "not_seated");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(seat_of(zoe, p.table, i).contains("stand_in"));
}

TEST(Absence, is_nothing_that_a_bot_can_have) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string table =
      ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"},{"kind":"bot","bot":"level1"}])");
  ada.join(table);
  EXPECT_EQ(ada.code(absent_text(table, 1, "bot")), "not_started");
  boris.join(table);
  boris.ask(Person::of("sit", table, R"(,"seat":1)"));
  EXPECT_EQ(ada.ask(absent_text(table, 2, "bot"))["detail"], "automatic");
  boris.ask(Person::of("resign", table, R"(,"seat":1)"));
  boris.disconnect();
  node.advance(2 * kAbsentAfterMs);
  EXPECT_FALSE(ada.at(table).view.contains("absence"));
  EXPECT_EQ(ada.ask(absent_text(table, 1, "end"))["detail"], "automatic");
}

// --- a bot in the meantime ---

TEST(Absence, lets_a_bot_play_until_the_person_is_back) {
  Deserted p;
  p.play(3);
  p.boris_is_gone();
  const Json meta = p.bot_for_boris();
  EXPECT_EQ(meta["type"], "meta");
  EXPECT_EQ(meta["table"]["seats"][1]["stand_in"], true);
  EXPECT_EQ(meta["table"]["seats"][1]["connected"], false);
  EXPECT_FALSE(meta["table"].contains("absence"));
  EXPECT_EQ(p.bot_for_boris()["detail"], "automatic");
  const std::int64_t before = p.ada.at(p.table).seq;
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(p.moved_on(p.ada.at(p.table).seq));
  bool boris_moved = false;
  for (const Json& entry : p.ada.at(p.table).history)
    boris_moved |= entry["seq"] >= before && entry["action"].value("by", Json()) == 1;
  EXPECT_TRUE(boris_moved);
  p.boris_returns();
  for (Person* person : {&p.ada, &p.boris}) {
    EXPECT_FALSE(seat_of(*person, p.table, 1).contains("stand_in"));
    EXPECT_EQ(seat_of(*person, p.table, 1)["connected"], true);
  }
  p.play(20);  // both answer for themselves
  EXPECT_EQ(plain(p.boris.at(p.table).state), plain(truth(p.node, p.table)["state"]));
  EXPECT_EQ(p.boris.at(p.table).history, p.ada.at(p.table).history);
}

TEST(Absence, ends_before_the_bot_has_answered) {
  Deserted p;
  p.node.options.bot_pause_ms = 600;
  p.node.restart();
  for (Person* person : {&p.ada, &p.boris}) {
    person->connect();
    person->join(p.table);
  }
  while (&p.asked() != &p.ada) p.play(1);
  p.boris_is_gone();
  p.bot_for_boris();
  while (!p.ada.at(p.table).options.empty()) p.ada.play_one(p.table, p.rng);
  const std::int64_t seq = p.ada.at(p.table).seq;
  for (int i = 0; i < 50; ++i) p.node.loop.turn();  // the bot has its answer, and waits with it
  p.boris.connect();
  p.boris.join(p.table);
  ASSERT_TRUE(p.node.until([&] { return !seat_of(p.ada, p.table, 1).contains("stand_in"); }));
  p.node.advance(2000);
  for (int i = 0; i < 50; ++i) p.node.loop.turn();
  EXPECT_EQ(p.ada.at(p.table).seq, seq);
  EXPECT_TRUE(p.boris.play_one(p.table, p.rng));
}

TEST(Absence, outlives_a_restart_as_the_bot_does) {
  Deserted p;
  p.play(2);
  p.boris_is_gone();
  p.bot_for_boris();
  p.node.settle();
  p.node.restart();
  p.ada.connect();
  EXPECT_EQ(p.ada.join(p.table)["table"]["seats"][1]["stand_in"], true);
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(p.moved_on(p.ada.at(p.table).seq));
  p.boris_returns();
  EXPECT_FALSE(seat_of(p.ada, p.table, 1).contains("stand_in"));
  p.node.restart();
  p.ada.connect();
  p.boris.connect();
  EXPECT_FALSE(p.ada.join(p.table)["table"]["seats"][1].contains("stand_in"));
  p.boris.join(p.table);
  p.play(10);
}

TEST(Absence, counts_from_the_start_of_the_game) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string table = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"}])");
  boris.join(table);
  node.advance(10 * kAbsentAfterMs);  // Ada waits elsewhere
  boris.ask(Person::of("sit", table, R"(,"seat":1)"));
  EXPECT_EQ(boris.at(table).view["absence"]["seat"], 0);
  EXPECT_EQ(boris.code(absent_text(table, 0, "end")), "too_early");
}

TEST(Absence, begins_anew_with_a_restart) {
  Deserted p;
  p.boris_is_gone();
  p.node.restart();
  p.ada.connect();
  p.ada.join(p.table);
  EXPECT_EQ(p.bot_for_boris()["code"], "too_early");
  p.node.advance(kAbsentAfterMs);
  EXPECT_EQ(p.bot_for_boris()["type"], "meta");
}

TEST(Absence, lets_the_bot_win) {
  Deserted p;
  p.boris_is_gone();
  p.bot_for_boris();
  while (!p.ada.at(p.table).over()) ASSERT_TRUE(p.moved_on(p.ada.at(p.table).seq));
  const Json& state = p.ada.at(p.table).state;
  const int ada = state["players"][0]["score"].get<int>(),
            boris = state["players"][1]["score"].get<int>();
  EXPECT_GT(boris, ada) << "who plays at random loses to any bot";
  EXPECT_EQ(state["winners"].dump(), "[1]");
}

TEST(Absence, is_told_only_after_it_is_stored) {
  for (const auto fails : {FailingStore::Fails::before, FailingStore::Fails::after}) {
    Deserted p;
    p.boris_is_gone();
    for (const char* remedy : {"bot", "end"}) {
      const std::size_t metas = p.ada.count("meta");
      p.node.store.fails = fails;
      EXPECT_EQ(p.ada.code(absent_text(p.table, 1, remedy)), "storage");
      EXPECT_EQ(p.ada.count("meta"), metas);
      EXPECT_FALSE(seat_of(p.ada, p.table, 1).contains("stand_in"));
      p.node.store.fails = FailingStore::Fails::no;
      if (fails == FailingStore::Fails::after) break;  // what is there then, the next request tells
    }
    p.node.restart();
    p.ada.connect();
    const Json joined = p.ada.join(p.table)["table"];
    EXPECT_EQ(joined["status"], "playing");
    EXPECT_EQ(joined["seats"][1].contains("stand_in"), fails == FailingStore::Fails::after);
  }
}

TEST(Absence, takes_no_time_off_the_clock_while_a_bot_plays) {
  Deserted p(R"(,"clock":{"kind":"sudden","seconds":900})");
  p.play(2);
  p.boris_is_gone();
  p.bot_for_boris();
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(p.moved_on(p.ada.at(p.table).seq));
    p.node.advance(10'000);
  }
  p.boris_returns();
  const auto left = [&](Person& person) {
    return person.join(p.table)["clocks"]["left"][1].get<std::int64_t>();
  };
  // He was waited for a minute at most, and has not lost the minute in which the bot played.
  EXPECT_GT(left(p.boris), 900'000 - kAbsentAfterMs - 5'000);
  while (&p.asked() != &p.ada) p.play(1);
  const std::int64_t before = left(p.boris);
  p.node.settle();
  p.node.restart();
  p.ada.connect();
  EXPECT_EQ(left(p.ada), before);
}

TEST(Absence, of_one_for_whom_a_bot_plays_hinders_no_undo) {
  Deserted p;
  while (&p.asked() != &p.ada) p.play(1);
  const std::int64_t seq = p.ada.at(p.table).seq;
  p.ada.play_one(p.table, p.rng);
  p.boris_is_gone();
  const std::string undo = Person::of("undo", p.table, R"(,"seat":0,"seq":)" + std::to_string(seq));
  EXPECT_EQ(p.ada.code(undo), "undo_asked");
  EXPECT_EQ(p.bot_for_boris()["type"], "meta");
  EXPECT_TRUE(p.node.until([&] { return p.ada.count("undone") == 1; }));
}

// --- the end without a result ---

TEST(Absence, ends_the_game_when_all_others_agree) {
  Trio p;
  const Json before = truth(p.node, p.table);
  p.clara_is_gone();
  EXPECT_EQ(p.ada.ask(absent_text(p.table, 2, "end"))["table"]["absence"]["end"].dump(), "[0]");
  EXPECT_EQ(p.ada.ask(absent_text(p.table, 2, "end"))["table"]["absence"]["end"].dump(), "[0]");
  p.node.settle();
  EXPECT_EQ(p.boris.at(p.table).view["absence"]["end"].dump(), "[0]");
  EXPECT_EQ(p.boris.at(p.table).view["status"], "playing");
  const Json meta = p.boris.ask(absent_text(p.table, 2, "end"));
  EXPECT_EQ(meta["table"]["status"], "over");
  EXPECT_EQ(meta["table"]["ended"], "abandoned");
  EXPECT_EQ(meta["table"]["seed"].get<std::string>().size(), 64u);
  EXPECT_FALSE(meta["table"].contains("absence"));
  p.node.settle();
  EXPECT_TRUE(p.ada.at(p.table).over());
  for (Person* person : {&p.ada, &p.boris})
    for (const Json& option : person->at(p.table).options)
      EXPECT_EQ(person->code(person->act_text(p.table, option)), "over");
  EXPECT_EQ(p.ada.code(absent_text(p.table, 2, "bot")), "over");
  EXPECT_EQ(p.ada.code(Person::of("resign", p.table, R"(,"seat":0)")), "over");
  p.node.restart();
  EXPECT_EQ(truth(p.node, p.table), before);  // its record stays as far as it was played
  p.clara.connect();
  const Json joined = p.clara.join(p.table);
  EXPECT_EQ(joined["table"]["ended"], "abandoned");
  EXPECT_FALSE(joined["state"].contains("winners"));
  EXPECT_TRUE(joined["options"].empty());
}

TEST(Absence, needs_the_consent_of_who_is_away_for_a_moment_only) {
  Trio p;
  p.clara_is_gone();
  p.boris.disconnect();
  const Json meta = p.ada.ask(absent_text(p.table, 2, "end"));
  EXPECT_EQ(meta["table"]["status"], "playing");
  p.node.advance(kAbsentAfterMs);
  EXPECT_EQ(p.ada.ask(absent_text(p.table, 2, "end"))["table"]["status"], "over");
}

TEST(Absence, that_ends_ends_the_wish_to_end_the_game) {
  Trio p;
  p.clara_is_gone();
  p.ada.ask(absent_text(p.table, 2, "end"));
  p.clara.connect();
  p.clara.join(p.table);
  p.node.advance(300);
  EXPECT_FALSE(p.ada.at(p.table).view.contains("absence"));
  p.clara_is_gone();
  EXPECT_TRUE(p.ada.at(p.table).view["absence"]["end"].empty());
  EXPECT_EQ(p.boris.ask(absent_text(p.table, 2, "end"))["table"]["status"], "playing");
}

TEST(Absence, of_two_is_shown_one_after_the_other) {
  Trio p;
  p.clara.disconnect();
  p.node.advance(10'000);
  p.boris.disconnect();
  p.node.advance(kAbsentAfterMs + 300);
  EXPECT_EQ(p.ada.at(p.table).view["absence"]["seat"], 2);
  EXPECT_EQ(p.ada.ask(absent_text(p.table, 2, "bot"))["table"]["absence"]["seat"], 1);
  EXPECT_FALSE(p.ada.ask(absent_text(p.table, 1, "bot"))["table"].contains("absence"));
}

TEST(Absence, leaves_an_open_seat_for_the_next_game) {
  Deserted p;
  p.boris_is_gone();
  EXPECT_EQ(p.ada.ask(absent_text(p.table, 1, "end"))["table"]["status"], "over");
  const std::string next = p.ada.ask(Person::of("rematch", p.table))["new"];
  const Json view = p.ada.join(next)["table"];
  EXPECT_EQ(view["status"], "waiting");
  EXPECT_EQ(view["seats"][0]["kind"], "open");
  EXPECT_EQ(view["seats"][1]["name"], "Ada");
}

}  // namespace
}  // namespace bastide::server::hub_play
