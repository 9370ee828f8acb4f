// Every tile of the catalogue as a picture: it is drawn, it is SVG, and it says what the definition
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "art/svg.h"
#include "art/theme.h"
#include "art/tile/gallery.h"
#include "art/tile/plan.h"
#include "art/tile/tile_art.h"
#include "engine/notation/markup.h"

namespace bastide::art {
namespace {

std::vector<const TileDef*> all_tiles() {
  std::vector<const TileDef*> tiles;
  for (const SetDef& set : catalogue().sets)
    for (const TileDef& tile : set.tiles) tiles.push_back(&tile);
  return tiles;
}

// What is wrong with the nesting and quoting of markup; "" if nothing.
std::string xml_problem(std::string_view text) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '>') return "stray >";
    if (text[at] != '<') continue;
    const std::size_t end = text.find('>', at);
    if (end == std::string_view::npos) return "unfinished tag";
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0)
      return "odd quotes in " + std::string(tag);
    if (tag.find('<') != std::string_view::npos) return "< within " + std::string(tag);
    const std::string name(tag.substr(0, tag.find_first_of(" /", tag[0] == '/' ? 1 : 0)));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != name) return "closes " + name;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty() ? "" : "left open: " + open.back();
}

// The values of an attribute in markup.
std::set<std::string> values_of(const std::string& markup, const std::string& attribute) {
  std::set<std::string> values;
  const std::string key = " " + attribute + "=\"";
  for (std::size_t at = markup.find(key); at != std::string::npos; at = markup.find(key, at + 1)) {
    const std::size_t from = at + key.size();
    values.insert(markup.substr(from, markup.find('"', from) - from));
  }
  return values;
}

TEST(TileArt, every_tile_in_every_rotation_is_wellformed_svg) {
  for (const TileDef* tile : all_tiles())
    for (Rotation rotation = 0; rotation < kRotations; ++rotation) {
      const std::string drawing = draw_tile(*tile, rotation, {});
      EXPECT_GT(drawing.size(), 200u) << tile->full_id();
      EXPECT_EQ(xml_problem(drawing), "") << tile->full_id();
      EXPECT_EQ(drawing.find("nan"), std::string::npos) << tile->full_id();
    }
  EXPECT_EQ(xml_problem(tile_definitions()), "");
  EXPECT_EQ(xml_problem(tile_document(*all_tiles()[0], 0, Theme::night, 48)), "");
}

TEST(TileArt, colours_come_from_the_theme_and_references_lead_somewhere) {
  const std::set<std::string> ids = values_of(tile_definitions(), "id");
  std::set<std::string> classes;
  for (const std::string_view name : class_names()) classes.emplace(name);
  std::string all = tile_definitions();
  for (const TileDef* tile : all_tiles()) all += draw_tile(*tile, 0, {});
  for (const std::string& name : values_of(all, "class"))
    EXPECT_TRUE(classes.contains(name)) << name;
  for (const std::string& link : values_of(all, "href"))
    EXPECT_TRUE(ids.contains(link.substr(1))) << link;
  EXPECT_EQ(all.find("fill="), std::string::npos);
  EXPECT_EQ(all.find("#fff"), std::string::npos);
}

TEST(TileArt, each_field_is_one_area_and_no_area_two_fields) {
  for (const TileDef* tile : all_tiles()) {
    const Plan& plan = plan_of(*tile, 0);
    EXPECT_EQ(plan.conflicts, 0) << tile->full_id();
    // Under the city that bridges the river both banks go on.
    const std::size_t parts = tile->full_id() == "river2/R2-city-bridge" ? 2 : 1;
    for (const FieldPlan& field : plan.fields)
      EXPECT_EQ(field.parts.size(), parts) << tile->full_id() << " field " << field.segment;
  }
}

TEST(TileArt, every_mark_of_a_definition_is_on_the_tile) {
  constexpr std::pair<Mark, ObjectKind> kShown[]{{Mark::spring, ObjectKind::spring},
                                                 {Mark::lake, ObjectKind::lake},
                                                 {Mark::volcano, ObjectKind::volcano},
                                                 {Mark::dragon, ObjectKind::dragon},
                                                 {Mark::princess, ObjectKind::princess},
                                                 {Mark::portal, ObjectKind::portal},
                                                 {Mark::tunnel, ObjectKind::tunnel_mouth},
                                                 {Mark::bazaar, ObjectKind::bazaar},
                                                 {Mark::inn, ObjectKind::inn},
                                                 {Mark::cathedral, ObjectKind::cathedral},
                                                 {Mark::pig_herd, ObjectKind::pig_herd},
                                                 {Mark::garden, ObjectKind::garden},
                                                 {Mark::tower, ObjectKind::tower},
                                                 {Mark::hill, ObjectKind::hill},
                                                 {Mark::vineyard, ObjectKind::vineyard},
                                                 {Mark::circus, ObjectKind::circus},
                                                 {Mark::acrobats, ObjectKind::acrobats},
                                                 {Mark::wine, ObjectKind::wine},
                                                 {Mark::grain, ObjectKind::grain},
                                                 {Mark::cloth, ObjectKind::cloth},
                                                 {Mark::abbey, ObjectKind::abbey},
                                                 {Mark::village, ObjectKind::village}};
  // What is no picture of its own: the shape of river, city or road shows it.
  constexpr Mark kSeenInTheLand[]{Mark::start, Mark::inside,      Mark::river_end,
                                  Mark::fork,  Mark::city_bridge, Mark::road_bridge};
  for (std::size_t i = 0; i < kMarkNames.size(); ++i) {
    const auto mark = static_cast<Mark>(i);
    EXPECT_TRUE(std::ranges::find(kSeenInTheLand, mark) != std::end(kSeenInTheLand) ||
                std::ranges::find(kShown, mark, &std::pair<Mark, ObjectKind>::first) !=
                    std::end(kShown))
        << "nobody draws the mark " << name_of(mark);
  }
  for (const TileDef* tile : all_tiles()) {
    const Plan& plan = plan_of(*tile, 0);
    for (const auto& [mark, kind] : kShown)
      if (tile->has(mark)) {
        EXPECT_NE(plan.object(kind), nullptr) << tile->full_id() << " " << name_of(mark);
      }
    int pennants = 0, printed = 0;
    for (const SegmentDef& segment : tile->segments) printed += segment.pennants;
    for (const Object& object : plan.objects)
      pennants += object.kind == ObjectKind::pennant ? 1 : 0;
    EXPECT_EQ(pennants, printed) << tile->full_id();
    EXPECT_EQ(plan.object(ObjectKind::wheel) != nullptr, tile->wheel > 0) << tile->full_id();
  }
}

TEST(TileArt, a_road_ends_at_what_the_definition_says) {
  for (const TileDef* tile : all_tiles()) {
    const Plan& plan = plan_of(*tile, 0);
    for (const LinePlan& road : plan.roads) {
      if (road.end == RoadEnd::none) continue;
      const Point end = road.line.back();
      double nearest = 1e9;
      for (const Object& object : plan.objects)
        nearest = std::min(nearest, distance(object.at, end) - object.radius);
      for (const CityPlan& city : plan.cities)
        for (const Gate& gate : city.gates) nearest = std::min(nearest, distance(gate.at, end));
      EXPECT_LT(nearest, 2) << tile->full_id() << " road " << road.segment;
    }
  }
}

TEST(TileArt, a_cell_always_looks_the_same_and_others_differ) {
  for (const TileDef* tile : all_tiles()) {
    EXPECT_EQ(draw_tile(*tile, 1, {2, 3}), draw_tile(*tile, 1, {2, 3})) << tile->full_id();
    if (clearings_of(*tile, 0).size() < 2) continue;
    std::set<std::string> looks;
    for (std::int16_t x = 0; x < 8; ++x) looks.insert(draw_tile(*tile, 0, {x, 0}));
    EXPECT_GE(looks.size(), 3u) << tile->full_id();
  }
}

TEST(TileArt, clearings_lie_in_fields_and_touch_nothing) {
  int seen = 0;
  for (const TileDef* tile : all_tiles()) {
    const Plan& plan = plan_of(*tile, 0);
    for (const Clearing& one : clearings_of(*tile, 0)) {
      const double room = kClearingRoom[static_cast<std::size_t>(one.size)] - 0.8;  // rounded
      double inside = -1e9;
      for (const FieldPlan& field : plan.fields)
        for (const Region& part : field.parts)
          inside = std::max(inside, distance_to_edge(part, one.at));
      EXPECT_GT(inside, room) << tile->full_id();
      for (const Object& object : plan.objects)
        EXPECT_GT(distance(object.at, one.at), object.radius + room) << tile->full_id();
      ++seen;
    }
  }
  EXPECT_GT(seen, 500);
}

TEST(TileArt, pictures_stay_small) {
  std::size_t sum = 0, largest = 0;
  const std::vector<const TileDef*> tiles = all_tiles();
  for (const TileDef* tile : tiles) {
    const std::size_t size = draw_tile(*tile, 0, {}).size();
    sum += size;
    largest = std::max(largest, size);
  }
  EXPECT_LT(sum / tiles.size(), 8500u);
  EXPECT_LT(largest, 18000u);
  EXPECT_LT(tile_definitions().size(), 40000u);
}

TEST(TileArt, pieces_stand_inside_their_segment_and_apart) {
  for (const TileDef* tile : all_tiles()) {
    const int count = static_cast<int>(tile->segments.size());
    for (int i = 0; i < count; ++i) {
      const Point p = anchor(*tile, 2, i);
      // Beside a building, so that it stays in sight; inside everything else.
      const SegmentKind kind = tile->segments[static_cast<std::size_t>(i)].kind;
      const bool building = kind == SegmentKind::monastery || kind == SegmentKind::garden ||
                            kind == SegmentKind::shrine;
      const double inside = distance_to_edge(region_of(*tile, 2, i), p);
      EXPECT_GT(inside, building ? -8 : 0) << tile->full_id() << " segment " << i;
      if (building) {
        EXPECT_LT(inside, 5) << tile->full_id() << " segment " << i;
      }
      EXPECT_GT(std::min({p.x, p.y, 100 - p.x, 100 - p.y}), 3)
          << tile->full_id() << " segment " << i;
      for (int j = 0; j < i; ++j)
        EXPECT_GT(distance(p, anchor(*tile, 2, j)), 9) << tile->full_id() << " " << j << "," << i;
    }
  }
}

TEST(TileArt, turning_a_tile_turns_where_things_are) {
  const TileDef& tile = *catalogue().find_tile("base/J");
  for (int segment = 0; segment < 4; ++segment)
    for (Rotation rotation = 0; rotation < kRotations; ++rotation) {
      const Point expected = turned(anchor(tile, 0, segment), rotation);
      EXPECT_LT(distance(anchor(tile, rotation, segment), expected), 1e-6);
    }
}

TEST(Gallery, a_page_shows_every_tile_and_copy_at_three_sizes) {
  const SetDef& base = *catalogue().find_set("base");
  const std::string page = gallery_page(base);
  for (const TileDef& tile : base.tiles) {
    EXPECT_NE(page.find("<section id=\"" + tile.id + "\">"), std::string::npos) << tile.id;
    for (int copy = 0; copy < tile.count; ++copy) {
      const std::string id = tile.id + "-0-" + std::to_string(copy);
      EXPECT_NE(page.find("<g id=\"" + id + "\">"), std::string::npos) << id;
      EXPECT_NE(page.find("href=\"#" + id + "\""), std::string::npos) << id;
    }
  }
  for (const std::string_view word : {"t big", "t mid", "t small", "night", "contrast", "copy 8"})
    EXPECT_NE(page.find(word), std::string::npos) << word;
  std::vector<const SetDef*> sets;
  for (const SetDef& set : catalogue().sets) sets.push_back(&set);
  const std::string index = gallery_index(sets);
  for (const SetDef& set : catalogue().sets) {
    if (!set.tiles.empty()) {
      EXPECT_NE(index.find(gallery_file(set.name)), std::string::npos) << set.name;
    }
  }
}

TEST(Theme, each_gives_every_class_a_colour_and_they_differ) {
  std::set<std::string> sheets;
  for (const Theme theme : kThemes) {
    const std::string css = stylesheet(theme, ".x ");
    for (const std::string_view name : class_names())
      EXPECT_NE(css.find(".x ." + std::string(name) + "{"), std::string::npos) << name;
    EXPECT_EQ(css.find("var("), std::string::npos);
    sheets.insert(css);
    EXPECT_EQ(theme_named(name_of(theme)), theme);
  }
  EXPECT_EQ(sheets.size(), kThemes.size());
  EXPECT_FALSE(theme_named("dusk").has_value());
}

TEST(Theme, a_page_changes_its_look_by_variables) {
  const std::string css =
      page_stylesheet({".f{fill:#fff;stroke-width:2}", ".f{fill:#000;stroke-width:2}",
                       ".f{fill:#0f0;stroke-width:2}"});
  EXPECT_EQ(css,
            ":root,[data-theme=day]{--f-fill:#fff;}[data-theme=night]{--f-fill:#000;}"
            "[data-theme=contrast]{--f-fill:#0f0;}.f{fill:var(--f-fill);stroke-width:2}");
  std::array<std::string, 3> sheets;
  for (const Theme theme : kThemes) sheets[static_cast<std::size_t>(theme)] = stylesheet(theme);
  EXPECT_LT(page_stylesheet(sheets).size(), 20000u);
}

TEST(Svg, numbers_are_short_and_text_is_escaped) {
  EXPECT_EQ(number(0.5), ".5");
  EXPECT_EQ(number(-0.04), "0");
  EXPECT_EQ(number(-12.30), "-12.3");
  EXPECT_EQ(number(3.14159, 2), "3.14");
  EXPECT_EQ(number(7.0, 2), "7");
  EXPECT_EQ(markup_text("a<b & \"c\"\x01"), "a&lt;b &amp; &quot;c&quot;");
  EXPECT_EQ(Path().move({1, 2}).line({3, 2}).line({3, 5}).line({2, 4}).close().text(),
            "m1 2h2v3l-1-1z");
  EXPECT_EQ(Path().move({50.04, 0}).append(Path().move({1, 1}).line({2, 3})).text(),
            "m50 0M1 1 1 2");
}

TEST(Geometry, areas_combine) {
  const Region square{rectangle({0, 0}, {10, 10})}, hole{rectangle({4, 4}, {6, 6})};
  EXPECT_NEAR(area(subtracted(square, hole)), 96, 0.01);
  EXPECT_FALSE(contains(subtracted(square, hole), {5, 5}));
  EXPECT_NEAR(area(grown(square, -1)), 64, 0.1);
  EXPECT_EQ(pieces(united(square, moved(square, {20, 0}))).size(), 2u);
  EXPECT_LT(distance(deepest_point(square, 0.1), {5, 5}), 0.2);
}

}  // namespace
}  // namespace bastide::art
