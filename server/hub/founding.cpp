#include "server/hub/founding.h"

#include <algorithm>

#include "engine/game/identity.h"
#include "engine/notation/json_text.h"
#include "server/hub/seats.h"
#include "server/hub/secrets.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

bool is_bot(const TableSeat& seat) { return seat.kind == TableSeat::Kind::bot; }

TableLimits limits_of(const HubOptions& options) {
  return {.in_all = options.max_tables,
          .by_host = options.max_tables_per_guest,
          .by_address = options.max_tables_per_address,
          .bots_alone_by_host = options.max_bot_tables_per_guest,
          .bots_alone_by_address = options.max_bot_tables_per_address};
}

Denial no_room(Limit limit, const HubOptions& options) {
  const auto denial = [](std::string reason, RefusedDetail detail, std::size_t most) {
    return Denial{Refused::too_many, std::move(reason), detail, static_cast<std::int64_t>(most)};
  };
  switch (limit) {
    case Limit::by_host:
      return denial("You have opened too many tables that are not over.", RefusedDetail::opened,
                    options.max_tables_per_guest);
    case Limit::by_address:
      return denial("Too many tables that are not over were opened from your address.",
                    RefusedDetail::address, options.max_tables_per_address);
    case Limit::bots_alone_by_host:
      return denial("You have opened too many tables where nobody but bots plays.",
                    RefusedDetail::bots_alone, options.max_bot_tables_per_guest);
    case Limit::bots_alone_by_address:
      return denial("Too many tables where nobody but bots plays were opened from your address.",
                    RefusedDetail::bots_alone, options.max_bot_tables_per_address);
    default:
      return denial("There is no room for more.", RefusedDetail::server, options.max_tables);
  }
}

Task<void> open_table(TableActor& t, const Asker& asker) {
  Answer denial = co_await store_table(t, asker);
  if (!denial && !t.table.has_open_seat()) {
    Asker nobody;
    TableMeta meta = t.table.meta;
    denial = co_await t.seating.begin(std::move(nobody), std::move(meta));
  }
  if (denial) {
    refuse(t.site, asker, *denial);
    co_return;
  }
  t.speaking.lobby_changed();
  send(asker, MessageText("created", asker.re)
                  .members(ObjectText().text("table", t.table.id).take_members())
                  .take());
}

}  // namespace

Promise new_promise() { return {new_id(), new_seed()}; }

std::shared_ptr<TableActor> new_table(Site& site, TableConfig config, TableMeta meta,
                                      Promise promise) {
  Loop& loop = site.tables.loop_of(promise.table);
  StoredTable made;
  Table& table = made.loaded.table;
  table.id = std::move(promise.table);
  table.created_ms = made.moved_ms = loop.now_ms();
  table.secret = promise.secret;
  table.config = std::move(config);
  // Also where it follows an older game
  table.config.setup.rules = kRulesVersion;
  table.config.fair = FairMethod::bastide_2;
  table.meta = std::move(meta);
  return std::make_shared<TableActor>(site, loop, std::move(made));
}

Answer found_table(Site& site, const Asker& asker, const ClientMessage& m,
                   std::optional<Promise>& promise) {
  auto seats = wished_seats(asker.guest, m.seats);
  if (auto* refusal = std::get_if<Denial>(&seats)) return std::move(*refusal);
  TableMeta meta;
  meta.host = asker.guest.id;
  meta.seats = std::get<std::vector<TableSeat>>(std::move(seats));
  for (TableSeat& seat : meta.seats)
    if (seat.kind == TableSeat::Kind::person) seat.nonce = m.nonce;
  if (!promise && !m.nonce.empty())
    return Denial{Refused::not_allowed, "Ask for a promise before you give a nonce."};
  auto made = new_table(site, {m.setup, m.flag, m.assist, m.clock}, std::move(meta),
                        promise ? *promise : new_promise());
  if (Answer refusal = try_setup(made->table)) return refusal;
  promise.reset();
  site.tables.found(std::move(made), [asker](TableActor& t) { return open_table(t, asker); });
  return std::nullopt;
}

Task<Answer> store_table(TableActor& t, const Asker& asker) {
  const TableMeta& meta = t.table.meta;
  NewTable made;
  made.row = table_row(t.table);
  made.row.due_ms = t.due(meta);
  made.holders = people_of(meta);
  made.owner = {meta.host, asker.address, t.table.config.listed,
                std::ranges::all_of(meta.seats, is_bot)};
  made.limits = limits_of(t.site.options);
  t.driving.begin();
  made.driver = t.driving.as();
  const auto begin = [&](StoreDone done) {
    t.site.store.put_table(std::move(made), std::move(done));
  };
  const StoreResult result = co_await stored(t.site, t.loop, begin);
  if (result.ok()) {
    t.stored_due_ms = t.due(meta);
    t.absences.note(t.now());
    t.site.own_games.changed(people_of(meta));
    co_return std::nullopt;
  }
  t.site.tables.forget(t.table.id);
  if (result.status == StoreStatus::full) co_return no_room(result.limit, t.site.options);
  t.site.counters.storage_failures.add();
  co_return not_stored();
}

}  // namespace bastide::server
