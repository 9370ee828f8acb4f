// What we agree on with a client that offers permessage-deflate (RFC 7692).
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/option.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

namespace bastide::server {

// Beast unpacks what clients send; what we send was packed before it came to a connection, and
// refers to nothing that was sent before. So neither side need keep a window between messages, and
// the one of our side is as small as the client lets us choose it.
boost::beast::websocket::permessage_deflate deflate_terms(
    const boost::beast::http::request<boost::beast::http::string_body>& upgrade);

// Whether the answer to the upgrade accepts an offer. It does no longer if it promises a smaller
// window than texts are packed with: such a client gets them plain.
bool settle_deflate(boost::beast::websocket::response_type& answer);

}  // namespace bastide::server
