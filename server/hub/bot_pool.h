// Threads on which the bots of all tables think, so that the loop never waits for one.
#pragma once

#include <atomic>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "bots/bot.h"
#include "server/hub/bot_line.h"

namespace bastide::server {

class BotPool {
 public:
  explicit BotPool(int threads);
  ~BotPool() { stop(); }

  // Takes the place of what was asked about the same table before.
  void ask(BotJob job);
  // Nobody needs the answer any more: it is not thought about, or not any longer.
  void drop(std::string_view table);
  // Answers under way come at once; what still waits is dropped.
  void stop();
  std::size_t waiting() const;

 private:
  // A bot between two questions. It remembers the last one: what it found while it laid a tile
  // serves for the piece on it.
  struct RestingBot {
    std::string name, table;
    Seat seat = kNobody;
    RulesPtr rules;  // of that table: what the bot remembers refers to them
    std::unique_ptr<Bot> bot;
  };
  struct Thinker {
    std::string table;  // that it thinks about
    std::atomic<bool> hurry = false;
    std::thread thread;
  };
  void work(Thinker& thinker);
  RestingBot wake_for(const BotJob& job);
  static Action answer(RestingBot& rested, const BotJob& job, const std::atomic<bool>& hurry);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  BotLine line_;
  // The one that has rested longest first; of one name never more than there are threads.
  std::list<RestingBot> resting_;
  bool stopping_ = false;
  std::list<Thinker> thinkers_;
};

}  // namespace bastide::server
