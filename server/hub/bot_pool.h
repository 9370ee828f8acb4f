// Threads on which the bots of all tables think, so that the loop never waits for one.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bots/bot.h"
#include "engine/game/game.h"

namespace bastide::server {

// One question to a bot, with a position of its own.
struct BotJob {
  RulesPtr rules;
  Setup setup;
  GameState state;
  std::string bot;
  std::uint64_t seed = 0;
  std::chrono::milliseconds time{0};
  std::function<void(const Action&, std::chrono::microseconds took)> done;  // from a thread
};

class BotPool {
 public:
  explicit BotPool(int threads);
  ~BotPool() { stop(); }

  void ask(BotJob job);
  // Waits for the answers under way; what is still queued is dropped.
  void stop();
  std::size_t waiting() const;

 private:
  using Bots = std::map<std::string, std::unique_ptr<Bot>, std::less<>>;
  void work();
  static Action answer(Bots& bots, const BotJob& job);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<BotJob> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace bastide::server
