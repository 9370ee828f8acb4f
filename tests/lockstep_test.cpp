// The engine and the slow reference (tests/reference) play the same random games side by side.
// After every action the decision, all legal answers, scores, supplies, the stock and what the
// sets add to the state must be equal, the weights of what the dealer may turn up, and before every
// draw the worth of every claimed feature.
//
// BASTIDE_TEST_EFFORT: small, default or large (or a number of games).
// BASTIDE_TEST_SEED: a number; other games for each (script/soak).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/game/game.h"
#include "engine/game/setup.h"
#include "engine/notation/json_state.h"
#include "engine/notation/names.h"
#include "engine/notation/state_members.h"
#include "engine/tiles/face.h"
#include "tests/effort.h"
#include "tests/lockstep_rows.h"
#include "tests/reference/game.h"

namespace bastide {
namespace {

// --- what is played ---

// Two ways to play: anything, or what closes features and claims them, so that more is scored.
enum class Policy { uniform, eager };

int games_in_all() {
  const std::string word = test_effort();
  if (word == "small") return 8;
  if (word == "large") return 20000;
  const int number = std::atoi(word.c_str());
  return number > 0 ? number : 320;
}

// The first game's; those that follow count on from it.
std::uint64_t first_seed() {
  const char* given = std::getenv("BASTIDE_TEST_SEED");
  return given == nullptr ? 1 : 1000003 * std::strtoull(given, nullptr, 10);
}

// --- the engine's side in the reference's words ---

std::string text_of(Pos at) { return std::to_string(at.x) + "," + std::to_string(at.y); }

std::string segment_at(const Rules& rules, const GameState& s, Pos at, int segment) {
  const PlacedTile* tile = tile_at(s, at);
  if (tile == nullptr) return "nothing";
  if (is_spot(static_cast<std::uint8_t>(segment)))
    return std::string(name_of(spot_of(static_cast<std::uint8_t>(segment))));
  return segment_name(*rules.tiles[tile->type].def, rules.face(tile->type, tile->rotation),
                      segment);
}

std::string text_of(const Rules& rules, const GameState& s, const Action& a) {
  std::string text(name_of(a.kind));
  const auto place = [&] { return " " + text_of(a.at) + " " + segment_at(rules, s, a.at, a.seg); };
  switch (a.kind) {
    case ActionKind::draw:
      return text + " " + rules.tiles[a.tile].def->full_id();
    case ActionKind::place:
      return text + " " + rules.tiles[a.tile].def->full_id() + " " + text_of(a.at) + " " +
             std::to_string(90 * a.value);
    case ActionKind::recall:
      if (a.value != 0) return text + " lady" + place();
      [[fallthrough]];
    case ActionKind::meeple:
    case ActionKind::fairy:
    case ActionKind::plague:
    case ActionKind::castle:
      return text + " " + std::string(name_of(a.piece)) + place();
    case ActionKind::send_away:
    case ActionKind::capture:
      return text + " " + std::string(name_of(a.piece)) + " " + std::to_string(a.value) + place();
    case ActionKind::dragon:
    case ActionKind::lady:
    case ActionKind::tower:
    case ActionKind::pyramid:
      return text + " " + text_of(a.at);
    case ActionKind::exchange:
      return text + " " + std::string(name_of(a.piece));
    case ActionKind::ransom:
      return text + " " + std::string(name_of(a.piece)) + " " + std::to_string(a.value);
    case ActionKind::crown:
      return text + " " + std::string(kSectorNames[a.value]) +
             (a.piece == PieceKind::big ? " big" : "");
    case ActionKind::token:
      return text + " " + std::string(kTokenNames[a.value]);
    case ActionKind::score_next:
    case ActionKind::grow:
    case ActionKind::herd:
    case ActionKind::wagon:
      return text + place();
    case ActionKind::redeploy:
      return text + " " + std::string(name_of(a.piece)) + " " +
             std::string(kQuarterNames[a.value]) + place();
    case ActionKind::deploy:
      return text + " " + std::string(name_of(a.piece)) + " " + std::string(kQuarterNames[a.value]);
    case ActionKind::move_count:
      return text + " " + std::string(kQuarterNames[a.value]);
    case ActionKind::castle_feature:
      return text + " " + text_of(a.at2) + place();
    case ActionKind::offer:
      return text + " " + rules.tiles[a.tile].def->full_id() + " " + std::to_string(a.points);
    case ActionKind::take:
      return text + " " + rules.tiles[a.tile].def->full_id();
    case ActionKind::bid:
      return text + " " + std::to_string(a.points);
    case ActionKind::build_castle:
      return text + place();
    case ActionKind::build_granary:
      return text + " " + text_of(a.at) + " " + text_of(a.at2) + " " +
             segment_at(rules, s, a.at2, a.seg);
    case ActionKind::discard:
    case ActionKind::buy:
    case ActionKind::sell:
    case ActionKind::double_turn:
    case ActionKind::pass:
      return text;
    default:
      return text + "?";  // the set that brings it adds its words here
  }
}

// Goods, parts of a turn, hidden tiles, the bag and the flocks, in the reference's words.
void add_traders_and_hills(const Rules& rules, const GameState& s, std::vector<std::string>& all) {
  const Json json = state_to_json(rules, s, {.tiles = false, .features = false, .by_tile = false});
  for (std::size_t seat = 0; seat < json["players"].size(); ++seat) {
    if (!json["players"][seat].contains("goods")) continue;
    for (const auto& [kind, count] : json["players"][seat]["goods"].items())
      if (count != 0)
        all.push_back("goods " + std::to_string(seat) + " " + kind + " " + count.dump());
  }
  if (json.contains("part")) all.push_back("part " + json["part"].dump());
  if (json.value("double_turn", false)) all.push_back("double_turn");
  if (json["left"].contains("hidden")) all.push_back("hidden " + json["left"]["hidden"].dump());
  if (!json.contains("bag")) return;
  for (const auto& [token, count] : json["bag"].items())
    if (count != 0) all.push_back("bag " + token + " " + count.dump());
  for (int i = 0; i < s.core->tiles; ++i) {
    const auto stands_there = [&](const PlacedPiece& piece) {
      return piece.kind == PieceKind::shepherd && s.segments[piece.segment].tile == i;
    };
    if (std::none_of(s.pieces.data(), s.pieces.data() + s.core->pieces, stands_there)) continue;
    const Json tile = tile_to_json(rules, s, static_cast<TileIndex>(i));
    for (const Json& piece : tile["pieces"])
      if (piece.contains("flock"))
        for (const auto& [token, count] : piece["flock"].items())
          if (count != 0)
            all.push_back("flock " + text_of(s.tiles[i].at) + " " +
                          piece["seg"].get<std::string>() + " " + token + " " + count.dump());
  }
}

// Towers, prisoners, the big top and who stands on no segment, in the reference's words.
void add_tower_and_circus(const Rules& rules, const GameState& s, const Json& json,
                          std::vector<std::string>& all) {
  for (int i = 0; i < s.core->tiles; ++i) {
    const TileDef& def = *rules.tiles[s.tiles[i].type].def;
    if (!def.has(Mark::tower) && !def.has(Mark::acrobats)) continue;
    const std::string at = text_of(s.tiles[i].at);
    const Json tile = tile_to_json(rules, s, static_cast<TileIndex>(i));
    if (tile.value("floors", 0) != 0) all.push_back("floors " + at + " " + tile["floors"].dump());
    for (const Json& piece : tile.value("pieces", Json::array()))
      if (piece["seg"] == "tower" || piece["seg"] == "acrobats")
        all.push_back("stands " + piece["piece"].get<std::string>() + " " + piece["owner"].dump() +
                      " " + at + " " + piece["seg"].get<std::string>());
  }
  for (const Json& held : json.value("prisoners", Json::array()))
    all.push_back("prisoners " + held["holder"].dump() + " " + held["owner"].dump() + " " +
                  held["piece"].get<std::string>() + " " + held["count"].dump());
  if (json.value("ransom_paid", false)) all.push_back("ransom_paid");
  if (!json.contains("circus")) return;
  const Json& at = json["circus"]["at"];
  if (!at.is_null()) all.push_back("big top " + at[0].dump() + "," + at[1].dump());
  for (const auto& [token, count] : json["circus"]["tokens"].items())
    if (count != 0) all.push_back("unseen " + token + " " + count.dump());
}

// What the sets add to the state, in the reference's words.
std::vector<std::string> additions_of(const Rules& rules, const GameState& s) {
  Json json = Json::object();
  add_module_members(rules, s, json);
  const auto cell = [](const Json& at) { return at[0].dump() + "," + at[1].dump(); };
  std::vector<std::string> all;
  if (json.contains("dragon") && !json["dragon"].is_null())
    all.push_back("dragon " + cell(json["dragon"]));
  if (json.contains("fairy") && !json["fairy"].is_null()) {
    const std::string beside = json["fairy"].value("seg", "");
    all.push_back("fairy " + cell(json["fairy"]["at"]) +
                  (beside.empty() ? "" : " " + beside + " " + json["fairy"]["owner"].dump()));
  }
  for (std::size_t t = 0; s.aside != nullptr && t < rules.tiles.size(); ++t)
    if (s.aside[t] > 0)
      all.push_back("aside " + rules.tiles[t].def->full_id() + " " + std::to_string(s.aside[t]));
  if (json.contains("wheel")) {
    all.push_back("pig " + json["wheel"]["pig"].get<std::string>());
    for (const auto& [sector, spaces] : json["wheel"]["crowns"].items())
      for (const Json& owner : spaces)
        if (!owner.is_null()) all.push_back("crown " + sector + " " + owner.dump());
    for (const Json& other : json["wheel"].value("pieces", Json::array()))
      all.push_back("on crown " + other["sector"].get<std::string>() + " " + other["owner"].dump() +
                    " " + other["piece"].get<std::string>());
  }
  for (const char* title : {"king", "robber"})
    if (json.contains(title) && !json[title].is_null())
      all.push_back(title + (" " + json[title]["owner"].dump()) + " " + json[title]["size"].dump());
  if (json.contains("count")) {
    all.push_back("count " + json["count"]["quarter"].get<std::string>());
    for (const std::string_view quarter : kQuarterNames)
      for (const Json& piece : json["count"][std::string(quarter)])
        all.push_back("quarter " + std::string(quarter) + " " + piece["piece"].get<std::string>() +
                      " " + piece["owner"].dump());
  }
  if (json.contains("castles"))
    for (const Json& castle : json["castles"])
      if (castle.contains("cells"))  // castles of the other set show in the pieces
        all.push_back("castle " + cell(castle["cells"][0]) + " " + cell(castle["cells"][1]) + " " +
                      castle["owner"].dump() + (castle["completed"] ? " completed" : ""));
  for (const Json& barn : json.value("barns", Json::array()))
    all.push_back("barn " + cell(barn["corner"]) + " " + barn["owner"].dump());
  if (json.contains("common_supply"))
    for (const auto& [piece, left] : json["common_supply"].items())
      all.push_back("common " + piece + " " + left.dump());
  for (int i = 0; i < s.core->tiles; ++i)
    if (s.tiles[i].added_segment != kNone)
      all.push_back("bridge " + text_of(s.tiles[i].at) +
                    (s.tiles[i].bridge_axis == 0 ? " NS" : " EW"));
  if (rules.piece_in_play[static_cast<int>(PieceKind::builder)] ||
      rules.piece_in_play[static_cast<int>(PieceKind::shepherd)])
    add_traders_and_hills(rules, s, all);
  if (rules.piece_in_play[static_cast<int>(PieceKind::floor)] ||
      rules.piece_in_play[static_cast<int>(PieceKind::ringmaster)])
    add_tower_and_circus(rules, s, json, all);
  std::sort(all.begin(), all.end());
  return all;
}

std::string actor_text(const GameState& s) {
  if (actor(s) == kDealer) return "dealer";
  if (actor(s) == kNobody) return "nobody";
  return std::to_string(actor(s));
}

std::string join(const std::vector<std::string>& lines, const char* between) {
  std::string text;
  for (const std::string& line : lines) text += line + between;
  return text;
}

std::string counts_text(const std::map<std::string, int>& supply) {
  std::string text;
  for (const auto& [piece, count] : supply) text += piece + " " + std::to_string(count) + " ";
  return text;
}

// One game on both sides.
class Pair {
 public:
  Pair(const Combination& combination, int players)
      : rules_(compiled(combination, players)),
        state_(initial_state(*rules_)),
        reference_(reference_setup(combination, players)) {}

  bool over() const { return is_over(state_) && reference_.over(); }
  const GameState& state() const { return state_; }
  const reference::Game& reference() const { return reference_; }
  const std::vector<std::string>& history() const { return history_; }

  // What differs now, or "".
  std::string difference() {
    std::ostringstream out;
    const auto compare = [&](const std::string& what, const auto& mine, const auto& theirs) {
      if (mine != theirs) out << what << ": engine " << mine << ", reference " << theirs << "\n";
    };
    compare("decision", std::string(name_of(decision(state_))), reference_.decision().kind);
    compare("actor", actor_text(state_), reference_.decision().actor);
    if (!is_over(state_)) compare("turn", static_cast<int>(state_.core->turn), reference_.turn());
    for (int seat = 0; seat < rules_->player_count(); ++seat) {
      const PlayerState& player = state_.core->players[seat];
      const std::string who = " of seat " + std::to_string(seat);
      compare("score" + who, static_cast<int>(player.score), reference_.scores()[seat]);
      std::map<std::string, int> supply;
      for (int kind = 0; kind < kPieceKinds; ++kind)
        if (rules_->piece_in_play[kind])
          supply[std::string(kPieceNames[kind])] = player.supply[kind];
      compare("supply" + who, counts_text(supply), counts_text(reference_.supplies()[seat]));
    }
    compare("tiles left", tiles_left(state_), reference_.left());
    compare("tiles laid", static_cast<int>(state_.core->tiles), reference_.tiles_laid());
    compare("additions", join(additions_of(*rules_, state_), "; "),
            join(reference_.additions(), "; "));

    legal(*rules_, state_, actions_);
    answers_.clear();
    for (const Action& action : actions_) answers_.push_back(text_of(*rules_, state_, action));
    std::sort(answers_.begin(), answers_.end());
    if (answers_ != reference_.legal()) {
      std::vector<std::string> only_engine, only_reference;
      std::set_difference(answers_.begin(), answers_.end(), reference_.legal().begin(),
                          reference_.legal().end(), std::back_inserter(only_engine));
      std::set_difference(reference_.legal().begin(), reference_.legal().end(), answers_.begin(),
                          answers_.end(), std::back_inserter(only_reference));
      out << "legal answers: only the engine has: " << join(only_engine, "; ")
          << "\n  only the reference has: " << join(only_reference, "; ") << "\n";
    }
    if (is_chance(state_)) compare_weights(out);
    if (decision(state_) == DecisionKind::draw) compare_features(out);
    return out.str();
  }

  void apply(const Action& action) {
    history_.push_back(text_of(*rules_, state_, action));
    // Both sides are told by the same words, so that each takes its own reading of them.
    reference_.apply(history_.back());
    const auto refused = bastide::apply(*rules_, state_, action);
    if (refused) history_.back() += " (refused by the engine)";
  }

  // The next action by the given policy.
  Action choose(Policy policy, Rng& rng) {
    if (decision(state_) == DecisionKind::draw) {
      Action draw = sample_chance(*rules_, state_, static_cast<std::uint32_t>(rng.next() >> 32));
      for (int tries = 0; policy == Policy::eager && tries < 40 && kept_back(draw.tile); ++tries)
        draw = sample_chance(*rules_, state_, static_cast<std::uint32_t>(rng.next() >> 32));
      return draw;
    }
    if (is_chance(state_))
      return sample_chance(*rules_, state_, static_cast<std::uint32_t>(rng.next() >> 32));
    const auto count = static_cast<std::uint32_t>(actions_.size());
    if (policy == Policy::uniform || rng.below(10) == 0) return actions_[rng.below(count)];
    // Eager: the best of a few tries.
    Action best = actions_[rng.below(count)];
    for (int tries = 0; tries < 12; ++tries) {
      const Action& other = actions_[rng.below(count)];
      if (liking(other) > liking(best)) best = other;
    }
    return best;
  }

  // All that somebody needs to play it again.
  std::string record() const {
    std::string text = "actions so far:\n";
    for (std::size_t i = 0; i < history_.size(); ++i)
      text += "  " + std::to_string(i) + " " + history_[i] + "\n";
    text += "pieces of the reference:\n";
    for (const reference::Piece& piece : reference_.pieces())
      text += "  " + std::to_string(piece.owner) + " " + piece.kind + " " +
              reference_.name_of(piece.spot) + " " + piece.house + "\n";
    return text + "additions of the reference: " + join(reference_.additions(), "; ") + "\n";
  }

 private:
  static RulesPtr compiled(const Combination& combination, int players) {
    Setup setup;
    for (const auto& [name, copies] : pairs_of(combination.sets))
      setup.sets.push_back({name, std::stoi(copies)});
    for (const auto& [name, value] : pairs_of(combination.options)) {
      if (name == "start") {
        setup.start = value;
        continue;
      }
      if (value == "true" || value == "false")
        setup.options.emplace_back(name, OptionValue(value == "true"));
      else
        setup.options.emplace_back(name, OptionValue(value));
    }
    for (int i = 0; i < players; ++i) setup.players.push_back({"P" + std::to_string(i)});
    auto result = compile(setup);
    if (const auto* error = std::get_if<SetupError>(&result))
      throw std::runtime_error(error->reason);
    return std::get<RulesPtr>(result);
  }

  static reference::Setup reference_setup(const Combination& combination, int players) {
    reference::Setup setup;
    for (const auto& [name, copies] : pairs_of(combination.sets))
      setup.sets.emplace_back(name, std::stoi(copies));
    for (const auto& [name, value] : pairs_of(combination.options)) {
      if (name == "start") setup.start = value;
      setup.options[name] = value;
    }
    setup.players = players;
    return setup;
  }

  // How many of what may come there are.
  void compare_weights(std::ostringstream& out) {
    outcomes(*rules_, state_, outcomes_);
    std::map<std::string, int> weights;
    for (const Outcome& outcome : outcomes_)
      weights[text_of(*rules_, state_, outcome.action)] = static_cast<int>(outcome.weight);
    if (weights != reference_.weights())
      out << "weights: engine " << counts_text(weights) << ", reference "
          << counts_text(reference_.weights()) << "\n";
  }

  // Every claimed feature: distinct tiles, completeness, worth, who leads.
  void compare_features(std::ostringstream& out) {
    std::size_t pieces = 0;
    for (int i = 0; i < state_.core->pieces; ++i) {
      const PlacedPiece& piece = state_.pieces[i];
      if (piece.kind == PieceKind::barn) continue;  // no claim; `barns` shows them
      ++pieces;
      const Segment& segment = state_.segments[piece.segment];
      const FeatureId id = segment.feature;
      const PlacedTile& tile = state_.tiles[segment.tile];
      const std::string name = segment_at(*rules_, state_, tile.at, tile.local(piece.segment));
      const reference::Report report = reference_.report({tile.at.x, tile.at.y}, name);
      std::uint32_t leading = 0;
      for (int seat : report.leaders) leading |= 1u << seat;
      const bool complete = is_complete(state_, id);
      const int points = worth(*rules_, state_, id, complete).total();
      // No rule counts the tiles of a field (FIELD-8), and the engine does not keep them apart.
      const bool tiles_agree =
          state_.features[id].kind == SegmentKind::field || tile_count(state_, id) == report.tiles;
      if (tiles_agree && complete == report.complete && points == report.worth &&
          leaders(*rules_, state_, id) == leading)
        continue;
      out << "feature " << name << " at " << text_of(tile.at) << ": engine "
          << tile_count(state_, id) << " tiles, complete " << complete << ", worth " << points
          << ", leaders " << leaders(*rules_, state_, id) << "; reference " << report.tiles
          << " tiles, complete " << report.complete << ", worth " << report.worth << ", leaders "
          << leading << "\n";
    }
    if (pieces != reference_.pieces().size())
      out << "pieces: engine " << pieces << ", reference " << reference_.pieces().size() << "\n";
    compare_barn_fields(out);
  }

  // The fields with barns, by their owners.
  void compare_barn_fields(std::ostringstream& out) {
    if (!rules_->piece_in_play[static_cast<int>(PieceKind::barn)]) return;
    const Json json = state_to_json(*rules_, state_, {.tiles = false, .by_tile = false});
    std::vector<std::string> fields;
    for (const Json& feature : json["features"]) {
      auto owners = feature.value("barns", std::vector<int>());
      std::sort(owners.begin(), owners.end());
      if (!owners.empty()) fields.push_back(Json(owners).dump());
    }
    std::sort(fields.begin(), fields.end());
    if (fields != reference_.barn_fields())
      out << "barn fields: engine " << join(fields, " ") << ", reference "
          << join(reference_.barn_fields(), " ") << "\n";
  }

  // What the dealer of an eager game keeps for the end. Tiles with a city all round: when eager
  // players have closed the cities, the last ones fit nowhere (TILE-14, END-2). In games of four
  // also volcanoes: all dragons are set aside, and there are many flights over a large map
  // (DRAGON-19).
  bool kept_back(TileType type) const {
    const TileDef& tile = *rules_->tiles[type].def;
    if (rules_->player_count() == 4 && tile.has(Mark::volcano)) return true;
    return std::count(tile.edges.begin(), tile.edges.end(), EdgeKind::city) == 4;
  }

  // How much an eager player likes an answer: crowded cells close features, walls close cities;
  // builders bring second parts, acrobats stand in pyramids, claims bring points, and a farmer
  // stays for ever.
  int liking(const Action& action) const {
    if (action.kind == ActionKind::place) {
      int around = 0;
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
          if (reference_.occupied({action.at.x + dx, action.at.y + dy}))
            around += dx == 0 || dy == 0 ? 4 : 1;
      if (reference_.builder_leads_to({action.at.x, action.at.y})) around += 8;
      // City sides against the map close a city, others open one.
      for (int side = 0; side < kSides; ++side) {
        const Pos beside = neighbour(action.at, static_cast<Side>(side));
        const auto printed = static_cast<std::size_t>((side + kSides - action.value) % kSides);
        if (rules_->tiles[action.tile].def->edges[printed] == EdgeKind::city)
          around += reference_.occupied({beside.x, beside.y}) ? 5 : -5;
      }
      return around;
    }
    // Prisoners of several kinds are rare: whoever is not ordinary is taken, and stays (TOWER-44).
    if (action.kind == ActionKind::pass || action.kind == ActionKind::ransom) return 0;
    if (action.kind == ActionKind::capture) return action.piece == PieceKind::meeple ? 1 : 2;
    if (action.kind == ActionKind::meeple && action.piece == PieceKind::builder) return 3;
    if (action.kind == ActionKind::meeple && action.seg == seg_of(Spot::acrobats)) return 3;
    if (action.kind == ActionKind::fairy || action.kind == ActionKind::crown) return 1;
    if (action.kind == ActionKind::meeple && action.piece != PieceKind::shepherd &&
        action.piece != PieceKind::pig &&
        segment_at(*rules_, state_, action.at, action.seg).starts_with("field"))
      return 1;
    return 2;
  }

  RulesPtr rules_;
  GameState state_;
  reference::Game reference_;
  std::vector<Action> actions_;
  std::vector<Outcome> outcomes_;
  std::vector<std::string> answers_;
  std::vector<std::string> history_;
};

// What was played, for the report.
struct Tally {
  int games = 0;
  long actions = 0, discards = 0, ended_by_discard = 0;
  std::map<std::string, long> by_kind;

  void record() const {
    testing::Test::RecordProperty("games", games);
    for (const auto& [kind, count] : by_kind)
      testing::Test::RecordProperty(kind, std::to_string(count));
    testing::Test::RecordProperty("actions", std::to_string(actions));
    testing::Test::RecordProperty("discards", std::to_string(discards));
    testing::Test::RecordProperty("ended_by_discard", std::to_string(ended_by_discard));
  }
};

// IC-3: six only with the sixth colour.
int player_counts(const Combination& combination) {
  const bool six = combination.sets.find("inns_cathedrals") != std::string::npos;
  return (six ? kMaxPlayers : kMaxPlayers - 1) - kMinPlayers + 1;
}

void play(const Combination& combination, Policy policy, int players, std::uint64_t seed,
          Tally& tally) {
  Rng rng = Rng::stream(seed, static_cast<std::uint64_t>(policy));
  Pair pair(combination, players);
  for (;;) {
    const std::string difference = pair.difference();
    ASSERT_EQ(difference, "") << combination.name << ": " << combination.sets << " "
                              << combination.options << ", "
                              << (policy == Policy::uniform ? "uniform" : "eager") << ", seed "
                              << seed << ", " << players << " players, action index "
                              << pair.history().size() << "\n"
                              << pair.record();
    if (pair.over()) break;
    pair.apply(pair.choose(policy, rng));
    ++tally.actions;
    const std::string& done = pair.history().back();
    ++tally.by_kind[done.substr(0, done.find(' '))];
  }
  ++tally.games;
  for (const auto& [tile, count] : pair.reference().discarded()) tally.discards += count;
  if (pair.history().back().starts_with("draw")) ++tally.ended_by_discard;
}

class Lockstep : public testing::TestWithParam<std::tuple<int, Policy>> {};

TEST_P(Lockstep, EngineAndReferenceAgreeAfterEveryAction) {
  const int row = std::get<0>(GetParam());
  const Combination& combination = combinations()[row];
  const int games = std::max(1, games_in_all() * combination.share / 2000);
  Tally tally;
  // Rows begin with different numbers of players: some have one game only.
  for (int game = 0; game < games && !HasFatalFailure(); ++game)
    play(combination, std::get<1>(GetParam()),
         kMinPlayers + (row + game) % player_counts(combination),
         first_seed() + static_cast<std::uint64_t>(game), tally);
  tally.record();
}

std::vector<int> mixture_numbers() {
  std::vector<int> all;
  for (std::size_t i = 0; i < combinations().size(); ++i) all.push_back(static_cast<int>(i));
  return all;
}

INSTANTIATE_TEST_SUITE_P(Games, Lockstep,
                         testing::Combine(testing::ValuesIn(mixture_numbers()),
                                          testing::Values(Policy::uniform, Policy::eager)),
                         [](const auto& info) {
                           return std::string(combinations()[std::get<0>(info.param)].name) +
                                  (std::get<1>(info.param) == Policy::uniform ? "_uniform"
                                                                              : "_eager");
                         });

// Sets and options of each game by chance, so that every pair of rules meets some day.
class LockstepMixture : public testing::TestWithParam<Policy> {};

TEST_P(LockstepMixture, EngineAndReferenceAgreeWithAnySetsAndOptions) {
  const int games = std::max(1, games_in_all() / 20);
  Tally tally;
  for (int game = 0; game < games && !HasFatalFailure(); ++game) {
    const std::uint64_t seed = first_seed() + static_cast<std::uint64_t>(game);
    Rng rng = Rng::stream(seed, 2 + static_cast<std::uint64_t>(GetParam()));
    const Combination mixture = random_mixture([&](std::uint32_t n) { return rng.below(n); });
    play(mixture, GetParam(), kMinPlayers + game % player_counts(mixture), seed, tally);
  }
  tally.record();
}

INSTANTIATE_TEST_SUITE_P(Games, LockstepMixture, testing::Values(Policy::uniform, Policy::eager),
                         [](const auto& info) {
                           return info.param == Policy::uniform ? "uniform" : "eager";
                         });

}  // namespace
}  // namespace bastide
