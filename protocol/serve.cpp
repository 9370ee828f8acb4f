#include "protocol/serve.h"

#include <istream>
#include <optional>
#include <ostream>
#include <thread>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "engine/notation/json_setup.h"
#include "engine/notation/parse.h"

namespace bastide {

namespace {

class Conversation {
 public:
  Conversation(std::unique_ptr<Bot> bot, const ServeOptions& options, std::ostream& out)
      : bot_(std::move(bot)), options_(options), out_(out), rng_(options.seed) {}

  // False: goodbye.
  bool take(const std::string& line) {
    auto parsed = parse_json(line);
    if (const auto* error = std::get_if<FormError>(&parsed)) return complain(error->text());
    const Json& message = std::get<Json>(parsed);
    if (!message.is_object()) return complain("a message is an object");
    const auto type = message.find("type");
    if (type == message.end() || !type->is_string()) return complain("a message has a type");
    const auto& word = type->get_ref<const std::string&>();
    if (word == "bye") return false;
    if (word == "hello") return hello();
    if (word == "setup") return setup(message);
    if (word == "action") return action(message);
    if (word == "think") return think(message);
    if (word == "error") return answer_again();
    if (word == "too_fast") return true;  // about our talk, and to answer would be more of it
    return complain("there is no message \"" + word + "\"");
  }

  // Always true: the conversation goes on.
  bool complain(const std::string& what) {
    Json out = Json::object();
    out["type"] = "info";
    out["error"] = what;
    say(out);
    return true;
  }

  void start_pondering() {
    if (!options_.ponder || !state_ || is_over(*state_)) return;
    stop_ = false;
    pondering_ = std::jthread([this] { bot_->ponder(*rules_, *state_, rng_, stop_); });
  }
  void stop_pondering() {
    stop_ = true;
    if (pondering_.joinable()) pondering_.join();
  }

 private:
  void say(const Json& what) { out_ << line_of(what) << std::endl; }

  bool hello() {
    Json out = Json::object();
    out["type"] = "hello";
    out["name"] = "bastide " + std::string(bot_->name());
    out["version"] = "1";
    say(out);
    return true;
  }

  bool setup(const Json& message) {
    const auto found = message.find("setup");
    const auto seat = message.find("seat");
    if (found == message.end() || seat == message.end() || !seat->is_number_unsigned())
      return complain("setup: needs a setup and a seat");
    auto formed = setup_from_json(*found);
    if (const auto* error = std::get_if<FormError>(&formed)) return complain(error->text());
    auto compiled = compile(std::get<Setup>(formed));
    if (const auto* error = std::get_if<SetupError>(&compiled)) return complain(error->reason);
    const auto& players = std::get<Setup>(formed).players;
    if (seat->get<std::uint64_t>() >= players.size())
      return complain("setup: there is no such seat");
    state_.reset();
    answer_.clear();
    rules_ = std::get<RulesPtr>(compiled);
    state_.emplace(initial_state(*rules_));
    bot_->begin(std::get<Setup>(formed), *rules_, static_cast<Seat>(seat->get<unsigned>()));
    return true;
  }

  bool action(const Json& message) {
    const auto found = message.find("action");
    if (!state_ || found == message.end()) return complain("action: no game, or no action");
    auto named = action_from_json(*found);
    if (const auto* error = std::get_if<FormError>(&named)) return complain(error->text());
    auto action = find_legal_action(*rules_, *state_, std::get<NamedAction>(named));
    if (const auto* refusal = std::get_if<Refusal>(&action))
      return complain("action: " + refusal->reason);
    bot_->observe(*rules_, *state_, std::get<Action>(action));
    apply_assume_legal(*rules_, *state_, std::get<Action>(action));
    answer_.clear();
    return true;
  }

  bool think(const Json& message) {
    if (!state_ || is_over(*state_) || actor(*state_) == kDealer)
      return complain("think: there is nothing to decide");
    const auto ms = message.find("ms");
    if (ms != message.end() && ms->is_number_unsigned())
      bot_->allow(std::chrono::milliseconds(
          std::min<std::uint64_t>(ms->get<std::uint64_t>(), kLongestThought)));
    Json out = Json::object();
    out["type"] = "act";
    out["action"] = action_to_json(*rules_, *state_, bot_->choose(*rules_, *state_, rng_));
    answer_ = out;
    say(out);
    return true;
  }

  // An answer of ours was refused, which can only be for being late: it stands.
  bool answer_again() {
    if (!answer_.empty()) say(answer_);
    return true;
  }

  static constexpr std::uint64_t kLongestThought = 3'600'000;  // ms

  std::unique_ptr<Bot> bot_;
  const ServeOptions options_;
  std::ostream& out_;
  Rng rng_;
  RulesPtr rules_;
  std::optional<GameState> state_;
  Json answer_ = Json::object();  // to the present decision, once it was given
  std::atomic<bool> stop_{false};
  std::jthread pondering_;
};

constexpr std::size_t kLongestLine = std::size_t{8} << 20;

// The next line; what is beyond the limit is read and not kept.
bool read_line(std::istream& in, std::string& line, bool& too_long) {
  line.clear();
  too_long = false;
  std::streambuf& from = *in.rdbuf();
  for (;;) {
    const int c = from.sbumpc();
    if (c == std::streambuf::traits_type::eof()) return !line.empty();
    if (c == '\n') return true;
    if (line.size() < kLongestLine)
      line += static_cast<char>(c);
    else
      too_long = true;
  }
}

}  // namespace

void serve_bot(std::unique_ptr<Bot> bot, const ServeOptions& options, std::istream& in,
               std::ostream& out) {
  Conversation conversation(std::move(bot), options, out);
  bool too_long = false;
  for (std::string line; read_line(in, line, too_long);) {
    conversation.stop_pondering();
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (!(too_long ? conversation.complain("a line of more than 8 megabytes")
                   : conversation.take(line)))
      return;
    conversation.start_pondering();
  }
  conversation.stop_pondering();
}

}  // namespace bastide
