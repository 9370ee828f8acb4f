#include "server/hub/bot_line.h"

#include <algorithm>

namespace bastide::server {

void BotLine::add(BotJob job) {
  drop(job.table);
  asker_of_[job.table] = job.asker;
  auto [own, first] = jobs_.try_emplace(job.asker);
  if (first) turns_.push_back(job.asker);
  own->second.push_back(std::move(job));
}

std::optional<BotJob> BotLine::take() {
  if (turns_.empty()) return std::nullopt;
  const auto own = jobs_.find(turns_.front());
  BotJob job = std::move(own->second.front());
  own->second.pop_front();
  asker_of_.erase(job.table);
  if (own->second.empty())
    jobs_.erase(own);
  else
    turns_.push_back(turns_.front());
  turns_.pop_front();
  return job;
}

void BotLine::drop(std::string_view table) {
  const auto asked = asker_of_.find(table);
  if (asked == asker_of_.end()) return;
  const auto own = jobs_.find(asked->second);
  std::erase_if(own->second, [table](const BotJob& job) { return job.table == table; });
  if (own->second.empty()) {
    std::erase(turns_, own->first);
    jobs_.erase(own);
  }
  asker_of_.erase(asked);
}

void BotLine::clear() { *this = {}; }

}  // namespace bastide::server
