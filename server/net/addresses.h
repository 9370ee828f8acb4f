// What each address may take of the server: connections at once, requests, messages and new guests
// in a while. From any thread.
#pragma once

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
  explicit Addresses(std::size_t limit) : limit_(limit) {}

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
  // A request of this cost; that of a file is 1.
  bool may_ask(std::string_view key, double cost, std::int64_t now_ms);
  static constexpr double kCostASecond = 250;  // of one address: docs/wire.md, section 10.2
  static constexpr double kCostAtOnce =
      2500;  // a class at school behind one address, forty files each

  // What all WebSockets of an address pay their messages from. Whoever comes back gets what was
  // left, however many connections were closed in between.
  std::shared_ptr<Budget> budget(std::string_view key, std::int64_t now_ms);
  static constexpr double kMessagesASecond = 300;
  static constexpr double kMessagesAtOnce = 3000;  // a class that joins, sits down and plays

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
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::size_t forget_at_ = 1024;
};

}  // namespace bastide::server
