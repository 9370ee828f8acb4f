// What people read and write of the set: the public state, loaded positions, refusals.
#include "engine/expansions/hills_sheep/parts.h"
#include "engine/rules/loaded_words.h"
#include "engine/turn/turn.h"

namespace bastide::hills_sheep {
namespace {

// FLOCK-15: numbers by kind, those that are there.
void write_tokens(std::string_view name, const std::uint16_t* tokens, int kinds, FieldWriter& out) {
  out.open_object(name);
  for (int token = 0; token < kinds; ++token)
    if (tokens[token] != 0) out.number(kTokenNames[static_cast<std::size_t>(token)], tokens[token]);
  out.close();
}

// --- Loaded positions ----------------------------------------------------------

// flock R sheep3 sheep2: tokens beside R's shepherd, out of the bag
bool load_flock(const Rules& rules, GameState& s, std::string_view value) {
  auto& state = rules.ext<HillsSheepState>(s);
  const auto seat = read_seat(rules, take_word(value));
  if (!seat || shepherd_of(s, *seat) == kNoPiece) return false;
  for (std::string_view word = take_word(value); !word.empty(); word = take_word(value)) {
    const auto token = parse_name<Token>(kTokenNames, word);
    if (!token || *token == Token::wolf || state.bag[index_of(*token)] == 0) return false;
    --state.bag[index_of(*token)];
    ++state.flock[*seat][index_of(*token)];
  }
  return true;
}

// hidden 2: so many of the unseen tiles lie under hills
bool load_hidden(const Rules& rules, GameState& s, std::string_view value) {
  std::uint16_t& left = s.core->left[rules.stack_count - 1];
  std::uint16_t number = 0;
  if (!read_number(value, number) || number > left) return false;
  left = static_cast<std::uint16_t>(left - number);
  s.core->hidden = static_cast<std::uint16_t>(s.core->hidden + number);
  return true;
}

// --- Refusals ------------------------------------------------------------------

std::string explain_shepherd(const GameState& s, const Action& action) {
  const FeatureId f = feature_on_placed(s, action);
  if (f == kNone) return "";
  if (s.features[f].kind != SegmentKind::field) return "the shepherd goes only onto fields";
  return has_shepherd(s, f) ? "a shepherd stands on that field already" : "";
}

}  // namespace

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  write_tokens("bag", rules.ext<HillsSheepState>(s).bag, kTokens, out);
}

void write_flock(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                 FieldWriter& out) {
  if (piece.kind == PieceKind::shepherd)
    write_tokens("flock", rules.ext<HillsSheepState>(s).flock[piece.owner], kSheepTokens, out);
}

// How many lie under hills is shown beside the tiles that are left, which are hashed by themselves.
void write_hidden(const Rules&, const GameState& s, FieldWriter& out) {
  if (s.core->hidden != 0) out.number("under_hills", s.core->hidden);
}

bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word == "flock") return load_flock(rules, s, value);
  return word == "hidden" && load_hidden(rules, s, value);
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::meeple && action.kind == ActionKind::meeple &&
      action.piece == PieceKind::shepherd)
    return explain_shepherd(s, action);
  if (asked == DecisionKind::flock)
    return action.kind == ActionKind::grow || action.kind == ActionKind::herd
               ? "your shepherd stands elsewhere"
               : "the flock has to grow or to be herded";
  if (asked == DecisionKind::token && action.kind == ActionKind::token &&
      rules.steps[s.core->step] == Step::flocks)
    return "no such token lies in the bag";
  return "";
}

}  // namespace bastide::hills_sheep
