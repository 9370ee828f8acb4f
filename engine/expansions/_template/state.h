// Template: the plain data of a module, kept in every state of a game that plays it. Bytes, no
// pointers, no padding; zero is its value before the game begins.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/vocabulary.h"

namespace bastide::toy {

struct ToyState {
  static constexpr ModuleId kModule = ModuleId::toy;
  std::uint16_t tiles_seen;
};
static_assert(std::is_trivially_copyable_v<ToyState>);
static_assert(std::has_unique_object_representations_v<ToyState>);

}  // namespace bastide::toy
