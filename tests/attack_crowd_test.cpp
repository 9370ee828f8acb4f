// Crowds: many who look at one table, many questions to bots, many who want records.
#include <iostream>
#include <set>

#include "tests/attack_play.h"

namespace bastide::server::attack_play {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// A game of one person for both seats, some way on, and people who look at it. They are of many
// addresses, and each is a guest of the store's or not: who only looks is not asked.
struct Theatre {
  House house{quick()};
  Visit ada = new_visit(house, "Ada");
  std::string table = ada.create(kMeAndMe);
  Rng rng{11};
  std::vector<std::unique_ptr<Visit>> spectators;

  explicit Theatre(int actions) {
    ada.join(table);
    for (int i = 0; i < actions; ++i) ada.play(table, rng);
    house.loop.advance(1000);
    house.settle();
  }
  void come(int many) {
    for (int i = 0; i < many; ++i) {
      const std::string number = std::to_string(spectators.size());
      spectators.push_back(std::make_unique<Visit>(house, Guest{"guest" + number, "N" + number},
                                                   "192.0.2." + number));
      spectators.back()->say(Visit::of("join", table));
    }
    house.settle();
  }
  // After what is told at most every 250 ms
  void calm() {
    house.loop.advance(1000);
    house.settle();
  }
  void forget_texts() {
    ada.line->got.clear();
    for (const auto& one : spectators) one->line->got.clear();
  }
  // All spectators were told this, by one and the same text.
  void expect_one_text(const std::string& type) {
    const Text first = spectators.front()->line->got.back();
    EXPECT_TRUE(first->joined().starts_with(R"({"type":")" + type + "\"")) << type;
    for (const auto& one : spectators) {
      ASSERT_EQ(one->line->got.size(), 1u);
      ASSERT_EQ(one->line->got.front(), first) << "the same text, not an equal one";
    }
  }
  std::int64_t undo_seq = 0;
  std::string undo_of(int seat) const {
    return Visit::of("undo", table,
                     ",\"seat\":" + std::to_string(seat) + ",\"seq\":" + std::to_string(undo_seq));
  }
};

// Bytes of a text whose pieces nobody has seen before.
std::size_t new_bytes(const Text& text, std::set<PiecePtr>& known) {
  std::size_t bytes = 0;
  for (const PiecePtr& piece : text->pieces)
    if (known.insert(piece).second) bytes += piece->size();
  return bytes;
}

// It was 952 ms of the loop, with the whole text written for each.
TEST(AttackCrowd, AnUndoBeforeAHundredAndFiftySpectatorsIsWrittenOnce) {
  Theatre theatre(50);
  theatre.come(150);
  theatre.calm();
  theatre.undo_seq = theatre.ada.at(theatre.table).seq;
  const Json played = theatre.ada.play(theatre.table, theatre.rng);
  ASSERT_EQ(played.value("type", ""), "update");
  theatre.calm();
  theatre.forget_texts();
  const auto begin = Clock::now();
  Json undone = theatre.ada.ask(theatre.undo_of(0));
  if (undone.value("code", "") == "stale") {
    theatre.ada.line->got.clear();
    undone = theatre.ada.ask(theatre.undo_of(1));
  }
  std::cout << "an undo before 150: " << ms_since(begin) << " ms with the store\n";
  ASSERT_EQ(undone.value("type", ""), "undone") << undone.dump();
  theatre.house.settle();
  theatre.expect_one_text("undone");
  // The player's own text is made of the same pieces, but for a few words.
  std::set<PiecePtr> known;
  const std::size_t whole = new_bytes(theatre.spectators[0]->line->got.back(), known);
  const Text own = theatre.ada.line->got.back();
  ASSERT_TRUE(own->joined().starts_with(R"({"type":"undone")"));
  EXPECT_GT(whole, 5'000u);
  EXPECT_LT(new_bytes(own, known), own->size / 2);
}

// It was 79 ms an update, and grew with the square.
TEST(AttackCrowd, FifteenHundredSpectatorsCostTheirNumber) {
  Theatre theatre(60);
  theatre.come(1);
  theatre.calm();
  std::set<PiecePtr> known;
  new_bytes(theatre.spectators[0]->line->got.at(1), known);  // after the welcome
  auto begin = Clock::now();
  theatre.come(1499);
  std::cout << "1499 joins: " << ms_since(begin) << " ms\n";
  // What the last one gets is new to the server in a few words only.
  std::size_t first = 0, last = 0;
  for (std::size_t i : {1u, 1499u}) {
    const Text text = theatre.spectators[i]->line->got.at(1);
    ASSERT_TRUE(text->joined().starts_with(R"({"type":"table")"));
    (i == 1 ? first : last) = new_bytes(text, known);
    EXPECT_LT(i == 1 ? first : last, text->size / 5);
  }
  EXPECT_NEAR(static_cast<double>(first), static_cast<double>(last), 20);
  // All who came were told of together.
  theatre.calm();
  for (const auto& one : theatre.spectators) ASSERT_LE(one->count("meta"), 3u);
  const Json seen = theatre.spectators.front()->line->last();
  EXPECT_EQ(seen["table"]["spectators"], 1500);
  EXPECT_EQ(theatre.spectators.front()->line->got.back(),
            theatre.spectators.back()->line->got.back());

  theatre.forget_texts();
  theatre.ada.connect();
  theatre.ada.join(theatre.table);
  theatre.calm();
  theatre.forget_texts();
  theatre.ada.connect();  // its line was cleared: the position is asked for anew
  theatre.ada.join(theatre.table);
  theatre.calm();
  for (const auto& one : theatre.spectators) one->line->got.clear();
  begin = Clock::now();
  const Json played = theatre.ada.play(theatre.table, theatre.rng);
  std::cout << "an update before 1500: " << ms_since(begin) << " ms with the store\n";
  ASSERT_EQ(played.value("type", ""), "update");
  theatre.house.settle();
  theatre.expect_one_text("update");
  // All of them leave; nobody is told 1,500 times.
  theatre.forget_texts();
  while (theatre.spectators.size() > 1) {
    theatre.spectators.back()->leave();
    theatre.spectators.pop_back();
  }
  theatre.calm();
  EXPECT_LE(theatre.spectators.front()->line->got.size(), 2u);
}

// --- bots ---

// Another player waited for half a minute, while 132 questions of somebody else were thought about.
TEST(AttackCrowd, AHundredAndThirtyTwoQuestionsDoNotMakeOthersWait) {
  HubOptions options = quick();
  options.bot_threads = 1;
  options.bot_ms = 150;  // 132 of them are twenty seconds
  options.max_tables_per_guest = options.max_bot_tables_per_guest = 200;
  options.max_bot_tables_per_address = 200;
  House house(options);
  const Guest mallory = new_guest(house, "Mallory", "198.51.100.7");
  const std::string slow = R"([{"kind":"bot","bot":"level8"},{"kind":"bot","bot":"level8"}])";
  for (int i = 0; i < 132; i += 4) {
    Visit visit(house, mallory, "198.51.100.7");
    for (int k = 0; k < 4; ++k) visit.say(Visit::create_text(slow));
    ASSERT_TRUE(house.until([&] { return visit.count("created") == 4; }));
  }
  ASSERT_TRUE(house.until([&] { return house.figure("bot_questions_waiting") >= 130; }));
  Visit boris = new_visit(house, "Boris", "203.0.113.9");
  const std::string table = boris.create(R"([{"kind":"bot","bot":"level1"},{"kind":"me"}])");
  boris.join(table);
  const std::int64_t before = house.figure("bot_moves_total");
  const auto begin = Clock::now();
  int answered = 0;
  Rng rng(3);
  for (int i = 0; i < 3; ++i) {  // the bot is asked again after each answer of his
    ASSERT_TRUE(house.until([&] { return !boris.at(table).options.empty(); }));
    boris.play(table, rng);
    ++answered;
  }
  const std::int64_t others = house.figure("bot_moves_total") - before;
  std::cout << answered << " rounds with a bot in " << ms_since(begin) << " ms, " << others
            << " answers of bots in all\n";
  // Between two of Boris's questions at most one of Mallory's, and the one under way. A turn of a
  // bot is two or three questions.
  EXPECT_LE(others, 3 * 3 * 2 + 2);
  EXPECT_GE(house.figure("bot_questions_waiting"), 120);
}

// --- records ---

TEST(AttackCrowd, ThreeThousandRecordsAreReadWithoutBeingKept) {
  House house(quick());
  Visit ada = new_visit(house, "Ada");
  std::vector<std::string> tables;
  Rng rng(2);
  for (int i = 0; i < 30; ++i) {
    tables.push_back(ada.create(kMeAndMe));
    ada.join(tables.back());
    for (int k = 0; k < 10; ++k) ada.play(tables.back(), rng);
    ada.ask(Visit::of("features", tables.back()));
    ada.leave();
    ada.connect();
  }
  ada.forget();
  house.restart();
  std::size_t bytes = 0;
  int answers = 0;
  for (int i = 0; i < 3000; ++i)
    house.hub->record_json(house.from("198.51.100.7"), tables[static_cast<std::size_t>(i) % 30],
                           [&](const Stored<std::optional<std::string>>& told) {
                             const auto* record = std::get_if<std::optional<std::string>>(&told);
                             ++answers;
                             bytes += record && *record ? (*record)->size() : 0;
                           });
  ASSERT_TRUE(house.until([&] { return answers == 3000; }));
  EXPECT_GT(bytes, 3'000'000u);
  EXPECT_EQ(house.in_memory(), 0);
  EXPECT_EQ(house.figure("tables_loaded_total"), 0);
}

}  // namespace
}  // namespace bastide::server::attack_play
