// All guests, tables and connections of this node. A table lives on one of the loops; what crosses
// tables has a home of its own. Every answer comes on the loop of whoever asked.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/async/loop.h"
#include "server/hub/connection.h"
#include "server/store/store.h"

namespace bastide::server {

// How long is kept what nobody comes back to. A game with a result is kept for ever.
struct ExpiryOptions {
  std::int64_t close_waiting_ms = 24ll * 60 * 60 * 1000;        // a table nobody came to
  std::int64_t end_games_ms = 60ll * 24 * 60 * 60 * 1000;       // a game nobody has gone on with
  std::int64_t forget_tables_ms = 60ll * 24 * 60 * 60 * 1000;   // both of them, after that
  std::int64_t forget_guests_ms = 400ll * 24 * 60 * 60 * 1000;  // who have no seat anywhere
};

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
  // Tables that are not over
  std::size_t max_tables = 100'000;
  std::size_t max_tables_per_guest = 50;
  std::size_t max_tables_per_address = 500;
  std::size_t max_bot_tables_per_guest = 5;  // where nobody but bots plays
  std::size_t max_bot_tables_per_address = 20;
  std::size_t max_new_guests_per_address = 2'000;  // in a day
  std::size_t max_undos = 200;                     // in one game
  std::size_t max_undos_with_clock = 10;           // so too, where a clock runs
  std::size_t max_idle_tables = 1'000;             // in memory, though nobody looks at them
  ExpiryOptions expiry;
  // With several nodes on one store: how long after the last sign of life a node is dead. It gives
  // one four times as often, and drives nothing in the last quarter.
  int lease_ms = 6'000;
  // A store that several nodes share has a clock, and that is so much ahead of the loops': called
  // on the first loop. The first time it may be set back, later it stands still instead.
  std::function<void(std::int64_t ms, bool first)> set_clock = {};
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

// What a link to a table may tell before anybody opens it.
struct TableCard {
  std::string inviter;            // the host's name, or empty if it is not known
  std::string preset;             // or empty
  std::vector<std::string> sets;  // without the numbers of copies
  std::size_t seats = 0;
  std::size_t open = 0;
  bool waiting = false;
  bool over = false;
};

// From where something is asked: the loop on which it is answered, and the address that it is
// counted for (of an IPv6 address the /64).
struct From {
  Loop* loop = nullptr;
  std::string address;
};

class Hub {
 public:
  // At least one loop. They are as many as there are threads for tables and connections.
  Hub(const HubOptions& options, Store& store, std::vector<Loop*> loops);
  ~Hub();

  // Lets games go on where something is due, now and from now on. However many tables the store
  // has, this takes no time.
  void open();

  // Why there is no session or account: the wish itself, that there were too many, or that nothing
  // can be kept at the moment.
  struct Unmade {
    enum class Why : std::uint8_t { bad_wish, too_many, try_later };
    Why why = Why::bad_wish;
    std::string_view reason;  // a sentence
  };

  // Sessions. `token` is the cookie's value, empty if there is none; `name` may be empty, too. The
  // answer comes after the guest is stored.
  using SessionDone = std::function<void(std::optional<Session>, Unmade)>;
  void session(From from, std::string token, std::string name, SessionDone done);
  void guest_of(From from, std::string token,
                std::function<void(Stored<std::optional<Guest>>)> done);

  // An account that is a bot's for good; it is stored when the answer comes.
  using BotDone = std::function<void(std::optional<BotAccount>, Unmade)>;
  void make_bot_account(From from, std::string name, BotDone done);

  // Connections: messages of docs/wire.md §10, one JSON text each. The visitor is used on
  // `from.loop`; its messages are paid for out of the budget of its address.
  std::shared_ptr<Visitor> connect(From from, std::shared_ptr<Connection> connection,
                                   const Guest& guest, std::shared_ptr<Budget> budget);
  // The line of a program to one table: messages of docs/wire.md §8.
  std::shared_ptr<Visitor> connect_program(From from, std::shared_ptr<Connection> connection,
                                           std::string table);

  // Plain requests
  using TextDone = std::function<void(std::optional<std::string>)>;
  std::string rules_json() const;  // GET /api/rules
  void record_json(
      From from, std::string table,
      std::function<void(Stored<std::optional<std::string>>)> done);  // GET /api/tables/ID/record
  void card_of(From from, std::string table, std::function<void(std::optional<TableCard>)> done);
  void metrics_text(From from, std::function<void(std::string)> done);  // GET /metrics
  // Why no new player should be sent here, a few words; nothing if all is well.
  void complaint(From from, TextDone done);  // GET /health

  // Graceful stop: takes nothing new, tells everybody, and calls `done`, on one of the loops, when
  // all is stored.
  void stop(std::function<void()> done);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bastide::server
