// The Count and the City of Carcassonne.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {

// COUNT-17, CULT-17, COUNT-25
std::string Game::quarter_of(const Feature& feature) const {
  const std::string& kind = segment(*feature.begin()).kind;
  if (kind == "city") return "palace";
  if (kind == "road") return "forge";
  return kind == "monastery" || kind == "shrine" || kind == "abbey" ? "cathedral" : "";  // Z-54
}

// COUNT-15, COUNT-16, COUNT-18: somebody in the fitting quarter, and not locked in by the count.
bool Game::may_join(int seat, const Feature& feature) const {
  const std::string quarter = quarter_of(feature);
  if (quarter.empty() || quarter == count_ || quarters_.count(quarter) == 0) return false;
  if (option("count_empty_feature", "true") == "false" && meeples_on(feature).empty())
    return false;  // Q-CKC-13
  const auto& pieces = quarters_.at(quarter);
  return std::any_of(pieces.begin(), pieces.end(),
                     [&](const auto& piece) { return piece.second == seat; });
}

// Q-CKC-12: two or more of the features have somebody who could join them.
bool Game::order_matters() const {
  int features = 0;
  for (const Feature& feature : waiting_) {
    bool anybody = false;
    for (int seat = 0; seat < setup_.players; ++seat) anybody |= may_join(seat, feature);
    features += anybody ? 1 : 0;
  }
  return features >= 2 && option("count_pass", "per_feature") == "per_feature";
}

void Game::ask_order() {
  if (waiting_.empty()) {
    begin_barns();
  } else if (order_matters()) {
    std::vector<std::string> answers;
    for (const Feature& feature : waiting_)
      answers.push_back("score_next " + name_of(naming(feature)));
    ask("order", std::to_string(active_), answers);
  } else {
    begin_redeploy();
  }
}

// COUNT-20: left of the active player first, the active player last.
void Game::begin_redeploy() {
  to_ask_.clear();
  for (int i = 1; flags_ && i <= setup_.players; ++i)
    to_ask_.push_back((active_ + i) % setup_.players);
  ask_redeploy();
}

// COUNT-21, COUNT-22: any number of pieces, one an answer; then the feature is scored. In a single
// pass (Q-CKC-12) all features are joined first and then scored.
void Game::ask_redeploy() {
  const bool single = option("count_pass", "per_feature") == "single";
  const std::size_t features = single ? waiting_.size() : 1;
  for (; !to_ask_.empty(); to_ask_.erase(to_ask_.begin())) {
    const int seat = to_ask_.front();
    std::set<std::string> answers;
    for (std::size_t i = 0; i < features; ++i) {
      if (!may_join(seat, waiting_[i])) continue;
      const std::string quarter = quarter_of(waiting_[i]);
      for (const auto& [piece, owner] : quarters_[quarter])
        if (owner == seat)
          answers.insert("redeploy " + piece + " " + quarter + " " + name_of(naming(waiting_[i])));
    }
    if (answers.empty()) continue;
    answers.insert("pass");
    ask("redeploy", std::to_string(seat), {answers.begin(), answers.end()});
    return;
  }
  joined_ = features;
  score_joined();
}

void Game::redeployed(const std::string& kind, const std::string& quarter, const Spot& to) {
  const int seat = std::stoi(decision_.actor);
  auto& pieces = quarters_[quarter];
  pieces.erase(std::find(pieces.begin(), pieces.end(), std::pair(kind, seat)));
  pieces_.push_back({.kind = kind, .owner = seat, .spot = to});
  pieces_.back().from_quarter = asked_ == "redeploy";  // Y-78, Y-79
  if (asked_ == "market_to_field")
    ask_market();
  else if (!barn_fields_.empty())
    ask_market_for_barn();
  else
    ask_redeploy();
}

// COUNT-7, COUNT-11, COUNT-12, Q-CKC-15, Q-CKC-16: points since the tile was laid.
bool Game::deployment_allowed() const {
  if (!flags_ || scores_[active_] != before_[active_]) return false;
  if (knight_sent_ && option("princess_blocks_count", "false") == "true") return false;  // Q-X-3
  // A circus or a pyramid gives points, too, but completes nothing (Z-61), nor is a new castle
  // completed (CASTLE-5); what a barn brings counts with it (Q-Z-7).
  const std::vector<Feature> features = just_completed();
  return scores_ != before_ &&
         std::any_of(features.begin(), features.end(),
                     [&](const Feature& feature) { return !is_castle(feature); });
}

// COUNT-8, COUNT-13, COUNT-14, X-31, X-32, X-35, X-43, Y-42
void Game::ask_deploy() {
  std::vector<std::string> answers = {"pass"};
  for (const char* quarter : {"palace", "market", "forge", "cathedral"})
    for (const auto& [piece, count] : supplies_[active_])
      if (count > 0 && (piece == "meeple" || piece == "big" || piece == "ringmaster" ||
                        (piece == "abbot" && quarter == std::string("cathedral")) ||
                        (piece == "mayor" && quarter == std::string("palace")) ||
                        (piece == "wagon" && quarter != std::string("market"))))
        answers.push_back("deploy " + piece + " " + quarter);
  ask("deploy", std::to_string(active_), answers);
}

// COUNT-9, COUNT-10, Q-CKC-19, Q-CKC-20
void Game::deployed(const std::string& kind, const std::string& quarter) {
  --supplies_[active_].at(kind);
  quarters_[quarter].emplace_back(kind, active_);
  std::vector<std::string> answers = {"pass"};
  for (const char* other : {"palace", "market", "forge", "cathedral"})
    if (other != count_) answers.push_back(std::string("move_count ") + other);
  ask("move_count", std::to_string(active_), answers);
}

// COUNT-26 to COUNT-28, Q-CKC-23: one piece each in turn, to any field, until the market is empty.
void Game::ask_market() {
  for (int i = 0; i < setup_.players; ++i) {
    const int seat = to_ask_.front();
    std::rotate(to_ask_.begin(), to_ask_.begin() + 1, to_ask_.end());
    std::set<std::string> answers;
    for (const auto& [piece, owner] : quarters_["market"])
      for (const auto& [cell, laid] : board_)
        for (std::size_t s = 0; s < laid.tile->segments.size(); ++s)
          if (owner == seat && laid.tile->segments[s].kind == "field" &&
              option("fields", "true") == "true")
            answers.insert("redeploy " + piece + " market " + name_of({cell, static_cast<int>(s)}));
    if (answers.empty()) continue;
    ask("market_to_field", std::to_string(seat), {answers.begin(), answers.end()});
    return;
  }
  final_scoring();
}

}  // namespace reference
