#include "bots/levels.h"

namespace bastide {

namespace {

constexpr Level kLevels[] = {
    {"level1", "beginner", "judge:temperature=3", -736},
    {"level2", "learner", "judge:temperature=2", -506},
    {"level3", "casual", "judge:temperature=1.3", -163},
    {"level4", "steady", "judge:temperature=0.8", 96},
    {"level5", "skilled", "judge:temperature=0.4", std::nullopt},
    {"level6", "strong", "judge", 523},
    {"level7", "expert", "mcts:nodes=2000", std::nullopt},
    {"level8", "strongest", "mcts:ms=1000", std::nullopt},
};

}  // namespace

std::span<const Level> levels() { return kLevels; }

}  // namespace bastide
