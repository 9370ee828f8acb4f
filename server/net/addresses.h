// What each address may take of the server: connections at once, requests, messages and new guests
// in a while. From any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "server/hub/allowance.h"
#include "server/hub/connection.h"

namespace bastide::server {

class Addresses {
 public:
  // `limit`: connections of an address at a time.
  explicit Addresses(std::size_t limit)
      : limit_(limit), share_(std::max(1.0, static_cast<double>(limit) / kUsualLimit)) {}

  // One place of an address, given back when it is destroyed. Empty: the address has no more.
  class Place {
   public:
    Place() = default;
    Place(Place&& other) noexcept : book_(other.book_), key_(std::move(other.key_)) {
      other.book_ = nullptr;
    }
    Place& operator=(Place&& other) noexcept;
    ~Place() { leave(); }
    explicit operator bool() const { return book_ != nullptr; }

   private:
    friend class Addresses;
    Place(Addresses* book, std::string key) : book_(book), key_(std::move(key)) {}
    void leave();
    Addresses* book_ = nullptr;
    std::string key_;
  };
  Place enter(std::string_view key);

  // As many new guests at once as connections, then one a second.
  bool may_make_guest(std::string_view key, std::int64_t now_ms);
  // A request of this cost; that of a file is 1. docs/wire.md, section 10.2.
  bool may_ask(std::string_view key, double cost, std::int64_t now_ms);

  // What all WebSockets of an address pay their messages from. Whoever comes back gets what was
  // left, however many connections were closed in between.
  std::shared_ptr<Budget> budget(std::string_view key, std::int64_t now_ms);

  // A class at school behind one address: forty files each, and then they join, sit down and play.
  // Whose address may have more connections than this may ask for more in proportion.
  static constexpr double kUsualLimit = 200;
  static constexpr double kRequestsASecond = 250, kRequestsAtOnce = 2500;
  static constexpr double kMessagesASecond = 300, kMessagesAtOnce = 3000;

 private:
  struct Entry {
    std::size_t open = 0;
    std::optional<Allowance> guests;    // once one was made
    std::optional<Allowance> requests;  // once something was asked for
    std::shared_ptr<Budget> messages;   // once a WebSocket was opened
    bool is_whole(std::int64_t now_ms) const;
  };
  Entry& entry_of(std::string_view key, std::int64_t now_ms);
  void forget_the_idle(std::int64_t now_ms);

  const std::size_t limit_;
  const double share_;  // how many times the usual
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::size_t forget_at_ = 1024;
};

}  // namespace bastide::server
