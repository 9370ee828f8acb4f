#include "tests/reference/game.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace reference {
namespace {

// N E S W
Cell beside(Cell cell, int side) {
  static const int dx[] = {0, 1, 0, -1};
  static const int dy[] = {1, 0, -1, 0};
  return {cell.first + dx[side], cell.second + dy[side]};
}

int opposite(int side) { return (side + 2) % 4; }

std::string text_of(Cell cell) {
  return std::to_string(cell.first) + "," + std::to_string(cell.second);
}

Cell cell_of(const std::string& text) {
  return {std::stoi(text), std::stoi(text.substr(text.find(',') + 1))};
}

bool is_cloister(const std::string& kind) { return kind == "monastery" || kind == "garden"; }

}  // namespace

Game::Game(const Setup& setup) : setup_(setup) {
  const bool river = has_set("river");
  auto types = std::make_shared<std::map<std::string, Type>>();
  std::map<std::string, int> land, river_pile, lake;
  std::string start;
  for (const auto& [name, copies] : setup_.sets) {
    if (name == "abbot") continue;  // no tiles
    for (const Tile& tile : read_set(name).tiles) {
      Type& type = (*types)[tile.full_id()];
      for (int turns = 0; turns < 4; ++turns) type.faces[turns] = turned(tile, turns);
      type.turns = distinct_turns(tile);
      int count = tile.count * copies;
      if (name == "river") {
        // RIVER-3, 4: the spring lies on the table, the lake under the pile.
        if (tile.marks.count("spring") > 0) {
          start = tile.full_id();
          --count;
        }
        (tile.marks.count("lake") > 0 ? lake : river_pile)[tile.full_id()] += count;
        continue;
      }
      if (tile.start_copies > 0) {
        // SETUP-4; with the river the start tile goes back to the box (RIVER-1).
        if (!river) start = tile.full_id();
        --count;
      }
      land[tile.full_id()] += count;
    }
  }
  types_ = types;
  if (start.empty()) throw std::runtime_error("no start tile");
  if (river) stacks_ = {river_pile, lake};  // RIVER-5: land only after the lake
  stacks_.push_back(land);
  scores_.assign(setup_.players, 0);
  std::map<std::string, int> supply = {{"meeple", 7}};  // SETUP-7
  if (has_set("abbot")) supply["abbot"] = 1;            // ABBOT-1
  supplies_.assign(setup_.players, supply);
  lay({0, 0}, start, 0);
  begin_turn();
}

// --- the table ---

bool Game::has_set(const std::string& name) const {
  for (const auto& [set, copies] : setup_.sets)
    if (set == name) return true;
  return false;
}

std::string Game::option(const std::string& name, const std::string& default_value) const {
  const auto found = setup_.options.find(name);
  return found == setup_.options.end() ? default_value : found->second;
}

void Game::lay(Cell cell, const std::string& id, int turns) {
  board_[cell] = {id, turns, &types_->at(id).faces[turns]};
}

const Segment& Game::segment(const Spot& spot) const {
  return board_.at(spot.cell).tile->segments.at(spot.segment);
}

std::string Game::name_of(const Spot& spot) const {
  return text_of(spot.cell) + " " + segment_name(*board_.at(spot.cell).tile, spot.segment);
}

int Game::left() const {
  int total = 0;
  for (const auto& stack : stacks_)
    for (const auto& [id, count] : stack) total += count;
  return total;
}

// --- features ---

// The segments of neighbouring tiles that continue this one across its ports.
std::vector<Spot> Game::joined(const Spot& spot) const {
  std::vector<Spot> result;
  const Segment& here = segment(spot);
  const bool field = here.kind == "field";
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

// FIELD-6, FIELD-10: completed cities bordering the field, each once.
int Game::cities_of(const Feature& field) const {
  std::set<Spot> counted;  // the first spot of each city
  for (const Spot& spot : field) {
    for (int touched : segment(spot).touches) {
      const Feature city = feature_of({spot.cell, touched});
      if (complete(city)) counted.insert(*city.begin());
    }
  }
  return static_cast<int>(counted.size());
}

int Game::worth(const Feature& feature) const {
  const std::string& kind = segment(*feature.begin()).kind;
  if (kind == "road") return tiles_of(feature);  // ROAD-4, ROAD-11
  if (kind == "city") {
    int pennants = 0;
    for (const Spot& spot : feature) pennants += segment(spot).pennants;
    return (tiles_of(feature) + pennants) * (complete(feature) ? 2 : 1);  // CITY-2, 3, 8
  }
  if (is_cloister(kind)) return 1 + neighbours(feature.begin()->cell);  // MONASTERY-2, 7; ABBOT-17
  if (kind == "field") return 3 * cities_of(feature);                   // FIELD-6
  return 0;
}

std::vector<Piece> Game::pieces_on(const Feature& feature) const {
  std::vector<Piece> result;
  for (const Piece& piece : pieces_)
    if (feature.count(piece.spot) > 0) result.push_back(piece);
  return result;
}

// SCORE-4, 5, 6: everybody who has the most.
std::set<int> Game::leaders(const std::vector<Piece>& pieces) {
  std::map<int, int> strength;
  int most = 0;
  for (const Piece& piece : pieces) most = std::max(most, ++strength[piece.owner]);
  std::set<int> result;
  for (const auto& [owner, count] : strength)
    if (count == most) result.insert(owner);
  return result;
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

// --- placing ---

// TILE-7, TILE-8, RIVER-8: every touching side continues.
bool Game::fits(Cell cell, const Tile& tile) const {
  bool touching = false;
  for (int side = 0; side < 4; ++side) {
    const auto other = board_.find(beside(cell, side));
    if (other == board_.end()) continue;
    touching = true;  // TILE-5, TILE-6
    const char mine = tile.edges[side];
    const char theirs = other->second.tile->edges[opposite(side)];
    if (mine != theirs && mine != '*' && theirs != '*') return false;
  }
  return touching;
}

// RIVER-9 to RIVER-13 for a tile that shows a river; other tiles are free.
bool Game::river_allows(Cell cell, const Tile& tile) const {
  const auto river_of = [](const Tile& t) -> const Segment* {
    for (const Segment& s : t.segments)
      if (s.kind == "river") return &s;
    return nullptr;
  };
  // Where a river entered while heading so goes on; -1 if it ends there.
  const auto exit_of = [](const Segment& river, int heading) {
    for (int port : river.ports)
      if (port != opposite(heading)) return port;
    return -1;
  };
  const Segment* mine = river_of(tile);
  if (mine == nullptr) return true;
  // Follow the river from its spring. A turn is 0 straight, 1 right, 3 left.
  Cell at = {0, 0};
  int heading = river_of(*board_.at(at).tile)->ports.at(0);
  std::vector<int> turns;
  while (occupied(beside(at, heading))) {
    at = beside(at, heading);
    const int exit = exit_of(*river_of(*board_.at(at).tile), heading);
    if (exit < 0) return false;  // the river has its lake
    turns.push_back((exit - heading + 4) % 4);
    heading = exit;
  }
  if (cell != beside(at, heading)) return false;  // RIVER-9
  const int exit = exit_of(*mine, heading);
  const int turn = exit < 0 ? 0 : (exit - heading + 4) % 4;
  if (turn == 0) return true;
  if (option("river_turns", "alternate") == "immediate_only")
    return turns.empty() || turns.back() != turn;  // RIVER-11
  // D-R1: successive bends alternate, straights between them ignored.
  turns.erase(std::remove(turns.begin(), turns.end(), 0), turns.end());
  return turns.empty() || turns.back() != turn;
}

std::vector<std::pair<Cell, int>> Game::placements(const std::string& id) const {
  std::set<Cell> empty;
  for (const auto& [cell, laid] : board_)
    for (int side = 0; side < 4; ++side)
      if (!occupied(beside(cell, side))) empty.insert(beside(cell, side));  // TILE-10
  const Type& type = types_->at(id);
  std::vector<std::pair<Cell, int>> result;
  for (const Cell& cell : empty)
    for (int turns : type.turns)
      if (fits(cell, type.faces[turns]) && river_allows(cell, type.faces[turns]))
        result.emplace_back(cell, turns);
  return result;
}

// --- decisions ---

// A decision with one answer is taken at once; `draw` and `place` are always asked.
void Game::ask(const std::string& kind, const std::string& actor,
               std::vector<std::string> answers) {
  if (answers.size() == 1 && kind != "draw" && kind != "place") {
    answer(answers[0]);
    return;
  }
  std::sort(answers.begin(), answers.end());
  decision_ = {kind, actor};
  legal_ = std::move(answers);
}

void Game::apply(const std::string& text) {
  if (!std::binary_search(legal_.begin(), legal_.end(), text))
    throw std::logic_error("not legal: " + text);
  answer(std::string(text));
}

void Game::answer(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  const auto spot_at = [&](std::size_t i) {
    const Cell cell = cell_of(words.at(i));
    const Tile& tile = *board_.at(cell).tile;
    for (std::size_t s = 0; s < tile.segments.size(); ++s)
      if (segment_name(tile, static_cast<int>(s)) == words.at(i + 1))
        return Spot{cell, static_cast<int>(s)};
    throw std::logic_error("no such segment: " + text);
  };
  if (words[0] == "draw") {
    drawn(words[1]);
  } else if (words[0] == "place") {
    placed(cell_of(words[2]), words[1], std::stoi(words[3]) / 90);
  } else if (words[0] == "meeple") {
    put(words[1], spot_at(2));
    score_completed();
  } else if (words[0] == "recall") {
    // ABBOT-17, 18: points at once, as a monk at the end of the game.
    const Feature feature = {spot_at(2)};
    score_feature(feature);
    score_completed();
  } else if (words[0] == "pass") {
    score_completed();
  } else {
    throw std::logic_error("unknown answer: " + text);
  }
}

// --- the steps of a turn ---

void Game::begin_turn() { ask_draw(); }

void Game::ask_draw() {
  std::vector<std::string> answers;
  for (const auto& stack : stacks_) {
    for (const auto& [id, count] : stack)
      if (count > 0) answers.push_back("draw " + id);
    if (!answers.empty()) break;
  }
  if (answers.empty()) {
    final_scoring();  // END-1, END-2
    return;
  }
  ask("draw", "dealer", answers);
}

void Game::drawn(const std::string& id) {
  for (auto& stack : stacks_) {
    const auto found = stack.find(id);
    if (found == stack.end() || found->second == 0) continue;
    --found->second;
    break;
  }
  std::vector<std::string> answers;
  for (const auto& [cell, turns] : placements(id))
    answers.push_back("place " + id + " " + text_of(cell) + " " + std::to_string(90 * turns));
  if (answers.empty()) {
    ++discarded_[id];  // TILE-14: out of the game, the same player draws again
    ask_draw();
    return;
  }
  current_ = id;
  ask("place", std::to_string(active_), answers);
}

void Game::placed(Cell cell, const std::string& id, int turns) {
  lay(cell, id, turns);
  current_.clear();
  just_laid_ = cell;
  ask_meeple();
}

// Step 2: one figure onto the tile just laid, or one of its alternatives, or nothing.
void Game::ask_meeple() {
  std::vector<std::string> answers = {"pass"};  // MEEPLE-1
  std::map<std::string, int>& supply = supplies_[active_];
  const Tile& tile = *board_.at(just_laid_).tile;
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const Spot spot{just_laid_, static_cast<int>(i)};
    const std::string& kind = tile.segments[i].kind;
    if (!pieces_on(feature_of(spot)).empty()) continue;  // MEEPLE-7, 8
    const bool ordinary = kind == "city" || kind == "road" || kind == "monastery" ||
                          (kind == "field" && option("fields", "true") == "true");  // D-6
    if (ordinary && supply["meeple"] > 0) answers.push_back("meeple meeple " + name_of(spot));
    // ABBOT-5, 6, 9
    if (has_set("abbot") && is_cloister(kind) && supply["abbot"] > 0)
      answers.push_back("meeple abbot " + name_of(spot));
  }
  for (const Piece& piece : pieces_) {
    // ABBOT-15, 19, 26: the own abbot, unless its feature has just been completed.
    if (piece.kind == "abbot" && piece.owner == active_ && !complete({piece.spot}))
      answers.push_back("recall abbot " + name_of(piece.spot));
  }
  ask("meeple", std::to_string(active_), answers);
}

void Game::put(const std::string& kind, const Spot& spot) {
  --supplies_[active_].at(kind);
  pieces_.push_back({kind, active_, spot});
}

// SCORE-7
void Game::send_home(const Feature& feature) {
  for (std::size_t i = 0; i < pieces_.size();) {
    if (feature.count(pieces_[i].spot) == 0) {
      ++i;
      continue;
    }
    ++supplies_[pieces_[i].owner].at(pieces_[i].kind);
    pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// SCORE-4 to SCORE-7
void Game::score_feature(const Feature& feature) {
  for (int owner : leaders(pieces_on(feature))) scores_[owner] += worth(feature);
  send_home(feature);
}

// Step 3. Whoever stands on a completed feature stands there since this turn: before it the
// feature was open, or its pieces would have gone home (SCORE-13).
void Game::score_completed() {
  bool again = true;
  while (again) {
    again = false;
    for (const Piece& piece : pieces_) {
      const Feature feature = feature_of(piece.spot);
      if (!complete(feature)) continue;
      score_feature(feature);  // changes pieces_
      again = true;
      break;
    }
  }
  end_turn();
}

void Game::end_turn() {
  if (left() == 0) {
    final_scoring();  // END-1
    return;
  }
  ++turn_;
  active_ = (active_ + 1) % setup_.players;  // SETUP-12
  begin_turn();
}

// END-4: unfinished roads, cities, monasteries, then fields. Then everything goes home.
void Game::final_scoring() {
  for (const bool fields : {false, true}) {
    for (std::size_t i = 0; i < pieces_.size();) {
      if ((segment(pieces_[i].spot).kind == "field") != fields) {
        ++i;
        continue;
      }
      score_feature(feature_of(pieces_[i].spot));
      i = 0;  // the list has changed
    }
  }
  decision_ = {"over", "nobody"};
  legal_.clear();
}

}  // namespace reference
