// JSON as text, written straight: one string that grows, and no tree. What a server tells hundreds
// of tables is written this way; who needs a tree reads the text.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/notation/form.h"
#include "engine/rules/fields.h"

namespace bastide {

// Names of members are words of the wire and ids of tiles, which need no escapes. In a list they
// are not written; what is written outside of everything is members, or with no name one value.
class JsonWriter final : public FieldWriter {
 public:
  void open_object(std::string_view name) override { open(name, '{'); }
  void open_list(std::string_view name) override { open(name, '['); }
  void close() override;
  void number(std::string_view name, std::int64_t value) override;
  void text(std::string_view name, std::string_view value) override;
  void flag(std::string_view name, bool value) override { raw(name, value ? "true" : "false"); }
  void place(std::string_view name, Pos at) override { cell(name, at.x, at.y); }
  void nothing(std::string_view name) override { raw(name, "null"); }

  void cell(std::string_view name, std::int64_t x, std::int64_t y);  // [x,y]
  void raw(std::string_view name, std::string_view json);            // written before

  const std::string& written() const { return out_; }
  std::string take();

 private:
  void open(std::string_view name, char bracket);
  void begin(std::string_view name);  // the comma and the name before a value

  std::string out_;
  std::uint64_t lists_ = 0;  // a bit for each that is open, the innermost lowest: whether a list
};

// The text that `write` writes.
template <std::invocable<JsonWriter&> Write>
std::string text_of(Write write) {
  JsonWriter out;
  write(out);
  return out.take();
}

Json tree_of(const std::string& text);  // of text that a JsonWriter wrote

}  // namespace bastide
