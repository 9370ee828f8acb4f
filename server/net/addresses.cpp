#include "server/net/addresses.h"

#include <algorithm>

namespace bastide::server {

Addresses::Place& Addresses::Place::operator=(Place&& other) noexcept {
  if (this == &other) return *this;
  leave();
  book_ = other.book_;
  key_ = std::move(other.key_);
  other.book_ = nullptr;
  return *this;
}

void Addresses::Place::leave() {
  if (!book_) return;
  const std::lock_guard lock(book_->mutex_);
  const auto entry = book_->entries_.find(key_);
  const Entry& e = entry->second;
  if (--entry->second.open == 0 && !e.guests && !e.requests && !e.messages)
    book_->entries_.erase(entry);
  book_ = nullptr;
}

Addresses::Place Addresses::enter(std::string_view key) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_.try_emplace(std::string(key)).first->second;
  if (entry.open >= limit_) return {};
  ++entry.open;
  return {this, std::string(key)};
}

Addresses::Entry& Addresses::entry_of(std::string_view key, std::int64_t now_ms) {
  if (entries_.size() >= forget_at_) forget_the_idle(now_ms);
  return entries_.try_emplace(std::string(key)).first->second;
}

bool Addresses::may_make_guest(std::string_view key, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entry_of(key, now_ms);
  if (!entry.guests) entry.guests.emplace(1, static_cast<double>(limit_));
  return entry.guests->take(now_ms);
}

bool Addresses::may_ask(std::string_view key, double cost, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entry_of(key, now_ms);
  if (!entry.requests) entry.requests.emplace(kCostASecond, kCostAtOnce);
  return entry.requests->take(now_ms, cost);
}

std::shared_ptr<Budget> Addresses::budget(std::string_view key, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entry_of(key, now_ms);
  if (!entry.messages)
    entry.messages = std::make_shared<Budget>(kMessagesASecond, kMessagesAtOnce);
  return entry.messages;
}

// A budget that somebody holds stays, or the next one would get another; only this book gives it
// to others, so a count of one stays one while the book is locked.
bool Addresses::Entry::is_whole(std::int64_t now_ms) const {
  const auto whole = [now_ms](const std::optional<Allowance>& one) {
    return !one || one->is_whole(now_ms);
  };
  const bool unused = !messages || (messages.use_count() == 1 && messages->is_whole(now_ms));
  return open == 0 && whole(guests) && whole(requests) && unused;
}

void Addresses::forget_the_idle(std::int64_t now_ms) {
  std::erase_if(entries_, [&](const auto& item) { return item.second.is_whole(now_ms); });
  forget_at_ = std::max<std::size_t>(1024, 2 * entries_.size());
}

}  // namespace bastide::server
