#include "engine/notation/json_event.h"

#include <span>
#include <nlohmann/json.hpp>

#include "engine/notation/event_members.h"
#include "engine/notation/names.h"

namespace bastide {

namespace {

std::string_view word_at(std::span<const std::string_view> words, int i) {
  return static_cast<std::size_t>(i) < words.size() ? words[static_cast<std::size_t>(i)]
                                                    : std::string_view();
}

void write_place(const Rules& rules, const GameState& s, const Event& event,
                 const EventMemberDef& member, JsonWriter& out) {
  if (!event.has_place) return;
  const bool cell = member.form == EventForm::at;
  if (event.segment == kNone || is_spot(event.seg)) {
    if (cell) {
      out.place(member.name, event.at);
    } else if (is_spot(event.seg)) {
      out.word(member.name, name_of(spot_of(event.seg)));
    }
    return;
  }
  const SegmentPlace place = place_of(rules, s, event.segment);
  if (cell) {
    out.place(member.name, place.at);
  } else {
    out.word(member.name, place.seg);
  }
}

void write_off_map(const Event& event, JsonWriter& out) {
  if (event.off_map == OffMap::no) return;
  const OffMapDef& place = def_of(event.off_map);
  out.word(place.name, word_at(place.words, event.value));
}

void write_player(const Event& event, std::string_view name, JsonWriter& out) {
  if (event.player == kNobody) return;
  if (event.player == kDealer) {
    out.word(name, "dealer");
  } else {
    out.number(name, event.player);
  }
}

void write_sheet(const Sheet& sheet, std::string_view name, JsonWriter& out) {
  out.open_list(name);
  for (const ScoreTerm& term : sheet) {
    out.open_object("");
    out.word("term", name_of(term.term));
    out.number("count", term.count);
    out.number("points", term.points);
    out.close();
  }
  out.close();
}

void write_member(const Rules& rules, const GameState& s, const Event& event,
                  const EventMemberDef& member, SeatBits cannot_win, JsonWriter& out) {
  switch (member.form) {
    case EventForm::player:
      return write_player(event, member.name, out);
    case EventForm::piece:
      return out.word(member.name, name_of(event.piece));
    case EventForm::tile:
      if (event.tile != kNone) out.word(member.name, tile_id(rules, event.tile));
      return;
    case EventForm::points:
      return out.number(member.name, event.points);
    case EventForm::reason:
      return out.word(member.name, name_of(event.reason));
    case EventForm::at:
    case EventForm::seg:
      return write_place(rules, s, event, member, out);
    case EventForm::rotation:
      return out.number(member.name, 90 * event.rotation);
    case EventForm::parts:
      return write_sheet(event.sheet, member.name, out);
    case EventForm::holder:
      if (event.holder != kNobody) out.number(member.name, event.holder);
      return;
    case EventForm::origin:
      out.open_object(member.name);
      write_segment_place(place_of(rules, s, event.from), out);
      return out.close();
    case EventForm::off_map:
      return write_off_map(event, out);
    case EventForm::turn:
      return out.number(member.name, s.core->turn);
    case EventForm::number:
      return out.number(member.name, event.value);
    case EventForm::word:
      return out.word(member.name, word_at(member.words, event.value));
    case EventForm::winners:
      return write_winners(rules, s, cannot_win, member.name, out);
  }
}

}  // namespace

void write_event(const Rules& rules, const GameState& s, const Event& event, SeatBits cannot_win,
                 JsonWriter& out) {
  out.open_object("");
  out.word("event", name_of(event.kind));
  for (const EventMember member : members_of(event.kind))
    write_member(rules, s, event, def_of(member), cannot_win, out);
  out.close();
}

Json event_to_json(const Rules& rules, const GameState& s, const Event& event,
                   SeatBits cannot_win) {
  return tree_of(text_of([&](JsonWriter& out) { write_event(rules, s, event, cannot_win, out); }));
}

Json JsonEvents::events() const { return tree_of(std::string(out_.written()) + ']'); }

std::string JsonEvents::take_text() {
  out_.close();
  std::string text = out_.take();
  out_.open_list("");
  return text;
}

Json JsonEvents::take() { return tree_of(take_text()); }

}  // namespace bastide
