#include "bots/search/runoff.h"

#include <algorithm>
#include <cmath>

#include "engine/core/sort_stably.h"

namespace bastide {

namespace {

constexpr std::size_t kLookEvery = 4;  // rounds
constexpr double kDeviations = 2;
// Chances of winning that are not worth telling apart
constexpr double kNoDifference = 0.001;

// A mutex that is there without threads as well.
class Alone {
 public:
  explicit Alone(std::atomic_flag& busy) : busy_(busy) {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Alone() { busy_.clear(std::memory_order_release); }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  std::atomic_flag& busy_;
};

}  // namespace

// The farther answers are followed, the better they can be told apart, and the more the draws drown
// it: with few lines nearby turns tell more, with many those farther off.
int Runoff::turns_for(std::uint64_t simulations) {
  constexpr std::uint64_t kFew = 5'000, kMany = 25'000;
  return simulations < kFew ? 5 : simulations < kMany ? 8 : 12;
}

bool Runoff::is_possible(std::uint64_t simulations) {
  return simulations >= 2 * kLeastRounds * cost_of(turns_for(simulations));
}

Runoff::Runoff(std::span<Edge> answers, std::uint64_t simulations)
    : turns_(turns_for(simulations)) {
  const std::uint64_t lines = simulations / cost();
  const auto most =
      static_cast<std::size_t>(std::clamp<std::uint64_t>(lines / (2 * kLeastRounds), 2, kMost));
  std::vector<Edge*> tried;
  for (Edge& edge : answers) tried.push_back(&edge);
  sort_stably(tried,
              [](const Edge* a, const Edge* b) { return a->visits.load() > b->visits.load(); });
  if (tried.size() > most) tried.resize(most);
  for (Edge* edge : tried)
    if (edge->visits.load() > 0 &&
        edge->visits.load() >= tried.front()->visits.load() / kSeriouslyTried)
      candidates_.push_back({edge, {}, 0});
}

std::vector<Runoff::Line> Runoff::next_round() const {
  const Alone alone(busy_);
  std::vector<Line> round;
  for (const Candidate& candidate : candidates_) round.push_back({candidate.answer});
  return round;
}

// A round that was begun before somebody dropped out has a line too many.
void Runoff::note(std::span<const Line> round) {
  const Alone alone(busy_);
  for (const Line& line : round)
    for (Candidate& candidate : candidates_) {
      if (candidate.answer != line.answer) continue;
      candidate.values.push_back(line.value);
      candidate.sum += line.value;
    }
  ++rounds_;
  if (rounds_ >= kLeastRounds && rounds_ % kLookEvery == 0) drop_those_behind();
}

const Edge* Runoff::winner() const {
  const Alone alone(busy_);
  return rounds_ < kLeastRounds ? nullptr : best().answer;
}

// Of equals the one that was visited more often.
const Runoff::Candidate& Runoff::best() const {
  return *std::max_element(candidates_.begin(), candidates_.end(),
                           [](const Candidate& a, const Candidate& b) { return a.sum < b.sum; });
}

void Runoff::drop_those_behind() {
  const Candidate winner = best();
  std::erase_if(candidates_, [&](const Candidate& one) {
    return one.answer != winner.answer && !may_be_better(one, winner);
  });
}

// By the differences of rounds with the same draws.
bool Runoff::may_be_better(const Candidate& one, const Candidate& best) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    const double ahead = one.values[i] - best.values[i];
    sum += ahead;
    squares += ahead * ahead;
  }
  const auto n = static_cast<double>(one.values.size());
  const double mean = sum / n;
  const double error = std::sqrt(std::max(0.0, squares / n - mean * mean) / n);
  return mean + kDeviations * error > kNoDifference;
}

}  // namespace bastide
