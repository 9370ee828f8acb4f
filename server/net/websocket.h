// One WebSocket between a client and the hub.
#pragma once

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/net/context.h"

namespace bastide::server {

// `request` is the upgrade, which has been found good.
void serve_websocket(boost::beast::tcp_stream stream,
                     boost::beast::http::request<boost::beast::http::string_body> request,
                     Caller caller, Addresses::Place place, Context& context);

}  // namespace bastide::server
