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
  // Sets (bots/evaluation/outlook). `bastide tune` leaves these alone.
  dragon_near,      // chance that a flight eats a piece beside the dragon, above that of any piece
  dragon_fade,      // by how much that falls with each step, as an exponent
  dragon_far,       // chance that a flight eats a piece, wherever it stands
  fairy_turn,       // points for the fairy's company until one's next turn
  fairy_bonus,      // share of her bonus that a likely finish is worth
  wheel_crown,      // share of the points of a crown
  wheel_sectors,    // share of the points that sectors will give for what stands there now
  quarter_join,     // share of the best feature that a piece in a quarter may join
  quarter_locked,   // share of that under the count's eyes
  quarter_market,   // share of the best field that a piece in the market may join
  quarter_hope,     // points of a piece in a quarter that waits for features to come
  abbot,            // points of an abbot in hand
  abbot_away,       // share of that while he stands somewhere and may be called home
  title_lost,       // chance early in the game that king or robber baron changes hands
  title_growth,     // cities, or roads, that are yet to be completed early in the game
  castle_points,    // of a feature that will yet come to lie around a castle ...
  castle_hope,      // ... and its chance early in the game
  lady,             // share of what a lady would bring now
  lady_home,        // share of a piece that she is
  large_meeple,     // points of a large meeple in hand, above those of a meeple
  goods_spread,     // how far tokens that are yet to be taken may change who leads
  builder,          // points of a builder in hand
  builder_works,    // points for the double turns of one who stands where tiles can be added
  further_part,     // points for a second part of the turn that was earned
  pig,              // points of a pig in hand
  shepherd,         // points of a shepherd in hand
  flock,            // share of the sheep on a field that will be herded
  flock_hope,       // points for the sheep that are yet to come
  floor,            // points of a tower floor in hand
  tower_next,       // chance that whoever is next takes the best prisoner within reach ...
  tower_later,      // ... and that a piece within reach of a tower is taken later
  prisoner,         // chance that a prisoner is bought free by one who needs pieces
  abbey,            // points of an abbey in hand, for holes that will come
  abbey_hole,       // share of what it would bring in the best hole
  abbey_turn,       // points for being about to draw: what laying it costs
  mayor,            // share of a meeple that a mayor is worth in hand
  wagon,            // and a wagon
  barn,             // points of a barn in hand
  big_top,          // share of the token's worth for pieces around the big top
  pyramid,          // share of an acrobat of a full pyramid that is likely to come home
  ringmaster,       // points of a ringmaster in hand, above those of a meeple
  ringmaster_hope,  // points per empty cell around him
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
