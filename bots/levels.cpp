#include "bots/levels.h"

namespace bastide {

namespace {

constexpr Level kLevels[] = {
    {"level1", "beginner", "judge:temperature=3", -736},
    {"level2", "learner", "judge:temperature=2", -506},
    {"level3", "casual", "judge:temperature=1.3", -163},
    {"level4", "steady", "judge:temperature=0.8", 96},
    {"level5", "skilled", "judge", 523},
    {"level6", "strong", "mcts:nodes=800", 650},
    {"level7", "expert", "mcts:nodes=6000", 679},
    {"level8", "strongest", "mcts:ms=1000", std::nullopt},
};

}  // namespace

std::span<const Level> levels() { return kLevels; }

}  // namespace bastide
