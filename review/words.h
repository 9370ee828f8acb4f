// How a review speaks of players, moves and what they cost.
#pragma once

#include <string>
#include <vector>

#include "review/review.h"

namespace bastide {

const std::string& player(const Review& review, Seat seat);

// "tile K at 3,-1 turned 90°", "meeple on the city (north) at 1,0", "no piece"
std::string played_words(const Review& review, const ReviewedMove& move);
// The better answer, and what follows it: "tile K at 3,-1, then meeple on the city (north) at 3,-1"
std::string best_words(const Review& review, const ReviewedMove& move);
// All that the player did in one go, this move included.
std::string turn_words(const Review& review, std::size_t move);
// The same turn up to this move, and then the better answer.
std::string better_turn_words(const Review& review, std::size_t move);
// The moves that one player made in one go, as a range of `moves`.
struct Stretch {
  std::size_t first, end;
};
Stretch stretch_of(const Review& review, std::size_t move);

std::string signed_points(double points);         // "+2.1", "-0.4", "0.0"
std::string percent(double chance);               // "12 %", "0.4 %"
std::string cost_text(const ReviewedMove& move);  // "2.9 points, 6.4 %"; only what is not 0
// "This cost 2.9 points; the chance of winning fell from 41 % to 34 %."
std::string cost_sentence(const ReviewedMove& move);

std::string tile_word(const std::string& tile);  // "base/K": "K"
// Who won and by what, in sentences; of two players with where the points came from.
std::vector<std::string> result_sentences(const Review& review);

}  // namespace bastide
