// Messages as they come in: limits, form, and which table they are for.
#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"

namespace bastide::server {

// What may be asked of a table. A change waits its turn while the table is being written; an answer
// to a decision does not: it was meant for a position that is about to change.
const Hub::Impl::TableRequest* Hub::Impl::table_request(ClientType type) {
  using enum ClientType;
  using enum TableRequest::Does;
  static constexpr TableRequest kRequests[] = {
      {join, looks, &Impl::join},         {features, looks, &Impl::features},
      {act, changes_now, &Impl::act},     {sit, changes, &Impl::sit},
      {stand, changes, &Impl::stand},     {seat, changes, &Impl::seat},
      {start, changes, &Impl::start},     {resign, changes, &Impl::resign},
      {colour, changes, &Impl::colour},   {absent, changes, &Impl::absent},
      {undo, changes, &Impl::ask_undo},   {undo_answer, changes, &Impl::answer_undo},
      {rematch, changes, &Impl::rematch}, {nonce, changes, &Impl::give_nonce}};
  static_assert(std::size(kRequests) + 7 == kClientTypes,
                "all but hello, ping, lobby, games, promise, create and leave concern one table");
  const auto found = std::ranges::find(kRequests, type, &TableRequest::type);
  return found != std::end(kRequests) ? found : nullptr;
}

ConnectionId Hub::Impl::connect(std::shared_ptr<Connection> connection, const Guest& guest) {
  Client client;
  client.connection = std::move(connection);
  client.guest = guest;
  clients.emplace(++last_connection, std::move(client));
  return last_connection;
}

void Hub::Impl::disconnect(ConnectionId id) {
  if (lines.contains(id)) return drop_line(id);
  const auto found = clients.find(id);
  if (found == clients.end()) return;
  for (const std::string& table : std::vector(found->second.watching)) leave(id, table);
  games_listeners.remove(found->second.guest.id, id);
  clients.erase(found);
}

void Hub::Impl::bad_form(ConnectionId id, Refused code, std::string reason,
                         std::optional<std::int64_t> re) {
  refuse({id, re, {}}, {code, std::move(reason)});
  Client& client = clients.at(id);
  if (++client.bad_form < kMaxBadForm) return;
  send(id,
       message("bye", ObjectText().text("reason", "Too many malformed messages.").take_members()));
  client.connection->close("too many malformed messages");
}

// The first answer to an open question is outside the allowance.
bool Hub::Impl::was_asked_for(const Client& client, const ClientMessage& m) {
  if (m.type != ClientType::act) return false;
  LiveTable* t = find_table(m.table);
  if (t == nullptr || t->busy || t->table.meta.status != Status::playing) return false;
  if (m.seq != t->table.game->seq() || !t->table.decides(client.guest.id)) return false;
  return std::exchange(t->act_epoch, t->epoch) != t->epoch;
}

void Hub::Impl::too_fast(ConnectionId id, Client& client, std::optional<std::int64_t> re) {
  refuse({id, re, {}}, {Refused::too_fast, "Too many messages at once; wait a moment."});
  if (++client.too_fast == kMaxTooFast) client.connection->close("too many messages");
}

void Hub::Impl::receive(ConnectionId id, std::string_view text) {
  if (lines.contains(id)) return hear_program(id, text);
  const auto found = clients.find(id);
  if (found == clients.end()) return;
  Client& client = found->second;
  if (client.bad_form >= kMaxBadForm || client.too_fast >= kMaxTooFast) return;  // being closed
  if (text.size() > kMaxMessageBytes)
    return bad_form(id, Refused::too_large,
                    "A message is at most " + std::to_string(kMaxMessageBytes) + " bytes long.");
  auto read = read_client_message(text);
  if (auto* error = std::get_if<MessageError>(&read))
    return bad_form(id, Refused::bad_message, std::move(error->reason), error->id);
  const ClientMessage& message = std::get<ClientMessage>(read);
  if (!was_asked_for(client, message) && !client.messages.take(loop.now_ms()))
    return too_fast(id, client, message.id);
  ++counters.messages[static_cast<std::size_t>(message.type)];
  dispatch(id, client, message);
}

void Hub::Impl::dispatch(ConnectionId id, Client& client, const ClientMessage& m) {
  const Asker asker{id, m.id, client.guest};
  if (m.type == ClientType::hello) {
    if (m.protocol != kProtocol)
      return bad_form(id, Refused::bad_message, "This server speaks protocol 1.", m.id);
    client.greeted = true;
    ObjectText text;
    text.number("protocol", kProtocol);
    text.raw("guest",
             ObjectText().text("id", client.guest.id).text("name", client.guest.name).take());
    text.number("now", loop.now_ms()).text("version", options.version);
    return send(id, message("welcome", text.take_members(), m.id));
  }
  if (!client.greeted) return bad_form(id, Refused::bad_message, "Say hello first.", m.id);
  const TableRequest* request = table_request(m.type);
  if (stopping && (m.type == ClientType::create || (request && request->is_change())))
    return refuse(asker, {Refused::stopping, "The server is stopping."}, m.table);
  switch (m.type) {
    case ClientType::ping:
      return send(id,
                  message("pong", ObjectText().number("now", loop.now_ms()).take_members(), m.id));
    case ClientType::lobby:
      client.lobby = m.flag;
      if (m.flag) send(id, message("tables", lobby_list(), m.id));
      return;
    case ClientType::games:
      return games(asker, m.flag);
    case ClientType::promise:
      return promise(asker);
    case ClientType::create:
      if (const Answer refusal = create(asker, m)) refuse(asker, *refusal);
      return;
    case ClientType::leave:
      return leave(id, m.table);
    default:
      break;
  }
  auto loaded = load(m.table);
  if (const auto* denial = std::get_if<Denial>(&loaded)) return refuse(asker, *denial, m.table);
  dispatch_to_table(asker, *std::get<LiveTable*>(loaded), m);
}

void Hub::Impl::dispatch_to_table(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  const TableRequest& request = *table_request(m.type);
  if (t.busy && request.does == TableRequest::Does::changes) {
    t.queue.emplace_back(asker.connection, m);
    return;
  }
  if (t.suspect && !t.busy && request.is_change() && !refresh(t))
    return refuse(asker, {Refused::storage, "The table cannot be stored at the moment."}, m.table);
  if (const Answer denial = (this->*request.handle)(asker, t, m)) refuse(asker, *denial, m.table);
}

Answer Hub::Impl::join(const Asker& asker, LiveTable& t, const ClientMessage&) {
  Client& client = clients.at(asker.connection);
  if (std::ranges::find(client.watching, t.table.id) == client.watching.end()) {
    if (client.watching.size() >= kMaxWatched)
      return Denial{Refused::too_many, "You watch too many tables at once.", RefusedDetail::watched,
                    kMaxWatched};
    client.watching.push_back(t.table.id);
    t.watchers.push_back(asker.connection);
    note_attendance(t, loop.now_ms());
    presence_changed(t);
  }
  send(asker.connection, message("table", whole_table(t, view(t), asker.guest.id), asker.re));
  if (t.undo) send(asker.connection, message("undo_asked", undo_members(t)));
  return std::nullopt;
}

void Hub::Impl::leave(ConnectionId id, std::string_view table) {
  Client& client = clients.at(id);
  std::erase(client.watching, table);
  LiveTable* t = find_table(table);
  if (t == nullptr || std::erase(t->watchers, id) == 0) return;
  t->idle_ms = loop.now_ms();
  note_attendance(*t, t->idle_ms);
  end_lines(*t);
  presence_changed(*t);
}

Answer Hub::Impl::features(const Asker& asker, LiveTable& t, const ClientMessage&) {
  if (t.table.config.assist == Assist::table)
    return Denial{Refused::not_allowed, "At this table everybody counts without help.",
                  RefusedDetail::assist};
  if (!t.table.game) return Denial{Refused::not_started, "The game has not started yet."};
  const Game& game = *t.table.game;
  ObjectText text;
  text.text("table", t.table.id).number("seq", game.seq());
  text.raw("features", features_text(game.rules(), game.state()));
  send(asker.connection, message("features", text.take_members(), asker.re));
  return std::nullopt;
}

}  // namespace bastide::server
