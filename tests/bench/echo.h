// What the machine and the library give without a game: a WebSocket server that says back what it
// is told, and people who speak to it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bastide::test_help {

// Serves on a free port, which it prints as ServerProcess reads it, until it is killed.
int run_echo_server(int threads);

struct EchoFigures {
  bool open = false;  // all were let in
  double seconds = 0;
  std::vector<double> latencies_ms;  // from sending a message to having it back
};
// So many connections, of which every second one speaks, and again a while after its echo. `think`
// is the mean of that while.
EchoFigures talk_to_echo(std::uint16_t port, std::size_t people, std::chrono::milliseconds think,
                         std::chrono::seconds time);

}  // namespace bastide::test_help
