// The members of events as their words declare them (engine/core/words.inc).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/vocabulary.h"
#include "engine/notation/member_def.h"

namespace bastide {

// How a member is written, and the field of an Event behind it.
enum class EventForm : std::uint8_t {
  player,  // a seat's index, or "dealer"
  piece,   // its name
  tile,    // its id, where there is one
  points,
  reason,    // what points are given for
  at,        // [x, y], where the event has a place
  seg,       // the segment there, where it has one
  rotation,  // degrees
  parts,     // the score sheet
  holder,    // a seat, where somebody holds the piece
  origin,    // {"at":[x,y],"seg":"road:E"}: where a piece came from
  off_map,   // the word of a place that is on no tile, by the name of the list
  turn,      // of the state
  number,    // value
  word,      // value, as a word of a list
  winners    // of the state
};

using EventMemberDef = MemberDefOf<EventForm>;

enum class EventMember : std::uint8_t {
#define EVENT_MEMBER(name, json, form, type) name,
#define EVENT_WORD(name, json, Type) name,
#include "engine/core/words.inc"
};
inline constexpr auto kEventMembers = std::to_array<EventMemberDef>({
#define EVENT_MEMBER(name, json, form, type) {json, EventForm::form, type},
#define EVENT_WORD(name, json, Type) {json, EventForm::word, #Type, k##Type##Names},
#include "engine/core/words.inc"
});
constexpr const EventMemberDef& def_of(EventMember m) { return kEventMembers[index_of(m)]; }

struct OffMapDef {
  std::string_view name;
  std::string_view type;
  std::span<const std::string_view> words;
};
inline constexpr auto kOffMaps = std::to_array<OffMapDef>({
    {},
#define OFF_MAP(name, Type) {#name, #Type, k##Type##Names},
#include "engine/core/words.inc"
});
constexpr const OffMapDef& def_of(OffMap place) { return kOffMaps[index_of(place)]; }

std::span<const EventMember> members_of(EventKind kind);  // besides `event`
// "player: Seat; at?: Cell": in the types for programs
std::string types_of(EventKind kind);

}  // namespace bastide
