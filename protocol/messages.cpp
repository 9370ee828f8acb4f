#include "protocol/messages.h"

#include <nlohmann/json.hpp>

#include "engine/notation/json_setup.h"
#include "engine/notation/json_text.h"
#include "engine/notation/parse.h"

namespace bastide {

namespace {

Json message(std::string_view type) {
  Json out = Json::object();
  out["type"] = std::string(type);
  return out;
}

std::string with_reason(std::string_view type, std::string_view reason) {
  Json out = message(type);
  out["reason"] = reason;
  return line_of(out);
}

std::string text_member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get_ref<const std::string&>()
                                                     : std::string();
}

void read_answer(const Json& message, BotMessage& read) {
  const auto action = message.find("action");
  if (text_member(message, "type") != "act" || action == message.end()) {
    read.wrong = "an answer is {\"type\":\"act\",\"action\":{...}}";
    return;
  }
  auto named = action_from_json(*action);
  if (const auto* error = std::get_if<FormError>(&named)) {
    read.wrong = error->text();
  } else {
    read.action = std::get<NamedAction>(std::move(named));
  }
}

}  // namespace

std::string bot_hello() {
  Json out = message("hello");
  out["protocol"] = 1;
  return line_of(out);
}

std::string bot_setup(const Setup& setup, Seat seat) {
  Json out = message("setup");
  out["setup"] = setup_to_json(setup);
  out["seat"] = seat;
  return line_of(out);
}

std::string bot_action(std::string_view action) {
  return ObjectText().text("type", "action").raw("action", action).take();
}

std::string bot_think(const Rules& rules, const GameState& state, std::chrono::milliseconds time,
                      const std::optional<BotClock>& clock) {
  Json out = message("think");
  out["decision"] = decision_to_json(state);
  out["legal"] = legal_to_json(rules, state);
  out["ms"] = time.count();
  if (clock) {
    Json times = Json::object();
    times["mine"] = clock->mine;
    times["theirs"] = clock->theirs;
    out["clock"] = std::move(times);
  }
  return line_of(out);
}

std::string bot_think_within(std::string_view think, std::chrono::milliseconds most) {
  auto parsed = parse_json(think);
  auto* json = std::get_if<Json>(&parsed);
  if (json == nullptr || !json->is_object()) return std::string(think);
  const auto ms = json->find("ms");
  if (ms == json->end() || !ms->is_number_unsigned() ||
      ms->get<std::uint64_t>() <= static_cast<std::uint64_t>(most.count()))
    return std::string(think);
  *ms = most.count();
  return line_of(*json);
}

std::string bot_error(std::string_view reason) { return with_reason("error", reason); }

std::string bot_too_fast(std::string_view reason) { return with_reason("too_fast", reason); }

std::string bot_bye() { return line_of(message("bye")); }

BotMessage read_bot_message(std::string_view line) {
  BotMessage read;
  auto parsed = parse_json(line);
  if (const auto* error = std::get_if<FormError>(&parsed)) {
    read.wrong = "not a line of JSON: " + error->text();
    read.is_object = false;
    return read;
  }
  const Json& message = std::get<Json>(parsed);
  if (!message.is_object()) {
    read.wrong = "a message is an object";
    read.is_object = false;
    return read;
  }
  const std::string type = text_member(message, "type");
  if (type == "hello") {
    read.kind = BotMessage::Kind::hello;
    read.name = text_member(message, "name");
    read.version = text_member(message, "version");
    read.token = text_member(message, "token");
  } else if (type == "info") {
    read.kind = BotMessage::Kind::info;
  } else {
    read_answer(message, read);
  }
  return read;
}

std::string bot_login(const BotMessage& hello, std::string_view token) {
  Json out = message("hello");
  out["name"] = hello.name;
  out["version"] = hello.version;
  out["token"] = token;
  return line_of(out);
}

std::string error_reason(std::string_view error) {
  auto parsed = parse_json(error);
  const auto* json = std::get_if<Json>(&parsed);
  return json != nullptr && json->is_object() ? text_member(*json, "reason") : std::string();
}

std::variant<Action, std::string> judge_answer(const Rules& rules, const GameState& state,
                                               const BotMessage& answer) {
  if (!answer.wrong.empty()) return answer.wrong;
  auto found = find_legal_action(rules, state, answer.action);
  if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(refusal->reason);
  return std::get<Action>(found);
}

Interview::Outcome Interview::hear(const Rules& rules, const GameState& state,
                                   const BotMessage& message) {
  if (message.kind != BotMessage::Kind::answer) return {};
  auto judged = judge_answer(rules, state, message);
  if (const auto* action = std::get_if<Action>(&judged)) {
    open_ = false;
    if (first_ == kLate) ++stale_;
    return {Verdict::taken, *action, {}};
  }
  if (message.is_object && stale_ > 0) {
    --stale_;
    return {};
  }
  return wrong(std::get<std::string>(std::move(judged)));
}

void Interview::overhear(const BotMessage& message) {
  if (message.kind == BotMessage::Kind::answer && message.is_object && stale_ > 0) --stale_;
}

Interview::Outcome Interview::wrong(std::string why) {
  if (first_.empty()) {
    first_ = why;
    return {Verdict::refused, {}, std::move(why)};
  }
  open_ = false;
  if (why != first_) why += " (and before: " + first_ + ")";
  return {Verdict::forfeit, {}, std::move(why)};
}

}  // namespace bastide
