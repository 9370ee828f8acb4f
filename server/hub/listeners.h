// Connections that want to be told of something of a guest, and when each guest was told last: what
// changes often is told together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace bastide::server {

class Listeners {
 public:
  using Id = std::uint64_t;
  explicit Listeners(std::int64_t least_ms) : least_ms_(least_ms) {}

  void add(const std::string& guest, Id connection) {
    auto& all = guests_[guest].connections;
    if (std::ranges::find(all, connection) == all.end()) all.push_back(connection);
  }
  void remove(const std::string& guest, Id connection) {
    const auto found = guests_.find(guest);
    if (found == guests_.end()) return;
    std::erase(found->second.connections, connection);
    if (found->second.connections.empty()) guests_.erase(found);
  }

  // Something changed: how many milliseconds from now the guest is to be told. Nothing: nobody
  // listens, or it is due already.
  std::optional<std::int64_t> changed(const std::string& guest, std::int64_t now_ms) {
    const auto found = guests_.find(guest);
    if (found == guests_.end() || found->second.due) return std::nullopt;
    found->second.due = true;
    return std::max<std::int64_t>(0, found->second.told_ms + least_ms_ - now_ms);
  }
  // Those who are to be told now.
  std::vector<Id> take(const std::string& guest, std::int64_t now_ms) {
    const auto found = guests_.find(guest);
    if (found == guests_.end()) return {};
    found->second.due = false;
    found->second.told_ms = now_ms;
    return found->second.connections;
  }

 private:
  struct Listener {
    std::vector<Id> connections;
    bool due = false;
    std::int64_t told_ms = 0;
  };
  std::int64_t least_ms_;
  std::unordered_map<std::string, Listener> guests_;
};

}  // namespace bastide::server
