// bastide verify: recomputes the draws of records from their seeds.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "server/fair/check_draws.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

using server::BrokenCommitment;
using server::FairGame;
using server::NotCheckable;
using server::UnfairDraw;

// Says what a check found, and gives the exit code for it.
class DealerVerdict {
 public:
  DealerVerdict(const RecordInFile& from, bool json) : from_(from), json_(json) {}

  int operator()(const FairGame& game) const {
    if (json_) {
      Json line;
      line["fair"] = true;
      line["draws"] = game.draws;
      line["over"] = game.over;
      print(line);
    } else {
      fmt::print("{}: fair: {} {} from the seed{}\n", from_.where, game.draws,
                 game.draws == 1 ? "draw follows" : "draws follow",
                 game.over ? "" : "; the game is not over");
    }
    return kExitOk;
  }

  int operator()(const NotCheckable& nothing) const {
    complain(from_.where + ": " + nothing.reason);
    return kExitMalformed;
  }

  int operator()(const BrokenCommitment& broken) const {
    Json line;
    line["commitment"] = broken.expected;
    return unfair("fair.commitment: is not that of the seed, which is " + broken.expected,
                  std::move(line));
  }

  int operator()(const UnfairDraw& draw) const {
    Json line;
    line["action"] = draw.action;
    line["draw"] = draw.draw;
    line["drawn"] = draw.drawn;
    line["due"] = draw.due;
    const std::string reason =
        fmt::format("draw {} is {} by the seed, and not {}", draw.draw, draw.due, draw.drawn);
    return unfair(play_error_text(from_.record, {draw.action, reason}), std::move(line));
  }

  int operator()(const PlayError& error) const { return complain_about(from_, error); }

 private:
  int unfair(const std::string& reason, Json found) const {
    if (json_) {
      Json line;
      line["fair"] = false;
      line.update(found);
      print(line);
    }
    complain(from_.where + ": " + reason);
    return kExitIllegal;
  }

  static void print(const Json& json) { fmt::print("{}\n", line_of(json)); }

  const RecordInFile& from_;
  bool json_;
};

}  // namespace

int run_verify(const VerifyOptions& options) {
  return for_each_record(options.file, [&](const RecordInFile& from) {
    return std::visit(DealerVerdict(from, options.json), server::check_draws(from.record));
  });
}

}  // namespace bastide::tools
