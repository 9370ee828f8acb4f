// The channel that hints go through: NOTIFY after the commit of what they tell of, and LISTEN, on
// one connection and by one thread.
//
// Inside the commit a NOTIFY would hold a lock of the whole server until the disk and the standby
// have answered. After it, in a transaction of its own that waits for nobody's disk, it costs
// little; and a hint that is lost on the way is made up for, whatever the reason was.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/store/postgres.h"
#include "server/store/postgres_hints.h"

namespace bastide::server::postgres {

class HintChannel {
 public:
  HintChannel(std::shared_ptr<Place> place, std::shared_ptr<HintBuffer> buffer);
  ~HintChannel();
  HintChannel(const HintChannel&) = delete;
  HintChannel& operator=(const HintChannel&) = delete;

  // What is wrong, if it fails. The thread runs from then on.
  std::optional<std::string> start();
  void listen(std::function<void(PeerNews)> news);
  // Tells what there is to tell, if that goes quickly, and ends the thread.
  void close();

 private:
  void run();
  std::optional<std::string> connect();
  bool tell();  // what is in the buffer; false: it could not
  void hear();
  void ask();  // whether the server is still there
  void report(PeerNews news);
  void wake() const;
  void sleep(int most_ms) const;  // until woken
  void clear_wake() const;

  std::shared_ptr<HintBuffer> buffer_;
  const std::string sender_;  // unlike any other's
  Session session_;
  std::string name_;  // of the channel, as the database has it
  int wake_ = -1;     // an eventfd
  std::atomic<bool> closing_ = false;

  std::mutex news_mutex_;  // held while news are told
  std::function<void(PeerNews)> news_;

  std::thread thread_;
};

}  // namespace bastide::server::postgres
