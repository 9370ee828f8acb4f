// Which of the people who have a seat at a table are away, and since when. Not stored: after a
// restart everybody is away from then on, until they come again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::server {

class Attendance {
 public:
  // Of these people, those are here; the others have been away since then, if not longer.
  void note(const std::vector<std::string>& people,
            const std::set<std::string_view, std::less<>>& here, std::int64_t since_ms);

  // Nothing: the guest is here, or has no seat.
  std::optional<std::int64_t> away_since(std::string_view guest) const;

 private:
  std::map<std::string, std::int64_t, std::less<>> away_;  // by guest
};

}  // namespace bastide::server
