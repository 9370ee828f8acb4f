// The results of an arena as JSON, text and a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/arena/arena_core.h"
#include "tools/arena/svg.h"
#include "review/rounded.h"

namespace bastide::tools {

namespace {

std::string_view verdict_name(Verdict verdict) {
  return verdict == Verdict::accept_h0 ? "h0" : verdict == Verdict::accept_h1 ? "h1" : "none";
}

double games_of(const MatchResult& match) { return 2 * static_cast<double>(match.pairs.size()); }

Json interval(double low, double high) { return Json::array({rounded(low), rounded(high)}); }

Json match_json(const ArenaPlan& plan, const MatchResult& match) {
  const double games = games_of(match), share = games > 0 ? match.won / games : 0;
  const auto [low, high] = wilson_interval(match.won, games);
  const double reach = kTwoSided95 * match.margin.error();
  Json out = Json::object();
  out["bots"] = Json::array({plan.bots[match.first], plan.bots[match.second]});
  out["pairs"] = match.pairs.size();
  out["margin"] = rounded(match.margin.mean());
  out["margin_95"] = match.margin.count < 2
                         ? Json(nullptr)
                         : interval(match.margin.mean() - reach, match.margin.mean() + reach);
  out["score"] = rounded(share);
  out["score_95"] = interval(low, high);
  out["elo"] = rounded(elo_of_share(share));
  out["elo_95"] = interval(elo_of_share(low), elo_of_share(high));
  out["forfeits"] = Json::array({match.forfeits[0], match.forfeits[1]});
  if (plan.sprt) {
    Json& sprt = out["sprt"];
    sprt["h0"] = plan.sprt->h0;
    sprt["h1"] = plan.sprt->h1;
    sprt["llr"] = rounded(match.llr);
    sprt["accepted"] = std::string(verdict_name(match.verdict));
  }
  Json& margins = out["margins"] = Json::array();
  for (const PairResult& pair : match.pairs)
    margins.push_back(Json::array({rounded(pair.games[0].margin), rounded(pair.games[1].margin)}));
  return out;
}

// The bots that have a rating, the best first.
std::vector<std::size_t> by_rating(const ArenaResult& result) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < result.ratings.size(); ++i)
    if (result.ratings[i].known) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return result.ratings[a].elo != result.ratings[b].elo
               ? result.ratings[a].elo > result.ratings[b].elo
               : a < b;
  });
  return order;
}

std::string counted(std::int64_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

// One pair alone says nothing about its error.
std::string margin_text(const Sample& margin) {
  const std::string error =
      margin.count < 2 ? "" : fmt::format(" ± {:.2f}", kTwoSided95 * margin.error());
  return fmt::format("{:+.2f}{} points a pair", margin.mean(), error);
}

std::string match_text(const ArenaPlan& plan, const MatchResult& match) {
  const double games = games_of(match);
  const auto [low, high] = wilson_interval(match.won, games);
  const double share = games > 0 ? match.won / games : 0;
  std::string out = fmt::format("{} against {}: {}\n", plan.bots[match.first],
                                plan.bots[match.second], counted(match.margin.count, "pair"));
  out += fmt::format("  margin   {}\n", margin_text(match.margin));
  out += fmt::format("  won      {:.1f} % ({:.1f} to {:.1f} %), Elo {:+.0f} ({:+.0f} to {:+.0f})\n",
                     100 * share, 100 * low, 100 * high, elo_of_share(share), elo_of_share(low),
                     elo_of_share(high));
  if (plan.sprt)
    out += fmt::format(
        "  SPRT     log-likelihood ratio {:+.2f}: {}\n", match.llr,
        match.verdict == Verdict::none ? "undecided"
        : match.verdict == Verdict::accept_h1
            ? fmt::format("a margin of {} rather than {}", plan.sprt->h1, plan.sprt->h0)
            : fmt::format("a margin of {} rather than {}", plan.sprt->h0, plan.sprt->h1));
  for (int side = 0; side < 2; ++side)
    if (match.forfeits[side] != 0)
      out += fmt::format("  {} forfeited {}\n", plan.bots[side == 0 ? match.first : match.second],
                         counted(match.forfeits[side], "game"));
  return out;
}

// The mean margin after each pair, with its interval.
std::string margin_chart(const ArenaPlan& plan, const MatchResult& match) {
  Sample sample;
  Chart::Line mean, low, high;
  double least = 0, most = 0;
  for (const PairResult& pair : match.pairs) {
    sample.add(pair.margin());
    if (sample.count < 2) continue;
    const double x = static_cast<double>(sample.count), reach = kTwoSided95 * sample.error();
    mean.emplace_back(x, sample.mean());
    low.emplace_back(x, sample.mean() - reach);
    high.emplace_back(x, sample.mean() + reach);
  }
  // The first pairs say little: the scale is that of the later ones, if there are any.
  for (std::size_t i = mean.size() > 4 ? 4 : 0; i < mean.size(); ++i) {
    least = std::min(least, low[i].second);
    most = std::max(most, high[i].second);
  }
  for (auto* line : {&mean, &low, &high})
    for (auto& point : *line) point.second = std::clamp(point.second, least, most);
  Chart chart(plan.bots[match.first] + " against " + plan.bots[match.second],
              static_cast<double>(sample.count), least, most);
  chart.note(fmt::format("margin {}, {:.1f} % won", margin_text(sample), 100 * match.score.mean()));
  chart.level(0, "0");
  for (const double edge : {least, most})
    if (edge != 0) chart.level(edge, fmt::format("{:+.0f}", edge));
  chart.band(low, high, "#26547c");
  chart.line(mean, "#26547c");
  return chart.finish(counted(sample.count, "pair"));
}

std::string rating_chart(const ArenaPlan& plan, const ArenaResult& result) {
  std::vector<Row> rows;
  for (const std::size_t i : by_rating(result))
    rows.push_back({plan.bots[i], result.ratings[i].elo, kTwoSided95 * result.ratings[i].error});
  return row_chart("Elo, average 0, with 95 % intervals", rows);
}

}  // namespace

Json arena_to_json(const ArenaPlan& plan, const ArenaResult& result) {
  Json out = Json::object();
  out["setup"] = setup_to_json(plan.setup);
  out["seed"] = plan.seed;
  out["stopped"] = result.stopped;
  Json& matches = out["matches"] = Json::array();
  for (const MatchResult& match : result.matches) matches.push_back(match_json(plan, match));
  Json& ratings = out["ratings"] = Json::array();
  for (const std::size_t i : by_rating(result)) {
    Json& one = ratings.emplace_back(Json::object());
    one["bot"] = plan.bots[i];
    one["elo"] = rounded(result.ratings[i].elo);
    one["error_95"] = rounded(kTwoSided95 * result.ratings[i].error);
  }
  return out;
}

std::string arena_to_text(const ArenaPlan& plan, const ArenaResult& result) {
  std::string out;
  for (const MatchResult& match : result.matches) out += match_text(plan, match);
  if (plan.bots.size() <= 2 || result.matches.empty()) return out;
  out += "\nElo, average 0\n";
  std::size_t widest = 30;
  for (const std::string& bot : plan.bots) widest = std::max(widest, bot.size());
  for (const std::size_t i : by_rating(result))
    out += fmt::format("  {:<{}}{:>+7.0f} ± {:.0f}\n", plan.bots[i], widest + 2,
                       result.ratings[i].elo, kTwoSided95 * result.ratings[i].error);
  return out;
}

std::string arena_to_svg(const ArenaPlan& plan, const ArenaResult& result) {
  return plan.bots.size() > 2 || result.matches.empty()
             ? rating_chart(plan, result)
             : margin_chart(plan, result.matches.front());
}

}  // namespace bastide::tools
