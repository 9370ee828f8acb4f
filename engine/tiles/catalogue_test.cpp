#include "engine/tiles/catalogue.h"
#include "engine/tiles/sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

namespace bastide {
namespace {

using Problems = std::vector<CatalogueProblem>;

std::string listed(const Problems& problems) {
  std::string out;
  for (const auto& p : problems) out += p.set + ":" + std::to_string(p.line) + ": " + p.what + "\n";
  return out;
}

const TileDef& tile(std::string_view id) {
  const TileDef* found = catalogue().find_tile(id);
  if (found == nullptr) ADD_FAILURE() << "no tile " << id;
  static const TileDef kNone;
  return found == nullptr ? kNone : *found;
}

std::string edges_of(const TileDef& t) {
  std::string out;
  for (const EdgeKind e : t.edges) out += "FRCV-*"[static_cast<int>(e)];
  return out;
}

// One segment in a line: kind, ports, and the numbers of the segments it touches.
std::string drawn(const SegmentDef& s) {
  constexpr std::string_view kHalf[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
  std::string out(name_of(s.kind));
  for (int i = 0; i < kSides; ++i) {
    if (s.sides >> i & 1) out += std::string(" ") + "NESW"[i];
  }
  for (int i = 0; i < kHalves; ++i) {
    if (s.halves >> i & 1) out += " " + std::string(kHalf[i]);
  }
  for (int i = 0; i < 16; ++i) {
    if (s.touches >> i & 1) out += " @" + std::to_string(i);
  }
  if (s.end != RoadEnd::none) out += " ends " + std::string(name_of(s.end));
  return out;
}

std::vector<std::string> drawn(const TileDef& t) {
  std::vector<std::string> out;
  for (const SegmentDef& s : t.segments) out.push_back(drawn(s));
  return out;
}

using Lines = std::vector<std::string>;

SetDef read(std::string_view text, Problems& problems) {
  SetDef set = parse_set(text, problems);
  if (problems.empty()) check_set(set, problems);
  return set;
}

// Expects that a set with this body is refused for the given reason, and nowhere silently.
void expect_problem(std::string_view body, std::string_view what) {
  Problems problems;
  read("set test \"Test\" total 1\n" + std::string(body), problems);
  const bool found = std::ranges::any_of(
      problems, [&](const auto& p) { return p.what.find(what) != std::string::npos; });
  EXPECT_TRUE(found) << "expected: " << what << "\nin:\n" << body << "\ngot:\n" << listed(problems);
}

void expect_clean(std::string_view body) {
  Problems problems;
  read("set test \"Test\" total 1\n" + std::string(body), problems);
  EXPECT_TRUE(problems.empty()) << body << "\n" << listed(problems);
}

TEST(Catalogue, HasTheSetsInTheOrderOfTheirWordsWithTheTotalsOfTheirBoxes) {
  std::vector<std::pair<std::string_view, int>> expected;  // abbots bring no tiles
  for (const SetEntry& entry : kSets)
    if (entry.tiles > 0) expected.emplace_back(entry.name, entry.tiles);
  ASSERT_GE(expected.size(), 16u);
  const auto& sets = catalogue().sets;
  ASSERT_EQ(sets.size(), std::size(expected));
  for (std::size_t i = 0; i < sets.size(); ++i) {
    EXPECT_EQ(sets[i].name, expected[i].first);
    EXPECT_EQ(sets[i].total, expected[i].second) << sets[i].name;
    EXPECT_FALSE(sets[i].title.empty());
    int sum = 0;
    for (const TileDef& t : sets[i].tiles) sum += t.supply ? 0 : t.count;
    if (sets[i].name == "count") sum = static_cast<int>(sets[i].board->cells.size());
    EXPECT_EQ(sum, expected[i].second) << sets[i].name;
  }
}

// SETUP-1: 72 tiles, one of them the start tile.
TEST(Catalogue, BaseSetHasExactlyOneStartTileAmongItsFourTilesD) {
  int starts = 0;
  for (const TileDef& t : catalogue().find_set("base")->tiles) starts += t.start_copies;
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(tile("base/D").start_copies, 1);
  EXPECT_EQ(tile("base/D").count, 4);
  EXPECT_TRUE(tile("base/D").has(Mark::start));
}

// SETUP-1, SETUP-13: a garden copy has the edges and the land of its letter; only the garden
// differs, so it plays as its letter where gardens mean nothing.
TEST(Catalogue, BaseSetHasThePublishedDistributionOfLettersAndGardens) {
  struct Letter {
    std::string id;
    std::string edges;
    int count;  // with the garden copy
    bool garden;
  };
  const Letter letters[] = {
      {"A", "FFRF", 2, false}, {"B", "FFFF", 4, false}, {"C", "CCCC", 1, false},
      {"D", "CRFR", 4, false}, {"E", "CFFF", 5, true},  {"F", "FCFC", 2, false},
      {"G", "FCFC", 1, false}, {"H", "CFCF", 3, true},  {"I", "CFFC", 2, true},
      {"J", "CRRF", 3, false}, {"K", "CFRR", 3, false}, {"L", "CRRR", 3, false},
      {"M", "CFFC", 2, true},  {"N", "CFFC", 3, true},  {"O", "CRRC", 2, false},
      {"P", "CRRC", 3, false}, {"Q", "CCFC", 1, false}, {"R", "CCFC", 3, true},
      {"S", "CCRC", 2, false}, {"T", "CCRC", 1, false}, {"U", "FRFR", 8, true},
      {"V", "FFRR", 9, true},  {"W", "FRRR", 4, false}, {"X", "RRRR", 1, false}};
  std::size_t tiles = 0;
  for (const Letter& letter : letters) {
    const TileDef& plain = tile("base/" + letter.id);
    EXPECT_EQ(edges_of(plain), letter.edges) << letter.id;
    EXPECT_EQ(plain.count + (letter.garden ? 1 : 0), letter.count) << letter.id;
    tiles += letter.garden ? 2 : 1;
    const TileDef* copy = catalogue().find_tile("base/" + letter.id + "G");
    ASSERT_EQ(copy != nullptr, letter.garden) << letter.id;
    if (copy == nullptr) continue;
    EXPECT_EQ(copy->count, 1);
    EXPECT_EQ(copy->edges, plain.edges);
    EXPECT_TRUE(copy->has(Mark::garden));
    Lines land;
    for (const std::string& s : drawn(*copy)) {
      if (s != "garden") land.push_back(s.substr(0, s.find(" @")));
    }
    Lines plain_land;
    for (const std::string& s : drawn(plain)) plain_land.push_back(s.substr(0, s.find(" @")));
    EXPECT_EQ(land, plain_land) << letter.id;
  }
  EXPECT_EQ(catalogue().find_set("base")->tiles.size(), tiles);
}

TEST(Catalogue, BaseSetHasTenPennantsAndSixMonasteries) {
  int pennants = 0;
  int monasteries = 0;
  for (const TileDef& t : catalogue().find_set("base")->tiles) {
    for (const SegmentDef& s : t.segments) {
      pennants += s.pennants * t.count;
      monasteries += s.kind == SegmentKind::monastery ? t.count : 0;
    }
  }
  EXPECT_EQ(pennants, 10);
  EXPECT_EQ(monasteries, 6);
}

// FIELD-15: the land south of D's road borders no city. ROAD-12: the road does not end there.
TEST(Catalogue, RoadPastTheCityOnDRunsOnAndCutsTheSouthFieldOff) {
  EXPECT_EQ(drawn(tile("base/D")),
            (Lines{"city N", "road E W", "field EL WR @0", "field ER SL SR WL"}));
  EXPECT_TRUE(tile("base/D").segments[0].cap);
  for (const auto* id : {"base/J", "base/K", "base/O", "base/P"}) {
    EXPECT_EQ(tile(id).segments[1].end, RoadEnd::none) << id;
    EXPECT_EQ(tile(id).segments.back().touches, 0) << id;
  }
}

// FIELD-16: neither a monastery nor the road that ends at it divides the field.
// TILE-12: the monastery has no ports; it asks nothing of the neighbours.
TEST(Catalogue, RoadThatEndsAtTheMonasteryOfALeavesTheFieldWhole) {
  EXPECT_EQ(drawn(tile("base/A")),
            (Lines{"road S ends monastery", "monastery", "field NL NR EL ER SL SR WL WR"}));
  EXPECT_EQ(tile("base/A").links, (std::vector<std::vector<std::uint8_t>>{{0, 1}}));
  EXPECT_EQ(drawn(tile("base/B")), (Lines{"monastery", "field NL NR EL ER SL SR WL WR"}));
}

// ROAD-6, FIELD-17: a crossing ends its roads, which are separate and part the fields.
TEST(Catalogue, CrossingsOfLAndXEndEveryRoadAndPartTheFields) {
  EXPECT_EQ(drawn(tile("base/L")),
            (Lines{"city N", "road E ends junction", "road S ends junction", "road W ends junction",
                   "field EL WR @0", "field ER SL", "field SR WL"}));
  EXPECT_EQ(
      drawn(tile("base/X")),
      (Lines{"road N ends junction", "road E ends junction", "road S ends junction",
             "road W ends junction", "field NL WR", "field NR EL", "field ER SL", "field SR WL"}));
  EXPECT_EQ(tile("base/X").links, (std::vector<std::vector<std::uint8_t>>{{0, 1, 2, 3}}));
}

// FIELD-17: a road that ends at a city parts the fields on both sides of it.
TEST(Catalogue, RoadThatEndsAtTheCityOfSPartsTwoFieldsThatBothTouchIt) {
  EXPECT_EQ(drawn(tile("base/S")),
            (Lines{"city N E W", "road S ends city", "field SL @0", "field SR @0"}));
  EXPECT_EQ(tile("base/S").segments[0].pennants, 1);
}

TEST(Catalogue, TunnelOfTheDragonSetPassesTheCityAndDoesNotPartTheFields) {
  const TileDef& t = tile("princess_dragon/PD-dragon-tunnel");
  EXPECT_EQ(edges_of(t), "RCRC");
  EXPECT_EQ(drawn(t), (Lines{"city E W", "road N S", "field NL NR @0", "field SL SR @0"}));
  EXPECT_TRUE(t.segments[1].tunnel);
  EXPECT_TRUE(t.has(Mark::dragon));
  EXPECT_TRUE(t.has(Mark::tunnel));
  ASSERT_EQ(t.over.size(), 1u);
  EXPECT_EQ(t.over[0], (std::array<std::uint8_t, 2>{0, 1}));
}

TEST(Catalogue, RiverForkIsOneRiverWithThreeSides) {
  const TileDef& t = tile("river2/R2-fork");
  EXPECT_EQ(edges_of(t), "VVFV");
  EXPECT_EQ(drawn(t), (Lines{"river N E W", "field NL WR", "field NR EL", "field ER SL SR WL"}));
  EXPECT_TRUE(t.has(Mark::fork));
}

TEST(Catalogue, CrossedCitiesKeepTwoFieldsWithoutPortsThatTouchBoth) {
  const TileDef& t = tile("king_robber/KR-crossed-cities");
  EXPECT_EQ(drawn(t), (Lines{"city N S", "city E W", "field @0 @1", "field @0 @1"}));
  EXPECT_TRUE(t.has(Mark::city_bridge));
}

TEST(Catalogue, SharedSideBelongsToBothCitiesOfTheVineyardTile) {
  const TileDef& t = tile("hills_sheep/HS-vineyard-shared-side");
  EXPECT_EQ(edges_of(t), "CCFC");
  EXPECT_EQ(drawn(t), (Lines{"city N W", "city N E", "field SL SR @0 @1"}));
  EXPECT_EQ(t.shared_sides, 1);
  EXPECT_EQ(tile("hills_sheep/HS-vineyard-long-city").split_sides, 4);
}

TEST(Catalogue, AbbeysAreASupplyOfSixThatFitsAnythingOutsideTheTotal) {
  const TileDef& t = tile("abbey_mayor/AM-abbey");
  EXPECT_TRUE(t.supply);
  EXPECT_EQ(t.count, 6);
  EXPECT_EQ(edges_of(t), "****");
}

TEST(Catalogue, WheelHasNineteenIconsAndNoCaps) {
  int icons[4] = {};
  for (const TileDef& t : catalogue().find_set("wheel")->tiles) {
    icons[t.wheel] += t.count;
    for (const SegmentDef& s : t.segments) EXPECT_FALSE(s.cap) << t.id;
  }
  EXPECT_EQ(icons[1], 7);
  EXPECT_EQ(icons[2], 6);
  EXPECT_EQ(icons[3], 6);
}

TEST(Catalogue, SpecialTilesOfTheDragonSetAreSixTwelveSixAndSix) {
  int volcanoes = 0, dragons = 0, princesses = 0, portals = 0;
  for (const TileDef& t : catalogue().find_set("princess_dragon")->tiles) {
    volcanoes += t.has(Mark::volcano) * t.count;
    dragons += t.has(Mark::dragon) * t.count;
    princesses += t.has(Mark::princess) * t.count;
    portals += t.has(Mark::portal) * t.count;
  }
  EXPECT_EQ(volcanoes, 6);
  EXPECT_EQ(dragons, 12);
  EXPECT_EQ(princesses, 6);
  EXPECT_EQ(portals, 6);
}

TEST(Catalogue, FindsTilesAndCellsByFullIdAndNothingElse) {
  EXPECT_EQ(tile("base/D").full_id(), "base/D");
  EXPECT_EQ(tile("count/CC-6").full_id(), "count/CC-6");
  EXPECT_NE(&tile("wheel/A"), &tile("base/A"));
  for (const auto* id : {"", "/", "D", "base/", "base/d", "base/D/", "nowhere/D", "count/CC-13"}) {
    EXPECT_EQ(catalogue().find_tile(id), nullptr) << id;
  }
  EXPECT_EQ(catalogue().find_set("abbot"), nullptr);
}

TEST(Catalogue, EveryTileHasAnIdOfItsOwnWithinItsSet) {
  for (const SetDef& set : catalogue().sets) {
    std::set<std::string> ids;
    for (const TileDef& t : set.tiles) EXPECT_TRUE(ids.insert(t.id).second) << t.full_id();
  }
}

TEST(Catalogue, NamesOfKindsMarksEndsAndGoodsAreAllDifferent) {
  std::set<std::string_view> kinds, marks, ends, goods;
  for (int i = 0; i < kSegmentKinds; ++i) kinds.insert(name_of(static_cast<SegmentKind>(i)));
  for (const std::string_view name : kMarkNames) marks.insert(name);
  for (int i = 0; i < kRoadEnds; ++i) ends.insert(name_of(static_cast<RoadEnd>(i)));
  for (int i = 0; i < kCount<Goods>; ++i) goods.insert(name_of(static_cast<Goods>(i)));
  EXPECT_EQ(kinds.size(), 9u);
  EXPECT_EQ(marks.size(), kMarkNames.size());
  EXPECT_EQ(ends.size(), 16u);
  EXPECT_EQ(goods.size(), 3u);
  EXPECT_EQ(name_of(SegmentKind::carcassonne), "carcassonne");
  EXPECT_EQ(name_of(Mark::road_bridge), "road_bridge");
  EXPECT_EQ(name_of(RoadEnd::dead_end), "dead_end");
}

// The open sides clockwise from the north-west corner.
std::string outline(const BoardDef& board) {
  std::string out;
  const auto edge = [&](int x, int y, int side) {
    for (const BoardCell& cell : board.cells) {
      if (cell.at.x == x && cell.at.y == -y) out += edges_of(cell.tile)[side];
    }
  };
  for (int x = 0; x < board.columns; ++x) edge(x, 0, 0);
  for (int y = 0; y < board.rows; ++y) edge(board.columns - 1, y, 1);
  for (int x = board.columns - 1; x >= 0; --x) edge(x, board.rows - 1, 2);
  for (int y = board.rows - 1; y >= 0; --y) edge(0, y, 3);
  return out;
}

TEST(Boards, CountHasTwelveCellsAndOneFortress) {
  const SetDef& set = *catalogue().find_set("count");
  EXPECT_TRUE(set.tiles.empty());
  ASSERT_TRUE(set.board.has_value());
  EXPECT_EQ(set.board->columns, 4);
  EXPECT_EQ(set.board->rows, 3);
  EXPECT_EQ(outline(*set.board),
            "FFFR"
            "FFC"
            "FRFC"
            "FFR");
  for (const BoardCell& cell : set.board->cells) {
    int fortress = 0;
    for (const SegmentDef& s : cell.tile.segments) {
      if (s.kind != SegmentKind::carcassonne) continue;
      ++fortress;
      EXPECT_EQ(s.group, "carcassonne");
    }
    EXPECT_EQ(fortress, 1) << cell.tile.id;
    const std::string& id = cell.tile.id;
    EXPECT_EQ(cell.tile.has(Mark::inside), id == "CC-6" || id == "CC-7") << id;
  }
  EXPECT_EQ(drawn(tile("count/CC-9")),
            (Lines{"city S", "field NL ER WL WR @0 @2", "carcassonne NR EL"}));
}

TEST(Boards, WheelHasTwelveRimCellsAndAClosedDisc) {
  const SetDef& set = *catalogue().find_set("wheel");
  ASSERT_TRUE(set.board.has_value());
  EXPECT_EQ(set.board->cells.size(), 16u);
  EXPECT_EQ(outline(*set.board),
            "CFRF"
            "CRFR"
            "RCFR"
            "FCFC");
  int disc = 0;
  for (const BoardCell& cell : set.board->cells) {
    const bool middle = cell.at.x % 3 != 0 && cell.at.y % 3 != 0;
    EXPECT_EQ(cell.tile.has(Mark::inside), middle) << cell.tile.id;
    EXPECT_EQ(cell.tile.segments.empty(), middle) << cell.tile.id;
    EXPECT_TRUE(cell.tile.designed);
    disc += middle;
  }
  EXPECT_EQ(disc, 4);
}

TEST(Boards, WheelJoinsItsRimByGroupsAndListsTheBordersThatNoCellShows) {
  const SetDef& set = *catalogue().find_set("wheel");
  std::set<std::string> groups;
  for (const BoardCell& cell : set.board->cells) {
    for (const SegmentDef& s : cell.tile.segments) groups.insert(s.group);
  }
  EXPECT_EQ(groups, (std::set<std::string>{"c0", "c1", "c2", "c3", "r4", "r5", "r6", "r7", "f8",
                                           "f9", "f10", "f11", "f12", "f13"}));
  using Border = std::array<std::string, 2>;
  EXPECT_EQ(set.board->touches,
            (std::vector<Border>{
                {"f8", "c0"}, {"f8", "c3"}, {"f10", "c2"}, {"f12", "c2"}, {"f13", "c3"}}));
  EXPECT_EQ(drawn(tile("wheel/WB-4")), (Lines{"city E", "field NL NR @0"}));
}

TEST(Boards, WheelHasSixSectorsWithNineCrowns) {
  const SetDef& set = *catalogue().find_set("wheel");
  Lines names;
  int crowns = 0;
  for (const WheelSector& s : set.sectors) {
    names.push_back(s.name);
    crowns += s.crowns;
  }
  EXPECT_EQ(names, (Lines{"fortune", "taxes", "famine", "storm", "inquisition", "plague"}));
  EXPECT_EQ(crowns, 9);
}

constexpr std::string_view kTileB = "tile B x1 FFFF\n  field NL NR EL ER SL SR WL WR\n";

TEST(Parser, ReportsSetAndLineOfAProblem) {
  Problems problems;
  parse_set("set test \"Test\" total 1\n\n# a comment\ntile B x1 FFFF\n  filed NL\n", problems);
  ASSERT_EQ(problems.size(), 1u) << listed(problems);
  EXPECT_EQ(problems[0].set, "test");
  EXPECT_EQ(problems[0].line, 5);
}

TEST(Parser, ReadsCarriageReturnsTabsAndTrailingComments) {
  Problems problems;
  const SetDef set = read(
      "set test \"A test\" total 1\r\ntile B x1 FFFF # plain\r\n"
      "\tfield NL NR EL ER SL SR WL WR\r\n",
      problems);
  EXPECT_TRUE(problems.empty()) << listed(problems);
  EXPECT_EQ(set.title, "A test");
  EXPECT_EQ(set.tiles.size(), 1u);
}

TEST(Parser, LetsAFieldNameACityThatIsListedLater) {
  expect_clean("tile E x1 CFFF\n  field EL ER SL SR WL WR touches city\n  city N cap\n");
}

TEST(Parser, RefusesTextThatIsNoSet) {
  for (const std::string_view text :
       {"", "\n\n", "tile A x1 FFFF", "set", "set Base \"B\" total 1", "set a", "set a \"A",
        "set a \"A\"", "set a \"A\" total", "set a \"A\" total -1", "set a \"A\" total 99999",
        "set a \"A\" total 1 more", "set a \"A\" total 1x"}) {
    Problems problems;
    parse_set(text, problems);
    EXPECT_FALSE(problems.empty()) << text;
  }
}

TEST(Parser, RefusesDuplicates) {
  expect_problem("set test \"Again\" total 1\n", "a second 'set' line");
  expect_problem("board 1x1\nboard 1x1\n", "a second 'board' line");
  expect_problem("tile B x1 FFFF\n  field NL NL\n", "given twice");
  expect_problem("tile B x1 FFFF\n  marks dragon dragon\n", "given twice");
}

TEST(Parser, RefusesWronglyTypedWords) {
  expect_problem("tile B xx FFFF\n", "copies must be");
  expect_problem("tile B x0 FFFF\n", "copies must be");
  expect_problem("tile B 3 FFFF\n", "copies must be");
  expect_problem("tile B x1 FFF\n", "four edge letters");
  expect_problem("tile B x1 FFFQ\n", "unknown edge letter");
  expect_problem("tile B x1 FFFF tail\n", "nothing expected before 'tail'");
  expect_problem("city N\n", "outside a tile");
  expect_problem("nonsense\n", "unknown word");
  expect_problem("tile B x1 CFFF\n  city NL\n", "neither a port nor an attribute of a city");
  expect_problem("tile B x1 CFFF\n  city N inn\n", "neither a port nor an attribute of a city");
  expect_problem("tile B x1 CFFF\n  city N goods none\n", "goods are");
  expect_problem("tile B x1 CFFF\n  city N pennants many\n", "'pennants' needs a number");
  expect_problem("tile B x1 CFFF\n  city N reaches XX\n", "reaches corners or sides");
  expect_problem("tile B x1 CFFF\n  city N reaches\n", "reaches corners or sides");
  expect_problem("tile B x1 RFFF\n  road N ends none\n", "a road cannot end at");
  expect_problem("tile B x1 FFFF\n  field NL group\n", "'group' needs a name");
  expect_problem("tile B x1 FFFF\n  field NL touches\n", "'touches' needs a city");
  expect_problem("tile B x1 FFFF\n  marks shiny\n", "unknown mark 'shiny'");
  expect_problem("tile B x1 FFFF\n  shared NL\n", "a side is N, E, S or W");
  expect_problem("tile B x1 FFFF\n  start many\n", "'start' needs a number");
  expect_problem("tile B x1 FFFF\n  wheel 4\n", "'wheel' needs a number");
}

TEST(Parser, RefusesNamesOfSegmentsThatAreMissingOrAmbiguous) {
  expect_problem("tile B x1 CFFF\n  field EL touches city:S\n  city N\n", "no segment of that");
  expect_problem("tile H x1 CFCF\n  city N\n  city S\n  field EL touches city\n", "two segments");
  expect_problem("tile B x1 CFFF\n  city N\n  field EL touches city:NL\n", "no such port");
  expect_problem("tile B x1 CFFF\n  city N\n  meet city:N\n", "'meet' needs two");
  expect_problem("tile B x1 CFFF\n  city N\n  over city:N city:N city:N\n", "'over' needs two");
}

TEST(Parser, RefusesMalformedBoards) {
  expect_problem("board 4\n", "a board's size");
  expect_problem("board 99x1\n", "a board's size");
  expect_problem("cell A at 0,0 FFFF\n", "a cell before the 'board' line");
  expect_problem("board 1x1\ncell A on 0,0 FFFF\n", "a cell is written");
  expect_problem("board 1x1\ncell A at 0,1 FFFF\n", "a cell's place");
  expect_problem("touch f c\n", "'touch' before");
  expect_problem("board 1x1\ntouch f\n", "a touch is written");
  expect_problem("sector storm crowns 3\n", "a sector is written");
}

TEST(Parser, SurvivesEveryTruncationOfARealisticText) {
  const std::string whole =
      "set test \"Test\" total 2\nboard 1x1\ntouch f c\ncell A at 0,0 CFFF\n  city N cap group c\n"
      "  field EL ER SL SR WL WR group f touches city:N\ntile S x2 CCRC\n"
      "  city N E W pennants 1 reaches SE goods wine\n  road S ends city inn\n"
      "  field SL touches city:N\n  field SR touches city:N\n  meet city:N road:S\n"
      "  over city:N road:S\n  marks inn wine\n  start 1\n  wheel 2\nsector storm crowns 2\n";
  for (std::size_t n = 0; n <= whole.size(); ++n) {
    Problems problems;
    const SetDef set = parse_set(std::string_view(whole).substr(0, n), problems);
    check_set(set, problems);
    EXPECT_LE(set.tiles.size(), 1u);
  }
}

TEST(Parser, RefusesALineOfOneMegabyte) {
  Problems problems;
  const SetDef set =
      parse_set("set test \"T\" total 0\n" + std::string(1 << 20, 'x') + "\n", problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].what, "the line is too long");
  EXPECT_EQ(problems[0].line, 2);
  EXPECT_LT(problems[0].what.size(), 200u);
}

TEST(Parser, StopsAtTooManyTilesSegmentsReferencesOrProblems) {
  std::string text = "set test \"T\" total 0\n";
  for (int i = 0; i < 100000; ++i) text += "tile B x1 FFFF\n";
  Problems problems;
  EXPECT_LE(parse_set(text, problems).tiles.size(), 512u);
  EXPECT_EQ(problems.size(), 1u);

  text = "set test \"T\" total 0\ntile B x1 FFFF\n";
  for (int i = 0; i < 100000; ++i) text += "garden\n";
  problems.clear();
  EXPECT_LE(parse_set(text, problems).tiles[0].segments.size(), 16u);
  EXPECT_EQ(problems.size(), 100u);
  EXPECT_NE(problems.back().what.find("too many problems"), std::string::npos);

  text = "set test \"T\" total 0\ntile B x1 FFFF\n";
  for (int i = 0; i < 100000; ++i) text += "meet garden garden garden garden garden garden\n";
  problems.clear();
  EXPECT_LE(parse_set(text, problems).tiles[0].links.size(), 16u);
  EXPECT_LE(problems.size(), 100u);
}

TEST(Parser, StopsAtTooManyCellsBordersOrSectors) {
  std::string text = "set test \"T\" total 0\nboard 2x2\n";
  for (int i = 0; i < 5000; ++i) text += "cell A at 0,0 FFFF\n";
  Problems problems;
  EXPECT_LE(parse_set(text, problems).board->cells.size(), 256u);
  text = "set test \"T\" total 0\nboard 2x2\n";
  for (int i = 0; i < 5000; ++i) text += "touch f c\nsector s crowns 1\n";
  problems.clear();
  const SetDef set = parse_set(text, problems);
  EXPECT_LE(set.board->touches.size(), 64u);
  EXPECT_LE(set.sectors.size(), 16u);
  EXPECT_LE(problems.size(), 100u);
}

TEST(Parser, SurvivesRandomBytesAndRandomWords) {
  std::mt19937 random(7);
  const std::string_view words[] = {
      "set",     "tile",   "cell",     "board",   "touch",      "sector", "city",  "road",
      "field",   "N",      "NL",       "4x4",     "at",         "0,-1",   "x2",    "CFRV",
      "meet",    "over",   "cap",      "touches", "city:N",     "road:",  ":",     "marks",
      "garden",  "\n",     "\n",       "ends",    "goods",      "wine",   "group", "-1",
      "reaches", "NE/SE",  "/",        "#",       "crowns",     "total",  "\"",    "x",
      ",",       "shared", "pennants", "start",   "carcassonne"};
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = round % 2 == 0 ? "" : "set test \"T\" total 3\n";
    for (int i = 0; i < 200; ++i) {
      if (round % 4 < 2) {
        bytes += static_cast<char>(random() & 255);
      } else {
        bytes += std::string(words[random() % std::size(words)]) + " ";
      }
    }
    Problems problems;
    const SetDef set = parse_set(bytes, problems);
    EXPECT_LE(problems.size(), 100u);
    for (const auto& p : problems) {
      EXPECT_TRUE(std::ranges::all_of(p.what, [](char c) { return c >= ' ' && c <= '~'; }));
    }
    check_set(set, problems);
  }
}

TEST(Checker, CountsTilesAgainstTheTotalAndTheBox) {
  expect_clean(kTileB);
  expect_problem("", "the tiles add up to 0");
  Problems problems;
  read("set cult \"Cult\" total 1\n" + std::string(kTileB), problems);
  ASSERT_EQ(problems.size(), 1u) << listed(problems);
  EXPECT_EQ(problems[0].what, "the box holds 5 tiles");
}

TEST(Checker, AsksForPlainIdsUsedOnce) {
  expect_problem(std::string(kTileB) + std::string(kTileB), "the id is used twice");
  expect_problem("tile B_1 x1 FFFF\n  field NL NR EL ER SL SR WL WR\n", "an id holds letters");
}

TEST(Checker, ComparesEdgesWithSegments) {
  expect_problem("tile T x1 CFFF\n  field NL NR EL ER SL SR WL WR\n",
                 "edges and segments disagree");
  expect_problem("tile T x1 CFFF\n  city N\n  city N\n  field EL ER SL SR WL WR touches city:N\n",
                 "two segments of that name");
  expect_problem("tile T x1 CFFF\n  city N\n  city N\n  field EL ER SL SR WL WR\n",
                 "side N belongs twice");
  expect_problem("tile T x1 CFFF\n  city N\n  field EL ER SL SR WL WR touches city\n  shared N\n",
                 "is not held by two cities");
  expect_problem("tile T x1 *FFF\n  field EL ER SL SR WL WR\n", "either all sides match anything");
  expect_problem("tile T x1 -FFF\n  field EL ER SL SR WL WR\n", "a closed side outside a board");
}

TEST(Checker, GivesEveryHalfSideOneOwner) {
  expect_problem("tile T x1 FFFF\n  field NL NR EL ER SL SR WL\n", "WR belongs to no field");
  expect_problem("tile T x1 FFFF\n  field NL NR EL ER SL SR WL WR\n  field WR\n",
                 "WR belongs twice");
  expect_problem("tile T x1 CFFF\n  city N\n  field NL EL ER SL SR WL WR touches city\n",
                 "NL of a city side");
  expect_problem("tile T x1 FFFF\n  field NR EL ER SL SR WL WR\n  carcassonne NL\n",
                 "of an open side is inside the fortress");
}

TEST(Checker, KnowsTheShapeOfEverySegment) {
  expect_problem("tile T x1 FFFF\n  city\n  field NL NR EL ER SL SR WL WR\n", "the wrong sides");
  expect_problem("tile T x1 FFFF\n  carcassonne\n  field NL NR EL ER SL SR WL WR\n",
                 "without half-sides");
  expect_problem("tile T x1 CFFC\n  city N W cap\n  field EL ER SL SR touches city\n",
                 "can be a cap");
  expect_problem("tile T x1 FFFF\n  field NL NR EL ER SL SR WL WR group f\n",
                 "a group outside a board");
  expect_problem("tile T x1 FFFF\n  field NL NR EL ER SL SR WL WR\n  field\n", "borders nothing");
  SetDef set{"test", "Test", 0, {}, {}, {}};
  TileDef bad;
  bad.set = "test";
  bad.id = "T";
  bad.count = 0;
  SegmentDef monastery;
  monastery.kind = SegmentKind::monastery;
  monastery.halves = 1;
  bad.segments.assign(17, monastery);
  set.tiles.push_back(bad);
  bad.id = "U";
  bad.segments.resize(1);
  set.tiles.push_back(bad);
  Problems problems;
  check_set(set, problems);
  const std::string all = listed(problems);
  EXPECT_NE(all.find("no copies"), std::string::npos) << all;
  EXPECT_NE(all.find("more than 16 segments"), std::string::npos) << all;
  EXPECT_NE(all.find("a monastery with half-sides"), std::string::npos) << all;
}

TEST(Checker, WantsSplitSidesNamed) {
  expect_problem(
      "tile T x1 CFFF\n  city N reaches S\n  field EL ER SL touches city\n"
      "  field SR WL WR touches city\n",
      "is split and not called so");
  expect_problem("tile T x1 FFFF\n  field NL NR EL ER SL SR WL WR\n  split S\n",
                 "is called split and is not");
}

TEST(Checker, WantsCornersHeldTogetherUnlessACityTapersThere) {
  const std::string tail = "  field EL ER touches city\n  field SL SR WL WR touches city\n";
  expect_problem("tile T x1 CFFF\n  city N\n" + tail, "the corner of ER and SL");
  expect_clean("tile T x1 CFFF\n  city N reaches SE\n" + tail);
  expect_problem("tile T x1 CFFF\n  city N\n  field EL ER SL SR WL WR\n",
                 "must touch the city on side N");
}

// FIELD-15, FIELD-17: what a road parts stays parted.
TEST(Checker, WantsThroughRoadsToPartFieldsAndKeepThemFromTheCity) {
  expect_problem(
      "tile D x1 CRFR\n  city N\n  road E W\n"
      "  field EL WR ER SL SR WL touches city\n",
      "one field on both sides of the road");
  expect_problem(
      "tile D x1 CRFR\n  city N\n  road E W\n  field EL WR touches city\n"
      "  field ER SL SR WL touches city\n",
      "cut off from it");
  const std::string l =
      "tile L x1 CRRR\n  city N\n  road E ends junction\n  road S ends junction\n"
      "  road W ends junction\n  field EL WR touches city\n  field ER SL touches city\n"
      "  field SR WL\n";
  expect_problem(l + "  meet road:E road:S road:W\n", "cut off from it");
}

TEST(Checker, LetsFieldsTouchCitiesOnly) {
  expect_problem(
      "tile T x1 RFFF\n  road N ends dead_end\n"
      "  field NL NR EL ER SL SR WL WR touches road:N\n",
      "which is no city");
  SetDef set{"test", "Test", 1, {}, {}, {}};
  TileDef c;
  c.set = "test";
  c.id = "C";
  c.edges.fill(EdgeKind::city);
  c.segments.resize(1);
  c.segments[0].kind = SegmentKind::city;
  c.segments[0].sides = 15;
  c.segments[0].touches = 1;
  c.links = {{0, 9}};
  c.over = {{9, 9}};
  c.wheel = 4;
  set.tiles.push_back(c);
  Problems problems;
  check_set(set, problems);
  const std::string all = listed(problems);
  EXPECT_NE(all.find("only a field touches cities"), std::string::npos) << all;
  EXPECT_NE(all.find("'meet' joins different segments"), std::string::npos) << all;
  EXPECT_NE(all.find("'over' needs two different"), std::string::npos) << all;
  EXPECT_NE(all.find("a wheel icon above 3"), std::string::npos) << all;
}

// ROAD-6: a road with one side ends at something that is on its tile.
TEST(Checker, WantsEveryRoadToEndAtSomethingOnItsTile) {
  const std::string field = "  field NL NR EL ER SL SR WL WR\n";
  expect_problem("tile T x1 FFRF\n  road S\n" + field, "ends nowhere");
  expect_problem(
      "tile T x1 FRFR\n  road E W ends junction\n  field NL NR EL WR\n"
      "  field ER SL SR WL\n",
      "a road that runs on has an end");
  for (const std::string end :
       {"city", "monastery", "shrine", "carcassonne", "volcano", "bazaar", "tower", "circus",
        "acrobats", "hill", "vineyard", "village", "wheel"}) {
    expect_problem("tile T x1 FFRF\n  road S ends " + end + "\n" + field,
                   "a road ends at a " + end + " that is not on the tile");
  }
  expect_clean("tile T x1 FFRF\n  road S ends dead_end\n" + field);
  expect_clean("tile T x1 FFRF\n  road S ends volcano\n" + field + "  marks volcano\n");
}

TEST(Checker, WantsMarksAndSegmentsToAgree) {
  for (const std::string mark :
       {"inn", "princess", "cathedral", "tunnel", "pig_herd", "garden", "abbey", "wine", "grain",
        "cloth", "fork", "city_bridge", "road_bridge", "village", "inside"}) {
    expect_problem(std::string(kTileB) + "  marks " + mark + "\n", "the mark '" + mark + "'");
  }
  expect_problem(std::string(kTileB) + "  garden\n", "the mark 'garden'");
  expect_problem("tile C x1 CCCC\n  city N E S W goods wine\n", "the mark 'wine'");
  expect_clean(std::string(kTileB) + "  garden\n  marks garden dragon portal tower\n");
}

TEST(Checker, WantsRiverEndsAndStartTilesMarked) {
  const std::string river = "tile T x1 FVFF\n  river E\n  field NL NR EL ER SL SR WL WR\n";
  expect_problem(river, "is a spring, a lake or a river_end");
  expect_problem(river + "  marks river_end\n", "river_end without a city");
  expect_clean(river + "  marks spring start\n");
  expect_problem(std::string(kTileB) + "  start 1\n", "a start tile without its mark");
  expect_problem(std::string(kTileB) + "  start 2\n  marks start\n", "more start tiles");
}

TEST(Checker, WantsBoardsWholeClosedWithinAndOpenWithout) {
  const std::string west = "board 2x1\ncell A at 0,0 F-FF\n  field NL NR SL SR WL WR group f\n";
  const std::string east = "cell B at 1,0 FFF-\n  field NL NR EL ER SL SR group f\n";
  const auto expect_board = [](const std::string& text, std::string_view what) {
    Problems problems;
    read("set test \"Test\" total 2\n" + text, problems);
    const std::string all = listed(problems);
    EXPECT_EQ(all.empty(), what.empty()) << text << all;
    EXPECT_NE(all.find(what), std::string::npos) << text << all;
  };
  expect_board(west + east, "");
  expect_board(west, "the board has empty places");
  expect_board(west + "cell B at 0,0 FFF-\n  field NL NR EL ER SL SR group f\n", "is taken");
  expect_board(west + "cell B at 2,0 FFF-\n  field NL NR EL ER SL SR group f\n", "outside the");
  expect_board(west + "cell B at 1,0 FFFF\n  field NL NR EL ER SL SR WL WR group f\n",
               "looks in and is open");
  expect_board(west + "cell B at 1,0 F-F-\n  field NL NR SL SR group f\n",
               "looks out and is closed");
  expect_board(west + "cell B at 1,0 FFF-\n  field NL NR EL ER SL SR WL group f\n",
               "does not go on in");
  expect_board(west + "cell B at 1,0 FFF-\n  field NL NR EL ER SL SR\n  monastery group f\n",
               "mixes kinds");
  expect_board(west + "cell B at 1,0 FFF-\n  field NL NR EL ER SL SR\n  carcassonne WL\n",
               "a carcassonne without a group");
  expect_board(west + east + "touch f nothing\n", "'touch' needs a field group");
}

TEST(Checker, WantsSectorsOnceAndOnABoard) {
  expect_problem("sector storm crowns 1\nsector storm crowns 2\n", "is given twice");
  expect_problem("sector storm crowns 1\n", "sectors, no board");
}

TEST(ReadCatalogue, ReportsMissingRepeatedAndUnknownSets) {
  const std::string river = "set river \"R\" total 12\n";
  const std::string_view texts[] = {river, river, "set mine \"Mine\" total 0\n"};
  Problems problems;
  const Catalogue result = read_catalogue(texts, problems);
  EXPECT_EQ(result.sets.size(), 1u);
  const std::string all = listed(problems);
  EXPECT_NE(all.find("river:1: the set is given twice"), std::string::npos) << all;
  EXPECT_NE(all.find("mine:1: a set the catalogue does not know"), std::string::npos) << all;
  EXPECT_NE(all.find("circus:0: the set is missing"), std::string::npos) << all;
}

}  // namespace
}  // namespace bastide
