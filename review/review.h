// What each move of a game was worth: the best answer found by search, what the difference cost,
// and the luck of the draws apart from it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/notation/record.h"

namespace bastide {

inline constexpr std::uint64_t kMostReviewNodes = 10'000'000;

struct ReviewPlan {
  std::uint64_t nodes = 2000;  // simulations a move
  std::uint64_t seed = 1;
  int threads = 1;
  std::uint64_t endgame = 200'000;                // positions an exact end may take
  std::optional<Seat> moments_of = std::nullopt;  // left out: everybody's
  std::size_t from = 0;                           // actions before this one are played only
};

enum class Judged {
  search,
  exact,     // the rest of the game was looked at to its end
  estimate,  // by the evaluation alone: bazaars
};

struct FurtherAnswer {
  DecisionKind decision = DecisionKind::place;
  NamedAction action;
};

struct ReviewedMove {
  std::size_t index = 0;  // in the record's actions
  int turn = 0;
  Seat seat = 0;
  DecisionKind decision = DecisionKind::place;
  std::size_t choices = 0;
  std::string offered;                        // in a bazaar, the tile on offer
  NamedAction played, best;                   // the same unless something was clearly better
  std::vector<FurtherAnswer> then;            // what follows a better answer in the same turn
  double chance_played = 0, chance_best = 0;  // of winning, for the seat
  double lead_played = 0, lead_best = 0;      // points ahead at the end
  Judged judged = Judged::search;

  bool was_best() const { return played == best; }
  bool is_forced() const { return choices == 1; }
  double cost_points() const;  // never below 0
  double cost_chance() const;
};

struct ReviewedDraw {
  std::size_t index = 0;
  int turn = 0;
  Seat seat = 0;  // whose turn it is
  std::string tile;
  double luck = 0;  // points better than the average tile left
};

struct SeatReview {
  int moves = 0, best_moves = 0;  // where there was a choice
  double cost_points = 0, cost_chance = 0, luck = 0;
  int score = 0;
};

struct ChanceAt {
  std::size_t index = 0;  // action
  double chance = 0;
};

// Where the points between two players came from; all from the first one's side.
struct Account {
  double margin = 0;  // the final one
  double start = 0;   // before the first move
  double draws = 0, moves = 0;
  double rest() const { return margin - start - draws - moves; }  // estimates that changed
};

struct Review {
  Setup setup;
  bool finished = false;
  std::vector<ReviewedMove> moves;
  std::vector<ReviewedDraw> draws;
  // By seat: the chance of winning as the game went on, and the result at the end. Of two players
  // both moves count, of more only one's own.
  std::vector<std::vector<ChanceAt>> graph;
  std::vector<SeatReview> seats;
  std::vector<std::size_t> moments;  // the most instructive moves, indices into `moves`
  std::optional<Account> account;    // of a finished game of two
};

class MoveJudge;

// A review, an action at a time.
class ReviewRun {
 public:
  static std::variant<std::unique_ptr<ReviewRun>, PlayError> begin(
      const Record& record, const ReviewPlan& plan, const std::atomic<bool>* stop = nullptr);
  ~ReviewRun();

  bool step();  // false: there is none left, or it was stopped
  std::size_t done() const { return done_; }
  std::size_t all() const { return actions_.size(); }
  Review finish();  // of what was looked at; once

 private:
  ReviewRun(const Record& record, RulesPtr rules, const ReviewPlan& plan,
            const std::atomic<bool>* stop);
  bool look_at(const Action& action);  // false: stopped in the midst of it

  const RulesPtr rules_;
  const std::vector<NamedAction> actions_;
  const ReviewPlan plan_;
  const std::atomic<bool>* stop_;
  GameState state_;
  std::unique_ptr<MoveJudge> judge_;
  Review review_;
  std::string offered_;  // in the present bazaar
  std::size_t done_ = 0;
};

std::variant<Review, PlayError> review(
    const Record& record, const ReviewPlan& plan,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& progress = {},
    const std::atomic<bool>* stop = nullptr);

std::string_view word_of(Judged judged);
Json review_to_json(const Review& review);
std::string review_to_text(const Review& review);

}  // namespace bastide
