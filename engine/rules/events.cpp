#include "engine/rules/events.h"

namespace bastide {
namespace {

void set_place(const GameState& s, SegmentId segment, Event& event) {
  event.segment = segment;
  event.has_place = true;
  event.at = s.tiles[s.segments[segment].tile].at;
}

}  // namespace

void tell_listener(EventSink& events, const GameState& s, EventKind kind, Seat player, Told told) {
  Event event;
  event.kind = kind;
  event.player = player;
  event.piece = told.piece;
  event.reason = told.reason;
  event.tile = told.tile;
  event.rotation = told.rotation;
  event.off_map = told.off_map;
  event.points = told.points;
  event.value = told.value;
  event.seg = told.seg;
  event.holder = told.holder;
  event.from = told.from;
  if (told.segment != kNone) set_place(s, told.segment, event);
  if (told.at != kNowhere) {
    event.has_place = true;
    event.at = told.at;
  }
  events.add(s, event);
}

namespace {

Event score_event(Seat player, ScoreFor reason, const Sheet& sheet) {
  Event event;
  event.kind = EventKind::score;
  event.player = player;
  event.reason = reason;
  event.points = sheet.total();
  event.sheet = sheet;
  return event;
}

}  // namespace

void tell_score(EventSink& events, const GameState& s, Seat player, ScoreFor reason,
                const Sheet& sheet, SegmentId where) {
  Event event = score_event(player, reason, sheet);
  if (where != kNone) set_place(s, where, event);
  events.add(s, event);
}

void tell_score(EventSink& events, const GameState& s, Seat player, ScoreFor reason,
                const Sheet& sheet, Pos at, std::uint8_t seg) {
  Event event = score_event(player, reason, sheet);
  event.has_place = true;
  event.at = at;
  event.seg = seg;
  events.add(s, event);
}

}  // namespace bastide
