// An update of a table brings the tiles that have changed, and no others: who puts them over the
// tiles known before has the tiles of the whole state.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/game/game.h"
#include "engine/notation/json_state.h"
#include "server/table/tile_signatures.h"
#include "tests/setups.h"

namespace bastide {
namespace {

Json tiles_of(const Rules& rules, const GameState& s) { return state_to_json(rules, s)["tiles"]; }

Json changed_tiles(const Rules& rules, const GameState& before, const GameState& after) {
  const auto old_signatures = server::tile_signatures(rules, before);
  const auto signatures = server::tile_signatures(rules, after);
  Json tiles = Json::array();
  for (std::size_t i = 0; i < signatures.size(); ++i)
    if (i >= old_signatures.size() || signatures[i] != old_signatures[i])
      tiles.push_back(tile_to_json(rules, after, static_cast<TileIndex>(i)));
  return tiles;
}

void put_over(Json& tiles, const Json& changed) {
  for (const Json& tile : changed) {
    bool known = false;
    for (Json& old : tiles) {
      if (old["at"] != tile["at"]) continue;
      EXPECT_NE(old, tile) << "nothing has changed on it";
      old = tile;
      known = true;
    }
    if (!known) tiles.push_back(tile);
  }
}

class ChangedTiles : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(ChangedTiles, BringEverythingThatIsShownOnTheMap) {
  const RulesPtr rules = rules_of(GetParam(), 3);
  Rng rng(7);
  GameState s = initial_state(*rules);
  Json seen = tiles_of(*rules, s);
  while (!is_over(s)) {
    const GameState before = s;
    const auto word = static_cast<std::uint32_t>(rng.next() >> 32);
    apply_assume_legal(
        *rules, s, is_chance(s) ? sample_chance(*rules, s, word) : sample_legal(*rules, s, word));
    put_over(seen, changed_tiles(*rules, before, s));
    ASSERT_EQ(seen, tiles_of(*rules, s));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Games, ChangedTiles,
    testing::Values(std::vector<std::string>{"base", "hills_sheep"},
                    std::vector<std::string>{"base", "abbey_mayor", "count"},
                    std::vector<std::string>{"base", "inns_cathedrals", "traders_builders"},
                    std::vector<std::string>{"base", "princess_dragon", "count",
                                             "bridges_castles_bazaars"},
                    std::vector<std::string>{"base", "castles_bridges"},
                    std::vector<std::string>{"base", "tower", "circus"},
                    std::vector<std::string>{"base", "abbey_mayor", "tower", "princess_dragon"},
                    std::vector<std::string>{"wheel"}));

}  // namespace
}  // namespace bastide
