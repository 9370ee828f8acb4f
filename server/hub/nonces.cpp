// Nonces of people's browsers, which are mixed into the seed of the draws (docs/fair-draws.md).
// Each is given after the secret has been committed to, and before the game begins.
#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"
#include "server/hub/secrets.h"

namespace bastide::server {

// The same answer until a table is made of it.
void Hub::Impl::promise(const Asker& asker) {
  Client& client = clients.at(asker.connection);
  if (!client.promise) client.promise = Promise{new_id(), new_seed()};
  ObjectText text;
  text.text("table", client.promise->table).text("commitment", commitment(client.promise->secret));
  send(asker.connection, message("promise", text.take_members(), asker.re));
}

std::variant<Promise, Denial> Hub::Impl::promised(const Asker& asker,
                                                  const ClientMessage& m) const {
  const std::optional<Promise>& given = clients.at(asker.connection).promise;
  if (given) return *given;
  if (!m.nonce.empty())
    return Denial{Refused::not_allowed, "Ask for a promise before you give a nonce."};
  return Promise{new_id(), new_seed()};
}

Answer Hub::Impl::give_nonce(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (!t.table.sits(asker.guest.id))
    return Denial{Refused::not_seated, "You have no seat at this table."};
  if (t.table.meta.status != Status::waiting)
    return Denial{Refused::started, "The game has started already."};
  if (t.table.config.fair == FairMethod::bastide_1)
    return Denial{Refused::not_allowed, "The draws of this table take no nonces."};
  TableMeta meta = t.table.meta;
  bool given = false;
  for (std::size_t i = 0; i < meta.seats.size(); ++i) {
    if (!t.table.holds(asker.guest.id, static_cast<int>(i)) || !meta.seats[i].nonce.empty())
      continue;
    meta.seats[i].nonce = m.nonce;
    given = true;
  }
  if (!given) return Denial{Refused::not_allowed, "You have given a nonce already."};
  return change_seats(asker, t, std::move(meta));
}

bool Hub::Impl::waits_for_nonce(const LiveTable& t, const TableMeta& meta) {
  return std::ranges::any_of(meta.seats, [&](const TableSeat& seat) {
    return seat.nonce.empty() && std::ranges::find(t.nonces_due, seat.guest) != t.nonces_due.end();
  });
}

// People whose browsers gave nonces to the old game and are there to give them again.
std::vector<std::string> Hub::Impl::givers_at(const Table& old) const {
  std::vector<std::string> givers;
  for (const TableSeat& seat : old.meta.seats) {
    const bool here = std::ranges::any_of(
        clients, [&](const auto& one) { return one.second.guest.id == seat.guest; });
    if (!seat.nonce.empty() && here && std::ranges::find(givers, seat.guest) == givers.end())
      givers.push_back(seat.guest);
  }
  return givers;
}

void Hub::Impl::wait_for_nonces(LiveTable& t) {
  later(std::chrono::milliseconds(kNonceMs), [this, id = t.table.id] { begin_without(id); });
}

// Whoever has not given a nonce by now plays without. If the beginning cannot be stored, it is
// tried again.
void Hub::Impl::begin_without(const std::string& table) {
  LiveTable* t = find_table(table);
  if (t == nullptr || t->table.meta.status != Status::waiting || stopping) return;
  t->nonces_due.clear();
  if (t->table.has_open_seat()) return;
  if (!t->busy && refresh(*t) && !t->busy) change_seats({}, *t, t->table.meta);
  later(std::chrono::milliseconds(kStorageRetryMs), [=, this] { begin_without(table); });
}

}  // namespace bastide::server
