// libFuzzer: any text as a message of a client. What is read keeps the promises that the hub relies
// on; what is refused has a reason.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "server/message/client_message.h"

namespace {

using namespace bastide::server;

[[noreturn]] void stop(const char* what) {
  std::fprintf(stderr, "fuzz_message: %s\n", what);
  std::abort();
}

void check(const ClientMessage& message) {
  if (message.id && (*message.id < 0 || *message.id > kMaxMessageId)) stop("id out of range");
  if (message.seat < 0 || message.seat >= bastide::kMaxPlayers) stop("seat out of range");
  if (message.seq < 0) stop("seq out of range");
  if (message.table.size() > bastide::kMaxNameBytes) stop("an endless id");
  if (message.type == ClientType::create &&
      (message.seats.size() < bastide::kMinPlayers || message.seats.size() > bastide::kMaxPlayers))
    stop("a table of no size");
  if (!message.setup.players.empty()) stop("players who did not sit down");
  if (message.clock && message.clock->seconds <= 0 && message.clock->days <= 0)
    stop("a clock without time");
  const auto check_colour = [](const std::optional<int>& colour) {
    if (colour && (*colour < 0 || *colour >= kColours)) stop("no colour");
  };
  check_colour(message.colour);
  for (const SeatWish& wish : message.seats) check_colour(wish.colour);
  if (message.type == ClientType::colour && !message.colour) stop("a colour without colour");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = read_client_message(text);
  if (const auto* message = std::get_if<ClientMessage>(&read)) {
    check(*message);
  } else if (std::get<MessageError>(read).reason.empty()) {
    stop("refused without a reason");
  }
  return 0;
}
