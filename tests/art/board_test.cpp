// Whole boards: every tile and piece of a state is in its picture, once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "art/board/big_boards.h"
#include "art/board/board_art.h"
#include "art/board/places.h"
#include "engine/core/rng.h"
#include "engine/expansions/hills_sheep/state.h"
#include "engine/expansions/tower/view.h"
#include "engine/game/position.h"
#include "tests/art/svg_reader.h"

namespace bastide::art {
namespace {

using bastide::test_help::read_svg;
using bastide::test_help::SvgFacts;

RulesPtr board_rules(std::vector<std::string> sets, int players, std::string start = "") {
  Setup setup;
  for (const std::string& set : sets)
    setup.sets.push_back(std::get<SetChoice>(parse_set_choice(set)));
  if (!start.empty()) setup.start = std::move(start);
  for (int i = 0; i < players; ++i) setup.players.push_back({"P" + std::to_string(i)});
  return std::get<RulesPtr>(compile(setup));
}

// A random game, left after so many answers.
GameState played(const Rules& rules, int answers, std::uint64_t seed) {
  GameState s = initial_state(rules);
  Rng rng(seed);
  for (int i = 0; i < answers && !is_over(s); ++i) {
    const Action action = actor(s) == kDealer
                              ? nth_chance(rules, s, rng.below(chance_total(rules, s)))
                              : nth_legal(rules, s, rng.below(count_legal(rules, s)));
    apply_assume_legal(rules, s, action);
  }
  return s;
}

// How often each figure of a player is placed on the board, by symbol.
std::map<std::string, int> placed_figures(const SvgFacts& facts) {
  std::map<std::string, int> placed;
  for (const auto& [id, count] : facts.uses)
    if (id.starts_with("p-")) placed[id] = count;
  return placed;
}

struct Case {
  std::vector<std::string> sets;
  int players;
  int answers;
};

class Boards : public ::testing::TestWithParam<Case> {};

TEST_P(Boards, hold_every_piece_once) {
  const Case& c = GetParam();
  const RulesPtr rules = board_rules(c.sets, c.players);
  const GameState s = played(*rules, c.answers, 11);
  ASSERT_GT(s.core->pieces, 3) << "not much of a test";
  const Scene scene = scene_of(*rules, s);
  EXPECT_EQ(scene.tiles.size(), s.core->tiles);

  std::map<std::string, int> wanted;
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    const bool lies = piece.standing != Standing::on_tile &&
                      s.features[s.segments[piece.segment].feature].kind == SegmentKind::field;
    ++wanted[symbol_id(figure_of(piece.kind, lies), piece.owner)];
  }
  std::map<std::string, int> seen;
  for (const SceneFigure& figure : scene.figures) ++seen[symbol_id(figure.figure, figure.seat)];
  for (const auto& [id, count] : wanted) EXPECT_GE(seen[id], count) << id;

  const BoardLook look{Theme::day, true, true, true, 96};
  const SvgFacts facts = read_svg(draw_board(scene, look).svg);
  ASSERT_EQ(facts.problem, "");
  EXPECT_TRUE(facts.missing_targets().empty());
  EXPECT_TRUE(facts.repeated_ids().empty());
  // In the definitions a player's symbol uses the figure's, so those have six uses more.
  for (const auto& [id, count] : seen) {
    const bool of_a_player = id.back() >= '0' && id.back() <= '9';
    if (!of_a_player) continue;
    EXPECT_EQ(placed_figures(facts)[id], count) << id;
  }
}

TEST_P(Boards, use_classes_that_every_theme_defines) {
  const Case& c = GetParam();
  const RulesPtr rules = board_rules(c.sets, c.players);
  const Scene scene = scene_of(*rules, played(*rules, c.answers, 12));
  const std::set<std::string> groups{"bridge", "worth", "held",
                                     "yx"};  // without a look of their own
  const BoardLook look{Theme::day, true, true, true, 96};
  const SvgFacts facts = read_svg(draw_board(scene, look).svg);
  for (const Theme theme : kThemes) {
    const std::string css = stylesheet(theme) + piece_stylesheet(theme) + board_stylesheet(theme);
    for (const std::string& name : facts.classes) {
      if (groups.contains(name)) continue;
      EXPECT_NE(css.find("." + name + "{"), std::string::npos) << name << " " << name_of(theme);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sets, Boards,
    ::testing::Values(Case{{"base"}, 3, 120}, Case{{"base", "river", "abbot"}, 4, 150},
                      Case{{"base", "princess_dragon"}, 3, 150},
                      Case{{"base", "count", "king_robber", "cult"}, 4, 150},
                      Case{{"base", "bridges_castles_bazaars"}, 4, 200},
                      Case{{"base", "castles_bridges"}, 4, 200},
                      Case{{"base", "inns_cathedrals", "hills_sheep"}, 6, 200},
                      Case{{"base", "traders_builders"}, 4, 200}, Case{{"base", "tower"}, 4, 200},
                      Case{{"base", "abbey_mayor"}, 4, 200}, Case{{"base", "circus"}, 3, 200},
                      Case{{"wheel"}, 4, 140}));

// FLOCK-15: the picture tells how many sheep lie beside each shepherd.
TEST(Boards, flocks_stand_beside_their_shepherds_with_their_number) {
  const RulesPtr rules = board_rules({"base", "hills_sheep"}, 3);
  int flocks = 0;
  for (int answers = 30; answers <= 150; answers += 20) {
    const GameState s = played(*rules, answers, 5);
    const auto& state = rules->ext<hills_sheep::HillsSheepState>(s);
    std::multiset<int> wanted, seen;
    for (int seat = 0; seat < 3; ++seat)
      if (state.sheep_of(seat) > 0) wanted.insert(state.sheep_of(seat));
    const Scene scene = scene_of(*rules, s);
    for (const SceneFigure& figure : scene.figures)
      if (figure.figure == Figure::sheep) seen.insert(figure.number);
    EXPECT_EQ(seen, wanted) << answers;
    const std::string svg = draw_board(scene, {}).svg;
    for (const int number : wanted)
      EXPECT_NE(svg.find(">" + std::to_string(number) + "</text>"), std::string::npos);
    flocks += static_cast<int>(wanted.size());
  }
  EXPECT_GT(flocks, 3) << "not much of a test";
}

// Every floor of a tower is drawn, a high tower tells its height, and its guard stands upon it.
TEST(Boards, towers_are_as_high_as_they_were_built) {
  const RulesPtr rules = board_rules({"base", "tower"}, 3);
  int floors_seen = 0, guards = 0;
  for (int answers = 40; answers <= 200; answers += 20) {
    const GameState s = played(*rules, answers, 6);
    const Scene scene = scene_of(*rules, s);
    int built = 0, drawn = 0;
    for (const tower::Tower& tower : tower::all_towers(*rules, s)) built += tower.floors;
    for (const SceneFigure& figure : scene.figures) {
      if (figure.figure == Figure::tower) drawn += figure.floors;
      guards += figure.raised > 0;
    }
    EXPECT_EQ(drawn, built);
    const SvgFacts facts = read_svg(draw_board(scene, {}).svg);
    EXPECT_EQ(built > 0 ? facts.uses.at("p-tower") : 0, built);
    floors_seen += built;
  }
  EXPECT_GT(floors_seen, 20) << "not much of a test";
  EXPECT_GT(guards, 3);
}

TEST(Boards, a_high_tower_has_its_number_and_grows_with_every_floor) {
  Scene scene;
  scene.figures.push_back({Figure::tower, std::nullopt, {50, 50}, 26, true});
  scene.figures.back().floors = 2;
  EXPECT_EQ(draw_board(scene, {}).svg.find("<text"), std::string::npos) << "seen at a glance";
  scene.figures.back().floors = 12;
  EXPECT_NE(draw_board(scene, {}).svg.find(">12</text>"), std::string::npos);
  for (int floors = 1; floors < kDrawnFloors; ++floors)
    EXPECT_LT(tower_rise(floors), tower_rise(floors + 1));
}

TEST(Boards, barns_stand_where_four_tiles_meet_and_the_big_top_on_its_tile) {
  const RulesPtr barns = board_rules({"base", "abbey_mayor"}, 4);
  const RulesPtr circus = board_rules({"base", "circus"}, 3);
  int seen = 0;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Scene scene = scene_of(*barns, played(*barns, 200, seed));
    for (const SceneFigure& figure : scene.figures)
      if (figure.figure == Figure::barn) {
        ++seen;
        EXPECT_EQ(std::fmod(figure.at.x, kTileSize), 0);
        EXPECT_EQ(std::fmod(figure.at.y, kTileSize), 0);
      }
  }
  EXPECT_GT(seen, 0);
  const Scene scene = scene_of(*circus, played(*circus, 200, 3));
  EXPECT_EQ(std::ranges::count(scene.figures, Figure::big_top, &SceneFigure::figure), 1);
}

TEST(Boards, classes_of_pieces_and_boards_are_not_those_of_tiles) {
  const std::string css = piece_stylesheet(Theme::day) + board_stylesheet(Theme::day);
  for (const std::string_view name : class_names())
    EXPECT_EQ(css.find("." + std::string(name) + "{"), std::string::npos) << name;
}

TEST(Boards, owner_and_worth_of_features) {
  const RulesPtr rules = board_rules({"base"}, 2);
  const GameState s = played(*rules, 60, 3);
  const Scene scene = scene_of(*rules, s);
  ASSERT_FALSE(scene.features.empty());
  const BoardLook look{Theme::day, false, true, false, 96};
  const std::string svg = draw_board(scene, look).svg;
  for (const SceneFeature& feature : scene.features) {
    ASSERT_FALSE(feature.owners.empty());
    EXPECT_FALSE(feature.parts.empty());
    EXPECT_NE(svg.find(">" + std::to_string(feature.worth) + "</text>"), std::string::npos);
    for (const int owner : feature.owners)
      EXPECT_NE(svg.find("url(#fo" + std::to_string(owner) + ")"), std::string::npos);
  }
  EXPECT_EQ(draw_board(scene, {}).svg.find("url(#fo"), std::string::npos) << "only when wanted";
  // Each in one piece, however many tiles it lies on: no seams.
  std::size_t areas = 0;
  for (std::size_t at = svg.find("\"yf\""); at != svg.npos; at = svg.find("\"yf\"", at + 1))
    ++areas;
  EXPECT_EQ(areas, scene.features.size());
}

TEST(Boards, lie_on_one_land_and_show_less_from_far_away) {
  const RulesPtr rules = board_rules({"base"}, 2);
  const Scene scene = scene_of(*rules, played(*rules, 60, 3));
  BoardLook look;
  const std::string near = draw_board(scene, look).svg;
  look.pixels_a_tile = kFarPixels - 1;
  const std::string far = draw_board(scene, look).svg;
  EXPECT_NE(near.find("url(#lp)"), std::string::npos);
  EXPECT_NE(near.find("url(#lg)"), std::string::npos);
  EXPECT_NE(far.find("url(#lp)"), std::string::npos);
  EXPECT_EQ(far.find("url(#lg)"), std::string::npos) << "blades of grass";
  EXPECT_EQ(near.find(".wis{display:none}"), std::string::npos);
  EXPECT_NE(far.find(".wis{display:none}"), std::string::npos);
}

TEST(Boards, figures_make_room_for_one_another) {
  std::vector<SceneFigure> figures(4);
  for (SceneFigure& figure : figures) figure.at = {50, 50}, figure.size = 30;
  figures[3].fixed = true;
  make_room(figures);
  EXPECT_EQ(figures[3].at, (Point{50, 50}));
  for (std::size_t i = 0; i < figures.size(); ++i)
    for (std::size_t j = i + 1; j < figures.size(); ++j)
      EXPECT_GT(distance(figures[i].at, figures[j].at), 15);
}

TEST(Boards, a_large_meeple_on_a_crown_is_one) {
  const RulesPtr rules = board_rules({"wheel", "inns_cathedrals"}, 2);
  PositionSpec position;
  position.module_words = {{"crown", "storm 1"}, {"crown", "storm 1 big"}, {"crown", "taxes 1"}};
  const Scene scene = scene_of(*rules, std::get<GameState>(load_position(*rules, position)));
  const auto drawn = [&](Figure figure) {
    return std::ranges::count(scene.figures, figure, &SceneFigure::figure);
  };
  EXPECT_EQ(drawn(Figure::big), 1);
  EXPECT_EQ(drawn(Figure::meeple), 2);
}

TEST(Boards, size_in_pixels) {
  const RulesPtr rules = board_rules({"base"}, 2);
  const Scene scene = scene_of(*rules, initial_state(*rules));
  BoardLook look;
  look.pixels_a_tile = 50;
  const BoardPicture picture = draw_board(scene, look);
  EXPECT_EQ(picture.width, picture.height);
  EXPECT_GT(picture.width, 50);
  EXPECT_LT(picture.width, 100);
  const SvgFacts facts = read_svg(picture.svg);
  EXPECT_EQ(std::stod(facts.root.at("width")), picture.width);
  EXPECT_FALSE(scene.last.has_value()) << "nothing has been laid yet";
}

TEST(BigBoards, are_drawn_for_their_starts_only) {
  const auto board = [](std::vector<std::string> sets, const std::string& start) {
    const RulesPtr rules = board_rules(std::move(sets), 2, start);
    return scene_of(*rules, initial_state(*rules)).board;
  };
  EXPECT_EQ(board({"base"}, ""), BigBoard::none);
  EXPECT_EQ(board({"base", "count"}, "count"), BigBoard::carcassonne_flags);
  EXPECT_EQ(board({"base", "count"}, "count_plain"), BigBoard::carcassonne);
  EXPECT_EQ(board({"wheel"}, ""), BigBoard::wheel);
}

TEST(BigBoards, flags_are_on_one_side_only) {
  const auto drawn = [](const std::string& start) {
    const RulesPtr rules = board_rules({"base", "count"}, 2, start);
    return draw_board(scene_of(*rules, initial_state(*rules)), {}).svg;
  };
  EXPECT_NE(drawn("count").find(draw_carcassonne_flags()), std::string::npos);
  EXPECT_EQ(drawn("count_plain").find(draw_carcassonne_flags()), std::string::npos);
  for (const std::string& svg : {draw_carcassonne(), draw_carcassonne_flags(), draw_wheel()})
    EXPECT_EQ(read_svg("<svg>" + svg + "</svg>").problem, "");
}

TEST(BigBoards, have_a_place_for_everybody) {
  std::vector<Point> places;
  for (int quarter = 0; quarter < kQuarters; ++quarter) {
    const Point at = quarter_place(static_cast<Quarter>(quarter));
    EXPECT_TRUE(at.x > 70 && at.x < 330 && at.y > 70 && at.y < 230) << "inside the walls";
    places.push_back(at);
  }
  // The cathedral in the north-west, the palace in the north-east (data/tiles/count.txt).
  EXPECT_LT(quarter_place(Quarter::cathedral).x, quarter_place(Quarter::palace).x);
  EXPECT_LT(quarter_place(Quarter::cathedral).y, quarter_place(Quarter::forge).y);
  EXPECT_LT(quarter_place(Quarter::palace).y, quarter_place(Quarter::market).y);
  const SetDef& wheel = *catalogue().find_set("wheel");
  std::vector<Point> spaces;
  for (std::size_t sector = 0; sector < wheel.sectors.size(); ++sector) {
    spaces.push_back(sector_place(static_cast<int>(sector)));
    for (int i = 0; i < wheel.sectors[sector].crowns; ++i)
      spaces.push_back(crown_place(static_cast<int>(sector), i));
  }
  for (const std::vector<Point>& all : {places, spaces})
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) EXPECT_GT(distance(all[i], all[j]), 24);
}

}  // namespace
}  // namespace bastide::art
