#include "server/hub/attendance.h"

#include <algorithm>

namespace bastide::server {

void Attendance::note(const std::vector<std::string>& people,
                      const std::set<std::string_view, std::less<>>& here, std::int64_t since_ms) {
  std::erase_if(away_, [&](const auto& one) {
    return here.contains(one.first) || std::ranges::find(people, one.first) == people.end();
  });
  for (const std::string& guest : people)
    if (!here.contains(guest)) away_.try_emplace(guest, since_ms);
}

std::optional<std::int64_t> Attendance::away_since(std::string_view guest) const {
  const auto found = away_.find(guest);
  return found != away_.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace bastide::server
