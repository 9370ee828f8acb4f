// A table without a hub, played at random.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/rng.h"
#include "server/table/table.h"
#include "tests/setups.h"
#include "tests/text_games.h"

namespace bastide::server {

class TextTable {
 public:
  explicit TextTable(const Setup& setup, Assist assist = Assist::standard, int seats = 3)
      : rng_(11) {
    table.id = "abc";
    table.config.setup = setup;
    table.config.assist = assist;
    table.meta.status = Status::playing;
    for (int i = 0; i < seats; ++i) {
      TableSeat seat;
      seat.kind = TableSeat::Kind::person;
      seat.guest = "guest" + std::to_string(i);
      seat.name = "player " + std::to_string(i);
      table.meta.seats.push_back(seat);
    }
    auto game = table.new_game(table.meta.seats);
    if (auto* error = std::get_if<SetupError>(&game)) {
      ADD_FAILURE() << error->reason;
      return;
    }
    table.game.emplace(std::get<Game>(std::move(game)));
    table.accept(table.game->propose(std::nullopt, 0), 0);
  }

  const Game& game() const { return *table.game; }
  bool over() const { return is_over(game().state()); }
  // An answer, and the draws after it. Gives the position before.
  GameState move() {
    GameState before = game().state();
    const Action action = random_action(game().rules(), before, rng_);
    table.accept(game().propose(action, table.cannot_win()), 0);
    return before;
  }

  Table table;

 private:
  Rng rng_;
};

}  // namespace bastide::server
