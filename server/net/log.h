// What the server tells those who run it: one line an event on standard error, for people or for
// programs. Never a token, a cookie, a table's id (who knows a private table's id may watch it) or
// what a client has sent.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace bastide::server {

enum class LogFormat : std::uint8_t { text, json, off };
std::optional<LogFormat> log_format(std::string_view name);

struct LogField {
  std::string_view name;
  std::variant<std::int64_t, std::string_view> value;
};

class Log {
 public:
  explicit Log(LogFormat format) : format_(format) {}
  void line(std::string_view event, std::initializer_list<LogField> fields = {}) const;

 private:
  LogFormat format_;
};

// As Log prints it, without the end of the line.
std::string log_line(LogFormat format, std::int64_t now_ms, std::string_view event,
                     std::initializer_list<LogField> fields);

}  // namespace bastide::server
