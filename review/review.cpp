#include "review/review.h"

#include <algorithm>
#include <utility>

#include "engine/notation/names.h"
#include "review/judge.h"

namespace bastide {

double ReviewedMove::cost_points() const { return std::max(0.0, lead_best - lead_played); }
double ReviewedMove::cost_chance() const { return std::max(0.0, chance_best - chance_played); }

namespace {

constexpr std::size_t kMoments = 3;

// What a move can teach: chances first; where the game is decided, points count for little.
double lesson_of(const ReviewedMove& move) {
  return move.cost_chance() + 0.002 * std::min(10.0, move.cost_points());
}

// The dearest moves, at most one a turn, in the order of the game.
std::vector<std::size_t> instructive(const std::vector<ReviewedMove>& moves,
                                     std::optional<Seat> only) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (!moves[i].was_best() && only.value_or(moves[i].seat) == moves[i].seat) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double first = lesson_of(moves[a]), second = lesson_of(moves[b]);
    return first != second ? first > second : a < b;
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

void sum_up_seats(const Rules& rules, const GameState& s, Review& out) {
  out.seats.resize(static_cast<std::size_t>(rules.player_count()));
  for (std::size_t seat = 0; seat < out.seats.size(); ++seat)
    out.seats[seat].score = s.core->players[seat].score;
  for (const ReviewedMove& move : out.moves) {
    SeatReview& seat = out.seats[move.seat];
    seat.moves += move.is_forced() ? 0 : 1;
    seat.best_moves += !move.is_forced() && move.was_best() ? 1 : 0;
    seat.cost_points += move.cost_points();
    seat.cost_chance += move.cost_chance();
  }
  for (const ReviewedDraw& draw : out.draws) out.seats[draw.seat].luck += draw.luck;
}

// One for the winner; a tie counts half, as in the search.
std::vector<double> result_of(const std::vector<SeatReview>& seats) {
  int best = seats.front().score;
  for (const SeatReview& seat : seats) best = std::max(best, seat.score);
  const auto first = std::count_if(seats.begin(), seats.end(),
                                   [&](const SeatReview& seat) { return seat.score == best; });
  std::vector<double> out;
  for (const SeatReview& seat : seats)
    out.push_back(seat.score == best ? (first == 1 ? 1 : 0.5) : 0);
  return out;
}

void draw_graph(std::size_t actions, Review& out) {
  out.graph.assign(out.seats.size(), {});
  for (const ReviewedMove& move : out.moves) {
    out.graph[move.seat].push_back({move.index, move.chance_played});
    if (out.seats.size() == 2)
      out.graph[1u - move.seat].push_back({move.index, 1 - move.chance_played});
  }
  if (!out.finished) return;
  const std::vector<double> result = result_of(out.seats);
  for (std::size_t seat = 0; seat < out.seats.size(); ++seat)
    out.graph[seat].push_back({actions, result[seat]});
}

// What the first tile brought is luck already, and is taken off the first estimate again.
Account account_of(const Review& review) {
  const ReviewedMove& first = review.moves.front();
  const double estimate = first.lead_best - review.draws.front().luck;
  Account out;
  out.margin = review.seats[0].score - review.seats[1].score;
  out.start = first.seat == 0 ? estimate : -estimate;
  out.draws = review.seats[0].luck - review.seats[1].luck;
  out.moves = review.seats[1].cost_points - review.seats[0].cost_points;
  return out;
}

void sum_up(const Rules& rules, const GameState& s, std::size_t actions, Review& out) {
  out.finished = is_over(s);
  sum_up_seats(rules, s, out);
  draw_graph(actions, out);
  if (out.finished && out.seats.size() == 2 && !out.moves.empty() && !out.draws.empty())
    out.account = account_of(out);
}

ReviewedMove move_at(const Rules& rules, const GameState& s, std::size_t index,
                     const Action& action) {
  ReviewedMove move;
  move.index = index;
  move.turn = s.core->turn;
  move.seat = actor(s);
  move.decision = decision(s);
  move.played = name_action(rules, s, action);
  return move;
}

}  // namespace

ReviewRun::ReviewRun(const Record& record, RulesPtr rules, const ReviewPlan& plan,
                     const std::atomic<bool>* stop)
    : rules_(std::move(rules)),
      actions_(record.actions),
      plan_(plan),
      stop_(stop),
      state_(initial_state(*rules_)),
      judge_(std::make_unique<MoveJudge>(*rules_, plan_, stop)) {
  review_.setup = record.setup;
}

ReviewRun::~ReviewRun() = default;

std::variant<std::unique_ptr<ReviewRun>, PlayError> ReviewRun::begin(
    const Record& record, const ReviewPlan& plan, const std::atomic<bool>* stop) {
  auto played = play_record(record);  // all of it is legal before any time is spent
  if (auto* error = std::get_if<PlayError>(&played)) return std::move(*error);
  return std::unique_ptr<ReviewRun>(
      new ReviewRun(record, std::get<PlayedRecord>(played).rules, plan, stop));
}

bool ReviewRun::step() {
  if (done_ == all()) return false;
  const Action action = std::get<Action>(find_action(*rules_, state_, actions_[done_]));
  if (action.kind == ActionKind::offer) offered_ = name_action(*rules_, state_, action).tile;
  if (done_ >= plan_.from && !look_at(action)) return false;
  apply_assume_legal(*rules_, state_, action);
  ++done_;
  return true;
}

bool ReviewRun::look_at(const Action& action) {
  if (actor(state_) != kDealer) {
    ReviewedMove move = move_at(*rules_, state_, done_, action);
    move.offered = offered_;
    judge_->look_at(state_, action, move);
    if (stop_ != nullptr && stop_->load()) return false;  // half a look is none
    review_.moves.push_back(std::move(move));
  } else if (state_.core->active < rules_->player_count()) {
    review_.draws.push_back({done_, state_.core->turn, state_.core->active,
                             outcome_name(*rules_, state_, action),
                             judge_->luck_of(state_, action)});
  }
  return true;
}

Review ReviewRun::finish() {
  sum_up(*rules_, state_, all(), review_);
  if (plan_.from > 0) review_.account.reset();  // of a whole game
  review_.moments = instructive(review_.moves, plan_.moments_of);
  return std::move(review_);
}

std::variant<Review, PlayError> review(
    const Record& record, const ReviewPlan& plan,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress,
    const std::atomic<bool>* stop) {
  auto begun = ReviewRun::begin(record, plan, stop);
  if (auto* error = std::get_if<PlayError>(&begun)) return std::move(*error);
  ReviewRun& run = *std::get<0>(begun);
  while (run.step())
    if (progress) progress(run.done(), run.all());
  return run.finish();
}

}  // namespace bastide
