// The options of wire.md §3, default first.
#include <vector>

#include "engine/game/setup.h"

namespace bastide {
namespace {

OptionInfo flag(std::string_view name, bool default_value, bool RuleOptions::* field,
                std::string_view sets, std::string_view ledger, std::string_view meaning) {
  const auto first = default_value ? std::string_view("true") : std::string_view("false");
  const auto second = default_value ? std::string_view("false") : std::string_view("true");
  return {name, sets, {first, second}, true, ledger, meaning, field, !default_value};
}

OptionInfo words(std::string_view name, std::string_view first, std::string_view second,
                 bool RuleOptions::* field, std::string_view sets, std::string_view ledger,
                 std::string_view meaning) {
  return {name, sets, {first, second}, false, ledger, meaning, field, true};
}

}  // namespace

std::span<const OptionInfo> option_infos() {
  static const std::vector<OptionInfo> infos{
#define FLAG_OPTION(name, value, sets, ledger, meaning) \
  flag(#name, value, &RuleOptions::name, sets, ledger, meaning),
#define WORD_OPTION(name, first, second, sets, ledger, meaning) \
  words(#name, #first, #second, &RuleOptions::name##_##second, sets, ledger, meaning),
#include "engine/core/words.inc"
  };
  return infos;
}

}  // namespace bastide
