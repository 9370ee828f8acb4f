// Everybody who is connected.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/hub/denial.h"

namespace bastide::server {

class Person;

// From any thread.
class Visitors {
 public:
  ConnectionId new_id() { return ++last_; }
  void add(ConnectionId id, const std::string& guest, std::weak_ptr<Person> person);
  void remove(ConnectionId id, const std::string& guest);
  bool is_here(const std::string& guest) const;  // with any connection
  // A guest has another name now: each of their connections is told on its own loop.
  void rename(const Guest& guest);

  // Lines of programs: false if the account has too many already.
  bool add_line(ConnectionId id, const std::string& account,
                std::weak_ptr<Connection> connection = {});
  void remove_line(ConnectionId id, const std::string& account);

  std::size_t people() const;
  std::size_t lines() const;

  // The server stops: people are told so; programs are not, since they come again.
  void dismiss_all(std::string_view sentence);

 private:
  template <class Visitor>
  using Connections = std::map<ConnectionId, Visitor>;
  std::vector<std::shared_ptr<Person>> all_people() const;

  std::atomic<ConnectionId> last_{0};
  mutable std::mutex mutex_;  // of all below
  std::size_t people_count_ = 0;
  std::size_t line_count_ = 0;
  std::unordered_map<std::string, Connections<std::weak_ptr<Person>>> people_;     // by guest
  std::unordered_map<std::string, Connections<std::weak_ptr<Connection>>> lines_;  // by account
};

}  // namespace bastide::server
