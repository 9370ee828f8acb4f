#include "server/hub/hub.h"

#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/metrics.h"
#include "server/hub/person.h"
#include "server/hub/program_line.h"
#include "server/hub/table_actor.h"
#include "server/table/presets.h"

namespace bastide::server {

struct Hub::Impl {
  Impl(const HubOptions& options, Store& store, std::vector<Loop*> loops)
      : site(options, store, std::move(loops)) {}
  ~Impl() { site.bots.stop(); }
  Site site;
};

namespace {

// What a table in memory says, told on the loop of whoever asked; nothing if it is not there.
template <class Result, class Say>
Task<std::optional<Result>> asked_in_memory(Site& site, Loop& loop, std::string table, Say say) {
  const auto begin = [&](std::function<void(std::optional<Result>)> done) {
    site.tables.look(table, [say, done = std::move(done)](const TableActor* t) {
      done(t != nullptr ? say(*t) : std::nullopt);
    });
  };
  co_return co_await done_on<std::optional<Result>>(loop, begin);
}

std::optional<std::string> record_of(const Table& table) {
  return table.game ? std::optional(table.record_text()) : std::nullopt;
}

// A table that is not in memory does not come there by it: anybody may ask for any record.
Task<void> read_record(Site& site, From from, std::string id,
                       std::function<void(Stored<std::optional<std::string>>)> done) {
  const auto say = [](const TableActor& t) { return record_of(t.table); };
  auto record = co_await asked_in_memory<std::string>(site, *from.loop, id, say);
  if (!record) {
    auto fetched = co_await site.tables.fetch(*from.loop, id);
    if (auto* read = std::get_if<StoredTable>(&fetched)) {
      record = record_of(read->loaded.table);
    } else if (std::get<Denial>(fetched).detail == RefusedDetail::read) {
      co_return done(StoreError{std::get<Denial>(fetched).reason});
    }
  }
  done(std::move(record));
}

TableCard card_of(const Site& site, const Table& table) {
  const TableMeta& meta = table.meta;
  TableCard card;
  const auto seat = std::ranges::find(meta.seats, meta.host, &TableSeat::guest);
  card.inviter =
      seat != meta.seats.end() ? seat->name : site.guests.name_of(meta.host).value_or("");
  for (const SetChoice& set : table.config.setup.sets) card.sets.push_back(set.name);
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

// Of a table that is not in memory from its row alone.
Task<void> tell_card(Site& site, From from, std::string id,
                     std::function<void(std::optional<TableCard>)> done) {
  const auto say = [&site](const TableActor& t) { return std::optional(card_of(site, t.table)); };
  auto told = co_await asked_in_memory<TableCard>(site, *from.loop, id, say);
  if (!told) {
    const auto begin = [&](ReadDone<std::optional<TableRow>> read) {
      site.store.find_table(id, std::move(read));
    };
    const auto read = co_await done_on<Stored<std::optional<TableRow>>>(*from.loop, begin);
    const auto* row = std::get_if<std::optional<TableRow>>(&read);
    if (row != nullptr && *row && (*row)->stage != Stage::abandoned) {
      const auto table = read_table(**row);
      if (const auto* found = std::get_if<Table>(&table)) told = card_of(site, *found);
    }
  }
  done(told);
}

Task<void> tell_guest(Site& site, From from, std::string token,
                      std::function<void(Stored<std::optional<Guest>>)> done) {
  auto found = co_await site.guests.find_account(*from.loop, token, false);
  if (auto* wrong = std::get_if<StoreError>(&found)) co_return done(std::move(*wrong));
  const auto& row = std::get<std::optional<GuestRow>>(found);
  done(row ? std::optional(Guest{row->id, row->name}) : std::nullopt);
}

Task<void> tell_complaint(Site& site, From from, Hub::TextDone done) {
  if (site.stopping) co_return done("stopping");
  const auto begin = [&](ReadDone<std::optional<GuestRow>> read) {
    site.store.find_guest("nobody", std::move(read));
  };
  const auto read = co_await done_on<Stored<std::optional<GuestRow>>>(*from.loop, begin);
  if (std::holds_alternative<StoreError>(read)) co_return done("the store cannot be read");
  if (site.writes.last_failed()) co_return done("the store cannot be written");
  if (!site.nodes.holds()) co_return done("the node has no lease");
  done(std::nullopt);
}

}  // namespace

Hub::Hub(const HubOptions& options, Store& store, std::vector<Loop*> loops)
    : impl_(std::make_unique<Impl>(options, store, std::move(loops))) {}
Hub::~Hub() = default;

void Hub::open() {
  impl_->site.nodes.open();
  impl_->site.tables.open();
  start(impl_->site.lobby.open());
}

void Hub::session(From from, std::string token, std::string name, SessionDone done) {
  start(impl_->site.guests.session(std::move(from), std::move(token), std::move(name),
                                   std::move(done)));
}

void Hub::guest_of(From from, std::string token,
                   std::function<void(Stored<std::optional<Guest>>)> done) {
  start(tell_guest(impl_->site, std::move(from), std::move(token), std::move(done)));
}

void Hub::make_bot_account(From from, std::string name, BotDone done) {
  start(impl_->site.guests.make_bot_account(std::move(from), std::move(name), std::move(done)));
}

std::shared_ptr<Visitor> Hub::connect(From from, std::shared_ptr<Connection> connection,
                                      const Guest& guest, std::shared_ptr<Budget> budget) {
  return Person::welcome(impl_->site, std::move(from), std::move(connection), guest,
                         std::move(budget));
}

std::shared_ptr<Visitor> Hub::connect_program(From from, std::shared_ptr<Connection> connection,
                                              std::string table) {
  const auto line = std::make_shared<ProgramLine>(impl_->site, *from.loop, std::move(connection),
                                                  std::move(table));
  line->open();
  return line;
}

std::string Hub::rules_json() const { return rules_text(presets_text(), bots_text()); }

void Hub::record_json(From from, std::string table,
                      std::function<void(Stored<std::optional<std::string>>)> done) {
  start(read_record(impl_->site, std::move(from), std::move(table), std::move(done)));
}

void Hub::card_of(From from, std::string table,
                  std::function<void(std::optional<TableCard>)> done) {
  start(tell_card(impl_->site, std::move(from), std::move(table), std::move(done)));
}

void Hub::metrics_text(From from, std::function<void(std::string)> done) {
  from.loop->run([this, done = std::move(done)] { done(server::metrics_text(impl_->site)); });
}

void Hub::complaint(From from, TextDone done) {
  start(tell_complaint(impl_->site, std::move(from), std::move(done)));
}

void Hub::stop(std::function<void()> done) {
  Site& site = impl_->site;
  if (site.stopping.exchange(true)) return;
  site.visitors.dismiss_all("The server is stopping.");
  site.writes.when_none([&site, done = std::move(done)] {
    site.bots.stop();
    site.nodes.close(done);
  });
}

}  // namespace bastide::server
