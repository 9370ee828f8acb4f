// What happened, for display. Rules never read events.
#pragma once

#include <cstdint>

#include "engine/board/state.h"
#include "engine/core/action.h"
#include "engine/rules/sheet.h"

namespace bastide {

// Which members mean something depends on the kind; `has_place` tells whether at and segment do.
struct Event {
  EventKind kind = EventKind::turn;
  Seat player = kNobody;
  PieceKind piece = PieceKind::meeple;
  ScoreFor reason = ScoreFor::road;
  TileType tile = kNone;
  Rotation rotation = 0;
  bool has_place = false;
  OffMap off_map = OffMap::no;
  Pos at;
  SegmentId segment = kNone;
  std::uint8_t seg = 0;    // a spot of the tile (seg_of), where the place is one
  Seat holder = kNobody;   // of a prisoner
  SegmentId from = kNone;  // where a piece has moved from
  int points = 0;
  int value = 0;  // sector, quarter, count of tiles ...
  Sheet sheet;    // score events
};

class EventSink {
 public:
  virtual void add(const GameState& state, const Event& event) = 0;

 protected:
  ~EventSink() = default;
};

// What an event tells besides who did what; the rest is left out.
struct Told {
  PieceKind piece = PieceKind::meeple;
  ScoreFor reason = ScoreFor::road;
  TileType tile = kNone;
  Rotation rotation = 0;
  OffMap off_map = OffMap::no;
  SegmentId segment = kNone;  // its place is the tile it belongs to
  Pos at = kNowhere;          // the place of what is no segment
  std::uint8_t seg = 0;       // a spot of the tile at `at` or of the segment (seg_of)
  Seat holder = kNobody;
  SegmentId from = kNone;
  int points = 0;
  int value = 0;
};

// The one way to tell. Where every turn passes, ask first whether anybody listens: the compiler
// would put together what is told for nobody.
void tell_listener(EventSink& events, const GameState& s, EventKind kind, Seat player, Told told);
inline void tell(EventSink* events, const GameState& s, EventKind kind, Seat player,
                 Told told = {}) {
  if (events != nullptr) tell_listener(*events, s, kind, player, told);
}
void tell_score(EventSink& events, const GameState& s, Seat player, ScoreFor reason,
                const Sheet& sheet, SegmentId where);
// At a tile, or a spot of it (seg_of).
void tell_score(EventSink& events, const GameState& s, Seat player, ScoreFor reason,
                const Sheet& sheet, Pos at, std::uint8_t seg);

}  // namespace bastide
