// Abbey & Mayor: a tile in everybody's hand that fills a hole, mayors who count pennants, wagons
// that drive on when they have scored, and barns that end the farmers' work.
#include <algorithm>

#include "engine/expansions/abbey_mayor/parts.h"
#include "engine/rules/module.h"

namespace bastide::abbey_mayor {
namespace {

int copies_in(const Setup& setup) {
  for (const SetChoice& choice : setup.sets)
    if (choice.name == name_of(ModuleId::abbey_mayor)) return choice.copies;
  return 1;
}

std::optional<SetupError> install(Rules& rules, const Setup& setup) {
  const int each = std::min(copies_in(setup), kMostOfAKind);  // AM-2, Q-AM-23
  install_abbeys(rules, each);
  install_mayors(rules, each);
  install_wagons(rules, each);
  if (rules.options.fields)
    install_barns(rules, each);
  else
    bring_piece(rules, PieceKind::barn, 0, {});  // Q-AM-20: they stay in the box
  speak(rules,
        {.state = write_state, .hidden = write_hidden, .loaded = load_word, .refusal = explain});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::abbey_mayor

bastide::ModuleRules bastide::module_abbey_mayor() {
  return {.install = abbey_mayor::install, .state_bytes = bytes_of<abbey_mayor::AbbeyMayorState>};
}
