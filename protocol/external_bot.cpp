#include "protocol/external_bot.h"

#include <optional>
#include <nlohmann/json.hpp>

#include "engine/notation/json_setup.h"
#include "engine/notation/parse.h"
#include "engine/notation/json_action.h"
#include "protocol/child.h"

namespace bastide {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kLate = "no answer in time";

Json message(std::string_view type) {
  Json out = Json::object();
  out["type"] = std::string(type);
  return out;
}

std::string text_member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get_ref<const std::string&>()
                                                     : std::string();
}

class ExternalBot final : public Bot {
 public:
  explicit ExternalBot(const ExternalOptions& options) : options_(options) {}
  ~ExternalBot() override {
    if (child_) child_->say(line_of(message("bye")), Child::Clock::now() + milliseconds(100));
  }

  void begin(const Setup& setup, const Rules&, Seat seat) override {
    forfeit_.clear();
    if (!child_) greet();
    Json out = message("setup");
    out["setup"] = setup_to_json(setup);
    out["seat"] = seat;
    tell(out);
  }

  void observe(const Rules& rules, const GameState& before, const Action& action) override {
    Json out = message("action");
    out["action"] = action_to_json(rules, before, action);
    tell(out);
  }

  Action choose(const Rules& rules, const GameState& state, Rng&) override {
    Json out = message("think");
    out["decision"] = decision_to_json(state);
    out["legal"] = legal_to_json(rules, state);
    out["ms"] = think_.count();
    forget_stale();
    tell(out);
    std::string wrong;
    if (const auto action = answer(rules, state, wrong)) return *action;
    const std::string first = wrong;
    if (child_) {
      refuse(first);
      if (const auto action = answer(rules, state, wrong)) {
        if (first == kLate) ++stale_;
        return *action;
      }
      if (wrong != first) wrong += " (and before: " + first + ")";
    }
    lose(wrong);
    return nth_legal(rules, state, 0);
  }

  void allow(milliseconds time) override { think_ = time; }
  std::string_view name() const override { return name_; }
  std::string_view forfeit() const override { return forfeit_; }

 private:
  void lose(const std::string& why) {
    if (forfeit_.empty()) forfeit_ = why.empty() ? "does not answer" : why;
    child_.reset();  // the next game begins afresh
    stale_ = 0;
  }

  void refuse(const std::string& why) {
    Json error = message("error");
    error["reason"] = why;
    tell(error);
  }

  void greet() {
    child_ = std::make_unique<Child>(options_.command);
    think_ = options_.think;
    const auto until = Child::Clock::now() + options_.greeting;
    Json hello = message("hello");
    hello["protocol"] = 1;
    if (!child_->say(line_of(hello), until)) return lose("the program does not start");
    std::string wrong;
    if (hear_hello(until, wrong)) return;
    if (child_ && wrong != kLate) {
      refuse(wrong);
      if (hear_hello(until, wrong)) return;
    }
    forfeit_.clear();
    lose("no hello: " + wrong);
  }

  bool hear_hello(Child::Clock::time_point until, std::string& wrong) {
    while (child_) {
      const auto reply = hear(until, wrong);
      if (!reply) return false;
      if (text_member(*reply, "type") == "hello") {
        if (const std::string name = text_member(*reply, "name"); !name.empty()) name_ = name;
        return true;
      }
      if (past(until, wrong)) return false;
    }
    return false;
  }

  // What was said before a question is no answer to it. One that never stops talking is left to
  // the time limit.
  void forget_stale() {
    std::string line;
    for (std::size_t bytes = 0; child_ && bytes < 4 * Child::kMaxLine && child_->hear_now(line);
         bytes += line.size() + 1)
      if (stale_ > 0 && line.find("\"act\"") != std::string::npos) --stale_;
  }

  void tell(const Json& what) {
    if (!child_ || !forfeit_.empty()) return;
    if (!child_->say(line_of(what), Child::Clock::now() + options_.greeting))
      lose("the program has ended or does not read");
  }

  // The next message; nothing, and why, if there is none in time.
  std::optional<Json> hear(Child::Clock::time_point until, std::string& wrong) {
    std::string line;
    switch (child_->hear(line, until)) {
      case Child::Heard::line:
        break;
      case Child::Heard::late:
        wrong = kLate;
        return std::nullopt;
      case Child::Heard::too_long:
        wrong = "a line of more than a megabyte";
        lose(wrong);
        return std::nullopt;
      case Child::Heard::gone:
        wrong = "the program has ended";
        lose(wrong);
        return std::nullopt;
    }
    auto parsed = parse_json(line);
    if (const auto* error = std::get_if<FormError>(&parsed)) {
      wrong = "not a line of JSON: " + error->text();
      return std::nullopt;
    }
    if (!std::get<Json>(parsed).is_object()) {
      wrong = "a message is an object";
      return std::nullopt;
    }
    return std::get<Json>(std::move(parsed));
  }

  // Messages that are no answer gain no time.
  static bool past(Child::Clock::time_point until, std::string& wrong) {
    if (Child::Clock::now() <= until) return false;
    wrong = kLate;
    return true;
  }

  std::optional<Action> answer(const Rules& rules, const GameState& state, std::string& wrong) {
    const auto until = Child::Clock::now() + think_ + options_.grace;
    while (child_) {
      const auto reply = hear(until, wrong);
      if (!reply) return std::nullopt;
      const std::string type = text_member(*reply, "type");
      if (type != "info" && type != "hello") {
        if (const auto action = read_act(rules, state, *reply, wrong)) return action;
        if (stale_ == 0) return std::nullopt;
        --stale_;
      }
      if (past(until, wrong)) return std::nullopt;
    }
    return std::nullopt;
  }

  static std::optional<Action> read_act(const Rules& rules, const GameState& state,
                                        const Json& reply, std::string& wrong) {
    const auto action = reply.find("action");
    if (text_member(reply, "type") != "act" || action == reply.end()) {
      wrong = "an answer is {\"type\":\"act\",\"action\":{...}}";
      return std::nullopt;
    }
    auto named = action_from_json(*action);
    if (const auto* error = std::get_if<FormError>(&named)) {
      wrong = error->text();
      return std::nullopt;
    }
    auto found = find_action(rules, state, std::get<NamedAction>(named));
    if (const auto* refusal = std::get_if<Refusal>(&found)) {
      wrong = refusal->reason;
      return std::nullopt;
    }
    if (is_legal(rules, state, std::get<Action>(found))) return std::get<Action>(found);
    wrong = explain_illegal(rules, state, std::get<Action>(found));
    return std::nullopt;
  }

  const ExternalOptions options_;
  std::unique_ptr<Child> child_;
  milliseconds think_{1000};
  // Answers that may still come to a question that is settled: a program that was late answers the
  // error as well, and the first of the two has counted.
  std::size_t stale_ = 0;
  std::string name_ = "external";
  std::string forfeit_;
};

}  // namespace

std::unique_ptr<Bot> make_external_bot(const ExternalOptions& options) {
  return std::make_unique<ExternalBot>(options);
}

}  // namespace bastide
