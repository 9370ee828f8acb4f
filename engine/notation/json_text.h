// JSON written piece by piece, where most pieces are already text. Texts must be valid UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bastide {

std::string quoted_text(std::string_view text);

class ObjectText {
 public:
  ObjectText& text(std::string_view name, std::string_view value);
  ObjectText& number(std::string_view name, std::int64_t value);
  ObjectText& flag(std::string_view name, bool value);
  ObjectText& nothing(std::string_view name);
  ObjectText& raw(std::string_view name, std::string_view json);
  // Members that were written before: "\"a\":1,\"b\":2".
  ObjectText& members(std::string_view json);
  std::string take();          // the object, closed
  std::string take_members();  // without its braces

 private:
  void name(std::string_view name);
  std::string out_ = "{";
};

class ListText {
 public:
  ListText& raw(std::string_view json);
  ListText& number(std::int64_t value) { return raw(std::to_string(value)); }
  std::string take();

 private:
  std::string out_ = "[";
};

}  // namespace bastide
