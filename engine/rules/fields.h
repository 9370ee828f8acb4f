// How a module shows its part of the state: named fields, written once, read by people as JSON.
// Names are empty inside a list.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/geometry.h"

namespace bastide {

class FieldWriter {
 public:
  virtual void open_object(std::string_view name) = 0;
  virtual void open_list(std::string_view name) = 0;
  virtual void close() = 0;  // the innermost object or list
  virtual void number(std::string_view name, std::int64_t value) = 0;
  virtual void text(std::string_view name, std::string_view value) = 0;
  virtual void flag(std::string_view name, bool value) = 0;
  virtual void place(std::string_view name, Pos at) = 0;  // [x, y]
  virtual void nothing(std::string_view name) = 0;        // null

 protected:
  ~FieldWriter() = default;
};

}  // namespace bastide
