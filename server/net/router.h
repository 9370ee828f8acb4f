// From a plain request to its answer, without a socket: who may ask what, and with which headers.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/hub/hub.h"
#include "server/net/addresses.h"
#include "server/net/link_preview.h"
#include "server/net/reply.h"
#include "server/net/server.h"

namespace bastide::server {

// Who a WebSocket is for.
struct Caller {
  From from;
  std::optional<Guest> guest;  // a person; without one
  std::string table;           // a program for this table, which has yet to say who it is
};

// Used on all loops.
class Router {
 public:
  using ExtraMetrics = std::function<std::string()>;
  // `stopping`: from when on the server says that it is not there any more.
  Router(const ServerOptions& options, Hub& hub, const WebRoot& web, Addresses& addresses,
         const std::atomic<bool>& stopping, ExtraMetrics metrics);

  // The request, and what it points to, must outlive the wait.
  boost::asio::awaitable<Reply> answer(const Request& request) const;

  // Who may open a WebSocket, or the refusal.
  using Upgrade = std::variant<Caller, Reply>;
  boost::asio::awaitable<Upgrade> upgrade(const Request& request) const;

 private:
  using Waiting = boost::asio::awaitable<Reply>;
  Waiting plain_answer(const Request& request, std::string_view path) const;
  Waiting page_answer(const Request& request, std::string_view path) const;
  Waiting record_answer(const Request& request, std::string_view id) const;
  Waiting health_answer(const Request& request) const;
  Waiting metrics_answer(const Request& request) const;
  Waiting session(const Request& request) const;
  Waiting bot_account(const Request& request) const;
  Reply alive_answer() const;
  Reply rules_answer(const Request& request) const;
  Reply file_answer(const Request& request, std::string_view path) const;
  // The name that a POST of this server's own pages, or of no page, asks for; may be empty.
  std::variant<std::string, Reply> posted_name(const Request& request) const;
  Upgrade program_upgrade(const Request& request) const;
  // A request without Origin comes from no page, so from nobody who could be tricked into it.
  bool from_elsewhere(const Request& request) const;
  Reply session_reply(const Session& session) const;

  const ServerOptions& options_;
  Hub& hub_;
  const WebRoot& web_;
  Addresses& addresses_;
  const std::atomic<bool>& stopping_;
  const ExtraMetrics metrics_;
  const LinkPreview preview_;
  const SharedText rules_, packed_rules_;  // they never change
};

}  // namespace bastide::server
