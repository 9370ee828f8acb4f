// Nonces of people's browsers: promised tables, seats, rematches, and whoever plays by no rules.
#include "tests/hub_play.h"

#include "server/fair/check_draws.h"
#include "server/table/table.h"

namespace bastide::server::hub_play {
namespace {

const std::string kOne(64, '1'), kTwo(64, '2');
const std::string kHotSeat = R"([{"kind":"me"},{"kind":"me"}])";
const std::string kWithOpen = R"([{"kind":"me"},{"kind":"open"}])";

std::string nonce_member(const std::string& nonce) { return R"(,"nonce":")" + nonce + "\""; }
std::string give(const std::string& table, const std::string& nonce) {
  return Person::of("nonce", table, nonce_member(nonce));
}

Record fair_record(Node& node, const std::string& table) {
  const auto text = node.record_json(table);
  EXPECT_TRUE(text);
  auto record = read_record(*text);
  EXPECT_TRUE(std::holds_alternative<Record>(record)) << std::get<FormError>(record).text();
  return std::get<Record>(std::move(record));
}

void play_to_end(Node& node, const std::vector<Person*>& people, const std::string& table) {
  Rng rng(9);
  while (!people[0]->at(table).over()) {
    bool played = false;
    for (Person* person : people) played = person->play_one(table, rng) || played;
    if (!played) node.loop.turn();
  }
  node.settle();
}

FairGame fair_game(Node& node, const std::string& table) {
  const DrawCheck check = check_draws(fair_record(node, table));
  EXPECT_TRUE(std::holds_alternative<FairGame>(check));
  return std::holds_alternative<FairGame>(check) ? std::get<FairGame>(check) : FairGame{};
}

TEST(HubNonces, a_promise_fixes_commitment_and_id_of_the_next_table) {
  Node node;
  Person ada(node, "Ada");
  const Json promise = ada.ask(R"({"type":"promise"})");
  ASSERT_EQ(promise["type"], "promise");
  const Json again = ada.ask(R"({"type":"promise"})");
  EXPECT_EQ(again["commitment"], promise["commitment"]) << "no choice between promises";
  EXPECT_EQ(again["table"], promise["table"]);
  const std::string table = ada.create(R"(["base"])", kHotSeat, nonce_member(kOne));
  EXPECT_EQ(table, promise["table"].get<std::string>());
  const Json joined = ada.join(table);
  EXPECT_EQ(joined["table"]["commitment"], promise["commitment"]);
  EXPECT_EQ(joined["table"]["fair"], "bastide-2");
  EXPECT_EQ(joined["table"]["seats"][0]["nonce"], true);
  EXPECT_EQ(joined["table"]["seats"][1]["nonce"], true);
  EXPECT_NE(ada.ask(R"({"type":"promise"})")["commitment"], promise["commitment"]);
  play_to_end(node, {&ada}, table);
  const Record record = fair_record(node, table);
  EXPECT_EQ(record.fair->method, FairMethod::bastide_2);
  EXPECT_EQ(record.fair->table, table);
  EXPECT_EQ(record.fair->nonces, (std::vector<std::string>{kOne, kOne}));
  EXPECT_EQ(record.fair->commitment, promise["commitment"].get<std::string>());
  EXPECT_EQ(ada.at(table).view["seed"], record.fair->secret);
  EXPECT_EQ(fair_game(node, table).nonces, 2u);
}

TEST(HubNonces, are_not_needed) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(R"(["base"])", kHotSeat);
  EXPECT_EQ(ada.join(table)["table"]["status"], "playing");
  EXPECT_FALSE(ada.at(table).view["seats"][0].contains("nonce"));
  play_to_end(node, {&ada}, table);
  EXPECT_EQ(fair_game(node, table).nonces, 0u);
}

TEST(HubNonces, of_everybody_who_sits_down_are_in_the_seed) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  ada.ask(R"({"type":"promise"})");
  const std::string table = ada.create(R"(["base"])", kWithOpen, nonce_member(kOne));
  ada.join(table);
  boris.join(table);
  EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":1)" + nonce_member(kTwo))), "table");
  node.settle();
  EXPECT_EQ(fair_record(node, table).fair->nonces, (std::vector<std::string>{kOne, kTwo}));
  EXPECT_EQ(fair_record(node, table).fair->secret, "");
  node.restart();
  ada.connect();
  boris.connect();
  ada.join(table);
  boris.join(table);
  play_to_end(node, {&ada, &boris}, table);
  EXPECT_EQ(fair_game(node, table).nonces, 2u);
}

TEST(HubNonces, that_come_late_twice_or_without_a_promise_are_refused) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string create = R"({"type":"create","setup":{"sets":["base"]},"seats":)" + kWithOpen +
                             R"(,"listed":true,"assist":"standard")";
  EXPECT_EQ(ada.code(create + nonce_member(kOne) + "}"), "not_allowed");
  const std::string table = ada.create(R"(["base"])", kWithOpen);
  ada.join(table);
  EXPECT_EQ(boris.code(give(table, kTwo)), "not_seated");
  EXPECT_EQ(boris.code(give("nowhere", kTwo)), "unknown_table");
  EXPECT_EQ(ada.code(give(table, kOne)), "meta");
  EXPECT_EQ(ada.at(table).view["seats"][0]["nonce"], true);
  EXPECT_EQ(ada.at(table).view["status"], "waiting");
  EXPECT_EQ(ada.code(give(table, kTwo)), "not_allowed") << "a given nonce cannot be replaced";
  boris.join(table);
  EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":1)")), "table");
  EXPECT_EQ(boris.code(give(table, kTwo)), "started");
  EXPECT_EQ(ada.code(give(table, kTwo)), "started");
  EXPECT_EQ(fair_record(node, table).fair->nonces, (std::vector<std::string>{kOne, ""}));
}

TEST(HubNonces, of_a_wrong_form_are_refused) {
  Node node;
  const std::string kUpper = std::string(63, '1') + "A";
  for (const std::string& wrong : std::vector<std::string>{
           "", "1", std::string(63, '1'), std::string(65, '1'), kUpper, std::string(64, 'g'),
           std::string(64, '-'), std::string(5000, '1')}) {
    Person ada(node, "Ada");  // a connection each, since malformed messages end it
    const std::string table = ada.create(R"(["base"])", kWithOpen);
    EXPECT_EQ(ada.code(give(table, wrong)), "bad_message") << wrong;
    EXPECT_EQ(ada.code(Person::of("sit", table, R"(,"seat":1)" + nonce_member(wrong))),
              "bad_message");
    for (const std::string value : {"7", "null", "[]", "{}", "true"})
      EXPECT_EQ(ada.code(Person::of("nonce", table, R"(,"nonce":)" + value)), "bad_message");
    EXPECT_EQ(ada.code(R"({"type":"promise","table":"x"})"), "bad_message");
  }
}

TEST(HubNonces, a_promise_outlives_a_refused_table) {
  Node node;
  Person ada(node, "Ada");
  const Json promise = ada.ask(R"({"type":"promise"})");
  EXPECT_EQ(ada.code(R"({"type":"create","setup":{"sets":["nothing"]},"seats":)" + kHotSeat +
                     R"(,"listed":true,"assist":"standard","nonce":")" + kOne + "\"}"),
            "bad_setup");
  EXPECT_EQ(ada.create(R"(["base"])", kHotSeat, nonce_member(kTwo)),
            promise["table"].get<std::string>());
}

// Standing up takes the nonce along.
TEST(HubNonces, leave_with_their_person) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string table =
      ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])");
  ada.join(table);
  boris.join(table);
  EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":1)" + nonce_member(kTwo))), "meta");
  EXPECT_EQ(boris.code(Person::of("stand", table, R"(,"seat":1)")), "meta");
  EXPECT_EQ(ada.code(Person::of("seat", table, R"(,"seat":1,"kind":"bot","bot":"level1")")),
            "meta");
  EXPECT_EQ(ada.code(Person::of("start", table)), "table");
  EXPECT_EQ(fair_record(node, table).fair->nonces, (std::vector<std::string>{"", ""}));
}

struct FinishedGame {
  Node node;
  Person ada{node, "Ada"}, boris{node, "Boris"};
  std::string table;
  explicit FinishedGame(const std::string& ada_nonce, const std::string& boris_nonce) {
    table = ada.create(R"(["base"])", kWithOpen);
    ada.join(table);
    boris.join(table);
    if (!ada_nonce.empty()) {
      EXPECT_EQ(ada.code(give(table, ada_nonce)), "meta");
    }
    const std::string more = boris_nonce.empty() ? "" : nonce_member(boris_nonce);
    EXPECT_EQ(boris.code(Person::of("sit", table, R"(,"seat":1)" + more)), "table");
    node.settle();
    play_to_end(node, {&ada, &boris}, table);
  }
  std::string rematch() { return ada.ask(Person::of("rematch", table))["new"]; }
  std::string status(const std::string& id) { return ada.join(id)["table"]["status"]; }
};

TEST(HubNonces, nobody_waits_for_those_who_never_gave_one) {
  FinishedGame game("", "");
  EXPECT_EQ(game.status(game.rematch()), "playing");
}

TEST(HubNonces, a_rematch_waits_until_all_are_there) {
  FinishedGame game(kOne, kTwo);
  const Json told = game.ada.ask(Person::of("rematch", game.table));
  const std::string next = told["new"];
  EXPECT_EQ(game.status(next), "waiting");
  EXPECT_EQ(game.boris.join(next)["table"]["commitment"], told["commitment"]);
  EXPECT_EQ(game.ada.code(Person::of("start", next)), "meta") << "not before the nonces";
  const std::string three(64, '3'), four(64, '4');
  EXPECT_EQ(game.boris.code(give(next, three)), "meta");
  EXPECT_EQ(game.ada.at(next).view["status"], "waiting");
  EXPECT_EQ(game.ada.code(give(next, four)), "table");
  EXPECT_EQ(game.ada.at(next).view["status"], "playing");
  // Boris is first now.
  EXPECT_EQ(fair_record(game.node, next).fair->nonces, (std::vector<std::string>{three, four}));
  play_to_end(game.node, {&game.ada, &game.boris}, next);
  EXPECT_EQ(fair_game(game.node, next).nonces, 2u);
}

TEST(HubNonces, a_rematch_waits_three_seconds_at_most) {
  FinishedGame game(kOne, kTwo);
  const std::string next = game.rematch();
  EXPECT_EQ(game.status(next), "waiting");
  EXPECT_EQ(game.ada.code(give(next, kTwo)), "meta");
  game.node.advance(2500);
  game.node.settle();
  EXPECT_EQ(game.ada.at(next).view["status"], "waiting");
  game.node.advance(600);
  game.node.settle();
  EXPECT_EQ(game.ada.at(next).view["status"], "playing");
  EXPECT_EQ(fair_record(game.node, next).fair->nonces, (std::vector<std::string>{"", kTwo}));
}

TEST(HubNonces, a_rematch_does_not_wait_for_those_who_are_gone) {
  FinishedGame game(kOne, kTwo);
  game.boris.disconnect();
  const std::string next = game.rematch();
  EXPECT_EQ(game.status(next), "waiting");
  EXPECT_EQ(game.ada.code(give(next, kOne)), "table");
}

TEST(HubNonces, a_rematch_starts_although_the_store_failed_once) {
  FinishedGame game(kOne, "");
  const std::string next = game.rematch();
  EXPECT_EQ(game.status(next), "waiting");
  game.node.store.fails = FailingStore::Fails::before;
  EXPECT_EQ(game.ada.code(give(next, kTwo)), "storage");
  game.node.advance(3100);
  game.node.settle();
  EXPECT_EQ(game.ada.at(next).view["status"], "waiting");
  game.node.store.fails = FailingStore::Fails::no;
  game.node.advance(1100);
  game.node.settle();
  EXPECT_EQ(game.ada.at(next).view["status"], "playing");
}

// What it waits for is stored: a restart neither begins it early nor lets it wait for longer.
TEST(HubNonces, a_rematch_goes_on_waiting_after_a_restart_in_its_three_seconds) {
  FinishedGame game(kOne, kTwo);
  const std::string next = game.rematch();
  EXPECT_EQ(game.status(next), "waiting");
  game.node.restart();
  game.ada.connect();
  EXPECT_EQ(game.status(next), "waiting");
  EXPECT_EQ(game.ada.code(give(next, kOne)), "meta");
  game.node.advance(2000);
  EXPECT_EQ(game.ada.at(next).view["status"], "waiting");
  game.node.advance(1000);
  EXPECT_EQ(game.ada.at(next).view["status"], "playing");
  EXPECT_EQ(fair_record(game.node, next).fair->nonces, (std::vector<std::string>{"", kOne}));
}

TEST(HubNonces, a_rematch_that_nobody_looks_at_starts_after_a_restart) {
  FinishedGame game(kOne, kTwo);
  const std::string next = game.rematch();
  game.node.restart();
  for (int i = 0; i < 5; ++i) game.node.advance(1000);  // what is due is looked for every second
  EXPECT_EQ(fair_record(game.node, next).fair->nonces, (std::vector<std::string>{"", ""}));
}

TEST(HubNonces, somebody_who_stands_up_meanwhile_leaves_a_table_that_waits_for_people) {
  FinishedGame game(kOne, kTwo);
  const std::string next = game.rematch();
  EXPECT_EQ(game.status(next), "waiting");
  game.boris.join(next);
  EXPECT_EQ(game.boris.code(Person::of("stand", next, R"(,"seat":0)")), "meta");
  game.node.advance(4000);
  game.node.settle();
  EXPECT_EQ(game.ada.at(next).view["status"], "waiting");
  EXPECT_EQ(game.boris.code(Person::of("sit", next, R"(,"seat":0)")), "table");
}

// Against bots everything may be taken back: the next tile is another draw, and says nothing about
// what would have come.
TEST(HubNonces, what_is_taken_back_is_drawn_anew_and_still_follows) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(R"(["base"])", kHotSeat);
  ada.join(table);
  Rng rng(4);
  int undone = 0, other = 0;
  const auto draws = [&] {
    std::vector<std::string> tiles;
    for (const Json& entry : ada.at(table).history)
      if (entry["action"]["do"] == "draw") tiles.push_back(entry["action"]["tile"]);
    return tiles;
  };
  for (int i = 0; i < 60 && !ada.at(table).over(); ++i) {
    const std::int64_t seq = ada.at(table).seq;
    const std::size_t drawn = draws().size();
    const int seat = ada.at(table).state["decision"]["by"];
    ASSERT_TRUE(ada.play_one(table, rng));
    if (ada.at(table).over() || draws().size() == drawn) continue;
    const auto before = draws();
    const std::string again = Person::of(
        "undo", table, R"(,"seat":)" + std::to_string(seat) + R"(,"seq":)" + std::to_string(seq));
    ASSERT_EQ(ada.code(again), "undone");
    ++undone;
    while (draws().size() == drawn) ASSERT_TRUE(ada.play_one(table, rng));
    other += draws()[drawn] != before[drawn] ? 1 : 0;
    if (i == 30) {
      node.settle();
      const auto kept = fair_record(node, table).fair->undos;
      node.restart();
      ada.connect();
      ada.join(table);
      EXPECT_EQ(fair_record(node, table).fair->undos, kept) << "the log knows it, too";
    }
  }
  EXPECT_GT(undone, 10);
  EXPECT_GT(other, undone / 2);
  play_to_end(node, {&ada}, table);
  const Record record = fair_record(node, table);
  ASSERT_FALSE(record.fair->undos.empty());
  EXPECT_EQ(record.fair->undos.back().undos, static_cast<std::uint64_t>(undone));
  EXPECT_GT(fair_game(node, table).draws, 60u);
}

// A table that an older program stored: its config names no method.
TEST(HubNonces, a_table_of_the_older_method_goes_on_with_it) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string made = ada.create(R"(["base"])", kWithOpen);
  node.settle();
  TableRow row = *node.answer<std::optional<TableRow>>([&](auto done) {
    node.memory->find_table(made, [done](const Stored<std::optional<TableRow>>& read) {
      done(std::get<std::optional<TableRow>>(read));
    });
    node.memory->flush();
  });
  const std::string member = R"("fair":"bastide-2",)";
  const auto at = row.config.find(member);
  ASSERT_NE(at, std::string::npos) << row.config;
  row.config.erase(at, member.size());
  row.id = "anoldtable";
  NewTable older;
  older.row = row;
  node.memory->put_table(older, [](const StoreResult&) {});
  node.settle();
  EXPECT_EQ(ada.join(row.id)["table"]["fair"], "bastide-1");
  EXPECT_EQ(ada.code(give(row.id, kOne)), "not_allowed");
  boris.join(row.id);
  EXPECT_EQ(boris.code(Person::of("sit", row.id, R"(,"seat":1)" + nonce_member(kTwo))), "table")
      << "which needs no nonce, and passes it over";
  play_to_end(node, {&ada, &boris}, row.id);
  const Record record = fair_record(node, row.id);
  EXPECT_EQ(record.fair->method, FairMethod::bastide_1);
  EXPECT_EQ(fair_game(node, row.id).nonces, std::nullopt);
  EXPECT_EQ(ada.join(ada.ask(Person::of("rematch", row.id))["new"])["table"]["fair"], "bastide-2");
}

}  // namespace
}  // namespace bastide::server::hub_play
