// From a plain request to its answer, without a socket: who may ask what, and with which headers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/hub/hub.h"
#include "server/net/addresses.h"
#include "server/net/link_preview.h"
#include "server/net/server.h"

namespace bastide::server {

enum class Method : std::uint8_t { get, head, post, other };

struct Request {
  Method method = Method::get;
  std::string_view target;
  std::string_view host, origin, cookie, accept_encoding, accept_language,
      if_none_match;  // headers
  std::string_view body;
  std::string address;  // who is counted, see address_key
};

struct Reply {
  unsigned status = 200;
  std::string_view route;  // for the log: which kind of thing was asked for
  std::vector<std::pair<std::string_view, std::string>> headers;
  SharedText body;
};

// Who a WebSocket is for.
struct Caller {
  std::optional<Guest> guest;  // a person; without one
  std::string table;           // a program for this table, which has yet to say who it is
};

// {"error":"…"} with a status.
Reply error_reply(unsigned status, std::string_view sentence);

class Router {
 public:
  using ExtraMetrics = std::function<std::string()>;
  Router(const ServerOptions& options, Hub& hub, const WebRoot& web, Addresses& addresses,
         const Loop& loop, ExtraMetrics metrics);

  // `done` is called once, at once or later; what the request points to is needed only until
  // this returns.
  void answer(const Request& request, std::function<void(Reply)> done);

  // Who may open a WebSocket, or the refusal.
  std::variant<Caller, Reply> upgrade(const Request& request) const;

 private:
  Reply plain_answer(const Request& request, std::string_view path);
  Reply file_answer(const Request& request, std::string_view path) const;
  Reply page_answer(const Request& request, std::string_view path) const;
  Reply record_answer(std::string_view id) const;
  // The name that a POST of this server's own pages, or of no page, asks for; may be empty.
  std::variant<std::string, Reply> posted_name(const Request& request) const;
  void session(const Request& request, std::function<void(Reply)> done);
  void bot_account(const Request& request, std::function<void(Reply)> done);
  std::variant<Caller, Reply> program_upgrade(const Request& request) const;
  // A request without Origin comes from no page, so from nobody who could be tricked into it.
  bool from_elsewhere(const Request& request) const;
  Reply session_reply(const Session& session) const;

  const ServerOptions& options_;
  Hub& hub_;
  const WebRoot& web_;
  Addresses& addresses_;
  const Loop& loop_;
  ExtraMetrics metrics_;
  LinkPreview preview_;
  SharedText rules_;  // made when they are first asked for; they never change
};

}  // namespace bastide::server
