#include "server/hub/program_line.h"

#include "server/hub/limits.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

constexpr std::size_t kMostEarly = 20;

}  // namespace

ProgramLine::ProgramLine(Site& site, Loop& loop, std::shared_ptr<Connection> connection,
                         std::string table)
    : site_(site),
      loop_(loop),
      connection_(std::move(connection)),
      id_(site.visitors.new_id()),
      table_(std::move(table)) {}

void ProgramLine::open() {
  say(bot_hello());
  loop_.after(kHelloTime, [weak = weak_from_this()] {
    const auto line = weak.lock();
    if (line && line->account_.id.empty()) line->dismiss("There was no hello in time.");
  });
}

void ProgramLine::dismiss(std::string_view reason) {
  say(bot_error(reason));
  farewell(reason);
}

void ProgramLine::farewell(std::string_view reason) {
  say(bot_bye());
  close(reason);
}

void ProgramLine::refuse(const Denial& denial) {
  site_.counters.refusals[static_cast<std::size_t>(denial.code)].add();
  const bool passes = denial.code == Refused::storage || denial.code == Refused::stopping;
  passes ? close(denial.reason) : dismiss(denial.reason);
}

void ProgramLine::move_to(std::string table) {
  loop_.run([self = shared_from_this(), table = std::move(table)] { self->table_ = table; });
}

void ProgramLine::receive(std::string_view text) {
  if (closed_) return;
  if (text.size() > kMaxMessageBytes)
    return dismiss("A message is at most " + std::to_string(kMaxMessageBytes) + " bytes long.");
  hear(read_bot_message(text));
}

void ProgramLine::hear(BotMessage message) {
  if (!account_.id.empty()) {
    return site_.tables.tell(table_, [id = id_, message = std::move(message)](TableActor& t) {
      return t.programs.hear(id, message);
    });
  }
  if (!messages_.take(loop_.now_ms())) {
    site_.counters.refusals[static_cast<std::size_t>(Refused::too_fast)].add();
    return;
  }
  if (greeting_) {
    if (early_.size() < kMostEarly) early_.push_back(std::move(message));
    return;
  }
  if (message.kind == BotMessage::Kind::info) return;
  if (message.kind != BotMessage::Kind::hello)
    return dismiss(R"(Say {"type":"hello","name":"…","version":"…","token":"…"} first.)");
  greeting_ = true;
  start([](std::shared_ptr<ProgramLine> self, BotMessage hello) -> Task<void> {
    co_await self->greet(std::move(hello));
  }(shared_from_this(), std::move(message)));
}

Task<void> ProgramLine::greet(BotMessage hello) {
  const auto found = co_await site_.guests.find_account(loop_, hello.token, true);
  if (closed_) co_return;
  if (std::holds_alternative<StoreError>(found)) {
    refuse(not_read());
    co_return;
  }
  const auto& row = std::get<std::optional<GuestRow>>(found);
  if (!row) {
    dismiss("No bot account has this token; POST /api/bots makes one.");
    co_return;
  }
  if (!site_.visitors.add_line(id_, row->id, connection_)) {
    dismiss("This account has too many lines at once.");
    co_return;
  }
  account_ = {row->id, row->name};
  bring_to_table();
  for (BotMessage& message : std::exchange(early_, {})) hear(std::move(message));
}

void ProgramLine::bring_to_table() {
  if (site_.stopping) return refuse(is_stopping());
  SeatedLine line{shared_from_this(), account_};
  site_.tables.ask(
      table_, [line = std::move(line)](TableActor& t) { return t.programs.arrive(line); },
      [self = shared_from_this()](const Denial& denial) { self->refuse(denial); });
}

void ProgramLine::gone() {
  closed_ = true;
  if (account_.id.empty()) return;
  site_.visitors.remove_line(id_, account_.id);
  site_.tables.tell(table_, [id = id_](TableActor& t) { return t.programs.lost(id); });
}

}  // namespace bastide::server
