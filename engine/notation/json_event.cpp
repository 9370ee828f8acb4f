#include "engine/notation/json_event.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"
#include "engine/notation/json_state.h"
#include "engine/notation/names.h"

namespace bastide {

namespace {

// What an event of each kind says besides player, tile and place, which are said where they are
// set.
enum Says : std::uint16_t {
  kPiece = 1,
  kRotation = 2,
  kPoints = 4,
  kSheet = 8,
  kQuarter = 16,
  kSector = 32,
  kTurn = 64,
  kCount = 128,
  kAxis = 256
};

constexpr std::array<std::uint16_t, kEventNames.size()> kSays = [] {
  std::array<std::uint16_t, kEventNames.size()> says{};
  const auto set = [&](EventKind kind, int what) {
    says[static_cast<std::size_t>(kind)] = static_cast<std::uint16_t>(what);
  };
  set(EventKind::placed, kRotation);
  set(EventKind::reshuffled, kCount);
  set(EventKind::deployed, kPiece);
  set(EventKind::returned, kPiece);
  set(EventKind::eaten, kPiece);
  set(EventKind::fairy_moved, kPiece);
  set(EventKind::score, kSheet);
  set(EventKind::fairy_moved, kPiece);
  set(EventKind::pig_moved, kSector);
  set(EventKind::count_moved, kQuarter);
  set(EventKind::auction, kPoints);
  set(EventKind::bridge_built, kAxis);
  set(EventKind::turn, kTurn);
  return says;
}();

void add_player(const Event& event, Json& json) {
  if (event.player == kNobody) return;
  if (event.player == kDealer) {
    json["player"] = "dealer";
  } else {
    json["player"] = event.player;
  }
}

void add_place(const Rules& rules, const GameState& s, const Event& event, Json& json) {
  if (!event.has_place) return;
  if (event.segment == kNone) {
    json["at"] = cell_to_json(event.at.x, event.at.y);
    return;
  }
  const SegmentPlace place = place_of(rules, s, event.segment);
  json["at"] = cell_to_json(place.at.x, place.at.y);
  json["seg"] = place.seg;
}

}  // namespace

Json sheet_to_json(const Sheet& sheet) {
  Json parts = Json::array();
  for (const ScoreTerm& term : sheet) {
    Json part;
    part["term"] = name_of(term.term);
    part["count"] = term.count;
    part["points"] = term.points;
    parts.push_back(std::move(part));
  }
  return parts;
}

Json event_to_json(const Rules& rules, const GameState& s, const Event& event) {
  const std::uint16_t says = kSays[static_cast<std::size_t>(event.kind)];
  Json json;
  json["event"] = name_of(event.kind);
  add_player(event, json);
  if ((says & kPiece) != 0) json["piece"] = name_of(event.piece);
  if (event.tile != kNone) json["tile"] = tile_id(rules, event.tile);
  if ((says & (kPoints | kSheet)) != 0) json["points"] = event.points;
  if ((says & kSheet) != 0) json["for"] = name_of(event.reason);
  add_place(rules, s, event, json);
  if ((says & kRotation) != 0) json["rot"] = 90 * event.rotation;
  if ((says & kSheet) != 0) json["parts"] = sheet_to_json(event.sheet);
  if ((says & kQuarter) != 0)
    json["quarter"] = kQuarterNames[static_cast<std::size_t>(event.value) & 3];
  if (event.off_map == OffMap::sector) json["sector"] = sector_name(event.value);
  if (event.off_map == OffMap::quarter)
    json["quarter"] = kQuarterNames[static_cast<std::size_t>(event.value) & 3];
  if ((says & kSector) != 0) json["sector"] = sector_name(event.value);
  if ((says & kTurn) != 0) json["turn"] = s.core->turn;
  if ((says & kAxis) != 0) json["axis"] = kAxisNames[static_cast<std::size_t>(event.value) & 1];
  if ((says & kCount) != 0) json["count"] = event.value;
  if (event.kind == EventKind::game_over) json["winners"] = winners_to_json(rules, s);
  return json;
}

}  // namespace bastide
