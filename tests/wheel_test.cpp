// What holds of the wheel over whole games: its rules are worked out a second time from the state
// before each draw, in the simplest way, and compared with what the engine did.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <nlohmann/json.hpp>

#include "engine/expansions/wheel/sectors.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::play_random;
using base_play::Ply;
using wheel::WheelState;

Setup wheel_setup(int players, const std::vector<std::string>& sets = {"wheel"}) {
  return setup_of(sets, players);
}

const WheelState& wheel_of(const Rules& rules, const GameState& s) {
  return rules.ext<WheelState>(s);
}

// --- Setup ---

TEST(Wheel, WHEEL_1_TheBoardIsTheStartAndAllTilesAreInTheStock) {
  const RulesPtr alone = rules_of(wheel_setup(2));
  ASSERT_TRUE(alone);
  EXPECT_EQ(start_name(*alone), "wheel");
  const GameState s = initial_state(*alone);
  EXPECT_EQ(tiles_left(s), 72);
  EXPECT_EQ(s.core->tiles, 16);
  for (std::int16_t x = 0; x < 4; ++x)
    for (std::int16_t y = -3; y <= 0; ++y) EXPECT_NE(tile_at(s, {x, y}), nullptr);
  // Mixed with base: the start tile of base stays in the box.
  const RulesPtr mixed = rules_of(wheel_setup(5, {"base", "wheel"}));
  ASSERT_TRUE(mixed);
  EXPECT_EQ(start_name(*mixed), "wheel");
  EXPECT_EQ(tiles_left(initial_state(*mixed)), 72 + 71);
}

TEST(Wheel, WHEEL_3_SevenMeeplesAndNoPoints) {
  for (int players = 2; players <= 5; ++players) {
    const RulesPtr rules = rules_of(wheel_setup(players));
    ASSERT_TRUE(rules);
    const GameState s = initial_state(*rules);
    for (int seat = 0; seat < players; ++seat) {
      EXPECT_EQ(base_play::supply_of(s, seat), 7);
      EXPECT_EQ(s.core->players[seat].score, 0);
    }
  }
}

TEST(Wheel, RefusesWhatCannotBePlayed) {
  auto setup = wheel_setup(2, {"base", "wheel"});
  setup.start = "tile";
  EXPECT_NE(refusal_of(setup).find("\"wheel\""), std::string::npos);
  setup.start = "wheel";
  EXPECT_EQ(refusal_of(setup), "");
  setup.options.emplace_back("fields", false);  // D-W16
  EXPECT_NE(refusal_of(setup).find("fields"), std::string::npos);
  setup = wheel_setup(2, {"base", "wheel", "river"});  // D-R11
  EXPECT_NE(refusal_of(setup).find("river"), std::string::npos);
  setup.start = "wheel";
  EXPECT_NE(refusal_of(setup), "");
  setup = wheel_setup(2, {"base"});
  setup.start = "wheel";
  EXPECT_NE(refusal_of(setup), "");
}

TEST(Wheel, WHEEL_13_SixSectorsWithNineCrowns) {
  const std::array<std::string_view, 6> names{"fortune", "taxes",       "famine",
                                              "storm",   "inquisition", "plague"};
  int crowns = 0, with_two = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(wheel::sectors()[i].name, names[i]);
    crowns += wheel::sectors()[i].crowns;
    with_two += wheel::sectors()[i].crowns == 2 ? 1 : 0;
    EXPECT_EQ(wheel::sectors()[i].effect == nullptr, names[i] == "plague");
  }
  EXPECT_EQ(crowns, 9);
  EXPECT_EQ(with_two, 3);
}

TEST(Wheel, WHEEL_9_NineteenTilesHaveAnIcon) {
  const RulesPtr rules = rules_of(wheel_setup(2));
  ASSERT_TRUE(rules);
  int icons = 0;
  for (const TileInPlay& tile : rules->tiles) {
    EXPECT_LE(tile.def->wheel, 3);
    icons += tile.def->wheel != 0 ? tile.copies : 0;
  }
  EXPECT_EQ(icons, 19);
}

TEST(Wheel, WHEEL_53_TheDiscHasNoLand) {
  const RulesPtr rules = rules_of(wheel_setup(2));
  ASSERT_TRUE(rules);
  const GameState s = initial_state(*rules);
  for (const Pos at : {Pos{1, -1}, Pos{2, -1}, Pos{1, -2}, Pos{2, -2}})
    EXPECT_EQ(tile_at(s, at)->segment_count, 0);
  EXPECT_EQ(s.core->cells, 16);  // the cells round the rim, and none inside
}

TEST(Wheel, WHEEL_55_ThePigIsNobodysPiece) {
  const RulesPtr rules = rules_of(wheel_setup(2));
  ASSERT_TRUE(rules);
  EXPECT_FALSE(rules->piece_in_play[PieceKind::pig]);
}

TEST(Wheel, ShowsPigAndCrowns) {
  const RulesPtr rules = rules_of(wheel_setup(2));
  ASSERT_TRUE(rules);
  GameState s = initial_state(*rules);
  for (const Action& action : {Action::draw(base_play::tile_type(*rules, "wheel/U3")),
                               Action::place(base_play::tile_type(*rules, "wheel/U3"), {2, 1}, 1),
                               Action{.kind = ActionKind::crown, .value = 1}})
    ASSERT_FALSE(apply(*rules, s, action));
  const Json state = state_to_json(*rules, s);
  EXPECT_EQ(state["wheel"]["pig"], "storm");
  EXPECT_EQ(state["wheel"]["crowns"]["taxes"].dump(), "[0,null]");
  EXPECT_EQ(state["wheel"]["crowns"]["fortune"].dump(), "[null]");
  EXPECT_EQ(state["players"][0]["supply"].dump(), "{\"meeple\":6}");
}

// --- Whole games ---

using Points = std::array<int, kMaxPlayers>;

Pos place_of_piece(const GameState& s, const PlacedPiece& piece) {
  return s.tiles[s.segments[piece.segment].tile].at;
}

// Taxes, knight by knight (WHEEL-17).
int taxes_of(const GameState& s, Seat seat) {
  int sum = 0;
  for (int i = 0; i < s.core->pieces; ++i) {
    if (s.pieces[i].owner != seat ||
        base_play::kind_of(s, s.pieces[i].segment) != SegmentKind::city)
      continue;
    const FeatureId city = s.segments[s.pieces[i].segment].feature;
    sum += s.features[city].pennants + number_of_seat(s.features[city].occupants, seat);
  }
  return sum;
}

// Famine: a field's final worth is three a city (WHEEL-20, WHEEL-21).
int famine_of(const Rules& rules, const GameState& s, Seat seat) {
  int sum = 0;
  for (int i = 0; i < s.core->pieces; ++i)
    if (s.pieces[i].owner == seat &&
        base_play::kind_of(s, s.pieces[i].segment) == SegmentKind::field)
      sum += worth(rules, s, s.segments[s.pieces[i].segment].feature, false).total() / 3;
  return sum;
}

int monks_of(const GameState& s, Seat seat) {
  int sum = 0;
  for (int i = 0; i < s.core->pieces; ++i)
    sum += s.pieces[i].owner == seat &&
                   base_play::kind_of(s, s.pieces[i].segment) == SegmentKind::monastery
               ? 1
               : 0;
  return sum;
}

int in_hand(const GameState& s, Seat seat) {
  return base_play::supply_of(s, seat) + s.core->players[seat].supply[PieceKind::abbot];
}

// What the sector gives each player, crowns left aside.
Points sector_points(const Rules& rules, const GameState& s, int sector) {
  Points points{};
  for (Seat seat = 0; seat < rules.player_count(); ++seat) {
    if (sector == 0) points[seat] = seat == s.core->active ? 3 : 0;
    if (sector == 1) points[seat] = taxes_of(s, seat);
    if (sector == 2) points[seat] = famine_of(rules, s, seat);
    if (sector == 3) points[seat] = in_hand(s, seat);
    if (sector == 4) points[seat] = 2 * monks_of(s, seat);
  }
  return points;
}

Points crown_points(const WheelState& wheel, int sector) {
  Points points{};
  const auto& spaces = wheel.crowns[sector];
  const bool alone =
      wheel::sectors()[static_cast<std::size_t>(sector)].crowns == 2 && spaces[1] == 0;
  for (const std::uint8_t owner : spaces)
    if (owner != 0) points[owner - 1u] += alone ? 6 : 3;
  return points;
}

bool is_ordinary(ScoreFor reason) {
  return reason == ScoreFor::road || reason == ScoreFor::city || reason == ScoreFor::monastery ||
         reason == ScoreFor::garden || reason == ScoreFor::field || reason == ScoreFor::abbot;
}

// Follows one game from outside.
class Watcher {
 public:
  explicit Watcher(const Rules& rules) : rules_(rules) {}

  void see(const Ply& ply) {
    ASSERT_EQ(check(rules_, ply.after), "");
    if (ply.action.kind == ActionKind::draw) begin(ply);
    if (ply.action.kind == ActionKind::plague) plague(ply);
    const bool in_first_part =
        ply.action.kind == ActionKind::draw || ply.action.kind == ActionKind::plague;
    for (const Event& event : ply.events) {
      if (event.kind != EventKind::score) continue;
      const bool over = is_over(ply.after);
      // WHEEL-51, WHEEL-52: features are scored after the placement, the wheel before it.
      EXPECT_TRUE(is_ordinary(event.reason) != in_first_part || over) << name_of(event.reason);
      EXPECT_EQ(event.sheet.total(), event.points);
    }
    if (in_first_part && decision(ply.after) != DecisionKind::plague) finish(ply);
    crowns(ply);
  }

 private:
  // WHEEL-12, WHEEL-13
  void begin(const Ply& ply) {
    from_.emplace(ply.before);
    icon_ = rules_.tiles[ply.action.tile].def->wheel;
    pig_ = (wheel_of(rules_, ply.before).pig + icon_) % 6;
    EXPECT_EQ(wheel_of(rules_, ply.after).pig, pig_);
    asked_.clear();
  }

  // WHEEL-28: clockwise from the active player, each once.
  void plague(const Ply& ply) {
    EXPECT_EQ(pig_, 5);
    const int players = rules_.player_count();
    const int order = (actor(ply.before) - ply.before.core->active + players) % players;
    EXPECT_TRUE(asked_.empty() || *asked_.rbegin() < order);
    asked_.insert(order);
    EXPECT_GT(count_legal(rules_, ply.before), 1u);
  }

  void finish(const Ply& ply) {
    if (icon_ == 0 || is_over(ply.after)) return;
    const Points sector = sector_points(rules_, *from_, pig_);
    const Points crown = crown_points(wheel_of(rules_, *from_), pig_);
    for (Seat seat = 0; seat < rules_.player_count(); ++seat) {
      EXPECT_EQ(ply.after.core->players[seat].score,
                from_->core->players[seat].score + sector[seat] + crown[seat])
          << "sector " << pig_ << ", seat " << static_cast<int>(seat);
      if (pig_ == 5) plagued(ply.after, seat);
    }
    // WHEEL-37: the pig's crowns are free again, the others as they were.
    for (int i = 0; i < wheel::kSectors; ++i)
      for (int space = 0; space < wheel::kMaxCrowns; ++space)
        EXPECT_EQ(wheel_of(rules_, ply.after).crowns[i][space],
                  i == pig_ ? 0 : wheel_of(rules_, *from_).crowns[i][space]);
  }

  // WHEEL-26, WHEEL-27: one figure fewer on the map, if there was one.
  void plagued(const GameState& after, Seat seat) {
    const auto on_map = [&](const GameState& s) {
      int count = 0;
      for (int i = 0; i < s.core->pieces; ++i) count += s.pieces[i].owner == seat ? 1 : 0;
      return count;
    };
    EXPECT_EQ(on_map(after), std::max(0, on_map(*from_) - 1));
  }

  // WHEEL-6, WHEEL-42: no piece on the rim, no more crowns than there are; WHEEL-49 at the end.
  void crowns(const Ply& ply) {
    for (int i = 0; i < ply.after.core->pieces; ++i) {
      const Pos at = place_of_piece(ply.after, ply.after.pieces[i]);
      EXPECT_FALSE(at.x >= 0 && at.x < 4 && at.y <= 0 && at.y > -4);
    }
    for (int i = 0; i < wheel::kSectors; ++i) {
      const auto& spaces = wheel_of(rules_, ply.after).crowns[i];
      if (wheel::sectors()[static_cast<std::size_t>(i)].crowns == 1) {
        EXPECT_EQ(spaces[1], 0);
      }
      EXPECT_FALSE(spaces[0] == 0 && spaces[1] != 0);
      if (is_over(ply.after)) {
        EXPECT_EQ(spaces[0], 0);
      }
    }
  }

  const Rules& rules_;
  std::optional<GameState> from_;
  int icon_ = 0;
  int pig_ = 0;
  std::set<int> asked_;
};

void watch_games(const Setup& setup, std::uint64_t first_seed, int games) {
  const RulesPtr rules = rules_of(setup);
  ASSERT_TRUE(rules);
  for (int i = 0; i < games; ++i) {
    Watcher watcher(*rules);
    play_random(*rules, first_seed + static_cast<std::uint64_t>(i),
                [&](const Ply& ply) { watcher.see(ply); });
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Wheel, TurnsAsTheLedgerSaysOverWholeGames) {
  for (int players = 2; players <= 5; ++players) watch_games(wheel_setup(players), 100, 15);
}

TEST(Wheel, TurnsAsTheLedgerSaysWithBaseAndAbbot) {
  watch_games(wheel_setup(3, {"base", "wheel"}), 1, 6);
  watch_games(wheel_setup(4, {"base", "wheel", "abbot"}), 1, 6);
}

// Every answer of a game can be written and read again; every event can be written.
TEST(Wheel, ActionsGoThroughJsonAndBack) {
  const RulesPtr rules = rules_of(wheel_setup(3));
  ASSERT_TRUE(rules);
  int crowns = 0, plagues = 0;
  play_random(*rules, 5, [&](const Ply& ply) {
    std::vector<Action> answers;
    legal(*rules, ply.before, answers);
    for (const Action& answer : answers) {
      const Json json = action_to_json(name_action(*rules, ply.before, answer));
      const auto read = action_from_json(json, Path{});
      ASSERT_TRUE(std::holds_alternative<NamedAction>(read)) << json.dump();
      const auto found = find_action(*rules, ply.before, std::get<NamedAction>(read));
      ASSERT_TRUE(std::holds_alternative<Action>(found)) << json.dump();
      EXPECT_TRUE(std::get<Action>(found) == answer) << json.dump();
      crowns += answer.kind == ActionKind::crown ? 1 : 0;
      plagues += answer.kind == ActionKind::plague ? 1 : 0;
    }
    for (const Event& event : ply.events)
      EXPECT_FALSE(event_to_json(*rules, ply.after, event).empty());
  });
  EXPECT_GT(crowns, 0);
  EXPECT_GT(plagues, 0);
}

}  // namespace
}  // namespace bastide
