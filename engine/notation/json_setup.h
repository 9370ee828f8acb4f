// A setup and its JSON: {"sets":["base","river:2"],"start":"river","options":{…},"players":[…]}.
#pragma once

#include "engine/game/setup.h"
#include "engine/notation/form.h"

namespace bastide {

inline constexpr std::size_t kMaxSetsInSetup = 64;
inline constexpr std::size_t kMaxOptionsInSetup = 64;

// Only the form is checked here; whether the words make a game is for compile() to say.
Formed<Setup> setup_from_json(const Json& value, const Path& path = Path{nullptr, "setup"});
Json setup_to_json(const Setup& setup);

}  // namespace bastide
