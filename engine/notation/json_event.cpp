#include "engine/notation/json_event.h"

#include <span>
#include <nlohmann/json.hpp>

#include "engine/notation/event_members.h"
#include "engine/notation/json_action.h"
#include "engine/notation/json_state.h"
#include "engine/notation/names.h"

namespace bastide {

namespace {

std::string_view word_at(std::span<const std::string_view> words, int i) {
  return static_cast<std::size_t>(i) < words.size() ? words[static_cast<std::size_t>(i)]
                                                    : std::string_view();
}

void add_place(const Rules& rules, const GameState& s, const Event& event, EventForm form,
               Json& json) {
  if (!event.has_place) return;
  if (event.segment == kNone || is_spot(event.seg)) {
    if (form == EventForm::at) json["at"] = cell_to_json(event.at.x, event.at.y);
    if (form == EventForm::seg && is_spot(event.seg)) json["seg"] = name_of(spot_of(event.seg));
    return;
  }
  const SegmentPlace place = place_of(rules, s, event.segment);
  if (form == EventForm::at)
    json["at"] = cell_to_json(place.at.x, place.at.y);
  else
    json["seg"] = place.seg;
}

Json place_to_json(const SegmentPlace& place) {
  Json json;
  json["at"] = cell_to_json(place.at.x, place.at.y);
  json["seg"] = place.seg;
  return json;
}

void add_off_map(const Event& event, Json& json) {
  if (event.off_map == OffMap::no) return;
  const OffMapDef& place = def_of(event.off_map);
  json[std::string(place.name)] = word_at(place.words, event.value);
}

void add_player(const Event& event, std::string_view name, Json& json) {
  if (event.player == kNobody) return;
  if (event.player == kDealer)
    json[std::string(name)] = "dealer";
  else
    json[std::string(name)] = event.player;
}

void add_member(const Rules& rules, const GameState& s, const Event& event,
                const EventMemberDef& member, Json& json) {
  Json& (*at)(Json&, std::string_view) = [](Json& to, std::string_view name) -> Json& {
    return to[std::string(name)];
  };
  switch (member.form) {
    case EventForm::player:
      return add_player(event, member.name, json);
    case EventForm::piece:
      at(json, member.name) = name_of(event.piece);
      return;
    case EventForm::tile:
      if (event.tile != kNone) at(json, member.name) = tile_id(rules, event.tile);
      return;
    case EventForm::points:
      at(json, member.name) = event.points;
      return;
    case EventForm::reason:
      at(json, member.name) = name_of(event.reason);
      return;
    case EventForm::at:
    case EventForm::seg:
      return add_place(rules, s, event, member.form, json);
    case EventForm::rotation:
      at(json, member.name) = 90 * event.rotation;
      return;
    case EventForm::parts:
      at(json, member.name) = sheet_to_json(event.sheet);
      return;
    case EventForm::holder:
      if (event.holder != kNobody) at(json, member.name) = event.holder;
      return;
    case EventForm::origin:
      at(json, member.name) = place_to_json(place_of(rules, s, event.from));
      return;
    case EventForm::off_map:
      return add_off_map(event, json);
    case EventForm::turn:
      at(json, member.name) = s.core->turn;
      return;
    case EventForm::number:
      at(json, member.name) = event.value;
      return;
    case EventForm::word:
      at(json, member.name) = word_at(member.words, event.value);
      return;
    case EventForm::winners:
      return;  // not from the event alone
  }
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

Json event_to_json(const Rules& rules, const GameState& s, const Event& event,
                   SeatBits cannot_win) {
  Json json;
  json["event"] = name_of(event.kind);
  for (const EventMember member : members_of(event.kind))
    if (def_of(member).form == EventForm::winners)
      json[std::string(def_of(member).name)] = winners_to_json(rules, s, cannot_win);
    else
      add_member(rules, s, event, def_of(member), json);
  return json;
}

}  // namespace bastide
