// Traders & Builders: the tokens that players have taken. Whether a further part of the turn is due
// is the core's to keep; builders and pigs are pieces on the map.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/vocabulary.h"

namespace bastide::traders_builders {

inline constexpr int kGoods = kCount<Goods>;

struct TradersBuildersState {
  static constexpr ModuleId kModule = ModuleId::traders_builders;
  std::uint16_t goods[kMaxPlayers][kGoods];
};
static_assert(std::is_trivially_copyable_v<TradersBuildersState>);
static_assert(std::has_unique_object_representations_v<TradersBuildersState>);

}  // namespace bastide::traders_builders
