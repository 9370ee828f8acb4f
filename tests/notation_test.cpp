// What is written can be read again and means the same; what is wrong is refused, with the place.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_state.h"
#include "engine/notation/names.h"
#include "engine/notation/record.h"
#include "engine/notation/text_action.h"
#include "tests/setups.h"

namespace bastide {
namespace {

using GameSetup = Setup;  // inside a test, Setup is a trap of GoogleTest

// Base alone, base twice, and base with each set whose rules exist, alone where it stands alone.
std::vector<Setup> all_setups() {
  std::vector<Setup> setups{setup_of({"base"}, 2), setup_of({"base"}, 5)};
  setups.front().options.emplace_back("fields", false);
  for (const SetInfo& info : set_infos()) {
    if (!info.available || info.name == "base") continue;
    setups.push_back(setup_of({"base", std::string(info.name)}, 3));
    setups.push_back(setup_of({std::string(info.name)}, 2));
  }
  return setups;
}

RulesPtr rules_if_allowed(const Setup& setup) {
  auto compiled = compile(setup);
  return std::holds_alternative<RulesPtr>(compiled) ? std::get<RulesPtr>(compiled) : nullptr;
}

// Plays random games of every setup; `see` gets every action with the state before it.
template <class See>
void play_all(int games, See see) {
  for (const Setup& setup : all_setups()) {
    const RulesPtr rules = rules_if_allowed(setup);
    if (rules == nullptr) continue;  // not every set stands alone
    for (int game = 0; game < games; ++game) {
      Rng rng = Rng::stream(11, static_cast<std::uint64_t>(game));
      GameState state = initial_state(*rules);
      while (!is_over(state)) {
        const Action action =
            sample_legal(*rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
        see(setup, *rules, state, action);
        if (::testing::Test::HasFailure()) return;
        apply_assume_legal(*rules, state, action);
      }
    }
  }
}

Action found(const Rules& rules, const GameState& s, const NamedAction& named) {
  auto action = find_action(rules, s, named);
  if (const auto* refusal = std::get_if<Refusal>(&action)) {
    ADD_FAILURE() << action_text(named) << ": " << refusal->reason;
    return {};
  }
  return std::get<Action>(action);
}

std::string form_error(std::string_view text) {
  const auto record = read_record(text);
  const auto* error = std::get_if<FormError>(&record);
  return error != nullptr ? error->text() : std::string("no error");
}

// A record with this in the place of its setup, or of its actions.
std::string with_setup(const std::string& setup) {
  return form_error(R"({"bastide":1,"setup":)" + setup + R"(,"actions":[]})");
}
std::string with_actions(const std::string& actions) {
  return form_error(
      R"({"bastide":1,"setup":{"sets":["base"],"players":[{"name":"A"},{"name":"B"}]},"actions":)" +
      actions + "}");
}

TEST(Notation, every_legal_answer_reads_back_as_itself) {
  play_all(1, [](const GameSetup&, const Rules& rules, const GameState& s, const Action&) {
    std::vector<Action> answers;
    legal(rules, s, answers);
    for (const Action& answer : answers) {
      const NamedAction named = name_action(rules, s, answer);
      const Json json = action_to_json(named);
      ASSERT_TRUE(json.contains("by"));
      const auto read = action_from_json(json);
      ASSERT_TRUE(std::holds_alternative<NamedAction>(read)) << json;
      ASSERT_EQ(std::get<NamedAction>(read), named) << json;
      ASSERT_EQ(found(rules, s, named), answer) << json;
      ASSERT_FALSE(action_text(named).empty());
    }
  });
}

TEST(Notation, different_answers_have_different_names) {
  play_all(1, [](const GameSetup&, const Rules& rules, const GameState& s, const Action&) {
    std::vector<Action> answers;
    legal(rules, s, answers);
    std::vector<std::string> names;
    for (const Action& answer : answers) names.push_back(line_of(action_to_json(rules, s, answer)));
    std::sort(names.begin(), names.end());
    ASSERT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  });
}

TEST(Notation, any_port_of_a_segment_is_understood) {
  int ports_seen = 0;
  play_all(1, [&](const GameSetup&, const Rules& rules, const GameState& s, const Action& action) {
    if (action.kind != ActionKind::meeple || is_spot(action.seg)) return;
    const PlacedTile& tile = *tile_at(s, action.at);
    const FaceSegment& segment = rules.face(tile.type, tile.rotation).segments[action.seg];
    const bool halves = segment.kind == SegmentKind::field;
    constexpr const char* kSides[] = {"N", "E", "S", "W"};
    constexpr const char* kHalfSides[] = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
    NamedAction named = name_action(rules, s, action);
    const std::string kind = named.seg.substr(0, named.seg.find(':'));
    for (int i = 0; i < (halves ? 8 : 4); ++i) {
      if ((segment.ports >> i & 1) == 0) continue;
      named.seg = kind + ":" + (halves ? kHalfSides[i] : kSides[i]);
      ASSERT_EQ(found(rules, s, named), action) << named.seg;
      ++ports_seen;
    }
  });
  EXPECT_GT(ports_seen, 100);
}

TEST(Notation, a_record_reads_back_as_itself_and_replays_to_the_same_state) {
  for (const GameSetup& setup : all_setups()) {
    const RulesPtr rules = rules_if_allowed(setup);
    if (rules == nullptr) continue;
    Record record{setup, {}};
    Rng rng(5);
    GameState state = initial_state(*rules);
    while (!is_over(state)) {
      const Action action =
          sample_legal(*rules, state, static_cast<std::uint32_t>(rng.next() >> 32));
      record.actions.push_back(name_action(*rules, state, action));
      apply_assume_legal(*rules, state, action);
    }
    const std::string text = write_record(record);
    const auto read = read_record(text);
    ASSERT_TRUE(std::holds_alternative<Record>(read)) << form_error(text);
    EXPECT_EQ(write_record(std::get<Record>(read)), text);
    EXPECT_EQ(std::get<Record>(read).actions, record.actions);
    const auto played = play_record(std::get<Record>(read));
    ASSERT_TRUE(std::holds_alternative<PlayedRecord>(played));
    const auto& [again, end] = std::get<PlayedRecord>(played);
    EXPECT_EQ(state_to_json(*again, end), state_to_json(*rules, state));
  }
}

TEST(Notation, a_setup_reads_back_as_itself) {
  for (
      const char* text :
      {R"({"sets":["base"],"options":{},"players":[{"name":"Ada"},{"name":"Борис"}]})",
       R"({"sets":["base:2","river"],"start":"river","options":{"fields":false,"river_turns":"x"},)"
       R"("players":[{"name":"A"},{"name":"B"},{"name":"C"}]})"}) {
    const auto json = parse_json(text);
    ASSERT_TRUE(std::holds_alternative<Json>(json));
    const auto setup = setup_from_json(std::get<Json>(json));
    ASSERT_TRUE(std::holds_alternative<GameSetup>(setup)) << std::get<FormError>(setup).text();
    EXPECT_EQ(line_of(setup_to_json(std::get<GameSetup>(setup))), text);
  }
}

TEST(Notation, a_wrong_setup_is_answered_with_its_path) {
  EXPECT_EQ(with_setup("7"), "setup: must be an object");
  EXPECT_EQ(with_setup("{}"), "setup.sets: is missing");
  EXPECT_EQ(with_setup(R"({"sets":"base"})"), "setup.sets: must be an array");
  EXPECT_EQ(with_setup(R"({"sets":[]})"), "setup.sets: must name 1 to 64 sets");
  EXPECT_EQ(with_setup(R"({"sets":[3]})"), "setup.sets[0]: must be a string");
  EXPECT_EQ(with_setup(R"({"sets":["base"]})"), "setup.players: is missing");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"start":null})"), "setup.start: must be a string");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"options":[]})"), "setup.options: must be an object");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"options":{"fields":1}})"),
            "setup.options.fields: must be true, false or a string");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"}]})"),
            "setup.players: must name 2 to 6 players");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"},{"name":2}]})"),
            "setup.players[1].name: must be a string");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"},{}]})"),
            "setup.players[1].name: is missing");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"},{"name":""}]})"),
            "setup.players[1].name: must not be empty");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"},{"name":"a\nb"}]})"),
            "setup.players[1].name: must not hold control characters");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"},{"name":")" +
                       std::string(65, 'x') + R"("}]})"),
            "setup.players[1].name: must be at most 64 bytes long");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"},{"name":"B","age":3}]})"),
            "setup.players[1]: has an unknown member \"age\"");
  EXPECT_EQ(with_setup(R"({"sets":["base"],"players":[{"name":"A"},{"name":"B"}],"x":0})"),
            "setup: has an unknown member \"x\"");
}

TEST(Notation, a_wrong_action_is_answered_with_its_path) {
  EXPECT_EQ(with_actions("{}"), "actions: must be an array");
  EXPECT_EQ(with_actions("[1]"), "actions[0]: must be an object");
  EXPECT_EQ(with_actions(R"([{"do":"pass"},{}])"), "actions[1].do: is missing");
  EXPECT_EQ(with_actions(R"([{"do":"fly"}])"), "actions[0].do: there is no action \"fly\"");
  EXPECT_EQ(with_actions(R"([{"do":"draw"}])"), "actions[0].tile: is missing");
  EXPECT_EQ(with_actions(R"([{"do":"draw","tile":4}])"), "actions[0].tile: must be a string");
  EXPECT_EQ(with_actions(R"([{"do":"place","tile":"base/D","at":[1],"rot":0}])"),
            "actions[0].at: must be a cell: two integers [x, y]");
  EXPECT_EQ(with_actions(R"([{"do":"place","tile":"base/D","at":[1,0.5],"rot":0}])"),
            "actions[0].at: must be a cell: two integers [x, y]");
  EXPECT_EQ(with_actions(R"([{"do":"place","tile":"base/D","at":[1,0],"rot":45}])"),
            "actions[0].rot: must be 0, 90, 180 or 270");
  EXPECT_EQ(
      with_actions(R"([{"do":"meeple","piece":"king","at":[1,0],"seg":"city:N"}])"),
      "actions[0].piece: must be one of meeple abbot bridge castle big builder pig shepherd floor "
      "abbey mayor wagon barn ringmaster");
  EXPECT_EQ(with_actions(R"([{"do":"pass","by":"me"}])"),
            "actions[0].by: must be a seat's index or \"dealer\"");
  EXPECT_EQ(with_actions(R"([{"do":"pass","by":-1}])"), "actions[0].by: must be a seat's index");
  EXPECT_EQ(with_actions(R"([{"do":"pass","note":"!"}])"),
            "actions[0]: has an unknown member \"note\"");
}

TEST(Notation, every_kind_of_action_reads_back_as_itself) {
  for (
      const char* text :
      {R"({"by":0,"do":"discard"})",
       R"({"by":0,"do":"bridge","at":[1,2],"axis":"EW"})",
       R"({"by":0,"do":"build_castle","city":{"at":[1,2],"seg":"city:N"}})",
       R"({"by":0,"do":"build_granary","corner":[0,1],"farmer":{"at":[1,2],"seg":"field:NL"}})",
       R"({"by":0,"do":"send_away","piece":"meeple","owner":1,"at":[1,2],"seg":"city:N"})",
       R"({"by":0,"do":"lady","at":[1,2]})",
       R"({"by":0,"do":"crown","sector":"famine"})",
       R"({"by":0,"do":"recall","piece":"abbot","at":[1,2],"seg":"garden"})",
       R"({"by":0,"do":"recall","piece":"lady","at":[1,2],"seg":"city:N"})",
       R"({"by":0,"do":"fairy","piece":"meeple","at":[1,2],"seg":"city:N"})",
       R"({"by":0,"do":"dragon","to":[-1,2]})",
       R"({"by":0,"do":"plague","piece":"meeple","at":[1,2],"seg":"city:N"})",
       R"({"by":0,"do":"score_next","at":[1,2],"seg":"city:N"})",
       R"({"by":0,"do":"redeploy","piece":"meeple","from":"market","to":{"at":[1,2],"seg":"field"}})",
       R"({"by":0,"do":"castle","piece":"meeple","at":[1,2],"seg":"city:N"})",
       R"({"by":0,"do":"castle_feature","castle":[3,4],"at":[1,2],"seg":"road:N"})",
       R"({"by":0,"do":"deploy","piece":"big","quarter":"forge"})",
       R"({"by":0,"do":"move_count","quarter":"cathedral"})",
       R"({"by":0,"do":"offer","tile":"base/D","bid":4})",
       R"({"by":0,"do":"bid","points":999})",
       R"({"by":0,"do":"buy"})",
       R"({"by":0,"do":"sell"})",
       R"({"by":0,"do":"take","tile":"base/D"})",
       R"({"by":"dealer","do":"token","token":"sheep3"})",
       R"({"by":0,"do":"grow","at":[1,2],"seg":"field:NL"})",
       R"({"by":0,"do":"herd","at":[1,2],"seg":"field:NL"})",
       R"({"by":0,"do":"tower","at":[1,2]})",
       R"({"by":0,"do":"meeple","piece":"meeple","at":[1,2],"seg":"tower"})",
       R"({"by":0,"do":"capture","piece":"big","owner":1,"at":[1,2],"seg":"city:N"})",
       R"({"by":0,"do":"exchange","piece":"meeple"})",
       R"({"by":0,"do":"ransom","piece":"wagon","holder":1})",
       R"({"by":0,"do":"wagon","at":[1,2],"seg":"road:N"})",
       R"({"by":0,"do":"meeple","piece":"barn","at":[1,2],"seg":"corner:NE"})",
       R"({"by":"dealer","do":"token","token":"elephant"})",
       R"({"by":0,"do":"meeple","piece":"ringmaster","at":[1,2],"seg":"acrobats"})",
       R"({"by":0,"do":"pyramid","at":[1,2]})",
       R"({"by":0,"do":"pass"})",
       R"({"by":"dealer","do":"draw","tile":"base/D"})",
       R"({"by":0,"do":"place","tile":"base/D","at":[-3,4],"rot":270})",
       R"({"do":"meeple","piece":"meeple","at":[1,2],"seg":"city:N"})"}) {
    const auto json = parse_json(text);
    ASSERT_TRUE(std::holds_alternative<Json>(json)) << text;
    const auto action = action_from_json(std::get<Json>(json));
    ASSERT_TRUE(std::holds_alternative<NamedAction>(action)) << std::get<FormError>(action).text();
    EXPECT_EQ(line_of(action_to_json(std::get<NamedAction>(action))), text);
  }
}

TEST(Notation, names_that_mean_nothing_here_are_refused_and_change_nothing) {
  const RulesPtr rules = rules_of(setup_of({"base"}, 2));
  GameState state = initial_state(*rules);
  apply_assume_legal(*rules, state, Action::draw(*find_tile_type(*rules, "base/D")));
  const GameState before = state;
  const auto refused = [&](const char* text) {
    const auto json = parse_json(text);
    const auto action = action_from_json(std::get<Json>(json));
    const auto refusal = apply_named(*rules, state, std::get<NamedAction>(action));
    EXPECT_EQ(state, before) << text;
    return refusal ? refusal->reason : std::string("accepted");
  };
  EXPECT_EQ(refused(R"({"do":"place","tile":"base/Q9","at":[1,0],"rot":0})"),
            "there is no tile base/Q9 in this game");
  EXPECT_EQ(refused(R"({"do":"place","tile":"base/D","at":[40000,0],"rot":0})"),
            "the cell [40000, 0] is out of reach");
  EXPECT_EQ(refused(R"({"do":"meeple","piece":"meeple","at":[9,9],"seg":"city:N"})"),
            "there is no tile at [9, 9]");
  EXPECT_EQ(refused(R"({"do":"meeple","piece":"meeple","at":[0,0],"seg":"city:S"})"),
            "the tile base/D at [0, 0] has no segment city:S");
  EXPECT_EQ(refused(R"({"by":1,"do":"place","tile":"base/D","at":[1,0],"rot":0})"),
            "it is for player 0 to answer (place)");
  EXPECT_EQ(refused(R"({"by":7,"do":"pass"})"), "there is no seat 7");
  EXPECT_EQ(refused(R"({"do":"bid","points":1000})"), "a bid is 0 to 999 points");
  EXPECT_NE(refused(R"({"do":"pass"})"), "accepted");
  EXPECT_NE(refused(R"({"do":"draw","tile":"base/D"})"), "accepted");
}

TEST(Notation, a_record_names_the_version_of_its_rules) {
  const std::string rest = R"("setup":{"sets":["base"],"players":[{"name":"a"},{"name":"b"}]},)"
                           R"("actions":[]})";
  const auto version = [&](const std::string& member) {
    const auto read = read_record(R"({"bastide":1,)" + member + rest);
    EXPECT_TRUE(std::holds_alternative<Record>(read)) << member;
    return std::get<Record>(read).setup.rules;
  };
  EXPECT_EQ(version(""), kRulesVersion);
  for (const RulesVersion& known : kRulesVersions) {
    const std::string member = R"("rules":)" + std::to_string(known.number) + ",";
    EXPECT_EQ(version(member), known.number);
    const auto record = std::get<Record>(read_record(R"({"bastide":1,)" + member + rest));
    EXPECT_TRUE(write_record(record).starts_with(R"({"bastide":1,)" + member));
    EXPECT_TRUE(std::holds_alternative<PlayedRecord>(play_record(record)));
  }
  const std::string newer = std::to_string(kRulesVersion + 1);
  EXPECT_EQ(
      form_error(R"({"bastide":1,"rules":)" + newer + "," + rest),
      "rules: is a version of the rules that came after this program, which knows those up to " +
          std::to_string(kRulesVersion));
  EXPECT_EQ(form_error(R"({"bastide":1,"rules":0,)" + rest), "rules: must be 1 or more");
  EXPECT_NE(form_error(R"({"bastide":1,"rules":"2",)" + rest), "");
  auto setup = setup_of({"base"}, 2);
  setup.rules = kRulesVersion + 1;
  EXPECT_EQ(refusal_of(setup), "Version " + newer +
                                   " of the rules is not known here: the newest is " +
                                   std::to_string(kRulesVersion) + ".");
}

TEST(Notation, text_that_is_no_json_is_answered_with_line_and_column) {
  EXPECT_EQ(form_error("{\n  \"bastide\": ?}"),
            "line 2, column 14: no valid JSON: invalid literal");
  EXPECT_EQ(form_error("{\"bastide\":1").substr(0, 30), "line 1, column 12: no valid JS");
  EXPECT_EQ(form_error(""),
            "line 1, column 1: no valid JSON: unexpected end of input; expected "
            "'[', '{', or a literal");
  EXPECT_EQ(form_error("[]"), "record: must be an object");
  EXPECT_NE(form_error(R"({"bastide":NaN})").find("line 1"), std::string::npos);
  EXPECT_NE(form_error(R"({"bastide":1e999})").find("out of range"), std::string::npos);
  EXPECT_EQ(form_error(R"({"bastide":1.0})"), "bastide: must be an integer");
  EXPECT_EQ(form_error(R"({"bastide":18446744073709551615})"), "bastide: is too large");
  EXPECT_EQ(form_error(R"({"bastide":2})").substr(0, 19), "bastide: must be 1,");
  EXPECT_EQ(form_error(R"({"bastide":1,"bastide":1})"), "bastide: the key \"bastide\" is repeated");
  EXPECT_EQ(form_error(R"({"bastide":1,"setup":{"sets":[],"sets":[]}})"),
            "setup.sets: the key \"sets\" is repeated");
  EXPECT_NE(form_error(std::string("{\"bastide\":1}\0x", 15)).find("NUL"), std::string::npos);
  EXPECT_NE(form_error("{\"bastide\":\"\xff\"}").find("UTF-8"), std::string::npos);
  EXPECT_NE(form_error(std::string(100'000, '[')).find("nested more than 64 deep"),
            std::string::npos);
  EXPECT_NE(form_error("{\"bastide\":1}}").find("line 1, column 14"), std::string::npos);
}

TEST(Notation, a_reader_gives_records_one_by_one_and_stops_at_the_first_wrong_one) {
  const std::string one = write_record({setup_of({"base"}, 2), {}});
  std::istringstream in("\n" + one + "\n" + one + one + "\n\n{\n\"bastide\": x}\n" + one);
  RecordReader reader(in);
  for (int i = 0; i < 3; ++i) {
    const auto next = reader.next();
    ASSERT_TRUE(next.has_value());
    EXPECT_TRUE(std::holds_alternative<Record>(*next));
  }
  const auto wrong = reader.next();
  ASSERT_TRUE(wrong.has_value());
  ASSERT_TRUE(std::holds_alternative<FormError>(*wrong));
  EXPECT_EQ(std::get<FormError>(*wrong).path, "line 6, column 12");
  EXPECT_FALSE(reader.next().has_value());
}

TEST(Notation, score_events_add_up_to_the_scores_of_the_state) {
  const RulesPtr rules = rules_of(setup_of({"base"}, 3));
  Rng rng(3);
  JsonEvents events(*rules);
  GameState state = initial_state(*rules, &events);
  while (!is_over(state))
    apply_assume_legal(*rules, state,
                       sample_legal(*rules, state, static_cast<std::uint32_t>(rng.next() >> 32)),
                       &events);
  std::vector<int> sums(3);
  for (const Json& event : events.events()) {
    if (event["event"] != "score") continue;
    int parts = 0;
    for (const Json& part : event["parts"]) parts += part["points"].get<int>();
    EXPECT_EQ(parts, event["points"].get<int>()) << event;
    sums[event["player"].get<std::size_t>()] += event["points"].get<int>();
  }
  EXPECT_EQ(Json(sums), scores_to_json(*rules, state));
  EXPECT_EQ(events.events().back()["event"], "game_over");
  const Json json = state_to_json(*rules, state);
  EXPECT_EQ(json["decision"], Json::parse(R"({"kind":"over","by":null})"));
  EXPECT_EQ(json["winners"], winners_to_json(*rules, state));
  EXPECT_EQ(json["left"]["total"], 0);
}

// Roads as long as they are, cities twice their worth, monasteries with all that may lie around
// them.
TEST(Notation, features_tell_what_they_would_be_worth_when_finished) {
  const RulesPtr rules = rules_of(setup_of({"base"}, 2));
  Rng rng(7);
  GameState state = initial_state(*rules);
  while (tiles_left(state) > 25)
    apply_assume_legal(*rules, state,
                       sample_legal(*rules, state, static_cast<std::uint32_t>(rng.next() >> 32)));
  int cities = 0, monasteries = 0, fields = 0;
  const Json json = state_to_json(*rules, state);
  for (const Json& feature : json["features"]) {
    const bool is_field = feature["kind"] == "field";
    EXPECT_EQ(feature.contains("cities"), is_field);
    EXPECT_EQ(feature.contains("finished"), !is_field && !feature["complete"].get<bool>());
    if (is_field) {
      EXPECT_EQ(feature["worth"], 3 * feature["cities"].get<int>());
      fields += feature["cities"].get<int>() > 0 ? 1 : 0;
    }
    if (!feature.contains("finished")) continue;
    if (feature["kind"] == "road") {
      EXPECT_EQ(feature["finished"], feature["worth"]);
    } else if (feature["kind"] == "city") {
      ++cities;
      EXPECT_EQ(feature["finished"], 2 * feature["worth"].get<int>());
    } else if (feature["kind"] == "monastery") {
      ++monasteries;
      EXPECT_EQ(feature["finished"], 9);
    }
  }
  EXPECT_GT(cities, 0);
  EXPECT_GT(monasteries, 0);
  EXPECT_GT(fields, 0);
}

}  // namespace
}  // namespace bastide
