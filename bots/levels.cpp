#include "bots/levels.h"

namespace bastide {

namespace {

constexpr Level kLevels[] = {
    {"level1", "beginner", "judge:temperature=3", 197},
    {"level2", "learner", "judge:temperature=2", 519},
    {"level3", "casual", "judge:temperature=1.5", 732},
    {"level4", "steady", "judge:temperature=1.1", 957},
    {"level5", "skilled", "judge:temperature=0.6", 1251},
    {"level6", "strong", "judge", 1540},
    {"level7", "expert", "mcts:nodes=2000", 1635},
    {"level8", "strongest", "mcts:ms=1000", 1747},
};

}  // namespace

std::span<const Level> levels() { return kLevels; }

}  // namespace bastide
