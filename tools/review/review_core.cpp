#include "tools/review/review_core.h"

#include <algorithm>
#include <map>
#include <memory>

#include "bots/bazaar.h"
#include "bots/search/endgame.h"
#include "bots/search/search.h"
#include "engine/notation/names.h"

namespace bastide::tools {

double ReviewedMove::cost_points() const {
  return cost_chance() > 0 || exact ? std::max(0.0, lead_best - lead_played) : 0;
}
double ReviewedMove::cost_chance() const { return std::max(0.0, chance_best - chance_played); }

namespace {

constexpr std::size_t kMoments = 3;

class Reviewer {
 public:
  Reviewer(const Rules& rules, const ReviewPlan& plan)
      : rules_(rules), plan_(plan), view_(rules), rng_(plan.seed) {
    SearchSettings settings;
    settings.threads = plan.threads;
    settings.margin_share = 0;  // chances are to be chances
    search_ = std::make_unique<Search>(rules, default_weights(), settings);
  }

  void look_at_move(const GameState& s, const Action& played, ReviewedMove& move) {
    std::vector<Action> options;
    legal(rules_, s, options);
    move.choices = options.size();
    if (is_bazaar_decision(decision(s))) return by_opinion(s, played, move);
    if (const auto solved = solve_endgame(rules_, s, plan_.endgame))
      return by_solution(s, *solved, played, move);
    by_search(s, played, move);
  }

  // Every tile that could have come, placed as well as the evaluation knows how.
  double luck_of(const GameState& s, TileType drawn) {
    const Seat seat = s.core->active;
    double mean = 0, actual = 0;
    const int stack = s.core->stack;
    const double all = drawable_tiles(s);
    GameState child = s;
    for (TileType t = rules_.stack_begin[stack]; t < rules_.stack_begin[stack + 1]; ++t) {
      if (s.stock[t] == 0) continue;
      child = s;
      apply_assume_legal(rules_, child, Action::draw(t));
      const double value = value_for(child, seat);
      mean += s.stock[t] / all * value;
      if (t == drawn) actual = value;
    }
    return actual - mean;
  }

 private:
  double value_for(const GameState& s, Seat seat) {
    if (is_over(s) || actor(s) != seat)
      return lead(view_.evaluator().project(s), rules_.player_count(), seat);
    view_.rate(s, rated_);
    double best = rated_.front().lead;
    for (const RatedAction& one : rated_) best = std::max(best, one.lead);
    return best;
  }

  void by_opinion(const GameState& s, const Action& played, ReviewedMove& move) {
    view_.rate(s, rated_);
    const auto best = std::max_element(
        rated_.begin(), rated_.end(), [](const auto& a, const auto& b) { return a.lead < b.lead; });
    double mine = best->lead;
    for (const RatedAction& one : rated_)
      if (one.action == played) mine = one.lead;
    const auto chance = [&](double lead) {
      return winning_chance(default_weights(), lead, tiles_left(s));
    };
    fill(s, move, best->action, chance(best->lead), best->lead, chance(mine), mine);
  }

  void by_solution(const GameState& s, const std::vector<SolvedAction>& solved,
                   const Action& played, ReviewedMove& move) {
    const SolvedAction* best = &solved.front();
    const SolvedAction* mine = best;
    for (const SolvedAction& one : solved) {
      if (one.action == played) mine = &one;
      if (one.chance > best->chance || (one.chance == best->chance && one.lead > best->lead))
        best = &one;
    }
    if (mine->chance == best->chance && mine->lead == best->lead) best = mine;
    move.exact = true;
    fill(s, move, best->action, best->chance, best->lead, mine->chance, mine->lead);
  }

  // The answer played gets as many simulations as the best one, so that both are judged alike.
  void by_search(const GameState& s, const Action& played, ReviewedMove& move) {
    search_->forget();
    search_->run(s, {plan_.nodes, 0}, rng_);
    search_->run_through(s, played, {plan_.nodes / 2, 0}, rng_);
    const Action favourite = search_->answers().front().action;
    if (!(favourite == played)) search_->run_through(s, favourite, {plan_.nodes / 2, 0}, rng_);
    const std::vector<SearchedAction> answers = search_->answers();
    const SearchedAction* best = nullptr;
    const SearchedAction* mine = nullptr;
    for (const SearchedAction& one : answers) {
      if (one.action == played) mine = &one;
      const bool trusted = one.visits * 4 >= answers.front().visits;
      if (trusted && (best == nullptr || one.chance > best->chance)) best = &one;
    }
    if (mine == nullptr || mine->chance >= best->chance) best = mine != nullptr ? mine : best;
    if (mine == nullptr) mine = best;
    fill(s, move, best->action, best->chance, best->lead, mine->chance, mine->lead);
  }

  void fill(const GameState& s, ReviewedMove& move, const Action& best, double chance_best,
            double lead_best, double chance_played, double lead_played) const {
    move.best = name_action(rules_, s, best);
    move.chance_best = chance_best;
    move.lead_best = lead_best;
    move.chance_played = chance_played;
    move.lead_played = lead_played;
  }

  const Rules& rules_;
  const ReviewPlan& plan_;
  TurnView view_;
  std::unique_ptr<Search> search_;
  Rng rng_;
  std::vector<RatedAction> rated_;
};

// The dearest moves, at most one a turn, in the order of the game.
std::vector<std::size_t> instructive(const std::vector<ReviewedMove>& moves) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i].cost_chance() > 0 || moves[i].cost_points() > 0) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      return moves[i].cost_chance() + 0.005 * moves[i].cost_points();
    };
    return key(a) != key(b) ? key(a) > key(b) : a < b;
  });
  std::vector<std::size_t> chosen;
  for (const std::size_t i : order) {
    const bool same_turn = std::any_of(chosen.begin(), chosen.end(), [&](std::size_t c) {
      return moves[c].turn == moves[i].turn;
    });
    if (!same_turn) chosen.push_back(i);
    if (chosen.size() == kMoments) break;
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void sum_up(const Rules& rules, const GameState& s, Review& out) {
  out.seats.resize(static_cast<std::size_t>(rules.player_count()));
  for (std::size_t seat = 0; seat < out.seats.size(); ++seat)
    out.seats[seat].score = s.core->players[seat].score;
  for (const ReviewedMove& move : out.moves) {
    SeatReview& seat = out.seats[move.seat];
    ++seat.moves;
    seat.best_moves += move.cost_chance() < 0.001 && move.cost_points() < 0.1 ? 1 : 0;
    seat.cost_points += move.cost_points();
    seat.cost_chance += move.cost_chance();
  }
  for (const ReviewedDraw& draw : out.draws) out.seats[draw.seat].luck += draw.luck;
  out.moments = instructive(out.moves);
}

}  // namespace

std::variant<Review, PlayError> review(
    const Record& record, const ReviewPlan& plan,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress,
    const std::atomic<bool>* stop) {
  auto played = play_record(record);  // all of it is legal before any time is spent
  if (const auto* error = std::get_if<PlayError>(&played)) return *error;
  const RulesPtr rules = std::get<PlayedRecord>(played).rules;
  Review out;
  out.setup = record.setup;
  GameState s = initial_state(*rules);
  Reviewer reviewer(*rules, plan);
  for (std::size_t i = 0; i < record.actions.size(); ++i) {
    if (stop != nullptr && stop->load()) break;
    const Action action = std::get<Action>(find_action(*rules, s, record.actions[i]));
    if (actor(s) == kDealer) {
      if (s.core->active < rules->player_count())
        out.draws.push_back({i, s.core->turn, s.core->active, tile_id(*rules, action.tile),
                             reviewer.luck_of(s, action.tile)});
    } else {
      ReviewedMove& move = out.moves.emplace_back();
      move.index = i;
      move.turn = s.core->turn;
      move.seat = actor(s);
      move.decision = decision(s);
      move.played = name_action(*rules, s, action);
      reviewer.look_at_move(s, action, move);
      if (rules->player_count() == 2)
        out.graph.emplace_back(i, move.seat == 0 ? move.chance_played : 1 - move.chance_played);
      else if (move.seat == 0)
        out.graph.emplace_back(i, move.chance_played);
    }
    apply_assume_legal(*rules, s, action);
    if (progress) progress(i + 1, record.actions.size());
  }
  sum_up(*rules, s, out);
  return out;
}

}  // namespace bastide::tools
