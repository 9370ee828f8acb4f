// bastide verify: recomputes the draws of records from their secrets.
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
      if (game.nonces) line["nonces"] = *game.nonces;
      print(line);
    } else {
      const std::string source = game.nonces
                                     ? fmt::format("the secret and {} nonce{} of players",
                                                   *game.nonces, *game.nonces == 1 ? "" : "s")
                                     : std::string("the seed");
      fmt::print("{}: fair: {} {} from {}{}\n", from_.where, game.draws,
                 game.draws == 1 ? "draw follows" : "draws follow", source,
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
    const bool seed = from_.record.fair->method == FairMethod::bastide_1;
    return unfair(fmt::format("fair.commitment: is not that of the {}, which is {}",
                              seed ? "seed" : "secret", broken.expected),
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
