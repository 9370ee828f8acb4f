// Who asked for something, and why it is not granted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "server/hub/connection.h"
#include "server/hub/hub.h"
#include "server/message/wire_types.h"

namespace bastide::server {

using ConnectionId = std::uint64_t;

// To be answered after it has been stored.
struct Asker {
  ConnectionId connection = 0;
  std::shared_ptr<Connection> line = {};  // none: nobody asked, it happens by itself
  std::optional<std::int64_t> re = {};
  Guest guest = {};
  std::string address = {};  // opaque, as the store counts it
};

// A word for programs, and a sentence for people.
struct Denial {
  Refused code = Refused::bad_message;
  std::string reason = {};
  RefusedDetail detail = RefusedDetail::none;
  std::int64_t most = 0;     // the limit that was reached
  std::int64_t wait_ms = 0;  // until it may be tried again
};
using Answer = std::optional<Denial>;  // nothing: granted

inline Denial not_stored() {
  return {Refused::storage, "This could not be stored; nothing has changed."};
}
inline Denial not_read() {
  return {Refused::storage, "This cannot be read at the moment.", RefusedDetail::read};
}
inline Denial is_stopping() { return {Refused::stopping, "The server is stopping."}; }
inline Denial no_seat(int seat) {
  return {Refused::bad_message, "There is no seat " + std::to_string(seat) + " at this table."};
}

}  // namespace bastide::server
