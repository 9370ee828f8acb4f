#include "server/net/slow_clients.h"

#include <algorithm>

namespace bastide::server {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookAgain{1000};
constexpr milliseconds kWhenOthersAreFirst{50};

// By one client of another loop, when that was last looked at.
std::size_t most_elsewhere(const Context& here) {
  std::size_t most = 0;
  for (const Context& one : here.common.contexts)
    if (&one != &here) most = std::max(most, one.most_unread.load(std::memory_order_relaxed));
  return most;
}

}  // namespace

void SlowClients::watch() {
  looking_.expires_after(look() ? kLookAgain : kWhenOthersAreFirst);
  looking_.async_wait([this](const boost::system::error_code& error) {
    if (!error) watch();
  });
}

// In all too much: the one with most of it goes first, so a loop cuts one of its clients only if no
// other loop has one that holds more. Gives whether nothing is left to do for now.
bool SlowClients::look() {
  const Common& common = context_.common;
  context_.for_each_peer([&](Peer& peer) {
    if (peer.waits() > common.options.unread_time) cut(peer);
  });
  for (;;) {
    const auto most = std::ranges::max_element(context_.peers, {}, &Peer::unread);
    const std::size_t unread = most == context_.peers.end() ? 0 : (*most)->unread();
    context_.most_unread.store(unread, std::memory_order_relaxed);
    if (common.unread <= common.options.unread_in_all) return true;
    if (unread == 0 || unread < most_elsewhere(context_)) return false;
    cut(**most);
  }
}

void SlowClients::cut(Peer& peer) {
  context_.counters.slow_cut.add();
  peer.cut();
}

}  // namespace bastide::server
