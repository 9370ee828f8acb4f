#include "server/net/log.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "engine/notation/json_text.h"

namespace bastide::server {

namespace {

std::string time_text(std::int64_t now_ms) {
  const std::time_t seconds = now_ms / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 40> date{};
  std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::array<char, 60> text{};
  std::snprintf(text.data(), text.size(), "%s.%03dZ", date.data(), static_cast<int>(now_ms % 1000));
  return text.data();
}

// So that a line stays a line whatever is in it. Bytes beyond ASCII need not be UTF-8.
std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c < 0x20 || c >= 0x7f) c = '?';
  return out;
}

std::string json_line(std::string_view time, std::string_view event,
                      std::initializer_list<LogField> fields) {
  ObjectText line;
  line.text("time", time).text("event", printable(event));
  for (const LogField& field : fields)
    if (const auto* number = std::get_if<std::int64_t>(&field.value))
      line.number(field.name, *number);
    else
      line.text(field.name, printable(std::get<std::string_view>(field.value)));
  return line.take();
}

std::string text_line(std::string_view time, std::string_view event,
                      std::initializer_list<LogField> fields) {
  std::string line = std::string(time) + " " + std::string(event);
  for (const LogField& field : fields) {
    const auto* number = std::get_if<std::int64_t>(&field.value);
    line.append(" ").append(field.name).append("=");
    line += number ? std::to_string(*number)
                   : quoted_text(printable(std::get<std::string_view>(field.value)));
  }
  return line;
}

}  // namespace

std::optional<LogFormat> log_format(std::string_view name) {
  if (name == "text") return LogFormat::text;
  if (name == "json") return LogFormat::json;
  if (name == "off") return LogFormat::off;
  return std::nullopt;
}

std::string log_line(LogFormat format, std::int64_t now_ms, std::string_view event,
                     std::initializer_list<LogField> fields) {
  const std::string time = time_text(now_ms);
  return format == LogFormat::json ? json_line(time, event, fields)
                                   : text_line(time, event, fields);
}

void Log::line(std::string_view event, std::initializer_list<LogField> fields) const {
  if (format_ == LogFormat::off) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  const std::string text = log_line(format_, ms, event, fields) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace bastide::server
