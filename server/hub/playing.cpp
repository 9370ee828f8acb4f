#include "server/hub/playing.h"

#include <algorithm>

#include "engine/notation/json_action.h"
#include "server/hub/secrets.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

Task<Answer> Playing::act(const Asker& asker, const ClientMessage& m) {
  const Table& table = t.table;
  if (const Answer refusal = t.not_playing()) co_return refusal;
  if (!table.sits(asker.guest.id))
    co_return Denial{Refused::not_seated, "You have no seat at this table."};
  const Game& game = *table.game;
  if (m.seq != game.seq())
    co_return Denial{Refused::stale, "The game has gone on: this answer came for number " +
                                         std::to_string(m.seq) + ", the next is " +
                                         std::to_string(game.seq()) + "."};
  const Seat asked = actor(game.state());
  if (!table.decides(asker.guest.id) || (m.action.by && *m.action.by != asked))
    co_return Denial{Refused::not_your_turn, "It is not for you to answer now."};
  const auto found = find_legal_action(game.rules(), game.state(), m.action);
  if (const auto* wrong = std::get_if<Refusal>(&found))
    co_return Denial{Refused::illegal, wrong->reason};
  const bool is_stored = co_await play(std::get<Action>(found), asker);
  co_return is_stored ? Answer() : not_stored();
}

Task<bool> Playing::play(Action action, std::optional<Asker> asker) {
  const std::int64_t now = t.now();
  Table& table = t.table;
  Proposal next = table.game->propose(action, table.cannot_win());
  const bool ends = is_over(next.state);
  TableWrite write;
  write.rows = table.rows(next, now);
  write.driven = !asker && table.meta.seats[actor(table.game->state())].automatic();
  if (ends) {
    write.meta = table.meta;
    write.meta->status = Status::over;
    write.meta->result = result_of(table.game->rules(), next.state, table.cannot_win());
  } else {
    write.due_ms = due_ms(table.meta, actor(next.state), table.clocks_after(next, now), now);
  }
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) {
    bot_epoch_ = 0;  // whoever is to answer tries again
    t.later(kStorageRetry, [](TableActor& t) -> Task<void> {
      const bool is_settled = co_await t.settle();
      if (is_settled) t.playing.go_on();
    });
    co_return false;
  }
  t.site.counters.actions.add(next.entries.size());
  const GameState before = table.game->state();
  const std::int64_t first = table.game->seq();
  table.accept(std::move(next), now);
  ++t.epoch;
  if (ends) {
    t.site.counters.games_finished.add();
    t.touch();
  }
  t.speaking.tell_update(before, first, asker);
  if (ends) t.speaking.tell_meta({});  // with the seed
  t.programs.tell_all(first);
  go_on();
  co_return true;
}

// --- seats that are played on by a bot ---

Task<Answer> Playing::give_to_bot(std::size_t seat, bool TableSeat::* mark,
                                  std::optional<Asker> asker) {
  TableWrite write;
  write.meta = t.table.meta;
  write.meta->seats[seat].*mark = true;
  write.due_ms = t.due(*write.meta);
  write.driven = mark == &TableSeat::timeout;
  const bool is_kept = co_await t.write(std::move(write));
  if (!is_kept) {
    if (!asker)
      t.later(kStorageRetry,
              [=](TableActor& t) { return t.playing.give_to_bot_again(seat, mark); });
    co_return not_stored();
  }
  t.table.clocks.exempt(static_cast<Seat>(seat));
  t.speaking.tell_meta(asker);
  t.programs.dismiss_unseated();
  co_await t.taking_back.look_again();  // one fewer who has to consent
  go_on();
  co_return std::nullopt;
}

Task<void> Playing::give_to_bot_again(std::size_t seat, bool TableSeat::* mark) {
  if (!t.is_playing() || t.site.stopping) co_return;
  const bool is_settled = co_await t.settle();
  if (!is_settled) {
    t.later(kStorageRetry, [=](TableActor& t) { return t.playing.give_to_bot_again(seat, mark); });
  } else if (t.is_playing() && !t.table.meta.seats[seat].automatic()) {
    co_await give_to_bot(seat, mark, std::nullopt);
  }
}

Task<Answer> Playing::resign(const Asker& asker, const ClientMessage& m) {
  if (const Answer refusal = t.not_playing()) co_return refusal;
  if (!t.table.holds(asker.guest.id, m.seat))
    co_return Denial{Refused::not_seated, "This is not your seat."};
  const auto seat = static_cast<std::size_t>(m.seat);
  if (t.table.meta.seats[seat].automatic())
    co_return Denial{Refused::not_allowed, "A bot plays this seat already.",
                     RefusedDetail::automatic};
  co_return co_await give_to_bot(seat, &TableSeat::resigned, asker);
}

void Playing::go_on() {
  if (t.site.stopping) return;
  const Seat asked = t.asked();
  if (asked == kNobody) return;
  const TableSeat& seat = t.table.meta.seats[asked];
  // A program is asked by the node that has its line.
  if (seat.kind == TableSeat::Kind::program && !seat.automatic()) t.programs.ask();
  if (!t.driving.is_here()) return;
  if (seat.automatic()) return ask_bot();
  watch_clock();
}

// --- bots ---

void Playing::expect_answer() { bot_epoch_ = t.epoch; }

bool Playing::is_answered() const { return bot_epoch_ == t.epoch; }

void Playing::ask_bot() {
  if (is_answered()) return;
  expect_answer();
  const Game& game = *t.table.game;
  BotJob job{
      .table = t.table.id,
      .asker = t.table.meta.host,
      .rules = game.rules_pointer(),
      .setup = game.setup(),
      .state = game.state(),
      .bot = std::string(t.table.meta.seats[actor(game.state())].player()),
      .seed = Rng::stream(bot_seed(t.table.secret), static_cast<std::uint64_t>(game.seq())).next(),
      .time = std::chrono::milliseconds(t.site.options.bot_ms),
      .done = {}};
  job.done = [weak = t.weak_from_this(), &loop = t.loop, epoch = t.epoch](
                 const Action& action, std::chrono::microseconds took) {
    loop.post([=] {
      const auto table = weak.lock();
      if (!table) return;
      table->site.counters.bot_moves.add();
      table->site.counters.bot_us.add(static_cast<std::uint64_t>(took.count()));
      table->ask([=](TableActor& t) { return t.playing.bot_answered(epoch, action); });
    });
  };
  t.site.bots.ask(std::move(job));
}

Task<void> Playing::bot_answered(std::uint64_t epoch, Action action) {
  const auto too_late = [&] {
    return t.epoch != epoch || bot_epoch_ != epoch || t.site.stopping || !t.is_playing();
  };
  if (too_late()) co_return;
  if (t.table.meta.seats[t.asked()].automatic() && !t.driving.is_here()) {
    bot_epoch_ = 0;  // another node has asked its own by now
    co_return;
  }
  const bool watched = std::ranges::any_of(t.table.meta.seats, [&](const TableSeat& seat) {
    return t.audience.has(seat.guest) || t.elsewhere.has(seat.guest);
  });
  const bool charged = t.table.clocks.running_left(t.now()).has_value();  // a program
  const std::int64_t rest =
      watched && !charged ? t.speaking.told_ms() + t.site.options.bot_pause_ms - t.now() : 0;
  if (rest > 0) {
    t.later(std::chrono::milliseconds(rest),
            [=](TableActor& t) { return t.playing.bot_answered(epoch, action); });
    co_return;
  }
  const bool is_settled = co_await t.settle();
  if (!is_settled) {
    bot_epoch_ = 0;
    t.later(kStorageRetry, [](TableActor& t) -> Task<void> {
      t.playing.go_on();
      co_return;
    });
    co_return;
  }
  if (!too_late()) co_await play(action, std::nullopt);
}

// --- clocks ---

// Clocks of nodes agree to a few milliseconds: so nobody loses by the difference.
std::int64_t Playing::grace() const { return t.site.nodes.alone() ? 0 : kClockGrace.count(); }

bool Playing::is_time_up() const {
  const auto left = t.table.clocks.running_left(t.now() - grace());
  return left && *left <= 0;
}

void Playing::watch_clock() {
  const std::int64_t now = t.now();
  const auto left = t.table.clocks.running_left(now);
  if (!left) return;
  const std::int64_t due = now + *left + 1 + grace();
  if (timer_due_ != 0 && timer_due_ <= due) return;  // it will look again when it rings
  timer_due_ = due;
  t.later(std::chrono::milliseconds(due - now),
          [due](TableActor& t) { return t.playing.clock_rang(due); });
}

// As a job of the table it comes after an answer that came in time.
Task<void> Playing::clock_rang(std::int64_t due) {
  if (timer_due_ != due) co_return;  // an earlier one took its place
  timer_due_ = 0;
  if (!t.is_playing() || t.site.stopping || !t.driving.is_here()) co_return;
  if (!is_time_up()) {
    watch_clock();
    co_return;
  }
  const bool is_settled = co_await t.settle();
  if (!is_settled) {
    t.later(kStorageRetry, [](TableActor& t) -> Task<void> {
      t.playing.watch_clock();
      co_return;
    });
    co_return;
  }
  const Seat asked = t.asked();
  if (asked != kNobody && is_time_up())
    co_await give_to_bot(asked, &TableSeat::timeout, std::nullopt);
}

}  // namespace bastide::server
