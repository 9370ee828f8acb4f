#include "server/net/log.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

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

// Between quotes, so that a line stays a line whatever is in it. Bytes beyond ASCII are left out of
// JSON: they need not be UTF-8.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    const auto byte = static_cast<unsigned char>(c);
    out += byte >= 0x20 && byte < 0x7f ? c : '?';
  }
  return out + '"';
}

std::string value_text(const LogField& field) {
  if (const auto* number = std::get_if<std::int64_t>(&field.value)) return std::to_string(*number);
  return in_quotes(std::get<std::string_view>(field.value));
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
  const bool json = format == LogFormat::json;
  std::string line =
      json ? "{\"time\":" + in_quotes(time_text(now_ms)) + ",\"event\":" + in_quotes(event)
           : time_text(now_ms) + " " + std::string(event);
  for (const LogField& field : fields)
    line += json ? "," + in_quotes(field.name) + ":" + value_text(field)
                 : " " + std::string(field.name) + "=" + value_text(field);
  return json ? line + "}" : line;
}

void Log::line(std::string_view event, std::initializer_list<LogField> fields) const {
  if (format_ == LogFormat::off) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  const std::string text = log_line(format_, ms, event, fields) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace bastide::server
