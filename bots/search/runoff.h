// The best answers of a search play it off. A leaf of the tree is judged after a few quick turns,
// and these make much the same of answers whose merits show only later: trees of any size leave
// such answers close together. So each of them is followed for some turns in which everybody
// answers with care (Search::Worker::follow). In a round all of them meet the same draws
// (EvenDraws); whoever falls behind by more than chance explains drops out.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/search/tree.h"

namespace bastide {

class Runoff {
 public:
  // To follow an answer for a turn takes about as long as so many simulations of a base game.
  static constexpr std::uint64_t kTurn = 5;
  static constexpr std::size_t kLeastRounds = 8;         // before anybody drops out
  static constexpr std::size_t kMost = 16;               // answers at the beginning
  static constexpr std::uint32_t kSeriouslyTried = 200;  // that part of the visits of the best one

  struct Line {
    Edge* answer;
    double value = 0;  // utility for the one who decides
  };

  // For about so many simulations' time. Of the root's answers, those that were tried seriously;
  // only so many that half of the time is left for those who come through the first rounds.
  Runoff(std::span<Edge> answers, std::uint64_t simulations);
  // Whether two answers can be told apart in that time.
  static bool is_possible(std::uint64_t simulations);

  // How far answers are followed.
  int turns() const { return turns_; }
  // Of a line, in simulations.
  std::uint64_t cost() const { return cost_of(turns_); }

  // Those who are still in it; one, when it is settled. Several threads may ask, and note the
  // values that they found.
  std::vector<Line> next_round() const;
  void note(std::span<const Line> round);
  // Null before there were enough rounds to tell.
  const Edge* winner() const;

 private:
  struct Candidate {
    Edge* answer;
    std::vector<double> values;  // by round, of those in which everybody left took part
    double sum = 0;
  };

  static int turns_for(std::uint64_t simulations);
  static std::uint64_t cost_of(int turns) { return kTurn * static_cast<std::uint64_t>(turns); }
  const Candidate& best() const;
  void drop_those_behind();
  static bool may_be_better(const Candidate& one, const Candidate& best);

  const int turns_;
  std::vector<Candidate> candidates_;
  std::size_t rounds_ = 0;
  mutable std::atomic_flag busy_;  // rounds are long, and what is noted of them is soon noted
};

}  // namespace bastide
