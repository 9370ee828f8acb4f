#include "server/hub/hub.h"

#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"
#include "server/table/presets.h"

namespace bastide::server {

Hub::Impl::Impl(const HubOptions& options, Store& store, Loop& loop)
    : options(options), store(store), loop(loop), bots(options.bot_threads) {}

Hub::Impl::~Impl() { bots.stop(); }

Hub::Hub(const HubOptions& options, Store& store, Loop& loop)
    : impl_(std::make_unique<Impl>(options, store, loop)) {}
Hub::~Hub() = default;

std::optional<std::string> Hub::open() { return impl_->open(); }

void Hub::session(std::string_view token, std::string_view name, SessionDone done) {
  impl_->session(token, name, std::move(done));
}

std::optional<Guest> Hub::guest_of(std::string_view token) const {
  const auto row = impl_->find_guest(token);
  if (!row) return std::nullopt;
  return Guest{row->id, row->name};
}

void Hub::make_bot_account(std::string_view name, BotDone done) {
  impl_->make_bot_account(name, std::move(done));
}

Hub::ConnectionId Hub::connect(std::shared_ptr<Connection> connection, const Guest& guest) {
  return impl_->connect(std::move(connection), guest);
}
Hub::ConnectionId Hub::connect_program(std::shared_ptr<Connection> connection,
                                       std::string_view table) {
  return impl_->connect_program(std::move(connection), table);
}
void Hub::receive(ConnectionId id, std::string_view text) { impl_->receive(id, text); }
void Hub::disconnect(ConnectionId id) { impl_->disconnect(id); }
void Hub::silent(ConnectionId id, std::chrono::milliseconds for_how_long) {
  impl_->silent(id, impl_->loop.now_ms() - for_how_long.count());
}
void Hub::heard(ConnectionId id) { impl_->heard(id); }

std::string Hub::rules_json() const { return rules_text(presets_text(), bots_text()); }

// A table that is not in memory does not come there by it: anybody may ask for any record.
std::optional<std::string> Hub::record_json(std::string_view id) const {
  if (const LiveTable* t = impl_->find_table(id))
    return t->table.game ? std::optional(t->table.record_text()) : std::nullopt;
  auto loaded = impl_->fetch_table(id);
  auto* read = std::get_if<StoredTable>(&loaded);
  if (read == nullptr || !read->loaded.table.game) return std::nullopt;
  impl_->keep_hashes(id, read->loaded);
  return read->loaded.table.record_text();
}

std::optional<std::string> Hub::complaint() const {
  if (impl_->stopping) return "stopping";
  if (std::holds_alternative<StoreError>(impl_->store.find_guest("nobody")))
    return "the store cannot be read";
  if (impl_->last_write_failed) return "the store cannot be written";
  return std::nullopt;
}

std::optional<TableCard> Hub::card_of(std::string_view table) const {
  const LiveTable* t = impl_->find_table(table);
  if (t == nullptr) return std::nullopt;
  const TableMeta& meta = t->table.meta;
  TableCard card;
  const auto seat = std::ranges::find(meta.seats, meta.host, &TableSeat::guest);
  const auto guest = impl_->guests.find(meta.host);
  if (seat != meta.seats.end()) {
    card.inviter = seat->name;
  } else if (guest != impl_->guests.end()) {
    card.inviter = guest->second.name;
  }
  for (const SetChoice& set : t->table.config.setup.sets) card.sets.push_back(set.name);
  const auto same_sets = [&](const Preset& one) { return std::ranges::equal(one.sets, card.sets); };
  const auto preset = std::ranges::find_if(presets(), same_sets);
  if (preset != presets().end()) card.preset = preset->id;
  card.seats = meta.seats.size();
  card.open = static_cast<std::size_t>(
      std::ranges::count(meta.seats, TableSeat::Kind::open, &TableSeat::kind));
  card.waiting = meta.status == Status::waiting;
  card.over = meta.status == Status::over;
  return card;
}

std::string Hub::metrics_text() const { return impl_->metrics(); }

void Hub::stop(std::function<void()> done) { impl_->stop(std::move(done)); }

namespace {

class Metrics {
 public:
  void family(std::string_view name, std::string_view kind, std::string_view help) {
    out_.append("# HELP bastide_").append(name).append(" ").append(help);
    out_.append("\n# TYPE bastide_").append(name).append(" ").append(kind).append("\n");
    name_ = name;
  }
  // A family of one figure.
  void one(std::string_view name, std::string_view kind, std::string_view help,
           std::uint64_t number) {
    family(name, kind, help);
    labelled({}, {}, number);
  }
  void labelled(std::string_view label, std::string_view word, std::uint64_t number) {
    out_.append("bastide_").append(name_);
    if (!label.empty())
      out_.append("{").append(label).append("=").append(quoted_text(word)).append("}");
    out_.append(" ").append(std::to_string(number)).append("\n");
  }
  void seconds(std::uint64_t microseconds) {
    std::string fraction = std::to_string(microseconds % 1'000'000);
    fraction.insert(0, 6 - fraction.size(), '0');
    out_.append("bastide_").append(name_).append(" ");
    out_.append(std::to_string(microseconds / 1'000'000)).append(".").append(fraction).append("\n");
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  std::string_view name_;
};

void add_counters(Metrics& out, const Counters& counters) {
  out.family("messages_total", "counter", "Well-formed messages from clients.");
  for (const ClientDef& def : client_messages())
    out.labelled("type", def.name, counters.messages[static_cast<std::size_t>(def.type)]);
  out.family("refusals_total", "counter", "Messages refused, by code.");
  for (std::size_t i = 0; i < counters.refusals.size(); ++i)
    out.labelled("code", kRefusedNames[i], counters.refusals[i]);
  out.one("actions_total", "counter", "Actions stored, draws included.", counters.actions);
  out.one("games_finished_total", "counter", "Games played to their end.", counters.games_finished);
  out.one("games_abandoned_total", "counter", "Games ended because a player had gone.",
          counters.games_abandoned);
  out.one("bot_moves_total", "counter", "Answers of bots.", counters.bot_moves);
  out.family("bot_seconds_total", "counter", "Time that bots have thought.");
  out.seconds(counters.bot_us);
  out.one("bot_accounts_total", "counter", "Accounts made for programs.", counters.bot_accounts);
  out.one("program_moves_total", "counter", "Answers of programs.", counters.program_moves);
  out.one("program_errors_total", "counter",
          "Answers of programs that were refused, late or wrong.", counters.program_errors);
  out.one("program_forfeits_total", "counter", "Seats that programs have lost by their own fault.",
          counters.program_forfeits);
  out.one("storage_failures_total", "counter", "Writes of tables that failed.",
          counters.storage_failures);
  out.one("damaged_tables_total", "counter", "Tables whose stored record could not be read.",
          counters.damaged_tables);
}

}  // namespace

std::string Hub::Impl::metrics() const {
  Metrics out;
  add_counters(out, counters);
  std::array<std::uint64_t, kStatusNames.size()> by_status{};
  for (const auto& [id, t] : tables) ++by_status[static_cast<std::size_t>(t->table.meta.status)];
  out.family("tables", "gauge", "Tables in memory, by status.");
  for (std::size_t i = 0; i < by_status.size(); ++i)
    out.labelled("status", kStatusNames[i], by_status[i]);
  out.one("connections", "gauge", "Connections.", clients.size());
  out.one("program_lines", "gauge", "Lines of programs.", lines.size());
  out.one("bot_questions_waiting", "gauge", "Questions to bots that wait for a thread.",
          bots.waiting());
  const StoreStats stats = store.stats();
  out.one("store_writes_total", "counter", "Writes acknowledged by the store.", stats.writes);
  out.one("store_commits_total", "counter", "Transactions that these took.", stats.commits);
  out.one("store_errors_total", "counter", "Writes that the store could not make.", stats.errors);
  out.one("store_queued", "gauge", "Writes that wait for the disk.", stats.queued);
  return out.take();
}

}  // namespace bastide::server
