// A store whose work is done by threads of its own: one writes, taking all that is queued as one
// group; others read. What they speak to, a file or a server, is behind GroupWriter and Reader.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/store/peers.h"
#include "server/store/write.h"

namespace bastide::server {

// Used by the writing thread alone.
class GroupWriter {
 public:
  virtual ~GroupWriter() = default;
  // Writes all of the group, in its order, and waits until it is kept; sets every result. A write
  // that is refused spoils no other one.
  virtual void commit(std::vector<Write>& group) = 0;
};

// Used by one reading thread alone.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual Stored<std::optional<GuestRow>> find_guest(const std::string& id) = 0;
  virtual Stored<std::optional<GuestRow>> find_guest_by_token_hash(const Bytes32& hash) = 0;
  virtual Stored<std::optional<TableRow>> find_table(const std::string& id) = 0;
  virtual Stored<std::optional<TableLog>> find_log(const std::string& id) = 0;
  virtual Stored<std::vector<TableNews>> find_news(const std::vector<KnownTable>& known) = 0;
  virtual Stored<std::vector<TableVersion>> versions(const std::vector<TableVersion>& known) = 0;
  virtual Stored<std::optional<TableCopy>> find_copy(const std::string& id) = 0;
  virtual Stored<std::vector<GuestRow>> all_guests(const std::string& after, std::size_t most) = 0;
  virtual Stored<std::vector<TableRow>> open_tables(std::size_t most) = 0;
  virtual Stored<std::vector<GuestTable>> live_tables_of(const std::string& guest,
                                                         std::size_t most) = 0;
  virtual Stored<std::vector<GuestTable>> ended_tables_of(const std::string& guest,
                                                          std::int64_t since_ms,
                                                          std::size_t most) = 0;
  virtual Stored<std::vector<DueTable>> due_tables(std::int64_t until_ms, const DueTable& after,
                                                   std::size_t most, const std::string& node) = 0;
  virtual Stored<std::vector<StaleTable>> stale_tables(const StaleBefore& before,
                                                       const StaleTable& after,
                                                       std::size_t most) = 0;
  virtual Stored<std::vector<std::string>> table_ids(const std::string& after,
                                                     std::size_t most) = 0;
};

// Peers that can be told that the store closes: they do what was asked of them before, within a
// few seconds, and refuse what comes later.
class StorePeers : public Peers {
 public:
  // Waits until everything that was asked before has been answered.
  virtual void flush() = 0;
  virtual void close() = 0;
};

// What a store is made of. The last to go is the first here: of connections to a file, the last one
// must be one that may write.
struct StoreParts {
  Bytes32 salt{};
  std::size_t max_group = 1024;         // writes that are committed together
  std::chrono::milliseconds pace{0};    // from one group to the next, while there are many writes
  std::shared_ptr<void> held;           // let go when all else is closed: a lock
  std::unique_ptr<GroupWriter> writer;  // closed after the readers
  std::vector<std::unique_ptr<Reader>> readers;
  std::unique_ptr<StorePeers> peers;  // none: one process alone has this store
};

class ThreadedStore final : public Store {
 public:
  explicit ThreadedStore(StoreParts parts);
  ~ThreadedStore() override { close(); }

  Bytes32 salt() const override { return salt_; }

  void put_guest(GuestRow row, std::size_t most_of_address, StoreDone done) override;
  void see_guest(std::string id, std::int64_t now_ms, StoreDone done) override;
  void forget_guests(GuestsBefore before, std::size_t most, StoreDone done) override;
  void put_table(NewTable table, StoreDone done) override;
  void change(TableChange change, StoreDone done) override;
  void drop_table(std::string table, std::int64_t version, StoreDone done) override;
  void put_copy(TableCopy copy, StoreDone done) override;
  void put_hashes(std::string table, int hash_scheme, std::vector<std::uint64_t> hashes,
                  StoreDone done) override;

  void find_guest(std::string id, ReadDone<std::optional<GuestRow>> done) override;
  void find_guest_by_token_hash(Bytes32 hash, ReadDone<std::optional<GuestRow>> done) override;
  void find_table(std::string id, ReadDone<std::optional<TableRow>> done) override;
  void find_log(std::string id, ReadDone<std::optional<TableLog>> done) override;
  void find_news(std::vector<KnownTable> known, ReadDone<std::vector<TableNews>> done) override;
  void versions(std::vector<TableVersion> known, ReadDone<std::vector<TableVersion>> done) override;
  void find_copy(std::string id, ReadDone<std::optional<TableCopy>> done) override;
  void all_guests(std::string after, std::size_t most,
                  ReadDone<std::vector<GuestRow>> done) override;
  void open_tables(std::size_t most, ReadDone<std::vector<TableRow>> done) override;
  void live_tables_of(std::string guest, std::size_t most,
                      ReadDone<std::vector<GuestTable>> done) override;
  void ended_tables_of(std::string guest, std::int64_t since_ms, std::size_t most,
                       ReadDone<std::vector<GuestTable>> done) override;
  void due_tables(std::int64_t until_ms, DueTable after, std::size_t most, std::string node,
                  ReadDone<std::vector<DueTable>> done) override;
  void stale_tables(StaleBefore before, StaleTable after, std::size_t most,
                    ReadDone<std::vector<StaleTable>> done) override;
  void table_ids(std::string after, std::size_t most,
                 ReadDone<std::vector<std::string>> done) override;

  Peers* peers() override { return peers_.get(); }

  void flush() override;
  void close() override;
  StoreStats stats() const override;

 private:
  struct Read {
    std::uint64_t ticket = 0;
    std::function<void(Reader*)> run;  // with nobody to ask: the store is closed
  };

  void queue(Write write);
  template <class T, class Ask>
  void ask(ReadDone<T> done, Ask ask);

  void write_on();  // the writing thread
  void wait_for_group(std::unique_lock<std::mutex>& lock, std::size_t last_size,
                      std::chrono::steady_clock::time_point last_begun);
  std::vector<Write> take_group();
  void count(const std::vector<Write>& group);
  void read_on(std::size_t number);  // a reading thread
  std::uint64_t oldest_read() const;

  const Bytes32 salt_;
  const std::size_t max_group_;
  const std::chrono::milliseconds pace_;
  std::shared_ptr<void> held_;
  std::unique_ptr<GroupWriter> writer_;
  std::vector<std::unique_ptr<Reader>> readers_;
  std::unique_ptr<StorePeers> peers_;

  mutable std::mutex mutex_;  // of all that follows, up to closing_mutex_
  std::condition_variable write_wake_, read_wake_, progress_;
  std::deque<Write> writes_;
  std::uint64_t accepted_ = 0;  // writes ever queued
  std::uint64_t finished_ = 0;  // of them, called back
  std::deque<Read> reads_;
  std::uint64_t next_read_ = 1;         // the ticket of the next one
  std::vector<std::uint64_t> reading_;  // the ticket that each thread is at; 0: none
  bool closing_ = false;
  StoreStats stats_;

  std::mutex closing_mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace bastide::server
