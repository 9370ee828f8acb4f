// Answers of people and bots, and their time. An answer is worked out on a copy of the position,
// stored with all draws that follow it, and only then taken over and told.
#include <algorithm>

#include "engine/notation/json_action.h"
#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"
#include "server/hub/secrets.h"

namespace bastide::server {

Answer Hub::Impl::act(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  const Table& table = t.table;
  if (const Answer refusal = not_playing(table)) return refusal;
  if (!table.sits(asker.guest.id))
    return Denial{Refused::not_seated, "You have no seat at this table."};
  const Game& game = *table.game;
  if (t.busy || m.seq != game.seq())
    return Denial{Refused::stale, "The game has gone on: this answer came for number " +
                                      std::to_string(m.seq) + ", the next is " +
                                      std::to_string(game.seq()) + "."};
  const Seat asked = actor(game.state());
  if (!table.decides(asker.guest.id) || (m.action.by && *m.action.by != asked))
    return Denial{Refused::not_your_turn, "It is not for you to answer now."};
  const auto found = find_legal_action(game.rules(), game.state(), m.action);
  if (const auto* wrong = std::get_if<Refusal>(&found))
    return Denial{Refused::illegal, wrong->reason};
  play(t, std::get<Action>(found), asker);
  return std::nullopt;
}

void Hub::Impl::play(LiveTable& t, const Action& action, const std::optional<Asker>& asker) {
  const std::int64_t now = loop.now_ms();
  const auto next = std::make_shared<Proposal>(t.table.game->propose(action, t.table.cannot_win()));
  std::optional<TableUpdate> update;
  const bool ends = is_over(next->state);
  TableMeta meta = t.table.meta;
  if (ends) {
    meta.status = Status::over;
    meta.result = result_of(t.table.game->rules(), next->state, t.table.cannot_win());
    update = table_update(meta, now);
  }
  write(t, t.table.rows(*next, now), std::move(update), [=, this](LiveTable& t, bool ok) {
    if (!ok) {
      if (asker) refuse(*asker, kNotStored, t.table.id);
      t.bot_epoch = 0;  // whoever is to answer tries again
      return later(std::chrono::milliseconds(kStorageRetryMs), [this, id = t.table.id] {
        if (LiveTable* again = find_table(id); again != nullptr && !again->busy && refresh(*again))
          go_on(*again);
      });
    }
    counters.actions += next->entries.size();
    const GameState before = t.table.game->state();
    const std::int64_t first = t.table.game->seq();
    t.table.accept(std::move(*next), now);
    ++t.epoch;
    if (t.undo && t.table.game->last_answer(static_cast<Seat>(t.undo->seat)) != t.undo->seq)
      t.undo.reset();  // the one who asked has gone on
    if (ends) {
      t.table.meta = meta;
      t.undo.reset();
      ++counters.games_finished;
      t.idle_ms = now;
    }
    tell_update(t, before, first, asker);
    if (ends) tell_meta(t, std::nullopt);  // with the seed
    tell_programs(t, first);
    go_on(t);
  });
}

// --- seats that are played on by a bot ---

void Hub::Impl::give_to_bot(LiveTable& t, std::size_t seat, bool TableSeat::* mark,
                            const std::optional<Asker>& asker) {
  TableMeta meta = t.table.meta;
  meta.seats[seat].*mark = true;
  auto update = table_update(meta, loop.now_ms());
  write(t, {}, std::move(update), [=, this](LiveTable& t, bool ok) {
    if (!ok && asker) return refuse(*asker, kNotStored, t.table.id);
    if (!ok) return give_to_bot_later(t.table.id, seat, mark);
    t.table.meta = meta;
    t.table.clocks.exempt(static_cast<Seat>(seat));
    tell_meta(t, asker);
    dismiss_unseated(t);
    if (t.undo) undo_if_granted(t, {});  // one fewer who has to consent
    if (!t.busy) go_on(t);
  });
}

// Time that is up stays up, and a forfeit a forfeit, when the store fails.
void Hub::Impl::give_to_bot_later(const std::string& table, std::size_t seat,
                                  bool TableSeat::* mark) {
  later(std::chrono::milliseconds(kStorageRetryMs), [=, this] {
    LiveTable* t = find_table(table);
    if (t == nullptr || t->table.meta.status != Status::playing || stopping) return;
    if (t->busy || !refresh(*t)) return give_to_bot_later(table, seat, mark);
    if (!t->busy && !t->table.meta.seats[seat].automatic())
      give_to_bot(*t, seat, mark, std::nullopt);
  });
}

Answer Hub::Impl::resign(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (const Answer refusal = not_playing(t.table)) return refusal;
  if (!t.table.holds(asker.guest.id, m.seat))
    return Denial{Refused::not_seated, "This is not your seat."};
  const auto seat = static_cast<std::size_t>(m.seat);
  if (t.table.meta.seats[seat].automatic())
    return Denial{Refused::not_allowed, "A bot plays this seat already.", RefusedDetail::automatic};
  give_to_bot(t, seat, &TableSeat::resigned, asker);
  return std::nullopt;
}

void Hub::Impl::go_on(LiveTable& t) {
  if (t.table.meta.status != Status::playing || stopping) return;
  const Seat asked = actor(t.table.game->state());
  if (asked >= t.table.seat_count()) return;
  const TableSeat& seat = t.table.meta.seats[asked];
  if (seat.automatic()) return ask_bot(t);
  if (seat.kind == TableSeat::Kind::program) ask_program(t);
  watch_clock(t);
}

// --- bots ---

void Hub::Impl::ask_bot(LiveTable& t) {
  if (t.bot_epoch == t.epoch || t.busy) return;
  t.bot_epoch = t.epoch;
  const Game& game = *t.table.game;
  const Seat asked = actor(game.state());
  BotJob job{
      .rules = game.rules_pointer(),
      .setup = game.setup(),
      .state = game.state(),
      .bot = std::string(t.table.meta.seats[asked].player()),
      .seed = Rng::stream(bot_seed(t.table.seed), static_cast<std::uint64_t>(game.seq())).next(),
      .time = std::chrono::milliseconds(options.bot_ms),
      .done = {}};
  job.done = [this, still = std::weak_ptr(alive), &loop = loop, id = t.table.id, epoch = t.epoch](
                 const Action& action, std::chrono::microseconds took) {
    loop.post([=, this] {
      if (still.expired()) return;
      ++counters.bot_moves;
      counters.bot_us += static_cast<std::uint64_t>(took.count());
      bot_answered(id, epoch, action);
    });
  };
  bots.ask(std::move(job));
}

void Hub::Impl::bot_answered(const std::string& table, std::uint64_t epoch, const Action& action) {
  LiveTable* t = find_table(table);
  if (t == nullptr || t->epoch != epoch || t->bot_epoch != epoch || stopping) return;  // too late
  const bool watched = std::ranges::any_of(
      t->watchers, [&](ConnectionId id) { return t->table.sits(clients.at(id).guest.id); });
  const bool charged = t->table.clocks.running_left(loop.now_ms()).has_value();  // a program
  const std::int64_t rest =
      watched && !charged ? t->told_ms + options.bot_pause_ms - loop.now_ms() : 0;
  if (rest > 0)
    return later(std::chrono::milliseconds(rest),
                 [=, this] { bot_answered(table, epoch, action); });
  if (t->busy)  // a seat is being changed: the answer still holds afterwards
    return later(std::chrono::milliseconds(1), [=, this] { bot_answered(table, epoch, action); });
  if (t->suspect && !refresh(*t)) {
    t->bot_epoch = 0;
    return later(std::chrono::milliseconds(kStorageRetryMs), [=, this] {
      if (LiveTable* again = find_table(table)) go_on(*again);
    });
  }
  if (t->epoch == epoch) play(*t, action, std::nullopt);
}

// --- clocks ---

void Hub::Impl::watch_clock(LiveTable& t) {
  const std::int64_t now = loop.now_ms();
  const auto left = t.table.clocks.running_left(now);
  if (!left) return;
  const std::int64_t due = now + *left + 1;
  if (t.timer_due != 0 && t.timer_due <= due) return;  // it will look again when it rings
  t.timer_due = due;
  later(std::chrono::milliseconds(due - now), [this, id = t.table.id, due] {
    LiveTable* table = find_table(id);
    if (table == nullptr || table->timer_due != due) return;  // an earlier one took its place
    table->timer_due = 0;
    clock_rang(id);
  });
}

void Hub::Impl::clock_rang(const std::string& table) {
  LiveTable& t = *find_table(table);
  if (t.table.meta.status != Status::playing || stopping) return;
  if (t.busy)  // an answer that came in time is being stored
    return later(std::chrono::milliseconds(10), [this, table] {
      if (find_table(table) != nullptr) clock_rang(table);
    });
  const auto left = t.table.clocks.running_left(loop.now_ms());
  if (!left) return;
  if (*left > 0) return watch_clock(t);
  give_to_bot(t, actor(t.table.game->state()), &TableSeat::timeout, std::nullopt);
}

}  // namespace bastide::server
