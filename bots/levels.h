// Opponents from beginner to strongest. A level is weaker by a smaller budget and a softer choice
// among good answers, never by planted blunders.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace bastide {

struct Level {
  std::string_view name;   // "level1"
  std::string_view title;  // "beginner"
  std::string_view bot;    // what build_bot understands
  // Two players, base game, the greedy bot is 1000 (docs/bots.md); nothing before it was measured.
  std::optional<int> elo;
};
std::span<const Level> levels();

}  // namespace bastide
