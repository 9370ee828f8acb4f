// Bots' questions: who is thought about next, and what is not thought about any more.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "bots/dealer.h"
#include "server/hub/bot_pool.h"
#include "tests/setups.h"

namespace bastide::server {
namespace {

const bastide::Setup& base_setup() {
  static const bastide::Setup setup = setup_of({"base"}, 2);
  return setup;
}

// A question at the first tile of a base game.
BotJob job(std::string table, std::string asker) {
  static const RulesPtr rules = rules_of(base_setup());
  GameState state = initial_state(*rules);
  while (is_chance(state)) apply(*rules, state, sample_chance(*rules, state, 0));
  return BotJob{.table = std::move(table),
                .asker = std::move(asker),
                .rules = rules,
                .setup = base_setup(),
                .state = state,
                .bot = "level8",
                .seed = 0,
                .time = std::chrono::minutes(10),
                .done = {}};
}

std::string all(BotLine& line) {
  std::string tables;
  while (const auto next = line.take()) tables += next->table + " ";
  return tables;
}

TEST(BotLine, LetsAskersTakeTurnsHoweverMuchOneAsks) {
  BotLine line;
  for (int i = 0; i < 132; ++i) line.add(job("a" + std::to_string(i), "ada"));
  line.add(job("b", "boris"));
  EXPECT_EQ(line.size(), 133u);
  EXPECT_EQ(line.take()->table, "a0");
  EXPECT_EQ(line.take()->table, "b");
  EXPECT_EQ(line.take()->table, "a1");
  EXPECT_EQ(line.size(), 130u);
}

TEST(BotLine, KeepsTheNewestQuestionOfATable) {
  BotLine line;
  line.add(job("a", "ada"));
  line.add(job("b", "ada"));
  BotJob newer = job("a", "ada");
  newer.seed = 7;
  line.add(newer);
  EXPECT_EQ(line.take()->table, "b");
  EXPECT_EQ(line.take()->seed, 7u);
  EXPECT_FALSE(line.take());
}

TEST(BotLine, ForgetsWhatIsDropped) {
  BotLine line;
  for (const char* table : {"a", "b", "c"}) line.add(job(table, "ada"));
  line.add(job("d", "boris"));
  line.drop("b");
  line.drop("d");
  line.drop("nowhere");
  EXPECT_EQ(all(line), "a c ");
  line.add(job("d", "boris"));
  line.clear();
  EXPECT_EQ(line.size(), 0u);
  EXPECT_EQ(all(line), "");
}

// One thread, and a question that would be thought about for ten minutes.
TEST(BotPool, AnswersAtOnceWhatNobodyNeedsAnyMore) {
  BotPool pool(1);
  std::promise<Action> answered;
  BotJob slow = job("slow", "ada");
  const RulesPtr rules = slow.rules;
  const GameState state = slow.state;
  slow.done = [&](const Action& action, std::chrono::microseconds) { answered.set_value(action); };
  pool.ask(std::move(slow));
  while (pool.waiting() > 0) std::this_thread::yield();  // it is being thought about
  pool.drop("slow");
  auto answer = answered.get_future();
  ASSERT_EQ(answer.wait_for(std::chrono::seconds(30)), std::future_status::ready);
  EXPECT_TRUE(is_legal(*rules, state, answer.get()));
}

// Whichever thread is asked: a bot goes on where it was, also when tables and seats alternate.
TEST(BotPool, AnswersTwoTablesInTurns) {
  BotPool pool(2);
  const BotJob first = job("a", "ada");
  GameState states[] = {first.state, first.state};
  Rng rng(4);
  for (int question = 0; question < 40; ++question) {
    GameState& state = states[question % 2];
    while (actor(state) == kDealer)
      apply_assume_legal(*first.rules, state, deal(*first.rules, state, rng));
    std::promise<Action> answered;
    BotJob one = job(question % 2 == 0 ? "a" : "b", "ada");
    one.rules = first.rules;
    one.state = state;
    one.bot = "mcts:nodes=40:memory=4";
    one.done = [&](const Action& action, std::chrono::microseconds) { answered.set_value(action); };
    pool.ask(std::move(one));
    const Action action = answered.get_future().get();
    ASSERT_TRUE(is_legal(*first.rules, state, action));
    apply_assume_legal(*first.rules, state, action);
  }
  EXPECT_GT(states[0].core->turn, 5);
}

}  // namespace
}  // namespace bastide::server
