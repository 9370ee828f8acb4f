// Games in a store, made without a server: each as a hub would have stored it.
#pragma once

#include "engine/core/rng.h"
#include "server/table/table.h"
#include "tests/setups.h"
#include "tests/store_play.h"

namespace bastide::server::store_games {

inline constexpr std::int64_t kThen = 1'700'000'000'000;

inline TableSeat person(const std::string& guest, int colour) {
  TableSeat seat;
  seat.kind = TableSeat::Kind::person;
  seat.guest = guest;
  seat.name = "Guest " + guest;
  seat.colour = colour;
  return seat;
}

inline Table waiting_table(const std::string& id, unsigned char seed) {
  Table table;
  table.id = id;
  table.created_ms = kThen;
  table.secret = bytes_of(seed);
  table.config.setup = setup_of({"base"}, 0);
  table.config.setup.rules = kRulesVersion;
  table.meta.host = "ada";
  table.meta.seats = {person("ada", 0), person("boris", 1)};
  return table;
}

// At most so many answers, chosen by chance.
inline std::vector<ActionRow> play(Table& table, std::size_t answers) {
  table.game = std::get<Game>(table.new_game(table.meta.seats));
  table.meta.status = Status::playing;
  std::int64_t at = kThen;
  std::vector<ActionRow> log;
  const auto take = [&](Proposal next) {
    for (ActionRow& row : table.rows(next, ++at)) log.push_back(std::move(row));
    table.accept(std::move(next), at);
  };
  take(table.game->propose(std::nullopt, 0));
  Rng chance(table.secret[0]);
  for (std::size_t i = 0; i < answers && !is_over(table.game->state()); ++i)
    take(table.game->propose(sample_legal(table.game->rules(), table.game->state(),
                                          static_cast<std::uint32_t>(chance.next() >> 32)),
                             0));
  if (is_over(table.game->state())) {
    table.meta.status = Status::over;
    table.meta.result = result_of(table.game->rules(), table.game->state(), 0);
  }
  return log;
}

inline void put_game(Store& store, const std::string& id, unsigned char seed, std::size_t answers) {
  Table table = waiting_table(id, seed);
  NewTable fresh{table_row(table), people_of(table.meta), {"ada", "", seed % 2 == 0, false}, {}};
  EXPECT_TRUE(put(store, fresh).ok());
  if (answers == 0) return;
  TableChange change = moves(id, 0, play(table, answers), kThen + 5000);
  change.update = table_update(table.meta);
  change.due_ms = is_live(stage_of(table.meta)) ? kThen + 99'000 : kNever;
  EXPECT_TRUE(server::change(store, change).ok());
}

// Two guests and a program, one table that waits, some that are played at, one game that is over.
inline void put_site(Store& store, int games = 6) {
  EXPECT_TRUE(put(store, guest_row("ada", 1, "Ada", kThen)).ok());
  EXPECT_TRUE(put(store, guest_row("boris", 40, "Борис ✓", kThen + 1)).ok());
  GuestRow bot = guest_row("robot", 90, "Robot", kThen + 2);
  bot.bot = true;
  bot.address = "counted here";
  EXPECT_TRUE(put(store, bot).ok());
  put_game(store, "a-waiting", 3, 0);
  put_game(store, "b_over", 4, 10'000);
  for (int i = 2; i < games; ++i)
    put_game(store, "game" + std::to_string(100 + i), static_cast<unsigned char>(i + 5),
             static_cast<std::size_t>(7 * i));
}

}  // namespace bastide::server::store_games
