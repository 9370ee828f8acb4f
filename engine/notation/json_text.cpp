#include "engine/notation/json_text.h"

#include <utility>

namespace bastide {

std::string quoted_text(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out.append("\\u00") += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out += '"';
}

void ObjectText::name(std::string_view name) {
  if (out_.size() > 1) out_ += ',';
  out_.append("\"").append(name).append("\":");
}

ObjectText& ObjectText::text(std::string_view name, std::string_view value) {
  return raw(name, quoted_text(value));
}

ObjectText& ObjectText::number(std::string_view name, std::int64_t value) {
  return raw(name, std::to_string(value));
}

ObjectText& ObjectText::flag(std::string_view name, bool value) {
  return raw(name, value ? "true" : "false");
}

ObjectText& ObjectText::nothing(std::string_view name) { return raw(name, "null"); }

ObjectText& ObjectText::raw(std::string_view name, std::string_view json) {
  this->name(name);
  out_.append(json);
  return *this;
}

ObjectText& ObjectText::members(std::string_view json) {
  if (json.empty()) return *this;
  if (out_.size() > 1) out_ += ',';
  out_.append(json);
  return *this;
}

std::string ObjectText::take() {
  out_ += '}';
  return std::exchange(out_, "{");
}

std::string ObjectText::take_members() {
  out_.erase(0, 1);
  return std::exchange(out_, "{");
}

ListText& ListText::raw(std::string_view json) {
  if (out_.size() > 1) out_ += ',';
  out_.append(json);
  return *this;
}

std::string ListText::take() {
  out_ += ']';
  return std::exchange(out_, "[");
}

}  // namespace bastide
