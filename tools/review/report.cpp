// A review as JSON, as text, and as a page.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/notation/text_action.h"
#include "tools/arena/svg.h"
#include "tools/review/pictures.h"

namespace bastide::tools {

namespace {

double rounded(double value) { return std::round(value * 1000) / 1000; }

const std::string& player(const Review& review, Seat seat) {
  return review.setup.players[seat].name;
}

Json move_json(const ReviewedMove& move) {
  Json out = Json::object();
  out["index"] = move.index;
  out["turn"] = move.turn;
  out["by"] = move.seat;
  out["decision"] = std::string(name_of(move.decision));
  out["choices"] = move.choices;
  out["played"] = action_to_json(move.played);
  out["best"] = action_to_json(move.best);
  out["chance"] = rounded(move.chance_played);
  out["best_chance"] = rounded(move.chance_best);
  out["lead"] = rounded(move.lead_played);
  out["best_lead"] = rounded(move.lead_best);
  out["cost"]["points"] = rounded(move.cost_points());
  out["cost"]["chance"] = rounded(move.cost_chance());
  out["exact"] = move.exact;
  return out;
}

std::string cost_text(const ReviewedMove& move) {
  return fmt::format("{:.1f} points, {:.1f} % of winning", move.cost_points(),
                     100 * move.cost_chance());
}

std::string sentence(const Review& review, const ReviewedMove& move) {
  return fmt::format("Turn {}, {}: {} instead of {} cost {}", move.turn, player(review, move.seat),
                     action_text(move.played), action_text(move.best), cost_text(move));
}

std::string graph_svg(const Review& review) {
  const double last = review.graph.empty() ? 1 : static_cast<double>(review.graph.back().first);
  Chart chart("Chance of winning: " + player(review, 0), last, 0, 1);
  for (const double level : {0.0, 0.25, 0.5, 0.75, 1.0})
    chart.level(level, fmt::format("{:.0f} %", 100 * level));
  Chart::Line line;
  for (const auto& [index, chance] : review.graph) line.emplace_back(index, chance);
  chart.line(line, "#26547c");
  for (const std::size_t i : review.moments) {
    const ReviewedMove& move = review.moves[i];
    const double chance = review.setup.players.size() == 2 && move.seat != 0
                              ? 1 - move.chance_played
                              : move.chance_played;
    chart.dot(static_cast<double>(move.index), chance, "#c44536", sentence(review, move));
  }
  return chart.finish("actions");
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
    one["cost"]["points"] = rounded(s.cost_points);
    one["cost"]["chance"] = rounded(s.cost_chance);
    one["luck"] = rounded(s.luck);
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
    one["luck"] = rounded(draw.luck);
  }
  Json& graph = out["graph"] = Json::array();
  for (const auto& [index, chance] : review.graph)
    graph.push_back(Json::array({index, rounded(chance)}));
  Json& moments = out["moments"] = Json::array();
  for (const std::size_t i : review.moments) moments.push_back(review.moves[i].index);
  return out;
}

std::string review_to_text(const Review& review) {
  std::string out;
  for (const ReviewedMove& move : review.moves) {
    const bool best = move.cost_chance() < 0.001 && move.cost_points() < 0.1;
    out += fmt::format("{:>4}  {:<12} {:>5.1f} %  {}", move.turn, player(review, move.seat),
                       100 * move.chance_played, action_text(move.played));
    if (!best)
      out += fmt::format("\n{:>28}better: {} ({})", "", action_text(move.best), cost_text(move));
    out += "\n";
  }
  out += "\n";
  for (std::size_t i = 0; i < review.seats.size(); ++i) out += summary_line(review, i) + "\n";
  if (!review.moments.empty()) out += "\nWorth another look\n";
  for (const std::size_t i : review.moments) out += "  " + sentence(review, review.moves[i]) + "\n";
  return out;
}

std::string review_to_html(const Review& review, const Record& record) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Review</title>\n"
      "<style>body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
      "table{border-collapse:collapse}td,th{padding:.2em .6em;text-align:left;border-bottom:1px "
      "solid #ddd}td.n{text-align:right}tr.cost "
      "td{background:#fbeeea}svg,img{max-width:100%;height:auto}"
      ".boards{display:flex;flex-wrap:wrap;gap:1em;margin:.6em 0 "
      "1.6em}figure{margin:0;flex:1 1 20em}figcaption{text-align:center;color:#555}"
      "</style></head><body>\n<h1>Review</h1>\n";
  for (std::size_t i = 0; i < review.seats.size(); ++i)
    out += "<p>" + escaped(summary_line(review, i)) + "</p>\n";
  out += graph_svg(review);
  if (!review.moments.empty()) out += "<h2>Worth another look</h2>\n<ol>\n";
  for (const std::size_t i : review.moments)
    out += fmt::format("<li><a href=\"#m{}\">{}</a>{}</li>\n", i,
                       escaped(sentence(review, review.moves[i])),
                       moment_pictures(record, review.moves[i]));
  if (!review.moments.empty()) out += "</ol>\n";
  out +=
      "<h2>Every move</h2>\n<table><tr><th>turn</th><th>player</th><th>played</th><th>chance</th>"
      "<th>better</th><th>cost</th></tr>\n";
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const ReviewedMove& move = review.moves[i];
    const bool best = move.cost_chance() < 0.001 && move.cost_points() < 0.1;
    out += fmt::format(
        "<tr id=\"m{}\"{}><td class=\"n\">{}</td><td>{}</td><td>{}</td>"
        "<td class=\"n\">{:.1f} %</td><td>{}</td><td>{}</td></tr>\n",
        i, best ? "" : " class=\"cost\"", move.turn, escaped(player(review, move.seat)),
        escaped(action_text(move.played)), 100 * move.chance_played,
        best ? "" : escaped(action_text(move.best)), best ? "" : cost_text(move));
  }
  return out + "</table>\n</body></html>\n";
}

}  // namespace bastide::tools
