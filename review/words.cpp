#include "review/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/notation/text_action.h"

namespace bastide {

namespace {

constexpr double kLuckWorthAWord = 2;  // points

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kSides{{
    {"N", "north"},
    {"E", "east"},
    {"S", "south"},
    {"W", "west"},
    {"NL", "north, western half"},
    {"NR", "north, eastern half"},
    {"EL", "east, northern half"},
    {"ER", "east, southern half"},
    {"SL", "south, eastern half"},
    {"SR", "south, western half"},
    {"WL", "west, southern half"},
    {"WR", "west, northern half"},
}};

// "city:N": "the city (north)"
std::string segment_words(const std::string& segment) {
  const auto colon = segment.find(':');
  if (colon == std::string::npos) return "the " + segment;
  const std::string_view port = std::string_view(segment).substr(colon + 1);
  for (const auto& [name, words] : kSides)
    if (name == port) return fmt::format("the {} ({})", segment.substr(0, colon), words);
  return "the " + segment;
}

std::string_view declined_words(DecisionKind decision) {
  switch (decision) {
    case DecisionKind::meeple:
      return "no piece";
    case DecisionKind::build:
      return "nothing built";
    case DecisionKind::princess:
      return "nobody sent away";
    case DecisionKind::redeploy:
    case DecisionKind::deploy:
    case DecisionKind::market_to_field:
      return "nobody moved";
    case DecisionKind::castle:
      return "the points, no castle";
    default:
      return "pass";
  }
}

std::string points_words(double points) {
  const std::string number = fmt::format("{:.1f}", points);
  return number + (number == "1.0" ? " point" : " points");
}

std::string names_of(const Review& review, const std::vector<std::size_t>& seats) {
  std::string out;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (i != 0) out += i + 1 == seats.size() ? " and " : ", ";
    out += player(review, static_cast<Seat>(seats[i]));
  }
  return out;
}

// An answer to a question of this move's turn.
std::string answer_words(const Review& review, const ReviewedMove& move,
                         const FurtherAnswer& answer) {
  const NamedAction& action = answer.action;
  if (action.kind == ActionKind::pass) return std::string(declined_words(answer.decision));
  NamedAction plain = action;
  plain.tile = tile_word(action.tile);
  if (!action.seg.empty()) plain.seg = segment_words(action.seg);
  if (action.kind == ActionKind::send_away)
    return fmt::format("send {}'s {} away from {} at {},{}",
                       player(review, static_cast<Seat>(action.value)), spoken(action.piece),
                       plain.seg, action.at.x, action.at.y);
  const std::string tile = tile_word(move.offered);
  if (action.kind == ActionKind::bid) return fmt::format("bid {} for {}", action.points, tile);
  if (action.kind == ActionKind::buy) return "buy " + tile;
  if (action.kind == ActionKind::sell) return "sell " + tile;
  const std::string words = action_text(plain);
  return action.kind == ActionKind::place ? "tile" + words.substr(words.find(' ')) : words;
}

std::string words_from(const Review& review, std::size_t first, std::size_t end) {
  std::string out;
  for (std::size_t i = first; i < end; ++i)
    out += (out.empty() ? "" : ", then ") + played_words(review, review.moves[i]);
  return out;
}

std::string winner_sentence(const Review& review) {
  int best = review.seats.front().score, second = -1'000'000;
  for (const SeatReview& seat : review.seats) best = std::max(best, seat.score);
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < review.seats.size(); ++i) {
    if (review.seats[i].score == best)
      first.push_back(i);
    else
      second = std::max(second, review.seats[i].score);
  }
  if (first.size() > 1)
    return fmt::format("{} came first together, with {} points.", names_of(review, first), best);
  return fmt::format("{} won with {} points, {} ahead.", names_of(review, first), best,
                     best - second);
}

std::string account_sentence(const Review& review, const Account& account) {
  const bool first_won = account.margin >= 0;
  const double sign = first_won ? 1 : -1;
  return fmt::format(
      "Where {}'s lead of {:.0f} came from: draws {}, moves {}, the first turn {}, "
      "and {} that the estimates of the review missed.",
      player(review, first_won ? 0 : 1), sign * account.margin, signed_points(sign * account.draws),
      signed_points(sign * account.moves), signed_points(sign * account.start),
      signed_points(sign * account.rest()));
}

// The tile that changed most, if one changed anything to speak of.
std::string luck_sentence(const Review& review) {
  const ReviewedDraw* most = nullptr;
  for (const ReviewedDraw& draw : review.draws)
    if (most == nullptr || std::abs(draw.luck) > std::abs(most->luck)) most = &draw;
  if (most == nullptr || std::abs(most->luck) < kLuckWorthAWord) return "";
  return fmt::format("The {} draw: {}'s {} in turn {}, {} {} than the average tile.",
                     most->luck > 0 ? "luckiest" : "unluckiest", player(review, most->seat),
                     tile_word(most->tile), most->turn, points_words(std::abs(most->luck)),
                     most->luck > 0 ? "better" : "worse");
}

}  // namespace

const std::string& player(const Review& review, Seat seat) {
  return review.setup.players[seat].name;
}

std::string tile_word(const std::string& tile) { return tile.substr(tile.find('/') + 1); }

std::string played_words(const Review& review, const ReviewedMove& move) {
  return answer_words(review, move, {move.decision, move.played});
}

std::string best_words(const Review& review, const ReviewedMove& move) {
  std::string out = answer_words(review, move, {move.decision, move.best});
  for (const FurtherAnswer& next : move.then) out += ", then " + answer_words(review, move, next);
  return out;
}

Stretch stretch_of(const Review& review, std::size_t move) {
  const auto together = [&](std::size_t a, std::size_t b) {
    const ReviewedMove &one = review.moves[a], &other = review.moves[b];
    return one.turn == other.turn && one.seat == other.seat && one.index + 1 == other.index;
  };
  Stretch out{move, move + 1};
  while (out.first > 0 && together(out.first - 1, out.first)) --out.first;
  while (out.end < review.moves.size() && together(out.end - 1, out.end)) ++out.end;
  return out;
}

std::string turn_words(const Review& review, std::size_t move) {
  const Stretch stretch = stretch_of(review, move);
  return words_from(review, stretch.first, stretch.end);
}

std::string better_turn_words(const Review& review, std::size_t move) {
  const std::string before = words_from(review, stretch_of(review, move).first, move);
  return before + (before.empty() ? "" : ", then ") + best_words(review, review.moves[move]);
}

std::string signed_points(double points) {
  return std::abs(points) < 0.05 ? "0.0" : fmt::format("{:+.1f}", points);
}

std::string percent(double chance) {
  const bool round = chance > 0.0995 && chance < 0.9005;
  return chance == 0 || chance == 1 || round ? fmt::format("{:.0f} %", 100 * chance)
                                             : fmt::format("{:.1f} %", 100 * chance);
}

std::string cost_text(const ReviewedMove& move) {
  const std::string chance = fmt::format("{:.1f} %", 100 * move.cost_chance());
  if (move.cost_points() < 0.05) return chance;
  const std::string points = points_words(move.cost_points());
  return move.cost_chance() < 0.0005 ? points : points + ", " + chance;
}

std::string cost_sentence(const ReviewedMove& move) {
  if (move.cost_chance() < 0.0005)
    return "This cost " + points_words(move.cost_points()) + " and hardly a chance of winning.";
  const std::string chances = fmt::format("the chance of winning from {} to {}",
                                          percent(move.chance_best), percent(move.chance_played));
  if (move.cost_points() < 0.05) return "This cost no points, but took " + chances + ".";
  return "This cost " + points_words(move.cost_points()) + " and took " + chances + ".";
}

std::vector<std::string> result_sentences(const Review& review) {
  std::vector<std::string> out;
  out.push_back(review.finished ? winner_sentence(review)
                                : "The game is not finished: the points are those so far.");
  if (review.account && review.account->margin != 0)
    out.push_back(account_sentence(review, *review.account));
  if (std::string luck = luck_sentence(review); !luck.empty()) out.push_back(std::move(luck));
  return out;
}

}  // namespace bastide
