// Programs that play by the bot protocol, at one table: their lines, their seats, what they are
// told and asked, and what becomes of their answers. Everything they are told has been stored.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/messages.h"
#include "server/async/task.h"
#include "server/hub/allowance.h"
#include "server/hub/denial.h"
#include "server/hub/program_line.h"

namespace bastide::server {

class TableActor;

// The line of a program, as the table has it.
struct SeatedLine {
  std::shared_ptr<ProgramLine> line;  // none: away
  Guest account;
  Allowance messages = ProgramLine::allowance();
  int too_fast = 0;          // since its last answer
  bool passed_over = false;  // the last message was, and it has been told
};

class ProgramSeats {
 public:
  explicit ProgramSeats(TableActor& table) : t(table) {}

  bool has_line(std::string_view account) const;
  bool has_lines() const;
  bool is_somewhere(std::string_view account) const;               // with a line to any node
  std::map<std::string, std::int64_t, std::less<>> lines() const;  // and since when

  // Coming and going
  Task<void> arrive(SeatedLine line);
  Task<void> lost(ConnectionId line);
  Task<void> hear(ConnectionId line, BotMessage message);
  void expect_all();  // after a restart
  // Another node has got a line, or lost one.
  void look_elsewhere();
  // Programs whose seats are no longer theirs: the host, the clock or they themselves have seen to
  // that.
  void dismiss_unseated();
  // After a game programs stay as long as somebody who played is there to ask for a rematch.
  void end_lines();
  // Lines go over to the rematch. One that was lost in between is waited for there.
  std::vector<SeatedLine> give_lines();
  Task<void> take_lines(std::vector<SeatedLine> lines);

  // At play
  void tell_all_from_start();  // the game began, or went back: what was asked does not stand
  void tell_all(std::int64_t first);
  void ask();  // the one whose turn it is

 private:
  // A program that sits here, whether its line is there or not.
  struct Seated {
    SeatedLine line;
    std::int64_t came_ms = 0;  // when the line did
    std::int64_t away_ms = 0;  // since when
    bool elsewhere = false;    // another node has its line
    Interview interview;
    std::uint64_t epoch = 0;   // of the position that it was asked about last
    std::int64_t ms = 0;       // for an answer to that
    std::int64_t due_ms = 0;   // when the answer is late
    std::int64_t last_ms = 0;  // when nobody waits any longer, however often the line is lost
    std::string forfeit;       // why the seat is given up
    bool is_here() const { return line.line != nullptr; }
  };

  Task<Answer> sit(const SeatedLine& line);
  void attach(SeatedLine line);
  void detach(const std::string& account);
  void dismiss(const std::string& account, std::string_view reason);  // for good, with an error
  void farewell(const std::string& account, std::string_view reason);
  void pass_over(Seated& program);
  void expect_return(const std::string& account);
  Task<void> stand_if_gone(std::string account, std::int64_t away_ms);

  void say(const Seated& program, std::string text) const;
  void tell_from_start(const std::string& account);
  void put_question(Seated& program);
  void set_time(const std::string& account);
  Task<void> rang(std::string account, std::int64_t due);
  Task<void> judge(std::string account, Interview::Outcome outcome);
  Task<void> forfeit(std::string account);
  std::int64_t time_for_answer() const;
  std::map<std::string, Seated, std::less<>>::iterator seated_by(ConnectionId line);

  TableActor& t;
  std::map<std::string, Seated, std::less<>> programs_;  // by account
};

}  // namespace bastide::server
