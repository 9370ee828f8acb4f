// Those who look at one table.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/hub/denial.h"
#include "server/hub/watch.h"

namespace bastide::server {

struct Viewer {
  Guest guest;
  std::shared_ptr<Connection> line;
  std::shared_ptr<Watch> watch;
  bool silent = false;  // the network has heard nothing for a while
};

class Audience {
 public:
  // False: this connection was there already.
  bool add(const Asker& asker, std::shared_ptr<Watch> watch);
  bool remove(ConnectionId connection);
  Viewer* find(ConnectionId connection);

  bool empty() const { return viewers_.empty(); }
  std::size_t size() const { return viewers_.size(); }
  const std::unordered_map<ConnectionId, Viewer>& all() const { return viewers_; }
  // With a connection of any kind, or with one that lives.
  bool has(std::string_view guest) const { return connections_.contains(guest); }
  bool lives(std::string_view guest) const;
  std::size_t guests() const { return connections_.size(); }

 private:
  std::unordered_map<ConnectionId, Viewer> viewers_;
  std::map<std::string, std::set<ConnectionId>, std::less<>> connections_;  // by guest
};

}  // namespace bastide::server
