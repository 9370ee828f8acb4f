// HTTP on one connection, until it ends or becomes a WebSocket.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <string>

#include "server/net/context.h"

namespace bastide::server {

// `key` names the peer's address, see address_key. `place` is its place among the connections of
// that address; empty behind a proxy, where it is taken when the client is known. On the loop of
// the context, which is that of the socket.
void serve_http(boost::asio::ip::tcp::socket socket, std::string key, Addresses::Place place,
                Counted open, Context& context);

}  // namespace bastide::server
