// The Tower: floors, captures, guards, prisoners and their ransom.
#include <algorithm>
#include <cstdlib>

#include "tests/reference/game.h"

namespace reference {

// TOWER-3
int Game::floors_at_start() const {
  static const std::map<int, int> floors = {{2, 10}, {3, 9}, {4, 7}, {5, 6}, {6, 5}};
  return floors.at(setup_.players);
}

bool Game::guarded(Cell cell) const {
  return std::any_of(pieces_.begin(), pieces_.end(),
                     [&](const Piece& piece) { return piece.spot == Spot{cell, kOnTower}; });
}

// TOWER-10 to TOWER-17, TOWER-32 to TOWER-34, TOWER-39, Y-24, Z-110: any foundation or tower of
// the map that nobody guards.
void Game::add_tower_answers(std::vector<std::string>& answers) const {
  for (const auto& [cell, laid] : board_) {
    if (!marked(cell, "tower") || guarded(cell)) continue;
    if (in_supply("floor")) answers.push_back("tower " + text_of(cell));
    if (floors_.count(cell) == 0) continue;
    for (const char* piece : {"meeple", "big", "ringmaster"})
      if (in_supply(piece))
        answers.push_back("meeple " + std::string(piece) + " " + name_of({cell, kOnTower}));
  }
}

// TOWER-20 to TOWER-22, TOWER-31: straight, as far as the tower is high, over whatever lies
// between.
bool Game::in_reach(Cell tower, Cell cell) const {
  const int dx = std::abs(cell.first - tower.first), dy = std::abs(cell.second - tower.second);
  return (dx == 0 || dy == 0) && dx + dy <= floors_.at(tower);
}

// TOWER-18, 19, 23, 24, 27, Q-TW-11, Y-23, Y-57, Y-91, Z-91: X-72: neither lords nor ladies.
void Game::build_floor(Cell tower) {
  --supplies_[active_].at("floor");
  ++floors_[tower];
  std::set<std::string> answers = {"pass"};
  for (const Piece& piece : pieces_)
    if (is_meeple(piece.kind) && piece.house != "castle" && in_reach(tower, piece.spot.cell))
      answers.insert("capture " + piece.kind + " " + std::to_string(piece.owner) + " " +
                     name_of(piece.spot));
  ask("capture", std::to_string(active_), {answers.begin(), answers.end()});
}

// TOWER-25, TOWER-26, TOWER-28, Y-57
void Game::capture(const std::string& kind, int owner, const Spot& spot) {
  take_home(kind, owner, spot);
  if (owner == active_) {
    after_meeple();
    return;
  }
  --supplies_[owner].at(kind);  // TOWER-40: it lies before the captor instead
  ++prisoners_[{active_, owner, kind}];
  captured_ = {owner, kind};
  // TOWER-42 to TOWER-46
  std::vector<std::string> answers;
  for (const auto& [prisoner, count] : prisoners_)
    if (prisoner.holder == owner && prisoner.owner == active_ && count > 0)
      answers.push_back("exchange " + prisoner.kind);
  if (answers.empty())
    after_meeple();
  else
    ask("exchange", std::to_string(active_), answers);
}

void Game::exchange(const std::string& kind) {
  set_free({captured_.first, active_, kind});
  set_free({active_, captured_.first, captured_.second});
  after_meeple();
}

void Game::set_free(const Prisoner& prisoner) {
  if (--prisoners_.at(prisoner) == 0) prisoners_.erase(prisoner);
  ++supplies_[prisoner.owner].at(prisoner.kind);
}

// TOWER-52, Y-58, Z-9, Z-75: once in all parts of a turn, the own sub-turn included; others once in
// each of their sub-turns (begin_sub_turn).
bool Game::ransom_paid() const { return ransom_payers_.count(active_) > 0; }

// TOWER-47, TOWER-51, TOWER-54, Z-76
void Game::add_ransom_answers(std::vector<std::string>& answers) const {
  if (ransom_paid() || scores_[active_] < 3) return;
  for (const auto& [prisoner, count] : prisoners_)
    if (prisoner.owner == active_)
      answers.push_back("ransom " + prisoner.kind + " " + std::to_string(prisoner.holder));
}

// TOWER-47 to TOWER-50; Q-TW-15, Z-53: the points are none for a deployment.
void Game::pay_ransom(const std::string& kind, int holder) {
  scores_[active_] -= 3;
  before_[active_] -= 3;
  scores_[holder] += 3;
  before_[holder] += 3;
  set_free({holder, active_, kind});
  ransom_payers_.insert(active_);
}

// Q-TW-1, Q-TW-16: after step 3, before a deployment.
void Game::ask_ransom() {
  std::vector<std::string> answers = {"pass"};
  add_ransom_answers(answers);
  ask("ransom", std::to_string(active_), answers);
}

// TOWER-55, S-TW-17: guards and prisoners, for nothing.
void Game::towers_are_left() {
  for (std::size_t i = pieces_.size(); i-- > 0;)
    if (pieces_[i].spot.segment == kOnTower) leaves(i);
  ransom_payers_.clear();
  while (!prisoners_.empty()) set_free(Prisoner(prisoners_.begin()->first));
}

void Game::add_tower_state(std::vector<std::string>& all) const {
  for (const auto& [cell, floors] : floors_)
    all.push_back("floors " + text_of(cell) + " " + std::to_string(floors));
  for (const auto& [prisoner, count] : prisoners_)
    all.push_back("prisoners " + std::to_string(prisoner.holder) + " " +
                  std::to_string(prisoner.owner) + " " + prisoner.kind + " " +
                  std::to_string(count));
  if (ransom_paid()) all.push_back("ransom_paid");
}

}  // namespace reference
