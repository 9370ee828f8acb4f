// King and robber baron; the cult.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {

// --- cult ---

// The buildings of the other kind among the eight neighbours: monasteries and abbeys (Z-69) of a
// shrine, shrines of a monastery or abbey.
std::vector<Spot> Game::rivals(Cell cell, const std::string& kind) const {
  std::vector<Spot> result;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const Cell near = {cell.first + dx, cell.second + dy};
      const auto found = board_.find(near);
      if (near == cell || found == board_.end()) continue;
      const std::vector<Segment>& segments = found->second.tile->segments;
      for (std::size_t i = 0; i < segments.size(); ++i)
        if (kind == "shrine" ? segments[i].kind == "monastery" || segments[i].kind == "abbey"
                             : segments[i].kind == "shrine")
          result.push_back({near, static_cast<int>(i)});
    }
  return result;
}

// CULT-2 to CULT-4: with the new tile no shrine has two monasteries and no monastery two shrines.
bool Game::cult_allows(Cell cell, const Tile& tile) const {
  if (!has_set("cult")) return true;
  for (const Segment& segment : tile.segments) {
    if (!is_cloister(segment.kind) || segment.kind == "garden") continue;
    const std::vector<Spot> beside_it = rivals(cell, segment.kind);
    if (beside_it.size() > 1) return false;
    for (const Spot& old : beside_it)
      if (!rivals(old.cell, this->segment(old).kind).empty()) return false;
  }
  return true;
}

// CULT-12 to CULT-14: a monk and a heretic side by side. The one whose building is completed
// scores; the other goes home with nothing, unless his is completed as well.
void Game::settle_challenge(const Feature& feature) {
  const Spot spot = *feature.begin();
  const std::string& kind = segment(spot).kind;
  if (!has_set("cult") || !is_cloister(kind) || kind == "garden") return;
  if (meeples_on(feature).empty()) return;
  for (const Spot& rival : rivals(spot.cell, kind))
    if (!complete({rival})) send_home({rival});
}

// --- king and robber ---

// KING-2 to KING-7, ROBBER-2 to ROBBER-4.
void Game::compare_titles(const Feature& feature) {
  const std::string& kind = segment(*feature.begin()).kind;
  if (!has_set("king_robber") || (kind != "city" && kind != "road")) return;
  const std::string title = kind == "city" ? "king" : "robber";
  const auto held = titles_.find(title);
  if (held == titles_.end() || tiles_of(feature) > held->second.second)
    titles_[title] = {active_, tiles_of(feature)};
}

// KING-8, KING-9, ROBBER-5: the completed ones are counted on the table.
void Game::pay_titles() {
  std::set<Feature> cities, roads;
  bool carcassonne = false;
  for (const auto& [cell, laid] : board_)
    for (std::size_t i = 0; i < laid.tile->segments.size(); ++i) {
      const std::string& kind = laid.tile->segments[i].kind;
      if (kind == "carcassonne") carcassonne = true;
      if (kind != "city" && kind != "road") continue;
      const Feature feature = feature_of({cell, static_cast<int>(i)});
      if (is_castle(feature)) continue;
      if (complete(feature)) (kind == "city" ? cities : roads).insert(feature);
    }
  for (const auto& [title, held] : titles_)
    scores_[held.first] +=
        static_cast<int>(title == "king" ? cities.size() + carcassonne : roads.size());
}

}  // namespace reference
