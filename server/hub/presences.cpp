#include "server/hub/presences.h"

#include <utility>
#include <vector>

#include "server/hub/limits.h"
#include "server/hub/site.h"

namespace bastide::server {

namespace {

constexpr std::size_t kToldAtOnce = 200;

}  // namespace

void Presences::say(const std::string& table, std::string text) {
  if (site_.nodes.alone()) return;
  {
    const std::lock_guard lock(mutex_);
    const auto said = said_.find(table);
    if (said == said_.end() ? text.empty() : said->second == text) return;
    if (text.empty())
      said_.erase(said);
    else
      said_[table] = std::move(text);
    due_.insert(table);
  }
  begin();
}

void Presences::say_all_again() {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [table, text] : said_) due_.insert(table);
  }
  begin();
}

void Presences::begin() {
  {
    const std::lock_guard lock(mutex_);
    if (due_.empty() || std::exchange(telling_, true)) return;
  }
  start(tell());
}

Task<void> Presences::tell() {
  Loop& home = site_.home();
  co_await go_to(home);
  for (;;) {
    std::vector<PresenceRow> rows;
    {
      const std::lock_guard lock(mutex_);
      while (!due_.empty() && rows.size() < kToldAtOnce) {
        const std::string table = std::move(due_.extract(due_.begin()).value());
        const auto said = said_.find(table);
        rows.push_back({table, {}, said != said_.end() ? said->second : std::string()});
      }
      if (rows.empty() || site_.stopping) {
        telling_ = false;
        co_return;
      }
    }
    const std::string node = site_.nodes.id();
    const auto begin = [&](StoreDone done) {
      site_.nodes.peers().announce(node, rows, std::move(done));
    };
    const StoreResult result = co_await done_on<StoreResult>(home, begin);
    if (result.ok()) continue;
    {
      const std::lock_guard lock(mutex_);
      for (const PresenceRow& row : rows) due_.insert(row.table);
    }
    co_await after(home, kStorageRetry);
  }
}

}  // namespace bastide::server
