// Time of the players (docs/wire.md §10.4). Everything follows from the times in the log: a restart
// neither gives time back nor takes it, but for what was used of the move under way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/action.h"
#include "server/message/client_message.h"

namespace bastide::server {

class Clocks {
 public:
  Clocks() = default;  // a game without clocks
  Clocks(const ClockRules& rules, std::size_t seats);

  bool exist() const { return rules_.has_value(); }

  // Time begins, or goes on after a pause, for who decides now; nobody is charged for the pause.
  void run(Seat decides, std::int64_t now_ms);
  // Somebody answered at this time; now this one decides, in the same move or in a new one.
  void answered(std::int64_t now_ms, Seat decides, bool new_move);
  // Seats that have no clock: bots play them.
  void exempt(Seat seat);
  // A bot plays for the seat from now on, and its clock stands still; or its person is back.
  void stand_in(Seat seat, bool on, std::int64_t now_ms);

  std::int64_t left(Seat seat, std::int64_t now_ms) const;
  std::optional<std::int64_t> running_left(std::int64_t now_ms) const;  // of who decides
  bool outlives_restarts() const { return rules_ && rules_->kind == ClockRules::Kind::days; }
  std::string text(std::int64_t now_ms) const;  // the wire's `clocks`

 private:
  bool runs() const { return decides_ < left_.size() && !exempt_[decides_]; }
  std::int64_t budget() const;

  std::optional<ClockRules> rules_;
  std::vector<std::int64_t> left_;  // ms, at `since_`
  std::vector<bool> exempt_;
  Seat decides_ = kNobody;
  std::int64_t since_ = 0;
};

}  // namespace bastide::server
