#include "engine/notation/json_state.h"

#include <algorithm>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "engine/notation/names.h"
#include "engine/notation/state_members.h"
#include "engine/scoring/majority.h"

namespace bastide {

namespace {

Json supply_json(const Rules& rules, const PlayerState& player) {
  Json supply = Json::object();
  for (std::size_t i = 0; i < kPieceKinds; ++i)
    if (rules.piece_in_play[i]) supply[std::string(kPieceNames[i])] = player.supply[i];
  return supply;
}

Json players_json(const Rules& rules, const GameState& s) {
  Json players = Json::array();
  for (std::size_t i = 0; i < rules.players.size(); ++i) {
    Json player;
    player["name"] = rules.players[i].name;
    player["score"] = s.core->players[i].score;
    player["supply"] = supply_json(rules, s.core->players[i]);
    add_module_members(rules, s, static_cast<Seat>(i), player);
    players.push_back(std::move(player));
  }
  return players;
}

Json pieces_json(const Rules& rules, const GameState& s, TileIndex tile) {
  Json pieces = Json::array();
  for (std::size_t i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (s.segments[piece.segment].tile != tile || rules.traits[piece.kind].listed_apart) continue;
    Json json;
    json["piece"] = name_of(piece.kind);
    json["owner"] = piece.owner;
    json["seg"] = place_of(rules, s, piece).seg;
    if (is_in_building(piece)) json["in"] = lodging_name(rules, piece);
    add_piece_members(rules, s, piece, json);
    pieces.push_back(std::move(json));
  }
  return pieces;
}

Json tiles_json(const Rules& rules, const GameState& s) {
  Json tiles = Json::array();
  for (TileIndex i = 0; i < s.core->tiles; ++i) tiles.push_back(tile_to_json(rules, s, i));
  return tiles;
}

// Counts per tile id, in the order of the catalogue, without zeros.
Json by_tile_json(const Rules& rules, const std::vector<int>& counts) {
  Json by_tile = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) by_tile[tile_id(rules, static_cast<TileType>(i))] = counts[i];
  return by_tile;
}

Json left_json(const Rules& rules, const GameState& s, bool by_tile) {
  const std::vector<int> stock(s.stock.data(), s.stock.data() + rules.tiles.size());
  Json left;
  left["total"] = tiles_left(s);
  if (rules.hides_tiles) left["hidden"] = s.core->hidden;  // HIDDEN-1: by_tile has them, too
  if (by_tile) left["by_tile"] = by_tile_json(rules, stock);
  return left;
}

// What was in the stock at the start and is now neither there nor set aside nor on the table nor
// in hand.
Json discarded_json(const Rules& rules, const GameState& s) {
  std::vector<int> gone;
  for (std::size_t i = 0; i < rules.tiles.size(); ++i)
    gone.push_back(rules.tiles[i].copies - s.stock[i] - (s.aside != nullptr ? s.aside[i] : 0));
  for (const TilesElsewhere hook : rules.tiles_elsewhere)
    for (std::size_t i = 0; i < rules.tiles.size(); ++i)
      gone[i] -= hook(rules, s, static_cast<TileType>(i));
  for (std::size_t i = 0; i < s.core->tiles; ++i) --gone[s.tiles[i].type];
  for (const StartCell& cell : rules.start) ++gone[cell.type];
  if (s.core->current != kNone) --gone[s.core->current];
  return by_tile_json(rules, gone);
}

bool is_listed(const Rules& rules, const Feature& feature) {
  if (feature.segments == 0) return false;  // merged into another
  switch (feature.kind) {
    case SegmentKind::field:
      return rules.options.fields;
    case SegmentKind::river:
    case SegmentKind::carcassonne:
      return false;
    default:
      return true;
  }
}

// What the feature would bring with its last gap filled and nothing else: a road or city as large
// as it is, a monastery with all its neighbours.
int worth_finished(const Rules& rules, const GameState& s, FeatureId id) {
  const Feature& feature = s.features[id];
  const bool grows = feature.kind == SegmentKind::road || feature.kind == SegmentKind::city;
  return worth(rules, s, id, true).total() + (grows ? 0 : feature.open);
}

Json feature_json(const Rules& rules, const GameState& s, FeatureId id) {
  const Feature& feature = s.features[id];
  const SegmentPlace place = place_of(rules, s, naming_segment(rules, s, id));
  const bool complete = is_complete(s, id);
  Json json;
  json["kind"] = name_of(feature.kind);
  json["at"] = cell_to_json(place.at.x, place.at.y);
  json["seg"] = place.seg;
  json["tiles"] = tile_count(s, id);
  if (feature.kind != SegmentKind::field) {  // a field is never complete
    json["open"] = feature.open;
    json["complete"] = complete;
  }
  Json claims = Json::array();
  const auto strength = strengths(rules, s, id);
  for (int seat = 0; seat < rules.player_count(); ++seat) claims.push_back(strength[seat]);
  json["claims"] = std::move(claims);
  const Sheet now = worth(rules, s, id, complete);
  json["worth"] = now.total();
  if (feature.kind == SegmentKind::field)
    json["cities"] = now.count_of(Term::cities);
  else if (!complete)
    json["finished"] = worth_finished(rules, s, id);
  add_feature_members(rules, s, id, json);
  return json;
}

Json segments_json(const Rules& rules, const GameState& s, FeatureId id) {
  Json segments = Json::array();
  for (SegmentId i = 0; i < s.core->segments; ++i) {
    if (s.segments[i].feature != id) continue;
    const SegmentPlace place = place_of(rules, s, i);
    Json json;
    json["at"] = cell_to_json(place.at.x, place.at.y);
    json["seg"] = place.seg;
    segments.push_back(std::move(json));
  }
  return segments;
}

}  // namespace

Json tile_to_json(const Rules& rules, const GameState& s, TileIndex i) {
  const PlacedTile& tile = s.tiles[i];
  Json json;
  json["at"] = cell_to_json(tile.at.x, tile.at.y);
  json["tile"] = tile_id(rules, tile.type);
  json["rot"] = 90 * tile.rotation;
  json["pieces"] = pieces_json(rules, s, i);
  if (tile.added_segment != kNone) json["bridge"] = kAxisNames[tile.bridge_axis];
  add_tile_members(rules, s, i, json);
  return json;
}

Json scores_to_json(const Rules& rules, const GameState& s) {
  Json scores = Json::array();
  for (int i = 0; i < rules.player_count(); ++i) scores.push_back(s.core->players[i].score);
  return scores;
}

Json supplies_to_json(const Rules& rules, const GameState& s) {
  Json supplies = Json::array();
  for (int i = 0; i < rules.player_count(); ++i)
    supplies.push_back(supply_json(rules, s.core->players[i]));
  return supplies;
}

Json features_to_json(const Rules& rules, const GameState& s, bool with_segments) {
  Json features = Json::array();
  for (FeatureId id = 0; id < s.core->features; ++id) {
    if (!is_listed(rules, s.features[id])) continue;
    Json feature = feature_json(rules, s, id);
    if (with_segments) feature["segments"] = segments_json(rules, s, id);
    features.push_back(std::move(feature));
  }
  return features;
}

Json winners_to_json(const Rules& rules, const GameState& s, SeatBits cannot_win) {
  const SeatBits all = (SeatBits{1} << rules.player_count()) - 1;
  if ((cannot_win & all) == all) cannot_win = 0;
  const auto can_win = [&](int seat) { return (cannot_win >> seat & 1) == 0; };
  const PlayerState* players = s.core->players;
  std::int32_t best = INT32_MIN;
  for (int i = 0; i < rules.player_count(); ++i)
    if (can_win(i)) best = std::max(best, players[i].score);
  Json winners = Json::array();
  for (int i = 0; i < rules.player_count(); ++i)
    if (can_win(i) && players[i].score == best) winners.push_back(i);
  return winners;
}

std::string hash_text(std::uint64_t hash) {
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4)
    *digit = "0123456789abcdef"[hash & 15];
  return text;
}

Json state_to_json(const Rules& rules, const GameState& s, const StateParts& parts) {
  Json json;
  json["decision"] = decision_to_json(s);
  json["turn"] = s.core->turn;
  json["players"] = players_json(rules, s);
  if (is_over(s)) json["winners"] = winners_to_json(rules, s, parts.cannot_win);
  if (parts.tiles) json["tiles"] = tiles_json(rules, s);
  json["current"] = s.core->current != kNone ? Json(tile_id(rules, s.core->current)) : Json();
  json["left"] = left_json(rules, s, parts.by_tile);
  if (parts.features) json["features"] = features_to_json(rules, s);
  json["discarded"] = discarded_json(rules, s);
  if (s.aside != nullptr)
    json["set_aside"] = by_tile_json(rules, {s.aside.data(), s.aside.data() + rules.tiles.size()});
  add_module_members(rules, s, json);
  json["hash"] = hash_text(state_hash(rules, s));
  return json;
}

}  // namespace bastide
