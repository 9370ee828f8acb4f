// JSON as text, written straight: one text that grows, and no tree. What a server tells hundreds
// of tables is written this way; who needs a tree reads the text.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
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

  void word(std::string_view name, std::string_view value);          // a text that needs no escapes
  void cell(std::string_view name, std::int64_t x, std::int64_t y);  // [x,y]
  void raw(std::string_view name, std::string_view json);            // written before

  std::string_view written() const { return {out_.get(), size_}; }
  void clear();        // to write something else; the memory is kept
  std::string take();  // as long as it is, and no longer

 private:
  void open(std::string_view name, char bracket);
  // Puts the comma and the name before a value and gives the place for it, with so much room.
  char* begin(std::string_view name, std::size_t room);
  void end(const char* at) { size_ = static_cast<std::size_t>(at - out_.get()); }
  void make_room(std::size_t room) {
    if (capacity_ - size_ < room) grow(room);
  }
  void grow(std::size_t room);

  std::unique_ptr<char[]> out_;
  std::size_t size_ = 0, capacity_ = 0;
  std::uint64_t lists_ = 0;  // a bit for each that is open, the innermost lowest: whether a list
};

// The text that `write` writes.
template <std::invocable<JsonWriter&> Write>
std::string text_of(Write write) {
  JsonWriter out;
  write(out);
  return out.take();
}

Json tree_of(std::string_view text);  // of text that a JsonWriter wrote

}  // namespace bastide
