#include "server/hub/audience.h"

#include <algorithm>

namespace bastide::server {

bool Audience::add(const Asker& asker, std::shared_ptr<Watch> watch) {
  Viewer viewer{asker.guest, asker.line, std::move(watch)};
  if (!viewers_.emplace(asker.connection, std::move(viewer)).second) return false;
  connections_[asker.guest.id].insert(asker.connection);
  return true;
}

bool Audience::remove(ConnectionId connection) {
  const auto found = viewers_.find(connection);
  if (found == viewers_.end()) return false;
  const auto mine = connections_.find(found->second.guest.id);
  mine->second.erase(connection);
  if (mine->second.empty()) connections_.erase(mine);
  viewers_.erase(found);
  return true;
}

Viewer* Audience::find(ConnectionId connection) {
  const auto found = viewers_.find(connection);
  return found != viewers_.end() ? &found->second : nullptr;
}

bool Audience::lives(std::string_view guest) const {
  const auto mine = connections_.find(guest);
  return mine != connections_.end() && std::ranges::any_of(mine->second, [&](ConnectionId id) {
           return !viewers_.at(id).silent;
         });
}

}  // namespace bastide::server
