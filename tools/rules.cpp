// bastide rules: the sets, starts and options that a setup may name.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "engine/game/setup.h"
#include "engine/notation/json_rules.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

void print_sets() {
  const Paint& p = paint();
  fmt::print("{}Sets{}\n", p.bold, p.off);
  for (const SetInfo& set : set_infos())
    fmt::print("  {}{:<24}{} {:>3} tiles  {}{}\n", set.available ? p.green : p.dim, set.name, p.off,
               set.tiles, set.title, set.available ? "" : "  (tiles only: not playable yet)");
  fmt::print("  Several copies of a set: {}base:2{}\n", p.cyan, p.off);
}

void print_starts() {
  const Paint& p = paint();
  fmt::print("\n{}Starts{} (left out, the start follows from the sets)\n ", p.bold, p.off);
  for (const std::string_view start : start_names()) fmt::print(" {}{}{}", p.cyan, start, p.off);
  fmt::print("\n");
}

void print_options() {
  const Paint& p = paint();
  fmt::print("\n{}Options{} (the default first)\n", p.bold, p.off);
  for (const OptionInfo& info : option_infos()) {
    std::string values;
    for (const std::string_view value : info.values)
      values.append(values.empty() ? "" : " | ").append(value);
    fmt::print("  {}{}{} = {}\n", p.yellow, info.name, p.off, values);
    fmt::print("      {} {}[{}; {}]{}\n", info.meaning, p.dim, info.sets, info.ledger, p.off);
  }
}

}  // namespace

int run_rules(const RulesOptions& options) {
  if (options.json) {
    fmt::print("{}\n", line_of(rules_to_json()));
    return kExitOk;
  }
  print_sets();
  print_starts();
  print_options();
  return kExitOk;
}

}  // namespace bastide::tools
