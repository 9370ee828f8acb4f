// This node among those that serve the same store: the lease that says it lives, the store's clock,
// what it hears of the others, and the tables of those that died. A node that has a store to itself
// needs none of it.
//
// A lease saves work, so that no two nodes ask the same bot; that no change is lost is up to the
// versions of the tables. So a node that was stopped for a minute and goes on does no harm.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "server/async/task.h"
#include "server/store/peers.h"

namespace bastide::server {

struct Site;

// From any thread.
class Nodes {
 public:
  explicit Nodes(Site& site);
  ~Nodes();

  bool alone() const { return peers_ == nullptr; }
  Peers& peers() const { return *peers_; }

  // Begins a lease, and renews it from now on.
  void open();
  // Gives it back, and calls this, on the home loop.
  void close(std::function<void()> done);

  // The id that this node has at present. It has a new one after a lease that ran out.
  std::string id() const;
  // Whether what was taken under this id is still this node's to drive.
  bool drives_as(std::string_view id) const;
  bool holds() const;                             // a lease, at the moment
  std::size_t living() const { return living_; }  // nodes, this one as well

 private:
  using Steady = std::chrono::steady_clock;

  std::chrono::milliseconds lease() const;
  Task<void> renew_on();
  Task<void> renew();
  void note(const Lease& held, Steady::time_point sent, std::int64_t sent_ms);
  void follow_clock(std::int64_t store_ms, std::int64_t sent_ms);
  void begin_anew();
  Task<void> take_over_on();
  Task<void> take_over();
  void hear(PeerNews news);

  Site& site_;
  Peers* const peers_;  // none: alone
  mutable std::mutex mutex_;
  std::string id_;                            // with the mutex
  std::atomic<Steady::rep> drives_until_{0};  // by the steady clock
  std::atomic<std::size_t> living_{1};
  std::vector<std::string> nodes_;  // of the home loop: those that lived last time
  bool has_clock_ = false;          // so too: it has been set
};

}  // namespace bastide::server
