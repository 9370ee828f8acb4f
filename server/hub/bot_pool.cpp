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

// Best the one that knows the table, of several the one that was there last; else any of that name,
// since making one may be dear.
BotPool::RestingBot BotPool::wake_for(const BotJob& job) {
  auto chosen = resting_.end();
  for (auto one = resting_.begin(); one != resting_.end(); ++one) {
    if (one->name != job.bot) continue;
    const bool knows = one->table == job.table && one->seat == actor(job.state);
    if (chosen == resting_.end() || knows) chosen = one;
  }
  if (chosen == resting_.end()) return {job.bot, {}, kNobody, nullptr, nullptr};
  RestingBot woken = std::move(*chosen);
  resting_.erase(chosen);
  return woken;
}

Action BotPool::answer(RestingBot& rested, const BotJob& job, const std::atomic<bool>& hurry) {
  if (rested.bot == nullptr) rested.bot = make_bot(job.bot);
  Rng rng(job.seed);
  if (rested.bot == nullptr)  // a name out of an older server's store
    return sample_legal(*job.rules, job.state, static_cast<std::uint32_t>(rng.next() >> 32));
  Bot& bot = *rested.bot;
  const Seat seat = actor(job.state);
  if (rested.table != job.table || rested.seat != seat || rested.rules != job.rules)
    bot.begin(job.setup, *job.rules, seat);
  rested.table = job.table;
  rested.seat = seat;
  rested.rules = job.rules;
  bot.allow(job.time);
  bot.heed(&hurry);
  const Action action = bot.choose(*job.rules, job.state, rng);
  if (!is_legal(*job.rules, job.state, action)) return nth_legal(*job.rules, job.state, 0);
  bot.observe(*job.rules, job.state, action);
  return action;
}

void BotPool::work(Thinker& thinker) {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || line_.size() > 0; });
    if (stopping_) return;
    const BotJob job = *line_.take();
    thinker.table = job.table;
    thinker.hurry = false;
    RestingBot woken = wake_for(job);
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    const Action action = answer(woken, job, thinker.hurry);
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - begun);
    lock.lock();
    // Before anybody hears of the answer: the next question comes at once.
    if (woken.bot != nullptr) resting_.push_back(std::move(woken));
    thinker.table.clear();
    lock.unlock();
    job.done(action, took);
  }
}

}  // namespace bastide::server
