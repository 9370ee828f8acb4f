#include "engine/rules/tokens.h"

namespace bastide {
namespace {

const TokenSource& source_asked(const Rules& rules, const GameState& s) {
  return rules.token_sources[rules.steps[s.core->step]];
}

void list_tokens(const Rules& rules, const GameState& s, Options& out) {
  source_asked(rules, s).list(rules, s, out);
}

Flow answer_token(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  return source_asked(rules, s).answer(rules, s, action, events);
}

std::uint32_t weigh_token(const Rules& rules, const GameState& s, const Action& action) {
  return source_asked(rules, s).weigh(rules, s, action);
}

}  // namespace

void bring_tokens(Rules& rules, Step asked_in, const TokenSource& source) {
  rules.token_sources[asked_in] = source;
  rules.decisions[DecisionKind::token] = {
      .list = list_tokens, .answer = answer_token, .weigh = weigh_token};
}

}  // namespace bastide
