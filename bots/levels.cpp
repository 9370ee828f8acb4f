#include "bots/levels.h"

namespace bastide {

namespace {

constexpr Level kLevels[] = {
    {"level1", "beginner", "judge:temperature=9", 0},
    {"level2", "learner", "judge:temperature=5", 0},
    {"level3", "casual", "judge:temperature=3", 0},
    {"level4", "steady", "judge:temperature=1.5", 0},
    {"level5", "skilled", "judge", 0},
    {"level6", "strong", "mcts:nodes=1000", 0},
    {"level7", "expert", "mcts:nodes=8000", 0},
    {"level8", "strongest", "mcts:ms=1000", 0},
};

}  // namespace

std::span<const Level> levels() { return kLevels; }

}  // namespace bastide
