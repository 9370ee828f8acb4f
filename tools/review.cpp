// bastide review FILE: what each move of a game cost.
#include <iostream>
#include <string>
#include <nlohmann/json.hpp>

#include "tools/commands.h"
#include "tools/console.h"
#include "tools/progress.h"
#include "review/review.h"
#include "tools/review/page.h"

namespace bastide::tools {

namespace {

int review_one(const ReviewOptions& options, const RecordInFile& from) {
  ReviewPlan plan;
  plan.nodes = options.nodes;
  plan.seed = options.seed;
  plan.threads = options.threads;
  const std::size_t players = from.record.setup.players.size();
  if (static_cast<std::size_t>(options.player) > players) {
    complain("review: " + from.where + ": --player must be 1 to " + std::to_string(players));
    return kExitMalformed;
  }
  if (options.player > 0) plan.moments_of = static_cast<Seat>(options.player - 1);
  const StopOnInterrupt guard;
  std::variant<Review, PlayError> result;
  {
    const ProgressBar bar("actions");
    result = review(
        from.record, plan, [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all); },
        &StopOnInterrupt::asked());
  }
  if (const auto* error = std::get_if<PlayError>(&result)) return complain_about(from, *error);
  const Review& done = std::get<Review>(result);
  if (options.json)
    std::cout << review_to_json(done).dump() << "\n";
  else
    std::cout << (options.html ? review_to_html(done, from.record) : review_to_text(done));
  if (!StopOnInterrupt::asked()) return kExitOk;
  complain("review: stopped after " + std::to_string(done.moves.size()) +
           " moves; this is the review of the game up to there");
  return kExitIllegal;
}

}  // namespace

int run_review(const ReviewOptions& options) {
  if (options.nodes == 0 || options.nodes > kMostReviewNodes) {
    complain("review: --nodes must be 1 to " + std::to_string(kMostReviewNodes));
    return kExitMalformed;
  }
  return for_each_record(options.file, [&](const RecordInFile& from) {
    if (options.html && from.number > 1) {
      complain("review: --html makes one page, of the first record; give the others one by one");
      return static_cast<int>(kExitMalformed);
    }
    return review_one(options, from);
  });
}

}  // namespace bastide::tools
