// All guests, tables and connections of this node. Everything here runs on one thread, the loop's;
// the store commits and the bots think on threads of their own and post back.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/hub/loop.h"
#include "server/store/store.h"

namespace bastide::server {

struct HubOptions {
  int bot_threads = 1;
  int bot_ms = 1000;  // the longest that a bot may think about a move
  // A bot's answer comes no sooner after the last one where people look on: they want to see it.
  int bot_pause_ms = 600;
  int program_ms = 10'000;          // the longest that a program may think about an answer
  int program_grace_ms = 1'000;     // on top of it, for the way there and back
  int program_return_ms = 60'000;   // for a program whose line was lost to come again
  int absent_after_ms = 60'000;     // until the others may do something about a player who has gone
  std::string version = "unknown";  // told in `welcome`
  std::size_t max_tables = 10'000;  // that are not over
  std::size_t max_tables_per_guest = 50;
};

// Who a cookie stands for.
struct Guest {
  std::string id;
  std::string name;
};

// Answer to a request for a session: the guest, and the token to set as a cookie if it is new.
struct Session {
  Guest guest;
  std::optional<std::string> new_token;
};

// The account of a program. The token is told here and never again.
struct BotAccount {
  std::string id;
  std::string name;
  std::string token;
};

class Hub {
 public:
  Hub(const HubOptions& options, Store& store, Loop& loop);
  ~Hub();

  // Loads the tables that are not over and lets their games go on. An error is one sentence.
  std::optional<std::string> open();

  // Sessions. `token` is the cookie's value, empty if there is none; `name` may be empty, too. The
  // answer comes after the guest is stored; it holds a sentence if the name is refused.
  using SessionDone = std::function<void(std::optional<Session>, std::string_view refusal)>;
  void session(std::string_view token, std::string_view name, SessionDone done);
  std::optional<Guest> guest_of(std::string_view token) const;

  // An account that is a bot's for good; it is stored when the answer comes.
  using BotDone = std::function<void(std::optional<BotAccount>, std::string_view refusal)>;
  void make_bot_account(std::string_view name, BotDone done);

  // Connections: messages of docs/wire.md §10, one JSON text each.
  using ConnectionId = std::uint64_t;
  ConnectionId connect(std::shared_ptr<Connection> connection, const Guest& guest);
  // The line of a program to one table: messages of docs/wire.md §8.
  ConnectionId connect_program(std::shared_ptr<Connection> connection, std::string_view table);
  void receive(ConnectionId id, std::string_view text);
  void disconnect(ConnectionId id);
  // The network has heard nothing of a connection for so long, not even an answer to a ping; or
  // something again. Told when it changes.
  void silent(ConnectionId id, std::chrono::milliseconds for_how_long);
  void heard(ConnectionId id);

  // Plain requests
  std::string rules_json() const;  // GET /api/rules
  std::optional<std::string> record_json(
      std::string_view table) const;  // GET /api/tables/ID/record
  std::string metrics_text() const;   // GET /metrics, with a `bastide_` name each

  // Graceful stop: takes nothing new, tells everybody, and calls `done` when all is stored.
  void stop(std::function<void()> done);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bastide::server
