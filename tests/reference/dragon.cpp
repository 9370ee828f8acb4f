// The Princess and the Dragon.
#include <algorithm>
#include <cstdlib>

#include "tests/reference/game.h"

namespace reference {

// --- fairy ---

// FAIRY-2, FAIRY-11. Acrobats of several players share a place.
bool Game::is_protege(const Piece& piece) const {
  return protege_ == piece.spot && protege_owner_ == piece.owner && is_meeple(piece.kind);
}

// FAIRY-4: at the start of a turn. Q-PD-25: on a tile she serves everybody who stands there.
void Game::fairy_point() {
  bool beside_mine = false;
  for (const Piece& piece : pieces_) {
    if (piece.owner != active_ || !fairy_ || !is_meeple(piece.kind)) continue;  // Y-40, Y-75
    if (option("fairy_placement", "meeple") == "tile" ? piece.spot.cell == *fairy_
                                                      : is_protege(piece))
      beside_mine = true;
  }
  if (beside_mine) ++scores_[active_];
}

// FAIRY-6, FAIRY-7: 3 points for the protégé's owner, majority or not; once for each feature.
void Game::fairy_bonus(const Feature& feature) {
  std::set<int> served;
  for (const Piece& piece : meeples_on(feature)) {
    if (!fairy_) continue;
    if (option("fairy_placement", "meeple") == "tile" ? piece.spot.cell == *fairy_
                                                      : is_protege(piece))
      served.insert(piece.owner);
  }
  for (int owner : served) scores_[owner] += 3;
}

// FAIRY-1 to FAIRY-3, Q-PD-19 to Q-PD-21: beside any own piece but the present protégé; on a tile:
// any other tile that holds an own piece.
void Game::add_fairy_answers(std::vector<std::string>& answers) const {
  if (!has_set("princess_dragon")) return;
  const bool tile = option("fairy_placement", "meeple") == "tile";
  std::map<std::string, int> places;  // how many like pieces stand there
  std::set<std::string> taken;        // where she stands now
  for (const Piece& piece : pieces_) {
    if (piece.owner != active_ || !is_meeple(piece.kind)) continue;  // Y-40, Y-75
    const std::string place = "fairy " + piece.kind + " " + name_of(piece.spot);
    ++places[place];
    if (tile ? fairy_ == piece.spot.cell : is_protege(piece)) taken.insert(place);
  }
  // Among like acrobats of one tile she may go from one to another.
  for (const auto& [place, count] : places)
    if (taken.count(place) == 0 || (count > 1 && !tile)) answers.push_back(place);
}

void Game::move_fairy(const Spot& spot) {
  fairy_ = spot.cell;
  if (option("fairy_placement", "meeple") == "meeple") protege_ = spot;
  protege_owner_ = active_;
}

// --- princess ---

// PRINCESS-2 to PRINCESS-5, Q-PD-12 to Q-PD-14: one knight of the city that bears the symbol.
void Game::ask_princess() {
  if (volcano_lake(just_laid_)) {
    after_meeple();  // RIVER2-14, Q-CKC-7, Q-CKC-8: no figure at all
    return;
  }
  std::vector<std::string> answers;
  const std::vector<Segment>& segments = board_.at(just_laid_).tile->segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (segments[i].flags.count("princess") == 0) continue;
    for (const Piece& piece : meeples_on(feature_of({just_laid_, static_cast<int>(i)})))
      answers.push_back("send_away " + piece.kind + " " + std::to_string(piece.owner) + " " +
                        name_of(piece.spot));
  }
  if (answers.empty() || !has_set("princess_dragon")) {
    ask_meeple();  // PRINCESS-10
    return;
  }
  if (option("princess", "may") == "may") answers.push_back("pass");  // Q-PD-15
  ask("princess", std::to_string(active_), answers);
}

// --- portal ---

// PORTAL-5, Q-PD-10: not a completed feature, unless this very tile has completed it.
bool Game::portal_reaches(const Spot& spot) const {
  const Feature feature = feature_of(spot);
  if (!complete(feature)) return true;
  if (option("portal_just_completed", "true") == "false") return false;
  if (is_cloister(segment(spot).kind))
    return std::abs(spot.cell.first - just_laid_.first) <= 1 &&
           std::abs(spot.cell.second - just_laid_.second) <= 1;
  return std::any_of(feature.begin(), feature.end(),
                     [&](const Spot& part) { return part.cell == just_laid_; });
}

// PORTAL-2 to PORTAL-4, Q-PD-9, Q-PD-11: every other tile on the table.
void Game::add_portal_answers(std::vector<std::string>& answers) const {
  if (!marked(just_laid_, "portal")) return;
  for (const auto& [cell, laid] : board_) {
    if (cell == just_laid_) continue;
    if (laid.id.starts_with("count/") && option("carcassonne_outer", "tiles") == "closed")
      continue;  // Q-CKC-39
    for (int i = 0; i < static_cast<int>(laid.tile->segments.size()); ++i)
      for (const char* piece :
           {"meeple", "big", "abbot", "mayor", "wagon", "ringmaster"})  // Q-X-25, X-20, X-21, Y-75
        if (claimable(piece, {cell, i}) && portal_reaches({cell, i}))
          answers.push_back("meeple " + std::string(piece) + " " + name_of({cell, i}));
  }
}

// --- dragon ---

// VOLCANO-4 to VOLCANO-6: from wherever it was, eating nothing. DRAGON-21, Q-PD-4: the tiles that
// waited for it go back into the stock.
void Game::dragon_comes(Cell cell) {
  dragon_ = cell;
  for (const auto& [id, count] : aside_) stacks_.back()[id] += count;
  aside_.clear();
}

void Game::begin_flight() {
  moves_ = 0;
  visited_ = {*dragon_};  // DRAGON-10, DRAGON-11
  next_move();
}

// DRAGON-5 to DRAGON-12, DRAGON-16: the next player's answers; the flight ends where there are
// none.
void Game::next_move() {
  std::vector<std::string> answers;
  for (int side = 0; side < 4 && moves_ < 6; ++side) {
    const Cell to = beside(*dragon_, side);
    if (!occupied(to) || visited_.count(to) > 0 || fairy_ == to) continue;
    if (marked(to, "inside")) continue;  // the inside of a start board is no tile
    if (board_.at(to).id.starts_with("count/") && option("carcassonne_outer", "tiles") == "closed")
      continue;  // Q-CKC-39
    answers.push_back("dragon " + text_of(to));
  }
  if (answers.empty())
    flight_over();
  else
    ask("dragon", std::to_string((active_ + moves_) % setup_.players), answers);
}

// DRAGON-13 to DRAGON-15, X-5 to: everybody who stands there goes home; X-4: a lord is
// safe.
void Game::dragon_enters(Cell cell) {
  dragon_ = cell;
  visited_.insert(cell);
  ++moves_;
  for (std::size_t i = pieces_.size(); i-- > 0;)
    if (pieces_[i].spot.cell == cell && pieces_[i].house != "castle") leaves(i);
  lone_figures_go_home();
  next_move();
}

// DRAGON-17, Q-PD-26
void Game::flight_over() {
  if (option("dragon_move", "before_scoring") == "before_scoring")
    score_completed();
  else
    end_turn();
}

}  // namespace reference
