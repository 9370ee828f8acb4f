// The course of a game as a graph, in the colours of the page.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "art/theme.h"
#include "engine/notation/markup.h"
#include "tools/arena/svg.h"
#include "tools/review/pictures.h"
#include "review/words.h"

namespace bastide::tools {

namespace {

constexpr double kWidth = 480, kHeight = 230, kLeft = 40, kRight = 8, kTop = 10, kBottom = 26;
constexpr int kTurnsATick = 10;
// Lines are told apart without colours, too.
constexpr std::array<std::string_view, 6> kDashes{"", "7 3", "2 3", "9 3 2 3", "4 2", "1 4"};

class Plot {
 public:
  explicit Plot(const Review& review) : review_(review) {
    for (const auto& line : review.graph)
      for (const ChanceAt& at : line) last_ = std::max(last_, static_cast<double>(at.index));
  }

  std::string draw() const {
    std::string out = axes();
    const bool two = review_.graph.size() == 2;
    if (two) out += share();
    for (std::size_t seat = 0; seat < (two ? 1 : review_.graph.size()); ++seat) out += line(seat);
    for (std::size_t i = 0; i < review_.moments.size(); ++i) out += moment(i);
    return out;
  }

 private:
  double x(std::size_t index) const {
    return kLeft + static_cast<double>(index) / last_ * (kWidth - kLeft - kRight);
  }
  static double y(double chance) { return kTop + (1 - chance) * (kHeight - kTop - kBottom); }

  std::string axes() const {
    std::string out;
    for (const int level : {0, 25, 50, 75, 100})
      out += fmt::format(
          "<path class=\"grid\" d=\"M{} {:.1f}H{}\"/><text x=\"{}\" y=\"{:.1f}\" "
          "text-anchor=\"end\">{} %</text>\n",
          kLeft, y(level / 100.0), kWidth - kRight, kLeft - 4, y(level / 100.0) + 4, level);
    int next = kTurnsATick;
    for (const ReviewedDraw& draw : review_.draws) {
      if (draw.turn < next) continue;
      out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                         x(draw.index), kHeight - 10, draw.turn);
      next = draw.turn + kTurnsATick;
    }
    return out + fmt::format("<text x=\"{}\" y=\"{}\">turn</text>\n", kLeft, kHeight - 10);
  }

  std::string path(std::size_t seat) const {
    std::string out;
    for (const ChanceAt& at : review_.graph[seat])
      out += fmt::format("{}{:.1f} {:.1f}", out.empty() ? "M" : "L", x(at.index), y(at.chance));
    return out;
  }

  std::string line(std::size_t seat) const {
    return fmt::format(
        "<path d=\"{}\" class=\"line\" style=\"stroke:{}\" stroke-dasharray=\"{}\"><title>{}"
        "</title></path>\n",
        path(seat),
        review_.graph.size() == 2 ? "var(--ink)" : art::player_look(static_cast<int>(seat)).colour,
        review_.graph.size() == 2 ? "" : kDashes[seat % kDashes.size()],
        markup_text(review_.setup.players[seat].name));
  }

  // Of two players: the first one's share below the line, the second one's above it.
  std::string share() const {
    if (review_.graph[0].empty()) return "";
    const double from = x(review_.graph[0].front().index), to = x(review_.graph[0].back().index);
    std::string out;
    for (const int seat : {0, 1})
      out += fmt::format("<path d=\"{}L{:.1f} {:.1f}H{:.1f}Z\" fill=\"{}\" opacity=\".35\"/>\n",
                         path(0), to, y(seat), from, art::player_look(seat).colour);
    return out;
  }

  std::string moment(std::size_t number) const {
    const ReviewedMove& move = review_.moves[review_.moments[number]];
    const bool mirrored = review_.graph.size() == 2 && move.seat == 1;
    const double at = mirrored ? 1 - move.chance_played : move.chance_played;
    return fmt::format(
        "<a href=\"#moment{0}\"><circle class=\"dot\" cx=\"{1:.1f}\" cy=\"{2:.1f}\" r=\"8\">"
        "<title>Turn {3}, {4}</title></circle><text class=\"in\" x=\"{1:.1f}\" y=\"{5:.1f}\" "
        "text-anchor=\"middle\">{0}</text></a>\n",
        number + 1, x(move.index), y(at), move.turn, markup_text(player(review_, move.seat)),
        y(at) + 4);
  }

  const Review& review_;
  double last_ = 1;
};

std::string legend(const Review& review) {
  if (review.graph.size() == 2)
    return fmt::format("Chance of winning: {} below the line, {} above it",
                       markup_text(review.setup.players[0].name),
                       markup_text(review.setup.players[1].name));
  std::string out = "Chance of winning:";
  for (std::size_t seat = 0; seat < review.graph.size(); ++seat)
    out += fmt::format(
        " <span class=\"key\"><svg width=\"34\" height=\"8\" aria-hidden=\"true\"><path d=\"M0 "
        "4H34\" class=\"line\" style=\"stroke:{}\" stroke-dasharray=\"{}\"/></svg> {}</span>",
        art::player_look(static_cast<int>(seat)).colour, kDashes[seat % kDashes.size()],
        markup_text(review.setup.players[seat].name));
  return out;
}

}  // namespace

std::string chance_graph(const Review& review) {
  return fmt::format(
      "<figure class=\"graph\"><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Chance of "
      "winning\">\n{}</svg><figcaption>{}</figcaption></figure>\n",
      kWidth, kHeight, Plot(review).draw(), legend(review));
}

}  // namespace bastide::tools
