// A program that speaks the bot protocol on its standard input and output, and a table of a server
// that speaks it over a WebSocket: what one says, the other hears.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "tools/join/table_address.h"

namespace bastide::tools {

struct BridgeOptions {
  TableAddress address;
  std::string token;
  std::string command;                           // starts the program
  std::chrono::milliseconds think{1000};         // told to the program, if the server gives more
  std::chrono::seconds retry{300};               // to get a lost line back
  std::function<void(std::string_view)> remark;  // of what happens; may be called often
};

// Until the game is over. Nothing, or why it ended otherwise.
std::string run_bridge(const BridgeOptions& options);

struct HttpAnswer {
  unsigned status = 0;
  std::string body;
};
// POST to the server of a table; the text says why there is no answer.
std::variant<HttpAnswer, std::string> post_to_server(const TableAddress& address,
                                                     const std::string& path,
                                                     const std::string& body);

}  // namespace bastide::tools
