// A thread that asks a server of PostgreSQL one thing after another, on a connection of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/store/postgres.h"

namespace bastide::server::postgres {

class Worker {
 public:
  // What is asked while the server is away is tried again, and fails after so long.
  Worker(std::shared_ptr<Place> place, std::vector<Statement> statements, int give_up_ms);
  ~Worker() { close(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // What is wrong, if it fails. The thread runs from then on.
  std::optional<std::string> start();

  // Whoever asks again does no harm: a call whose answer was lost is sent a second time. `done` is
  // called once; from the calling thread if this is closed.
  void ask(Call call, std::function<void(Outcome)> done);
  // Waits until everything that was asked before has been answered.
  void flush();
  // Does what was asked before, and ends the thread.
  void close();

 private:
  using Clock = std::chrono::steady_clock;
  struct Question {
    Call call;
    std::function<void(Outcome)> done;
    Clock::time_point end;
  };

  void run();
  Outcome answer(const Question& question);
  Outcome answer_once(const Call& call);

  Session session_;
  const std::chrono::milliseconds give_up_;

  std::mutex mutex_;
  std::condition_variable wake_, progress_;
  std::deque<Question> questions_;
  std::uint64_t asked_ = 0, answered_ = 0;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace bastide::server::postgres
