// libFuzzer: any bytes are spoken to a bot, and read as weights of the evaluation. Whatever they
// are, every answer is a line of JSON with a type, and weights are read or refused with a reason.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <nlohmann/json.hpp>

#include "engine/notation/parse.h"
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  speak(text);
  const auto weights = parse_weights(text);
  if (const auto* wrong = std::get_if<std::string>(&weights); wrong != nullptr && wrong->empty())
    stop("weights refused without a reason", text);
  return 0;
}
