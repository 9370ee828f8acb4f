// Programs at play: what they are told, what they are asked, and what becomes of their answers.
#include <algorithm>

#include "server/hub/program_seats.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

constexpr std::int64_t kAnswersLeft = 40;    // a clock's time is shared among so many answers
constexpr std::int64_t kLeastAnswerMs = 50;  // of what is left

}  // namespace

// --- what they are told ---

void ProgramSeats::say(const Seated& program, std::string text) const {
  if (program.is_here()) program.line.line->say(std::move(text));
}

void ProgramSeats::tell_from_start(const std::string& account) {
  const Game& game = *t.table.game;
  const Seated& program = programs_.at(account);
  say(program, bot_setup(game.setup(), static_cast<Seat>(*t.table.seat_of(account))));
  for (const Entry& entry : game.entries()) say(program, bot_action(entry.action));
}

void ProgramSeats::tell_all_from_start() {
  if (!t.table.game) return;
  for (auto& [account, program] : programs_) {
    program.interview.withdraw();
    if (program.is_here()) tell_from_start(account);
  }
}

void ProgramSeats::tell_all(std::int64_t first) {
  const std::vector<Entry>& entries = t.table.game->entries();
  for (const auto& [account, program] : programs_) {
    if (!program.is_here()) continue;
    for (auto i = static_cast<std::size_t>(first); i < entries.size(); ++i)
      say(program, bot_action(entries[i].action));
  }
  end_lines();
}

// --- questions ---

// A clock is shared out: whoever uses all of `ms` for every answer has enough to the end.
std::int64_t ProgramSeats::time_for_answer() const {
  const std::int64_t program_ms = t.site.options.program_ms;
  const auto left = t.table.clocks.running_left(t.now());
  if (!left) return program_ms;
  const std::int64_t share = *left / kAnswersLeft + t.table.config.clock->add * 1000 / 2;
  const std::int64_t most = std::min(program_ms, *left);
  return std::clamp(share, std::min(kLeastAnswerMs, most), most);
}

void ProgramSeats::ask() {
  const std::string account = t.table.meta.seats[t.asked()].guest;
  Seated& program = programs_[account];
  if (t.playing.is_answered() || (program.epoch == t.epoch && program.interview.open())) return;
  if (!program.is_here() && (t.elsewhere.program_since(account) || !t.driving.is_here())) return;
  const HubOptions& options = t.site.options;
  program.interview.ask();
  program.epoch = t.epoch;
  program.ms = time_for_answer();
  program.last_ms =
      t.now() + 2 * (program.ms + options.program_grace_ms) + options.program_return_ms;
  put_question(program);
  set_time(account);
}

void ProgramSeats::put_question(Seated& program) {
  if (!program.is_here()) return;
  const Game& game = *t.table.game;
  const Seat seat = actor(game.state());
  std::optional<BotClock> clock;
  if (t.table.clocks.exist()) {
    clock.emplace();
    for (std::size_t i = 0; i < t.table.seat_count(); ++i) {
      const std::int64_t left = t.table.clocks.left(static_cast<Seat>(i), t.now());
      if (i == seat) clock->mine = left;
      if (i != seat) clock->theirs.push_back(left);
    }
  }
  say(program, bot_think(game.rules(), game.state(), std::chrono::milliseconds(program.ms), clock));
}

void ProgramSeats::set_time(const std::string& account) {
  Seated& program = programs_.at(account);
  const HubOptions& options = t.site.options;
  const std::int64_t now = t.now();
  const std::int64_t allowed = program.is_here() ? program.ms + options.program_grace_ms
                                                 : std::int64_t{options.program_return_ms};
  program.due_ms = std::min(program.last_ms, now + allowed);
  t.later(std::chrono::milliseconds(std::max<std::int64_t>(0, program.due_ms - now) + 1),
          [account, due = program.due_ms](TableActor& t) { return t.programs.rang(account, due); });
}

Task<void> ProgramSeats::rang(std::string account, std::int64_t due) {
  if (!t.is_playing() || t.site.stopping) co_return;
  const auto found = programs_.find(account);
  if (found == programs_.end()) co_return;
  Seated& program = found->second;
  if (program.due_ms != due || program.epoch != t.epoch || !program.interview.open()) co_return;
  if (program.is_here() && due < program.last_ms) {
    co_await judge(account, program.interview.late());
    co_return;
  }
  program.interview.withdraw();
  if (!program.is_here() && is_somewhere(account)) co_return;
  program.forfeit = program.is_here() ? std::string(Interview::kLate) : "it did not come back";
  co_await forfeit(account);
}

// --- answers ---

Task<void> ProgramSeats::hear(ConnectionId id, BotMessage message) {
  const auto found = seated_by(id);
  if (found == programs_.end()) co_return;
  const std::string account = found->first;
  Seated& program = found->second;
  if (program.interview.expects() && message.kind == BotMessage::Kind::answer) {
    program.line.too_fast = 0;  // an answer that was asked for is outside the allowance
  } else if (!program.line.messages.take(t.now())) {
    pass_over(program);
    co_return;
  }
  program.line.passed_over = false;
  if (!program.interview.open() || program.epoch != t.epoch || t.site.stopping) {
    program.interview.overhear(message);
    co_return;
  }
  const Game& game = *t.table.game;
  co_await judge(account, program.interview.hear(game.rules(), game.state(), message));
}

// Once for a run of messages: a program that answers would be told again, without end.
void ProgramSeats::pass_over(Seated& program) {
  t.site.counters.refusals[static_cast<std::size_t>(Refused::too_fast)].add();
  if (++program.line.too_fast == ProgramLine::kMaxTooFast)
    return dismiss(std::string(program.line.account.id), "Too many messages.");
  if (std::exchange(program.line.passed_over, true)) return;
  say(program,
      bot_too_fast("Too many messages at once: all but answers are passed over for a moment."));
}

Task<void> ProgramSeats::judge(std::string account, Interview::Outcome outcome) {
  Seated& program = programs_.at(account);
  switch (outcome.verdict) {
    case Interview::Verdict::nothing:
      co_return;
    case Interview::Verdict::taken:
      t.site.counters.program_moves.add();
      t.playing.expect_answer();
      co_await t.playing.bot_answered(t.epoch, outcome.action);
      co_return;
    case Interview::Verdict::refused:
      t.site.counters.program_errors.add();
      say(program, bot_error(outcome.why));
      set_time(account);
      co_return;
    case Interview::Verdict::forfeit:
      t.site.counters.program_errors.add();
      program.forfeit = outcome.why;
      co_await forfeit(account);
      co_return;
  }
}

// The seat resigns.
Task<void> ProgramSeats::forfeit(std::string account) {
  if (!t.is_playing() || t.site.stopping) co_return;
  const auto seat = t.table.seat_of(account);
  if (!seat || t.table.meta.seats[*seat].automatic()) co_return;
  t.site.counters.program_forfeits.add();
  co_await t.playing.give_to_bot(*seat, &TableSeat::resigned, std::nullopt);
}

}  // namespace bastide::server
