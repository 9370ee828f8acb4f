// A plain request, as far as the server reads it, and its answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/hub/hub.h"
#include "server/net/web_root.h"

namespace bastide::server {

enum class Method : std::uint8_t { get, head, post, other };

struct Request {
  Method method = Method::get;
  std::string_view target;
  std::string_view host, origin, cookie, accept_encoding, accept_language,
      if_none_match;  // headers
  std::string_view body;
  From from;  // who is counted, see address_key, and where the answer is awaited
};

struct Reply {
  unsigned status = 200;
  std::string_view route;  // for the log: which kind of thing was asked for
  std::vector<std::pair<std::string_view, std::string>> headers;
  SharedText body;
};

inline SharedText shared_text(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

// Not to be kept by anybody.
Reply text_reply(std::string_view type, std::string text);
Reply json_reply(std::string text);
// {"error":"…"} with a status.
Reply error_reply(unsigned status, std::string_view sentence);
Reply not_allowed(std::string_view methods);
// 429, to be tried again in so many seconds.
Reply too_often(std::string_view sentence, int seconds);
// The hub did not answer in time.
Reply too_busy();
Reply unmade_reply(const Hub::Unmade& unmade);

void add_security(Reply& reply);

}  // namespace bastide::server
