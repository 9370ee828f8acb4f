#include "engine/notation/json_writer.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <nlohmann/json.hpp>

namespace bastide {

namespace {

// As it is between quotation marks. All others are left to the library, so that there is one way.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return c >= ' ' && c < '\x7F' && c != '"' && c != '\\'; });
}

void append_number(std::string& out, std::int64_t value) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

}  // namespace

void JsonWriter::begin(std::string_view name) {
  if (!out_.empty() && out_.back() != '{' && out_.back() != '[') out_ += ',';
  if (name.empty() || (lists_ & 1) != 0) return;
  out_ += '"';
  out_.append(name).append("\":");
}

void JsonWriter::open(std::string_view name, char bracket) {
  begin(name);
  out_ += bracket;
  lists_ = lists_ << 1 | (bracket == '[' ? 1 : 0);
}

void JsonWriter::close() {
  out_ += (lists_ & 1) != 0 ? ']' : '}';
  lists_ >>= 1;
}

void JsonWriter::number(std::string_view name, std::int64_t value) {
  begin(name);
  append_number(out_, value);
}

void JsonWriter::text(std::string_view name, std::string_view value) {
  begin(name);
  if (!is_plain(value)) {
    out_.append(line_of(Json(value)));
    return;
  }
  out_ += '"';
  out_.append(value) += '"';
}

void JsonWriter::cell(std::string_view name, std::int64_t x, std::int64_t y) {
  begin(name);
  out_ += '[';
  append_number(out_, x);
  out_ += ',';
  append_number(out_, y);
  out_ += ']';
}

void JsonWriter::raw(std::string_view name, std::string_view json) {
  begin(name);
  out_.append(json);
}

std::string JsonWriter::take() {
  lists_ = 0;
  return std::exchange(out_, {});
}

Json tree_of(const std::string& text) { return Json::parse(text, nullptr, false); }

}  // namespace bastide
