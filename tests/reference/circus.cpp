// The Circus: big top and its tokens, acrobats, ringmasters.
#include <algorithm>
#include <cstdlib>

#include "tests/reference/game.h"

namespace reference {
namespace {

// CIRCUS-2: name, worth, how many.
struct Animal {
  const char* name;
  int worth, count;
};
const Animal kAnimals[] = {{"elephant", 7, 1}, {"tiger", 6, 2},  {"bear", 5, 3},
                           {"seal", 4, 5},     {"monkey", 3, 4}, {"flea", 1, 1}};

// The cell itself and the eight round it.
bool around(Cell centre, Cell cell) {
  return std::abs(cell.first - centre.first) <= 1 && std::abs(cell.second - centre.second) <= 1;
}

}  // namespace

// --- big top ---

bool Game::is_animal(const std::string& token) {
  return std::any_of(std::begin(kAnimals), std::end(kAnimals),
                     [&](const Animal& animal) { return animal.name == token; });
}

// CIRCUS-22, CIRCUS-23, Q-CI-1: all that were not turned up; sixteen a copy.
std::map<std::string, int> Game::unseen() const {
  std::map<std::string, int> tokens;
  for (const auto& [set, copies] : setup_.sets)
    for (const Animal& animal : kAnimals)
      if (set == "circus") tokens[animal.name] = animal.count * copies;
  for (const std::string& token : turned_up_) --tokens[token];
  return tokens;
}

// CIRCUS-11, Q-CI-2
void Game::turn_token_up() {
  std::vector<std::string> answers;
  for (const auto& [token, count] : unseen())
    if (count > 0) answers.push_back("token " + token);
  ask("token", "dealer", answers);
}

// CIRCUS-9, CIRCUS-10: after the features of a circus tile. Z-74, Z-90, Y-67: in any part.
void Game::begin_circus() {
  if (!marked(just_laid_, "circus")) {
    after_circus();
  } else if (!big_top_) {
    big_top_ = just_laid_;
    after_circus();
  } else {
    turn_token_up();
  }
}

// CIRCUS-12 to CIRCUS-16, Y-28, Y-66, Y-97, Z-20, Z-73, Z-111: by the tile on which they stand.
// X-75, Z-88, Z-101: lord and lady stand on all tiles of their castle.
bool Game::at_big_top(const Piece& piece) const {
  if (!is_meeple(piece.kind)) return false;
  if (piece.house != "castle") return around(*big_top_, piece.spot.cell);
  const Feature castle = feature_of(piece.spot);
  return std::any_of(castle.begin(), castle.end(),
                     [&](const Spot& spot) { return around(*big_top_, spot.cell); });
}

// CIRCUS-12, CIRCUS-18, CIRCUS-21
void Game::animal_turned_up(const std::string& token) {
  turned_up_.push_back(token);
  for (const Animal& animal : kAnimals)
    for (const Piece& piece : pieces_)
      if (animal.name == token && at_big_top(piece)) scores_[piece.owner] += animal.worth;
  if (ending_) {
    after_last_circus();
    return;
  }
  big_top_ = just_laid_;
  after_circus();
}

// --- acrobats ---

int Game::acrobats_at(Cell cell) const {
  return static_cast<int>(std::count_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) {
    return piece.spot == Spot{cell, kAcrobat};
  }));
}

// ACROBAT-1 to ACROBAT-8, ACROBAT-11, ACROBAT-17, Y-29: on the new tile or beside it, Z-39: with a
// portal anywhere; Z-87, Z-100: never under a bridge.
void Game::add_acrobat_answers(std::vector<std::string>& answers) const {
  for (const auto& [cell, laid] : board_) {
    if (!marked(cell, "acrobats")) continue;
    const int there = acrobats_at(cell);
    if (there == 3) answers.push_back("pyramid " + text_of(cell));
    if (there == 3 || laid.bridged || !in_supply("meeple")) continue;
    if (around(just_laid_, cell) || marked(just_laid_, "portal"))
      answers.push_back("meeple meeple " + name_of({cell, kAcrobat}));
  }
}

// ACROBAT-9, ACROBAT-10, ACROBAT-13; Z-45: the fairy's points to whom she stands beside.
void Game::score_pyramid(Cell cell, bool fairy_pays) {
  const Feature pyramid = {{cell, kAcrobat}};
  for (const Piece& acrobat : pieces_on(pyramid)) scores_[acrobat.owner] += 5;
  if (fairy_pays) fairy_bonus(pyramid);
  send_home(pyramid);
}

// ACROBAT-13; the fairy as with other features that are not finished.
void Game::score_last_pyramids() {
  for (const auto& [cell, laid] : board_)
    score_pyramid(cell, option("fairy_final", "fields") == "all");
}

// --- ringmaster ---

// RINGMASTER-3 to RINGMASTER-8, RINGMASTER-11, Z-62: 2 for each such tile around him.
void Game::ringmaster_bonus(const Feature& feature) {
  for (const Piece& piece : pieces_on(feature)) {
    if (piece.kind != "ringmaster") continue;
    for (const auto& [cell, laid] : board_)
      if (around(piece.spot.cell, cell) && (marked(cell, "circus") || marked(cell, "acrobats")))
        scores_[piece.owner] += 2;
  }
}

void Game::add_circus_state(std::vector<std::string>& all) const {
  if (big_top_) all.push_back("big top " + text_of(*big_top_));
  for (const auto& [token, count] : unseen())
    if (count > 0) all.push_back("unseen " + token + " " + std::to_string(count));
}

}  // namespace reference
