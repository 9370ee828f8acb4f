#include "server/hub/bot_pool.h"

#include <algorithm>

namespace bastide::server {

BotPool::BotPool(int threads) {
  for (int i = 0; i < std::max(threads, 1); ++i) {
    Thinker& thinker = thinkers_.emplace_back();
    thinker.thread = std::thread([this, &thinker] { work(thinker); });
  }
}

void BotPool::ask(BotJob job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    line_.add(std::move(job));
  }
  wake_.notify_one();
}

void BotPool::drop(std::string_view table) {
  const std::lock_guard lock(mutex_);
  line_.drop(table);
  for (Thinker& thinker : thinkers_)
    if (thinker.table == table) thinker.hurry = true;
}

void BotPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    line_.clear();
    for (Thinker& thinker : thinkers_) thinker.hurry = true;
  }
  wake_.notify_all();
  for (Thinker& thinker : thinkers_) thinker.thread.join();
  thinkers_.clear();
}

std::size_t BotPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return line_.size();
}

// A thread keeps its bots: making one may be dear. `begin` lets it forget the game before.
Action BotPool::answer(Bots& bots, const BotJob& job, const std::atomic<bool>& hurry) {
  auto found = bots.find(job.bot);
  if (found == bots.end()) found = bots.emplace(job.bot, make_bot(job.bot)).first;
  Rng rng(job.seed);
  if (found->second == nullptr)  // a name out of an older server's store
    return sample_legal(*job.rules, job.state, static_cast<std::uint32_t>(rng.next() >> 32));
  Bot& bot = *found->second;
  bot.begin(job.setup, *job.rules, actor(job.state));
  bot.allow(job.time);
  bot.heed(&hurry);
  const Action action = bot.choose(*job.rules, job.state, rng);
  return is_legal(*job.rules, job.state, action) ? action : nth_legal(*job.rules, job.state, 0);
}

void BotPool::work(Thinker& thinker) {
  Bots bots;
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || line_.size() > 0; });
    if (stopping_) return;
    const BotJob job = *line_.take();
    thinker.table = job.table;
    thinker.hurry = false;
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    const Action action = answer(bots, job, thinker.hurry);
    job.done(action, std::chrono::duration_cast<std::chrono::microseconds>(
                         std::chrono::steady_clock::now() - begun));
    lock.lock();
    thinker.table.clear();
  }
}

}  // namespace bastide::server
