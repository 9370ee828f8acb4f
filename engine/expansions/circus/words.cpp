// What people read and write of the set: the public state, loaded positions, refusals.
#include "engine/expansions/circus/parts.h"
#include "engine/rules/loaded_words.h"
#include "engine/turn/turn.h"

namespace bastide::circus {
namespace {

// --- Loaded positions ----------------------------------------------------------

// big_top 1,0: where it stands
bool load_big_top(const Rules& rules, GameState& s, std::string_view value) {
  const auto at = read_cell(value);
  if (!at || !has_mark(rules, s, find_tile(s, *at), Mark::circus)) return false;
  auto& state = rules.ext<CircusState>(s);
  state.in_play = 1;
  state.big_top = *at;
  return true;
}

// tokens_seen seal seal flea: those that were turned up already
bool load_seen(const Rules& rules, GameState& s, std::string_view value) {
  auto& state = rules.ext<CircusState>(s);
  for (std::string_view word = take_word(value); !word.empty(); word = take_word(value)) {
    const auto token = parse_name<Token>(kTokenNames, word);
    const int animal = token ? static_cast<int>(*token) - kFirstAnimal : -1;
    if (animal < 0 || state.unseen[animal] == 0) return false;
    --state.unseen[animal];
  }
  return true;
}

// --- Refusals ------------------------------------------------------------------

std::string explain_acrobat(const Rules& rules, const GameState& s, const Action& action) {
  const std::uint32_t tile = find_tile(s, action.at);
  if (!has_mark(rules, s, tile, Mark::acrobats)) return "that tile has no place for acrobats";
  if (action.piece != PieceKind::meeple) return "only ordinary meeples become acrobats";
  if (!has_acrobat_spaces(rules, s, tile)) return "no acrobat goes onto a tile with a bridge";
  if (acrobats_on(s, tile) >= kPyramid) return "three acrobats stand there already";
  if (!is_in_reach_of_acrobats(rules, s, tile))
    return "an acrobat goes only onto the tile just placed or onto one beside it";
  return "";
}

std::string explain_pyramid(const GameState& s, const Action& action) {
  const std::uint32_t tile = find_tile(s, action.at);
  const int acrobats = tile == kNotThere ? 0 : acrobats_on(s, tile);
  return acrobats == 0 ? "no acrobats stand there"
                       : "a pyramid is scored only when it has three acrobats";
}

}  // namespace

// Q-CI-16: by kind, those that are there.
void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& state = rules.ext<CircusState>(s);
  out.open_object("circus");
  if (state.in_play != 0)
    out.place("at", state.big_top);
  else
    out.nothing("at");
  out.open_object("tokens");
  for (int animal = 0; animal < kAnimals; ++animal)
    if (state.unseen[animal] != 0)
      out.number(kTokenNames[static_cast<std::size_t>(kFirstAnimal + animal)],
                 state.unseen[animal]);
  out.close();
  out.close();
}

bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word == "big_top") return load_big_top(rules, s, value);
  return word == "tokens_seen" && load_seen(rules, s, value);
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::meeple && action.kind == ActionKind::meeple &&
      action.seg == seg_of(Spot::acrobats))
    return explain_acrobat(rules, s, action);
  if (asked == DecisionKind::meeple && action.kind == ActionKind::pyramid)
    return explain_pyramid(s, action);
  const Step step = rules.steps[s.core->step];
  if (asked == DecisionKind::token && action.kind == ActionKind::token &&
      (step == Step::circus || step == Step::score_circus))
    return "no such token lies face down";
  return "";
}

}  // namespace bastide::circus
