// The places that web pages are told: names as the engine gives them, pieces inside their segments.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "art/board/scene_parts.h"
#include "art/piece/piece_art.h"
#include "art/sprite/shapes.h"
#include "art/tile/tile_art.h"
#include "engine/notation/names.h"
#include "tests/tools/cli_run.h"

namespace bastide::test_help {
namespace {

using Document = nlohmann::json;

std::vector<const SetDef*> all_sets() {
  std::vector<const SetDef*> sets;
  for (const SetDef& set : catalogue().sets) sets.push_back(&set);
  return sets;
}

const Document& all_shapes() {
  static const Document document = Document::parse(art::shapes(all_sets()));
  return document;
}

art::Point point(const Document& json) { return {json.at(0), json.at(1)}; }

struct Shown {
  const TileDef* tile;
  int rotations;
};

std::vector<Shown> all_tiles() {
  std::vector<Shown> tiles;
  for (const SetDef& set : catalogue().sets) {
    for (const TileDef& tile : set.tiles) tiles.push_back({&tile, kRotations});
    if (!set.board) continue;
    for (const BoardCell& cell : set.board->cells) tiles.push_back({&cell.tile, 1});
  }
  return tiles;
}

TEST(Shapes, name_every_segment_as_the_notation_does) {
  FaceOptions options;
  options.gardens = true;
  for (const auto& [tile, rotations] : all_tiles()) {
    const Document& segments = all_shapes().at(tile->full_id()).at("segments");
    ASSERT_EQ(segments.size(), tile->segments.size()) << tile->full_id();
    for (int r = 0; r < rotations; ++r) {
      const Face face = make_face(*tile, static_cast<Rotation>(r), options);
      ASSERT_EQ(face.segment_count, segments.size());
      for (int i = 0; i < face.segment_count; ++i) {
        const Document& names = segments[static_cast<std::size_t>(i)].at("names");
        ASSERT_EQ(names.size(), static_cast<std::size_t>(rotations));
        EXPECT_EQ(names[static_cast<std::size_t>(r)], segment_name(*tile, face, i))
            << tile->full_id();
      }
    }
  }
}

TEST(Shapes, names_are_unique_on_a_tile) {
  for (const auto& [tile, rotations] : all_tiles()) {
    for (int r = 0; r < rotations; ++r) {
      std::set<std::string> seen;
      for (const Document& segment : all_shapes().at(tile->full_id()).at("segments")) {
        const std::string name = segment.at("names")[static_cast<std::size_t>(r)];
        EXPECT_TRUE(seen.insert(name).second) << tile->full_id() << " " << name;
      }
    }
  }
}

// Pieces stand beside buildings, so that both are seen (docs/art-web.md).
bool stands_beside(SegmentKind kind) {
  return kind == SegmentKind::monastery || kind == SegmentKind::garden ||
         kind == SegmentKind::shrine;
}

TEST(Shapes, pieces_stand_inside_their_segments) {
  constexpr double kRounding = 0.1;
  for (const auto& [tile, rotations] : all_tiles()) {
    const Document& segments = all_shapes().at(tile->full_id()).at("segments");
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const int segment = static_cast<int>(i);
      EXPECT_NE(segments[i].at("path"), "") << tile->full_id() << " " << i;
      for (int r = 0; r < rotations; ++r) {
        const art::Point at = point(segments[i].at("at")[static_cast<std::size_t>(r)]);
        const art::Region area = art::region_of(*tile, static_cast<Rotation>(r), segment);
        const double inside = art::distance_to_edge(area, at);
        EXPECT_GT(inside, stands_beside(tile->segments[i].kind) ? -8 : -kRounding)
            << tile->full_id() << " segment " << i << " turned " << 90 * r;
        EXPECT_TRUE(at.x > 3 && at.x < 97 && at.y > 3 && at.y < 97) << tile->full_id();
      }
    }
  }
}

TEST(Shapes, banks_of_a_divided_spring) {
  FaceOptions options;
  options.gardens = true;
  options.spring_divides = true;
  int springs = 0;
  for (const auto& [tile, rotations] : all_tiles()) {
    const int field = art::divided_field(*tile);
    const Document& shown = all_shapes().at(tile->full_id());
    ASSERT_EQ(shown.contains("banks"), field >= 0) << tile->full_id();
    if (field < 0) continue;
    ++springs;
    for (int r = 0; r < rotations; ++r) {
      const Face face = make_face(*tile, static_cast<Rotation>(r), options);
      for (const int bank : {0, 1}) {
        const int index = bank == 0 ? field : face.segment_count - 1;
        const Document& one = shown.at("banks")[static_cast<std::size_t>(bank)];
        EXPECT_EQ(one.at("names")[static_cast<std::size_t>(r)], segment_name(*tile, face, index));
        const art::Region area = art::bank_region(*tile, static_cast<Rotation>(r), bank);
        EXPECT_TRUE(art::contains(area, point(one.at("at")[static_cast<std::size_t>(r)])));
        // A half-side of the bank lies in its area.
        const std::uint8_t ports = face.segments[static_cast<std::size_t>(index)].ports;
        const bool north_east = (ports >> 1 & 1) != 0;
        EXPECT_EQ(art::contains(area, {78, 2}), north_east) << tile->full_id() << r << bank;
      }
    }
  }
  EXPECT_GE(springs, 2);
}

TEST(Shapes, pieces_stand_where_pictures_of_tables_show_them) {
  bastide::Setup setup;
  for (const char* set : {"base", "river", "abbot", "cult"})
    setup.sets.push_back(std::get<SetChoice>(parse_set_choice(set)));
  setup.players = {{"Ada"}, {"Boris"}};
  const RulesPtr rules = std::get<RulesPtr>(compile(setup));
  for (std::size_t type = 0; type < rules->tiles.size(); ++type)
    for (int r = 0; r < kRotations; ++r) {
      PlacedTile placed{};
      placed.type = static_cast<TileType>(type);
      placed.rotation = static_cast<Rotation>(r);
      placed.added_segment = kNone;
      const Face& face = rules->face(placed.type, placed.rotation);
      placed.segment_count = face.segment_count;
      const TileDef& tile = *rules->tiles[type].def;
      const Document& segments = all_shapes().at(tile.full_id()).at("segments");
      for (int i = 0; i < face.segment_count; ++i) {
        const Document& shown = segments[face.segments[static_cast<std::size_t>(i)].printed];
        const auto turn = static_cast<std::size_t>(r);
        EXPECT_EQ(shown.at("names")[turn], segment_name_at(*rules, placed, i));
        const art::Point at = art::segment_place(*rules, placed, i);
        EXPECT_LT(art::distance(at, point(shown.at("at")[turn])), 0.1) << tile.full_id();
      }
    }
}

TEST(Shapes, clearings_and_what_may_stand_in_them) {
  const Document& growth = all_shapes().at("places").at("growth");
  ASSERT_EQ(growth.size(), static_cast<std::size_t>(art::kClearingSizes));
  for (const auto& [tile, rotations] : all_tiles()) {
    const Document& shown = all_shapes().at(tile->full_id());
    ASSERT_EQ(shown.contains("clearings"), rotations > 1) << tile->full_id();
    if (rotations == 1) continue;
    const std::vector<art::Clearing> clearings = art::clearings_of(*tile, 0);
    ASSERT_EQ(shown.at("clearings").size(), clearings.size()) << tile->full_id();
    for (const Document& one : shown.at("clearings")) EXPECT_LT(one.at(2), growth.size());
  }
  // The web client throws the same dice: web/test/unit/land.test.ts has these, too.
  EXPECT_EQ(art::growth_in({{}, 0}, {0, 0}, 0),
            growth[0][art::growth_dice({0, 0}, 0) % growth[0].size()]);
  EXPECT_EQ(art::growth_dice({0, 0}, 0), 2909368072u);
  EXPECT_EQ(art::growth_dice({-3, 7}, 4), 3523409945u);
}

TEST(Shapes, places_that_are_no_segments) {
  const Document& places = all_shapes().at("places");
  for (const char* name : {"dragon", "fairy_beside", "king_beside", "robber_beside", "bridge",
                           "granary", "in_building"})
    EXPECT_EQ(places.at(name).size(), 2u) << name;
  for (const char* side : {"N", "E", "S", "W"}) EXPECT_TRUE(places.at("castle").contains(side));
  EXPECT_EQ(places.at("sizes").at("meeple"), art::size_on_tile(art::Figure::meeple));
  for (const std::string_view quarter : kQuarterNames)
    EXPECT_FALSE(places.at("quarters").at(std::string(quarter)).at("path").empty());
  const SetDef& wheel = *catalogue().find_set("wheel");
  for (const WheelSector& sector : wheel.sectors)
    EXPECT_EQ(places.at("sectors").at(sector.name).at("crowns").size(), sector.crowns);
}

TEST(Shapes, places_of_towers_acrobats_and_the_big_top) {
  int seen = 0;
  for (const auto& [tile, rotations] : all_tiles())
    for (const Mark mark : {Mark::tower, Mark::acrobats, Mark::circus}) {
      const Document& shown = all_shapes().at(tile->full_id());
      const std::string name(name_of(mark));
      ASSERT_EQ(shown.contains(name), tile->has(mark)) << tile->full_id();
      if (!tile->has(mark)) continue;
      ++seen;
      for (const Document& at : shown.at(name))
        EXPECT_TRUE(point(at).x > 8 && point(at).x < 92 && point(at).y > 8 && point(at).y < 92)
            << tile->full_id();
    }
  EXPECT_GT(seen, 30);
  const Document& places = all_shapes().at("places");
  EXPECT_EQ(places.at("acrobats").at("at").size(), 3u);
  EXPECT_EQ(places.at("tower").at("rise")[1], 0);
}

TEST(Shapes, printed_symbols_and_where_they_are) {
  std::map<std::string, int> tiles_with;
  for (const auto& [tile, rotations] : all_tiles()) {
    const Document& shown = all_shapes().at(tile->full_id());
    if (!shown.contains("symbols")) continue;
    std::set<std::string> names;
    for (const Document& symbol : shown.at("symbols")) {
      const art::Point at = point(symbol.at("at"));
      EXPECT_TRUE(at.x > 0 && at.x < 100 && at.y > 0 && at.y < 100) << tile->full_id();
      EXPECT_GT(symbol.at("radius"), 3) << tile->full_id();
      names.insert(symbol.at("name"));
    }
    for (const std::string& name : names) ++tiles_with[name];
  }
  for (const Mark mark : {Mark::garden, Mark::tower, Mark::dragon, Mark::circus, Mark::inn,
                          Mark::wine, Mark::hill, Mark::volcano, Mark::bazaar, Mark::princess,
                          Mark::portal, Mark::vineyard, Mark::cathedral, Mark::pig_herd}) {
    int expected = 0;
    for (const auto& [tile, rotations] : all_tiles()) expected += tile->has(mark) ? 1 : 0;
    EXPECT_EQ(tiles_with[std::string(name_of(mark))], expected) << name_of(mark);
  }
  EXPECT_GT(tiles_with["pennant"], 20);
}

class ShapesCli : public CliRun {};

TEST_F(ShapesCli, of_the_base_game_are_under_15_kilobytes_compressed) {
  const std::string file = (folder_ / "shapes.json").string();
  const Output got = run("sprite --sets base --shapes '" + file + "'");
  ASSERT_EQ(got.code, 0) << got.err;
  const SetDef* base = catalogue().find_set("base");
  EXPECT_EQ(slurp(file), art::shapes(std::vector<const SetDef*>{base}));
  ASSERT_EQ(std::system(("gzip -9k '" + file + "'").c_str()), 0);
  EXPECT_LT(fs::file_size(file + ".gz"), 15'000u);
}

TEST_F(ShapesCli, asked_for_nothing_is_refused) {
  const Output got = run("sprite --sets base");
  EXPECT_EQ(got.code, 2);
  EXPECT_NE(got.err.find("--shapes"), std::string::npos) << got.err;
}

}  // namespace
}  // namespace bastide::test_help
