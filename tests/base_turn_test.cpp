// Laying tiles and placing meeples: what holds over whole games.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::base_rules;
using base_play::claims_on;
using base_play::kind_of;
using base_play::Ply;
using base_play::supply_of;
using base_play::tile_type;
using base_play::twenty_games;

TEST(BaseTurn, TILE_1_DrawPlaceMeepleAndNothingElse) {
  twenty_games(0, [](const Ply& ply) {
    switch (decision(ply.before)) {
      case DecisionKind::draw:  // a tile that fits nowhere leads to the next draw, or to the end
        ASSERT_NE(decision(ply.after), DecisionKind::meeple);
        break;
      case DecisionKind::place:
        ASSERT_NE(decision(ply.after), DecisionKind::place);
        break;
      case DecisionKind::meeple:
        ASSERT_TRUE(decision(ply.after) == DecisionKind::draw || is_over(ply.after));
        break;
      default:
        FAIL() << name_of(decision(ply.before));
    }
  });
}

TEST(BaseTurn, TILE_2_ATileThatFitsIsLaidAndThereIsNoOtherAnswer) {
  std::vector<Action> options;
  twenty_games(0, [&](const Ply& ply) {
    if (decision(ply.before) != DecisionKind::place) return;
    legal(ply.rules, ply.before, options);
    ASSERT_FALSE(options.empty());
    for (const Action& option : options) {
      ASSERT_EQ(option.kind, ActionKind::place);
      ASSERT_EQ(option.tile, ply.before.core->current);
    }
    ASSERT_EQ(ply.after.core->tiles, ply.before.core->tiles + 1);
  });
}

// TILE-3: the dealer turns the tile up, and it is the state's to see for everybody.
TEST(BaseTurn, TILE_3_TheDrawnTileIsShownBeforeItIsLaid) {
  twenty_games(0, [](const Ply& ply) {
    if (ply.action.kind != ActionKind::draw) return;
    ASSERT_EQ(actor(ply.before), kDealer);
    ASSERT_FALSE(ply.events.empty());
    ASSERT_EQ(ply.events.front().kind, EventKind::drawn);
    ASSERT_EQ(ply.events.front().tile, ply.action.tile);
    if (decision(ply.after) == DecisionKind::place) {
      ASSERT_EQ(ply.after.core->current, ply.action.tile);
    }
  });
}

// Advice has no place in the rules: of the players, the engine asks the one whose turn it is.
TEST(BaseTurn, TILE_4_OnlyThePlayerOnTurnDecides) {
  twenty_games(0, [](const Ply& ply) {
    if (ply.action.kind != ActionKind::draw) {
      ASSERT_EQ(actor(ply.before), ply.before.core->active);
    }
  });
}

// TILE-5, TILE-7, TILE-10: legal placements recomputed from the printed sides, cell by cell.
TEST(BaseTurn, TILE_5_TILE_7_TILE_10_PlacementsAreThoseWhoseSidesAllMatch) {
  std::vector<Action> options;
  twenty_games(0, [&](const Ply& ply) {
    if (decision(ply.before) != DecisionKind::place) return;
    const GameState& s = ply.before;
    const TileType current = s.core->current;
    std::set<Pos> candidates;
    for (int i = 0; i < s.core->tiles; ++i)
      for (int side = 0; side < kSides; ++side)
        candidates.insert(neighbour(s.tiles[i].at, static_cast<Side>(side)));
    const auto edge = [&](TileType type, Rotation rotation, int side) {
      return ply.rules.tiles[type].def->edges[(side + kSides - rotation) % kSides];
    };
    std::size_t expected = 0;
    for (const Pos at : candidates) {
      if (tile_at(s, at) != nullptr) continue;
      for (int r = 0; r < ply.rules.tiles[current].rotation_count; ++r) {
        const Rotation rotation = ply.rules.tiles[current].rotations[r];
        bool fits = true;
        for (int side = 0; side < kSides; ++side)
          if (const PlacedTile* other = tile_at(s, neighbour(at, static_cast<Side>(side))))
            fits &= edge(current, rotation, side) ==
                    edge(other->type, other->rotation, (side + 2) % kSides);
        expected += fits;
        ASSERT_EQ(is_legal(ply.rules, s, Action::place(current, at, rotation)), fits);
      }
    }
    legal(ply.rules, s, options);
    ASSERT_EQ(options.size(), expected);
  });
}

TEST(BaseTurn, TILE_9_FourRotationsWithoutDuplicatesOfSymmetricTiles) {
  const RulesPtr rules = base_rules(2);
  const auto rotations = [&](const char* id) {
    return int{rules->tiles[tile_type(*rules, id)].rotation_count};
  };
  EXPECT_EQ(rotations("base/B"), 1);
  EXPECT_EQ(rotations("base/C"), 1);
  EXPECT_EQ(rotations("base/X"), 1);
  EXPECT_EQ(rotations("base/U"), 2);
  EXPECT_EQ(rotations("base/F"), 2);
  EXPECT_EQ(rotations("base/H"), 2);
  EXPECT_EQ(rotations("base/V"), 4);
  EXPECT_EQ(rotations("base/D"), 4);
  EXPECT_EQ(rotations("base/I"), 4);

  // Beside the start tile: U joins the road at both ends, lies across below, and nowhere twice.
  GameState s = initial_state(*rules);
  const TileType u = tile_type(*rules, "base/U");
  ASSERT_FALSE(apply(*rules, s, Action::draw(u)));
  std::vector<Action> options;
  legal(*rules, s, options);
  EXPECT_EQ(options.size(), 3u);
  EXPECT_TRUE(is_legal(*rules, s, Action::place(u, {1, 0}, 0)));
  EXPECT_FALSE(is_legal(*rules, s, Action::place(u, {1, 0}, 2)));
}

TEST(BaseTurn, TILE_14_TILE_15_TILE_17_OnlyTilesThatFitNowhereLeaveTheGame) {
  int discards = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RulesPtr rules = base_rules(2);
    base_play::play_random(*rules, seed, [&](const Ply& ply) {
      const bool discarded = std::any_of(ply.events.begin(), ply.events.end(), [](const Event& e) {
        return e.kind == EventKind::discarded;
      });
      if (!discarded) return;
      ++discards;
      ASSERT_EQ(ply.action.kind, ActionKind::draw);
      ASSERT_EQ(ply.after.core->tiles, ply.before.core->tiles);
      ASSERT_EQ(ply.after.stock[ply.action.tile] + 1, ply.before.stock[ply.action.tile]);
      if (!is_over(ply.after)) {
        ASSERT_EQ(ply.after.core->active, ply.before.core->active);
        ASSERT_EQ(ply.after.core->turn, ply.before.core->turn);
      }
      for (int i = 0; i < ply.before.core->cells; ++i)
        for (int r = 0; r < kRotations; ++r) {
          const EdgeWord edges = ply.rules.face(ply.action.tile, static_cast<Rotation>(r)).edges;
          ASSERT_NE(ply.before.cell_masks[i] & edges, edges);
        }
    });
  }
  EXPECT_GT(discards, 0) << "the seeds no longer show a discard";
}

TEST(BaseTurn, TILE_18_WhatLiesIsNeverMovedOrTurned) {
  twenty_games(0, [](const Ply& ply) {
    for (int i = 0; i < ply.before.core->tiles; ++i) {
      ASSERT_EQ(ply.before.tiles[i].at, ply.after.tiles[i].at);
      ASSERT_EQ(ply.before.tiles[i].type, ply.after.tiles[i].type);
      ASSERT_EQ(ply.before.tiles[i].rotation, ply.after.tiles[i].rotation);
    }
  });
}

TEST(BaseTurn, TILE_20_TheMapGrowsAsFarAsTheTilesReach) {
  const RulesPtr rules = base_rules(2, 4);
  Rng rng(5);
  GameState s = initial_state(*rules);
  std::vector<Action> options;
  while (!is_over(s)) {
    if (decision(s) == DecisionKind::draw) {
      const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
      ASSERT_FALSE(apply(*rules, s, sample_chance(*rules, s, word)));
      continue;
    }
    legal(*rules, s, options);
    Action chosen = options.back();  // the last answer of step 2 is to pass
    if (decision(s) == DecisionKind::place)
      chosen = *std::max_element(options.begin(), options.end(),
                                 [](const auto& a, const auto& b) { return a.at.x < b.at.x; });
    ASSERT_FALSE(apply(*rules, s, chosen));
  }
  int east = 0;
  for (int i = 0; i < s.core->tiles; ++i) east = std::max(east, int{s.tiles[i].at.x});
  EXPECT_GT(east, 150);
  EXPECT_EQ(check(*rules, s), "");
}

TEST(BaseTurn, MEEPLE_1_PassingIsAlwaysAnAnswerOfStepTwo) {
  twenty_games(0, [](const Ply& ply) {
    if (decision(ply.before) == DecisionKind::meeple) {
      ASSERT_TRUE(is_legal(ply.rules, ply.before, Action::pass()));
    }
  });
}

TEST(BaseTurn, MEEPLE_2_MEEPLE_3_MEEPLE_4_OneFromTheSupplyOntoTheTileJustLaid) {
  int deployed_this_turn = 0;
  twenty_games(0, [&](const Ply& ply) {
    if (ply.action.kind == ActionKind::draw) deployed_this_turn = 0;
    for (const Event& e : ply.events) {
      if (e.kind != EventKind::deployed) continue;
      ASSERT_EQ(++deployed_this_turn, 1);
      ASSERT_EQ(e.player, ply.before.core->active);
      ASSERT_GT(supply_of(ply.before, e.player), 0);
      ASSERT_EQ(e.at, ply.before.tiles[ply.before.core->placed].at);
      ASSERT_EQ(ply.before.core->placed, ply.before.core->tiles - 1);
    }
  });
}

// MEEPLE-7, MEEPLE-17: whoever is put down comes onto a feature without anybody, so that company
// comes only from features that grow together.
TEST(BaseTurn, MEEPLE_7_MEEPLE_17_NobodyIsEverPutOntoAClaimedFeature) {
  std::vector<Action> options;
  int shared = 0;
  twenty_games(0, [&](const Ply& ply) {
    for (int f = 0; f < ply.after.core->features; ++f)
      if (ply.after.features[f].segments != 0)
        shared += claims_on(ply.after, static_cast<FeatureId>(f)) > 1;
    if (decision(ply.before) != DecisionKind::meeple) return;
    const PlacedTile& tile = ply.before.tiles[ply.before.core->placed];
    legal(ply.rules, ply.before, options);
    std::set<int> offered;
    for (const Action& option : options)
      if (option.kind == ActionKind::meeple) offered.insert(option.seg);
    for (int i = 0; i < tile.segment_count; ++i) {
      const FeatureId feature = ply.before.segments[tile.first_segment + i].feature;
      ASSERT_EQ(offered.contains(i), claims_on(ply.before, feature) == 0);
    }
  });
  EXPECT_GT(shared, 0) << "the seeds no longer show a shared feature";
}

TEST(BaseTurn, MEEPLE_14_MeeplesLeaveTheMapOnlyWithAFinishedFeatureOrTheGame) {
  twenty_games(0, [](const Ply& ply) {
    if (is_over(ply.after)) return;
    std::set<FeatureId> completed;
    for (const Event& e : ply.events) {
      if (e.kind == EventKind::feature_completed)
        completed.insert(ply.after.segments[e.segment].feature);
      if (e.kind == EventKind::returned) {
        ASSERT_TRUE(completed.contains(ply.after.segments[e.segment].feature));
      }
    }
  });
}

TEST(BaseTurn, MEEPLE_18_MONASTERY_6_AMonasteryHoldsOneMonkAtMost) {
  int monks = 0;
  twenty_games(0, [&](const Ply& ply) {
    for (int f = 0; f < ply.after.core->features; ++f) {
      const Feature& feature = ply.after.features[f];
      if (feature.kind != SegmentKind::monastery || feature.segments == 0) continue;
      ASSERT_EQ(feature.segments, 1);
      ASSERT_LE(claims_on(ply.after, static_cast<FeatureId>(f)), 1);
      monks += claims_on(ply.after, static_cast<FeatureId>(f));
    }
  });
  EXPECT_GT(monks, 0);
}

// Laying a farmer flat is for the eye. There is one kind of meeple: what it is follows from where
// it stands, and so does the way to draw it.
TEST(BaseTurn, MEEPLE_6_MEEPLE_21_TheRoleIsTheKindOfTheSegment) {
  std::set<SegmentKind> roles;
  twenty_games(0, [&](const Ply& ply) {
    for (int i = 0; i < ply.after.core->pieces; ++i) {
      ASSERT_EQ(ply.after.pieces[i].kind, PieceKind::meeple);
      roles.insert(kind_of(ply.after, ply.after.pieces[i].segment));
    }
  });
  EXPECT_EQ(roles, (std::set<SegmentKind>{SegmentKind::city, SegmentKind::road, SegmentKind::field,
                                          SegmentKind::monastery}));
}

}  // namespace
}  // namespace bastide
