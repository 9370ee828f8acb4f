// Who holds a feature and what it is worth to whom, with toy pieces and hooks: what modules may
// bring besides what those in the box do.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/board/board.h"
#include "engine/game/position.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"
#include "tests/base_play.h"

namespace bastide {
namespace {

using base_play::tile_type;

// The rules of a game, to be changed before anything is played by them.
Rules copied_rules(const std::vector<std::string>& sets = {"base"}) {
  return Rules(*rules_of(sets, 3));
}

GameState loaded(const Rules& rules, std::vector<LoadedTile> tiles = {}) {
  PositionSpec spec;
  spec.tiles = std::move(tiles);
  auto position = load_position(rules, spec);
  if (auto* error = std::get_if<SetupError>(&position)) ADD_FAILURE() << error->reason;
  return std::get<GameState>(std::move(position));
}

LoadedTile lying(const Rules& rules, std::string_view id, Pos at, Rotation rotation) {
  return {tile_type(rules, id), at, rotation, {}, -1, kNobody};
}

SegmentId segment_at(const Rules& rules, const GameState& s, Pos at, std::string_view name) {
  const PlacedTile& tile = s.tiles[find_tile(s, at)];
  const int local =
      find_segment(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation), name);
  EXPECT_GE(local, 0) << name;
  return tile.segment(local);
}

void put(const Rules& rules, GameState& s, PieceKind kind, Seat seat, SegmentId segment) {
  put_piece(rules, s, {kind, seat, segment});
  --s.core->players[seat].supply[kind];
}

void lay(const Rules& rules, GameState& s, std::string_view id, Pos at, Rotation rotation) {
  const TileType type = tile_type(rules, id);
  ASSERT_FALSE(apply(rules, s, Action::draw(type)));
  ASSERT_FALSE(apply(rules, s, Action::place(type, at, rotation)));
}

int pennants_of(const Rules&, const GameState& s, FeatureId f) { return s.features[f].pennants; }

void bring_figures(Rules& rules) {
  bring_piece(rules, PieceKind::big, 1,
              {.suits = kMeeplePlaces, .person = true, .living = true, .strength = 2});
  bring_piece(rules, PieceKind::mayor, 1,
              {.suits = kind_bit(SegmentKind::city),
               .person = true,
               .living = true,
               .strength_on = pennants_of});
  bring_piece(rules, PieceKind::builder, 1,
              {.suits = kind_bit(SegmentKind::city) | kind_bit(SegmentKind::road),
               .living = true,
               .beside_own = true});
  rules.special_pieces = {PieceKind::big, PieceKind::builder, PieceKind::mayor};
  settle_rules(rules);
  settle_places(rules);
}

constexpr std::uint32_t bits(std::initializer_list<int> seats) {
  std::uint32_t word = 0;
  for (int seat : seats) word |= 1u << seat;
  return word;
}

// --- Occupancy and strength ---------------------------------------------------------

TEST(Holding, games_without_special_strength_need_no_walk) {
  EXPECT_TRUE(copied_rules().plain_majorities);
  EXPECT_TRUE(copied_rules({"base", "abbot", "count"}).plain_majorities);
  Rules rules = copied_rules();
  bring_figures(rules);
  EXPECT_FALSE(rules.plain_majorities);
}

TEST(Holding, one_strong_piece_is_one_occupant_and_two_in_a_majority) {
  Rules rules = copied_rules();
  bring_figures(rules);
  GameState s = loaded(rules);
  const SegmentId city = segment_at(rules, s, {0, 0}, "city:N");
  const FeatureId f = feature_of(s, city);
  put(rules, s, PieceKind::big, 1, city);
  EXPECT_EQ(number_of_seat(s.features[f].occupants, 1), 1);
  EXPECT_EQ(strengths(rules, s, f)[1], 2);
  EXPECT_EQ(number_of_seat(strength_word(rules, s, f), 1), 2);
  put(rules, s, PieceKind::meeple, 0, city);
  EXPECT_EQ(majority(rules, s, f), bits({1}));
  put(rules, s, PieceKind::meeple, 0, city);
  EXPECT_EQ(majority(rules, s, f), bits({0, 1}));
  EXPECT_EQ(check(rules, s), "");
}

TEST(Holding, a_strength_follows_its_feature_and_may_be_nothing) {
  Rules rules = copied_rules();
  bring_figures(rules);
  GameState s = loaded(rules);
  const SegmentId city = segment_at(rules, s, {0, 0}, "city:N");
  put(rules, s, PieceKind::mayor, 2, city);
  EXPECT_FALSE(is_free(s.features[feature_of(s, city)]));
  EXPECT_EQ(majority(rules, s, feature_of(s, city)), 0u);
  const int before = s.core->players[2].score;
  score_feature(rules, s, feature_of(s, city), false, nullptr);
  EXPECT_EQ(s.core->players[2].score, before);
  lay(rules, s, "base/C", {0, 1}, 0);  // with a pennant
  EXPECT_EQ(majority(rules, s, feature_of(s, city)), bits({2}));
  put(rules, s, PieceKind::big, 0, city);
  EXPECT_EQ(majority(rules, s, feature_of(s, city)), bits({0}));
}

TEST(Holding, a_figure_that_is_no_person_claims_nothing_and_stays_when_persons_go_home) {
  Rules rules = copied_rules();
  bring_figures(rules);
  GameState s = loaded(rules);
  const SegmentId road = segment_at(rules, s, {0, 0}, "road:E");
  const FeatureId f = feature_of(s, road);
  put(rules, s, PieceKind::builder, 0, road);
  EXPECT_TRUE(is_free(s.features[f]));
  EXPECT_EQ(majority(rules, s, f), 0u);
  put(rules, s, PieceKind::meeple, 1, road);
  EXPECT_EQ(majority(rules, s, f), bits({1}));
  EXPECT_EQ(check(rules, s), "");
  send_all_home(rules, s, f, nullptr);
  ASSERT_EQ(s.core->pieces, 1);
  EXPECT_EQ(s.pieces[0].kind, PieceKind::builder);
  EXPECT_EQ(check(rules, s), "");
}

// A hook that sends a helper after the last of its people.
void orphans_follow(const Rules& rules, GameState& s, const PlacedPiece& gone, EventSink* events) {
  if (gone.kind != PieceKind::meeple) return;
  const int helper = find_piece(s, [&](const PlacedPiece& piece) {
    return piece.kind == PieceKind::builder && piece.owner == gone.owner;
  });
  if (helper != kNoPiece) send_home(rules, s, helper, EventKind::returned, events);
}

TEST(Holding, those_who_leave_may_draw_others_after_them) {
  Rules rules = copied_rules();
  bring_figures(rules);
  rules.piece_left.push_back(orphans_follow);
  GameState s = loaded(rules);
  const SegmentId road = segment_at(rules, s, {0, 0}, "road:E");
  for (Seat seat : {0, 1, 2}) {
    put(rules, s, PieceKind::meeple, seat, road);
    put(rules, s, PieceKind::builder, seat, road);
  }
  base_play::Events events;
  send_all_home(rules, s, feature_of(s, road), &events);
  EXPECT_EQ(s.core->pieces, 0);
  EXPECT_EQ(events.list.size(), 6u);
  EXPECT_EQ(check(rules, s), "");
}

TEST(Holding, a_piece_may_say_itself_which_features_it_joins) {
  Rules rules = copied_rules();
  bring_figures(rules);
  GameState s = loaded(rules);
  put(rules, s, PieceKind::meeple, 0, segment_at(rules, s, {0, 0}, "road:E"));
  lay(rules, s, "base/U", {1, 0}, 0);
  const auto offered = [&](PieceKind kind, std::string_view name) {
    const PlacedTile& tile = s.tiles[find_tile(s, {1, 0})];
    const int local =
        find_segment(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation), name);
    return is_legal(rules, s, Action::meeple(kind, {1, 0}, static_cast<std::uint8_t>(local)));
  };
  EXPECT_TRUE(offered(PieceKind::builder, "road:E"));
  EXPECT_FALSE(offered(PieceKind::meeple, "road:E"));
  EXPECT_FALSE(offered(PieceKind::big, "road:E"));
  EXPECT_TRUE(offered(PieceKind::big, "field:NL"));
  EXPECT_FALSE(offered(PieceKind::builder, "field:NL"));
}

TEST(Holding, a_closed_feature_is_not_free_and_other_marks_do_not_matter) {
  Feature feature{};
  EXPECT_TRUE(is_free(feature));
  feature.marks = mark_bit(FeatureMark::inn) | mark_bit(FeatureMark::cathedral);
  EXPECT_TRUE(is_free(feature));
  feature.marks = mark_bit(FeatureMark::closed);
  EXPECT_FALSE(is_free(feature));
  feature.marks = mark_bit(FeatureMark::built_over);
  EXPECT_FALSE(is_free(feature));
}

// --- Ties ---------------------------------------------------------------------------

std::uint32_t lowest_wins(const Rules&, const GameState&, FeatureId, std::uint32_t tied) {
  return tied & (0u - tied);
}
std::uint32_t all_but_the_last(const Rules&, const GameState&, FeatureId, std::uint32_t tied) {
  return tied & ~bits({2});
}
std::uint32_t nobody(const Rules&, const GameState&, FeatureId, std::uint32_t) { return 0; }

TEST(Holding, ties_are_broken_by_rule_in_any_order_and_shared_where_no_rule_decides) {
  Rules plain = copied_rules();
  GameState s = loaded(plain);
  const SegmentId city = segment_at(plain, s, {0, 0}, "city:N");
  const FeatureId f = feature_of(s, city);
  for (Seat seat : {0, 1, 2}) put(plain, s, PieceKind::meeple, seat, city);
  EXPECT_EQ(majority(plain, s, f), bits({0, 1, 2}));
  const auto with = [&](std::vector<TieBreak> breaks) {
    Rules rules = plain;
    rules.tie_breaks = std::move(breaks);
    settle_rules(rules);
    return majority(rules, s, f);
  };
  EXPECT_EQ(with({all_but_the_last}), bits({0, 1}));
  EXPECT_EQ(with({all_but_the_last, lowest_wins}), bits({0}));
  EXPECT_EQ(with({lowest_wins, all_but_the_last}), bits({0}));
  EXPECT_EQ(with({nobody}), bits({0, 1, 2}));
  put(plain, s, PieceKind::meeple, 2, city);  // a plain majority needs no rule
  EXPECT_EQ(with({lowest_wins}), bits({2}));
}

// --- Worth --------------------------------------------------------------------------

void double_tiles(const Rules&, const GameState&, FeatureId, bool finished, Sheet& sheet) {
  const int tiles = sheet.count_of(Term::tiles);
  if (finished) sheet.add(Term::inn, tiles, tiles);
}
void dear_tiles(const Rules&, const GameState&, FeatureId, bool, Sheet& sheet) {
  sheet.raise(Term::tiles, 3);
}
void cheap_tiles(const Rules&, const GameState&, FeatureId, bool, Sheet& sheet) {
  sheet.raise(Term::tiles, -1);
}
void five_more(const Rules&, const GameState&, FeatureId, bool, Sheet& sheet) {
  sheet.add(Term::bridges, 1, 5);
}
void bonus(const Rules&, const GameState&, FeatureId, bool, Sheet& sheet) {
  sheet.add(Term::bonus, 2, 7);
}
bool void_if_unfinished(const Rules&, const GameState&, FeatureId, bool finished) {
  return !finished;
}
bool never_void(const Rules&, const GameState&, FeatureId, bool) { return false; }

std::string text_of(const Sheet& sheet) {
  std::string text;
  for (const ScoreTerm& term : sheet)
    text += std::string(name_of(term.term)) + " " + std::to_string(term.count) + "=" +
            std::to_string(term.points) + "; ";
  return text + std::to_string(sheet.total());
}

TEST(Worth, layers_give_one_sheet_whatever_the_order_of_modules) {
  const Rules plain = copied_rules();
  GameState s = loaded(plain, {lying(plain, "base/U", {1, 0}, 0)});
  const FeatureId road = feature_of(s, segment_at(plain, s, {0, 0}, "road:E"));
  std::vector<ScoreTerms> scale{double_tiles, dear_tiles, cheap_tiles};
  std::sort(scale.begin(), scale.end());
  do {
    for (const bool swapped : {false, true}) {
      Rules rules = plain;
      rules.worth.scale = scale;
      rules.worth.addition = {five_more, bonus};
      rules.worth.nothing = {never_void, void_if_unfinished};
      if (swapped) {
        std::swap(rules.worth.addition[0], rules.worth.addition[1]);
        std::swap(rules.worth.nothing[0], rules.worth.nothing[1]);
      }
      EXPECT_EQ(text_of(value_of(rules, s, road, true)),
                "tiles 2=6; inn 2=2; bonus 2=7; bridges 1=5; 20");
      EXPECT_EQ(text_of(value_of(rules, s, road, false)), "0");
    }
  } while (std::next_permutation(scale.begin(), scale.end()));
}

void own_pig(const Rules&, const GameState&, FeatureId, bool, Seat seat, const Sheet& common,
             Sheet& own) {
  if (seat == 1) own.add(Term::farmers, 1, common.count_of(Term::cities));
}

TEST(Worth, a_holder_may_get_more_than_another) {
  Rules rules = copied_rules();
  rules.worth.of_a_seat.push_back(own_pig);
  GameState s = loaded(rules, {lying(rules, "base/E", {0, 1}, 2)});  // closes the city
  const SegmentId field = segment_at(rules, s, {0, 0}, "field:EL");
  put(rules, s, PieceKind::meeple, 0, field);
  put(rules, s, PieceKind::meeple, 1, field);
  base_play::Events events;
  score_feature(rules, s, feature_of(s, field), false, &events);
  EXPECT_EQ(s.core->players[0].score, 3);
  EXPECT_EQ(s.core->players[1].score, 4);
  EXPECT_EQ(s.core->players[2].score, 0);
  ASSERT_EQ(events.list.size(), 2u);
  EXPECT_EQ(text_of(events.list[0].sheet), "cities 1=3; 3");
  EXPECT_EQ(text_of(events.list[1].sheet), "cities 1=3; farmers 1=1; 4");
}

TEST(Worth, what_is_void_is_void_for_a_holder_too) {
  Rules rules = copied_rules();
  rules.worth.of_a_seat.push_back([](const Rules&, const GameState&, FeatureId, bool, Seat,
                                     const Sheet&, Sheet& own) { own.add(Term::bonus, 1, 9); });
  rules.worth.nothing.push_back(void_if_unfinished);
  GameState s = loaded(rules);
  const SegmentId road = segment_at(rules, s, {0, 0}, "road:E");
  put(rules, s, PieceKind::meeple, 0, road);
  base_play::Events events;
  score_feature(rules, s, feature_of(s, road), false, &events);
  EXPECT_EQ(s.core->players[0].score, 0);
  EXPECT_TRUE(events.list.empty());
}

TEST(Worth, bounds_stop_the_program_instead_of_writing_past_them) {
  const auto fill = [](int terms) {
    Sheet sheet;
    for (int i = 0; i < terms; ++i) sheet.add(Term::bonus, 1, 1);
    return sheet.total();
  };
  EXPECT_EQ(fill(Sheet::kRoom), Sheet::kRoom);
  EXPECT_DEATH(fill(Sheet::kRoom + 1), "size_ < kRoom");
  EXPECT_DEATH(Sheet{}.add(Term::bonus, 1, 40000), "narrow == number");
  Rules rules = copied_rules();
  rules.placement_filters.resize(kMaxPlacementFilters);
  settle_rules(rules);
  rules.placement_filters.resize(kMaxPlacementFilters + 1);
  EXPECT_DEATH(settle_rules(rules), "kMaxPlacementFilters");
}

// --- Marks --------------------------------------------------------------------------

// The rules with the printed marks of features in play.
Rules marked_rules() {
  Rules rules = copied_rules({"base", "bridges_castles_bazaars"});
  rules.feature_marks = mark_bit(FeatureMark::inn);
  FaceOptions options;
  options.claimable_kinds = rules.traits[PieceKind::meeple].stands_on;
  options.marks = rules.feature_marks;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t)
    for (Rotation r = 0; r < kRotations; ++r)
      rules.faces[4 * t + r] = make_face(*rules.tiles[t].def, r, options);
  return rules;
}

TEST(Marks, features_carry_them_through_joining) {
  const Rules rules = marked_rules();
  GameState s =
      loaded(rules, {lying(rules, "base/W", {-1, 0}, 0),
                     lying(rules, "bridges_castles_bazaars/BB-bazaar-inn-road-end", {1, 0}, 1)});
  const auto road_at = [&](Pos at, std::string_view name) -> const Feature& {
    return s.features[feature_of(s, segment_at(rules, s, at, name))];
  };
  EXPECT_TRUE(road_at({0, 0}, "road:E").has(FeatureMark::inn));
  EXPECT_TRUE(road_at({-1, 0}, "road:E").has(FeatureMark::inn));
  EXPECT_FALSE(road_at({-1, 0}, "road:W").has(FeatureMark::inn));
  EXPECT_TRUE(is_free(road_at({0, 0}, "road:E")));
  EXPECT_EQ(check(rules, s), "");
}

TEST(Marks, both_sides_of_a_join_give_theirs) {
  const Rules rules = marked_rules();
  GameState s = loaded(rules);
  const FeatureId a = feature_of(s, segment_at(rules, s, {0, 0}, "field:EL"));
  const FeatureId b = feature_of(s, segment_at(rules, s, {0, 0}, "field:ER"));
  ASSERT_NE(a, b);
  s.features[a].marks |= mark_bit(FeatureMark::closed);
  s.features[b].marks |= mark_bit(FeatureMark::pig_herd);
  const Feature& joined = s.features[merge_features(s, a, b)];
  EXPECT_TRUE(joined.has(FeatureMark::closed));
  EXPECT_TRUE(joined.has(FeatureMark::pig_herd));
}

TEST(Marks, a_mark_that_is_not_in_play_is_not_there) {
  const Rules rules = copied_rules({"base", "bridges_castles_bazaars"});
  for (const Face& face : rules.faces)
    for (int i = 0; i < face.segment_count; ++i) EXPECT_EQ(face.segments[i].marks, 0);
}

// --- Places -------------------------------------------------------------------------

TEST(Standing, says_what_a_piece_takes_part_in) {
  PlacedPiece piece{PieceKind::meeple, 0, 0};
  EXPECT_TRUE(is_on_feature(piece) && is_in_reach(piece));
  piece.standing = Standing::lodged;
  EXPECT_TRUE(is_on_feature(piece) && is_in_reach(piece));
  piece.standing = Standing::on_tile;
  EXPECT_TRUE(!is_on_feature(piece) && is_in_reach(piece));
  piece.standing = Standing::sheltered;
  EXPECT_TRUE(!is_on_feature(piece) && !is_in_reach(piece));
}

TEST(Standing, a_guard_on_a_tower_is_on_no_feature) {
  const Rules rules = copied_rules();
  GameState s = loaded(rules);
  const SegmentId road = segment_at(rules, s, {0, 0}, "road:E");
  put_piece(rules, s, {PieceKind::meeple, 0, road, Standing::on_tile, ModuleId::king_robber, 3});
  --s.core->players[0].supply[PieceKind::meeple];
  EXPECT_TRUE(is_free(s.features[feature_of(s, road)]));
  EXPECT_EQ(check(rules, s), "");
  send_all_home(rules, s, feature_of(s, road), nullptr);
  EXPECT_EQ(s.core->pieces, 1);
  EXPECT_EQ(s.pieces[0].detail, 3);
}

// A const state cannot be changed, not even through its parts.
template <class State>
concept ScoreCanBeSet = requires(State& s) { s.core->players[0].score = 1; };
template <class State>
concept PieceCanBeSet = requires(State& s, PlacedPiece piece) { s.pieces[0] = piece; };
template <class State>
concept PartCanBeTaken = requires(State& s) { StatePart<Feature>(s.features); };
static_assert(ScoreCanBeSet<GameState> && !ScoreCanBeSet<const GameState>);
static_assert(PieceCanBeSet<GameState> && !PieceCanBeSet<const GameState>);
static_assert(!PartCanBeTaken<const GameState>);
static_assert(sizeof(StatePart<Feature>) == sizeof(void*));

TEST(Walks, the_segments_of_a_feature_each_once_and_the_pieces_on_it) {
  const Rules rules = copied_rules();
  GameState s =
      loaded(rules, {lying(rules, "base/U", {1, 0}, 0), lying(rules, "base/U", {2, 0}, 0)});
  const SegmentId road = segment_at(rules, s, {0, 0}, "road:E");
  const FeatureId f = feature_of(s, road);
  std::vector<SegmentId> seen;
  for (SegmentId id : segments_of(s, f)) {
    EXPECT_EQ(feature_of(s, id), f);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), id), 0);
    seen.push_back(id);
  }
  EXPECT_EQ(seen.size(), 3u);
  put(rules, s, PieceKind::meeple, 0, road);
  put(rules, s, PieceKind::meeple, 1, segment_at(rules, s, {1, 0}, "field:NL"));
  put(rules, s, PieceKind::meeple, 2, segment_at(rules, s, {2, 0}, "road:E"));
  std::vector<int> owners;
  for (const PlacedPiece& piece : pieces_on(s, f)) owners.push_back(piece.owner);
  EXPECT_EQ(owners, (std::vector<int>{0, 2}));
  EXPECT_EQ(find_own(s, road, PieceKind::meeple, 0), 0);
  EXPECT_EQ(find_own(s, road, PieceKind::meeple, 1), kNoPiece);
}

}  // namespace
}  // namespace bastide
