// Guests and programs' accounts: who a token stands for.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/async/task.h"
#include "server/hub/hub.h"
#include "server/store/store.h"

namespace bastide::server {

struct Site;

// From any thread. Tasks go on on the loop that they are given.
class Guests {
 public:
  explicit Guests(Site& site) : site_(site) {}

  Task<void> session(From from, std::string token, std::string name, Hub::SessionDone done);
  Task<void> make_bot_account(From from, std::string name, Hub::BotDone done);
  // Whom a token stands for: a program's opens no session of a person, and a person's no line of a
  // program. An error: nobody knows, at the moment.
  using Found = Stored<std::optional<GuestRow>>;
  Task<Found> find_account(Loop& loop, std::string token, bool bot);
  // The name of a guest who is in the cache.
  std::optional<std::string> name_of(const std::string& id) const;
  // Other nodes have given these guests other names. From any thread.
  void renamed(const std::vector<std::string>& ids);
  // Forgets those who never came back, a few at a time.
  Task<void> expire(Loop& loop);

 private:
  Task<Found> read_account(Loop& loop, Bytes32 hash);
  // Whoever comes has been here: the store is told, at most once a day.
  void see(GuestRow& row);
  Task<StoreResult> put(GuestRow row);  // goes on on the home loop
  GuestRow new_row(const From& from, const std::string& token) const;

  struct Cached {
    GuestRow row;
    std::int64_t read_ms = 0;
  };
  // None that is older than another node may let it be.
  std::optional<GuestRow> cached(const Bytes32& hash, bool however_old) const;
  Task<void> read_name(std::string id);
  // With the mutex held
  void keep(const GuestRow& row);
  void forget(const std::string& id);
  void forget_all();

  Site& site_;
  mutable std::mutex mutex_;                              // of all below
  std::unordered_map<std::string, Cached> rows_;          // a cache, by id
  std::unordered_map<std::string, std::string> of_hash_;  // so too; ids by token hash
  // How often a row was kept that had been written. What was read before the last time may be older
  // than what is kept.
  std::uint64_t written_ = 0;
};

}  // namespace bastide::server
