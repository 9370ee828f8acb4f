// Who takes nothing holds memory that the others need. Watches over the clients of one loop.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/net/context.h"

namespace bastide::server {

class SlowClients {
 public:
  SlowClients(boost::asio::io_context& io, Context& context) : looking_(io), context_(context) {}
  void watch();  // from now on

 private:
  bool look();
  void cut(Peer& peer);

  boost::asio::steady_timer looking_;
  Context& context_;
};

}  // namespace bastide::server
