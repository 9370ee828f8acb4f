#include "wasm/jobs.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/notation/json_writer.h"
#include "engine/notation/parse.h"
#include "review/rounded.h"

namespace bastide::wasm {

namespace {

constexpr std::int64_t kMostNodes = 10'000'000, kMostPositions = 1'000'000, kMostLines = 1000;
constexpr std::int64_t kMostSeed = std::int64_t{1} << 53;  // what a number of JavaScript holds

class ChoiceJob final : public Job {
 public:
  ChoiceJob(std::unique_ptr<Bot> bot, const PlayedGame& game, std::uint64_t seed)
      : bot_(std::move(bot)), rules_(game.shared_rules()), state_(game.state()), rng_(seed) {}

  bool go_on(std::chrono::milliseconds slice) override {
    if (!std::exchange(begun_, true))
      answer_ = bot_->begin_answer(*rules_, state_, rng_);
    else if (!answer_)
      answer_ = bot_->go_on(slice);
    return !answer_;
  }

  std::string report() override {
    if (!answer_) return "null";
    return line_of(action_to_json(*rules_, state_, *answer_));
  }

 private:
  const std::unique_ptr<Bot> bot_;
  const RulesPtr rules_;
  const GameState state_;
  Rng rng_;
  bool begun_ = false;
  std::optional<Action> answer_;
};

class AnalysisJob final : public Job {
 public:
  AnalysisJob(const PlayedGame& game, const AnalysisPlan& plan, std::size_t lines)
      : rules_(game.shared_rules()), state_(game.state()), plan_(plan), lines_(lines) {}

  bool go_on(std::chrono::milliseconds slice) override {
    if (!analysis_)
      analysis_.emplace(rules_, state_, plan_);
    else
      done_ = !analysis_->go_on(slice);
    return !done_;
  }

  std::string report() override {
    Json out;
    out["by"] = actor(state_);
    out["judged"] = std::string(word_of(analysis_ ? analysis_->judged() : Judged::search));
    out["nodes"] = analysis_ ? analysis_->nodes() : 0;
    out["done"] = done_;
    Json& answers = out["answers"] = Json::array();
    if (!analysis_) return line_of(out);
    for (const AnalysedAnswer& one : analysis_->answers(lines_)) {
      Json& answer = answers.emplace_back();
      answer["action"] = action_to_json(one.action);
      Json& then = answer["then"] = Json::array();
      for (const FurtherAnswer& next : one.then) then.push_back(action_to_json(next.action));
      answer["visits"] = one.visits;
      answer["chance"] = rounded(one.chance, 6);
      answer["lead"] = rounded(one.lead, 6);
    }
    return line_of(out);
  }

 private:
  const RulesPtr rules_;
  const GameState state_;
  const AnalysisPlan plan_;
  const std::size_t lines_;
  std::optional<Analysis> analysis_;
  bool done_ = false;
};

class ReviewJob final : public Job {
 public:
  explicit ReviewJob(std::unique_ptr<ReviewRun> run) : run_(std::move(run)) {}

  bool go_on(std::chrono::milliseconds slice) override {
    const auto end = std::chrono::steady_clock::now() + slice;
    while (run_->step())
      if (std::chrono::steady_clock::now() >= end) return run_->done() < run_->all();
    return false;
  }

  std::string report() override {
    if (run_->done() == run_->all()) return line_of(review_to_json(run_->finish()));
    return line_of(Json::array({run_->done(), run_->all()}));
  }

 private:
  const std::unique_ptr<ReviewRun> run_;
};

// Whole numbers of an object, each with its bounds; what is left out or null stays as it is.
class Options {
 public:
  explicit Options(std::string_view text) {
    auto parsed = parse_json(text);
    if (auto* wrong = std::get_if<FormError>(&parsed))
      wrong_ = wrong->text();
    else if (json_ = std::get<Json>(std::move(parsed)); !json_.is_object())
      wrong_ = "the options must be an object";
  }

  template <class Number>
  void read(const char* name, std::int64_t least, std::int64_t most, Number& into) {
    if (!wrong_.empty()) return;
    const auto found = json_.find(name);
    if (found == json_.end() || found->is_null()) return;
    const auto value = found->is_number_integer() ? found->get<std::int64_t>() : least - 1;
    if (value < least || value > most)
      wrong_ = std::string(name) + " must be a whole number from " + std::to_string(least) +
               " to " + std::to_string(most);
    else
      into = static_cast<Number>(value);
  }

  std::optional<Fault> fault() const {
    if (wrong_.empty()) return std::nullopt;
    return Fault{"bad_input", wrong_};
  }

 private:
  Json json_;
  std::string wrong_;
};

std::optional<Fault> nobody_decides(const PlayedGame& game) {
  if (!is_over(game.state()) && !is_chance(game.state())) return std::nullopt;
  return Fault{"illegal", "no player is to decide anything now"};
}

}  // namespace

Begun begin_choice(const PlayedGame& game, std::string_view name, std::uint64_t seed) {
  auto bot = build_bot(name);
  if (auto* wrong = std::get_if<std::string>(&bot)) return Fault{"no_bot", std::move(*wrong)};
  if (auto fault = nobody_decides(game)) return *std::move(fault);
  return std::make_unique<ChoiceJob>(std::get<0>(std::move(bot)), game, seed);
}

Begun begin_analysis(const PlayedGame& game, std::string_view text) {
  AnalysisPlan plan;
  std::size_t lines = 5;
  Options options(text);
  options.read("nodes", 1, kMostNodes, plan.nodes);
  options.read("seed", 0, kMostSeed, plan.seed);
  options.read("endgame", 0, kMostPositions, plan.endgame);
  options.read("lines", 1, kMostLines, lines);
  if (auto fault = options.fault()) return *std::move(fault);
  if (auto fault = nobody_decides(game)) return *std::move(fault);
  return std::make_unique<AnalysisJob>(game, plan, lines);
}

Begun begin_review(const PlayedGame& game, std::string_view text) {
  ReviewPlan plan;
  std::optional<Seat> player;
  Options options(text);
  options.read("nodes", 1, kMostNodes, plan.nodes);
  options.read("seed", 0, kMostSeed, plan.seed);
  options.read("from", 0, kMaxActions, plan.from);
  options.read("player", 0, game.rules().player_count() - 1, player);
  if (auto fault = options.fault()) return *std::move(fault);
  plan.moments_of = player;
  auto run = ReviewRun::begin(game.record(), plan);
  if (auto* error = std::get_if<PlayError>(&run))
    return Fault{"illegal", std::move(error->reason), error->index};
  return std::make_unique<ReviewJob>(std::get<0>(std::move(run)));
}

}  // namespace bastide::wasm
