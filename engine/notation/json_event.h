// Events as JSON: what happened, for display.
#pragma once

#include "engine/game/game.h"
#include "engine/notation/form.h"
#include "engine/notation/json_state.h"
#include "engine/notation/json_writer.h"

namespace bastide {

void write_event(const Rules& rules, const GameState& s, const Event& event, SeatBits cannot_win,
                 JsonWriter& out);
Json event_to_json(const Rules& rules, const GameState& s, const Event& event,
                   SeatBits cannot_win = 0);

// Collects events as a list, as they happen: an event is written in the state it is told in.
class JsonEvents final : public EventSink {
 public:
  explicit JsonEvents(const Rules& rules, SeatBits cannot_win = 0)
      : rules_(rules), cannot_win_(cannot_win) {
    out_.open_list("");
  }
  void add(const GameState& state, const Event& event) override {
    write_event(rules_, state, event, cannot_win_, out_);
  }
  Json events() const;      // so far
  std::string take_text();  // and a new list begins
  Json take();

 private:
  const Rules& rules_;
  SeatBits cannot_win_;
  JsonWriter out_;
};

}  // namespace bastide
