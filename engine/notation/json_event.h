// Events as JSON: what happened, for display.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/game/game.h"
#include "engine/notation/form.h"
#include "engine/notation/json_state.h"

namespace bastide {

Json event_to_json(const Rules& rules, const GameState& s, const Event& event,
                   SeatBits cannot_win = 0);
Json sheet_to_json(const Sheet& sheet);  // the parts of a score

// Collects events as a JSON array, as they happen: an event is written in the state it is told in.
class JsonEvents final : public EventSink {
 public:
  explicit JsonEvents(const Rules& rules, SeatBits cannot_win = 0)
      : rules_(rules), cannot_win_(cannot_win) {}
  void add(const GameState& state, const Event& event) override {
    events_.push_back(event_to_json(rules_, state, event, cannot_win_));
  }
  const Json& events() const { return events_; }
  Json take() { return std::exchange(events_, Json::array()); }

 private:
  const Rules& rules_;
  SeatBits cannot_win_;
  Json events_ = Json::array();
};

}  // namespace bastide
