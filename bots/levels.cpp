#include "bots/levels.h"

namespace bastide {

namespace {

constexpr Level kLevels[] = {
    {"level1", "beginner", "judge:temperature=3", 266},
    {"level2", "learner", "judge:temperature=2", 521},
    {"level3", "casual", "judge:temperature=1.5", 746},
    {"level4", "steady", "judge:temperature=1.1", 949},
    {"level5", "skilled", "judge:temperature=0.6", 1270},
    {"level6", "strong", "judge", 1561},
    {"level7", "expert", "mcts:nodes=2000", 1736},
    {"level8", "strongest", "mcts:ms=1000", 1913},
};

}  // namespace

std::span<const Level> levels() { return kLevels; }

}  // namespace bastide
