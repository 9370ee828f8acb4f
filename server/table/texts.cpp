#include "server/table/texts.h"

#include <functional>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_rules.h"
#include "engine/notation/json_setup.h"
#include "engine/notation/json_text.h"
#include "engine/notation/names.h"
#include "engine/notation/state_members.h"

namespace bastide::server {

namespace {

// What modules add to a piece, as one number; 0 for nothing.
std::uint64_t members_signature(const Rules& rules, const GameState& s, const PlacedPiece& piece) {
  if (rules.write_piece.empty()) return 0;
  Json members = Json::object();
  add_piece_members(rules, s, piece, members);
  return members.empty() ? 0 : std::hash<std::string>{}(line_of(members));
}

// The same of a tile: floors of a tower.
std::uint64_t members_signature(const Rules& rules, const GameState& s, TileIndex tile) {
  if (rules.write_tile.empty()) return 0;
  Json members = Json::object();
  add_tile_members(rules, s, tile, members);
  return members.empty() ? 0 : std::hash<std::string>{}(line_of(members));
}

// What is shown on a tile beside the tile itself, as one number.
std::vector<std::uint64_t> tile_signatures(const Rules& rules, const GameState& s) {
  std::vector<std::uint64_t> signatures(s.core->tiles, 1);
  for (std::size_t i = 0; i < signatures.size(); ++i)
    signatures[i] += (std::uint64_t{s.tiles[i].added_segment} << 1) ^
                     members_signature(rules, s, static_cast<TileIndex>(i));
  for (std::size_t i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (rules.traits[piece.kind].listed_apart) continue;
    std::uint64_t& signature = signatures[s.segments[piece.segment].tile];
    const std::uint64_t word =
        std::uint64_t{piece.segment} << 24 | std::uint64_t{piece.owner} << 16 |
        static_cast<std::uint64_t>(piece.kind) << 8 | static_cast<std::uint64_t>(piece.standing);
    if (piece.standing == Standing::on_tile) signature ^= std::uint64_t{piece.detail} << 40;
    signature ^= members_signature(rules, s, piece);
    signature = (signature ^ word) * 0x9E3779B97F4A7C15ull;  // the order of pieces counts as well
  }
  return signatures;
}

}  // namespace

std::string state_text(const Rules& rules, const GameState& s, const StateParts& parts) {
  return line_of(state_to_json(rules, s, parts));
}

std::string changed_tiles_text(const Rules& rules, const GameState& before,
                               const GameState& after) {
  const auto old_signatures = tile_signatures(rules, before);
  const auto signatures = tile_signatures(rules, after);
  Json tiles = Json::array();
  for (std::size_t i = 0; i < signatures.size(); ++i)
    if (i >= old_signatures.size() || signatures[i] != old_signatures[i])
      tiles.push_back(tile_to_json(rules, after, static_cast<TileIndex>(i)));
  return line_of(tiles);
}

std::string sketch_text(const Rules& rules, const GameState& s) {
  Json tiles = Json::array();
  for (std::size_t i = 0; i < s.core->tiles; ++i) {
    const PlacedTile& placed = s.tiles[i];
    Json tile;
    tile["at"] = cell_to_json(placed.at.x, placed.at.y);
    tile["tile"] = tile_id(rules, placed.type);
    tile["rot"] = 90 * placed.rotation;
    tiles.push_back(std::move(tile));
  }
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
  const Json rules = rules_to_json();
  ObjectText text;
  for (const auto& [name, value] : rules.items()) text.raw(name, line_of(value));
  return text.raw("presets", presets).raw("bots", bots).take();
}

std::string apply_with_events(const Rules& rules, GameState& s, const Action& action,
                              SeatBits cannot_win) {
  JsonEvents events(rules, cannot_win);
  apply_assume_legal(rules, s, action, &events);
  return line_of(events.events());
}

std::string begin_with_events(const Rules& rules, GameState& s, const Action& action,
                              SeatBits cannot_win) {
  JsonEvents events(rules, cannot_win);
  s = initial_state(rules, &events);
  apply_assume_legal(rules, s, action, &events);
  return line_of(events.events());
}

}  // namespace bastide::server
