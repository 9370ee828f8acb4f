#include "wasm/played_game.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/game/signature.h"
#include "engine/notation/entry.h"
#include "engine/notation/json_state.h"
#include "engine/notation/json_writer.h"
#include "engine/notation/names.h"
#include "review/odds.h"
#include "review/rounded.h"

namespace bastide::wasm {

PlayedGame::PlayedGame(Setup setup, RulesPtr rules)
    : setup_(std::move(setup)), rules_(std::move(rules)), state_(initial_state(*rules_)) {}

PlayedGame::Begun PlayedGame::begin(Setup setup) {
  auto compiled = compile(setup);
  if (auto* wrong = std::get_if<SetupError>(&compiled))
    return Fault{"bad_setup", std::move(wrong->reason)};
  return std::unique_ptr<PlayedGame>(
      new PlayedGame(std::move(setup), std::get<RulesPtr>(std::move(compiled))));
}

PlayedGame::Begun PlayedGame::open(const Record& record) {
  Begun begun = begin(record.setup);
  if (auto* game = std::get_if<0>(&begun))
    if (auto fault = (*game)->go(0, record.actions)) return *std::move(fault);
  return begun;
}

// Playing is quick: a game of 72 tiles takes some hundredth of a millisecond, so no positions are
// kept.
GameState PlayedGame::state_after(std::size_t actions) const {
  if (actions == actions_.size()) return state_;
  GameState s = initial_state(*rules_);
  for (std::size_t i = 0; i < actions; ++i) apply_assume_legal(*rules_, s, actions_[i]);
  return s;
}

std::optional<Fault> PlayedGame::go(std::size_t keep, const std::vector<NamedAction>& more) {
  keep = std::min(keep, actions_.size());
  GameState s = state_after(keep);
  std::vector<Action> played;
  std::vector<std::string> told;
  for (const NamedAction& named : more) {
    const std::size_t seq = keep + played.size();
    if (seq >= kMaxActions) return Fault{"bad_input", "the game has too many actions", seq};
    auto found = find_legal_action(*rules_, s, named);
    if (auto* refusal = std::get_if<Refusal>(&found))
      return Fault{"illegal", std::move(refusal->reason), seq};
    played.push_back(std::get<Action>(found));
    told.push_back(apply_as_entry(*rules_, s, static_cast<std::int64_t>(seq), played.back()).entry);
  }
  state_ = std::move(s);
  actions_.resize(keep);
  entries_.resize(keep);
  actions_.insert(actions_.end(), played.begin(), played.end());
  entries_.insert(entries_.end(), std::make_move_iterator(told.begin()),
                  std::make_move_iterator(told.end()));
  return std::nullopt;
}

Record PlayedGame::record() const {
  Record record{setup_, {}};
  GameState s = initial_state(*rules_);
  for (const Action& action : actions_) {
    record.actions.push_back(name_action(*rules_, s, action));
    apply_assume_legal(*rules_, s, action);
  }
  return record;
}

std::string PlayedGame::description() const {
  return text_of([&](JsonWriter& out) {
    out.open_object("");
    out.raw("setup", line_of(setup_to_json(setup_)));
    out.number("rules", setup_.rules);
    out.number("seq", static_cast<std::int64_t>(actions_.size()));
    out.close();
  });
}

std::string PlayedGame::moment() const {
  StateParts parts;
  parts.features = false;
  return text_of([&](JsonWriter& out) {
    out.open_object("");
    out.number("seq", static_cast<std::int64_t>(actions_.size()));
    write_state(*rules_, state_, parts, "state", out);
    write_legal(*rules_, state_, "options", out);
    out.open_list("features");
    const FeatureWriter features(*rules_, state_, true);
    for (std::size_t id = 0; id < state_.core->features; ++id)
      features.write(static_cast<FeatureId>(id), out);
    out.close();
    out.close();
  });
}

std::string PlayedGame::entries(std::size_t from) const {
  return text_of([&](JsonWriter& out) {
    out.open_list("");
    for (std::size_t i = from; i < entries_.size(); ++i) out.raw("", entries_[i]);
    out.close();
  });
}

std::string PlayedGame::outcomes() const {
  std::vector<Outcome> possible;
  if (is_chance(state_)) bastide::outcomes(*rules_, state_, possible);
  return text_of([&](JsonWriter& out) {
    out.open_list("");
    for (const auto& [action, weight] : possible) {
      out.open_object("");
      write_action(name_action(*rules_, state_, action), "action", out);
      out.number("weight", weight);
      out.close();
    }
    out.close();
  });
}

std::string PlayedGame::playouts(std::uint32_t count, std::uint64_t seed) const {
  Rng rng(seed);
  GameState s = state_;
  std::vector<std::int64_t> sums(static_cast<std::size_t>(rules_->player_count()));
  for (std::uint32_t i = 0; i < count; ++i) {
    s = state_;
    while (!is_over(s)) random_step(*rules_, s, rng);
    for (std::size_t seat = 0; seat < sums.size(); ++seat)
      sums[seat] += s.core->players[seat].score;
  }
  Json out = Json::array();
  for (const std::int64_t sum : sums)
    out.push_back(count == 0 ? 0 : rounded(static_cast<double>(sum) / count));
  return line_of(out);
}

std::string PlayedGame::evaluation() const {
  const Odds odds = odds_of(*rules_, state_);
  const auto numbers = [](const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(rounded(value));
    return list;
  };
  Json out;
  out["points"] = numbers(odds.points);
  out["chances"] = numbers(odds.chances);
  Json& features = out["features"] = Json::array();
  for (const auto& [feature, chance, points] : odds.features) {
    Json one = tree_of(text_of([&, feature = feature](JsonWriter& text) {
      text.open_object("");
      write_feature_name(*rules_, state_, feature, text);
      text.close();
    }));
    one["chance"] = rounded(chance);
    one["points"] = rounded(points);
    features.push_back(std::move(one));
  }
  Json& cells = out["cells"] = Json::array();
  for (const auto& [at, fits, types, chance] : odds.cells) {
    Json& one = cells.emplace_back();
    one["at"] = Json::array({at.x, at.y});
    one["fits"] = fits;
    Json& tiles = one["tiles"] = Json::object();
    for (const TileType type : types) tiles[tile_id(*rules_, type)] = state_.stock[type];
    one["chance"] = rounded(chance);
  }
  return line_of(out);
}

}  // namespace bastide::wasm
