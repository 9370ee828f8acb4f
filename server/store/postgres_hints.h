// Hints about what has been written, on their way from one process to the others.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/peers.h"
#include "server/store/write.h"

namespace bastide::server::postgres {

// What gathers until it can be told. Of a table the highest version is told, and -1, that it is
// gone, beats all of them.
struct Hints {
  std::map<std::string, std::int64_t> tables;
  std::set<std::string> presence, guests;

  bool empty() const { return tables.empty() && presence.empty() && guests.empty(); }
  void add_table(const std::string& id, std::int64_t version);
  void add(const Write& write);  // one that has been done
  void add(Hints others);
};

// The longest text that NOTIFY takes, and some room.
inline constexpr std::size_t kMostPayload = 7900;

// As texts that say who sends them, none longer than that. What does not fit into one is left out:
// whoever should know of it finds it later.
std::vector<std::string> payloads_of(const std::string& sender, const Hints& hints);

// Adds what a text says. One of the same sender, or one that is not whole, says nothing: any
// program may send to the channel.
void read_payload(const std::string& sender, std::string_view payload, Hints& hints);

PeerNews news_of(Hints hints);

// Filled by the writing thread and by whoever announces, emptied by the thread that tells.
class HintBuffer {
 public:
  // `wake` is called when there is something in it again.
  void set_wake(std::function<void()> wake);
  void add(Hints hints);
  Hints take();

 private:
  std::mutex mutex_;
  Hints hints_;
  std::function<void()> wake_;
};

}  // namespace bastide::server::postgres
