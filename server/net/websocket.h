// One WebSocket between a client and the hub.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/net/context.h"

namespace bastide::server {

// `request` is the upgrade, which has been found good. On the loop of the context.
void serve_websocket(boost::asio::ip::tcp::socket socket,
                     boost::beast::http::request<boost::beast::http::string_body> request,
                     Caller caller, Addresses::Place place, Counted open, Context& context);

}  // namespace bastide::server
