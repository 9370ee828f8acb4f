// Castles of the big box.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {

// CASTLE-1, Q-BCB-11: two half-round segments of two tiles. Two sets do not mark them.
bool Game::small_city(const Feature& feature) const {
  if (feature.size() != 2 || tiles_of(feature) != 2 || !complete(feature)) return false;
  for (const Spot& spot : feature) {
    const Tile& tile = *board_.at(spot.cell).tile;
    const bool unmarked = tile.set == "wheel" || tile.set == "castles_bridges";
    const Segment& part = segment(spot);
    if (part.kind != "city") return false;
    if (part.flags.count("cap") == 0 && !(unmarked && part.ports.size() == 1)) return false;
  }
  return true;
}

// By its segment on the tile just laid, else by its first segment by x, then y.
std::string Game::feature_name(const Feature& feature) const { return name_of(naming(feature)); }

// What the tile just laid has completed, with or without pieces on it.
std::vector<Feature> Game::just_completed() const {
  std::set<Feature> found;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const Cell cell = {just_laid_.first + dx, just_laid_.second + dy};
      if (!occupied(cell)) continue;
      const auto& segments = board_.at(cell).tile->segments;
      for (int i = 0; i < static_cast<int>(segments.size()); ++i) {
        const std::string& kind = segments[i].kind;
        if (kind == "garden" && !has_set("abbot")) continue;
        if (!is_cloister(kind) && cell != just_laid_ && !ends_at_new_abbey({cell, i})) continue;
        const Feature feature = feature_of({cell, i});
        if (castled_.count({cell, i}) > 0) continue;  // CB-CASTLE-7
        if (complete(feature)) found.insert(feature);
      }
    }
  return {found.begin(), found.end()};
}

bool Game::is_castle(const Feature& feature) const {
  if (castled_.count(*feature.begin()) > 0) return true;  // of the other set
  return std::any_of(castles_.begin(), castles_.end(),
                     [&](const Castle& castle) { return feature.count(castle.lord) > 0; });
}

// CASTLE-2, Q-BCB-12, Q-BCB-14: who has the majority; several only with the option.
int Game::castle_builder(const Feature& city) const {
  const auto owners = leaders(pieces_on(city));
  if (owners.size() > 1 && option("castle_tied", "none") != "first_clockwise") return -1;
  for (int i = 0; i < setup_.players; ++i)
    for (const int owner : owners)
      if (owner == (active_ + i) % setup_.players) return owner;
  return -1;
}

// CASTLE-2, Q-BCB-15: the owners of small cities among these, the active player first.
void Game::ask_castles(const std::vector<Feature>& features) {
  small_cities_.clear();
  if (has_set("bridges_castles_bazaars"))
    for (const Feature& feature : features)
      if (small_city(feature) && castle_builder(feature) >= 0) small_cities_.push_back(feature);
  const auto rank = [&](const Feature& city) {
    int port = 9;
    for (const Spot& spot : city)
      if (spot.cell == just_laid_) port = port_of(spot);
    return std::pair((castle_builder(city) - active_ + setup_.players) % setup_.players, port);
  };
  std::sort(small_cities_.begin(), small_cities_.end(),
            [&](const Feature& a, const Feature& b) { return rank(a) < rank(b); });
  next_small_city();
}

void Game::next_small_city() {
  while (!small_cities_.empty()) {
    const int owner = castle_builder(small_cities_.front());
    if (supplies_[owner].at("castle") > 0) {
      std::set<std::string> answers = {"pass"};
      for (const Piece& piece : meeples_on(small_cities_.front()))
        if (piece.owner == owner)
          answers.insert("castle " + piece.kind + " " + feature_name(small_cities_.front()));
      ask("castle", std::to_string(owner), {answers.begin(), answers.end()});
      return;
    }
    small_cities_.erase(small_cities_.begin());
  }
  if (flags_)
    score_front();
  else
    ask_order();
}

// With the count each feature is scored after the question about its castle.
void Game::score_joined() {
  if (joined_ == 0)
    ask_order();
  else if (flags_)
    ask_castles({waiting_.front()});
  else
    score_front();
}

void Game::score_front() {
  const Feature feature = waiting_.front();
  waiting_.erase(waiting_.begin());
  --joined_;
  if (!is_castle(feature)) score_waiting(feature);  // CASTLE-5
  score_joined();
}

// CASTLE-3, CASTLE-4
void Game::build_castle(const std::string& kind) {
  const Feature city = small_cities_.front();
  const int owner = castle_builder(city);
  small_cities_.erase(small_cities_.begin());
  const auto lord = std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return city.count(piece.spot) > 0 && piece.owner == owner && piece.kind == kind;
  });
  lord->house = "castle";
  Castle castle;
  castle.cells[0] = city.begin()->cell;
  castle.cells[1] = city.rbegin()->cell;
  castle.owner = owner;
  castle.built_after = tiles_laid();
  castle.lord = lord->spot;
  castles_.push_back(castle);
  --supplies_[owner].at("castle");
  send_home(city);
  next_small_city();
}

// CASTLE-7: the castle's two cells and the two beside it on each long side.
bool Game::in_domain(const Castle& castle, Cell cell) {
  const bool upright = castle.cells[0].first == castle.cells[1].first;
  for (const Cell& own : castle.cells)
    for (int step = -1; step <= 1; ++step)
      if (cell == Cell{own.first + (upright ? step : 0), own.second + (upright ? 0 : step)})
        return true;
  return false;
}

// What the castle could score in this wave, by name, with the points.
std::map<std::string, int> Game::castle_sources(const Castle& castle) const {
  std::map<std::string, int> sources;
  // CASTLE-10, CASTLE-11, CASTLE-14, Q-BCB-16
  if (castle.completed || castle.built_after == tiles_laid()) return sources;
  if (castle_wave_ == 1) {
    for (const auto& [name, points] : scored_)
      for (const Spot& spot : scored_features_.at(name))  // CASTLE-8, CASTLE-9
        if (in_domain(castle, spot.cell)) sources[name] = points;
    return sources;
  }
  for (const Castle& other : castles_)  // CASTLE-19, Q-BCB-20
    if (other.wave == castle_wave_ - 1)
      for (const Cell& cell : other.cells)
        if (in_domain(castle, cell)) sources[other.feature] = other.points;
  return sources;
}

// Q-BCB-18: after the features the castles.
void Game::begin_castles() {
  scored_.clear();
  scored_features_.clear();
  for (const Feature& feature : just_completed()) {
    if (is_castle(feature)) continue;  // CASTLE-5, Q-BCB-17
    const std::string name = feature_name(feature);
    scored_.emplace_back(name, worth(feature));
    scored_features_[name] = feature;
  }
  castle_wave_ = 0;
  castle_queue_.clear();
  next_castle();
}

void Game::next_castle() {
  for (;;) {
    if (castle_queue_.empty()) {
      // The next wave, if the last one had any castle.
      const bool any =
          castle_wave_ == 0 || std::any_of(castles_.begin(), castles_.end(),
                                           [&](const Castle& c) { return c.wave == castle_wave_; });
      if (!any) break;
      ++castle_wave_;
      for (int turn = 0; turn < setup_.players; ++turn)
        for (std::size_t i = 0; i < castles_.size(); ++i)
          if (castles_[i].owner == (active_ + turn) % setup_.players &&
              !castle_sources(castles_[i]).empty())
            castle_queue_.push_back(i);
      if (castle_queue_.empty()) break;
    }
    Castle& castle = castles_[castle_queue_.front()];
    const auto sources = castle_sources(castle);
    std::set<int> values;
    std::vector<std::string> answers;
    for (const auto& [name, points] : sources) {
      values.insert(points);
      answers.push_back("castle_feature " + text_of(castle.cells[0]) + " " + name);
    }
    // CASTLE-18; for chains only where it makes a difference.
    if (sources.size() > 1 && (castle_wave_ == 1 || values.size() > 1)) {
      ask("castle_feature", std::to_string(castle.owner), answers);
      return;
    }
    castle_queue_.erase(castle_queue_.begin());
    castle_scores(castle, sources.begin()->first, sources.begin()->second);
  }
  for (Castle& castle : castles_) castle.wave = 0;
  ask_wagons();
}

// CASTLE-12 to CASTLE-17; X-71: the fairy beside the lord.
void Game::castle_scores(Castle& castle, const std::string& feature, int points) {
  castle.completed = true;
  castle.wave = castle_wave_;
  castle.feature = feature;
  castle.points = points;
  scores_[castle.owner] += points;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (pieces_[i].house != "castle" || pieces_[i].spot != castle.lord) continue;
    if (fairy_ && (option("fairy_placement", "meeple") == "tile" ? castle.lord.cell == *fairy_
                                                                 : protege_ == castle.lord))
      scores_[castle.owner] += 3;
    leaves(i);
    return;
  }
}

// CASTLE-22: castles that the field borders, each once.
int Game::castles_at(const Feature& field) const {
  int count = 0;
  for (const Castle& castle : castles_) {
    const Feature city = feature_of(castle.lord);
    bool borders = false;
    for (const Spot& spot : field) {
      for (int touched : segment(spot).touches) borders |= city.count({spot.cell, touched}) > 0;
      for (const std::vector<std::string>& touch : board_touches_)
        for (std::size_t i = 1; i < touch.size() && touch[0] == segment(spot).group; ++i)
          borders |= city.count(spots_of_group(touch[i]).at(0)) > 0;
    }
    count += borders ? 1 : 0;
  }
  return count;
}

}  // namespace reference
