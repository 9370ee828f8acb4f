// Castles & Bridges: bridges, castles with ladies, granaries.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {
namespace {

bool is_bridge(const Segment& segment) { return segment.flags.count("bridge") > 0; }

}  // namespace

// --- bridges ---

// The bridge on the new tile that it needs to lie there, if one does it (CB-BRIDGE-1 to 7, 12,
// Q-CB-2 to Q-CB-5).
std::vector<Game::BridgeSite> Game::needed_bridge(Cell cell, const Tile& tile) const {
  if (common_bridges_ == 0 || fits(cell, tile)) return {};
  for (int axis : {0, 1}) {
    const auto bridged = with_bridge(tile, axis);
    if (!bridged || !fits(cell, *bridged)) continue;
    bool meets = false, touches = false;
    for (int end : {axis, axis + 2}) {
      const auto other = board_.find(beside(cell, end));
      if (other == board_.end()) continue;
      meets = true;
      for (const Segment& segment : other->second.tile->segments)
        if (is_bridge(segment) &&
            std::count(segment.ports.begin(), segment.ports.end(), opposite(end)) > 0)
          touches = true;
    }
    if (meets && !touches) return {{cell, axis}};
  }
  return {};
}

// CB-BRIDGE-16, 18, 19, Q-CB-1: printed road tiles and bridges apart.
int Game::road_worth(const Feature& road) const {
  const bool inn = has_set("inns_cathedrals") && flagged(road, "inn");
  if (inn && !complete(road)) return 0;                           // INN-3, Y-8
  const int each = inn ? 2 : 1;                                   // INN-1, INN-2
  if (!has_set("castles_bridges")) return each * tiles_of(road);  // ROAD-4, ROAD-11, BRIDGE-15
  std::set<Cell> printed, all;
  int bridges = 0;
  for (const Spot& spot : road) {
    all.insert(spot.cell);
    if (is_bridge(segment(spot)))
      ++bridges;
    else
      printed.insert(spot.cell);
  }
  const bool tile_too = option("bridge_tile_counts", "false") == "true";
  return each * static_cast<int>(tile_too ? all.size() : printed.size()) +
         bridges * (complete(road) ? 3 : 1);
}

// --- building ---

// The field that fills the corner between two sides, the first of them clockwise; -1 if something
// else is there (CB-GRANARY-3).
static int corner_field(const Tile& tile, int first) {
  const int before = 2 * first + 1, after = (2 * first + 2) % 8;
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const std::vector<int>& ports = tile.segments[i].ports;
    if (tile.segments[i].kind == "field" && std::count(ports.begin(), ports.end(), before) > 0 &&
        std::count(ports.begin(), ports.end(), after) > 0)
      return static_cast<int>(i);
  }
  return -1;
}

// What the four tiles that meet in a point show there, if it is field and nothing else.
std::vector<Spot> Game::fields_at_corner(Cell point) const {
  const auto [x, y] = point;
  // The point is the NE corner of x,y; SE of the tile above; SW and NW of those to the east.
  const std::vector<std::pair<Cell, int>> around = {
      {{x, y}, 0}, {{x, y + 1}, 1}, {{x + 1, y + 1}, 2}, {{x + 1, y}, 3}};
  std::vector<Spot> fields;
  for (const auto& [cell, first] : around) {
    if (!occupied(cell)) return {};
    const int field = corner_field(*board_.at(cell).tile, first);
    if (field < 0) return {};
    fields.push_back({cell, field});
  }
  return fields;
}

// CB-GRANARY-1 to 7, Q-CB-17 to Q-CB-19: corners of the new tile, each with the farmers who may go.
void Game::add_granary_answers(std::vector<std::string>& answers) const {
  if (common_granaries_ == 0) return;
  for (int x : {just_laid_.first - 1, just_laid_.first})
    for (int y : {just_laid_.second - 1, just_laid_.second}) {
      const std::vector<Spot> fields = fields_at_corner({x, y});
      if (fields.size() != 4) continue;
      const Feature field = feature_of(fields[0]);
      if (!std::all_of(fields.begin(), fields.end(),
                       [&](const Spot& spot) { return field.count(spot) > 0; }))
        continue;
      for (const Piece& piece : meeples_on(field))  // Y-10, Y-53, Y-90
        if (piece.owner == active_ && piece.house.empty())
          answers.push_back("build_granary " + text_of({x, y}) + " " + name_of(piece.spot));
    }
}

// CB-CASTLE-1 to 3, 6: a city of two segments that the new tile has completed.
void Game::add_castle_answers(std::vector<std::string>& answers) const {
  if (common_castles_ == 0) return;
  for (const Feature& city : just_completed()) {  // Z-95
    if (segment(*city.begin()).kind != "city" || city.size() != 2) continue;
    const std::vector<Piece> inside = pieces_on(city);
    if (std::all_of(inside.begin(), inside.end(),
                    [](const Piece& piece) { return piece.kind == "meeple"; }))
      answers.push_back("build_castle " + feature_name(city));
  }
}

// CB-6: after a bridge nothing else in this turn.
void Game::ask_build() {
  if (!has_set("castles_bridges") || board_.at(just_laid_).bridged != nullptr) {
    ask_princess();
    return;
  }
  std::vector<std::string> answers = {"pass"};
  add_castle_answers(answers);
  add_granary_answers(answers);
  ask("build", std::to_string(active_), answers);
}

// CB-CASTLE-4, 5, 7
void Game::castle_over(const Spot& spot) {
  --common_castles_;
  const Feature city = feature_of(spot);
  for (const Spot& part : city) castled_[part] = turn_;
  new_castle_ = spot;
  for (Piece& piece : pieces_)
    if (city.count(piece.spot) > 0) piece.house = "castle";
}

void Game::build_granary(const Spot& farmer) {
  --common_granaries_;
  new_granary_ = true;
  for (Piece& piece : pieces_)
    if (piece.spot == farmer && piece.owner == active_ && is_meeple(piece.kind))
      piece.house = "granary";
}

// --- ladies ---

// CB-CASTLE-8, 9, 12, 13: into the new castle while it is empty; or a lady of a castle that was not
// built in this turn comes home, one a turn (Y-34).
void Game::add_lady_answers(std::vector<std::string>& answers) const {
  if (!has_set("castles_bridges")) return;
  const Feature fresh = new_castle_ ? feature_of(*new_castle_) : Feature{};
  bool inhabited = false;
  for (const Piece& piece : pieces_) {
    if (piece.house != "castle") continue;
    if (fresh.count(piece.spot) > 0) inhabited = true;
    if (piece.owner == active_ && castled_.at(piece.spot) != turn_ && lady_turn_ != turn_)
      answers.push_back("recall lady " + name_of(piece.spot));
  }
  if (new_castle_ && !inhabited && supplies_[active_].at("meeple") > 0 &&
      !marked(just_laid_, "volcano"))
    answers.push_back("lady " + text_of(just_laid_));
}

void Game::take_lady_home(const Spot& spot) {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (pieces_[i].spot != spot || pieces_[i].house != "castle") continue;
    leaves(i);
    return;
  }
}

// CB-CASTLE-10, 11, CB-GRANARY-8 to 10: before anything else of step 3.
void Game::score_buildings() {
  for (const Piece& piece : pieces_) {
    if (!is_meeple(piece.kind)) continue;  // Y-10, Y-53, Y-90
    const std::string& kind = segment(piece.spot).kind;
    if (lady_home_ && kind == "city") ++scores_[active_];  // knights and ladies
    if (new_granary_ && kind == "field") ++scores_[active_];
  }
  if (lady_home_) ++scores_[active_];
  lady_home_ = new_granary_ = false;
  new_castle_.reset();
}

// Q-CB-11, CASTLE-21: ladies and lords.
void Game::leave_castles() {
  for (std::size_t i = pieces_.size(); i-- > 0;)
    if (pieces_[i].house == "castle") leaves(i);
}

}  // namespace reference
