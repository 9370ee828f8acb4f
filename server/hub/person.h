// Somebody at a connection: what they ask for, within their limits, and which tables they watch.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/hub/allowance.h"
#include "server/hub/connection.h"
#include "server/hub/denial.h"
#include "server/hub/founding.h"
#include "server/hub/hub.h"
#include "server/hub/watch.h"
#include "server/message/client_message.h"

namespace bastide::server {

struct Site;

inline constexpr double kMessagesPerSecond = 20;
inline constexpr double kMessageBurst = 60;
inline constexpr int kMaxBadForm = 10;          // refusals before the connection is closed
inline constexpr int kMaxTooFast = 200;         // so too
inline constexpr std::size_t kMaxWatched = 32;  // tables, by one connection

// What a message is paid with: about what it costs the server, in moves.
double cost_of(ClientType type);

class Person final : public Visitor, public std::enable_shared_from_this<Person> {
 public:
  // To be used on `from.loop`, as every visitor is.
  static std::shared_ptr<Person> welcome(Site& site, From from,
                                         std::shared_ptr<Connection> connection, Guest guest,
                                         std::shared_ptr<Budget> budget);

  void receive(std::string_view text) override;
  void silent(std::chrono::milliseconds for_how_long) override;
  void heard() override;
  void gone() override;

  // From any thread
  void rename(std::string name);
  void dismiss(const Text& bye, std::string_view reason);

 private:
  Person(Site& site, From from, std::shared_ptr<Connection> connection, Guest guest,
         std::shared_ptr<Budget> budget);
  Asker asker(std::optional<std::int64_t> re) const;
  void bad_form(Refused code, std::string reason, std::optional<std::int64_t> re = {});
  // False: it has been refused.
  bool pays(const ClientMessage& message);
  bool was_asked_for(const ClientMessage& message);
  void too_fast(const ClientMessage& message, RefusedDetail detail, std::int64_t wait_ms);

  void dispatch(const ClientMessage& message);
  void hello(const ClientMessage& message);
  void pong(const ClientMessage& message);
  void lobby(const ClientMessage& message);
  void games(const ClientMessage& message);
  void promise(const ClientMessage& message);
  void create(const ClientMessage& message);
  void join(const ClientMessage& message);
  void leave(const std::string& table);
  void forget_lost();
  void ask_table(const ClientMessage& message, std::shared_ptr<Watch> watch);

  Site& site_;
  Loop& loop_;
  const ConnectionId id_;
  const std::shared_ptr<Connection> line_;
  const std::shared_ptr<Budget> budget_;  // of all who come from the same address; may be none
  const std::string address_;             // as the store counts it
  Guest guest_;
  bool greeted_ = false;
  bool silent_ = false;
  std::map<std::string, std::shared_ptr<Watch>, std::less<>> watching_;  // by table
  std::optional<Promise> promise_;
  Allowance messages_{kMessagesPerSecond, kMessageBurst};
  int bad_form_ = 0;
  int too_fast_ = 0;
};

}  // namespace bastide::server
