// A review as JSON and as text.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/notation/text_action.h"
#include "tools/review/words.h"
#include "tools/rounded.h"

namespace bastide::tools {

namespace {

double thousandths(double value) { return rounded(value, 3); }

Json move_json(const ReviewedMove& move) {
  Json out = Json::object();
  out["index"] = move.index;
  out["turn"] = move.turn;
  out["by"] = move.seat;
  out["decision"] = std::string(name_of(move.decision));
  out["choices"] = move.choices;
  out["played"] = action_to_json(move.played);
  out["best"] = action_to_json(move.best);
  out["chance"] = thousandths(move.chance_played);
  out["best_chance"] = thousandths(move.chance_best);
  out["lead"] = thousandths(move.lead_played);
  out["best_lead"] = thousandths(move.lead_best);
  out["cost"]["points"] = thousandths(move.cost_points());
  out["cost"]["chance"] = thousandths(move.cost_chance());
  out["exact"] = move.exact;
  return out;
}

std::string summary_line(const Review& review, std::size_t seat) {
  const SeatReview& s = review.seats[seat];
  return fmt::format(
      "{}: {} points, {} of {} moves were best, moves cost {:.1f} points, draws {:+.1f}",
      review.setup.players[seat].name, s.score, s.best_moves, s.moves, s.cost_points, s.luck);
}

}  // namespace

Json review_to_json(const Review& review) {
  Json out = Json::object();
  Json& seats = out["seats"] = Json::array();
  for (std::size_t i = 0; i < review.seats.size(); ++i) {
    const SeatReview& s = review.seats[i];
    Json& one = seats.emplace_back(Json::object());
    one["name"] = review.setup.players[i].name;
    one["score"] = s.score;
    one["moves"] = s.moves;
    one["best_moves"] = s.best_moves;
    one["cost"]["points"] = thousandths(s.cost_points);
    one["cost"]["chance"] = thousandths(s.cost_chance);
    one["luck"] = thousandths(s.luck);
  }
  Json& moves = out["moves"] = Json::array();
  for (const ReviewedMove& move : review.moves) moves.push_back(move_json(move));
  Json& draws = out["draws"] = Json::array();
  for (const ReviewedDraw& draw : review.draws) {
    Json& one = draws.emplace_back(Json::object());
    one["index"] = draw.index;
    one["turn"] = draw.turn;
    one["by"] = draw.seat;
    one["tile"] = draw.tile;
    one["luck"] = thousandths(draw.luck);
  }
  Json& graph = out["graph"] = Json::array();
  for (const auto& [index, chance] : review.graph)
    graph.push_back(Json::array({index, thousandths(chance)}));
  Json& moments = out["moments"] = Json::array();
  for (const std::size_t i : review.moments) moments.push_back(review.moves[i].index);
  return out;
}

std::string review_to_text(const Review& review) {
  std::string out;
  for (const ReviewedMove& move : review.moves) {
    out += fmt::format("{:>4}  {:<12} {:>5.1f} %  {}", move.turn, player(review, move.seat),
                       100 * move.chance_played, action_text(move.played));
    if (!was_best(move))
      out += fmt::format("\n{:>28}better: {} ({})", "", action_text(move.best), cost_text(move));
    out += "\n";
  }
  out += "\n";
  for (std::size_t i = 0; i < review.seats.size(); ++i) out += summary_line(review, i) + "\n";
  if (!review.moments.empty()) out += "\nWorth another look\n";
  for (const std::size_t i : review.moments) out += "  " + sentence(review, review.moves[i]) + "\n";
  return out;
}

}  // namespace bastide::tools
