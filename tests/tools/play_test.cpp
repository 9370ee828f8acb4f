// Games at the terminal, played by typing into strings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "engine/expansions/hills_sheep/state.h"
#include "engine/expansions/traders_builders/state.h"
#include "tests/setups.h"
#include "tools/terminal/screen.h"
#include "tools/terminal/session.h"
#include "tools/terminal/tokens_view.h"

namespace bastide::tools {
namespace {

Record new_record(int players) {
  Record record;
  record.setup.sets.push_back({"base", 1});
  const char* names[] = {"Ada", "Boris", "Clara", "Dmytro", "Eve"};
  for (int i = 0; i < players; ++i) record.setup.players.push_back({names[i]});
  return record;
}

// Types what a function says, which may look at the session.
class Typist final : public LineReader {
 public:
  std::function<std::optional<std::string>()> next;
  std::vector<std::string> prompts;
  std::optional<std::string> read(const std::string& prompt) override {
    prompts.push_back(prompt);
    return next();
  }
};

SessionConfig config_for(std::vector<std::string> seats) {
  SessionConfig config;
  config.seats = std::move(seats);
  config.seed = 7;
  return config;
}

struct Played {
  std::string text;
  Outcome outcome;
  Record record;
  std::uint64_t hash = 0;
};

Played play_text(const std::string& typed, SessionConfig config, Record record) {
  std::istringstream in(typed);
  std::ostringstream out;
  StreamReader reader(in, out);
  const RulesPtr rules = rules_of(record.setup);
  Session session(rules, std::move(record), std::move(config), reader, out);
  const Outcome outcome = session.run();
  return {out.str(), outcome, session.record(), state_hash(*rules, session.state())};
}

std::string temporary_file(const std::string& name) {
  return testing::TempDir() + "bastide-" + name;
}

// One of the legal answers, as a person would type it.
std::string random_answer(const Rules& rules, const GameState& s, Rng& rng) {
  const Answers answers(rules, s, false);
  const auto& list = answers.list();
  const Answer& answer = list[rng.below(static_cast<std::uint32_t>(list.size()))];
  const Action& action =
      answer.actions[rng.below(static_cast<std::uint32_t>(answer.actions.size()))];
  if (!answer.is_cell()) return std::to_string(answer.number);
  if (rng.below(2) == 0)
    return std::to_string(answer.number) + " " + std::to_string(action.value * 90);
  return "place " + std::to_string(action.at.x) + " " + std::to_string(action.at.y) + " " +
         std::to_string(action.value * 90);
}

TEST(Play, AWholeGameWithNumbersTyped) {
  for (const ColourMode colours : {ColourMode::none, ColourMode::palette256, ColourMode::true24}) {
    const Record record = new_record(3);
    const RulesPtr rules = rules_of(record.setup);
    std::ostringstream out;
    Typist typist;
    SessionConfig config = config_for({"", "random", ""});
    config.look.colours = colours;
    config.look.ascii = colours == ColourMode::none;
    config.screen_size = [] { return ScreenSize{60, 20}; };
    Session session(rules, record, config, typist, out);
    Rng rng(3);
    typist.next = [&] { return random_answer(*rules, session.state(), rng); };
    EXPECT_EQ(session.run(), Outcome::finished);
    EXPECT_TRUE(is_over(session.state()));
    EXPECT_NE(out.str().find("The game is over."), std::string::npos);
    EXPECT_NE(out.str().find("together"), std::string::npos);
    const std::string text = out.str();
    const auto is_ascii = [](char c) { return c >= 0 && c < 0x7F; };
    EXPECT_TRUE(!config.look.ascii || std::ranges::all_of(text, is_ascii));
    EXPECT_TRUE(std::holds_alternative<PlayedRecord>(play_record(session.record())));
    for (const std::string& prompt : typist.prompts)
      EXPECT_TRUE(prompt.find("Ada") != prompt.npos || prompt.find("Clara") != prompt.npos);
  }
}

// As at any other table: what a bot found while it laid the tile serves for the piece, within one
// budget.
TEST(Play, BotsSeeTheWholeGame) {
  const Record record = new_record(2);
  const RulesPtr rules = rules_of(record.setup);
  const std::string name = "mcts:nodes=60:memory=8";
  const Played played = play_text("", config_for({name, name}), record);
  ASSERT_EQ(played.outcome, Outcome::finished);
  std::unique_ptr<Bot> bots[2];
  for (Seat seat = 0; seat < 2; ++seat) {
    bots[seat] = make_bot(name);
    bots[seat]->begin(record.setup, *rules, seat);
  }
  GameState s = initial_state(*rules);
  for (std::size_t i = 0; i < played.record.actions.size(); ++i) {
    const auto found = find_action(*rules, s, played.record.actions[i]);
    ASSERT_TRUE(std::holds_alternative<Action>(found));
    const Action action = std::get<Action>(found);
    if (!is_chance(s)) {
      Rng rng = Rng::stream(~config_for({}).seed, i);
      ASSERT_EQ(bots[actor(s)]->choose(*rules, s, rng), action) << "action " << i;
    }
    for (const auto& bot : bots) bot->observe(*rules, s, action);
    apply_assume_legal(*rules, s, action);
  }
}

TEST(Play, GarbageChangesNothing) {
  std::string garbage =
      "\nhello\n-1\n999999999999999999999\n3 3 3 3\n1 45\nplace\nplace x y z\nmove a\nmove 99999 "
      "1\n"
      "move 5 5\nmove\nzoom\nzoom in\nzoom out\nzoom sideways\nsave\nwhy\nscore\ntiles\nmap\nlist\n"
      "help\n?\nundo\nback\n\x01\x02\x7f\xff\xfe\ncity:N\nmeeple\npass\n1 2\n,,,\n((\n\t\r\n";
  garbage += std::string(5000, 'x') + "\n" + std::string(300, ' ') + "1 1 1 1 1\n";
  const Played played = play_text(garbage, config_for({"", "greedy"}), new_record(2));
  EXPECT_EQ(played.outcome, Outcome::input_ended);
  EXPECT_EQ(played.record.actions.size(), 1u);  // the draw
  EXPECT_EQ(played.text.find('\x01'), std::string::npos);
}

// A number typed then is degrees, and no other place.
TEST(Play, WhichWayRoundIsAskedUntilItIsUnderstood) {
  const Played played = play_text("2\n999\n1\nback\nquit\n", config_for({"", ""}), new_record(2));
  EXPECT_EQ(played.outcome, Outcome::quit);
  std::size_t refused = 0;
  for (auto at = played.text.find("the tile can be turned"); at != std::string::npos;
       at = played.text.find("the tile can be turned", at + 1))
    ++refused;
  EXPECT_EQ(refused, 2u) << played.text;
  EXPECT_EQ(played.record.actions.size(), 1u);  // the draw
}

TEST(Play, RandomBytesNeverStopIt) {
  Rng rng(99);
  for (int round = 0; round < 20; ++round) {
    std::string typed;
    const std::string_view alphabet = "0123456789 -,:\n\nNESWcityroadfieldpassmeepleundo\t\xff";
    for (int i = 0; i < 2000; ++i)
      typed += alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
    const Played played = play_text(typed, config_for({"", "random"}), new_record(2));
    EXPECT_TRUE(std::holds_alternative<PlayedRecord>(play_record(played.record)));
  }
}

TEST(Play, TheEndOfInputSavesTheGame) {
  const std::string file = temporary_file("end.json");
  SessionConfig config = config_for({"", "random"});
  config.rescue = file;
  const Played played = play_text("1 0\n1 90\n1 180\n1 270\n", config, new_record(2));
  EXPECT_EQ(played.outcome, Outcome::input_ended);
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(text, write_record(played.record) + "\n");
  std::remove(file.c_str());
}

TEST(Play, SavingAndResumingGivesTheSameState) {
  const std::string file = temporary_file("resume.json");
  SessionConfig config = config_for({"", ""});
  config.save = file;
  const std::string typed = "1 0\n1 90\n1 180\n1 270\n\n1 0\n1 90\n1 180\n1 270\n\nquit\n";
  const Played before = play_text(typed, config, new_record(2));
  EXPECT_EQ(before.outcome, Outcome::quit);
  EXPECT_GT(before.record.actions.size(), 3u);
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  auto read = read_record(text);
  ASSERT_TRUE(std::holds_alternative<Record>(read));
  const Played after = play_text("quit\n\n", config_for({"", ""}), std::get<Record>(read));
  EXPECT_EQ(after.hash, before.hash);
  EXPECT_EQ(write_record(after.record), write_record(before.record));
  std::remove(file.c_str());
}

TEST(Play, UndoTakesBackThePlacementButNotTheLuck) {
  const Record record = new_record(2);
  const RulesPtr rules = rules_of(record.setup);
  std::ostringstream out;
  Typist typist;
  Session session(rules, record, config_for({"", ""}), typist, out);
  Rng rng(5);
  std::vector<std::uint64_t> hashes;
  int step = 0;
  typist.next = [&]() -> std::optional<std::string> {
    hashes.push_back(state_hash(*rules, session.state()));
    ++step;
    if (step <= 6) return random_answer(*rules, session.state(), rng);
    if (step <= 12) return "undo";
    return std::nullopt;
  };
  EXPECT_EQ(session.run(), Outcome::input_ended);
  ASSERT_EQ(hashes.size(), 13u);
  for (std::size_t i = 0; i <= 6; ++i) EXPECT_EQ(hashes[i], hashes[12 - i]) << i;
}

TEST(Play, UndoIsTooLateOnceABotHasAnswered) {
  const Record record = new_record(2);
  const RulesPtr rules = rules_of(record.setup);
  std::ostringstream out;
  Typist typist;
  Session session(rules, record, config_for({"", "random"}), typist, out);
  Rng rng(5);
  typist.next = [&]() -> std::optional<std::string> {
    const bool mine_again = session.state().core->turn > 2;
    if (!mine_again) return random_answer(*rules, session.state(), rng);
    return out.str().find("Too late") == std::string::npos ? std::optional<std::string>("undo")
                                                           : std::nullopt;
  };
  EXPECT_EQ(session.run(), Outcome::input_ended);
  EXPECT_NE(out.str().find("Too late: a bot has answered since."), std::string::npos);
}

TEST(Play, PointsExplainThemselves) {
  const Record record = new_record(2);
  const RulesPtr rules = rules_of(record.setup);
  std::ostringstream out;
  Typist typist;
  Session session(rules, record, config_for({"", "greedy"}), typist, out);
  Rng rng(8);
  typist.next = [&] { return random_answer(*rules, session.state(), rng); };
  session.run();
  const std::string text = out.str();
  EXPECT_NE(text.find("Boris +"), std::string::npos);
  EXPECT_NE(text.find("tiles ×2 = "), std::string::npos);
  EXPECT_NE(text.find("for the city at "), std::string::npos);
}

TEST(Play, SegmentsAndRolesAreUnderstood) {
  const Record record = new_record(2);
  const RulesPtr rules = rules_of(record.setup);
  GameState state = initial_state(*rules);
  const auto type = [&](std::string_view id) {
    for (std::size_t t = 0; t < rules->tiles.size(); ++t)
      if (rules->tiles[t].def->full_id() == id) return static_cast<TileType>(t);
    return kNone;
  };
  apply_assume_legal(*rules, state, Action::draw(type("base/J")));
  apply_assume_legal(*rules, state, Action::place(type("base/J"), {1, 0}, 1));
  ASSERT_EQ(decision(state), DecisionKind::meeple);
  const Answers answers(*rules, state, false);
  for (const char* typed : {"city:E", "CITY:e", "city", "knight", "meeple city:E"})
    EXPECT_TRUE(std::holds_alternative<Action>(answers.choose(typed, {}))) << typed;
  for (const char* typed : {"road:W", "road:S", "highwayman", "pass", "p", "0"})
    EXPECT_TRUE(std::holds_alternative<Action>(answers.choose(typed, {}))) << typed;
  for (const char* typed : {"field", "city:N", "monk", "", "9", "1 2", "abbot city:E"})
    EXPECT_TRUE(std::holds_alternative<NotUnderstood>(answers.choose(typed, {}))) << typed;
}

// An ordinary meeple is meant unless another piece is named, or is all that fits.
TEST(Play, OtherPiecesThanMeeplesAreNamed) {
  const RulesPtr rules = rules_of({"base", "inns_cathedrals", "hills_sheep"}, 6);
  GameState s = initial_state(*rules);
  const auto tile = std::ranges::find_if(
      rules->tiles, [](const TileInPlay& t) { return t.def->full_id() == "base/E"; });
  const auto type = static_cast<TileType>(tile - rules->tiles.begin());
  ASSERT_FALSE(apply(*rules, s, Action::draw(type)));
  ASSERT_FALSE(apply(*rules, s, Action::place(type, {0, -1}, 2)));
  const auto chosen = [&](const std::string& typed) {
    const Chosen answer = Answers(*rules, s, false).choose(typed, std::nullopt);
    return std::holds_alternative<Action>(answer)
               ? std::string(name_of(std::get<Action>(answer).piece))
               : "nothing";
  };
  EXPECT_EQ(chosen("knight"), "meeple");
  EXPECT_EQ(chosen("meeple city:S"), "meeple");
  EXPECT_EQ(chosen("big city:S"), "big");
  EXPECT_EQ(chosen("field"), "meeple");
  EXPECT_EQ(chosen("shepherd field"), "shepherd");
  const Answers answers(*rules, s, false);
  EXPECT_TRUE(std::ranges::any_of(answers.list(), [](const Answer& answer) {
    return answer.text.starts_with("large knight on city:S");
  }));
  s.core->players[0].supply[PieceKind::meeple] = 0;
  s.core->meeple_options = 0;
  EXPECT_EQ(chosen("knight"), "big");
  EXPECT_EQ(chosen("field"), "nothing") << "large meeple or shepherd";
}

// What lies beside the map is told: goods, flocks with the bag, tiles under hills, parts of a turn.
TEST(Play, GoodsFlocksAndHiddenTilesAreShown) {
  Record record = new_record(2);
  for (const char* set : {"inns_cathedrals", "traders_builders", "hills_sheep"})
    record.setup.sets.push_back({set, 1});
  const RulesPtr rules = rules_of(record.setup);
  const std::string all = play_text("", config_for({"random", "random"}), record).text;
  const Screen screen(*rules, {});
  GameState s = initial_state(*rules);
  apply_assume_legal(*rules, s, nth_chance(*rules, s, 0));
  rules->ext<traders_builders::TradersBuildersState>(s).goods[1][0] = 2;
  auto& sheep = rules->ext<hills_sheep::HillsSheepState>(s);
  sheep.flock[0][2] = 1, sheep.bag[2] -= 1;
  s.core->hidden = 3, s.core->part_due = 1;
  const std::string shown =
      screen.compose(s, Answers(*rules, s, true), std::nullopt, {}, {}, {100, 40});
  for (const char* text : {"wine 2", "flock of 3 sheep", "bag: 17 tokens, 2 wolves",
                           "3 more under hills", "a second part follows"})
    EXPECT_NE(shown.find(text), std::string::npos) << text << "\n" << shown;
  EXPECT_NE(screen.tiles_left(s, 100).find("3 of them under hills"), std::string::npos);
  for (const char* text : {"out of the bag: ", "under the hill"})
    EXPECT_NE(all.find(text), std::string::npos) << text;
  EXPECT_EQ(token_text(Token::sheep2), "2 sheep");
  EXPECT_EQ(token_text(Token::wolf), "a wolf");
}

// Everything of the Tower, Abbey & Mayor and the Circus is answered by number, shown and told.
TEST(Play, TowersAbbeysAndTheCircusArePlayedAndShown) {
  Record record = new_record(3);
  for (const char* set : {"tower", "abbey_mayor", "circus"}) record.setup.sets.push_back({set, 1});
  const RulesPtr rules = rules_of(record.setup);
  std::string told;
  for (const std::uint64_t seed : {3u, 4u, 5u, 6u}) {
    std::ostringstream out;
    Typist typist;
    SessionConfig config = config_for({"", "random", ""});
    config.look.ascii = true;
    config.screen_size = [] { return ScreenSize{120, 50}; };
    Session session(rules, record, config, typist, out);
    Rng rng(seed);
    typist.next = [&] { return random_answer(*rules, session.state(), rng); };
    EXPECT_EQ(session.run(), Outcome::finished);
    told += out.str();
    for (const std::string& prompt : typist.prompts) told += prompt;
  }
  for (const char* text :
       {"now 2 floors high", "guard on the tower at", "guard at ", "takes the meeple of", "holds ",
        "Whom do you take prisoner?", "Does your abbey go into a gap?", "acrobat at ",
        "barn on corner:", "mayor on city:", "wagon on ", "Where does your wagon go on to?",
        "the big top goes to", "under the big top: ", "animals nobody has seen:", "Te tent"})
    EXPECT_NE(told.find(text), std::string::npos) << text;
}

TEST(Play, GuardsAcrobatsAndBarnsAreNamed) {
  EXPECT_EQ(spot_role(Spot::tower), "guard");
  EXPECT_EQ(spot_role(Spot::acrobats), "acrobat");
  EXPECT_EQ(spot_role(Spot::corner_sw), "barn");
  EXPECT_EQ(token_text(Token::elephant), "an elephant");
  EXPECT_EQ(token_text(Token::flea), "a flea");
  for (const PictureSize size : {kLarge, kMedium, kSmall})
    for (std::size_t spot = 0; spot < kSpotNames.size(); ++spot)
      for (const int number : {0, 1, 2}) {
        const Anchor at = spot_anchor(static_cast<Spot>(spot), number, size);
        EXPECT_TRUE(at.column >= 0 && at.column + 2 <= size.columns);
        EXPECT_TRUE(at.row >= 0 && at.row < size.rows);
      }
}

// A shepherd scores nothing for the field, so that what the field is worth is no help.
TEST(Play, PiecesThatScoreNothingAreExplained) {
  const RulesPtr rules = rules_of({"base", "hills_sheep"}, 2);
  GameState s = initial_state(*rules);
  const auto tile = std::ranges::find_if(
      rules->tiles, [](const TileInPlay& t) { return t.def->full_id() == "base/E"; });
  const auto type = static_cast<TileType>(tile - rules->tiles.begin());
  ASSERT_FALSE(apply(*rules, s, Action::draw(type)));
  ASSERT_FALSE(apply(*rules, s, Action::place(type, {0, -1}, 2)));
  const Answers answers(*rules, s, false);
  int shepherds = 0;
  for (const Answer& answer : answers.list()) {
    if (!answer.text.starts_with("shepherd")) continue;
    ++shepherds;
    EXPECT_TRUE(answer.text.ends_with(": gathers sheep, a point for each, until a wolf comes"));
  }
  EXPECT_EQ(shepherds, 1);
}

TEST(Play, EveryTileHasAPictureInEveryRotation) {
  for (const SetDef& set : catalogue().sets)
    for (const TileDef& tile : set.tiles)
      for (Rotation rotation = 0; rotation < kRotations; ++rotation)
        for (const PictureSize size : {kLarge, kMedium, kSmall}) {
          const Face face = make_face(tile, rotation, {});
          const TilePicture picture = make_picture(tile, face, size);
          ASSERT_EQ(picture.material.size(),
                    static_cast<std::size_t>(size.columns * size.rows * 2));
          for (const Anchor& at : picture.anchors) {
            EXPECT_GE(at.column, 0);
            EXPECT_LE(at.column + 2, size.columns);
            EXPECT_LT(at.row, size.rows);
          }
        }
}

// In the large picture a label lies on the segment it names, in the base game.
TEST(Play, LabelsLieOnTheirSegments) {
  for (const TileDef& tile : catalogue().find_set("base")->tiles) {
    const Face face = make_face(tile, 0, {});
    const TilePicture picture = make_picture(tile, face, kLarge);
    for (int i = 0; i < face.segment_count; ++i) {
      const Anchor at = picture.anchors[static_cast<std::size_t>(i)];
      int own = 0;
      for (const int dx : {0, 1})
        for (const int dy : {0, 1})
          own += picture.segment_at(at.column + dx, 2 * at.row + dy) == i ? 1 : 0;
      EXPECT_GE(own, 1) << tile.id << " segment " << i;
    }
  }
}

}  // namespace
}  // namespace bastide::tools
