#include "protocol/external_bot.h"

#include <optional>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "protocol/child.h"
#include "protocol/messages.h"

namespace bastide {

namespace {

using std::chrono::milliseconds;

class ExternalBot final : public Bot {
 public:
  explicit ExternalBot(const ExternalOptions& options) : options_(options) {}
  ~ExternalBot() override {
    if (child_) child_->say(bot_bye(), Child::Clock::now() + milliseconds(100));
  }

  void begin(const Setup& setup, const Rules&, Seat seat) override {
    forfeit_.clear();
    if (!child_) greet();
    tell(bot_setup(setup, seat));
  }

  void observe(const Rules& rules, const GameState& before, const Action& action) override {
    tell(bot_action(line_of(action_to_json(rules, before, action))));
  }

  Action choose(const Rules& rules, const GameState& state, Rng&) override {
    forget_stale();
    tell(bot_think(rules, state, think_));
    interview_.ask();
    while (child_) {
      const auto outcome = answer(rules, state);
      if (outcome.verdict == Interview::Verdict::taken) return outcome.action;
      if (outcome.verdict == Interview::Verdict::forfeit) lose(outcome.why);
      if (outcome.verdict == Interview::Verdict::refused) tell(bot_error(outcome.why));
    }
    lose({});
    return nth_legal(rules, state, 0);
  }

  void allow(milliseconds time) override { think_ = time; }
  std::string_view name() const override { return name_; }
  std::string_view forfeit() const override { return forfeit_; }

 private:
  void lose(const std::string& why) {
    if (forfeit_.empty()) forfeit_ = why.empty() ? "does not answer" : why;
    child_.reset();  // the next game begins afresh
    interview_ = {};
  }

  void greet() {
    child_ = std::make_unique<Child>(options_.command);
    think_ = options_.think;
    const auto until = Child::Clock::now() + options_.greeting;
    if (!child_->say(bot_hello(), until)) return lose("the program does not start");
    std::string wrong;
    if (hear_hello(until, wrong)) return;
    if (child_ && wrong != Interview::kLate) {
      tell(bot_error(wrong));
      if (hear_hello(until, wrong)) return;
    }
    forfeit_.clear();
    lose("no hello: " + wrong);
  }

  bool hear_hello(Child::Clock::time_point until, std::string& wrong) {
    while (child_) {
      const auto reply = hear(until, wrong);
      if (!reply) return false;
      if (reply->kind == BotMessage::Kind::hello) {
        if (!reply->name.empty()) name_ = reply->name;
        return true;
      }
      if (!reply->is_object) {
        wrong = reply->wrong;
        return false;
      }
      if (Child::Clock::now() > until) {
        wrong = Interview::kLate;
        return false;
      }
    }
    return false;
  }

  // What was said before a question is no answer to it. One that never stops talking is left to
  // the time limit.
  void forget_stale() {
    std::string line;
    for (std::size_t bytes = 0; child_ && bytes < 4 * Child::kMaxLine && child_->hear_now(line);
         bytes += line.size() + 1)
      interview_.overhear(read_bot_message(line));
  }

  void tell(const std::string& what) {
    if (!child_ || !forfeit_.empty()) return;
    if (!child_->say(what, Child::Clock::now() + options_.greeting))
      lose("the program has ended or does not read");
  }

  // The next message; nothing, and why, if there is none in time.
  std::optional<BotMessage> hear(Child::Clock::time_point until, std::string& wrong) {
    std::string line;
    switch (child_->hear(line, until)) {
      case Child::Heard::line:
        return read_bot_message(line);
      case Child::Heard::late:
        wrong = Interview::kLate;
        return std::nullopt;
      case Child::Heard::too_long:
        wrong = "a line of more than a megabyte";
        break;
      case Child::Heard::gone:
        wrong = "the program has ended";
        break;
    }
    lose(wrong);
    return std::nullopt;
  }

  // What the program makes of the question in its time. Messages that are no answer gain none.
  Interview::Outcome answer(const Rules& rules, const GameState& state) {
    const auto until = Child::Clock::now() + think_ + options_.grace;
    std::string wrong;
    while (child_) {
      const auto reply = hear(until, wrong);
      if (!reply && child_) return interview_.late();
      if (!reply) break;
      auto outcome = interview_.hear(rules, state, *reply);
      if (outcome.verdict != Interview::Verdict::nothing) return outcome;
      if (Child::Clock::now() > until) return interview_.late();
    }
    return {};
  }

  const ExternalOptions options_;
  std::unique_ptr<Child> child_;
  milliseconds think_{1000};
  Interview interview_;
  std::string name_ = "external";
  std::string forfeit_;
};

}  // namespace

std::unique_ptr<Bot> make_external_bot(const ExternalOptions& options) {
  return std::make_unique<ExternalBot>(options);
}

}  // namespace bastide
