// Reading JSON by its form: what is a wrong type, a missing or an unknown member, and where.
// No exception is thrown or needed: values are looked at through pointers of the right type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

namespace bastide {

// Members keep the order in which they were written: output is meant to be read by people, too.
using Json = nlohmann::ordered_json;

// Something malformed: where ("setup.players[1].name") and what ("must be a string").
// For text that is no JSON at all, `path` is "line 3, column 17".
struct FormError {
  std::string path;
  std::string what;
  std::string text() const { return path.empty() ? what : path + ": " + what; }
};

template <class T>
using Formed = std::variant<T, FormError>;

// A way to a value inside a document, linked upwards; spelt out only when something is wrong.
struct Path {
  const Path* up = nullptr;
  std::string_view member;  // or, if empty,
  std::size_t index = 0;    // the element of an array
  std::string text() const;
};

inline constexpr std::size_t kMaxNameBytes = 64;  // of every name in a setup or an action

// Reads the members of one object. The first thing found wrong is kept, and everything asked after
// it answers with nothing; so a reader asks for all it needs and looks at `error` once, at the end.
class ObjectReader {
 public:
  ObjectReader(const Json& value, const Path& path, std::optional<FormError>& error);

  bool has(std::string_view name) const;
  const Json* required(std::string_view name);
  const Json* optional(std::string_view name);
  // As required, and of the type named.
  std::string_view word(std::string_view name);  // a string of 1 to kMaxNameBytes bytes
  std::int64_t integer(std::string_view name);
  const Json* array(std::string_view name);
  const Json* object(std::string_view name);
  void fail(std::string_view name, std::string what);
  // Every member that was never asked for is one too many.
  void finish();

  const Path& path() const { return path_; }
  std::optional<FormError>& error() { return error_; }

 private:
  const Json* find(std::string_view name) const;

  const Json* object_ = nullptr;
  const Path& path_;
  std::optional<FormError>& error_;
  std::uint32_t seen_ = 0;  // bit per member; an object of more than 32 has unknown ones
};

// Checks that are the same everywhere; they set `error` unless it is set already.
void fail(std::optional<FormError>& error, const Path& path, std::string what);
bool check_name(const Json& value, const Path& path, std::optional<FormError>& error);

// One line of JSON. Text that came from outside was checked as UTF-8 on its way in.
std::string line_of(const Json& value);

}  // namespace bastide
