// Two programs in turns: what `bastide bench --json` of each prints, round by round, and what the
// rounds say. How a program is run is the caller's; so tests need none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/notation/form.h"
#include "tools/paired_core.h"

namespace bastide::tools {

// What a figure is measured in, by the end of its name in the JSON.
enum class BenchUnit : std::uint8_t { per_second, nanoseconds, bytes, other };
BenchUnit unit_of(std::string_view path);
std::string_view name_of(BenchUnit unit);  // "/s"

// Whether --only NAME means this figure: by its name, its path in the JSON, or the last part of it.
bool is_named(std::string_view name, std::string_view path, std::string_view wanted);

// What a program has printed: every positive number, of a member or of a member's member.
struct BenchOutput {
  std::string signature;  // empty: not told
  std::vector<std::pair<std::string, double>> figures;
  const double* find(std::string_view path) const;  // nullptr: not there
};
struct BenchFault {
  std::string reason;       // a sentence about the program, "prints …"
  bool stopped = false;     // by whoever runs this, and nobody's fault
  bool failed_run = false;  // it could be a bastide, but this run has come to nothing
};
inline constexpr std::size_t kMostBenchText = std::size_t{1} << 16;
std::variant<BenchOutput, BenchFault> read_bench(std::string_view text);

// Runs program 0 (new) or 1 (old) as `bench ARGUMENTS…`.
using BenchRun = std::function<std::variant<BenchOutput, BenchFault>(
    int program, const std::vector<std::string>& arguments)>;

struct ComparePlan {
  std::string programs[2];
  int rounds = 20;
  double seconds = 0.1;
  std::vector<std::string> only;  // names; empty: all
  bool one_at_a_time = true;      // both know --only
  std::function<void()> before_round;
  std::function<std::string(const std::string& path)> name;  // for people
};

struct ComparedFigure {
  std::string path, name;
  std::vector<std::pair<double, double>> rounds;  // new and old
  Paired log_ratio;   // natural logarithms; above 0: the new one is faster
  bool sure = false;  // that there is a difference, all figures of the table considered
};

struct Comparison {
  std::string signatures[2];
  std::vector<ComparedFigure> figures;  // speeds that both have
  std::vector<ComparedFigure> sizes;    // one round each: they do not vary
  std::vector<std::string> alone[2];    // figures that only one of them has
  int rounds = 0;                       // begun and not given up
  bool stopped = false;
  std::string fault;  // why it ended early, if that was it
};

// A first short run of both: what they have in common. The fault names the program.
std::variant<Comparison, BenchFault> meet(const ComparePlan& plan, const BenchRun& run);
// All rounds. `progress` is told runs that are done, and all.
void compare(const ComparePlan& plan, const BenchRun& run,
             const std::function<void(std::uint64_t, std::uint64_t)>& progress, Comparison& result);

struct CompareColours {
  std::string_view good, bad, dim, off;
};
std::string compare_to_text(const ComparePlan& plan, const Comparison& result,
                            const CompareColours& colours = {});
Json compare_to_json(const ComparePlan& plan, const Comparison& result);

}  // namespace bastide::tools
