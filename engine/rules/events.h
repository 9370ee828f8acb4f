// What happened, for display. Rules never read events.
#pragma once

#include "engine/board/state.h"
#include "engine/core/action.h"
#include "engine/rules/sheet.h"

namespace bastide {

// Where a piece is put or comes from that does not stand on a tile; `value` says which of them.
enum class OffMap : std::uint8_t { no, sector, quarter };

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

}  // namespace bastide
