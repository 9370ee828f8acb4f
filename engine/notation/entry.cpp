#include "engine/notation/entry.h"

#include "engine/notation/json_action.h"
#include "engine/notation/json_event.h"
#include "engine/notation/json_writer.h"

namespace bastide {

EntryText apply_as_entry(const Rules& rules, GameState& s, std::int64_t seq, const Action& action,
                         SeatBits cannot_win) {
  EntryText out;
  out.action =
      text_of([&](JsonWriter& text) { write_action(name_action(rules, s, action), "", text); });
  JsonEvents events(rules, cannot_win);
  if (seq == 0) s = initial_state(rules, &events);
  apply_assume_legal(rules, s, action, &events);
  JsonWriter text;
  text.open_object("");
  text.number("seq", seq);
  text.raw("action", out.action);
  text.raw("events", events.take_text());
  write_scores(rules, s, "scores", text);
  text.close();
  out.entry = text.take();
  out.action.shrink_to_fit();  // both are kept
  out.entry.shrink_to_fit();
  return out;
}

}  // namespace bastide
