#include "engine/turn/turn.h"

#include "engine/scoring/score.h"

namespace bastide {

int Rules::index_of(Step step) const {
  for (int i = 0; i < step_count; ++i)
    if (steps[i] == step) return i;
  return -1;
}

void run_steps(const Rules& rules, GameState& s, EventSink* events) {
  for (;;) {
    switch (rules.step_fns[s.core->step](rules, s, events)) {
      case Flow::ask:
        return;
      case Flow::proceed:
        ++s.core->step;
        break;
      case Flow::repeat:
        break;
    }
  }
}

void play_steps(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const AnswerFn answer = rules.decisions[s.core->decision].answer;
  switch (answer(rules, s, action, events)) {
    case Flow::ask:
      return;
    case Flow::proceed:
      ++s.core->step;
      break;
    case Flow::repeat:
      break;
  }
  run_steps(rules, s, events);
}

void play_steps_untold(const Rules& rules, GameState& s, const Action& action) {
  play_steps(rules, s, action, nullptr);
}

Flow ask(const Rules& rules, GameState& s, DecisionKind kind, Seat seat, EventSink* events) {
  s.core->decision = kind;
  s.core->actor = seat;
  const DecisionRules& decision = rules.decisions[kind];
  if (decision.always_asked) return Flow::ask;
  Options only = Options::seeking_a_choice();
  decision.list(rules, s, only);
  if (only.count() > 1) return Flow::ask;
  return decision.answer(rules, s, only.kept(), events);
}

void begin_further_part(const Rules& rules, GameState& s) {
  CoreState& g = *s.core;
  begin_part(s, g.active);
  g.part = 2;
  g.part_due = 0;
  g.step = static_cast<std::uint8_t>(rules.part_index);
}

Flow end_game(const Rules& rules, GameState& s, EventSink* events) {
  for (NextPart hook : rules.before_ending)
    if (hook(rules, s, events)) return Flow::repeat;
  begin_part(s, s.core->active);
  s.core->step = static_cast<std::uint8_t>(rules.ending_index);
  return Flow::repeat;
}

Flow score_unfinished_step(const Rules& rules, GameState& s, EventSink* events) {
  score_occupied(rules, s, false, events);
  return Flow::proceed;
}

Flow score_fields_step(const Rules& rules, GameState& s, EventSink* events) {
  score_occupied(rules, s, true, events);
  return Flow::proceed;
}

Flow castles_home_step(const Rules& rules, GameState& s, EventSink* events) {
  for (int i = s.core->pieces - 1; i >= 0; --i)
    if (s.pieces[i].standing == Standing::sheltered)
      send_home(rules, s, i, EventKind::returned, events);
  return Flow::proceed;
}

Flow go_home_step(const Rules& rules, GameState& s, EventSink*) {
  for (GoHome hook : rules.go_home) hook(rules, s);
  clear_pieces(rules, s);
  return Flow::proceed;
}

Flow game_over_step(const Rules&, GameState& s, EventSink* events) {
  s.core->decision = DecisionKind::over;
  s.core->actor = kNobody;
  tell(events, s, EventKind::game_over, kNobody);
  return Flow::ask;
}

}  // namespace bastide
