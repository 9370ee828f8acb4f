// Hills & Sheep: hills and what lies under them, vineyards, shepherds and their flocks.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {

// --- hills ---

// HILL-1, HILL-3, HIDDEN-2: one of the unseen tiles goes under it, nobody knows which.
void Game::lay_hill() {
  if (marked(just_laid_, "hill") && left() > 0) ++hidden_;
}

// HILL-6 to HILL-11, Q-HS-1, Q-HS-2: of tied players those with a meeple on a hill, or with most
// meeples there; all of them if there is none. Y-78: who came from a quarter stands on no hill.
std::set<int> Game::on_hills(const std::vector<Piece>& pieces, const std::set<int>& tied) const {
  if (tied.size() < 2) return tied;
  std::map<int, int> figures;
  int most = 0;
  for (const Piece& piece : pieces)
    if (is_meeple(piece.kind) && !piece.from_quarter && marked(piece.spot.cell, "hill") &&
        tied.count(piece.owner) > 0)
      most = std::max(most, ++figures[piece.owner]);
  std::set<int> result;
  for (const auto& [owner, count] : figures)
    if (count == most || option("hill_ties", "any") == "any") result.insert(owner);
  return result.empty() ? tied : result;
}

// VINE-1
int Game::vineyards_around(Cell cell) const {
  int count = 0;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const Cell near = {cell.first + dx, cell.second + dy};
      if (near != cell && occupied(near) && marked(near, "vineyard")) ++count;
    }
  return count;
}

// --- shepherds ---

// SHEPHERD-1 to SHEPHERD-3
void Game::add_shepherd_answers(std::vector<std::string>& answers) const {
  if (!in_supply("shepherd")) return;
  const auto segments = static_cast<int>(board_.at(just_laid_).tile->segments.size());
  for (int i = 0; i < segments; ++i) {
    const Spot spot{just_laid_, i};
    if (segment(spot).kind != "field") continue;
    const std::vector<Piece> there = pieces_on(feature_of(spot));
    if (std::none_of(there.begin(), there.end(),
                     [](const Piece& piece) { return piece.kind == "shepherd"; }))
      answers.push_back("meeple shepherd " + name_of(spot));
  }
}

// HS-2, FLOCK-14: what lies beside nobody. Q-HS-8: eighteen for each copy.
std::map<std::string, int> Game::bag() const {
  std::map<std::string, int> tokens;
  for (const auto& [set, copies] : setup_.sets)
    if (set == "hills_sheep")
      tokens = {{"sheep1", 4 * copies},
                {"sheep2", 5 * copies},
                {"sheep3", 5 * copies},
                {"sheep4", 2 * copies},
                {"wolf", 2 * copies}};
  for (const Piece& piece : pieces_)
    for (const auto& [token, count] : piece.flock) tokens[token] -= count;
  return tokens;
}

// The place of the active player's only shepherd in the list.
std::size_t Game::own_shepherd() const {
  std::size_t i = 0;
  while (i < pieces_.size() && (pieces_[i].kind != "shepherd" || pieces_[i].owner != active_)) ++i;
  return i;
}

// FLOCK-1, FLOCK-2, FLOCK-4, FLOCK-5: the new tile has made its field larger.
void Game::ask_flock() {
  const std::size_t own = own_shepherd();
  if (own < pieces_.size()) {
    const Feature field = feature_of(pieces_[own].spot);
    if (std::any_of(field.begin(), field.end(),
                    [&](const Spot& spot) { return spot.cell == just_laid_; })) {
      const std::string where = name_of(pieces_[own].spot);
      ask("flock", std::to_string(active_), {"grow " + where, "herd " + where});
      return;
    }
  }
  herd_closed_fields();
}

// SHEPHERD-5, FLOCK-6; FLOCK-18: nothing if the bag is empty.
void Game::ask_token(bool growing) {
  growing_ = growing;
  std::vector<std::string> answers;
  for (const auto& [token, count] : bag())
    if (count > 0) answers.push_back("token " + token);
  if (answers.empty())
    herd_closed_fields();
  else
    ask("token", "dealer", answers);
}

// SHEPHERD-6, SHEPHERD-7, FLOCK-6, FLOCK-7. FLOCK-3: a shepherd who has just come is not asked
// about.
void Game::token_drawn(const std::string& token) {
  const std::size_t own = own_shepherd();
  if (token != "wolf")
    ++pieces_[own].flock[token];
  else if (growing_)
    shepherds_go_home(feature_of(pieces_[own].spot));
  else
    leaves(own);
  herd_closed_fields();
}

// FLOCK-9: their tokens go into the bag.
void Game::shepherds_go_home(const Feature& field) {
  for (std::size_t i = pieces_.size(); i-- > 0;)
    if (pieces_[i].kind == "shepherd" && field.count(pieces_[i].spot) > 0) leaves(i);
}

// FLOCK-8: all sheep of the field for everybody who has a shepherd there.
void Game::herd(const Feature& field) {
  std::set<int> owners;
  int sheep = 0;
  for (const Piece& piece : pieces_on(field)) {
    if (piece.kind != "shepherd") continue;
    owners.insert(piece.owner);
    for (const auto& [token, count] : piece.flock) sheep += count * (token.back() - '0');
  }
  for (const int owner : owners) {
    scores_[owner] += sheep;
    if (owner != active_) before_[owner] += sheep;  // Y-80: they open no deployment
  }
  shepherds_go_home(field);
}

// Q-HS-6: every half-side faces a tile.
bool Game::closed(const Feature& field) const {
  for (const Spot& spot : field)
    for (const int half : segment(spot).ports)
      if (!occupied(beside(spot.cell, half / 2))) return false;
  return true;
}

// FLOCK-11 to FLOCK-13
void Game::herd_closed_fields() {
  for (std::size_t i = 0; i < pieces_.size();) {
    const Piece& piece = pieces_[i];
    if (piece.kind == "shepherd" && closed(feature_of(piece.spot))) {
      herd(feature_of(piece.spot));
      i = 0;  // the list has changed
    } else {
      ++i;
    }
  }
  after_flocks();
}

}  // namespace reference
