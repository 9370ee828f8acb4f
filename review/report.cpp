// A review as JSON and as text.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "review/words.h"
#include "review/rounded.h"

namespace bastide {

namespace {

constexpr std::size_t kColumns = 80;

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
  Json& then = out["then"] = Json::array();
  for (const FurtherAnswer& next : move.then) then.push_back(action_to_json(next.action));
  out["chance"] = thousandths(move.chance_played);
  out["best_chance"] = thousandths(move.chance_best);
  out["lead"] = thousandths(move.lead_played);
  out["best_lead"] = thousandths(move.lead_best);
  out["cost"]["points"] = thousandths(move.cost_points());
  out["cost"]["chance"] = thousandths(move.cost_chance());
  out["judged"] = std::string(word_of(move.judged));
  return out;
}

Json seat_json(const Review& review, std::size_t seat) {
  const SeatReview& s = review.seats[seat];
  Json out = Json::object();
  out["name"] = review.setup.players[seat].name;
  out["score"] = s.score;
  out["moves"] = s.moves;
  out["best_moves"] = s.best_moves;
  out["cost"]["points"] = thousandths(s.cost_points);
  out["cost"]["chance"] = thousandths(s.cost_chance);
  out["luck"] = thousandths(s.luck);
  return out;
}

Json draw_json(const ReviewedDraw& draw) {
  Json out = Json::object();
  out["index"] = draw.index;
  out["turn"] = draw.turn;
  out["by"] = draw.seat;
  out["tile"] = draw.tile;
  out["luck"] = thousandths(draw.luck);
  return out;
}

Json account_json(const Account& account) {
  Json out = Json::object();
  out["margin"] = thousandths(account.margin);
  out["start"] = thousandths(account.start);
  out["draws"] = thousandths(account.draws);
  out["moves"] = thousandths(account.moves);
  out["rest"] = thousandths(account.rest());
  return out;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Words in lines of a terminal's width, each after the first one set in by as much as the text
// after `head`.
std::string wrapped(const std::string& head, const std::string& text) {
  std::string out = head;
  const std::size_t indent = width_of(head);
  std::size_t at = indent;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (at > indent && at + 1 + width_of(word) > kColumns) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    }
    if (at > indent) out += ' ', ++at;
    out += word;
    at += width_of(word);
    begin = end + 1;
  }
  return out + "\n";
}

std::string summary_lines(const Review& review) {
  std::size_t width = 6;
  for (const auto& one : review.setup.players) width = std::max(width, width_of(one.name));
  std::string out =
      std::string(width, ' ') + "  points  best moves  lost by moves  luck of draws\n";
  for (std::size_t i = 0; i < review.seats.size(); ++i) {
    const SeatReview& s = review.seats[i];
    const std::string& name = review.setup.players[i].name;
    out += name + std::string(width - width_of(name), ' ') +
           fmt::format("  {:>6}  {:>10}  {:>13.1f}  {:>13}\n", s.score,
                       fmt::format("{} of {}", s.best_moves, s.moves), s.cost_points,
                       signed_points(s.luck));
  }
  return out;
}

// "46  Player 2 draws K, luck -2.1"
std::string draw_line(const Review& review, const ReviewedDraw& draw) {
  return wrapped(fmt::format("{:>4}  ", draw.turn),
                 fmt::format("{} draws {}, luck {}", player(review, draw.seat),
                             tile_word(draw.tile), signed_points(draw.luck)));
}

// Whoever has just drawn a tile need not be named again.
bool is_after_own_draw(const Review& review, const ReviewedMove& move) {
  return std::any_of(review.draws.begin(), review.draws.end(), [&](const ReviewedDraw& draw) {
    return draw.index + 1 == move.index && draw.seat == move.seat;
  });
}

std::string move_lines(const Review& review, std::size_t index) {
  const ReviewedMove& move = review.moves[index];
  const bool named = index == stretch_of(review, index).first && !is_after_own_draw(review, move);
  std::string out =
      wrapped(fmt::format("      {:>6}  ", percent(move.chance_played)),
              (named ? player(review, move.seat) + ": " : "") + played_words(review, move));
  if (move.was_best()) return out;
  return out + wrapped("              better: ",
                       best_words(review, move) + " (cost " + cost_text(move) + ")");
}

std::string moment_lines(const Review& review, std::size_t number) {
  const std::size_t index = review.moments[number];
  const ReviewedMove& move = review.moves[index];
  return wrapped(fmt::format("{}. ", number + 1),
                 fmt::format("Turn {}, {}: {}.", move.turn, player(review, move.seat),
                             turn_words(review, index))) +
         wrapped("   ", "Better: " + better_turn_words(review, index) + ".") +
         wrapped("   ", cost_sentence(move));
}

}  // namespace

std::string_view word_of(Judged judged) {
  switch (judged) {
    case Judged::exact:
      return "exact";
    case Judged::estimate:
      return "estimate";
    default:
      return "search";
  }
}

Json review_to_json(const Review& review) {
  Json out = Json::object();
  out["finished"] = review.finished;
  Json& seats = out["seats"] = Json::array();
  for (std::size_t i = 0; i < review.seats.size(); ++i) seats.push_back(seat_json(review, i));
  Json& moves = out["moves"] = Json::array();
  for (const ReviewedMove& move : review.moves) moves.push_back(move_json(move));
  Json& draws = out["draws"] = Json::array();
  for (const ReviewedDraw& draw : review.draws) draws.push_back(draw_json(draw));
  Json& graph = out["graph"] = Json::array();
  for (const auto& line : review.graph) {
    Json& points = graph.emplace_back(Json::array());
    for (const ChanceAt& at : line)
      points.push_back(Json::array({at.index, thousandths(at.chance)}));
  }
  Json& moments = out["moments"] = Json::array();
  for (const std::size_t i : review.moments) moments.push_back(review.moves[i].index);
  if (review.account) out["account"] = account_json(*review.account);
  return out;
}

std::string review_to_text(const Review& review) {
  std::string out;
  std::size_t draw = 0;
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    for (; draw < review.draws.size() && review.draws[draw].index < review.moves[i].index; ++draw)
      out += draw_line(review, review.draws[draw]);
    out += move_lines(review, i);
  }
  if (!out.empty()) out += "\n";
  out += summary_lines(review) + "\n";
  for (const std::string& sentence : result_sentences(review)) out += wrapped("", sentence);
  if (!review.moments.empty()) out += "\nWorth another look\n";
  for (std::size_t i = 0; i < review.moments.size(); ++i) out += moment_lines(review, i);
  return out;
}

}  // namespace bastide
