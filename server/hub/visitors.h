// Everybody who is connected.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/hub/denial.h"

namespace bastide::server {

class Person;
class ProgramLine;

// From any thread.
class Visitors {
 public:
  ConnectionId new_id();
  void add(ConnectionId id, const std::string& guest, std::weak_ptr<Person> person);
  void remove(ConnectionId id, const std::string& guest);
  bool is_here(const std::string& guest) const;  // with any connection
  // A guest has another name now: each of their connections is told on its own loop.
  void rename(const Guest& guest);

  // Lines of programs: false if the account has too many already.
  bool add_line(ConnectionId id, const std::string& account);
  void remove_line(ConnectionId id, const std::string& account);

  std::size_t people() const;
  std::size_t lines() const;
};

}  // namespace bastide::server
