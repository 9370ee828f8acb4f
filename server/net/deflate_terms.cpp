#include "server/net/deflate_terms.h"

#include <string_view>

namespace bastide::server {

namespace {

namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

constexpr int kLargestWindow = 15;  // as bits; texts are packed with it
constexpr int kSmallestWindow = 9;

}  // namespace

websocket::permessage_deflate deflate_terms(const http::request<http::string_body>& upgrade) {
  const auto offer = upgrade[http::field::sec_websocket_extensions];
  const bool we_choose =
      std::string_view(offer.data(), offer.size()).find("client_max_window_bits") !=
      std::string_view::npos;
  websocket::permessage_deflate terms;
  terms.server_enable = true;
  terms.server_max_window_bits = kLargestWindow;
  terms.server_no_context_takeover = true;
  terms.client_max_window_bits = we_choose ? kSmallestWindow : kLargestWindow;
  terms.client_no_context_takeover = true;
  return terms;
}

bool settle_deflate(websocket::response_type& answer) {
  const auto accepted = answer.find(http::field::sec_websocket_extensions);
  if (accepted == answer.end()) return false;
  const auto value = accepted->value();
  if (std::string_view(value.data(), value.size()).find("server_max_window_bits") ==
      std::string_view::npos)
    return true;
  answer.erase(accepted);
  return false;
}

}  // namespace bastide::server
