// A program over a real WebSocket, and a table for it to play at.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/json_slice.h"
#include "tests/net_client.h"

namespace bastide::test_help {

inline constexpr std::string_view kAgainstABot =
    R"([{"kind":"open"},{"kind":"bot","bot":"level1"}])";
inline constexpr std::string_view kTwoOpenSeats = R"([{"kind":"open"},{"kind":"open"}])";

// A table by link, made by a guest who does not stay.
inline std::string new_table(std::uint16_t port, std::string_view seats,
                             std::string_view sets = R"(["base"])") {
  WsClient host(port, new_session(port, "Ada"));
  host.send(R"({"type":"hello","protocol":1})");
  host.send(R"({"type":"create","setup":{"sets":)" + std::string(sets) + R"(},"seats":)" +
            std::string(seats) + R"(,"listed":false,"assist":"standard"})");
  const auto created = host.read_type("created");
  EXPECT_TRUE(created);
  return created ? std::string(member(*created, "table").substr(1, 10)) : std::string();
}

inline std::string hello_with(std::string_view token) {
  return R"({"type":"hello","name":"test","version":"1","token":")" + std::string(token) + R"("})";
}

// Answers every question with its first answer.
class ProgramClient {
 public:
  ProgramClient(std::uint16_t port, std::string_view table, std::string_view token)
      : client(WsClient::by(port, program_request(port, table))) {
    EXPECT_EQ(client.status, 101);
    EXPECT_TRUE(client.read_type("hello"));
    client.send(hello_with(token));
  }
  // Until it has answered so often, or the line ends. Gives how often that was.
  int play(int answers) {
    for (int given = 0; given < answers;) {
      const auto frame = client.read();
      if (!frame || frame->op != Op::text) return given;
      const std::string_view type = member(frame->payload, "type");
      setups += type == "\"setup\"";
      actions += type == "\"action\"";
      errors += type == "\"error\"";
      too_fast += type == "\"too_fast\"";
      over = type == "\"bye\"";
      if (over) return given;
      if (type != "\"think\"") continue;
      const auto legal = elements(member(frame->payload, "legal"));
      for (int i = 0; i < talk; ++i) client.send(R"({"type":"info","thinking":"aloud"})");
      client.send(R"({"type":"act","action":)" + std::string(legal.at(0)) + "}");
      ++given;
    }
    return answers;
  }
  bool wire_ends() {
    client.wire.send(client_frame(Op::close, ""));
    return client.wire.ends();
  }

  WsClient client;
  int talk = 0;  // remarks before each answer
  int setups = 0, actions = 0, errors = 0, too_fast = 0;
  bool over = false;  // the server has said goodbye
};

}  // namespace bastide::test_help
