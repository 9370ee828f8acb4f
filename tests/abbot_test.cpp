// What holds of the abbot over whole games.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/game/position.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;

Setup abbot_setup(int players, bool with_river) {
  Setup setup = base_play::setup_for(players);
  setup.sets.push_back({"abbot", 1});
  if (with_river) setup.sets.push_back({"river", 1});
  return setup;
}

int abbots_of(const GameState& s, int seat) {
  return s.core->players[seat].supply[PieceKind::abbot];
}

TEST(Abbot, ABBOT_1_OneAbbotAPlayerAndEightGardensInTheBox) {
  const RulesPtr rules = rules_of(abbot_setup(5, false));
  ASSERT_TRUE(rules);
  const GameState s = initial_state(*rules);
  for (int seat = 0; seat < 5; ++seat) {
    EXPECT_EQ(base_play::supply_of(s, seat), 7);
    EXPECT_EQ(abbots_of(s, seat), 1);
  }
  int gardens = 0;
  for (std::size_t t = 0; t < rules->tiles.size(); ++t)
    gardens += rules->tiles[t].def->has(Mark::garden) ? s.stock[t] : 0;
  EXPECT_EQ(gardens, 8);
  EXPECT_EQ(s.core->left[0], 71);  // the set has no tiles of its own
}

TEST(Abbot, ABBOT_2_WithoutTheSetThereIsNeitherAbbotNorGarden) {
  const RulesPtr rules = base_play::base_rules(2);
  ASSERT_TRUE(rules);
  EXPECT_EQ(abbots_of(initial_state(*rules), 0), 0);
  for (const Face& face : rules->faces)
    for (int i = 0; i < face.segment_count; ++i)
      EXPECT_NE(face.segments[i].kind, SegmentKind::garden);
}

bool abbot_on_map(const GameState& s, Seat owner, Pos at) {
  for (int i = 0; i < s.core->pieces; ++i)
    if (s.pieces[i].kind == PieceKind::abbot && s.pieces[i].owner == owner &&
        s.tiles[s.segments[s.pieces[i].segment].tile].at == at)
      return true;
  return false;
}

// ABBOT-5, ABBOT-6, ABBOT-10, ABBOT-30: abbots stand alone on monasteries and gardens, meeples
// never on gardens. ABBOT-15, ABBOT-21, ABBOT-23: a recall is a later turn's answer of the owner.
void check_ply(const Ply& ply) {
  const GameState& s = ply.after;
  for (int i = 0; i < s.core->pieces; ++i) {
    const SegmentKind kind = base_play::kind_of(s, s.pieces[i].segment);
    if (s.pieces[i].kind == PieceKind::abbot) {
      ASSERT_TRUE(kind == SegmentKind::monastery || kind == SegmentKind::garden);
      ASSERT_EQ(base_play::claims_on(s, s.segments[s.pieces[i].segment].feature), 1);
    } else {
      ASSERT_NE(kind, SegmentKind::garden);
    }
  }
  if (ply.action.kind != ActionKind::recall) return;
  const Seat seat = ply.before.core->active;
  ASSERT_EQ(ply.before.core->decision, DecisionKind::meeple);
  ASSERT_NE(ply.before.core->placed, kNone);
  ASSERT_NE(ply.before.tiles[ply.before.core->placed].at, ply.action.at);
  ASSERT_TRUE(abbot_on_map(ply.before, seat, ply.action.at));
  ASSERT_EQ(abbots_of(ply.after, seat), 1);
  ASSERT_FALSE(ply.events.empty());
  const Event& first = ply.events.front();  // ABBOT-18: before anything of step 3
  ASSERT_EQ(first.kind, EventKind::score);
  ASSERT_EQ(first.reason, ScoreFor::abbot);
  ASSERT_EQ(first.player, seat);
  int around = 0;
  for (int i = 0; i < ply.before.core->tiles; ++i)
    around += surrounds(ply.action.at, ply.before.tiles[i].at) ? 1 : 0;
  ASSERT_EQ(first.points, 1 + around);  // ABBOT-17
  ASSERT_LT(around, 8);                 // ABBOT-26
}

TEST(Abbot, ABBOT_17_RecallsScoreAtOnceWhateverIsPlayed) {
  int recalls = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RulesPtr rules = rules_of(abbot_setup(2 + static_cast<int>(seed % 4), seed % 2 == 0));
    ASSERT_TRUE(rules);
    play_random(*rules, seed, [&](const Ply& ply) {
      check_ply(ply);
      recalls += ply.action.kind == ActionKind::recall ? 1 : 0;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(recalls, 60);
}

// ABBOT-18, S-A14: step 2 before step 3, in the order of the events.
TEST(Abbot, ABBOT_18_TheAbbotsPointsComeBeforeTheRoads) {
  const RulesPtr rules = rules_of(abbot_setup(2, false));
  ASSERT_TRUE(rules);
  const auto type = [&](const char* id) { return base_play::tile_type(*rules, id); };
  PositionSpec spec;
  spec.tiles = {{type("base/W"), {1, 0}, 0, {}},
                {type("base/U"), {2, 0}, 0, {{PieceKind::meeple, 0, "road:E"}}},
                {type("base/EG"), {0, 1}, 2, {{PieceKind::abbot, 0, "garden"}}}};
  auto loaded = load_position(*rules, spec);
  ASSERT_TRUE(std::holds_alternative<GameState>(loaded));
  GameState s = std::get<GameState>(std::move(loaded));
  ASSERT_FALSE(apply(*rules, s, Action::draw(type("base/W"))));
  ASSERT_FALSE(apply(*rules, s, Action::place(type("base/W"), {3, 0}, 0)));
  std::vector<Action> options;
  legal(*rules, s, options);
  const auto recall = std::find_if(options.begin(), options.end(),
                                   [](const Action& a) { return a.kind == ActionKind::recall; });
  ASSERT_NE(recall, options.end());
  base_play::Events events;
  ASSERT_FALSE(apply(*rules, s, *recall, &events));
  std::vector<ScoreFor> reasons;
  for (const Event& event : events.list)
    if (event.kind == EventKind::score) reasons.push_back(event.reason);
  EXPECT_EQ(reasons, (std::vector<ScoreFor>{ScoreFor::abbot, ScoreFor::road}));
}

}  // namespace
}  // namespace bastide
