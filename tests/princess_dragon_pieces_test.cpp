// Princess, portal and fairy over whole games.
#include <map>
#include <set>
#include <tuple>

#include "engine/board/board.h"
#include "tests/princess_dragon_play.h"

namespace bastide::dragon_play {
namespace {

bool is_far(const GameState& s, const Action& action) {
  return action.kind == ActionKind::meeple && s.tiles[s.core->placed].at != action.at;
}

// A second way to say where a portal leads: every segment of every tile, one by one.
std::vector<Action> far_places(const Rules& rules, const GameState& s) {
  std::vector<Action> places;
  const PlayerState& player = s.core->players[s.core->active];
  for (int t = 0; t < s.core->tiles; ++t) {
    const PlacedTile& tile = s.tiles[t];
    for (int seg = 0; t != s.core->placed && seg < tile.segment_count; ++seg) {
      const FeatureId f = feature_of(s, static_cast<SegmentId>(tile.first_segment + seg));
      const Feature& feature = s.features[f];
      const bool just = std::find(s.core->completed, s.core->completed + s.core->completed_count,
                                  f) != s.core->completed + s.core->completed_count;
      const bool closed =
          is_complete(s, f) && !(just && rules.options.portal_just_completed);  // PORTAL-5
      if (feature.occupants != 0 || closed) continue;                           // PORTAL-4
      for (PieceKind kind : {PieceKind::meeple, PieceKind::abbot}) {
        const PieceTraits& traits = rules.traits[kind];
        if (player.supply[kind] != 0 && (traits.stands_on & kind_bit(feature.kind)) != 0)
          places.push_back(Action::meeple(kind, tile.at, static_cast<std::uint8_t>(seg)));
      }
    }
  }
  return places;
}

bool before(const Action& a, const Action& b) {
  return std::tuple(a.at, a.seg, a.piece) < std::tuple(b.at, b.seg, b.piece);
}

void expect_portals(const Rules& rules, std::uint64_t seed, int& portals) {
  base_play::play_random(rules, seed, [&](const base_play::Ply& ply) {
    if (decision(ply.before) != DecisionKind::meeple) return;
    std::vector<Action> answers, far;
    legal(ply.rules, ply.before, answers);
    std::copy_if(answers.begin(), answers.end(), std::back_inserter(far),
                 [&](const Action& a) { return is_far(ply.before, a); });
    const bool portal = placed_has(ply.rules, ply.before, Mark::portal);
    std::vector<Action> expected =
        portal ? far_places(ply.rules, ply.before) : std::vector<Action>{};
    std::sort(far.begin(), far.end(), before);
    std::sort(expected.begin(), expected.end(), before);
    ASSERT_EQ(far.size(), expected.size());
    EXPECT_TRUE(far == expected);
    portals += portal ? 1 : 0;
    EXPECT_TRUE(is_legal(ply.rules, ply.before, Action::pass()));  // PORTAL-6
  });
}

TEST(Portals, PORTAL_2_to_PORTAL_6_lead_to_every_free_open_segment_and_no_other) {
  int portals = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    expect_portals(*rules_with({"base", "abbot", "princess_dragon"}, 3), seed, portals);
    expect_portals(*rules_with({"base", "abbot", "princess_dragon"}, 2,
                               {{"portal_just_completed", OptionValue(false)}}),
                   seed, portals);
  }
  EXPECT_GT(portals, 50);
}

TEST(Princess, PRINCESS_4_to_PRINCESS_8_hold_in_random_games) {
  const RulesPtr rules = rules_with({"base", "abbot", "princess_dragon"}, 3);
  int sent = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) {
      if (decision(ply.before) == DecisionKind::princess) {
        EXPECT_TRUE(placed_has(ply.rules, ply.before, Mark::princess));
        EXPECT_EQ(actor(ply.before), ply.before.core->active);
        EXPECT_GE(count_legal(ply.rules, ply.before), 2u);
      }
      if (ply.action.kind != ActionKind::send_away) return;
      ++sent;
      const Seat owner = ply.action.value;
      EXPECT_NE(decision(ply.after), DecisionKind::meeple);
      EXPECT_EQ(count_events(ply.events, EventKind::deployed), 0);
      EXPECT_GT(base_play::supply_of(ply.after, owner), base_play::supply_of(ply.before, owner));
    });
  EXPECT_GT(sent, 10);
}

// FAIRY-4, FAIRY-6, FAIRY-10: one point or three, for the protégé's owner and nobody else.
TEST(Fairy, FAIRY_4_FAIRY_6_FAIRY_11_pays_the_owner_of_the_protege_only) {
  const RulesPtr rules = dragon_rules(4);
  int ones = 0, threes = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed)
    base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) {
      const PrincessDragonState& p = part(ply.rules, ply.before);
      for (const Event& event : ply.events) {
        if (event.kind != EventKind::score || event.reason != ScoreFor::fairy) continue;
        ones += event.points == 1 ? 1 : 0;
        threes += event.points == 3 ? 1 : 0;
        const bool moved = ply.action.kind == ActionKind::fairy;
        EXPECT_TRUE(moved || p.has_protege != 0);
        EXPECT_EQ(event.player, moved ? ply.before.core->active : p.protege_owner);
        EXPECT_EQ(event.at, moved ? ply.action.at : p.fairy);
      }
    });
  EXPECT_GT(ones, 100);
  EXPECT_GT(threes, 10);
}

TEST(Fairy, FAIRY_2_only_to_own_pieces_and_never_to_the_protege) {
  const RulesPtr rules = rules_with({"base", "abbot", "princess_dragon"}, 2);
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) {
      if (decision(ply.before) != DecisionKind::meeple) return;
      std::vector<Action> answers;
      legal(ply.rules, ply.before, answers);
      const auto fairy = std::count_if(answers.begin(), answers.end(),
                                       [](const Action& a) { return a.kind == ActionKind::fairy; });
      const PrincessDragonState& p = part(ply.rules, ply.before);
      const Seat active = ply.before.core->active;
      int own = 0;
      for (int i = 0; i < ply.before.core->pieces; ++i)
        own += ply.before.pieces[i].owner == active ? 1 : 0;
      if (p.has_protege != 0 && p.protege_owner == active) --own;
      EXPECT_EQ(fairy, own);
    });
}

// How actions name the place of a piece, and its kind.
using Place = std::tuple<PieceKind, Pos, int>;

// Every place where the active player has somebody, but for the protégé's if he stands alone there.
std::multiset<Place> expected_for_her(const Rules& rules, const GameState& s) {
  const PrincessDragonState& p = part(rules, s);
  const auto place_of = [&](const PlacedPiece& piece) {
    return Place(piece.kind, tile_of(s, piece.segment).at, seg_of(s, piece));
  };
  std::map<Place, int> people;
  for (const PlacedPiece& piece : all_pieces(s))
    if (piece.owner == s.core->active && rules.traits[piece.kind].person) ++people[place_of(piece)];
  std::multiset<Place> expected;
  for (const auto& [place, count] : people) {
    const bool hers = p.has_protege != 0 && p.protege_owner == s.core->active &&
                      place == Place(p.protege_kind, p.fairy, p.protege_seg);
    if (!hers || count > 1) expected.insert(place);
  }
  return expected;
}

std::multiset<Place> offered_to_her(const Rules& rules, const GameState& s) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  std::multiset<Place> offered;
  for (const Action& answer : answers)
    if (answer.kind == ActionKind::fairy) offered.insert({answer.piece, answer.at, answer.seg});
  return offered;
}

// Acrobats are alike; guards, lords and ladies in castles and farmers in granaries are not.
TEST(Fairy, FAIRY_1_Q_PD_21_one_answer_for_all_who_are_alike) {
  const std::vector<std::string> companies[] = {
      {"base", "princess_dragon", "circus", "tower", "bridges_castles_bazaars"},
      {"base", "princess_dragon", "circus", "castles_bridges"}};
  int alike = 0;
  for (const auto& sets : companies) {
    const RulesPtr rules = rules_with(sets, 2);
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
      base_play::play_random(*rules, seed, [&](const base_play::Ply& ply) {
        if (decision(ply.before) != DecisionKind::meeple) return;
        const auto expected = expected_for_her(ply.rules, ply.before);
        EXPECT_EQ(offered_to_her(ply.rules, ply.before), expected);
        std::uint32_t own = 0;
        for (const PlacedPiece& piece : all_pieces(ply.before))
          own += piece.owner == ply.before.core->active ? 1 : 0;
        alike += own > expected.size() + 1 ? 1 : 0;
      });
  }
  EXPECT_GT(alike, 30);
}

// Nobody comes to a segment where somebody stands, but a position may be given so.
TEST(Fairy, FAIRY_1_a_given_position_may_have_several_alike_on_a_feature) {
  const RulesPtr rules = dragon_rules(2);
  PositionSpec spec;
  const LoadedPiece monk{PieceKind::meeple, 0, "monastery"};
  spec.tiles = {{base_play::tile_type(*rules, "base/B"), {0, 0}, 0, {monk, monk, monk}}};
  spec.stock = {base_play::tile_type(*rules, "base/B")};
  GameState s = load(*rules, spec);
  while (decision(s) != DecisionKind::meeple) {
    std::vector<Action> answers;
    legal(*rules, s, answers);
    apply_assume_legal(*rules, s, answers[0], nullptr);
  }
  EXPECT_EQ(expected_for_her(*rules, s).size(), 1u);
  EXPECT_EQ(offered_to_her(*rules, s), expected_for_her(*rules, s));
}

// CASTLE-4: nobody but the lord stays in a city that is a castle, so nobody can be taken for him.
TEST(Fairy, CASTLE_4_nobody_is_given_beside_a_lord) {
  const RulesPtr rules = rules_with({"base", "princess_dragon", "bridges_castles_bazaars"}, 2);
  const TileType cap = base_play::tile_type(*rules, "base/E");
  for (const bool somebody : {false, true}) {
    PositionSpec spec;
    spec.keep_start = false;
    spec.tiles = {{cap, {0, 0}, 0, {}}, {cap, {0, 1}, 2, {}}};
    if (somebody) spec.tiles[0].pieces = {{PieceKind::meeple, 0, "city:N"}};
    spec.module_words = {{"castle", "0 0,0 0,1"}};
    const auto loaded = load_position(*rules, spec);
    EXPECT_EQ(std::holds_alternative<GameState>(loaded), !somebody);
  }
}

}  // namespace
}  // namespace bastide::dragon_play
