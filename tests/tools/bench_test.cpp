// bastide bench: the JSON that others read, figures alone, and two programs in turns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "tests/tools/cli_run.h"
#include "tools/bench_compare_core.h"

namespace bastide::tools {
namespace {

// --- statistics ---

// Values of Hollander, Wolfe and Chicken, table 3.1: depression before and after a drug.
TEST(Paired, agrees_with_a_worked_example) {
  const Paired got = paired({-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010});
  EXPECT_NEAR(got.middle, -0.46, 1e-9);
  EXPECT_NEAR(got.p, 0.0390625, 1e-9);
  ASSERT_TRUE(got.has_interval);
  EXPECT_NEAR(got.low, -0.786, 1e-9);
  EXPECT_NEAR(got.high, -0.010, 1e-9);
}

TEST(Paired, fewer_than_six_give_no_interval) {
  EXPECT_FALSE(paired({}).has_interval);
  EXPECT_EQ(paired({}).p, 1);
  EXPECT_FALSE(paired({1, 2, 3, 4, 5}).has_interval);
  const Paired six = paired({1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(six.has_interval);
  EXPECT_EQ(six.low, 1);
  EXPECT_EQ(six.high, 6);
  EXPECT_NEAR(six.p, 2.0 / 64, 1e-12);
}

TEST(Paired, one_disturbed_round_moves_little) {
  std::vector<double> values;
  for (int i = 0; i < 20; ++i) values.push_back(0.05 + 0.001 * (i % 5 - 2));
  const Paired calm = paired(values);
  values[7] = -3;
  const Paired disturbed = paired(values);
  EXPECT_NEAR(calm.middle, 0.05, 1e-9);
  EXPECT_NEAR(disturbed.middle, 0.05, 0.001);
  EXPECT_GT(disturbed.low, 0.04);
}

TEST(Paired, no_difference_at_all_is_none) {
  const Paired got = paired(std::vector<double>(12, 0.0));
  EXPECT_EQ(got.middle, 0);
  EXPECT_EQ(got.p, 1);
  EXPECT_EQ(got.low, 0);
  EXPECT_EQ(got.high, 0);
}

// The interval is exact, so of many samples around 0 one in twenty may leave it out, not more.
TEST(Paired, intervals_hold_what_they_should) {
  Rng rng(5);
  int missed = 0;
  constexpr int kSamples = 2000;
  for (int sample = 0; sample < kSamples; ++sample) {
    std::vector<double> values;
    for (int i = 0; i < 12; ++i) {
      const double u = static_cast<double>(rng.next() >> 11) * 0x1p-53;
      values.push_back(std::tan(3.1415926 * (u - 0.5)));  // wild, but even on both sides
    }
    const Paired got = paired(values);
    if (got.low > 0 || got.high < 0) ++missed;
    EXPECT_EQ(got.p <= 0.05, got.low > 0 || got.high < 0);
  }
  EXPECT_LT(missed, 0.065 * kSamples);
  EXPECT_GT(missed, 0.025 * kSamples);
}

TEST(Paired, holm_asks_more_of_many) {
  EXPECT_EQ(holm({0.04}, 0.05), (std::vector<bool>{true}));
  EXPECT_EQ(holm({0.04, 0.04}, 0.05), (std::vector<bool>{false, false}));
  EXPECT_EQ(holm({0.04, 0.001, 0.03}, 0.05), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(holm({0.04, 0.001, 0.02}, 0.05), (std::vector<bool>{true, true, true}));
  EXPECT_TRUE(holm({}, 0.05).empty());
}

TEST(Paired, medians) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
}

// --- what another program prints ---

constexpr std::string_view kOldOutput =
    R"({"signature":"98722d77bdfd0675","games_per_second":{"base":65050,"all":2928,)"
    R"("base, 5 players":54268},"state_bytes":4823,"copy_ns":84.3,"playouts_per_second":124722})";

std::string wrong_output(std::string_view text) {
  const auto got = read_bench(text);
  const auto* fault = std::get_if<BenchFault>(&got);
  return fault == nullptr ? "" : fault->reason;
}

TEST(BenchOutput, is_read_as_it_was_ever_printed) {
  const auto got = read_bench(kOldOutput);
  ASSERT_TRUE(std::holds_alternative<BenchOutput>(got));
  const auto& output = std::get<BenchOutput>(got);
  EXPECT_EQ(output.signature, "98722d77bdfd0675");
  ASSERT_EQ(output.figures.size(), 6u);
  EXPECT_EQ(output.figures[0].first, "games_per_second.base");
  EXPECT_EQ(*output.find("games_per_second.base, 5 players"), 54268);
  EXPECT_EQ(*output.find("copy_ns"), 84.3);
  EXPECT_EQ(output.find("base"), nullptr);
}

TEST(BenchOutput, nonsense_is_refused) {
  for (const char* text :
       {"", " \n\t", "hello", "[]", "7", "\"copy_ns\"", "{", "{\"copy_ns\":", "{\"copy_ns\":1e999}",
        "{\"copy_ns\":NaN}", "{}", "\xff\xfe", "{\"copy_ns\":\"84\"}", "{\"copy_ns\":0}",
        "{\"copy_ns\":-3}", "{\"copy_ns\":[1,2]}", "{\"copy_ns\":1}{\"copy_ns\":1}"})
    EXPECT_FALSE(wrong_output(text).empty()) << text;
  for (std::size_t length = 0; length < kOldOutput.size(); ++length)
    EXPECT_FALSE(wrong_output(kOldOutput.substr(0, length)).empty()) << length;
}

TEST(BenchOutput, huge_and_deep_texts_are_refused_soon) {
  EXPECT_FALSE(wrong_output(std::string(kMostBenchText + 1, '{')).empty());
  EXPECT_FALSE(wrong_output(std::string(kMostBenchText, '[')).empty());
  std::string deep;
  while (deep.size() + 6 < kMostBenchText / 2) deep += R"({"a":)";
  EXPECT_FALSE(wrong_output(deep).empty());
  deep += "1" + std::string(deep.size() / 5, '}');
  EXPECT_FALSE(wrong_output(deep).empty());
  std::string wide = "{";
  for (int i = 0; wide.size() + 30 < kMostBenchText; ++i)
    wide += fmt::format("{}\"f{}_ns\":{}", i == 0 ? "" : ",", i, i + 1);
  const auto got = read_bench(wide + "}");
  ASSERT_TRUE(std::holds_alternative<BenchOutput>(got));
  EXPECT_LE(std::get<BenchOutput>(got).figures.size(), 200u);
}

// Names end up on a terminal.
TEST(BenchOutput, names_that_write_on_the_terminal_are_left_out) {
  const auto got = read_bench(
      "{\"signature\":\"\\u001b[2J\",\"\\u001b[31m_ns\":5,\"a_per_second\":{\"b\\n\":1,\"\":2},"
      "\"" +
      std::string(300, 'x') + "_ns\":1,\"copy_ns\":3,\"text\":\"\\u0007\"}");
  ASSERT_TRUE(std::holds_alternative<BenchOutput>(got));
  const auto& output = std::get<BenchOutput>(got);
  EXPECT_EQ(output.signature, "");
  ASSERT_EQ(output.figures.size(), 1u);
  EXPECT_EQ(output.figures[0].first, "copy_ns");
}

TEST(BenchOutput, units_follow_from_names) {
  EXPECT_EQ(unit_of("games_per_second.base"), BenchUnit::per_second);
  EXPECT_EQ(unit_of("playouts_per_second"), BenchUnit::per_second);
  EXPECT_EQ(unit_of("search.simulations_per_second"), BenchUnit::per_second);
  EXPECT_EQ(unit_of("copy_ns"), BenchUnit::nanoseconds);
  EXPECT_EQ(unit_of("search.grow_ns"), BenchUnit::nanoseconds);
  EXPECT_EQ(unit_of("state_bytes"), BenchUnit::bytes);
  EXPECT_EQ(unit_of("version"), BenchUnit::other);
}

// --- two programs that are none ---

// Program 0 is faster by the given share in all but copies, which do not differ; both are
// disturbed.
struct PretendedBench {
  double share = 0.1;
  int runs = 0, fails_at = -1, stops_at = -1;
  std::vector<int> order;
  Rng rng{11};

  std::variant<BenchOutput, BenchFault> operator()(int program,
                                                   const std::vector<std::string>& arguments) {
    ++runs;
    order.push_back(program);
    if (runs == fails_at) return BenchFault{"ends", false, true};
    if (runs == stops_at) return BenchFault{"was stopped", true, false};
    const auto noisy = [&](double value) {
      return value * (1 + 0.02 * static_cast<double>(rng.next() >> 11) * 0x1p-53);
    };
    const double better = program == 0 ? 1 + share : 1;
    BenchOutput all{"cafe",
                    {{"games_per_second.base", noisy(1000 * better)},
                     {"copy_ns", noisy(100)},
                     {"legal_ns", noisy(50 / better)},
                     {"state_bytes", program == 0 ? 40 : 48}}};
    if (program == 0) all.figures.emplace_back("grow_ns", 7);
    const auto only = std::find(arguments.begin(), arguments.end(), "--only");
    if (only != arguments.end())
      std::erase_if(all.figures, [&](const auto& one) { return one.first != *(only + 1); });
    return all;
  }
};

ComparePlan pretended_plan(bool one_at_a_time) {
  ComparePlan plan;
  plan.programs[0] = "./new";
  plan.programs[1] = "./old";
  plan.one_at_a_time = one_at_a_time;
  return plan;
}

Comparison compared(const ComparePlan& plan, PretendedBench& bench) {
  const BenchRun run = [&](int program, const std::vector<std::string>& arguments) {
    return bench(program, arguments);
  };
  auto met = meet(plan, run);
  EXPECT_TRUE(std::holds_alternative<Comparison>(met));
  auto& result = std::get<Comparison>(met);
  bench.order.clear();
  compare(plan, run, {}, result);
  return result;
}

TEST(BenchCompare, finds_what_differs_and_in_which_direction) {
  for (const bool one_at_a_time : {false, true}) {
    PretendedBench bench;
    const Comparison got = compared(pretended_plan(one_at_a_time), bench);
    ASSERT_EQ(got.figures.size(), 3u);
    for (const ComparedFigure& figure : got.figures) {
      ASSERT_EQ(figure.rounds.size(), 20u);
      const bool differs = figure.path != "copy_ns";
      EXPECT_NEAR(std::exp(figure.log_ratio.middle), differs ? 1.1 : 1.0, 0.01) << figure.path;
      EXPECT_EQ(figure.sure, differs) << figure.path;
    }
    EXPECT_EQ(bench.order.size(), one_at_a_time ? 120u : 40u);
    EXPECT_EQ(got.alone[0], (std::vector<std::string>{"grow_ns"}));
    EXPECT_TRUE(got.alone[1].empty());
    const std::string text = compare_to_text(pretended_plan(one_at_a_time), got);
    EXPECT_NE(text.find("faster\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("slower"), std::string::npos) << text;
    EXPECT_NE(text.find("Only the new one has: grow_ns"), std::string::npos) << text;
  }
}

TEST(BenchCompare, takes_turns_in_beginning) {
  PretendedBench bench;
  ComparePlan plan = pretended_plan(false);
  plan.rounds = 3;
  compared(plan, bench);
  EXPECT_EQ(bench.order, (std::vector<int>{0, 1, 1, 0, 0, 1}));
}

TEST(BenchCompare, a_slower_program_is_called_slower) {
  PretendedBench bench;
  bench.share = -0.2;
  ComparePlan plan = pretended_plan(true);
  plan.only = {"base"};
  const Comparison got = compared(plan, bench);
  ASSERT_EQ(got.figures.size(), 1u);
  EXPECT_TRUE(got.sizes.empty());
  const Json json = compare_to_json(plan, got);
  EXPECT_EQ(json["figures"][0]["verdict"], "slower");
  EXPECT_LT(json["figures"][0]["high"].get<double>(), 0.85);
  EXPECT_EQ(json["figures"][0]["rounds"].size(), 20u);
}

TEST(BenchCompare, what_was_measured_before_a_stop_or_a_fault_is_told) {
  for (const bool fault : {false, true}) {
    PretendedBench bench;
    (fault ? bench.fails_at : bench.stops_at) = 2 + 8 * 6 + 4;  // in the ninth round
    const Comparison got = compared(pretended_plan(true), bench);
    EXPECT_TRUE(got.stopped);
    EXPECT_EQ(got.rounds, 8);
    EXPECT_EQ(got.fault, fault ? "./old ends" : "");
    EXPECT_EQ(got.figures[0].rounds.size(), 9u);
    EXPECT_EQ(got.figures[2].rounds.size(), 8u);
    EXPECT_TRUE(got.figures[2].log_ratio.has_interval);
  }
}

TEST(BenchCompare, a_name_that_both_do_not_have_is_refused_with_those_they_have) {
  PretendedBench bench;
  ComparePlan plan = pretended_plan(true);
  plan.only = {"grow_ns"};
  const auto met = meet(plan, std::ref(bench));
  ASSERT_TRUE(std::holds_alternative<BenchFault>(met));
  EXPECT_NE(std::get<BenchFault>(met).reason.find("'legal_ns'"), std::string::npos);
}

}  // namespace
}  // namespace bastide::tools

namespace bastide::test_help {
namespace {

class Bench : public CliRun {
 protected:
  // A program of the shell that prints this for whatever it is asked.
  std::string program(const std::string& name, const std::string& body) {
    const fs::path path = folder_ / name;
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
};

// docs/wire.md, section 7.
TEST_F(Bench, prints_the_json_that_others_read) {
  const Output got = run("bench --json --seconds 0.001");
  ASSERT_EQ(got.code, 0) << got.err;
  const auto json = nlohmann::ordered_json::parse(got.out);
  std::vector<std::string> names;
  for (const auto& [name, value] : json.items()) names.push_back(name);
  ASSERT_GE(names.size(), 7u);
  names.resize(7);
  EXPECT_EQ(names, (std::vector<std::string>{"signature", "games_per_second", "state_bytes",
                                             "copy_ns", "placements_ns", "sample_placement_ns",
                                             "playouts_per_second"}));
  EXPECT_EQ(got.out.find("{\"signature\":\""), 0u);
  EXPECT_NE(got.out.find("\"games_per_second\":{\"base\":"), std::string::npos);
  EXPECT_GT(json["games_per_second"]["all"].get<double>(), 0);
}

TEST_F(Bench, measures_one_figure_alone) {
  const auto one = nlohmann::json::parse(run("bench --only base --json --seconds 0.001").out);
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(one["games_per_second"].size(), 1u);
  EXPECT_GT(one["games_per_second"]["base"].get<double>(), 0);
  const auto two =
      nlohmann::json::parse(run("bench --only copy --only everything --json --seconds 0.001").out);
  EXPECT_EQ(two.size(), 2u);
  EXPECT_GT(two["games_per_second"]["all"].get<double>(), 0);
  EXPECT_GT(two["copy_ns"].get<double>(), 0);
  const Output none = run("bench --only nothing");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("'nothing'"), std::string::npos);
  EXPECT_NE(none.err.find("'playouts'"), std::string::npos);
}

TEST_F(Bench, compares_itself_with_itself) {
  const std::string itself = "bench --compare '" + bastide_program() + "' --seconds 0.001";
  const Output got = run(itself + " --rounds 6 --only base --only copy --json");
  ASSERT_EQ(got.code, 0) << got.err;
  const auto json = nlohmann::json::parse(got.out);
  EXPECT_EQ(json["rounds"], 6);
  EXPECT_EQ(json["one_at_a_time"], true);
  EXPECT_EQ(json["new"]["signature"], json["old"]["signature"]);
  ASSERT_EQ(json["figures"].size(), 2u);
  for (const auto& figure : json["figures"]) {
    EXPECT_EQ(figure["rounds"].size(), 6u);
    EXPECT_LE(figure["low"], figure["ratio"]);
    EXPECT_LE(figure["ratio"], figure["high"]);
  }
  const Output text = run(itself + " --rounds 2 --only base");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("\nbase "), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("signatures differ"), std::string::npos) << text.out;
}

// As every bastide was before --only: whole runs, and a signature of its own.
TEST_F(Bench, compares_with_an_older_program) {
  const std::string old =
      program("old", R"(echo '{"signature":"0123","copy_ns":100,"hash_ns":5,"state_bytes":1}')");
  const Output got = run("bench --seconds 0.001 --rounds 1 --compare '" + old + "'");
  ASSERT_EQ(got.code, 0) << got.err;
  EXPECT_NE(got.out.find("signatures differ"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("\ncopy "), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("all figures in one run"), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("Only the old one has: hash_ns."), std::string::npos) << got.out;
  EXPECT_NE(got.out.find("Only the new one has: base;"), std::string::npos) << got.out;
}

TEST_F(Bench, refuses_what_is_no_program_or_prints_no_figures) {
  std::ofstream(folder_ / "text") << "no program";
  const std::pair<std::string, std::string> cases[] = {
      {(folder_ / "missing").string(), "is not there"},
      {folder_.string(), "is no file"},
      {(folder_ / "text").string(), "cannot be executed"},
      {program("silent", "exit 0"), "prints nothing"},
      {program("fails", "exit 3"), "prints nothing"},
      {program("words", "echo signature 98722d77bdfd0675"), "prints no JSON object"},
      {program("endless", "while :; do echo figures figures figures; done"), "prints more"},
      {program("line", "tr '\\0' 'x' </dev/zero"), "prints more"},
      {program("other", "echo '{\"requests_per_minute\":5}'"), "no speed in common"},
      {program("it's odd", "echo '[]'"), "prints no JSON object"},
  };
  for (const auto& [path, why] : cases) {
    std::string quoted;
    for (const char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    const Output got = run("bench --seconds 0.001 --compare '" + quoted + "'");
    EXPECT_EQ(got.code, 2) << path;
    EXPECT_TRUE(got.out.empty()) << got.out;
    EXPECT_NE(got.err.find(why), std::string::npos) << path << ": " << got.err;
    EXPECT_EQ(std::count(got.err.begin(), got.err.end(), '\n'), 1) << got.err;
  }
}

TEST_F(Bench, a_program_that_stops_halfway_is_told_with_what_there_is) {
  const std::string count = (folder_ / "count").string();
  const std::string fails =
      program("fails", "[ \"$2\" = --help ] && exit; echo x >>'" + count + "'; [ $(wc -l <'" +
                           count + "') -lt 5 ] && echo '{\"copy_ns\":100}'");
  const Output got = run("bench --seconds 0.001 --only copy --rounds 6 --compare '" + fails + "'");
  EXPECT_EQ(got.code, 1);
  EXPECT_NE(got.err.find("prints nothing"), std::string::npos) << got.err;
  EXPECT_NE(got.err.find("stopped after 3 of 6 rounds"), std::string::npos) << got.err;
  EXPECT_NE(got.out.find("\ncopy "), std::string::npos) << got.out;
}

TEST_F(Bench, wrong_usage_is_exit_2) {
  for (const char* arguments :
       {"bench --rounds 5", "bench --signature-only --compare x", "bench --compare",
        "bench --compare x --rounds 0", "bench --only", "bench --signature-only --only base"})
    EXPECT_EQ(run(arguments).code, 2) << arguments;
}

}  // namespace
}  // namespace bastide::test_help
