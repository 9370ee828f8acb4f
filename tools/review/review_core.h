// What each move of a game was worth: the best answer found by search, what the difference cost,
// and the luck of the draws apart from it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "engine/notation/record.h"

namespace bastide::tools {

struct ReviewPlan {
  std::uint64_t nodes = 2000;  // simulations a move
  std::uint64_t seed = 1;
  int threads = 1;
  std::uint64_t endgame = 200'000;  // positions an exact end may take
};

struct ReviewedMove {
  std::size_t index = 0;  // in the record's actions
  int turn = 0;
  Seat seat = 0;
  DecisionKind decision = DecisionKind::place;
  std::size_t choices = 0;
  NamedAction played, best;
  double chance_played = 0, chance_best = 0;  // of winning, for the seat
  double lead_played = 0, lead_best = 0;      // points ahead at the end
  bool exact = false;                         // the rest of the game was looked at to its end
  double cost_points() const;                 // never below 0
  double cost_chance() const;
};

struct ReviewedDraw {
  std::size_t index = 0;
  int turn = 0;
  Seat seat = 0;  // whose turn it is
  std::string tile;
  double luck = 0;  // points better than the average tile left
};

struct SeatReview {
  int moves = 0, best_moves = 0;  // best: cost below a tenth of a point and of a per cent
  double cost_points = 0, cost_chance = 0, luck = 0;
  int score = 0;
};

struct Review {
  Setup setup;
  std::vector<ReviewedMove> moves;
  std::vector<ReviewedDraw> draws;
  std::vector<std::pair<std::size_t, double>> graph;  // action, first seat's chance of winning
  std::vector<SeatReview> seats;
  std::vector<std::size_t> moments;  // the most instructive moves, indices into `moves`
};

std::variant<Review, PlayError> review(
    const Record& record, const ReviewPlan& plan,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress = {},
    const std::atomic<bool>* stop = nullptr);

Json review_to_json(const Review& review);
std::string review_to_text(const Review& review);
std::string review_to_html(const Review& review, const Record& record);  // with pictures

}  // namespace bastide::tools
