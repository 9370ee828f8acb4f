// The form of clients' messages, and the types that are printed from the same tables.
#include <gtest/gtest.h>

#include "server/message/client_message.h"
#include "server/message/typescript.h"
#include "tests/paths.h"

namespace bastide::server {
namespace {

std::string refusal_of(std::string_view text) {
  const auto read = read_client_message(text);
  const auto* error = std::get_if<MessageError>(&read);
  return error != nullptr ? error->reason : "";
}

ClientMessage message_of(std::string_view text) {
  auto read = read_client_message(text);
  EXPECT_EQ(refusal_of(text), "");
  return std::get<ClientMessage>(std::move(read));
}

constexpr std::string_view kCreate =
    R"({"type":"create","id":7,"setup":{"sets":["base","river"],"options":{"fields":false}},)"
    R"("seats":[{"kind":"me","name":"Ada"},{"kind":"open"},{"kind":"bot","bot":"level3"}],)"
    R"("listed":true,"assist":"training","clock":{"kind":"increment","seconds":300,"add":10}})";

std::string with(std::string_view text, std::string_view from, std::string_view to) {
  std::string changed(text);
  const auto at = changed.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return changed.replace(at, from.size(), to);
}

TEST(Messages, are_read_with_all_their_members) {
  const ClientMessage create = message_of(kCreate);
  EXPECT_EQ(create.type, ClientType::create);
  EXPECT_EQ(create.id, 7);
  EXPECT_EQ(create.setup.sets.size(), 2u);
  EXPECT_EQ(create.setup.options.size(), 1u);
  EXPECT_TRUE(create.setup.players.empty());
  ASSERT_EQ(create.seats.size(), 3u);
  EXPECT_EQ(create.seats[0].name, "Ada");
  EXPECT_EQ(create.seats[2].bot, "level3");
  EXPECT_TRUE(create.flag);
  EXPECT_EQ(create.assist, Assist::training);
  EXPECT_EQ(create.clock->add, 10);
  const ClientMessage act = message_of(
      R"({"action":{"do":"place","tile":"base/D","at":[0,1],"rot":90},"seq":3,"table":"t","type":"act"})");
  EXPECT_EQ(act.action.kind, ActionKind::place);
  EXPECT_EQ(act.seq, 3);
  EXPECT_EQ(act.table, "t");
  EXPECT_FALSE(act.id);
  const ClientMessage absent = message_of(R"({"type":"absent","table":"t","seat":2,"do":"end"})");
  EXPECT_EQ(absent.seat, 2);
  EXPECT_EQ(absent.remedy, Remedy::end);
  EXPECT_EQ(message_of(R"({"type":"colour","table":"t","seat":0,"colour":5})").colour, 5);
  EXPECT_FALSE(message_of(R"({"type":"sit","table":"t","seat":0})").colour);
  EXPECT_EQ(message_of(with(kCreate, R"("bot":"level3")", R"("bot":"level3","colour":0)"))
                .seats[2]
                .colour,
            0);
}

TEST(Messages, are_refused_with_the_place_that_is_wrong) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({})", "type: is missing"},
      {R"({"type":"dance"})", "type: there is no message \"dance\""},
      {R"({"type":"ping","id":-1})", "id: must be 0 to 2147483648"},
      {R"({"type":"ping","id":1.5})", ""},
      {R"({"type":"ping","more":1})", "has an unknown member \"more\""},
      {R"({"type":"join"})", "table: is missing"},
      {R"({"type":"join","table":7})", "table: must be a string"},
      {R"({"type":"lobby","on":"yes"})", "on: must be true or false"},
      {R"({"type":"sit","table":"t","seat":6})", "seat: must be 0 to 5"},
      {R"({"type":"sit","table":"t","seat":1,"name":null})", "name: must be a string"},
      {R"({"type":"seat","table":"t","seat":1,"kind":"me"})", "kind: must be one of open bot"},
      {R"({"type":"seat","table":"t","seat":1,"kind":"bot"})", "bot: is missing"},
      {R"({"type":"seat","table":"t","seat":1,"kind":"open","bot":"level1"})",
       "bot: must be left out for an open seat"},
      {R"({"type":"act","table":"t","seq":0,"action":{"do":"fly"}})",
       "action.do: there is no action \"fly\""},
      {R"({"type":"act","table":"t","seq":0,"action":{"do":"pass","at":[0,0]}})",
       "action: has an unknown member \"at\""},
      {with(kCreate, R"("options")", R"("players":[],"options")"),
       "setup: must not name players: they are who sits down"},
      {with(kCreate, R"(["base","river"])", "[]"), "setup.sets: must name 1 to 64 sets"},
      {with(kCreate, R"({"kind":"open"})", R"({"kind":"open","name":"x"})"),
       "seats[1]: has an unknown member \"name\""},
      {with(kCreate, R"({"kind":"open"})", R"({"kind":"open","colour":1})"),
       "seats[1]: has an unknown member \"colour\""},
      {with(kCreate, R"("bot":"level3")", R"("bot":"level3","colour":6)"),
       "seats[2].colour: must be 0 to 5"},
      {R"({"type":"games"})", "on: is missing"},
      {R"({"type":"games","on":1})", "on: must be true or false"},
      {R"({"type":"colour","table":"t","seat":1})", "colour: is missing"},
      {R"({"type":"colour","table":"t","seat":1,"colour":"red"})", ""},
      {R"({"type":"sit","table":"t","seat":1,"colour":-1})", "colour: must be 0 to 5"},
      {R"({"type":"absent","table":"t","seat":1})", "do: is missing"},
      {R"({"type":"absent","table":"t","seat":1,"do":"wait"})", "do: must be one of bot end"},
      {with(kCreate, R"(,"bot":"level3")", ""), "seats[2].bot: is missing"},
      {with(kCreate, R"("add":10)", R"("add":-1)"), "clock.add: must be 0 to 3600"},
      {with(kCreate, R"("increment")", R"("days")"), "clock.days: is missing"},
      {with(kCreate, R"("training")", R"("oracle")"),
       "assist: must be one of table standard training"}};
  for (const auto& [text, reason] : cases) {
    EXPECT_NE(refusal_of(text), "") << text;
    if (!reason.empty()) {
      EXPECT_EQ(refusal_of(text), reason) << text;
    }
  }
  // The id is told where it could be read, so that the client knows what was refused.
  const auto read = read_client_message(R"({"type":"dance","id":12})");
  EXPECT_EQ(std::get<MessageError>(read).id, 12);
}

TEST(Messages, withstand_hostile_text) {
  std::string deep = R"({"type":"ping","id":)" + std::string(5000, '[');
  EXPECT_NE(refusal_of(deep), "");
  EXPECT_NE(refusal_of(R"({"type":"join","table":")" + std::string(10'000, 'x') + "\"}"), "");
  EXPECT_NE(refusal_of(std::string("{\"type\":\"ping\0\"}", 16)), "");
  std::string many = R"({"type":"ping")";
  for (int i = 0; i < 300; ++i) many.append(",\"m").append(std::to_string(i)).append("\":0");
  EXPECT_NE(refusal_of(many + "}"), "");
  for (std::size_t end = 0; end < kCreate.size(); ++end)
    EXPECT_NE(refusal_of(kCreate.substr(0, end)), "");
}

TEST(Messages, have_types_that_the_web_client_has_too) {
  EXPECT_TRUE(test_help::slurp(test_help::source_path("packages/engine/src/wire.ts")) ==
              typescript())
      << "packages/engine/src/wire.ts is out of date: run `bastide types > "
         "packages/engine/src/wire.ts`";
}

}  // namespace
}  // namespace bastide::server
