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

Flow ask(const Rules& rules, GameState& s, DecisionKind kind, Seat seat, EventSink* events) {
  s.core->decision = kind;
  s.core->actor = seat;
  if (kind == DecisionKind::draw || kind == DecisionKind::place) return Flow::ask;
  const DecisionRules& decision = rules.decisions[static_cast<int>(kind)];
  Options only = Options::seeking_a_choice();
  decision.list(rules, s, only);
  if (only.count() > 1) return Flow::ask;
  return decision.answer(rules, s, only.kept(), events);
}

void begin_part(GameState& s, Seat active) {
  CoreState& g = *s.core;
  g.active = active;
  g.current = kNone;
  g.placed = kNone;
  g.meeple_options = 0;
  g.completed_count = 0;
  g.scored_count = 0;
  g.score_stage = 0;
}

void begin_turn(const Rules&, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  ++g.turn;
  g.step = 0;
  begin_part(s, g.active);
  if (events == nullptr) return;
  Event event;
  event.kind = EventKind::turn;
  event.player = g.active;
  event.value = g.turn;
  events->add(s, event);
}

void finish_game(const Rules& rules, GameState& s, EventSink* events) {
  CoreState& g = *s.core;
  begin_part(s, g.active);
  for (StepFn hook : rules.game_ends)  // whoever asks comes back here with the last answer
    if (hook(rules, s, events) == Flow::ask) return;
  score_final(rules, s, events);
  g.decision = DecisionKind::over;
  g.actor = kNobody;
  if (events == nullptr) return;
  Event event;
  event.kind = EventKind::game_over;
  events->add(s, event);
}

}  // namespace bastide
