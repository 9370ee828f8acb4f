#include "tools/bench_compare_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <nlohmann/json.hpp>

namespace bastide::tools {

namespace {

constexpr std::size_t kMostFigures = 200;
constexpr std::size_t kLongestName = 64;

// Names of another program go to a terminal.
bool is_plain(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::string last_part(std::string_view path) {
  const auto dot = path.find('.');
  return std::string(dot == std::string_view::npos ? path : path.substr(dot + 1));
}

bool is_speed(std::string_view path) {
  return unit_of(path) == BenchUnit::per_second || unit_of(path) == BenchUnit::nanoseconds;
}

std::string quoted(const std::string& name) { return "'" + name + "'"; }

BenchFault about(const ComparePlan& plan, int program, BenchFault fault) {
  fault.reason = plan.programs[program] + " " + fault.reason;
  return fault;
}

// The first short run of one program.
std::variant<BenchOutput, BenchFault> first_run(const ComparePlan& plan, const BenchRun& run,
                                                int program) {
  auto got = run(program, {"--json", "--seconds", "0.001"});
  if (auto* fault = std::get_if<BenchFault>(&got)) return about(plan, program, std::move(*fault));
  return got;
}

// Names that mean none of the figures that both have.
std::optional<BenchFault> unknown_name(const ComparePlan& plan, const Comparison& result) {
  for (const std::string& wanted : plan.only) {
    std::string known;
    bool found = false;
    for (const ComparedFigure& figure : result.figures) {
      found = found || is_named(figure.name, figure.path, wanted);
      known += (known.empty() ? "" : ", ") + quoted(figure.name);
    }
    if (!found)
      return BenchFault{
          fmt::format("there is no figure {} that both have; there are {}", quoted(wanted), known)};
  }
  return std::nullopt;
}

// One figure, or all of them, of both programs; the other one begins in every second round.
bool take_turns(const ComparePlan& plan, const BenchRun& run, int round,
                const std::vector<std::string>& arguments, BenchOutput (&out)[2],
                const std::function<void()>& done, Comparison& result) {
  for (int turn = 0; turn < 2; ++turn) {
    const int program = (round + turn) % 2;
    auto got = run(program, arguments);
    if (auto* fault = std::get_if<BenchFault>(&got)) {
      result.stopped = true;
      if (!fault->stopped) result.fault = about(plan, program, std::move(*fault)).reason;
      return false;
    }
    out[program] = std::get<BenchOutput>(std::move(got));
    done();
  }
  return true;
}

bool note(const ComparePlan& plan, const BenchOutput (&out)[2], ComparedFigure& figure,
          Comparison& result) {
  const double* values[2];
  for (const int program : {0, 1}) {
    values[program] = out[program].find(figure.path);
    if (values[program] != nullptr) continue;
    result.stopped = true;
    result.fault = fmt::format("{} has not printed {} again", plan.programs[program], figure.path);
    return false;
  }
  figure.rounds.emplace_back(*values[0], *values[1]);
  return true;
}

void judge(Comparison& result) {
  std::vector<double> p;
  for (ComparedFigure& figure : result.figures) {
    std::vector<double> logs;
    const bool less_is_faster = unit_of(figure.path) == BenchUnit::nanoseconds;
    for (const auto& [now, before] : figure.rounds)
      logs.push_back(less_is_faster ? std::log(before / now) : std::log(now / before));
    figure.log_ratio = paired(logs);
    p.push_back(figure.log_ratio.p);
  }
  const std::vector<bool> sure = holm(p, 0.05);
  for (std::size_t i = 0; i < sure.size(); ++i) result.figures[i].sure = sure[i];
}

double median_of(const ComparedFigure& figure, int program) {
  std::vector<double> values;
  for (const auto& [now, before] : figure.rounds) values.push_back(program == 0 ? now : before);
  return median(std::move(values));
}

// "faster", "slower" if it is sure; with "?" if this figure's interval alone says so; or nothing.
std::string verdict(const ComparedFigure& figure) {
  const Paired& of = figure.log_ratio;
  if (!of.has_interval || (of.low <= 0 && of.high >= 0)) return {};
  return std::string(of.middle > 0 ? "faster" : "slower") + (figure.sure ? "" : "?");
}

std::string with_commas(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  const auto whole = text.find('.') == std::string::npos ? text.size() : text.find('.');
  for (std::size_t at = whole; at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string value_text(const ComparedFigure& figure, int program) {
  const double value = median_of(figure, program);
  return with_commas(value, unit_of(figure.path) == BenchUnit::nanoseconds && value < 1e5 ? 1 : 0);
}

std::string figure_line(const ComparedFigure& figure, std::size_t width,
                        const CompareColours& colours) {
  const Paired& of = figure.log_ratio;
  std::string line =
      fmt::format("{:<{}} {:>9} {:>9} {:<5}", figure.name, width, value_text(figure, 0),
                  value_text(figure, 1), name_of(unit_of(figure.path)));
  if (figure.rounds.empty()) return line + "      –\n";
  if (!is_speed(figure.path)) return line + "\n";
  line += fmt::format("  {:.3f}  ", std::exp(of.middle));
  line += of.has_interval ? fmt::format("{:.3f}–{:.3f}", std::exp(of.low), std::exp(of.high))
                          : fmt::format("{:<11}", "–");
  const std::string word = verdict(figure);
  if (word.empty()) return line + "\n";
  const std::string_view colour = !figure.sure    ? colours.dim
                                  : of.middle > 0 ? colours.good
                                                  : colours.bad;
  return line + fmt::format("  {}{}{}\n", colour, word, colours.off);
}

std::string signature_lines(const ComparePlan& plan, const Comparison& result) {
  std::string out;
  const char* names[2] = {"new", "old"};
  for (const int program : {0, 1})
    out += fmt::format(
        "{}  {}  {}\n", names[program],
        result.signatures[program].empty() ? "no signature    " : result.signatures[program],
        plan.programs[program]);
  if (result.signatures[0] != result.signatures[1])
    out +=
        "The signatures differ: the two play different games, so they do not do the same work.\n";
  return out;
}

}  // namespace

BenchUnit unit_of(std::string_view path) {
  const std::string_view name = path.substr(0, path.find('.'));
  if (name.ends_with("_per_second")) return BenchUnit::per_second;
  if (name.ends_with("_ns") || path.ends_with("_ns")) return BenchUnit::nanoseconds;
  if (name.ends_with("_bytes") || path.ends_with("_bytes")) return BenchUnit::bytes;
  if (path.ends_with("_per_second")) return BenchUnit::per_second;
  return BenchUnit::other;
}

std::string_view name_of(BenchUnit unit) {
  switch (unit) {
    case BenchUnit::per_second:
      return "/s";
    case BenchUnit::nanoseconds:
      return "ns";
    case BenchUnit::bytes:
      return "bytes";
    case BenchUnit::other:
      break;
  }
  return "";
}

bool is_named(std::string_view name, std::string_view path, std::string_view wanted) {
  return wanted == name || wanted == path || wanted == last_part(path);
}

const double* BenchOutput::find(std::string_view path) const {
  for (const auto& [name, value] : figures)
    if (name == path) return &value;
  return nullptr;
}

std::variant<BenchOutput, BenchFault> read_bench(std::string_view text) {
  if (text.size() > kMostBenchText) return BenchFault{"prints more than figures need"};
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return BenchFault{"prints nothing"};
  const auto document = Json::parse(text, nullptr, false);
  if (!document.is_object()) return BenchFault{"prints no JSON object"};
  BenchOutput output;
  const auto take = [&](const std::string& path, const Json& value) {
    if (!value.is_number() || output.figures.size() >= kMostFigures) return;
    const double number = value.get<double>();
    if (number > 0 && std::isfinite(number)) output.figures.emplace_back(path, number);
  };
  for (const auto& [name, value] : document.items()) {
    if (!is_plain(name)) continue;
    if (name == "signature" && value.is_string() && is_plain(value.get_ref<const std::string&>()))
      output.signature = value.get<std::string>();
    take(name, value);
    if (!value.is_object()) continue;
    for (const auto& [inner, number] : value.items())
      if (is_plain(inner)) take(name + "." + inner, number);
  }
  if (output.figures.empty()) return BenchFault{"prints JSON without any figure"};
  return output;
}

std::variant<Comparison, BenchFault> meet(const ComparePlan& plan, const BenchRun& run) {
  BenchOutput outputs[2];
  for (const int program : {1, 0}) {
    auto got = first_run(plan, run, program);
    if (auto* fault = std::get_if<BenchFault>(&got)) return std::move(*fault);
    outputs[program] = std::get<BenchOutput>(std::move(got));
  }
  Comparison result;
  for (const int program : {0, 1}) {
    result.signatures[program] = outputs[program].signature;
    for (const auto& [path, value] : outputs[program].figures) {
      const double* theirs = outputs[1 - program].find(path);
      const std::string name = plan.name ? plan.name(path) : last_part(path);
      if (theirs == nullptr)
        result.alone[program].push_back(name);
      else if (program == 0 && is_speed(path))
        result.figures.push_back({path, name, {}, {}, false});
      else if (program == 0)
        result.sizes.push_back({path, name, {{value, *theirs}}, {}, false});
    }
  }
  if (result.figures.empty())
    return BenchFault{
        fmt::format("{} and {} print no speed in common", plan.programs[0], plan.programs[1])};
  if (auto fault = unknown_name(plan, result)) return std::move(*fault);
  if (!plan.only.empty()) {
    std::erase_if(result.figures, [&](const ComparedFigure& figure) {
      return std::ranges::none_of(plan.only, [&](const std::string& wanted) {
        return is_named(figure.name, figure.path, wanted);
      });
    });
    result.sizes.clear();
    for (auto& alone : result.alone) alone.clear();
  }
  return result;
}

void compare(const ComparePlan& plan, const BenchRun& run,
             const std::function<void(std::uint64_t, std::uint64_t)>& progress,
             Comparison& result) {
  const std::size_t slices = plan.one_at_a_time ? result.figures.size() : 1;
  const std::uint64_t all = 2 * slices * static_cast<std::uint64_t>(plan.rounds);
  std::uint64_t runs = 0;
  const auto done = [&] {
    ++runs;
    if (progress) progress(runs, all);
  };
  const std::string seconds = fmt::format("{}", plan.seconds);
  for (int round = 0; round < plan.rounds && !result.stopped; ++round) {
    if (plan.before_round) plan.before_round();
    for (std::size_t slice = 0; slice < slices && !result.stopped; ++slice) {
      std::vector<std::string> arguments{"--json", "--seconds", seconds};
      if (plan.one_at_a_time)
        arguments.insert(arguments.end(), {"--only", result.figures[slice].path});
      BenchOutput out[2];
      if (!take_turns(plan, run, round, arguments, out, done, result)) break;
      for (std::size_t i = 0; i < result.figures.size(); ++i)
        if (!plan.one_at_a_time || i == slice) note(plan, out, result.figures[i], result);
    }
    if (!result.stopped) ++result.rounds;
  }
  judge(result);
}

std::string compare_to_text(const ComparePlan& plan, const Comparison& result,
                            const CompareColours& colours) {
  std::size_t width = 6;
  for (const auto* list : {&result.figures, &result.sizes})
    for (const ComparedFigure& figure : *list) width = std::max(width, figure.name.size());
  std::string out = signature_lines(plan, result);
  out += fmt::format("\n{:<{}} {:>9} {:>9} {:<5}  {:<5}  {}\n", "figure", width, "new", "old", "",
                     "ratio", "95 %");
  bool doubtful = false;
  for (const ComparedFigure& figure : result.figures) {
    out += figure_line(figure, width, colours);
    doubtful = doubtful || verdict(figure).ends_with('?');
  }
  for (const ComparedFigure& figure : result.sizes) out += figure_line(figure, width, colours);
  out += fmt::format("\n{} round{} of {} s, {}. Above 1 the new one is faster.\n", result.rounds,
                     result.rounds == 1 ? "" : "s", plan.seconds,
                     plan.one_at_a_time ? "one figure at a time" : "all figures in one run");
  if (doubtful) out += "With a question mark: one such line among several may well be chance.\n";
  const char* names[2] = {"new", "old"};
  for (const int program : {0, 1})
    if (!result.alone[program].empty())
      out += fmt::format("Only the {} one has: {}.\n", names[program],
                         fmt::join(result.alone[program], "; "));
  return out;
}

Json compare_to_json(const ComparePlan& plan, const Comparison& result) {
  Json document;
  const char* names[2] = {"new", "old"};
  for (const int program : {0, 1}) {
    Json& one = document[names[program]];
    one["program"] = plan.programs[program];
    one["signature"] = result.signatures[program];
    one["alone"] = result.alone[program];
  }
  document["rounds"] = result.rounds;
  document["seconds"] = plan.seconds;
  document["one_at_a_time"] = plan.one_at_a_time;
  document["figures"] = Json::array();
  for (const auto* list : {&result.figures, &result.sizes})
    for (const ComparedFigure& figure : *list) {
      Json one;
      one["figure"] = figure.path;
      one["new"] = median_of(figure, 0);
      one["old"] = median_of(figure, 1);
      if (is_speed(figure.path)) {
        const Paired& of = figure.log_ratio;
        one["ratio"] = figure.rounds.empty() ? Json() : Json(std::exp(of.middle));
        one["low"] = of.has_interval ? Json(std::exp(of.low)) : Json();
        one["high"] = of.has_interval ? Json(std::exp(of.high)) : Json();
        one["p"] = of.p;
        one["verdict"] = verdict(figure);
      }
      one["rounds"] = Json::array();
      for (const auto& [now, before] : figure.rounds)
        one["rounds"].push_back(Json::array({now, before}));
      document["figures"].push_back(std::move(one));
    }
  return document;
}

}  // namespace bastide::tools
