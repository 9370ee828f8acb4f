#include "server/store/threaded_store.h"

#include <algorithm>
#include <iterator>

namespace bastide::server {

namespace {

constexpr const char* kClosed = "The store is closed.";

}  // namespace

ThreadedStore::ThreadedStore(StoreParts parts)
    : salt_(parts.salt),
      max_group_(std::max<std::size_t>(parts.max_group, 1)),
      pace_(parts.pace),
      held_(std::move(parts.held)),
      writer_(std::move(parts.writer)),
      readers_(std::move(parts.readers)),
      peers_(std::move(parts.peers)),
      reading_(readers_.size(), 0) {
  threads_.emplace_back([this] { write_on(); });
  for (std::size_t i = 0; i < readers_.size(); ++i)
    threads_.emplace_back([this, i] { read_on(i); });
}

// --- Writing ------------------------------------------------------------------

void ThreadedStore::put_guest(GuestRow row, std::size_t most_of_address, StoreDone done) {
  queue({PutGuest{std::move(row), most_of_address}, std::move(done)});
}

void ThreadedStore::see_guest(std::string id, std::int64_t now_ms, StoreDone done) {
  queue({SeeGuest{std::move(id), now_ms}, std::move(done)});
}

void ThreadedStore::forget_guests(GuestsBefore before, std::size_t most, StoreDone done) {
  queue({ForgetGuests{before, most}, std::move(done)});
}

void ThreadedStore::put_table(NewTable table, StoreDone done) {
  queue({std::move(table), std::move(done)});
}

void ThreadedStore::change(TableChange change, StoreDone done) {
  queue({std::move(change), std::move(done)});
}

void ThreadedStore::drop_table(std::string table, std::int64_t version, StoreDone done) {
  queue({DropTable{std::move(table), version}, std::move(done)});
}

void ThreadedStore::put_copy(TableCopy copy, StoreDone done) {
  queue({std::move(copy), std::move(done)});
}

void ThreadedStore::put_hashes(std::string table, int hash_scheme,
                               std::vector<std::uint64_t> hashes, StoreDone done) {
  queue({PutHashes{std::move(table), hash_scheme, std::move(hashes)}, std::move(done)});
}

void ThreadedStore::queue(Write write) {
  {
    const std::lock_guard lock(mutex_);
    if (!closing_) {
      writes_.push_back(std::move(write));
      ++accepted_;
      // Whoever waits for more is not woken for each.
      if (writes_.size() == 1 || writes_.size() == max_group_) write_wake_.notify_one();
      return;
    }
  }
  if (write.done) write.done({.status = StoreStatus::io_error, .text = kClosed});
}

// A group that follows the last one at once is small, and small groups are dear. Whoever writes one
// thing after another, alone, waits for nobody.
void ThreadedStore::wait_for_group(std::unique_lock<std::mutex>& lock, std::size_t last_size,
                                   std::chrono::steady_clock::time_point last_begun) {
  write_wake_.wait(lock, [this] { return closing_ || !writes_.empty(); });
  if (last_size > 1)
    write_wake_.wait_until(lock, last_begun + pace_,
                           [this] { return closing_ || writes_.size() >= max_group_; });
}

void ThreadedStore::write_on() {
  std::unique_lock lock(mutex_);
  std::size_t last_size = 0;
  std::chrono::steady_clock::time_point last_begun;
  for (;;) {
    wait_for_group(lock, last_size, last_begun);
    if (writes_.empty()) return;
    std::vector<Write> group = take_group();
    last_size = group.size();
    last_begun = std::chrono::steady_clock::now();
    lock.unlock();
    writer_->commit(group);
    lock.lock();
    count(group);
    lock.unlock();
    for (Write& one : group)
      if (one.done) one.done(std::move(one.result));
    lock.lock();
    finished_ += group.size();
    progress_.notify_all();
  }
}

std::vector<Write> ThreadedStore::take_group() {
  const auto size = static_cast<std::ptrdiff_t>(std::min(writes_.size(), max_group_));
  std::vector<Write> group(std::make_move_iterator(writes_.begin()),
                           std::make_move_iterator(writes_.begin() + size));
  writes_.erase(writes_.begin(), writes_.begin() + size);
  return group;
}

void ThreadedStore::count(const std::vector<Write>& group) {
  if (group.front().result.status != StoreStatus::io_error) ++stats_.commits;
  for (const Write& one : group) {
    stats_.writes += one.result.ok();
    stats_.conflicts += one.result.status == StoreStatus::conflict;
    stats_.full += one.result.status == StoreStatus::full;
    stats_.errors += one.result.status == StoreStatus::io_error;
  }
}

// --- Reading ------------------------------------------------------------------

template <class T, class Ask>
void ThreadedStore::ask(ReadDone<T> done, Ask ask) {
  auto run = [done = std::move(done), ask = std::move(ask)](Reader* reader) {
    Stored<T> answer = reader == nullptr ? Stored<T>(StoreError{kClosed}) : ask(*reader);
    if (done) done(std::move(answer));
  };
  {
    const std::lock_guard lock(mutex_);
    if (!closing_) {
      reads_.push_back({next_read_++, std::move(run)});
      read_wake_.notify_one();
      return;
    }
  }
  run(nullptr);
}

void ThreadedStore::find_guest(std::string id, ReadDone<std::optional<GuestRow>> done) {
  ask(std::move(done), [id = std::move(id)](Reader& from) { return from.find_guest(id); });
}

void ThreadedStore::find_guest_by_token_hash(Bytes32 hash, ReadDone<std::optional<GuestRow>> done) {
  ask(std::move(done), [hash](Reader& from) { return from.find_guest_by_token_hash(hash); });
}

void ThreadedStore::find_table(std::string id, ReadDone<std::optional<TableRow>> done) {
  ask(std::move(done), [id = std::move(id)](Reader& from) { return from.find_table(id); });
}

void ThreadedStore::find_log(std::string id, ReadDone<std::optional<TableLog>> done) {
  ask(std::move(done), [id = std::move(id)](Reader& from) { return from.find_log(id); });
}

void ThreadedStore::find_news(std::vector<KnownTable> known,
                              ReadDone<std::vector<TableNews>> done) {
  ask(std::move(done), [known = std::move(known)](Reader& from) { return from.find_news(known); });
}

void ThreadedStore::versions(std::vector<TableVersion> known,
                             ReadDone<std::vector<TableVersion>> done) {
  ask(std::move(done), [known = std::move(known)](Reader& from) { return from.versions(known); });
}

void ThreadedStore::find_copy(std::string id, ReadDone<std::optional<TableCopy>> done) {
  ask(std::move(done), [id = std::move(id)](Reader& from) { return from.find_copy(id); });
}

void ThreadedStore::all_guests(std::string after, std::size_t most,
                               ReadDone<std::vector<GuestRow>> done) {
  ask(std::move(done),
      [after = std::move(after), most](Reader& from) { return from.all_guests(after, most); });
}

void ThreadedStore::open_tables(std::size_t most, ReadDone<std::vector<TableRow>> done) {
  ask(std::move(done), [most](Reader& from) { return from.open_tables(most); });
}

void ThreadedStore::live_tables_of(std::string guest, std::size_t most,
                                   ReadDone<std::vector<GuestTable>> done) {
  ask(std::move(done),
      [guest = std::move(guest), most](Reader& from) { return from.live_tables_of(guest, most); });
}

void ThreadedStore::ended_tables_of(std::string guest, std::int64_t since_ms, std::size_t most,
                                    ReadDone<std::vector<GuestTable>> done) {
  ask(std::move(done), [guest = std::move(guest), since_ms, most](Reader& from) {
    return from.ended_tables_of(guest, since_ms, most);
  });
}

void ThreadedStore::due_tables(std::int64_t until_ms, DueTable after, std::size_t most,
                               std::string node, ReadDone<std::vector<DueTable>> done) {
  ask(std::move(done), [until_ms, after = std::move(after), most, node = std::move(node)](
                           Reader& from) { return from.due_tables(until_ms, after, most, node); });
}

void ThreadedStore::stale_tables(StaleBefore before, StaleTable after, std::size_t most,
                                 ReadDone<std::vector<StaleTable>> done) {
  ask(std::move(done), [before, after = std::move(after), most](Reader& from) {
    return from.stale_tables(before, after, most);
  });
}

void ThreadedStore::table_ids(std::string after, std::size_t most,
                              ReadDone<std::vector<std::string>> done) {
  ask(std::move(done),
      [after = std::move(after), most](Reader& from) { return from.table_ids(after, most); });
}

void ThreadedStore::read_on(std::size_t number) {
  std::unique_lock lock(mutex_);
  for (;;) {
    read_wake_.wait(lock, [this] { return closing_ || !reads_.empty(); });
    if (reads_.empty()) return;
    Read read = std::move(reads_.front());
    reads_.pop_front();
    reading_[number] = read.ticket;
    lock.unlock();
    read.run(readers_[number].get());
    read.run = nullptr;  // what it holds goes before anybody is told that it is done
    lock.lock();
    reading_[number] = 0;
    ++stats_.reads;
    progress_.notify_all();
  }
}

// With mutex_ held: every read before this one has been called back.
std::uint64_t ThreadedStore::oldest_read() const {
  std::uint64_t oldest = reads_.empty() ? next_read_ : reads_.front().ticket;
  for (const std::uint64_t ticket : reading_)
    if (ticket != 0) oldest = std::min(oldest, ticket);
  return oldest;
}

// --- Stopping -----------------------------------------------------------------

void ThreadedStore::flush() {
  std::unique_lock lock(mutex_);
  progress_.wait(lock, [this, writes = accepted_, reads = next_read_] {
    return finished_ >= writes && oldest_read() >= reads;
  });
  lock.unlock();
  if (peers_) peers_->flush();
}

void ThreadedStore::close() {
  const std::lock_guard only_once(closing_mutex_);
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    write_wake_.notify_all();
    read_wake_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  if (peers_) peers_->close();  // after the writer, whose last hints they tell
  readers_.clear();
  writer_.reset();
  held_.reset();
}

StoreStats ThreadedStore::stats() const {
  const std::lock_guard lock(mutex_);
  StoreStats stats = stats_;
  stats.queued = accepted_ - finished_;
  return stats;
}

}  // namespace bastide::server
