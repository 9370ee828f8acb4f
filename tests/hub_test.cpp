// Whole games through the hub: what people and bots do at tables, seen from the clients.
#include "tests/hub_play.h"

#include "server/hub/secrets.h"

namespace bastide::server::hub_play {
namespace {

void expect_true_picture(Node& node, Person& person, const std::string& table) {
  const Json real = truth(node, table);
  EXPECT_EQ(plain(person.at(table).state), plain(real["state"]));
  EXPECT_EQ(person.at(table).seq, real["seq"].get<std::int64_t>());
  if (!person.at(table).options.empty()) {
    EXPECT_EQ(person.at(table).options, real["options"]);
  }
}

std::string sets_of(const Json& preset) { return preset["sets"].dump(); }

Json rules_of(Node& node) { return std::get<Json>(parse_json(node.hub->rules_json())); }

class EveryPreset : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Hub, EveryPreset,
                         ::testing::Values("base", "river_abbot", "classic", "classic_sheep",
                                           "tower", "abbey_mayor", "circus", "big_box",
                                           "big_box_count", "castles_bridges", "wheel",
                                           "base_wheel", "everything"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(EveryPreset, is_played_to_its_end_by_a_person_and_a_bot) {
  Node node;
  const Json rules = rules_of(node);
  EXPECT_EQ(misfit(rules, "RulesInfo", "rules"), "");
  Json preset;
  for (const Json& known : rules["presets"])
    if (known["id"] == GetParam()) preset = known;
  ASSERT_FALSE(preset.is_null());
  Person ada(node, "Ada"), zoe(node, "Zoe");
  const std::string table =
      ada.create(sets_of(preset), R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])");
  ada.join(table);
  zoe.join(table);
  Rng rng(7);
  while (!ada.at(table).over())
    if (!ada.play_one(table, rng)) node.loop.turn();
  node.settle();
  expect_true_picture(node, ada, table);
  expect_true_picture(node, zoe, table);
  EXPECT_EQ(zoe.at(table).history, ada.at(table).history);
  EXPECT_TRUE(zoe.at(table).options.empty());
  EXPECT_EQ(zoe.at(table).view["spectators"], 1);
  const Json& last = ada.at(table).history.back()["events"].back();
  EXPECT_EQ(last["event"], "game_over");
  EXPECT_EQ(last["winners"], ada.at(table).state["winners"]);
  EXPECT_EQ(ada.at(table).view["seed"].get<std::string>().size(), 64u);
}

// A game of two bots, looked at to its end.
std::string watch_bots(Node& node, Person& person, const std::string& one,
                       const std::string& other) {
  const std::string table =
      person.create(R"(["base"])", R"([{"kind":"bot","bot":")" + one +
                                       R"("},{"kind":"bot","bot":")" + other + R"("}])");
  person.join(table);
  EXPECT_TRUE(node.until([&] { return person.at(table).over(); }));
  return table;
}

TEST(Hub, lets_bots_play_a_game_alone) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = watch_bots(node, ada, "level2", "level5");
  expect_true_picture(node, ada, table);
}

TEST(Hub, gives_several_seats_to_one_guest) {
  Node node;
  Person ada(node, "Ada");
  const std::string table =
      ada.create(R"(["base","abbot"])", R"([{"kind":"me"},{"kind":"me","name":"Boris"}])");
  const Json joined = ada.join(table);
  EXPECT_EQ(joined["you"].dump(), R"({"seats":[0,1],"host":true})");
  EXPECT_EQ(joined["state"]["players"][1]["name"], "Boris");
  Rng rng(3);
  while (!ada.at(table).over()) ASSERT_TRUE(ada.play_one(table, rng) || ada.at(table).over());
  expect_true_picture(node, ada, table);
}

// Two people and a spectator; somebody comes back in the middle of a turn again and again.
TEST(Hub, tells_late_comers_what_the_others_know) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  const std::string table =
      ada.create(R"(["base","river","abbot"])", R"([{"kind":"me"},{"kind":"open"}])");
  EXPECT_EQ(ada.join(table)["table"]["status"], "waiting");
  boris.join(table);
  EXPECT_EQ(boris.ask(Person::of("sit", table, R"(,"seat":1)"))["type"], "table");
  ASSERT_TRUE(node.until([&] { return ada.at(table).view["status"] == "playing"; }));
  Rng rng(5);
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(ada.play_one(table, rng) || boris.play_one(table, rng));
    node.settle();
    Person& back = i % 2 == 0 ? ada : boris;
    const Mirror before = back.at(table);
    back.disconnect();
    back.connect();
    back.join(table);
    EXPECT_EQ(plain(back.at(table).state), plain(before.state));
    EXPECT_EQ(back.at(table).options, before.options);
    EXPECT_EQ(back.at(table).history, before.history);
    expect_true_picture(node, back, table);
  }
}

TEST(Hub, goes_on_after_a_restart_in_the_middle_of_a_game) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(R"(["base","princess_dragon"])",
                                       R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])");
  ada.join(table);
  Rng rng(11);
  for (int restart = 0; restart < 5; ++restart) {
    for (int i = 0; i < 6;) {
      if (ada.play_one(table, rng)) ++i;
      node.loop.turn();
    }
    node.settle();
    const Mirror before = ada.at(table);
    node.restart();
    EXPECT_EQ(node.guest_of(ada.token)->id, ada.guest.id);
    ada.connect();
    ada.join(table);
    // The bot may have gone on meanwhile; what had been told is there.
    ASSERT_GE(ada.at(table).seq, before.seq);
    for (std::size_t i = 0; i < before.history.size(); ++i)
      ASSERT_EQ(ada.at(table).history[i], before.history[i]);
  }
  ASSERT_TRUE(node.until([&] { return !ada.at(table).options.empty() || ada.at(table).over(); }));
  expect_true_picture(node, ada, table);
}

TEST(Hub, keeps_finished_games_readable) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = watch_bots(node, ada, "level1", "level1");
  const Mirror before = ada.at(table);
  ada.say(Person::of("leave", table));
  node.advance(20 * 60 * 1000);
  EXPECT_NE(node.metrics_text().find("bastide_tables{status=\"over\"} 0"), std::string::npos);
  EXPECT_TRUE(node.record_json(table));  // which brings it back for this answer alone
  EXPECT_NE(node.metrics_text().find("bastide_tables{status=\"over\"} 0"), std::string::npos);
  ada.join(table);
  EXPECT_EQ(ada.at(table).history, before.history);
  EXPECT_EQ(ada.at(table).view["seed"], before.view["seed"]);
}

TEST(Hub, forgets_nothing_of_tables_that_left_its_memory) {
  Node node;
  Person ada(node, "Ada");
  const std::string playing = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"me"}])");
  const std::string waiting = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"}])");
  ada.join(playing);
  Rng rng(8);
  for (int i = 0; i < 10; ++i) ada.play_one(playing, rng);
  const Mirror before = ada.at(playing);
  ada.say(Person::of("leave", playing));
  node.advance(20 * 60 * 1000);
  EXPECT_NE(node.metrics_text().find("bastide_tables{status=\"playing\"} 0"), std::string::npos);
  ada.join(playing);
  EXPECT_EQ(ada.at(playing).history, before.history);
  EXPECT_EQ(ada.at(playing).options, before.options);
  EXPECT_TRUE(ada.play_one(playing, rng));
  EXPECT_EQ(ada.code(Person::of("join", waiting)), "table");
  ada.say(Person::of("leave", waiting));
  for (int hour = 0; hour < 26; ++hour) node.advance(60 * 60 * 1000);
  node.settle();
  EXPECT_EQ(ada.code(Person::of("join", waiting)), "unknown_table");
}

TEST(Hub, tells_who_invites_also_when_a_table_has_left_its_memory) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"}])");
  const auto card_of = [&](const std::string& id) {
    return node.answer<std::optional<TableCard>>(
        [&](auto done) { node.hub->card_of(node.from(), id, std::move(done)); });
  };
  for (int minute = 0; minute < 12; ++minute) node.advance(60 * 1000);
  EXPECT_NE(node.metrics_text().find("bastide_tables{status=\"waiting\"} 0"), std::string::npos);
  const auto card = card_of(table);
  ASSERT_TRUE(card);
  EXPECT_EQ(card->inviter, "Ada");
  EXPECT_EQ(card->preset, "base");
  EXPECT_EQ(card->open, 1u);
  EXPECT_TRUE(card->waiting);
  EXPECT_FALSE(card_of("nosuchtabl"));
}

TEST(Hub, lists_tables_that_wait_for_players) {
  Node node;
  Person ada(node, "Ada"), boris(node, "Boris");
  EXPECT_TRUE(boris.ask(R"({"type":"lobby","on":true})")["tables"].empty());
  const std::string first = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"}])");
  const std::string second = ada.create(R"(["wheel"])", R"([{"kind":"me"},{"kind":"open"}])");
  ada.ask(R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"me"},{"kind":"open"}],)"
          R"("listed":false,"assist":"standard"})");
  node.advance(300);
  Json last = boris.wire->got.back();
  ASSERT_EQ(last["tables"].size(), 2u);
  EXPECT_EQ(last["tables"][0]["id"], second);
  EXPECT_EQ(last["tables"][1]["seats"][0]["name"], "Ada");
  boris.join(first);
  boris.ask(Person::of("sit", first, R"(,"seat":1,"name":" Bo ")"));
  EXPECT_EQ(boris.at(first).view["seats"][1]["name"], "Bo");
  node.advance(300);
  Json shown;
  for (const Json& m : boris.wire->got)
    if (m["type"] == "tables") shown = m["tables"];
  EXPECT_EQ(shown.size(), 1u);
  boris.say(R"({"type":"lobby","on":false})");
  const std::size_t lists = boris.count("tables");
  ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"}])");
  node.advance(300);
  EXPECT_EQ(boris.count("tables"), lists);
}

TEST(Hub, lets_the_host_fill_seats_with_bots_and_start) {
  Node node;
  Person ada(node, "Ada");
  const std::string table =
      ada.create(R"(["base"])", R"([{"kind":"open"},{"kind":"me"},{"kind":"open"}])");
  ada.join(table);
  EXPECT_EQ(ada.code(Person::of("start", table)), "bad_setup");
  const Json meta = ada.ask(Person::of("seat", table, R"(,"seat":0,"kind":"bot","bot":"level1")"));
  EXPECT_EQ(meta["table"]["seats"][0]["bot"], "level1");
  EXPECT_EQ(ada.ask(Person::of("start", table))["table"]["seats"].size(), 2u);
  EXPECT_EQ(ada.at(table).view["status"], "playing");
  EXPECT_EQ(ada.at(table).you["seats"].dump(), "[1]");
}

TEST(Hub, tells_features_with_all_their_segments) {
  Node node;
  Person ada(node, "Ada");
  const std::string table = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"me"}])");
  ada.join(table);
  Rng rng(1);
  for (int i = 0; i < 40; ++i) ada.play_one(table, rng);
  const Json features = ada.ask(Person::of("features", table))["features"];
  ASSERT_FALSE(features.empty());
  std::size_t tiles = 0;
  for (const Json& feature : features) {
    std::set<std::string> cells;
    for (const Json& segment : feature["segments"]) cells.insert(segment["at"].dump());
    if (feature["kind"] == "city" || feature["kind"] == "road" || feature["kind"] == "field") {
      EXPECT_EQ(cells.size(), feature["tiles"].get<std::size_t>());
    }
    tiles = std::max(tiles, cells.size());
  }
  EXPECT_GT(tiles, 3u);
}

TEST(Hub, keeps_its_help_back_at_tables_without) {
  Node node;
  Person ada(node, "Ada");
  const std::string table =
      ada.ask(R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"me"},{"kind":"me"}],)"
              R"("listed":false,"assist":"table"})")["table"];
  const Json joined = ada.join(table);
  EXPECT_FALSE(joined["state"].contains("features"));
  EXPECT_EQ(joined["state"]["left"].size(), 1u);
  EXPECT_EQ(ada.code(Person::of("features", table)), "not_allowed");
  Rng rng(1);
  ada.play_one(table, rng);
  EXPECT_EQ(ada.at(table).state["left"].size(), 1u);
}

TEST(Hub, pauses_before_a_bot_answers_where_people_look_on) {
  Node node;
  node.options.bot_pause_ms = 600;
  node.restart();
  Person ada(node, "Ada");
  const std::string table =
      ada.create(R"(["base"])", R"([{"kind":"bot","bot":"level1"},{"kind":"me"}])");
  ada.join(table);
  const auto seen = [&] { return ada.at(table).seq; };
  for (int i = 0; i < 100; ++i) node.loop.turn();
  const std::int64_t before = seen();
  node.advance(700);
  EXPECT_TRUE(node.until([&] { return seen() > before; }));
}

TEST(Hub, knows_guests_by_their_token_alone) {
  Node node;
  Person ada(node, "Ada");
  EXPECT_EQ(ada.token.size(), 64u);
  EXPECT_EQ(node.guest_of(ada.token)->name, "Ada");
  std::string wrong = ada.token;
  wrong[5] = wrong[5] == 'a' ? 'b' : 'a';
  for (const std::string& token : {wrong, std::string(), std::string("x"), ada.guest.id})
    EXPECT_FALSE(node.guest_of(token)) << token;
  Person again(node, "Ada Lovelace", ada.token);
  EXPECT_EQ(again.guest.id, ada.guest.id);
  EXPECT_EQ(ada.ask(R"({"type":"hello","protocol":1})")["guest"]["name"], "Ada Lovelace");
  std::string refusal;
  node.hub->session(node.from(), {}, std::string(33, 'x'),
                    [&](auto session, const Hub::Unmade& why) {
                      EXPECT_FALSE(session);
                      EXPECT_EQ(why.why, Hub::Unmade::Why::bad_wish);
                      refusal = why.reason;
                    });
  EXPECT_FALSE(refusal.empty());
  Person nobody(node, "");
  EXPECT_TRUE(nobody.guest.name.starts_with("Guest "));
}

TEST(Hub, takes_names_that_people_have) {
  for (const char* good : {"A", "Ada Lovelace", "Борис", "Ґанна", "王小明", "O'Neil <b>",
                           "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466",
                           "\u2764\uFE0F Ada", "\U0001F3F3\uFE0F\u200D\U0001F308"})
    EXPECT_EQ(good_name(good), good);
  EXPECT_EQ(good_name("  x "), "x");
  // A family of four and a rainbow flag are one picture each, held together by joiners.
  for (const char* picture : {"\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466",
                              "\U0001F3F3\uFE0F\u200D\U0001F308 x"})
    EXPECT_EQ(good_name(picture), picture);
  for (const char* hidden : {"a\u200Db", "\U0001F468\u200D", "\u200D\U0001F468",
                             "\U0001F468\u200Dx", "\U0001F468\u200D\u200D\U0001F469"})
    EXPECT_FALSE(good_name(hidden)) << hidden;
  for (const char* bad :
       {"", "   ", "a\nb", "\x7f", "\xc2\x85",
        "\xe2\x80\xae"
        "evil",
        "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x80", "\xe2\x80\x8b",
        // Not to be seen, or joiners that join nothing
        "\u3164", "\u2800\u2800", "a\u00ADb", "\u115F", "\u200D", "a\u200D", "\u200Da", "a \u200Db",
        "a\u200D\u200Db", "\uFE0F", "\u2003", "\U000E0041"})
    EXPECT_FALSE(good_name(bad)) << bad;
}

}  // namespace
}  // namespace bastide::server::hub_play
