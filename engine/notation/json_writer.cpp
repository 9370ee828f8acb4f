#include "engine/notation/json_writer.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

namespace bastide {

namespace {

constexpr std::size_t kDigits = 20;  // of a number, with its sign

// As it is between quotation marks. All others are left to the library, so that there is one way.
bool is_plain(std::string_view text) {
  bool plain = true;
  for (const char c : text) plain &= c >= ' ' && c < '\x7F' && c != '"' && c != '\\';
  return plain;
}

// Two words that overlap, where that is enough: most texts are short, and a call for each is not.
template <class Word>
void put_ends(char* at, std::string_view text) {
  Word first, last;
  std::memcpy(&first, text.data(), sizeof(Word));
  std::memcpy(&last, text.data() + text.size() - sizeof(Word), sizeof(Word));
  std::memcpy(at, &first, sizeof(Word));
  std::memcpy(at + text.size() - sizeof(Word), &last, sizeof(Word));
}

char* put(char* at, std::string_view text) {
  const std::size_t size = text.size();
  if (size > 16) {
    std::memcpy(at, text.data(), size);
  } else if (size >= 8) {
    put_ends<std::uint64_t>(at, text);
  } else if (size >= 4) {
    put_ends<std::uint32_t>(at, text);
  } else {
    for (std::size_t i = 0; i < size; ++i) at[i] = text[i];
  }
  return at + size;
}

char* put(char* at, std::int64_t number) {
  if (number >= 0 && number < 10) {
    *at = static_cast<char>('0' + number);
    return at + 1;
  }
  return std::to_chars(at, at + kDigits, number).ptr;
}

}  // namespace

void JsonWriter::grow(std::size_t room) {
  capacity_ = std::max(2 * capacity_, size_ + room + 256);
  auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
  if (size_ != 0) std::memcpy(larger.get(), out_.get(), size_);
  out_ = std::move(larger);
}

char* JsonWriter::begin(std::string_view name, std::size_t room) {
  constexpr std::size_t kAround = 4;  // a comma, quotation marks and a colon
  make_room(room + name.size() + kAround);
  char* at = out_.get() + size_;
  if (size_ != 0 && at[-1] != '{' && at[-1] != '[') *at++ = ',';
  if (name.empty() || (lists_ & 1) != 0) return at;
  *at++ = '"';
  at = put(at, name);
  *at++ = '"';
  *at++ = ':';
  return at;
}

void JsonWriter::open(std::string_view name, char bracket) {
  char* at = begin(name, 1);
  *at++ = bracket;
  end(at);
  lists_ = lists_ << 1 | (bracket == '[' ? 1 : 0);
}

void JsonWriter::close() {
  make_room(1);
  out_[size_++] = (lists_ & 1) != 0 ? ']' : '}';
  lists_ >>= 1;
}

void JsonWriter::number(std::string_view name, std::int64_t value) {
  end(put(begin(name, kDigits), value));
}

void JsonWriter::text(std::string_view name, std::string_view value) {
  if (!is_plain(value)) return raw(name, line_of(Json(value)));
  word(name, value);
}

void JsonWriter::word(std::string_view name, std::string_view value) {
  char* at = begin(name, value.size() + 2);
  *at++ = '"';
  at = put(at, value);
  *at++ = '"';
  end(at);
}

void JsonWriter::cell(std::string_view name, std::int64_t x, std::int64_t y) {
  char* at = begin(name, 2 * kDigits + 3);
  *at++ = '[';
  at = put(at, x);
  *at++ = ',';
  at = put(at, y);
  *at++ = ']';
  end(at);
}

void JsonWriter::raw(std::string_view name, std::string_view json) {
  end(put(begin(name, json.size()), json));
}

void JsonWriter::clear() {
  size_ = 0;
  lists_ = 0;
}

std::string JsonWriter::take() {
  std::string text(written());
  clear();
  return text;
}

Json tree_of(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace bastide
