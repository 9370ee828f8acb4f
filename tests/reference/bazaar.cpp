// Bazaars of the big box.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {

bool Game::has_bought(int seat) const { return bought_.count(seat) > 0; }

// At the end of a turn or sub-turn: whether a bazaar takes over.
bool Game::bazaar_goes_on() {
  if (bazaar_ == "play") {
    if (sub_turns_ < setup_.players) {
      begin_sub_turn();
      return true;
    }
    active_ = bazaar_of_;  // BAZAAR-17
    bazaar_.clear();
    bought_.clear();
    return false;
  }
  // BAZAAR-1, BAZAAR-3, BAZAAR-19
  if (!has_set("bridges_castles_bazaars") || !marked(just_laid_, "bazaar") ||
      left() < setup_.players)
    return false;
  bazaar_ = "reveal";
  bazaar_of_ = active_;
  auctioneer_ = (active_ + 1) % setup_.players;  // BAZAAR-4
  sub_turns_ = 0;
  revealed_.clear();
  bought_.clear();
  ask_reveal();
  return true;
}

// BAZAAR-2, Q-BCB-27
void Game::ask_reveal() {
  if (left() > 0) {
    ask_draw();
    return;
  }
  for (const std::string& id : revealed_) ++stacks_.back()[id];
  bazaar_.clear();
  next_turn();
}

void Game::reveal(const std::string& id) {
  revealed_.push_back(id);
  if (static_cast<int>(revealed_.size()) < setup_.players) {
    ask_reveal();
    return;
  }
  bazaar_ = "auction";
  next_round();
}

std::vector<int> Game::bids_from(int lowest) const {
  const int highest = *std::max_element(scores_.begin(), scores_.end()) + 20;
  std::vector<int> bids;
  for (int bid = lowest; bid <= highest && bid <= 999; ++bid) bids.push_back(bid);
  return bids;
}

void Game::give_tile(std::string id, int seat) {
  revealed_.erase(std::find(revealed_.begin(), revealed_.end(), id));
  bought_[seat] = id;
}

// BAZAAR-5, BAZAAR-12 to BAZAAR-15, BAZAAR-18
void Game::next_round() {
  if (revealed_.empty()) {
    bazaar_ = "play";
    begin_sub_turn();
    return;
  }
  while (has_bought(auctioneer_)) auctioneer_ = (auctioneer_ + 1) % setup_.players;
  const bool bids = option("bazaar_auction", "true") == "true";
  if (bids && revealed_.size() == 1) {
    give_tile(revealed_[0], auctioneer_);
    next_round();
    return;
  }
  std::set<std::string> answers;
  for (const std::string& id : revealed_) {
    if (!bids) answers.insert("take " + id);
    for (int bid : bids_from(0))
      if (bids) answers.insert("offer " + id + " " + std::to_string(bid));
  }
  ask(bids ? "auction" : "take", std::to_string(auctioneer_), {answers.begin(), answers.end()});
}

// BAZAAR-6, BAZAAR-10, BAZAAR-14
void Game::ask_bids() {
  if (!still_to_bid_.empty()) {
    std::vector<std::string> answers = {"pass"};
    for (int bid : bids_from(bid_ + 1)) answers.push_back("bid " + std::to_string(bid));
    ask("bid", std::to_string(still_to_bid_.front()), answers);
    return;
  }
  if (bidder_ == auctioneer_) {
    scores_[auctioneer_] -= bid_;
    give_tile(offered_, auctioneer_);
    next_round();
    return;
  }
  ask("close_auction", std::to_string(auctioneer_), {"buy", "sell"});
}

// BAZAAR-7 to BAZAAR-9
void Game::close_round(bool buy) {
  scores_[auctioneer_] += buy ? -bid_ : bid_;
  scores_[bidder_] += buy ? bid_ : -bid_;
  give_tile(offered_, buy ? auctioneer_ : bidder_);
  next_round();
}

// BAZAAR-16, BAZAAR-20: like any tile, from step 1 on.
void Game::begin_sub_turn() {
  active_ = (bazaar_of_ + 1 + sub_turns_++) % setup_.players;
  if (active_ != bazaar_of_) ransom_payers_.erase(active_);  // Z-75
  current_ = bought_.at(active_);
  const int icon = types_->at(current_).faces[0].wheel;
  if (icon > 0)
    run_wheel(icon);
  else
    ask_place();
}

}  // namespace reference
