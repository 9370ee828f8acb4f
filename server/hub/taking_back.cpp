#include "server/hub/taking_back.h"

#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

bool has_granted(const UndoRequest& request, const std::string& guest) {
  return std::ranges::find(request.granted, guest) != request.granted.end();
}

}  // namespace

// Every other person who still plays has said yes. Programs agree to everything, as our bots do.
bool TakingBack::is_granted(const UndoRequest& request) const {
  return std::ranges::all_of(t.table.meta.seats, [&](const TableSeat& seat) {
    return seat.automatic() || seat.kind == TableSeat::Kind::program ||
           seat.guest == request.guest || has_granted(request, seat.guest);
  });
}

std::size_t TakingBack::most() const {
  return t.table.clocks.exist() ? t.site.options.max_undos_with_clock : t.site.options.max_undos;
}

// --- what is told ---

std::string TakingBack::members(const UndoRequest& request) const {
  return ObjectText()
      .text("table", t.table.id)
      .number("seat", request.seat)
      .number("seq", request.seq)
      .take_members();
}

void TakingBack::tell(const Asker& asker) const {
  if (const UndoRequest* asked = t.table.undo_asked())
    send(asker, MessageText("undo_asked").members(members(*asked)).take());
}

// A request that is gone, though the game has not moved on since, was refused.
void TakingBack::followed(const TableMeta& before) const {
  const UndoRequest* asked = t.table.undo_asked();
  if (asked != nullptr) {
    if (!before.undo || !before.undo->is_same(*asked))
      t.speaking.tell_same("undo_asked", members(*asked), {});
  } else if (before.undo && !t.table.meta.undo && t.table.is_open(*before.undo)) {
    t.speaking.tell_same("undo_refused", members(*before.undo), {});
  }
}

// --- what is asked ---

Task<Answer> TakingBack::ask(const Asker& asker, const ClientMessage& m) {
  if (const Answer refusal = t.not_playing()) co_return refusal;
  if (!t.table.holds(asker.guest.id, m.seat) ||
      t.table.meta.seats[static_cast<std::size_t>(m.seat)].automatic())
    co_return Denial{Refused::not_seated, "This is not your seat."};
  if (t.table.game->last_answer(static_cast<Seat>(m.seat)) != m.seq)
    co_return Denial{Refused::stale, "Only the seat's own last answer can be taken back.",
                     RefusedDetail::undo_last};
  if (t.table.undos >= most())
    co_return Denial{Refused::too_many, "In this game enough has been taken back.",
                     RefusedDetail::undos, static_cast<std::int64_t>(most())};
  UndoRequest request{m.seat, m.seq, t.table.undos, asker.guest.id, {}};
  const UndoRequest* asked = t.table.undo_asked();
  if (asked != nullptr && asked->is_same(request)) request.granted = asked->granted;
  if (is_granted(request)) co_return co_await take_back(std::move(request), asker);
  const std::string told = members(request);
  const bool is_kept = co_await note(std::move(request));
  if (!is_kept) co_return not_stored();
  t.speaking.tell_same("undo_asked", told, asker);
  co_return std::nullopt;
}

Task<Answer> TakingBack::answer(const Asker& asker, const ClientMessage& m) {
  if (const Answer refusal = t.not_playing()) co_return refusal;
  if (!t.table.holds(asker.guest.id, m.seat))
    co_return Denial{Refused::not_seated, "This is not your seat."};
  const UndoRequest* asked = t.table.undo_asked();
  if (asked == nullptr)
    co_return Denial{Refused::stale, "Nobody asks to take anything back.",
                     RefusedDetail::undo_none};
  if (asked->guest == asker.guest.id)
    co_return Denial{Refused::not_your_turn, "The others have to answer this.",
                     RefusedDetail::others};
  UndoRequest request = *asked;
  if (!m.flag) {
    const bool is_kept = co_await note(std::nullopt);
    if (!is_kept) co_return not_stored();
    t.speaking.tell_same("undo_refused", members(request), asker);
    co_return std::nullopt;
  }
  if (!has_granted(request, asker.guest.id)) request.granted.push_back(asker.guest.id);
  if (is_granted(request)) co_return co_await take_back(std::move(request), asker);
  const bool is_kept = co_await note(std::move(request));
  co_return is_kept ? Answer() : not_stored();
}

Task<void> TakingBack::look_again() {
  const UndoRequest* asked = t.table.undo_asked();
  if (asked == nullptr || !is_granted(*asked)) co_return;
  UndoRequest request = *asked;
  co_await take_back(std::move(request), std::nullopt);
}

// --- what is stored ---

// The game has not moved by it. Written also where nothing is new: whoever knows less than the
// store learns it by that.
Task<bool> TakingBack::note(std::optional<UndoRequest> request) {
  TableMeta meta = t.table.meta;
  meta.undo = std::move(request);
  return t.write_aside(std::move(meta));
}

Task<Answer> TakingBack::take_back(UndoRequest request, std::optional<Asker> asker) {
  const auto seat = static_cast<Seat>(request.seat);
  const std::int64_t now = t.now();
  Clocks clocks = t.table.clocks;
  clocks.answered(now, seat, false);
  TableWrite write;
  write.rows.push_back(t.table.undo_row(request.seq, now));
  write.due_ms = due_ms(t.table.meta, seat, clocks, now);
  if (t.table.meta.undo) {
    write.meta = t.table.meta;
    write.meta->undo.reset();
  }
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) co_return not_stored();
  t.table.take_back(request.seq, now);
  ++t.epoch;
  t.site.bots.drop(t.table.id);
  t.speaking.forget_texts();
  t.speaking.tell_table("undone", asker);
  t.programs.tell_all_from_start();
  t.playing.go_on();
  co_return std::nullopt;
}

}  // namespace bastide::server
