// Somebody at a connection: what they may ask for, how often, and what becomes of it when they go.
#include "tests/site_play.h"

namespace bastide::server::site_play {
namespace {

constexpr const char* kPing = R"({"type":"ping"})";

std::size_t count_of(const Line& line, std::string_view code) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.got.size(); ++i)
    count += line.message(i).value("code", "") == code;
  return count;
}

std::uint64_t limit(const Place& place, RefusedDetail of) {
  return place.site->counters.limits[static_cast<std::size_t>(of)].value();
}

std::string join_text(const std::string& table) {
  return R"({"type":"join","table":")" + table + "\"}";
}

TEST(Person, pays_for_a_message_what_it_costs) {
  const std::string at = R"("table":"aaaaaaaaaa")";
  const std::string nonce(64, 'a');
  const std::vector<std::pair<std::string, int>> messages{
      {kPing, 1},
      {R"({"type":"act",)" + at + R"(,"seq":0,"action":{"do":"pass"}})", 1},
      {R"({"type":"leave",)" + at + "}", 1},
      {R"({"type":"sit",)" + at + R"(,"seat":0})", 1},
      {R"({"type":"stand",)" + at + R"(,"seat":0})", 1},
      {R"({"type":"seat",)" + at + R"(,"seat":0,"kind":"open"})", 1},
      {R"({"type":"colour",)" + at + R"(,"seat":0,"colour":1})", 1},
      {R"({"type":"start",)" + at + "}", 1},
      {R"({"type":"resign",)" + at + R"(,"seat":0})", 1},
      {R"({"type":"absent",)" + at + R"(,"seat":0,"do":"bot"})", 1},
      {R"({"type":"undo",)" + at + R"(,"seat":0,"seq":0})", 1},
      {R"({"type":"undo_answer",)" + at + R"(,"seat":0,"grant":true})", 1},
      {R"({"type":"nonce",)" + at + R"(,"nonce":")" + nonce + "\"}", 1},
      {R"({"type":"features",)" + at + "}", 2},
      {R"({"type":"promise"})", 2},
      {R"({"type":"lobby","on":false})", 3},
      {join_text("aaaaaaaaaa"), 4},
      {R"({"type":"games","on":false})", 5},
      {R"({"type":"rematch",)" + at + "}", 5},
      {R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"bot","bot":"nobody"},)"
       R"({"kind":"me"}],"listed":false,"assist":"standard"})",
       10}};
  EXPECT_EQ(messages.size() + 1, static_cast<std::size_t>(kClientTypes)) << "all but hello";
  for (const auto& [text, cost] : messages) {
    Place place;
    Somebody ada(place, "ada", std::make_shared<Budget>(20, 30));
    for (int i = 0; i < 30 / cost; ++i) ada.say(text);
    place.settle();
    ASSERT_EQ(count_of(*ada.line, "bad_message"), 0u) << text << ada.line->last().dump();
    EXPECT_EQ(count_of(*ada.line, "too_fast"), 0u) << text;
    const Json refused = ada.ask(text);  // with `re`
    EXPECT_EQ(refused["code"], "too_fast") << text;
    EXPECT_EQ(refused["detail"], "address");
    const auto wait = refused["wait_ms"].get<std::int64_t>();
    EXPECT_EQ(wait, (cost - 30 % cost) * 1000 / 20) << text;
    EXPECT_EQ(limit(place, RefusedDetail::address), 1u);
    place.loop.advance(wait);
    ada.say(text);
    place.settle();
    EXPECT_EQ(count_of(*ada.line, "too_fast"), 1u) << text;
  }
}

TEST(Person, who_never_slows_down_is_closed) {
  Place place;
  Somebody ada(place, "ada");
  for (int i = 0; i < 60 + kMaxTooFast - 1; ++i) ada.say(kPing);
  EXPECT_FALSE(ada.line->closed);
  ada.say(kPing);
  EXPECT_TRUE(ada.line->closed);
  const std::size_t told = ada.line->got.size();
  ada.say(kPing);
  EXPECT_EQ(ada.line->got.size(), told);
}

TEST(Person, shares_a_budget_with_all_of_an_address) {
  Place place;
  const auto budget = std::make_shared<Budget>(10, 30);
  Somebody ada(place, "ada", budget), boris(place, "boris", budget), clara(place, "clara");
  place.loop.advance(10'000);
  for (int i = 0; i < 20; ++i) ada.say(kPing);
  for (int i = 0; i < 10; ++i) boris.say(kPing);
  EXPECT_EQ(count_of(*ada.line, "too_fast") + count_of(*boris.line, "too_fast"), 0u);
  for (Somebody* one : {&ada, &boris}) {
    const Json refused = one->ask(kPing);
    EXPECT_EQ(refused["code"], "too_fast");
    EXPECT_EQ(refused["detail"], "address");
    EXPECT_EQ(refused["wait_ms"], 100);
  }
  EXPECT_EQ(clara.ask(kPing)["type"], "pong");
  EXPECT_EQ(limit(place, RefusedDetail::address), 2u);
  place.loop.advance(100);
  EXPECT_EQ(ada.ask(kPing)["type"], "pong");
  // It may be the others' fault: nobody is closed for it.
  for (int i = 0; i < 1'000; ++i) {
    place.loop.advance(50);
    ada.say(kPing);
  }
  EXPECT_GT(count_of(*ada.line, "too_fast"), 400u);
  EXPECT_FALSE(ada.line->closed);
}

TEST(Person, answers_an_open_question_whatever_was_spent) {
  Place place;
  const auto budget = std::make_shared<Budget>(20, 80);
  Somebody ada(place, "ada", budget);
  const std::string table = ada.create(R"([{"kind":"me"},{"kind":"me"}])");
  Json at = ada.ask(join_text(table));
  place.loop.advance(10'000);
  for (int i = 0; i < 100; ++i) ada.say(kPing);
  EXPECT_EQ(ada.ask(kPing)["code"], "too_fast");
  const std::string answer = R"({"type":"act","table":")" + table + R"(","seq":)" +
                             std::to_string(at["seq"].get<int>()) + R"(,"action":)" +
                             at["options"][0].dump() + "}";
  EXPECT_EQ(ada.ask(answer)["type"], "update");
  EXPECT_EQ(ada.ask(answer)["code"], "too_fast") << "once";
}

TEST(Person, watches_so_many_tables_and_no_more) {
  Place place;
  Somebody ada(place, "ada");
  for (int i = 0; i < 40; ++i) {
    place.loop.advance(1000);
    EXPECT_EQ(ada.ask(join_text("aaaaaaaaaa"))["code"], "unknown_table") << "not watched";
    const std::string other = "bbbbbbbb" + std::string(1, static_cast<char>('a' + i % 26)) +
                              std::string(1, static_cast<char>('a' + i / 26));
    EXPECT_EQ(ada.ask(join_text(other))["code"], "unknown_table");
  }
  std::vector<std::string> tables;
  for (std::size_t i = 0; i <= kMaxWatched; ++i)
    tables.push_back(ada.create(R"([{"kind":"me"},{"kind":"open"}])"));
  for (std::size_t i = 0; i < kMaxWatched; ++i) {
    place.loop.advance(1000);
    EXPECT_EQ(ada.ask(join_text(tables[i]))["type"], "table");
  }
  const Json refused = ada.ask(join_text(tables.back()));
  EXPECT_EQ(refused["code"], "too_many");
  EXPECT_EQ(refused["detail"], "watched");
  EXPECT_EQ(refused["most"], kMaxWatched);
  EXPECT_EQ(refused["table"], tables.back());
  EXPECT_EQ(limit(place, RefusedDetail::watched), 1u);
  place.loop.advance(1000);
  EXPECT_EQ(ada.ask(join_text(tables[0]))["type"], "table") << "one that is watched already";
  ada.say(R"({"type":"leave","table":")" + tables[0] + "\"}");
  place.loop.advance(1000);
  EXPECT_EQ(ada.ask(join_text(tables.back()))["type"], "table");
}

TEST(Person, who_cannot_write_is_closed) {
  for (const std::string& bad :
       {std::string("{"), std::string(), std::string(kMaxMessageBytes + 1, 'a'),
        std::string(R"({"type":"ping","more":1})"), std::string("\xff\xfe"),
        std::string(16'000, '[')}) {
    Place place;
    Somebody ada(place, "ada");
    for (int i = 0; i < kMaxBadForm - 1; ++i) ada.say(bad);
    EXPECT_FALSE(ada.line->closed);
    EXPECT_EQ(ada.ask(kPing)["type"], "pong");
    ada.say(bad);
    EXPECT_TRUE(ada.line->closed);
    EXPECT_EQ(ada.line->last()["type"], "bye");
    const std::string code = bad.size() > kMaxMessageBytes ? "too_large" : "bad_message";
    EXPECT_EQ(count_of(*ada.line, code), static_cast<std::size_t>(kMaxBadForm));
    const std::size_t told = ada.line->got.size();
    ada.say(kPing);
    EXPECT_EQ(ada.line->got.size(), told);
  }
}

TEST(Person, says_hello_first) {
  Place place;
  const auto line = std::make_shared<Line>();
  const auto person =
      Person::welcome(*place.site, place.from(), line, Guest{"ada", "Ada"}, nullptr);
  person->receive(R"({"type":"ping","id":3})");
  EXPECT_EQ(line->last()["code"], "bad_message");
  EXPECT_EQ(line->last()["re"], 3);
  person->receive(R"({"type":"hello","protocol":2})");
  EXPECT_EQ(line->last()["code"], "bad_message");
  person->receive(R"({"type":"hello","protocol":1,"id":4})");
  EXPECT_EQ(line->last()["type"], "welcome");
  EXPECT_EQ(line->last()["re"], 4);
  EXPECT_EQ(line->last()["guest"]["name"], "Ada");
}

TEST(Person, is_promised_the_same_table_until_it_is_made) {
  Place place;
  Somebody ada(place, "ada");
  const Json promise = ada.ask(R"({"type":"promise"})");
  EXPECT_EQ(promise["commitment"].get<std::string>().size(), 64u);
  EXPECT_EQ(ada.ask(R"({"type":"promise"})")["commitment"], promise["commitment"]);
  EXPECT_EQ(ada.create(R"([{"kind":"me"},{"kind":"open"}])"), promise["table"].get<std::string>());
  const Json next = ada.ask(R"({"type":"promise"})");
  EXPECT_NE(next["table"], promise["table"]);
  EXPECT_NE(next["commitment"], promise["commitment"]);
}

TEST(Person, changes_nothing_while_the_server_stops) {
  Place place;
  Somebody ada(place, "ada");
  const std::string table = ada.create(R"([{"kind":"me"},{"kind":"open"}])");
  place.site->stopping = true;
  place.loop.advance(1000);
  EXPECT_EQ(ada.ask(join_text(table))["type"], "table");
  EXPECT_EQ(ada.ask(kPing)["type"], "pong");
  const Json refused = ada.ask(R"({"type":"stand","table":")" + table + R"(","seat":0})");
  EXPECT_EQ(refused["code"], "stopping");
  EXPECT_EQ(refused["table"], table);
}

TEST(Person, who_has_gone_is_told_nothing_any_more) {
  Place place;
  Somebody ada(place, "ada"), boris(place, "boris");
  const std::string table = ada.create(R"([{"kind":"me"},{"kind":"open"}])");
  boris.ask(join_text(table));
  boris.ask(R"({"type":"lobby","on":true})");
  boris.ask(R"({"type":"games","on":true})");
  EXPECT_EQ(place.site->visitors.people(), 2u);
  EXPECT_TRUE(place.site->visitors.is_here("boris"));
  boris.person->gone();
  EXPECT_EQ(place.site->visitors.people(), 1u);
  EXPECT_FALSE(place.site->visitors.is_here("boris"));
  place.settle();
  const std::size_t told = boris.line->got.size();
  ada.ask(join_text(table));
  place.site->own_games.changed({"boris"});
  ada.create(R"([{"kind":"me"},{"kind":"open"}])");
  place.loop.advance(1000);
  place.settle();
  EXPECT_EQ(boris.line->got.size(), told);
}

TEST(Person, is_told_when_the_server_stops) {
  Place place;
  Somebody ada(place, "ada"), also_ada(place, "ada"), boris(place, "boris");
  place.site->visitors.dismiss_all("The server is stopping.");
  for (const Somebody* one : {&ada, &also_ada, &boris}) {
    EXPECT_EQ(one->line->last()["type"], "bye");
    EXPECT_TRUE(one->line->closed);
  }
}

}  // namespace
}  // namespace bastide::server::site_play
