// Programs at play: what they are told, what they are asked, and what becomes of their answers.
// Everything they are told has been stored.
#include <algorithm>

#include "server/hub/hub_impl.h"

namespace bastide::server {

namespace {

constexpr std::int64_t kAnswersLeft = 40;    // a clock's time is shared among so many answers
constexpr std::int64_t kLeastAnswerMs = 50;  // of what is left

}  // namespace

void Hub::Impl::say_to(const SeatedProgram& program, std::string text) {
  if (const auto line = lines.find(program.line); line != lines.end())
    line->second.connection->send(std::make_shared<const std::string>(std::move(text)));
}

void Hub::Impl::tell_from_start(LiveTable& t, const std::string& account) {
  const Game& game = *t.table.game;
  const SeatedProgram& program = t.programs.at(account);
  say_to(program, bot_setup(game.setup(), static_cast<Seat>(*t.table.seat_of(account))));
  for (const Entry& entry : game.entries()) say_to(program, bot_action(entry.action));
}

// The game began, or went back: what was asked does not stand any longer.
void Hub::Impl::tell_programs_from_start(LiveTable& t) {
  if (!t.table.game) return;
  for (auto& [account, program] : t.programs) {
    program.interview.withdraw();
    if (program.line != 0) tell_from_start(t, account);
  }
}

void Hub::Impl::tell_programs(LiveTable& t, std::int64_t first) {
  const std::vector<Entry>& entries = t.table.game->entries();
  for (const auto& [account, program] : t.programs) {
    if (program.line == 0) continue;
    for (auto i = static_cast<std::size_t>(first); i < entries.size(); ++i)
      say_to(program, bot_action(entries[i].action));
  }
  end_lines(t);
}

// --- questions ---

// A clock is shared out: whoever uses all of `ms` for every answer has enough to the end.
std::int64_t Hub::Impl::time_for_answer(const LiveTable& t) const {
  const auto left = t.table.clocks.running_left(loop.now_ms());
  if (!left) return options.program_ms;
  const std::int64_t share = *left / kAnswersLeft + t.table.config.clock->add * 1000 / 2;
  const std::int64_t most = std::min<std::int64_t>(options.program_ms, *left);
  return std::clamp(share, std::min(kLeastAnswerMs, most), most);
}

void Hub::Impl::ask_program(LiveTable& t) {
  const std::string account = t.table.meta.seats[actor(t.table.game->state())].guest;
  SeatedProgram& program = t.programs[account];
  const bool answered = t.bot_epoch == t.epoch;  // and that is about to be stored
  if (t.busy || answered || (program.epoch == t.epoch && program.interview.open())) return;
  program.interview.ask();
  program.epoch = t.epoch;
  program.ms = time_for_answer(t);
  program.last_ms =
      loop.now_ms() + 2 * (program.ms + options.program_grace_ms) + options.program_return_ms;
  put_question(t, program);
  set_time(t, account);
}

void Hub::Impl::put_question(LiveTable& t, SeatedProgram& program) {
  if (program.line == 0) return;
  const Game& game = *t.table.game;
  const Seat seat = actor(game.state());
  std::optional<BotClock> clock;
  if (t.table.clocks.exist()) {
    clock.emplace();
    for (std::size_t i = 0; i < t.table.seat_count(); ++i) {
      const std::int64_t left = t.table.clocks.left(static_cast<Seat>(i), loop.now_ms());
      if (i == seat) clock->mine = left;
      if (i != seat) clock->theirs.push_back(left);
    }
  }
  say_to(program,
         bot_think(game.rules(), game.state(), std::chrono::milliseconds(program.ms), clock));
}

void Hub::Impl::set_time(LiveTable& t, const std::string& account) {
  SeatedProgram& program = t.programs.at(account);
  const std::int64_t now = loop.now_ms();
  const std::int64_t allowed = program.line != 0 ? program.ms + options.program_grace_ms
                                                 : std::int64_t{options.program_return_ms};
  program.due_ms = std::min(program.last_ms, now + allowed);
  later(std::chrono::milliseconds(std::max<std::int64_t>(0, program.due_ms - now) + 1),
        [this, id = t.table.id, account, due = program.due_ms] { program_rang(id, account, due); });
}

void Hub::Impl::program_rang(const std::string& table, const std::string& account,
                             std::int64_t due) {
  LiveTable* t = find_table(table);
  if (t == nullptr || t->table.meta.status != Status::playing || stopping) return;
  const auto found = t->programs.find(account);
  if (found == t->programs.end()) return;
  SeatedProgram& program = found->second;
  if (program.due_ms != due || program.epoch != t->epoch || !program.interview.open()) return;
  if (program.line != 0 && due < program.last_ms)
    return settle(*t, account, program.interview.late());
  program.interview.withdraw();
  program.forfeit = program.line != 0 ? std::string(Interview::kLate) : "it did not come back";
  forfeit(table, account);
}

void Hub::Impl::settle(LiveTable& t, const std::string& account,
                       const Interview::Outcome& outcome) {
  SeatedProgram& program = t.programs.at(account);
  switch (outcome.verdict) {
    case Interview::Verdict::nothing:
      return;
    case Interview::Verdict::taken:
      ++counters.program_moves;
      t.bot_epoch = t.epoch;
      return bot_answered(std::string(t.table.id), t.epoch, outcome.action);
    case Interview::Verdict::refused:
      ++counters.program_errors;
      say_to(program, bot_error(outcome.why));
      return set_time(t, account);
    case Interview::Verdict::forfeit:
      ++counters.program_errors;
      program.forfeit = outcome.why;
      return forfeit(t.table.id, account);
  }
}

// The seat resigns.
void Hub::Impl::forfeit(const std::string& table, const std::string& account) {
  LiveTable* t = find_table(table);
  if (t == nullptr || t->table.meta.status != Status::playing || stopping) return;
  const auto seat = t->table.seat_of(account);
  if (!seat || t->table.meta.seats[*seat].automatic()) return;
  if (t->busy) return later(std::chrono::milliseconds(1), [=, this] { forfeit(table, account); });
  ++counters.program_forfeits;
  give_to_bot(*t, *seat, &TableSeat::resigned, std::nullopt);
}

}  // namespace bastide::server
