// A review as a page that stands alone: who played how well, the course of the game, the moments
// worth another look with their boards, and every move.
#include <fmt/format.h>

#include "art/theme.h"
#include "engine/notation/markup.h"
#include "tools/arena/svg.h"
#include "tools/review/page.h"
#include "tools/review/pictures.h"
#include "review/words.h"

namespace bastide::tools {

namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--paper:#f6eedb;--card:#fffaf0;--ink:#33291d;--soft:#6d5f4b;--line:#e0d3b8;
--bad:#b3362a;--warn:#8a5a00;--dot:#c2185b}
@media (prefers-color-scheme:dark){:root{--paper:#171b28;--card:#212738;--ink:#ece4d2;--soft:#b0a890;
--line:#3a4159;--bad:#ff9c8f;--warn:#f0c060}}
*{box-sizing:border-box}
body{background:var(--paper);color:var(--ink);font:1rem/1.5 Georgia,"Noto Serif",serif;max-width:64rem;
margin:0 auto;padding:1.5rem 1rem 4rem;overflow-wrap:anywhere}
h1{font-size:2.2rem;line-height:1.2;margin:.2em 0}h2{margin:2em 0 .5em;border-bottom:2px solid var(--line)}
h3{margin:0 0 .3em}a{color:inherit}
.seats{display:flex;flex-wrap:wrap;gap:1rem}
.seat,.moment,.graph{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:1rem 1.2rem}
.seat{flex:1 1 14rem}.seat b{font-size:1.2rem}.seat .points{float:right;font-size:1.8rem;line-height:1}
.who::before{content:"";display:inline-block;width:.7em;height:.7em;border-radius:50%;margin-right:.45em;
background:var(--seat);border:1px solid var(--ink)}
dl{display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;margin:.8rem 0 0}dt{color:var(--soft)}
dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
figure{margin:0}figcaption{text-align:center;color:var(--soft);padding-top:.3em}
.graph{margin-top:1rem}.graph>svg{display:block;width:100%;max-width:48rem;margin:0 auto;font:11px sans-serif;
fill:var(--soft)}
.grid{stroke:var(--line)}.line{fill:none;stroke-width:1.8;stroke-linejoin:round}
.dot{fill:var(--dot);stroke:var(--card)}.in{fill:#fff;font-weight:bold}.key{white-space:nowrap;margin-left:.8em}
.moment{margin:1rem 0}.moment p{margin:.1em 0 .8em}
.boards{display:flex;flex-wrap:wrap;gap:1rem}.boards figure{flex:1 1 20rem;min-width:0}
.boards img{width:100%;height:auto;max-height:90vh;object-fit:contain;display:block;border-radius:.4rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
td,th{padding:.2em .6em;text-align:left;vertical-align:top;overflow-wrap:normal}
tr.first td{border-top:1px solid var(--line);padding-top:.45em}
td .who{display:inline-block;max-width:11em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr.some .cost{color:var(--warn)}tr.much .cost{color:var(--bad);font-weight:bold}
.tile{width:2.2em;height:2.2em;vertical-align:middle;margin-right:.5em;border-radius:3px}
.hidden{position:absolute}
@media (max-width:44rem){thead{display:none}tr{display:flex;flex-wrap:wrap;gap:0 .8em;padding:.2em 0}
tr.first{border-top:1px solid var(--line)}tr.first td,td{border:0;padding:.1em 0}td:empty{display:none}
tr.first::after{content:"";order:1;flex-basis:100%}tr.first td.turn,tr.first td.name,tr.first td.luck{order:0}
td{order:2}td.move{flex:1 1 60%}td.better,td.cost{flex:1 0 100%}td[data-is]::before{content:attr(data-is) " ";color:var(--soft)}}
)";

// The name with the colour of the pieces before it.
std::string who(const Review& review, Seat seat) {
  return fmt::format("<span class=\"who\" style=\"--seat:{}\"><bdi>{}</bdi></span>",
                     art::player_look(seat).colour, markup_text(player(review, seat)));
}

std::string title_of(const Review& review) {
  std::string out = "Review";
  for (std::size_t i = 0; i < review.setup.players.size(); ++i)
    out += (i == 0 ? ": " : ", ") + markup_text(review.setup.players[i].name);
  return out;
}

std::string seat_card(const Review& review, std::size_t seat) {
  const SeatReview& s = review.seats[seat];
  return fmt::format(
      "<section class=\"seat\"><span class=\"points\">{}</span><b>{}</b><dl><dt>best moves</dt>"
      "<dd>{} of {}</dd><dt>points lost by moves</dt><dd>{:.1f}</dd><dt>luck of the draws, in "
      "points</dt><dd>{}</dd></dl></section>\n",
      s.score, who(review, static_cast<Seat>(seat)), s.best_moves, s.moves, s.cost_points,
      signed_points(s.luck));
}

std::string moment_section(const Review& review, const Record& record, std::size_t number) {
  const std::size_t index = review.moments[number];
  const ReviewedMove& move = review.moves[index];
  return fmt::format(
      "<section class=\"moment\" id=\"moment{}\"><h3>{}. <a href=\"#m{}\">Turn {}</a>, {}</h3>"
      "<p>Played: {}.<br>Better: {}.<br>{}</p>{}</section>\n",
      number + 1, number + 1, index, move.turn, who(review, move.seat),
      markup_text(turn_words(review, index)), markup_text(better_turn_words(review, index)),
      cost_sentence(move), moment_pictures(review, record, index));
}

// How a row is marked: a slip costs some, a blunder much of the chance to win.
std::string_view row_class(const ReviewedMove& move) {
  if (move.was_best()) return "best";
  return move.cost_chance() >= 0.05 ? "much" : "some";
}

// The luck of the draw that came just before a move.
std::string luck_before(const Review& review, std::size_t index) {
  for (const ReviewedDraw& draw : review.draws)
    if (draw.index + 1 == review.moves[index].index) return signed_points(draw.luck);
  return "";
}

std::string move_row(const Review& review, std::size_t index, TilePictures& tiles) {
  const ReviewedMove& move = review.moves[index];
  const bool first = stretch_of(review, index).first == index;
  std::string better, cost;
  if (!move.was_best()) {
    better = tiles.picture(move.best) + markup_text(best_words(review, move));
    cost = cost_text(move);
  }
  return fmt::format(
      "<tr id=\"m{}\" class=\"{}{}\"><td class=\"n turn\"{}>{}</td><td class=\"name\">{}</td>"
      "<td class=\"n luck\"{}>{}</td>"
      "<td class=\"move\">{}{}</td><td class=\"n\" data-is=\"chance\">{}</td>"
      "<td class=\"better\"{}>{}</td><td class=\"cost\"{}>{}</td></tr>\n",
      index, row_class(move), first ? " first" : "", first ? " data-is=\"turn\"" : "",
      first ? std::to_string(move.turn) : "", first ? who(review, move.seat) : "",
      luck_before(review, index).empty() ? "" : " data-is=\"luck\"", luck_before(review, index),
      tiles.picture(move.played), markup_text(played_words(review, move)),
      percent(move.chance_played), better.empty() ? "" : " data-is=\"better:\"", better,
      cost.empty() ? "" : " data-is=\"cost\"", cost);
}

std::string moves_table(const Review& review) {
  TilePictures tiles(review.setup);
  std::string rows;
  for (std::size_t i = 0; i < review.moves.size(); ++i) rows += move_row(review, i, tiles);
  return tiles.definitions() +
         "<h2>Every move</h2>\n<p>Luck: points by which the tile drawn was better than the average "
         "one left. Chance: of winning, after the move. Cost: points and chance lost against the "
         "best move.</p>\n<table><thead><tr><th class=\"n\">turn</th><th>player</th>"
         "<th class=\"n\">luck</th><th>played</th><th class=\"n\">chance</th><th>better</th>"
         "<th>cost</th></tr></thead><tbody>\n" +
         rows + "</tbody></table>\n";
}

}  // namespace

std::string review_to_html(const Review& review, const Record& record) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>" +
      title_of(review) + "</title>\n<style>";
  out.append(kStyle).append("</style></head><body>\n<h1>Review</h1>\n");
  for (const std::string& sentence : result_sentences(review))
    out += "<p>" + markup_text(sentence) + "</p>\n";
  out += "<div class=\"seats\">\n";
  for (std::size_t i = 0; i < review.seats.size(); ++i) out += seat_card(review, i);
  out += "</div>\n";
  if (!review.moves.empty()) out += chance_graph(review);
  if (!review.moments.empty()) out += "<h2>Worth another look</h2>\n";
  for (std::size_t i = 0; i < review.moments.size(); ++i) out += moment_section(review, record, i);
  if (!review.moves.empty()) out += moves_table(review);
  return out + "</body></html>\n";
}

}  // namespace bastide::tools
