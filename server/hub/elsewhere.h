// Who is at a table at other nodes, as these say it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/peers.h"

namespace bastide::server {

struct Company {
  std::set<std::string, std::less<>> people;                  // who have a seat, and are heard of
  std::map<std::string, std::int64_t, std::less<>> programs;  // with a line, and since when
  std::int64_t spectators = 0;
  bool empty() const { return people.empty() && programs.empty() && spectators == 0; }
  std::string text() const;  // empty: nobody
  // What is no such text says of nobody.
  static Company read(std::string_view text);
};

class Elsewhere {
 public:
  // All that is said of this table; what this node says itself is passed over.
  void take(const std::vector<PresenceRow>& rows, std::string_view own_node);

  bool has(std::string_view guest) const { return company_.people.contains(guest); }
  std::optional<std::int64_t> program_since(std::string_view account) const;
  std::int64_t spectators() const { return company_.spectators; }

 private:
  Company company_;  // of all of them
};

}  // namespace bastide::server
