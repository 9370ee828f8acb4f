// What is said in the bot protocol (docs/bots.md): the same words to a program on this machine and
// to one at the other end of a WebSocket. Texts without the end of the line.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/notation/json_action.h"

namespace bastide {

// Of the table, in milliseconds.
struct BotClock {
  std::int64_t mine = 0;
  std::vector<std::int64_t> theirs;  // the other seats in their order
};

// To the bot
std::string bot_hello();
std::string bot_setup(const Setup& setup, Seat seat);
std::string bot_action(std::string_view action);  // one line of JSON
std::string bot_think(const Rules& rules, const GameState& state, std::chrono::milliseconds time,
                      const std::optional<BotClock>& clock = {});
std::string bot_error(std::string_view reason);
// What it says beside its answers is passed over for a while. No `error`: nothing is to be
// answered.
std::string bot_too_fast(std::string_view reason);
std::string bot_bye();

// A question as it was put by a server, with no more time than this.
std::string bot_think_within(std::string_view think, std::chrono::milliseconds most);

// From the bot. Members that are not known are passed over.
struct BotMessage {
  enum class Kind : std::uint8_t { hello, info, answer };
  Kind kind = Kind::answer;          // whatever is no greeting and no talk is meant as an answer
  std::string name, version, token;  // of a hello; a token only on servers
  NamedAction action;                // of an answer
  std::string wrong;                 // why an answer is malformed, or empty
  bool is_object = true;             // false: not even a message
};
BotMessage read_bot_message(std::string_view line);
// The hello of a program, with the token that a server wants.
std::string bot_login(const BotMessage& hello, std::string_view token);
std::string error_reason(std::string_view error);  // of an error that was sent to the bot

// The action that an answer stands for, or why it is none.
std::variant<Action, std::string> judge_answer(const Rules& rules, const GameState& state,
                                               const BotMessage& answer);

// One question after another to one bot, and what becomes of its answers: a wrong or late one is
// refused once, the second time the bot forfeits.
class Interview {
 public:
  static constexpr std::string_view kLate = "no answer in time";

  enum class Verdict : std::uint8_t {
    nothing,  // no answer: the question stands
    taken,    // the answer is in `action`
    refused,  // tell the bot `why`, and give it its time again
    forfeit   // for `why`
  };
  struct Outcome {
    Verdict verdict = Verdict::nothing;
    Action action{};
    std::string why;
  };

  void ask() { open_ = true, first_.clear(); }
  bool open() const { return open_; }
  // An answer may come: to this question, or to one that is settled.
  bool expects() const { return open_ || stale_ > 0; }
  // The question does not stand any longer; its answer may be on its way.
  void withdraw() { stale_ += open_ ? 1 : 0, open_ = false; }
  // Another conversation with the same bot: nothing is on its way.
  void reconnect() { stale_ = 0; }

  Outcome hear(const Rules& rules, const GameState& state, const BotMessage& message);
  // What is said while nothing is asked.
  void overhear(const BotMessage& message);
  Outcome late() { return wrong(std::string(kLate)); }

 private:
  Outcome wrong(std::string why);

  bool open_ = false;
  std::string first_;  // why the first answer was refused
  // Answers that may still come to a question that is settled: a program that was late answers the
  // error as well, and the first of the two has counted.
  std::size_t stale_ = 0;
};

}  // namespace bastide
