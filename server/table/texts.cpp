#include "server/table/texts.h"

#include <algorithm>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_rules.h"
#include "engine/notation/json_setup.h"

namespace bastide::server {

namespace {

// The best of those who can win; of all, if nobody can.
Json winners_json(const Rules& rules, const GameState& s, SeatBits cannot_win) {
  const SeatBits all = (SeatBits{1} << rules.player_count()) - 1;
  if ((cannot_win & all) == all) cannot_win = 0;
  std::int32_t best = INT32_MIN;
  for (int i = 0; i < rules.player_count(); ++i)
    if ((cannot_win >> i & 1) == 0) best = std::max(best, s.core->players[i].score);
  Json winners = Json::array();
  for (int i = 0; i < rules.player_count(); ++i)
    if ((cannot_win >> i & 1) == 0 && s.core->players[i].score == best) winners.push_back(i);
  return winners;
}

// What is shown on a tile beside the tile itself, as one number.
std::vector<std::uint64_t> tile_signatures(const GameState& s) {
  std::vector<std::uint64_t> signatures(s.core->tiles, 1);
  for (std::size_t i = 0; i < signatures.size(); ++i)
    signatures[i] += std::uint64_t{s.tiles[i].added_segment} << 1;
  for (std::size_t i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    std::uint64_t& signature = signatures[s.segments[piece.segment].tile];
    const std::uint64_t word =
        std::uint64_t{piece.segment} << 24 | std::uint64_t{piece.owner} << 16 |
        static_cast<std::uint64_t>(piece.kind) << 8 | static_cast<std::uint64_t>(piece.standing);
    signature = (signature ^ word) * 0x9E3779B97F4A7C15ull;  // the order of pieces counts as well
  }
  return signatures;
}

}  // namespace

std::string state_text(const Rules& rules, const GameState& s, const StateParts& parts,
                       SeatBits cannot_win) {
  Json state = state_to_json(rules, s, parts);
  if (is_over(s)) state["winners"] = winners_json(rules, s, cannot_win);
  return line_of(state);
}

std::string changed_tiles_text(const Rules& rules, const GameState& before,
                               const GameState& after) {
  const auto old_signatures = tile_signatures(before);
  const auto signatures = tile_signatures(after);
  Json tiles = Json::array();
  for (std::size_t i = 0; i < signatures.size(); ++i)
    if (i >= old_signatures.size() || signatures[i] != old_signatures[i])
      tiles.push_back(tile_to_json(rules, after, static_cast<TileIndex>(i)));
  return line_of(tiles);
}

std::string options_text(const Rules& rules, const GameState& s) {
  return line_of(legal_to_json(rules, s));
}

std::string features_text(const Rules& rules, const GameState& s) {
  return line_of(features_to_json(rules, s, true));
}

std::string scores_text(const Rules& rules, const GameState& s) {
  return line_of(scores_to_json(rules, s));
}

std::string action_line(const Rules& rules, const GameState& s, const Action& action) {
  return line_of(action_to_json(rules, s, action));
}

std::string setup_text(const Setup& setup) { return line_of(setup_to_json(setup)); }

std::string setup_words_text(const Setup& setup) { return line_of(setup_words_to_json(setup)); }

std::string clock_text(const ClockRules& clock) { return line_of(clock_to_json(clock)); }

std::string rules_text(const std::string& presets, const std::string& bots) {
  std::string text = line_of(rules_to_json());
  text.pop_back();
  return text + ",\"presets\":" + presets + ",\"bots\":" + bots + "}";
}

std::string apply_with_events(const Rules& rules, GameState& s, const Action& action,
                              SeatBits cannot_win) {
  JsonEvents events(rules);
  apply_assume_legal(rules, s, action, &events);
  Json list = events.take();
  if (is_over(s) && cannot_win != 0)
    for (Json& event : list)
      if (event["event"] == name_of(EventKind::game_over))
        event["winners"] = winners_json(rules, s, cannot_win);
  return line_of(list);
}

GameState begin_with_events(const Rules& rules, std::string& events) {
  JsonEvents sink(rules);
  GameState state = initial_state(rules, &sink);
  events = line_of(sink.events());
  return state;
}

std::string joined_lists(const std::string& first, const std::string& second) {
  if (first == "[]") return second;
  if (second == "[]") return first;
  return first.substr(0, first.size() - 1) + "," + second.substr(1);
}

}  // namespace bastide::server
