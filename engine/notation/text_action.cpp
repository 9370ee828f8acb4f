#include "engine/notation/text_action.h"

#include <array>

#include "engine/notation/names.h"

namespace bastide {

namespace {

std::string cell_text(const NamedAction::Cell& cell) {
  return std::to_string(cell.x) + "," + std::to_string(cell.y);
}

std::string cell_text(Pos at) { return cell_text(NamedAction::Cell{at.x, at.y}); }

std::string place_text(const NamedAction& a) { return a.seg + " at " + cell_text(a.at); }

std::string piece_text(const NamedAction& a) { return std::string(name_of(a.piece)); }

template <std::size_t N>
std::string word(const std::array<std::string_view, N>& words, std::int64_t i) {
  return static_cast<std::uint64_t>(i) < N ? std::string(words[static_cast<std::size_t>(i)]) : "?";
}

std::string turned_text(std::int64_t turns) {
  return turns == 0 ? std::string() : " turned " + std::to_string(90 * turns) + "°";
}

// What each decision asks for, in the order of DecisionKind.
constexpr std::array<std::string_view, kDecisionKinds> kAsks{
    "draw a tile",
    "lay the tile",
    "choose the bridge",
    "build or not",
    "send a knight away or not",
    "place a piece or not",
    "move the dragon",
    "take a meeple back",
    "choose what is scored next",
    "move a piece out of Carcassonne or not",
    "take a castle or the points",
    "choose the castle's feature",
    "send a piece to Carcassonne or not",
    "move the count",
    "open the auction",
    "bid or pass",
    "buy or sell",
    "take a tile",
    "move a piece from the market to a field",
    "the game is over"};

std::string parts_text(const Sheet& sheet) {
  std::string text;
  for (const ScoreTerm& term : sheet) {
    text += text.empty() ? "" : ", ";
    text.append(name_of(term.term)).append(" ").append(std::to_string(term.count));
    text.append(": ").append(std::to_string(term.points));
  }
  return text.empty() ? text : " (" + text + ")";
}

std::string event_place(const Rules& rules, const GameState& s, const Event& event) {
  if (!event.has_place) return {};
  if (event.segment == kNone) return " at " + cell_text(event.at);
  const SegmentPlace place = place_of(rules, s, event.segment);
  return " " + place.seg + " at " + cell_text(place.at);
}

}  // namespace

std::string action_text(const NamedAction& a) {
  switch (a.kind) {
    case ActionKind::draw:
      return "draw " + a.tile;
    case ActionKind::place:
      return "place " + a.tile + " at " + cell_text(a.at) + turned_text(a.value);
    case ActionKind::discard:
      return "discard the tile";
    case ActionKind::bridge:
      return "bridge " + word(kAxisNames, a.value) + " at " + cell_text(a.at);
    case ActionKind::build_castle:
      return "build a castle on " + place_text(a);
    case ActionKind::build_granary:
      return "build a granary at the north-east corner of " + cell_text(a.at) +
             " for the farmer on " + a.seg + " at " + cell_text(a.at2);
    case ActionKind::send_away:
      return "send away " + piece_text(a) + " of player " + std::to_string(a.value) + " from " +
             place_text(a);
    case ActionKind::meeple:
      return piece_text(a) + " on " + place_text(a);
    case ActionKind::lady:
      return "meeple into the castle at " + cell_text(a.at);
    case ActionKind::crown:
      return "meeple on a crown of " + std::string(sector_name(static_cast<int>(a.value)));
    case ActionKind::recall:
      return "take back the " + (a.value != 0 ? std::string("lady") : piece_text(a)) + " from " +
             place_text(a);
    case ActionKind::fairy:
      return "fairy to the " + piece_text(a) + " on " + place_text(a);
    case ActionKind::dragon:
      return "dragon to " + cell_text(a.at);
    case ActionKind::plague:
      return "plague: take back " + piece_text(a) + " from " + place_text(a);
    case ActionKind::score_next:
      return "score next: " + place_text(a);
    case ActionKind::redeploy:
      return piece_text(a) + " from the " + word(kQuarterNames, a.value) + " to " + place_text(a);
    case ActionKind::castle:
      return "castle on " + place_text(a) + " instead of the points";
    case ActionKind::castle_feature:
      return "castle at " + cell_text(a.at2) + " takes the points of " + place_text(a);
    case ActionKind::deploy:
      return piece_text(a) + " into the " + word(kQuarterNames, a.value);
    case ActionKind::move_count:
      return "count to the " + word(kQuarterNames, a.value);
    case ActionKind::offer:
      return "offer " + a.tile + " and bid " + std::to_string(a.points);
    case ActionKind::bid:
      return "bid " + std::to_string(a.points);
    case ActionKind::buy:
      return "buy the tile";
    case ActionKind::sell:
      return "sell the tile";
    case ActionKind::take:
      return "take " + a.tile;
    case ActionKind::pass:
      return "pass";
  }
  return "?";
}

std::string action_text(const Rules& rules, const GameState& s, const Action& action) {
  return action_text(name_action(rules, s, action));
}

std::string seat_text(const Rules& rules, Seat seat) {
  if (seat == kDealer) return "the dealer";
  return seat < rules.players.size() ? rules.players[seat].name : std::string("nobody");
}

std::string decision_text(const Rules& rules, const GameState& s) {
  const std::string asks(kAsks[static_cast<std::size_t>(decision(s))]);
  return is_over(s) ? asks : seat_text(rules, actor(s)) + ": " + asks;
}

std::string event_text(const Rules& rules, const GameState& s, const Event& event) {
  const std::string who = event.player != kNobody ? seat_text(rules, event.player) + " " : "";
  if (event.kind == EventKind::score)
    return who + "scores " + std::to_string(event.points) + " for " +
           std::string(name_of(event.reason)) + event_place(rules, s, event) +
           parts_text(event.sheet);
  if (event.kind == EventKind::turn)
    return "turn " + std::to_string(s.core->turn) + ": " + seat_text(rules, event.player);
  std::string text = who + std::string(name_of(event.kind));
  const bool has_piece = event.kind == EventKind::deployed || event.kind == EventKind::returned ||
                         event.kind == EventKind::eaten || event.kind == EventKind::fairy_moved;
  if (has_piece) text.append(" ").append(name_of(event.piece));
  if (event.tile != kNone) text.append(" ").append(tile_id(rules, event.tile));
  return text + event_place(rules, s, event);
}

}  // namespace bastide
