// The rivers: tiles with stacks of their own that open the map in place of the start tile. River II
// has a fork and ends in a volcano lake; mixed, the two are one river (RIVER2-10).
#pragma once

#include "engine/rules/module.h"

namespace bastide::river {

inline constexpr std::string_view kStart = "river";
inline constexpr std::string_view kStart2 = "river2";
inline constexpr std::string_view kStartMixed = "rivers";

std::optional<SetupError> install(Rules& rules, const Setup& setup);   // The River
std::optional<SetupError> install2(Rules& rules, const Setup& setup);  // The River II, or both

}  // namespace bastide::river
