#include "server/table/game.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/notation/entry.h"
#include "engine/notation/json_action.h"
#include "engine/notation/parse.h"
#include "server/table/shared_rules.h"

namespace bastide::server {

namespace {

std::uint64_t draws_in(const std::vector<Entry>& entries) {
  return static_cast<std::uint64_t>(std::ranges::count(entries, kDealer, &Entry::by));
}

// A log line's answer, looked up in the position it was given in.
std::variant<Action, std::string> read_line(const Rules& rules, const GameState& s,
                                            std::string_view line) {
  auto json = parse_json(line);
  if (const auto* wrong = std::get_if<FormError>(&json)) return wrong->text();
  auto named = action_from_json(std::get<Json>(json));
  if (const auto* wrong = std::get_if<FormError>(&named)) return wrong->text();
  auto found = find_legal_action(rules, s, std::get<NamedAction>(named));
  if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(refusal->reason);
  return std::get<Action>(found);
}

}  // namespace

std::variant<Game, SetupError> Game::begin(Setup setup, Dealer dealer) {
  auto compiled = shared_rules(setup);
  if (auto* error = std::get_if<SetupError>(&compiled)) return std::move(*error);
  return Game(std::get<RulesPtr>(std::move(compiled)), std::move(setup), std::move(dealer));
}

Game::Game(RulesPtr rules, Setup setup, Dealer dealer)
    : rules_(std::move(rules)),
      setup_(std::move(setup)),
      dealer_(std::move(dealer)),
      state_(initial_state(*rules_)),
      hash_(state_hash(*rules_, state_)) {}

std::optional<std::int64_t> Game::last_answer(Seat seat) const {
  for (std::int64_t i = seq(); i-- > 0;)
    if (entries_[static_cast<std::size_t>(i)].by == seat) return i;
  return std::nullopt;
}

void Game::add(Proposal& proposal, const Action& action, SeatBits cannot_win) const {
  NewEntry entry;
  entry.by = actor(proposal.state);
  const std::int64_t number = seq() + static_cast<std::int64_t>(proposal.entries.size());
  EntryText told = apply_as_entry(*rules_, proposal.state, number, action, cannot_win);
  entry.action = std::move(told.action);
  entry.text = std::move(told.entry);
  proposal.actions.push_back(action);
  proposal.entries.push_back(std::move(entry));
  proposal.hashes.push_back(state_hash(*rules_, proposal.state));
}

Proposal Game::propose(std::optional<Action> answer, SeatBits cannot_win) const {
  Proposal proposal{state_, {}, {}, {}};
  std::uint64_t draws = draws_in(entries_);
  if (answer) add(proposal, *answer, cannot_win);
  while (is_chance(proposal.state))
    add(proposal, dealer_.draw(*rules_, proposal.state, draws++), cannot_win);
  return proposal;
}

void Game::accept(Proposal proposal) {
  if (proposal.entries.empty()) return;
  state_ = std::move(proposal.state);
  hash_ = proposal.hashes.back();
  actions_.insert(actions_.end(), proposal.actions.begin(), proposal.actions.end());
  std::vector<std::string> texts;
  for (NewEntry& entry : proposal.entries) {
    texts.push_back(std::move(entry.text));
    entries_.push_back(std::move(static_cast<Entry&>(entry)));
  }
  history_.add(std::move(texts));
}

GameState Game::state_at(std::int64_t seq) const {
  GameState state = initial_state(*rules_);
  for (std::size_t i = 0; i < static_cast<std::size_t>(seq); ++i)
    apply_assume_legal(*rules_, state, actions_[i]);
  return state;
}

void Game::take_back(std::int64_t seq) {
  state_ = state_at(seq);
  hash_ = state_hash(*rules_, state_);
  actions_.resize(static_cast<std::size_t>(seq));
  entries_.resize(static_cast<std::size_t>(seq));
  history_.take_back(static_cast<std::size_t>(seq));
  ++times_taken_back_;
  dealer_.take_back(draws_in(entries_));
}

std::uint64_t Game::hash_at(std::int64_t seq) const {
  return seq == this->seq() ? hash_ : state_hash(*rules_, state_at(seq));
}

std::optional<std::string> Game::replay(std::string_view action_line,
                                        std::optional<std::uint64_t> hash, SeatBits cannot_win) {
  auto read = read_line(*rules_, state_, action_line);
  if (auto* wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  Proposal proposal{state_, {}, {}, {}};
  add(proposal, std::get<Action>(read), cannot_win);
  if (hash && proposal.hashes.back() != *hash)
    return "the position differs from the one that was stored";
  accept(std::move(proposal));
  return std::nullopt;
}

}  // namespace bastide::server
