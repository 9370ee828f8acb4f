#include "engine/notation/event_members.h"

namespace bastide {

namespace {

struct EventRow {
  std::array<EventMember, 6> members;
  std::uint8_t count;
};

template <class... M>
consteval EventRow event_row(M... members) {
  static_assert(sizeof...(members) <= 6);
  return {{members...}, sizeof...(members)};
}

constexpr EnumArray<EventKind, EventRow> kEventRows = [] {
  using enum EventMember;
  return EnumArray<EventKind, EventRow>{{
#define EVENT(name, ...) event_row(__VA_ARGS__),
#include "engine/core/words.inc"
  }};
}();

void add_type(std::string& types, std::string_view name, bool optional, std::string_view type) {
  types.append(types.empty() ? "" : "; ").append(name).append(optional ? "?: " : ": ").append(type);
}

}  // namespace

std::span<const EventMember> members_of(EventKind kind) {
  return {kEventRows[kind].members.data(), kEventRows[kind].count};
}

std::string types_of(EventKind kind) {
  std::string types;
  for (const EventMember member : members_of(kind)) {
    const EventMemberDef& def = def_of(member);
    if (def.form != EventForm::off_map) {
      add_type(types, def.name, def.optional, def.type);
      continue;
    }
    for (const OffMapDef& place : kOffMaps)
      if (!place.name.empty()) add_type(types, place.name, true, place.type);
  }
  return types;
}

}  // namespace bastide
