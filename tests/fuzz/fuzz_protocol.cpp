// libFuzzer: any bytes are spoken to a bot, taken for a bot's answer, and read as weights of the
// evaluation. Whatever they are, every answer is a line of JSON with a type, what a bot says is a
// legal action or refused with a reason, and so are weights.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <nlohmann/json.hpp>

#include "engine/notation/parse.h"
#include "protocol/messages.h"
#include "protocol/serve.h"

namespace {

using namespace bastide;

[[noreturn]] void stop(const char* what, const std::string& detail) {
  std::fprintf(stderr, "fuzz_protocol: %s: %s\n", what, detail.c_str());
  std::abort();
}

void speak(const std::string& text) {
  std::istringstream in(text);
  std::ostringstream out;
  serve_bot(make_bot("random"), {}, in, out);
  std::istringstream replies(out.str());
  for (std::string line; std::getline(replies, line);) {
    const auto reply = parse_json(line);
    if (!std::holds_alternative<Json>(reply)) stop("an answer is no JSON", line);
    if (!std::get<Json>(reply).contains("type")) stop("an answer without a type", line);
  }
}

// A question about the first tile, and every line an answer to it.
void answer(const std::string& text) {
  static const RulesPtr rules = [] {
    Setup setup;
    setup.sets.push_back({"base", 1});
    setup.players = {{"a"}, {"b"}};
    return std::get<RulesPtr>(compile(setup));
  }();
  static const GameState state = [] {
    GameState drawn = initial_state(*rules);
    apply_assume_legal(*rules, drawn, nth_legal(*rules, drawn, 0));
    return drawn;
  }();
  Interview interview;
  interview.ask();
  std::istringstream lines(text);
  for (std::string line; interview.open() && std::getline(lines, line);) {
    const auto outcome = interview.hear(*rules, state, read_bot_message(line));
    const bool taken = outcome.verdict == Interview::Verdict::taken;
    const bool nothing = outcome.verdict == Interview::Verdict::nothing;
    if (taken && !is_legal(*rules, state, outcome.action)) stop("an illegal answer taken", line);
    if (!taken && !nothing && outcome.why.empty()) stop("refused without a reason", line);
    if (!std::holds_alternative<Json>(parse_json(bot_error(outcome.why))))
      stop("an error is no JSON", line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  speak(text);
  answer(text);
  const auto weights = parse_weights(text);
  if (const auto* wrong = std::get_if<std::string>(&weights); wrong != nullptr && wrong->empty())
    stop("weights refused without a reason", text);
  return 0;
}
