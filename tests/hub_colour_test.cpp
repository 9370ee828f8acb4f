// Colours of seats: who gets which, and that no two are alike.
#include "tests/hub_pair.h"

#include "server/table/colours.h"

namespace bastide::server::hub_play {
namespace {

std::string colours_of(const Json& view) {
  std::string all;
  for (const Json& seat : view["seats"]) all += std::to_string(seat["colour"].get<int>());
  return all;
}

std::string colour_text(const std::string& table, int seat, int colour) {
  return Person::of(
      "colour", table,
      R"(,"seat":)" + std::to_string(seat) + R"(,"colour":)" + std::to_string(colour));
}

std::string made_with(Person& person, const std::string& seats) {
  return colours_of(person.join(person.create(R"(["base"])", seats))["table"]);
}

TEST(Colours, are_the_numbers_of_the_seats_unless_somebody_wishes) {
  Node node;
  Person ada(node, "Ada");
  EXPECT_EQ(made_with(ada, R"([{"kind":"me"},{"kind":"open"},{"kind":"bot","bot":"level1"}])"),
            "012");
  EXPECT_EQ(made_with(ada, R"([{"kind":"me","colour":2},{"kind":"open"},)"
                           R"({"kind":"bot","bot":"level1"}])"),
            "210");
  EXPECT_EQ(made_with(ada, R"([{"kind":"me","colour":5},{"kind":"bot","bot":"level1","colour":0},)"
                           R"({"kind":"open"}])"),
            "502");
  EXPECT_EQ(made_with(ada, R"([{"kind":"open"},{"kind":"me","colour":0}])"), "10");
}

TEST(Colours, that_two_wish_for_are_refused) {
  Node node;
  Person ada(node, "Ada");
  const std::string create = R"({"type":"create","setup":{"sets":["base"]},"listed":false,)"
                             R"("assist":"standard","seats":)";
  EXPECT_EQ(ada.code(create + R"([{"kind":"me","colour":1},{"kind":"me","colour":1}]})"),
            "colour_taken");
  EXPECT_EQ(ada.code(create + R"([{"kind":"me","colour":6},{"kind":"me"}]})"), "bad_message");
  EXPECT_EQ(ada.code(create + R"([{"kind":"me","colour":-1},{"kind":"me"}]})"), "bad_message");
  EXPECT_EQ(ada.code(create + R"([{"kind":"me"},{"kind":"open","colour":3}]})"), "bad_message");
}

TEST(Colours, are_exchanged_with_bots_and_open_seats_but_not_with_people) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string table = ada.create(
      R"(["base"])",
      R"([{"kind":"me"},{"kind":"open"},{"kind":"bot","bot":"level1"},{"kind":"open"}])");
  ada.join(table);
  boris.join(table);
  EXPECT_EQ(colours_of(ada.ask(colour_text(table, 0, 2))["table"]), "2103");
  EXPECT_EQ(colours_of(ada.ask(colour_text(table, 0, 5))["table"]), "5103");
  EXPECT_EQ(colours_of(ada.ask(colour_text(table, 0, 5))["table"]), "5103");
  EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":1,"colour":5)")), "colour_taken");
  EXPECT_EQ(colours_of(boris.ask(Person::of("sit", table, R"(,"seat":1,"colour":3)"))["table"]),
            "5301");
  EXPECT_EQ(ada.code(colour_text(table, 0, 3)), "colour_taken");
  EXPECT_EQ(ada.code(colour_text(table, 1, 4)), "not_seated");
  EXPECT_EQ(ada.code(colour_text(table, 2, 4)), "not_seated");
  EXPECT_EQ(ada.code(colour_text(table, 5, 4)), "not_seated");
  EXPECT_EQ(ada.code(colour_text(table, 0, 6)), "bad_message");
  // A seat keeps its colour whoever comes and goes.
  EXPECT_EQ(colours_of(boris.ask(Person::of("stand", table, R"(,"seat":1)"))["table"]), "5301");
  EXPECT_EQ(colours_of(ada.ask(
                Person::of("seat", table, R"(,"seat":1,"kind":"bot","bot":"level1")"))["table"]),
            "5301");
  node.restart();
  ada.connect();
  EXPECT_EQ(colours_of(ada.join(table)["table"]), "5301");
  EXPECT_EQ(colours_of(ada.ask(Person::of("start", table))["table"]), "530");
  EXPECT_EQ(ada.code(colour_text(table, 0, 4)), "started");
}

TEST(Colours, of_two_own_seats_are_exchanged) {
  Node node;
  Person ada(node, "Ada");
  const std::string table =
      ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"me"},{"kind":"open"}])");
  EXPECT_EQ(colours_of(ada.ask(colour_text(table, 0, 1))["table"]), "102");
}

TEST(Colours, stay_with_people_in_a_rematch) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(
      R"(["base"])", R"([{"kind":"me","colour":4},{"kind":"bot","bot":"level1","colour":3}])");
  ada.join(table);
  ada.ask(Person::of("resign", table, R"(,"seat":0)"));
  ASSERT_TRUE(node.until([&] { return ada.at(table).over(); }));
  const std::string next = ada.ask(Person::of("rematch", table))["new"];
  EXPECT_EQ(colours_of(ada.join(next)["table"]), "34");
}

TEST(Colours, of_stored_tables_are_checked) {
  TableRow row;
  row.id = "t";
  row.config = R"({"setup":{"sets":["base"]},"listed":false,"assist":"standard"})";
  row.hash_scheme = kHashScheme;
  const auto meta = [](const std::string& first, const std::string& second) {
    return R"({"status":"waiting","host":"g","seats":[{"kind":"open")" + first +
           R"(},{"kind":"open")" + second + "}]}";
  };
  row.meta = meta("", "");  // as they were before there were colours
  const auto old = read_table(row);
  ASSERT_TRUE(std::holds_alternative<Table>(old));
  EXPECT_EQ(std::get<Table>(old).meta.seats[1].colour, 1);
  for (const auto& [first, second] : {std::pair{R"(,"colour":6)", ""},
                                      {R"(,"colour":-1)", ""},
                                      {R"(,"colour":"red")", ""},
                                      {R"(,"colour":1)", ""},
                                      {R"(,"colour":3)", R"(,"colour":3)"}}) {
    row.meta = meta(first, second);
    EXPECT_TRUE(std::holds_alternative<std::string>(read_table(row))) << row.meta;
  }
}

}  // namespace
}  // namespace bastide::server::hub_play
