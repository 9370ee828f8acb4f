#include "bots/levels.h"

namespace bastide {

namespace {

constexpr Level kLevels[] = {
    {"level1", "beginner", "judge:temperature=3", 0},
    {"level2", "learner", "judge:temperature=2", 0},
    {"level3", "casual", "judge:temperature=1.3", 0},
    {"level4", "steady", "judge:temperature=0.8", 0},
    {"level5", "skilled", "judge", 0},
    {"level6", "strong", "mcts:nodes=800", 0},
    {"level7", "expert", "mcts:nodes=6000", 0},
    {"level8", "strongest", "mcts:ms=1000", 0},
};

}  // namespace

std::span<const Level> levels() { return kLevels; }

}  // namespace bastide
