// Features: found by flood fill whenever they are asked for, never kept.
#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "tests/reference/game.h"

namespace reference {

// The segments of neighbouring tiles that continue this one across its ports.
std::vector<Spot> Game::joined(const Spot& spot) const {
  std::vector<Spot> result;
  const Segment& here = segment(spot);
  const bool field = here.kind == "field" || here.kind == "carcassonne";  // meet by half-sides
  for (int port : here.ports) {
    const int side = field ? port / 2 : port;
    // Across a shared edge L meets R.
    const int facing = field ? 2 * opposite(side) + (1 - port % 2) : opposite(side);
    const Cell cell = beside(spot.cell, side);
    const auto other = board_.find(cell);
    if (other == board_.end()) continue;
    const auto& segments = other->second.tile->segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (segments[i].kind != here.kind) continue;
      for (int p : segments[i].ports)
        if (p == facing) result.push_back({cell, static_cast<int>(i)});
    }
  }
  if (!here.group.empty())
    for (const Spot& other : spots_of_group(here.group)) result.push_back(other);
  return result;
}

// The cells of a start board whose segments are one feature (WHEEL-5).
std::vector<Spot> Game::spots_of_group(const std::string& group) const {
  std::vector<Spot> result;
  for (const auto& [cell, laid] : board_)
    for (std::size_t i = 0; i < laid.tile->segments.size(); ++i)
      if (laid.tile->segments[i].group == group) result.push_back({cell, static_cast<int>(i)});
  return result;
}

// A feature is a maximal connected set of segments of one kind. Segments of one tile are joined
// only through other tiles (CITY-5, ROAD-6, FIELD-2).
Feature Game::feature_of(const Spot& spot) const {
  Feature feature = {spot};
  std::vector<Spot> todo = {spot};
  while (!todo.empty()) {
    const Spot next = todo.back();
    todo.pop_back();
    for (const Spot& other : joined(next))
      if (feature.insert(other).second) todo.push_back(other);
  }
  return feature;
}

// ROAD-1, ROAD-2, CITY-1: no port leads to an empty cell. MONASTERY-1, ABBOT-12: all eight cells
// around. FIELD-4: never.
bool Game::complete(const Feature& feature) const {
  const std::string& kind = segment(*feature.begin()).kind;
  if (is_cloister(kind)) return neighbours(feature.begin()->cell) == 8;
  if (kind != "road" && kind != "city") return false;
  for (const Spot& spot : feature)
    for (int side : segment(spot).ports)
      if (!occupied(beside(spot.cell, side))) return false;
  return true;
}

// ROAD-5, CITY-4: a tile counts once.
int Game::tiles_of(const Feature& feature) const {
  std::set<Cell> cells;
  for (const Spot& spot : feature) cells.insert(spot.cell);
  return static_cast<int>(cells.size());
}

int Game::neighbours(Cell cell) const {
  int count = 0;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy)
      if ((dx != 0 || dy != 0) && occupied({cell.first + dx, cell.second + dy})) ++count;
  return count;
}

// Whether one of its segments bears this.
bool Game::flagged(const Feature& feature, const std::string& flag) const {
  return std::any_of(feature.begin(), feature.end(),
                     [&](const Spot& spot) { return segment(spot).flags.count(flag) > 0; });
}

// FIELD-6, FIELD-10: completed cities bordering the field, each once.
int Game::cities_of(const Feature& field) const {
  std::set<Spot> counted;  // the first spot of each city
  const auto count = [&](const Spot& of_city) {
    const Feature city = feature_of(of_city);
    // COUNT-30: Carcassonne is a completed city.
    if (complete(city) || segment(of_city).kind == "carcassonne") counted.insert(*city.begin());
  };
  for (const Spot& spot : field) {
    for (int touched : segment(spot).touches) count({spot.cell, touched});
    // On a start board a field may border the city of another cell.
    for (const std::vector<std::string>& touch : board_touches_)
      for (std::size_t i = 1; i < touch.size() && touch[0] == segment(spot).group; ++i)
        count(spots_of_group(touch[i]).at(0));
  }
  return static_cast<int>(counted.size());
}

int Game::worth(const Feature& feature) const {
  const std::string& kind = segment(*feature.begin()).kind;
  if (kind == "road") return road_worth(feature);  // ROAD-4, ROAD-11
  if (kind == "city") {
    int pennants = 0;
    for (const Spot& spot : feature) pennants += segment(spot).pennants;
    int each = complete(feature) ? 2 : 1;  // CITY-2, 3, 8
    if (has_set("inns_cathedrals") && flagged(feature, "cathedral"))
      each = complete(feature) ? 3 : 0;  // CATHEDRAL-1 to CATHEDRAL-3
    return (tiles_of(feature) + pennants) * each;
  }
  if (is_cloister(kind)) {  // MONASTERY-2, 7; ABBOT-17
    const Cell cell = feature.begin()->cell;
    // VINE-1, VINE-3, VINE-6, X-52
    const bool vineyards = kind != "garden" && complete(feature);
    return 1 + neighbours(cell) + (vineyards ? 3 * vineyards_around(cell) : 0);
  }
  if (kind == "field") return field_worth(feature, barns_on(feature).empty() ? 3 : 1);  // Z-59
  return 0;
}

std::vector<Piece> Game::pieces_on(const Feature& feature) const {
  std::vector<Piece> result;
  for (const Piece& piece : pieces_)
    if (feature.count(piece.spot) > 0 && piece.house != "castle") result.push_back(piece);
  return result;
}

// Those that hold and claim.
std::vector<Piece> Game::meeples_on(const Feature& feature) const {
  std::vector<Piece> result = pieces_on(feature);
  std::erase_if(result, [](const Piece& piece) { return !is_meeple(piece.kind); });
  return result;
}

bool Game::has_on(int seat, const std::string& kind, const Feature& feature) const {
  const std::vector<Piece> all = pieces_on(feature);
  return std::any_of(all.begin(), all.end(),
                     [&](const Piece& piece) { return piece.owner == seat && piece.kind == kind; });
}

bool Game::has_meeple_on(int seat, const Feature& feature) const {
  const std::vector<Piece> all = meeples_on(feature);
  return std::any_of(all.begin(), all.end(),
                     [&](const Piece& piece) { return piece.owner == seat; });
}

// The port that a segment is called by; what has none comes last.
int Game::port_of(const Spot& spot) const {
  const int port = naming_port(*board_.at(spot.cell).tile, spot.segment);
  return port < 0 ? 99 : port;
}

// What a feature is called in an answer: its segment on the tile just laid (of the first port if
// there are two), else its first segment by x, then y.
Spot Game::naming(const Feature& feature) const {
  const auto key = [&](const Spot& spot) {
    return std::tuple(spot.cell != just_laid_, spot.cell, port_of(spot));
  };
  return *std::min_element(feature.begin(), feature.end(),
                           [&](const Spot& a, const Spot& b) { return key(a) < key(b); });
}

// SCORE-4, 5, 6: everybody who has the most. BIG-5, BIG-8: a large meeple counts two. BUILDER-5,
// PIG-3, SHEPHERD-8: others count nothing.
std::set<int> Game::leaders(const std::vector<Piece>& pieces) const {
  std::map<int, int> strength;
  int most = 1;
  for (const Piece& piece : pieces)
    if (is_meeple(piece.kind))
      most = std::max(most, strength[piece.owner] += piece.kind == "big" ? 2
                                                     : piece.kind == "mayor"
                                                         ? mayor_strength(piece.spot)
                                                         : 1);
  std::set<int> tied;
  for (const auto& [owner, count] : strength)
    if (count == most) tied.insert(owner);
  return on_hills(pieces, tied);
}

Report Game::report(Cell cell, const std::string& segment_name) const {
  const Tile& tile = *board_.at(cell).tile;
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    if (reference::segment_name(tile, static_cast<int>(i)) != segment_name) continue;
    const Feature feature = feature_of({cell, static_cast<int>(i)});
    return {tiles_of(feature), complete(feature), worth(feature), leaders(pieces_on(feature))};
  }
  throw std::logic_error("no segment " + segment_name + " at " + text_of(cell));
}

}  // namespace reference
