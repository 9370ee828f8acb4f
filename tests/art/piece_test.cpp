// The pieces: every one drawn, told apart by its outline, and by the emblem of its player.
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <set>
#include <string>

#include "art/piece/outline.h"
#include "art/piece/piece_art.h"
#include "tests/art/svg_reader.h"

namespace bastide::art {
namespace {

constexpr int kSmall = 20;  // pixels
using Bitmap = std::bitset<kSmall * kSmall>;

// The outline as it covers the middles of 20 by 20 pixels.
Bitmap silhouette(Figure figure) {
  const Region region = figure_outline(figure);
  Bitmap bits;
  for (int y = 0; y < kSmall; ++y)
    for (int x = 0; x < kSmall; ++x)
      bits[static_cast<std::size_t>(y * kSmall + x)] =
          contains(region, {(x + 0.5) * 100 / kSmall, (y + 0.5) * 100 / kSmall});
  return bits;
}

TEST(Pieces, outlines_are_read_from_their_drawings) {
  EXPECT_NEAR(area(outline("R10 20 30 40")), 1200, 1);
  EXPECT_NEAR(area(outline("M0 0L10 0L10 10L0 10Z")), 100, 0.1);
  EXPECT_NEAR(area(outline("O50 50 10 10")), kPi * 100, 6);
  EXPECT_NEAR(area(outline("R0 0 10 10 R5 0 10 10")), 150, 0.5) << "overlaps count once";
  EXPECT_TRUE(outline("").empty());
  EXPECT_TRUE(outline("X 1 2 3").empty());
}

TEST(Pieces, fill_their_box_and_stay_in_it) {
  for (const Figure figure : kAllFigures) {
    double top = 100, bottom = 0, left = 100, right = 0;
    for (const Polyline& ring : figure_outline(figure))
      for (const Point p : ring) {
        top = std::min(top, p.y), bottom = std::max(bottom, p.y);
        left = std::min(left, p.x), right = std::max(right, p.x);
      }
    EXPECT_GE(top, -5) << name_of(figure);
    EXPECT_GE(left, -6) << name_of(figure);
    EXPECT_LE(bottom, 105) << name_of(figure);
    EXPECT_LE(right, 107) << name_of(figure);
    EXPECT_GT(std::max(bottom - top, right - left), 80) << name_of(figure);
  }
}

TEST(Pieces, differ_by_their_outline_at_twenty_pixels) {
  for (const Figure a : kAllFigures)
    for (const Figure b : kAllFigures) {
      if (a >= b) continue;
      if (a == Figure::pig && b == Figure::wheel_pig) continue;  // the same beast, but nobody's
      const Bitmap one = silhouette(a), other = silhouette(b);
      const double common = static_cast<double>((one & other).count());
      const double either = static_cast<double>((one | other).count());
      EXPECT_LT(common / either, 0.87) << name_of(a) << " and " << name_of(b);
    }
}

// Who lies is low and wide, who stands is not: a farmer can never be taken for a thief.
TEST(Pieces, lie_down_so_that_nobody_doubts_it) {
  const auto flatness = [](Figure figure) {
    double top = 100, bottom = 0, left = 100, right = 0;
    for (const Polyline& ring : figure_outline(figure))
      for (const Point p : ring) {
        top = std::min(top, p.y), bottom = std::max(bottom, p.y);
        left = std::min(left, p.x), right = std::max(right, p.x);
      }
    return (right - left) / (bottom - top);
  };
  EXPECT_LT(flatness(Figure::meeple), 1.1);
  EXPECT_GT(flatness(Figure::meeple_lying), 1.35);
  const Bitmap standing = silhouette(Figure::meeple), lying = silhouette(Figure::meeple_lying);
  EXPECT_LT(static_cast<double>((standing & lying).count()),
            0.6 * static_cast<double>((standing | lying).count()));
}

TEST(Pieces, one_symbol_serves_all_players) {
  for (const Figure figure : kAllFigures) {
    const std::string drawing = draw_figure(figure);
    EXPECT_EQ(is_owned(figure), drawing.find("currentColor") != std::string::npos)
        << name_of(figure);
    for (int seat = 0; seat < kPlayers; ++seat)
      EXPECT_EQ(drawing.find(player_look(seat).colour), std::string::npos) << name_of(figure);
  }
}

TEST(Pieces, symbols_are_well_formed_unique_and_resolve) {
  std::string all = "<svg>" + emblem_symbols();
  for (const Figure figure : kAllFigures) all += figure_symbols(figure);
  for (const Figure figure : kAllFigures)
    for (int seat = 0; seat < kPlayers; ++seat) all += place_figure(figure, seat, {50, 50}, 20);
  all += "</svg>";
  const bastide::test_help::SvgFacts facts = bastide::test_help::read_svg(all);
  ASSERT_EQ(facts.problem, "");
  EXPECT_TRUE(facts.missing_targets().empty());
  EXPECT_EQ(facts.repeated_ids().size(), 0u);
}

TEST(Pieces, every_class_has_a_look_in_every_theme) {
  std::string all = "<svg>";
  for (const Figure figure : kAllFigures) all += figure_symbols(figure);
  const bastide::test_help::SvgFacts facts = bastide::test_help::read_svg(all + "</svg>");
  ASSERT_EQ(facts.problem, "");
  for (const Theme theme : kThemes) {
    const std::string css = piece_stylesheet(theme, ".x ");
    for (const std::string& name : facts.classes)
      EXPECT_NE(css.find(".x ." + name + "{"), std::string::npos) << name;
  }
}

TEST(Pieces, every_player_has_an_emblem_of_his_own) {
  std::set<std::string_view> emblems;
  for (int seat = 0; seat < kPlayers; ++seat) emblems.insert(emblem_path(seat));
  EXPECT_EQ(emblems.size(), static_cast<std::size_t>(kPlayers));
  for (const Figure figure : kAllFigures) {
    if (!is_owned(figure)) continue;
    const std::string symbols = figure_symbols(figure);
    for (int seat = 0; seat < kPlayers; ++seat)
      EXPECT_NE(symbols.find("#e" + std::to_string(seat) + "\""), std::string::npos)
          << name_of(figure);
  }
}

TEST(Pieces, every_kind_of_the_engine_has_a_figure) {
  std::set<Figure> seen;
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    const Figure figure = figure_of(static_cast<PieceKind>(kind), false);
    EXPECT_TRUE(is_owned(figure));
    EXPECT_EQ(name_of(figure), kPieceNames[static_cast<std::size_t>(kind)]);
    seen.insert(figure);
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kPieceKinds));
  EXPECT_EQ(figure_of(PieceKind::meeple, true), Figure::meeple_lying);
}

}  // namespace
}  // namespace bastide::art
