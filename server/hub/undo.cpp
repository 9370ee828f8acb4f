// Taking back by consent. The log only grows: what was taken back stays in it, and a line after it
// says so.
#include <algorithm>

#include "server/hub/hub_impl.h"

namespace bastide::server {

namespace {

// Every other person who still plays has said yes. Programs agree to everything, as our bots do.
bool is_granted(const LiveTable& t) {
  return std::ranges::all_of(t.table.meta.seats, [&](const TableSeat& seat) {
    return seat.automatic() || seat.kind == TableSeat::Kind::program ||
           seat.guest == t.undo->guest ||
           std::ranges::find(t.undo->granted, seat.guest) != t.undo->granted.end();
  });
}

}  // namespace

Answer Hub::Impl::ask_undo(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (const Answer refusal = not_playing(t.table)) return refusal;
  if (!t.table.holds(asker.guest.id, m.seat) ||
      t.table.meta.seats[static_cast<std::size_t>(m.seat)].automatic())
    return Denial{Refused::not_seated, "This is not your seat."};
  if (t.table.game->last_answer(static_cast<Seat>(m.seat)) != m.seq)
    return Denial{Refused::stale, "Only the seat's own last answer can be taken back.",
                  RefusedDetail::undo_last};
  t.undo = UndoRequest{m.seat, m.seq, asker.guest.id, {}};
  if (is_granted(t)) {
    undo_if_granted(t, asker);
    return std::nullopt;
  }
  tell_same(t, "undo_asked", undo_members(t), asker);
  return std::nullopt;
}

Answer Hub::Impl::answer_undo(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (const Answer refusal = not_playing(t.table)) return refusal;
  if (!t.table.holds(asker.guest.id, m.seat))
    return Denial{Refused::not_seated, "This is not your seat."};
  if (!t.undo)
    return Denial{Refused::stale, "Nobody asks to take anything back.", RefusedDetail::undo_none};
  if (t.undo->guest == asker.guest.id)
    return Denial{Refused::not_your_turn, "The others have to answer this.", RefusedDetail::others};
  if (!m.flag) {
    tell_same(t, "undo_refused", undo_members(t), asker);
    t.undo.reset();
    return std::nullopt;
  }
  t.undo->granted.push_back(asker.guest.id);
  undo_if_granted(t, asker);
  return std::nullopt;
}

void Hub::Impl::undo_if_granted(LiveTable& t, const Asker& asker) {
  if (!is_granted(t)) return;
  const std::int64_t seq = t.undo->seq;
  const std::int64_t now = loop.now_ms();
  t.undo.reset();
  write(t, {t.table.undo_row(seq, now)}, std::nullopt, [=, this](LiveTable& t, bool ok) {
    if (!ok) return refuse(asker, kNotStored, t.table.id);
    t.table.take_back(seq, now);
    ++t.epoch;
    tell_table(t, "undone", asker.connection != 0 ? std::optional(asker) : std::nullopt);
    tell_programs_from_start(t);
    go_on(t);
  });
}

}  // namespace bastide::server
