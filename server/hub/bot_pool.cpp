#include "server/hub/bot_pool.h"

#include <algorithm>

namespace bastide::server {

BotPool::BotPool(int threads) {
  for (int i = 0; i < std::max(threads, 1); ++i) threads_.emplace_back([this] { work(); });
}

void BotPool::ask(BotJob job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    queue_.push_back(std::move(job));
  }
  wake_.notify_one();
}

void BotPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    queue_.clear();
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

std::size_t BotPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

// A thread keeps its bots: making one may be dear. `begin` lets it forget the game before.
Action BotPool::answer(Bots& bots, const BotJob& job) {
  auto found = bots.find(job.bot);
  if (found == bots.end()) found = bots.emplace(job.bot, make_bot(job.bot)).first;
  Rng rng(job.seed);
  if (found->second == nullptr)  // a name out of an older server's store
    return sample_legal(*job.rules, job.state, static_cast<std::uint32_t>(rng.next() >> 32));
  Bot& bot = *found->second;
  bot.begin(job.setup, *job.rules, actor(job.state));
  bot.allow(job.time);
  const Action action = bot.choose(*job.rules, job.state, rng);
  return is_legal(*job.rules, job.state, action) ? action : nth_legal(*job.rules, job.state, 0);
}

void BotPool::work() {
  Bots bots;
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (stopping_) return;
    BotJob job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    const Action action = answer(bots, job);
    job.done(action, std::chrono::duration_cast<std::chrono::microseconds>(
                         std::chrono::steady_clock::now() - begun));
  }
}

}  // namespace bastide::server
