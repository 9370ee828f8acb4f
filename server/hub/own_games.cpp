#include "server/hub/own_games.h"

#include <utility>

#include "engine/notation/json_text.h"
#include "engine/notation/json_writer.h"
#include "server/hub/site.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

constexpr std::size_t kMaxOwnLive = 20;   // games in the list of a guest's own
constexpr std::size_t kMaxOwnEnded = 10;  // and of those that are over
constexpr std::int64_t kEndedShownMs = 30ll * 24 * 60 * 60 * 1000;
constexpr milliseconds kLookForSeats{10'000};
constexpr std::size_t kMaxSummaryBytes = 8 << 20;  // of some thousand games

std::string scores_of(const Table& table) {
  if (table.meta.status == Status::playing)
    return text_of(
        [&](JsonWriter& out) { write_scores(table.game->rules(), table.game->state(), {}, out); });
  ListText scores;
  if (table.meta.result)
    for (const int score : table.meta.result->scores) scores.number(score);
  return scores.take();
}

GameSummary summary_of(const Table& table, std::int64_t version) {
  const bool playing = table.meta.status == Status::playing;
  const Seat asked = playing ? actor(table.game->state()) : kNobody;
  GameSummary summary;
  summary.version = version;
  ObjectText text;
  if (asked < table.seat_count()) {
    const std::string& guest = table.meta.seats[asked].guest;
    if (table.decides(guest)) summary.decider = guest;
    text.number("turn", asked);
  } else {
    text.nothing("turn");
  }
  text.raw("scores", scores_of(table));
  text.raw("tiles", playing ? sketch_text(table.game->rules(), table.game->state()) : "[]");
  if (table.meta.result) text.raw("result", result_text(*table.meta.result));
  summary.members = text.take_members();
  summary.view = table.view_text({});
  return summary;
}

std::string own_game_text(const GameSummary& summary, std::string_view view, std::string_view guest,
                          std::int64_t moved_ms) {
  ObjectText text;
  text.raw("table", view).flag("yours", !guest.empty() && summary.decider == guest);
  return text.number("moved", moved_ms).members(summary.members).take();
}

}  // namespace

// --- what was written before ---

SummaryPtr Summaries::find(const std::string& table, std::int64_t version) const {
  const std::lock_guard lock(mutex_);
  const auto found = by_table_.find(table);
  return found != by_table_.end() && found->second->version == version ? found->second : nullptr;
}

void Summaries::keep(const std::string& table, SummaryPtr summary) {
  const std::lock_guard lock(mutex_);
  if (bytes_ > kMaxSummaryBytes) {
    by_table_.clear();
    bytes_ = 0;
  }
  SummaryPtr& kept = by_table_[table];
  if (kept && kept->version >= summary->version) return;
  if (kept) bytes_ -= kept->bytes() + table.size();
  bytes_ += summary->bytes() + table.size();
  kept = std::move(summary);
}

SummaryPtr OwnGames::keep(const std::string& table, std::int64_t version, const Table& of) {
  auto summary = std::make_shared<const GameSummary>(summary_of(of, version));
  summaries_.keep(table, summary);
  return summary;
}

// --- what was told ---

void ListedTables::keep(const std::string& guest, std::vector<GuestTable> tables) {
  forget(guest);
  for (const GuestTable& one : tables) guests_[one.id].insert(guest);
  of_guest_[guest] = std::move(tables);
}

void ListedTables::forget(const std::string& guest) {
  const auto found = of_guest_.find(guest);
  if (found == of_guest_.end()) return;
  for (const GuestTable& one : found->second) {
    const auto at = guests_.find(one.id);
    at->second.erase(guest);
    if (at->second.empty()) guests_.erase(at);
  }
  of_guest_.erase(found);
}

bool ListedTables::has(const std::string& guest, const std::vector<GuestTable>& tables) const {
  const auto found = of_guest_.find(guest);
  return found != of_guest_.end() && found->second == tables;
}

std::vector<std::string> ListedTables::guests_at(const std::vector<std::string>& tables) const {
  std::set<std::string> all;
  for (const std::string& table : tables)
    if (const auto found = guests_.find(table); found != guests_.end())
      all.insert(found->second.begin(), found->second.end());
  return {all.begin(), all.end()};
}

// --- who listens ---

Loop& OwnGames::loop_of(const std::string& guest) const { return site_.tables.loop_of(guest); }

void OwnGames::listen(const Asker& asker) {
  bool first = false, looks = true;
  {
    const std::lock_guard lock(mutex_);
    first = listeners_.ask(asker);
    if (site_.store.peers() != nullptr) looks = std::exchange(looking_, true);
  }
  if (first) begin(asker.guest.id);
  if (!looks) start(keep_looking());
}

void OwnGames::leave(const std::string& guest, ConnectionId connection) {
  const std::lock_guard lock(mutex_);
  listeners_.leave(guest, connection);
  if (!listeners_.has(guest)) listed_.forget(guest);
}

void OwnGames::changed(const std::vector<std::string>& guests) {
  std::vector<std::pair<std::string, std::int64_t>> due;
  {
    const std::lock_guard lock(mutex_);
    if (listeners_.empty()) return;
    const std::int64_t now = site_.now_ms();
    for (const std::string& guest : guests)
      if (const auto rest = listeners_.changed(guest, now)) due.emplace_back(guest, *rest);
  }
  for (const auto& [guest, rest] : due) ring_after(guest, milliseconds(rest));
}

void OwnGames::tables_changed(const std::vector<std::string>& tables) {
  std::vector<std::string> guests;
  {
    const std::lock_guard lock(mutex_);
    guests = listed_.guests_at(tables);
  }
  changed(guests);
}

Task<void> OwnGames::keep_looking() {
  Loop& loop = site_.home();
  co_await go_to(loop);
  for (;;) {
    co_await after(loop, kLookForSeats);
    std::vector<std::string> guests;
    {
      const std::lock_guard lock(mutex_);
      guests = listeners_.guests();
      looking_ = !guests.empty() && !site_.stopping;
      if (!looking_) co_return;
    }
    for (const std::string& guest : guests) {
      const bool is_as_told = co_await look_for(loop, guest);
      if (!is_as_told) changed({guest});
    }
  }
}

Task<bool> OwnGames::look_for(Loop& loop, std::string guest) {
  using Rows = Stored<std::vector<GuestTable>>;
  const Rows live = co_await done_on<Rows>(loop, [this, &guest](auto done) {
    site_.store.live_tables_of(guest, kMaxOwnLive, std::move(done));
  });
  const auto* tables = std::get_if<std::vector<GuestTable>>(&live);
  const std::lock_guard lock(mutex_);
  co_return tables == nullptr || listed_.has(guest, *tables);
}

void OwnGames::ring_after(const std::string& guest, milliseconds rest) {
  Loop& loop = loop_of(guest);
  loop.run([this, &loop, guest, rest] {
    loop.after(rest, [this, guest] {
      bool first = false;
      {
        const std::lock_guard lock(mutex_);
        first = listeners_.rang(guest);
      }
      if (first) begin(guest);
    });
  });
}

void OwnGames::begin(const std::string& guest) { start(serve(guest)); }

Task<void> OwnGames::serve(std::string guest) {
  Loop& loop = loop_of(guest);
  co_await go_to(loop);
  for (;;) {
    Listeners::Round round;
    {
      const std::lock_guard lock(mutex_);
      round = listeners_.next(guest, loop.now_ms());
      if (!listeners_.has(guest)) listed_.forget(guest);
    }
    if (round.empty()) co_return;
    const PiecePtr list = co_await games(loop, guest);
    if (list) {
      tell(round, list);
    } else {
      fail(guest, round);
    }
  }
}

void OwnGames::tell(const Listeners::Round& round, const PiecePtr& games) {
  for (const Asker& asker : round.asked)
    if (is_answered(asker, true)) send(asker, MessageText("games", asker.re).add(games).take());
  if (round.others.empty()) return;
  const Text text = MessageText("games").add(games).take();
  for (const auto& line : round.others) line->send(text);
}

// Who asked is refused; the others are told as soon as it can be read.
void OwnGames::fail(const std::string& guest, const Listeners::Round& round) {
  for (const Asker& asker : round.asked)
    if (is_answered(asker, false)) refuse(site_, asker, not_read());
  if (!round.others.empty()) changed({guest});
}

bool OwnGames::is_answered(const Asker& asker, bool granted) {
  const std::lock_guard lock(mutex_);
  return listeners_.answered(asker, granted);
}

// --- what is told ---

Task<PiecePtr> OwnGames::games(Loop& loop, std::string guest) {
  using Rows = Stored<std::vector<GuestTable>>;
  const std::int64_t since = loop.now_ms() - kEndedShownMs;
  const Rows live = co_await done_on<Rows>(loop, [this, &guest](auto done) {
    site_.store.live_tables_of(guest, kMaxOwnLive, std::move(done));
  });
  const Rows ended = co_await done_on<Rows>(loop, [this, &guest, since](auto done) {
    site_.store.ended_tables_of(guest, since, kMaxOwnEnded, std::move(done));
  });
  ListText list;
  for (const Rows* rows : {&live, &ended}) {
    const auto* tables = std::get_if<std::vector<GuestTable>>(rows);
    if (tables == nullptr) co_return nullptr;
    for (const GuestTable& of : *tables) {
      const auto text = co_await game(loop, of, rows == &live, guest);
      if (text) list.raw(*text);
    }
  }
  if (site_.store.peers() != nullptr) {
    const std::lock_guard lock(mutex_);
    if (listeners_.has(guest)) listed_.keep(guest, std::get<std::vector<GuestTable>>(live));
  }
  co_return piece("," + ObjectText().raw("games", list.take()).take_members());
}

Task<std::optional<std::string>> OwnGames::game(Loop& loop, GuestTable of, bool live,
                                                std::string guest) {
  using Told = std::optional<std::string>;
  Told told = co_await done_on<Told>(
      loop, [this, &of, &guest](auto done) { look(of.id, guest, std::move(done)); });
  if (told) co_return told;
  const SummaryPtr summary = co_await read(loop, of, live);
  if (!summary) co_return std::nullopt;
  co_return own_game_text(*summary, summary->view, guest, of.moved_ms);
}

// On the table's loop: what it says of itself, if it is in memory.
void OwnGames::look(const std::string& table, const std::string& guest,
                    std::function<void(std::optional<std::string>)> done) {
  site_.tables.look(table, [this, guest, done = std::move(done)](const TableActor* t) {
    if (t == nullptr) return done(std::nullopt);
    SummaryPtr summary = summaries_.find(t->table.id, t->version);
    if (!summary) summary = keep(t->table.id, t->version, t->table);
    done(own_game_text(*summary, t->view(), guest, t->moved_ms));
  });
}

Task<SummaryPtr> OwnGames::read(Loop& loop, GuestTable of, bool live) {
  if (SummaryPtr known = summaries_.find(of.id, of.version)) co_return known;
  if (!live) {
    SummaryPtr ended = co_await read_ended(loop, of);
    if (ended) co_return ended;
  }
  auto fetched = co_await site_.tables.fetch(loop, of.id);
  const auto* stored = std::get_if<StoredTable>(&fetched);
  if (stored == nullptr) co_return nullptr;
  co_return keep(of.id, stored->version, stored->loaded.table);
}

// A game that is over is told from its row; only those of older programs have to be replayed.
Task<SummaryPtr> OwnGames::read_ended(Loop& loop, GuestTable of) {
  using Row = Stored<std::optional<TableRow>>;
  const Row read = co_await done_on<Row>(
      loop, [this, &of](auto done) { site_.store.find_table(of.id, std::move(done)); });
  const auto* row = std::get_if<std::optional<TableRow>>(&read);
  if (row == nullptr || !*row) co_return nullptr;
  const auto table = read_table(**row);
  const auto* over = std::get_if<Table>(&table);
  if (over == nullptr || !over->meta.result) co_return nullptr;
  co_return keep(of.id, (*row)->version, *over);
}

}  // namespace bastide::server
