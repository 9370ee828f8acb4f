// The Wheel of Fortune.
#include "tests/reference/game.h"

namespace reference {

// The owners of the meeples on a sector's crown spaces.
std::vector<int> Game::crowns(const std::string& sector) const {
  std::vector<int> owners;
  for (const Crown& crown : crowns_)
    if (sectors_[crown.sector].first == sector) owners.push_back(crown.owner);
  return owners;
}

// WHEEL-11 to WHEEL-15: the pig moves, its sector acts, its crowns score, then the tile is placed.
void Game::run_wheel(int steps) {
  pig_ = (pig_ + steps) % static_cast<int>(sectors_.size());
  const std::string& sector = sectors_[pig_].first;
  plagued_.clear();
  if (sector == "fortune") {
    scores_[active_] += 3;  // WHEEL-16
  } else if (sector == "plague") {
    for (int i = 0; i < setup_.players; ++i)  // WHEEL-28
      plagued_.push_back((active_ + i) % setup_.players);
  } else {
    act_on_all(sector);
  }
  next_plague();
}

void Game::act_on_all(const std::string& sector) {
  if (sector == "storm") {
    for (int seat = 0; seat < setup_.players; ++seat)
      for (const auto& [piece, count] : supplies_[seat])  // WHEEL-23, D-A9
        if (is_meeple(piece)) scores_[seat] += count;     // Y-11, Y-35, Y-71
    return;
  }
  for (const Piece& piece : pieces_) {
    if (!is_meeple(piece.kind)) continue;   // Y-35, Y-71
    if (piece.house == "castle") continue;  // neither lord nor lady is a knight
    const std::string& kind = segment(piece.spot).kind;
    if (sector == "taxes" && kind == "city") {
      // WHEEL-17 to WHEEL-19: each knight brings the shields of its city and its owner's knights
      // there.
      const Feature city = feature_of(piece.spot);
      for (const Spot& spot : city) scores_[piece.owner] += segment(spot).pennants;
      for (const Piece& other : meeples_on(city))
        if (other.owner == piece.owner) ++scores_[piece.owner];
    } else if (sector == "famine" && kind == "field") {
      scores_[piece.owner] += cities_of(feature_of(piece.spot));  // WHEEL-20 to WHEEL-22
    } else if (sector == "inquisition" && is_cloister(kind) && kind != "garden") {
      scores_[piece.owner] += 2;  // WHEEL-24, D-A11, Z-26
    }
  }
}

// WHEEL-26 to WHEEL-28, D-W1, D-A9: one piece each from the map, if there is one.
void Game::next_plague() {
  while (!plagued_.empty()) {
    const int seat = plagued_.front();
    plagued_.erase(plagued_.begin());
    std::set<std::string> answers;
    for (const Piece& piece : pieces_)
      if (piece.owner == seat && piece.house != "castle" && is_meeple(piece.kind))
        answers.insert("plague " + piece.kind + " " + name_of(piece.spot));
    if (answers.empty()) continue;
    plague_seat_ = seat;
    ask("plague", std::to_string(seat), {answers.begin(), answers.end()});
    return;
  }
  score_crowns();
  ask_place();
}

// WHEEL-33 to WHEEL-37: 3 for each, 6 for a meeple that is alone on two spaces; all go home.
void Game::score_crowns() {
  const std::vector<int> owners = crowns(sectors_[pig_].first);
  const bool alone = sectors_[pig_].second == 2 && owners.size() == 1;
  for (const Crown& crown : crowns_) {
    if (crown.sector != pig_) continue;
    scores_[crown.owner] += alone ? 6 : 3;
    ++supplies_[crown.owner].at(crown.piece);
  }
  std::erase_if(crowns_, [&](const Crown& crown) { return crown.sector == pig_; });
}

// WHEEL-41 to WHEEL-46, D-A10, Y-12: a meeple, ordinary or large, on a free space of any sector.
void Game::add_crown_answers(std::vector<std::string>& answers) const {
  for (const auto& [sector, spaces] : sectors_) {
    if (static_cast<int>(crowns(sector).size()) >= spaces) continue;
    if (in_supply("meeple")) answers.push_back("crown " + sector);
    if (in_supply("big")) answers.push_back("crown " + sector + " big");
  }
}

void Game::take_crown(const std::string& name, const std::string& piece) {
  for (std::size_t i = 0; i < sectors_.size(); ++i)
    if (sectors_[i].first == name) crowns_.push_back({static_cast<int>(i), active_, piece});
  --supplies_[active_].at(piece);
}

}  // namespace reference
