// Who is thought about next. Those who have asked take turns, however much each of them asks, and
// of one table only the newest question counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/game/game.h"

namespace bastide::server {

// One question to a bot, with a position of its own.
struct BotJob {
  std::string table;
  std::string asker;  // whose turn it takes: the host of the table
  RulesPtr rules;
  Setup setup;
  GameState state;
  std::string bot;
  std::uint64_t seed = 0;
  std::chrono::milliseconds time{0};
  std::function<void(const Action&, std::chrono::microseconds took)> done;  // from a thread
};

class BotLine {
 public:
  void add(BotJob job);
  std::optional<BotJob> take();
  void drop(std::string_view table);
  void clear();
  std::size_t size() const { return asker_of_.size(); }

 private:
  std::deque<std::string> turns_;                                // each asker once
  std::map<std::string, std::deque<BotJob>, std::less<>> jobs_;  // by asker, none of them empty
  std::map<std::string, std::string, std::less<>> asker_of_;     // by table
};

}  // namespace bastide::server
