// The words everybody uses: pieces, decisions, actions, events, steps, modules.
// Names only: no rule lives here. The order of enumerators is internal; records hold names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bastide {

inline constexpr int kMinPlayers = 2;
inline constexpr int kMaxPlayers = 6;

// Everything a player can own. Supplies are listed in this order.
enum class PieceKind : std::uint8_t {
  meeple,
  abbot,
  big,
  builder,
  pig,
  mayor,
  wagon,
  barn,
  shepherd,
  ringmaster,
  bridge,
  castle
};
inline constexpr std::array<std::string_view, 12> kPieceNames{
    "meeple", "abbot", "big",      "builder",    "pig",    "mayor",
    "wagon",  "barn",  "shepherd", "ringmaster", "bridge", "castle"};
inline constexpr int kPieceKinds = static_cast<int>(kPieceNames.size());

// What the engine asks.
enum class DecisionKind : std::uint8_t {
  draw,
  place,
  bridge,
  build,
  princess,
  meeple,
  dragon,
  plague,
  order,
  redeploy,
  castle,
  castle_feature,
  deploy,
  move_count,
  auction,
  bid,
  close_auction,
  take,
  market_to_field,
  over
};
inline constexpr std::array<std::string_view, 20> kDecisionNames{
    "draw",    "place", "bridge",        "build",  "princess",        "meeple", "dragon",
    "plague",  "order", "redeploy",      "castle", "castle_feature",  "deploy", "move_count",
    "auction", "bid",   "close_auction", "take",   "market_to_field", "over"};
inline constexpr int kDecisionKinds = static_cast<int>(kDecisionNames.size());

// What is answered: the `do` of an action.
enum class ActionKind : std::uint8_t {
  draw,
  place,
  discard,
  bridge,
  build_castle,
  build_granary,
  send_away,
  meeple,
  lady,
  crown,
  recall,
  fairy,
  dragon,
  plague,
  score_next,
  redeploy,
  castle,
  castle_feature,
  deploy,
  move_count,
  offer,
  bid,
  buy,
  sell,
  take,
  pass
};
inline constexpr std::array<std::string_view, 26> kActionNames{
    "draw",      "place",      "discard",    "bridge",   "build_castle", "build_granary",
    "send_away", "meeple",     "lady",       "crown",    "recall",       "fairy",
    "dragon",    "plague",     "score_next", "redeploy", "castle",       "castle_feature",
    "deploy",    "move_count", "offer",      "bid",      "buy",          "sell",
    "take",      "pass"};
inline constexpr int kActionKinds = static_cast<int>(kActionNames.size());

// What points are given for: the `for` of a score event.
enum class ScoreFor : std::uint8_t {
  road,
  city,
  monastery,
  garden,
  shrine,
  field,
  castle,
  fairy,
  abbot,
  fortune,
  taxes,
  famine,
  storm,
  inquisition,
  crown,
  lady,
  granary,
  king,
  robber,
  auction
};
inline constexpr std::array<std::string_view, 20> kScoreNames{
    "road",  "city",  "monastery", "garden", "shrine", "field",  "castle",
    "fairy", "abbot", "fortune",   "taxes",  "famine", "storm",  "inquisition",
    "crown", "lady",  "granary",   "king",   "robber", "auction"};

// Named terms of a score; they sum to its points.
enum class Term : std::uint8_t {
  tiles,
  pennants,
  neighbours,
  cities,
  bridges,
  castles,
  meeples,
  bonus,
  shields,
  farmers,
  knights,
  monks,
  crowns,
  roads,
  bid,
  inn,
  cathedral,
  ladies
};
inline constexpr std::array<std::string_view, 18> kTermNames{
    "tiles",   "pennants", "neighbours", "cities",  "bridges",   "castles",
    "meeples", "bonus",    "shields",    "farmers", "knights",   "monks",
    "crowns",  "roads",    "bid",        "inn",     "cathedral", "ladies"};

// What happened, for display.
enum class EventKind : std::uint8_t {
  drawn,
  placed,
  discarded,
  set_aside,
  reshuffled,
  deployed,
  returned,
  eaten,
  score,
  feature_completed,
  pig_moved,
  dragon_moved,
  fairy_moved,
  king,
  robber,
  bridge_built,
  castle_built,
  granary_built,
  count_moved,
  auction,
  turn,
  game_over
};
inline constexpr std::array<std::string_view, 22> kEventNames{
    "drawn",       "placed",  "discarded", "set_aside",         "reshuffled",   "deployed",
    "returned",    "eaten",   "score",     "feature_completed", "pig_moved",    "dragon_moved",
    "fairy_moved", "king",    "robber",    "bridge_built",      "castle_built", "granary_built",
    "count_moved", "auction", "turn",      "game_over"};

// The steps of a turn. Their order is engine/game/turn_order.h and nowhere else.
enum class Step : std::uint8_t {
  turn_start,
  draw,
  wheel,
  place,
  bridge,
  build,
  princess,
  meeple,
  dragon,
  building_points,
  score,
  castles,
  dragon_after_scoring,
  deploy,
  bazaar,
  end_turn
};
inline constexpr std::array<std::string_view, 16> kStepNames{"turn_start",
                                                             "draw",
                                                             "wheel",
                                                             "place",
                                                             "bridge",
                                                             "build",
                                                             "princess",
                                                             "meeple",
                                                             "dragon",
                                                             "building_points",
                                                             "score",
                                                             "castles",
                                                             "dragon_after_scoring",
                                                             "deploy",
                                                             "bazaar",
                                                             "end_turn"};
inline constexpr int kSteps = static_cast<int>(kStepNames.size());

// What may be asked about each completed feature before it is scored, in this order
// (interactions.md §5, 7): which one is next, who joins it, whether it becomes a castle.
enum class ScoreStage : std::uint8_t { order, redeploy, castle };
inline constexpr int kScoreStages = 3;

// The quarters of Carcassonne.
enum class Quarter : std::uint8_t { palace, market, forge, cathedral };
inline constexpr std::array<std::string_view, 4> kQuarterNames{"palace", "market", "forge",
                                                               "cathedral"};
inline constexpr int kQuarters = static_cast<int>(kQuarterNames.size());

// Rule modules. A set brings one or more of them.
enum class ModuleId : std::uint8_t {
  river,
  abbot,
  wheel,
  princess_dragon,
  count,
  king_robber,
  cult,
  bridges_castles_bazaars,
  castles_bridges,
  river2
};
inline constexpr int kModules = 10;

template <class Enum, std::size_t N>
constexpr std::optional<Enum> parse_name(const std::array<std::string_view, N>& names,
                                         std::string_view text) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

constexpr std::string_view name_of(PieceKind k) { return kPieceNames[static_cast<std::size_t>(k)]; }
constexpr std::string_view name_of(DecisionKind k) {
  return kDecisionNames[static_cast<std::size_t>(k)];
}
constexpr std::string_view name_of(ActionKind k) {
  return kActionNames[static_cast<std::size_t>(k)];
}
constexpr std::string_view name_of(ScoreFor k) { return kScoreNames[static_cast<std::size_t>(k)]; }
constexpr std::string_view name_of(Term k) { return kTermNames[static_cast<std::size_t>(k)]; }
constexpr std::string_view name_of(EventKind k) { return kEventNames[static_cast<std::size_t>(k)]; }
constexpr std::string_view name_of(Step k) { return kStepNames[static_cast<std::size_t>(k)]; }

}  // namespace bastide
