// Where a table is: the address that people copy from their browser, or that of the bot protocol.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace bastide::tools {

struct TableAddress {
  std::string host;  // a name or an address, without brackets
  std::string port;
  std::string table;
  std::string host_header() const;  // as HTTP wants it
};

// From ws://HOST:PORT/bot?table=ID or http://HOST:PORT/t/ID; else one sentence.
std::variant<TableAddress, std::string> read_table_address(std::string_view url);

}  // namespace bastide::tools
