// Every number of the evaluation, by name, from data/bots/evaluation.txt. `bastide tune` writes
// such a file; a bot may be given another one (mcts:weights=FILE).
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace bastide {

// What decides whether a feature will be finished. Each kind of feature has a set of these: the
// log-odds are their sum, each times what it is about (Prospect::terms).
inline constexpr int kOddsTerms = 7;

enum class Weight : int {
  city_odds,                                 // kOddsTerms of them
  road_odds = city_odds + kOddsTerms,        // and again
  cloister_odds = road_odds + kOddsTerms,    // and again
  city_growth = cloister_odds + kOddsTerms,  // points a finished city grows by per open cell
  road_growth,
  unfinished_growth,          // share of that growth where it stays unfinished
  supply,                     // what the first, second ... seventh piece in hand is worth
  supply_turns = supply + 7,  // own turns from which a piece has its full worth
  returning,                  // share of a piece that is likely to come home
  field_city,                 // share of a city's points that a field gets of its likely finish
  field_growth,               // points per open cell of a field, by the share of tiles left
  tie,                        // share of the points that a shared lead is worth to each
  behind,                     // share that one piece too few still is worth
  merge_city,                 // of the points that change hands if two features are joined
  merge_road,
  merge_field,
  tempo,         // points for the one who moves next
  spread,        // deviation of the final margin with no tile left ...
  spread_tiles,  // ... and per square root of tiles left
  count
};
inline constexpr std::size_t kWeights = static_cast<std::size_t>(Weight::count);

struct Weights {
  std::array<double, kWeights> value{};
  double operator[](Weight w) const { return value[static_cast<std::size_t>(w)]; }
  double at(Weight w, int offset) const { return value[static_cast<std::size_t>(w) + offset]; }
};

// "city.odds.1", "supply.3", "tie"
std::string weight_name(std::size_t index);
// Lines "name value"; # begins a comment. Every weight once; the error says what is wrong and
// where.
std::variant<Weights, std::string> parse_weights(std::string_view text);
std::string write_weights(const Weights& weights);
const Weights& default_weights();  // those of the program

}  // namespace bastide
