// What the hub says, and to whom. Texts are written once for all who may see the same.
#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"

namespace bastide::server {

Text Hub::Impl::message(std::string_view type, std::string_view members,
                        std::optional<std::int64_t> re) {
  ObjectText text;
  text.text("type", type);
  if (re) text.number("re", *re);
  return std::make_shared<const std::string>(text.members(members).take());
}

void Hub::Impl::send(ConnectionId id, const Text& text) {
  if (const auto client = clients.find(id); client != clients.end())
    client->second.connection->send(text);
}

void Hub::Impl::refuse(const Asker& asker, const Denial& refusal, std::string_view table) {
  ++counters.refusals[static_cast<std::size_t>(refusal.code)];
  if (const auto line = lines.find(asker.connection); line != lines.end()) {
    const bool passes = refusal.code == Refused::storage || refusal.code == Refused::stopping;
    if (!passes) return dismiss(asker.connection, refusal.reason);
    detach(asker.connection);  // without a goodbye: it may come again
    return line->second.connection->close(refusal.reason);
  }
  ObjectText members;
  members.text("code", name_of(refusal.code)).text("reason", refusal.reason);
  if (!table.empty()) members.text("table", table);
  if (refusal.detail != RefusedDetail::none) members.text("detail", name_of(refusal.detail));
  if (refusal.most != 0) members.number("most", refusal.most);
  if (refusal.wait_ms != 0) members.number("wait_ms", refusal.wait_ms);
  send(asker.connection, message("refused", members.take_members(), asker.re));
}

std::string Hub::Impl::view(const LiveTable& t) const {
  Table::Presence presence;
  for (const TableSeat& seat : t.table.meta.seats) {
    const auto away = t.attendance.away_since(seat.guest);
    presence.connected.push_back(seat.kind == TableSeat::Kind::person && !away);
    presence.away.push_back(away.value_or(0));
  }
  std::vector<std::string_view> others;
  for (const ConnectionId id : t.watchers) {
    const std::string& guest = clients.at(id).guest.id;
    if (!t.table.sits(guest) && std::ranges::find(others, guest) == others.end())
      others.push_back(guest);
  }
  for (const auto& [account, program] : t.programs)
    if (const auto seat = t.table.seat_of(account)) presence.connected[*seat] = program.line != 0;
  presence.spectators = others.size();
  presence.absence = absence_of(t);
  return t.table.view_text(presence);
}

// Everything a late comer needs.
std::string Hub::Impl::whole_table(const LiveTable& t, std::string_view view,
                                   std::string_view guest) const {
  const Table& table = t.table;
  ObjectText text;
  text.raw("table", view).raw("you", table.you_text(guest));
  text.number("seq", table.game ? table.game->seq() : 0);
  if (table.game) {
    const Game& game = *table.game;
    text.raw("state", state_text(game.rules(), game.state(), table.shown()));
    text.raw("options",
             table.decides(guest) ? options_text(game.rules(), game.state()) : std::string("[]"));
    text.raw("history", table.history_text());
    if (table.clocks.exist()) text.raw("clocks", table.clocks.text(loop.now_ms()));
  }
  return text.take_members();
}

template <class TextFor>
void Hub::Impl::tell_each(const LiveTable& t, const std::optional<Asker>& asker, TextFor text_for) {
  for (const ConnectionId id : t.watchers)
    if (!asker || asker->connection != id)
      send(id, text_for(clients.at(id).guest.id, std::optional<std::int64_t>()));
  if (asker) send(asker->connection, text_for(asker->guest.id, asker->re));
}

void Hub::Impl::tell_table(LiveTable& t, std::string_view type, const std::optional<Asker>& asker) {
  t.told_ms = loop.now_ms();
  const std::string seen = view(t);
  std::map<std::string, Text, std::less<>> by_guest;
  tell_each(t, asker, [&](const std::string& guest, std::optional<std::int64_t> re) {
    if (re) return message(type, whole_table(t, seen, guest), re);
    Text& text = by_guest[guest];
    if (!text) text = message(type, whole_table(t, seen, guest));
    return text;
  });
}

void Hub::Impl::tell_meta(LiveTable& t, const std::optional<Asker>& asker) {
  const std::string seen = view(t);
  tell_each(t, asker, [&](const std::string& guest, std::optional<std::int64_t> re) {
    return meta_message(t, seen, guest, re);
  });
}

Text Hub::Impl::meta_message(const LiveTable& t, std::string_view view, std::string_view guest,
                             std::optional<std::int64_t> re) {
  return message("meta",
                 ObjectText().raw("table", view).raw("you", t.table.you_text(guest)).take_members(),
                 re);
}

// Who is back gets everything, since it may be their turn; the others see that they are.
void Hub::Impl::tell_return(LiveTable& t, std::string_view guest) {
  const std::string seen = view(t);
  tell_each(t, std::nullopt, [&](const std::string& to, std::optional<std::int64_t> re) {
    return to == guest ? message("table", whole_table(t, seen, to)) : meta_message(t, seen, to, re);
  });
}

void Hub::Impl::tell_update(LiveTable& t, const GameState& before, std::int64_t first,
                            const std::optional<Asker>& asker) {
  const Table& table = t.table;
  const Game& game = *table.game;
  t.told_ms = loop.now_ms();
  ListText entries;
  for (std::int64_t i = first; i < game.seq(); ++i)
    entries.raw(game.entries()[static_cast<std::size_t>(i)].text(i));
  StateParts parts = table.shown();
  parts.tiles = parts.features = false;
  ObjectText common;
  common.text("table", table.id).number("seq", game.seq()).raw("entries", entries.take());
  common.raw("state", state_text(game.rules(), game.state(), parts));
  common.raw("tiles", changed_tiles_text(game.rules(), before, game.state()));
  if (table.clocks.exist()) common.raw("clocks", table.clocks.text(t.told_ms));
  const Seat decides = actor(game.state());
  const bool by_person = decides < table.seat_count() && !table.meta.seats[decides].automatic() &&
                         table.meta.seats[decides].kind == TableSeat::Kind::person;
  const std::string others = ObjectText(common).raw("options", "[]").take_members();
  const std::string asked =
      by_person ? common.raw("options", options_text(game.rules(), game.state())).take_members()
                : others;
  const Text for_others = message("update", others);
  const Text for_asked = by_person ? message("update", asked) : for_others;
  tell_each(t, asker, [&](const std::string& guest, std::optional<std::int64_t> re) {
    const bool is_asked = table.decides(guest);
    if (re) return message("update", is_asked ? asked : others, re);
    return is_asked ? for_asked : for_others;
  });
}

void Hub::Impl::tell_same(const LiveTable& t, std::string_view type, const std::string& members,
                          const Asker& asker) {
  const Text text = message(type, members);
  tell_each(t, asker, [&](const std::string&, std::optional<std::int64_t> re) {
    return re ? message(type, members, re) : text;
  });
}

std::string Hub::Impl::undo_members(const LiveTable& t) {
  return ObjectText()
      .text("table", t.table.id)
      .number("seat", t.undo->seat)
      .number("seq", t.undo->seq)
      .take_members();
}

// Somebody came or went. A hundred spectators who come at once are told of together.
void Hub::Impl::presence_changed(LiveTable& t) {
  if (t.table.config.listed && t.table.meta.status == Status::waiting) lobby_changed();
  if (t.presence_due) return;
  t.presence_due = true;
  later(std::chrono::milliseconds(kPushMs), [this, id = t.table.id] {
    LiveTable* table = find_table(id);
    if (table == nullptr) return;
    table->presence_due = false;
    tell_meta(*table, std::nullopt);
    games_changed(people_of(table->table.meta));
  });
}

std::string Hub::Impl::lobby_list() const {
  std::vector<const LiveTable*> listed;
  for (const auto& [id, t] : tables)
    if (t->table.config.listed && t->table.meta.status == Status::waiting)
      listed.push_back(t.get());
  std::ranges::sort(listed, [](const LiveTable* a, const LiveTable* b) {
    return std::pair(b->table.created_ms, b->table.id) <
           std::pair(a->table.created_ms, a->table.id);
  });
  if (listed.size() > kMaxListed) listed.resize(kMaxListed);
  ListText list;
  for (const LiveTable* t : listed) list.raw(view(*t));
  return ObjectText().raw("tables", list.take()).take_members();
}

void Hub::Impl::lobby_changed() {
  if (lobby_due) return;
  lobby_due = true;
  const std::int64_t rest = std::max<std::int64_t>(0, lobby_told_ms + kPushMs - loop.now_ms());
  later(std::chrono::milliseconds(rest), [this] {
    lobby_due = false;
    lobby_told_ms = loop.now_ms();
    Text text;
    for (const auto& [id, client] : clients) {
      if (!client.lobby) continue;
      if (!text) text = message("tables", lobby_list());
      client.connection->send(text);
    }
  });
}

}  // namespace bastide::server
