// Anonymous requests for records, over real sockets.
#include <gtest/gtest.h>

#include <string>

#include "tests/json_slice.h"
#include "tests/net_program.h"
#include "tests/net_running.h"

namespace bastide::test_help {
namespace {

// The finding: 3,000 of them were all answered, and 340 MB stayed.
TEST(AttackHttp, ThreeThousandRecordsOfOneAddressAreTooMany) {
  Running running;
  const std::uint16_t port = running.port;
  const std::string table = new_table(port, R"([{"kind":"me"},{"kind":"me"}])");
  const std::string path = "/api/tables/" + table + "/record";
  int granted = 0, refused = 0;
  std::string wait;
  HttpClient client(port);
  for (int i = 0; i < 3000; ++i) {
    if (!client.wire.open()) client = HttpClient(port);
    const Answer answer = client.get(path);
    granted += answer.status == 200;
    refused += answer.status == 429;
    if (answer.status == 429) wait = answer.headers.at("retry-after");
    ASSERT_TRUE(answer.status == 200 || answer.status == 429) << i << " " << answer.status;
  }
  EXPECT_GT(granted, 0);
  EXPECT_GT(refused, 1000);
  EXPECT_GE(std::stoi(wait), 1);
  // Who watches over the server, and who plays, is not hindered by that.
  EXPECT_EQ(HttpClient(port).get("/health").status, 200);
  EXPECT_GT(figure(port, "bastide_store_writes_total"), 0u);
}

}  // namespace
}  // namespace bastide::test_help
