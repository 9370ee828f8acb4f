// Answers of people and bots, and their time. An answer is worked out on a copy of the position,
// stored with all draws that follow it, and only then taken over and told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

class TableActor;

class Playing {
 public:
  explicit Playing(TableActor& table) : t(table) {}

  Task<Answer> act(const Asker& asker, const ClientMessage& message);
  Task<Answer> resign(const Asker& asker, const ClientMessage& message);

  // Whoever is to answer now is asked, and their clock watched.
  void go_on();
  // The answer of a bot or a program to this position; dropped if it comes too late.
  Task<void> bot_answered(std::uint64_t epoch, Action action);
  void expect_answer();      // a program has answered; nobody else is asked
  bool is_answered() const;  // and that is about to be stored
  void ask_anew() { bot_epoch_ = 0; }

  // A seat is played on by a bot, for good. Time that is up stays up, and a forfeit a forfeit, when
  // the store fails: without an asker it is tried again.
  Task<Answer> give_to_bot(std::size_t seat, bool TableSeat::* mark, std::optional<Asker> asker);

 private:
  Task<bool> play(Action action, std::optional<Asker> asker);
  void ask_bot();
  std::int64_t grace() const;
  bool is_time_up() const;
  void watch_clock();
  Task<void> clock_rang(std::int64_t due);
  Task<void> give_to_bot_again(std::size_t seat, bool TableSeat::* mark);

  TableActor& t;
  std::uint64_t bot_epoch_ = 0;  // of the position that a bot was asked about
  std::int64_t timer_due_ = 0;   // of the earliest clock timer that waits, or 0
};

}  // namespace bastide::server
