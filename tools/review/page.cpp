// A review as a page that stands alone: who played how well, the course of the game, the moments
// worth another look with their boards, and every move.
#include <fmt/format.h>

#include <cmath>

#include "engine/notation/text_action.h"
#include "tools/arena/svg.h"
#include "tools/review/pictures.h"
#include "tools/review/words.h"

namespace bastide::tools {

namespace {

constexpr std::string_view kStyle = R"(
:root{--paper:#f6eedb;--card:#fffaf0;--ink:#33291d;--soft:#6d5f4b;--line:#e0d3b8;--bad:#b3362a;--warn:#8a5a00}
@media (prefers-color-scheme:dark){:root{--paper:#171b28;--card:#212738;--ink:#ece4d2;--soft:#b0a890;
--line:#3a4159;--bad:#ff9c8f;--warn:#f0c060}.graph{filter:invert(.88) hue-rotate(180deg)}}
body{background:var(--paper);color:var(--ink);font:1rem/1.5 Georgia,"Noto Serif",serif;max-width:64rem;
margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:2.2rem;margin:.2em 0}h2{margin:2em 0 .5em;border-bottom:2px solid var(--line)}a{color:inherit}
.seats{display:flex;flex-wrap:wrap;gap:1rem}
.seat,.moment,.graph{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:1rem 1.2rem}
.seat{flex:1 1 16rem}.seat b{font-size:1.2rem}.seat .points{float:right;font-size:1.8rem;line-height:1}
dl{display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;margin:.8rem 0 0}dt{color:var(--soft)}
dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
.graph{margin-top:1rem;background:#fff}.graph svg{width:100%}svg,img{max-width:100%;height:auto;display:block}
.moment{margin:1rem 0}.moment p{margin:.1em 0 .8em}
.boards{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;flex:1 1 20rem}
figcaption{text-align:center;color:var(--soft);padding-top:.3em}
table{border-collapse:collapse;width:100%;font-size:.92rem}
td,th{padding:.25em .6em;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr.some .cost{color:var(--warn)}tr.much .cost{color:var(--bad);font-weight:bold}
.scroll{overflow-x:auto}
)";

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

std::string seat_card(const Review& review, std::size_t seat) {
  const SeatReview& s = review.seats[seat];
  return fmt::format(
      "<section class=\"seat\"><span class=\"points\">{}</span><b>{}</b><dl><dt>best moves</dt>"
      "<dd>{} of {}</dd><dt>points lost by moves</dt><dd>{:.1f}</dd><dt>luck of the draws</dt>"
      "<dd>{:+.1f}</dd></dl></section>\n",
      s.score, escaped(review.setup.players[seat].name), s.best_moves, s.moves, s.cost_points,
      s.luck);
}

std::string moment_section(const Review& review, const Record& record, std::size_t index) {
  const ReviewedMove& move = review.moves[index];
  return fmt::format(
      "<section class=\"moment\"><p><a href=\"#m{}\">Turn {}, {}</a>: {} instead of {}.<br>"
      "It cost {}.</p>{}</section>\n",
      index, move.turn, escaped(player(review, move.seat)), escaped(action_text(move.played)),
      escaped(action_text(move.best)), cost_text(move), moment_pictures(record, move));
}

// How a row is marked: a slip costs some, a blunder much of the chance to win.
std::string_view row_class(const ReviewedMove& move) {
  if (was_best(move)) return "best";
  return move.cost_chance() >= 0.05 ? "much" : "some";
}

std::string move_row(const Review& review, std::size_t index) {
  const ReviewedMove& move = review.moves[index];
  const bool best = was_best(move);
  return fmt::format(
      "<tr id=\"m{}\" class=\"{}\"><td class=\"n\">{}</td><td>{}</td><td>{}</td>"
      "<td class=\"n\">{:.1f} %</td><td>{}</td><td class=\"cost\">{}</td></tr>\n",
      index, row_class(move), move.turn, escaped(player(review, move.seat)),
      escaped(action_text(move.played)), 100 * move.chance_played,
      best ? "" : escaped(action_text(move.best)), best ? "" : cost_text(move));
}

}  // namespace

std::string review_to_html(const Review& review, const Record& record) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>Review</title>\n<style>";
  out.append(kStyle).append("</style></head><body>\n<h1>Review</h1>\n<div class=\"seats\">\n");
  for (std::size_t i = 0; i < review.seats.size(); ++i) out += seat_card(review, i);
  out += "</div>\n<div class=\"graph\">" + graph_svg(review) + "</div>\n";
  if (!review.moments.empty()) out += "<h2>Worth another look</h2>\n";
  for (const std::size_t i : review.moments) out += moment_section(review, record, i);
  out +=
      "<h2>Every move</h2>\n<div class=\"scroll\"><table><tr><th class=\"n\">turn</th>"
      "<th>player</th><th>played</th><th "
      "class=\"n\">chance</th><th>better</th><th>cost</th></tr>\n";
  for (std::size_t i = 0; i < review.moves.size(); ++i) out += move_row(review, i);
  return out + "</table></div>\n</body></html>\n";
}

}  // namespace bastide::tools
