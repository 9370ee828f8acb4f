// The identity of positions lasts: it follows from names that are written, so that a program with
// more words, pieces and sets finds every stored game as it was.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <variant>
#include <nlohmann/json.hpp>

#include "engine/core/identity.h"
#include "engine/core/rng.h"
#include "engine/game/identity.h"
#include "engine/notation/json_state.h"
#include "engine/notation/record.h"
#include "tests/effort.h"
#include "tests/paths.h"
#include "tests/setups.h"

namespace bastide {
namespace {

namespace id = identity;

// The identity of what is written, from the words alone: the slow way, without the engine's tables.
class SpelledFields final : public FieldWriter {
 public:
  void open_object(std::string_view name) override { open_.push_back({std::string(name), 0, 'o'}); }
  void open_list(std::string_view name) override { open_.push_back({std::string(name), 0, 'l'}); }
  void close() override {
    const Open done = open_.back();
    open_.pop_back();
    add(done.name, done.sort == 'o' ? id::object(done.sum) : id::list(done.sum));
  }
  void number(std::string_view name, std::int64_t n) override { add(name, id::number(n)); }
  void text(std::string_view name, std::string_view t) override { add(name, id::text(t)); }
  void flag(std::string_view name, bool b) override { add(name, id::flag(b)); }
  void place(std::string_view name, Pos at) override { add(name, id::place(at)); }
  void nothing(std::string_view) override {}
  id::Word sum() const { return open_.front().sum; }

 private:
  struct Open {
    std::string name;
    id::Word sum;
    char sort;
  };
  void add(std::string_view name, id::Word value) {
    open_.back().sum += open_.back().sort == 'l' ? id::element(value) : id::member(name, value);
  }
  std::vector<Open> open_{{"", 0, 'o'}};
};

id::Word spelled_value(const Json& value) {
  return value.is_number() ? id::number(value.get<std::int64_t>())
                           : id::text(value.get<std::string>());
}

id::Word members_of(const Json& object, std::initializer_list<const char*> names) {
  id::Word sum = 0;
  for (const char* name : names)
    if (object.contains(name) && !object[name].is_null())
      sum += id::member(name, spelled_value(object[name]));
  return sum;
}

id::Word counts_of(const Json& object) {
  id::Word sum = 0;
  for (const auto& [name, count] : object.items()) sum += id::member(name, spelled_value(count));
  return id::object(sum);
}

id::Word place_of_cell(const Json& cell) {
  return id::place({cell[0].get<std::int16_t>(), cell[1].get<std::int16_t>()});
}

// What JSON does not tell of a tile: who built its bridge.
id::Word builder_of(const GameState& s, const Json& tile) {
  const PlacedTile* laid =
      tile_at(s, {tile["at"][0].get<std::int16_t>(), tile["at"][1].get<std::int16_t>()});
  if (!tile.contains("bridge") || laid->bridge_owner >= kMaxPlayers) return 0;
  return id::member("bridge_owner", id::number(laid->bridge_owner));
}

std::uint64_t hash_from_json(const Rules& rules, const GameState& s) {
  const Json json = state_to_json(rules, s);
  id::Word tiles = 0, pieces = 0, players = 0;
  for (const Json& tile : json["tiles"]) {
    const id::Word at = id::member("at", place_of_cell(tile["at"]));
    tiles += id::element(id::object(at + members_of(tile, {"tile", "rot", "bridge", "floors"}) +
                                    builder_of(s, tile)));
    for (const Json& piece : tile["pieces"]) {
      id::Word members = at + members_of(piece, {"piece", "owner", "seg", "in"});
      if (piece.contains("flock")) members += id::member("flock", counts_of(piece["flock"]));
      pieces += id::element(id::object(members));
    }
  }
  for (std::size_t i = 0; i < json["players"].size(); ++i) {
    const Json& player = json["players"][i];
    id::Word counts = 0;  // supply, and what modules keep for each player
    for (const auto& [name, value] : player.items())
      if (value.is_object()) counts += id::member(name, counts_of(value));
    players += id::element(id::object(id::member("seat", id::number(static_cast<int>(i))) +
                                      members_of(player, {"score"}) + counts));
  }
  SpelledFields modules, hidden;
  for (const WriteState write : rules.write_state) write(rules, s, modules);
  write_hidden(rules, s, hidden);
  id::Word sum = id::member("decision", id::object(members_of(json["decision"], {"kind", "by"}))) +
                 members_of(json, {"turn", "current"}) + id::member("players", id::list(players)) +
                 id::member("tiles", id::list(tiles)) + id::member("pieces", id::list(pieces)) +
                 id::member("left", counts_of(json["left"]["by_tile"])) + modules.sum() +
                 id::member("hidden", id::object(hidden.sum()));
  if (json.contains("set_aside") && !json["set_aside"].empty())
    sum += id::member("set_aside", counts_of(json["set_aside"]));
  return id::object(sum);
}

std::vector<Record> pinned_games() {
  std::ifstream in(test_help::source_path("tests/identity/games.jsonl"));
  RecordReader reader(in);
  std::vector<Record> games;
  while (auto record = reader.next()) {
    if (const auto* wrong = std::get_if<FormError>(&*record)) {
      ADD_FAILURE() << wrong->text();
      break;
    }
    games.push_back(std::get<Record>(*std::move(record)));
  }
  return games;
}

// Calls with every position of the game, the start first.
template <class Look>
void replay_game(const Record& record, Look look) {
  const RulesPtr rules = rules_of(record.setup);
  ASSERT_NE(rules, nullptr);
  GameState s = initial_state(*rules);
  look(*rules, s, std::size_t{0});
  for (std::size_t i = 0; i < record.actions.size(); ++i) {
    const auto refusal = apply_named(*rules, s, record.actions[i]);
    ASSERT_FALSE(refusal) << i << ": " << refusal->reason;
    look(*rules, s, i + 1);
  }
}

TEST(Identity, follows_from_the_names_that_are_written_and_from_nothing_else) {
  for (const Record& game : pinned_games())
    replay_game(game, [](const Rules& rules, const GameState& s, std::size_t i) {
      if (i % 7 != 0 && !is_over(s)) return;
      ASSERT_EQ(state_hash(rules, s), hash_from_json(rules, s)) << i;
    });
}

TEST(Identity, does_not_depend_on_the_order_in_which_modules_write) {
  for (const Record& game : pinned_games())
    replay_game(game, [](const Rules& rules, const GameState& s, std::size_t i) {
      if (i % 16 != 0) return;
      Rules other = rules;
      std::ranges::reverse(other.write_state);
      std::ranges::reverse(other.write_hidden);
      ASSERT_EQ(state_hash(other, s), state_hash(rules, s)) << i;
    });
}

TEST(Identity, does_not_know_pieces_that_are_not_in_play) {
  const RulesPtr rules = rules_of({"base"}, 2);
  GameState s = initial_state(*rules);
  const std::uint64_t hash = state_hash(*rules, s);
  for (std::size_t kind = 0; kind < kPieceKinds; ++kind) {
    s.core->players[1].supply[kind] += 1;
    EXPECT_EQ(state_hash(*rules, s) == hash, !rules->piece_in_play[kind]) << kPieceNames[kind];
    s.core->players[1].supply[kind] -= 1;
  }
}

TEST(Identity, does_not_depend_on_the_order_of_pieces_in_memory) {
  for (const Record& game : pinned_games())
    replay_game(game, [](const Rules& rules, const GameState& s, std::size_t i) {
      if (i % 16 != 0 || is_over(s)) return;
      GameState other = s;
      std::reverse(other.pieces.data(), other.pieces.data() + other.core->pieces);
      ASSERT_EQ(state_hash(rules, other), state_hash(rules, s)) << i;
    });
}

// What may be asked next must not hide behind equal numbers.
TEST(Identity, tells_apart_what_matters_for_play_and_is_not_shown) {
  const RulesPtr rules = rules_of({"base"}, 3);
  GameState s = initial_state(*rules);
  apply_assume_legal(*rules, s, nth_legal(*rules, s, 0));
  apply_assume_legal(*rules, s, nth_legal(*rules, s, 0));
  GameState other = s;
  other.core->active = 2;
  EXPECT_NE(state_hash(*rules, other), state_hash(*rules, s));
  other = s;
  other.core->placed = 0;
  EXPECT_NE(state_hash(*rules, other), state_hash(*rules, s));
}

// --- Pinned ------------------------------------------------------------------

using Pins = std::map<std::pair<std::size_t, std::size_t>, std::string>;  // by game and action

Pins read_pins() {
  Pins pins;
  std::istringstream in(test_help::slurp(test_help::source_path("tests/identity/hashes.txt")));
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream words(line);
    std::size_t game = 0, actions = 0;
    std::string hash;
    EXPECT_TRUE(words >> game >> actions >> hash) << line;
    pins[{game, actions}] = hash;
  }
  return pins;
}

// tests/identity/hashes.txt says what to do when this fails, and how games are added.
TEST(Identity, of_pinned_games_never_changes) {
  const Pins pins = read_pins();
  const std::vector<Record> games = pinned_games();
  std::size_t met = 0;
  for (std::size_t game = 0; game < games.size(); ++game) {
    const std::size_t count = games[game].actions.size();
    replay_game(games[game], [&](const Rules& rules, const GameState& s, std::size_t i) {
      const bool wanted = i == count || (i * 4) % count < 4;  // the start, each quarter, the end
      const auto pin = pins.find({game, i});
      if (pin == pins.end() && !wanted) return;
      const std::string hash = hash_text(state_hash(rules, s));
      ASSERT_NE(pin, pins.end()) << "a line to add:\n" << game << " " << i << " " << hash;
      EXPECT_EQ(hash, pin->second) << "game " << game << " after " << i << " actions";
      ++met;
    });
  }
  EXPECT_EQ(met, pins.size()) << "a pinned moment that no game has";
}

TEST(Identity, is_pinned_for_every_set_that_can_be_played) {
  const std::vector<Record> games = pinned_games();
  for (const SetInfo& set : set_infos()) {
    if (!set.available) continue;
    EXPECT_TRUE(std::ranges::any_of(games, [&](const Record& game) {
      return std::ranges::any_of(game.setup.sets,
                                 [&](const SetChoice& choice) { return choice.name == set.name; });
    })) << set.name;
  }
}

}  // namespace
}  // namespace bastide
