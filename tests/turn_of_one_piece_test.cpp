// The base game alone is played by a turn that was compiled as one piece; everything else by the
// step machine. That both play alike is shown by Properties.EventsDoNotChangeTheGame and
// Properties.ARandomAnswerIsTheOneThatIsSampled.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/game/base_turn.h"
#include "tests/setups.h"

namespace bastide {
namespace {

bool is_played_as_one_piece(const std::vector<std::string>& sets) {
  const RulesPtr rules = rules_of(sets, 3);
  EXPECT_EQ(is_base_alone(*rules), rules->play_untold == play_base_turn);
  EXPECT_EQ(is_base_alone(*rules), rules->play_at_random == play_base_turn_at_random);
  return is_base_alone(*rules);
}

TEST(TurnOfOnePiece, TheBaseGameAloneHasNoHooks) { EXPECT_TRUE(is_played_as_one_piece({"base"})); }

TEST(TurnOfOnePiece, EverySetBringsSomethingThatTheOnePieceDoesNotKnow) {
  for (const SetInfo& info : set_infos()) {
    const std::string name(info.name);
    if (name == "base" || name == "wheel" || !info.available) continue;
    EXPECT_FALSE(is_played_as_one_piece({"base", name})) << name;
  }
  EXPECT_FALSE(is_played_as_one_piece({"wheel"}));
}

}  // namespace
}  // namespace bastide
