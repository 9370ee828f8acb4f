// Bridges. Those of the big box: every bridge that could stand is tried, and the sides are
// compared.
#include "tests/reference/game.h"

namespace reference {

// BRIDGE-7, BRIDGE-8, BRIDGE-11, Q-BCB-2: from field side to field side, straight; the two sides
// are road sides then. BRIDGE-10: one on a tile. BRIDGE-17: the fields stay as they are.
std::optional<Tile> Game::with_bridge(const Tile& tile, int axis) {
  for (const Segment& segment : tile.segments)
    if (segment.flags.count("bridge") > 0) return std::nullopt;
  if (tile.edges[axis] != 'F' || tile.edges[axis + 2] != 'F') return std::nullopt;
  Tile result = tile;
  result.edges[axis] = result.edges[axis + 2] = 'R';
  Segment& bridge = result.segments.emplace_back();
  bridge.kind = "road";
  bridge.ports = {axis, axis + 2};
  bridge.flags = {"bridge"};
  return result;
}

// Whether all sides of a tile match its neighbours, some tiles being changed or new.
bool Game::sound(Cell cell, const std::map<Cell, const Tile*>& changed) const {
  const auto at = [&](Cell where) -> const Tile* {
    if (const auto found = changed.find(where); found != changed.end()) return found->second;
    const auto found = board_.find(where);
    return found == board_.end() ? nullptr : found->second.tile;
  };
  const Tile* mine = at(cell);
  for (int side = 0; side < 4; ++side) {
    const Tile* other = at(beside(cell, side));
    if (other == nullptr) continue;
    const char a = mine->edges[side], b = other->edges[opposite(side)];
    if (a != b && a != '*' && b != '*') return false;
  }
  return true;
}

// BRIDGE-1 to BRIDGE-6, Q-BCB-1: one bridge on the new tile or beside it, after which everything
// matches, and which continues a road.
std::vector<Game::BridgeSite> Game::bridges_for(Cell cell, const Tile& tile) const {
  if (has_set("castles_bridges")) return needed_bridge(cell, tile);
  std::vector<BridgeSite> result;
  const auto supply = supplies_[active_].find("bridge");
  if (supply == supplies_[active_].end() || supply->second == 0) return result;
  for (int where = -1; where < 4; ++where) {
    const Cell site = where < 0 ? cell : beside(cell, where);
    if (where >= 0 && !occupied(site)) continue;
    if (acrobats_at(site) > 0) continue;  // X-61, Z-87
    for (int axis = 0; axis < 2; ++axis) {
      const auto bridged = with_bridge(where < 0 ? tile : *board_.at(site).tile, axis);
      if (!bridged) continue;
      std::map<Cell, const Tile*> changed = {{cell, &tile}};
      changed[site] = &*bridged;
      if (!sound(cell, changed) || !sound(site, changed)) continue;
      // Q-BCB-1: each end meets a road or nothing. An abbey fits every side, but has no road.
      int roads = 0, others = 0;
      for (int end : {axis, axis + 2}) {
        const Cell beyond = beside(site, end);
        const Tile* other = beyond == cell ? &tile : nullptr;
        if (occupied(beyond)) other = board_.at(beyond).tile;
        if (other != nullptr) ++(other->edges[opposite(end)] == 'R' ? roads : others);
      }
      if (roads > 0 && others == 0) result.emplace_back(site, axis);
    }
  }
  return result;
}

// Q-BCB-5: what fits with a bridge only; if nothing else fits, the tile may be refused.
void Game::add_bridged_placements(std::vector<std::string>& answers) const {
  const bool plain = !answers.empty();
  std::set<Cell> empty;
  for (const auto& [cell, laid] : board_)
    for (int side = 0; side < 4; ++side)
      if (!occupied(beside(cell, side))) empty.insert(beside(cell, side));
  bool any = false;
  for (const Cell& cell : empty)
    for (int turns : types_->at(current_).turns) {
      const Tile& tile = types_->at(current_).faces[turns];
      if (fits(cell, tile) || bridges_for(cell, tile).empty() || !river_allows(cell, tile) ||
          !cult_allows(cell, tile))
        continue;
      answers.push_back("place " + current_ + " " + text_of(cell) + " " +
                        std::to_string(90 * turns));
      any = true;
    }
  if (has_set("castles_bridges")) return;  // Q-CB-7: it has to be laid
  if (any && !plain && option("bridge_forced", "may") == "may") answers.push_back("discard");
}

// BRIDGE-13: for the rest of the game.
void Game::build_bridge(const BridgeSite& site) {
  Laid& laid = board_.at(site.first);
  laid.bridged = std::make_shared<const Tile>(*with_bridge(*laid.tile, site.second));
  laid.tile = laid.bridged.get();
  --(has_set("castles_bridges") ? common_bridges_ : supplies_[active_].at("bridge"));
}

}  // namespace reference
