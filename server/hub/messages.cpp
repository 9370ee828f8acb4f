// Messages as they come in: limits, form, and which table they are for.
#include <algorithm>

#include "server/hub/hub_impl.h"
#include "server/table/json_text.h"

namespace bastide::server {

namespace {

// Changes of a table that wait their turn when it is being written. An answer to a decision does
// not: it was meant for a position that is about to change.
bool waits_its_turn(ClientType type) {
  switch (type) {
    case ClientType::sit:
    case ClientType::stand:
    case ClientType::seat:
    case ClientType::start:
    case ClientType::resign:
    case ClientType::undo:
    case ClientType::undo_answer:
    case ClientType::rematch:
      return true;
    default:
      return false;
  }
}

bool changes_something(ClientType type) {
  return type == ClientType::create || type == ClientType::act || waits_its_turn(type);
}

}  // namespace

bool TokenBucket::take(std::int64_t now_ms) {
  if (at_ms != 0)
    tokens = std::min(kMessageBurst,
                      tokens + kMessagesPerSecond * 0.001 *
                                   static_cast<double>(std::max<std::int64_t>(0, now_ms - at_ms)));
  at_ms = now_ms;
  if (tokens < 1) return false;
  tokens -= 1;
  return true;
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

void Hub::Impl::receive(ConnectionId id, std::string_view text) {
  if (lines.contains(id)) return hear_program(id, text);
  const auto found = clients.find(id);
  if (found == clients.end()) return;
  Client& client = found->second;
  if (client.bad_form >= kMaxBadForm || client.too_fast >= kMaxTooFast) return;  // being closed
  if (!client.bucket.take(loop.now_ms())) {
    refuse({id, {}, {}}, {Refused::too_fast, "Too many messages at once; wait a moment."});
    if (++client.too_fast == kMaxTooFast) client.connection->close("too many messages");
    return;
  }
  if (text.size() > kMaxMessageBytes)
    return bad_form(id, Refused::too_large,
                    "A message is at most " + std::to_string(kMaxMessageBytes) + " bytes long.");
  auto read = read_client_message(text);
  if (auto* error = std::get_if<MessageError>(&read))
    return bad_form(id, Refused::bad_message, std::move(error->reason), error->id);
  const ClientMessage& message = std::get<ClientMessage>(read);
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
  if (stopping && changes_something(m.type))
    return refuse(asker, {Refused::stopping, "The server is stopping."}, m.table);
  switch (m.type) {
    case ClientType::ping:
      return send(id,
                  message("pong", ObjectText().number("now", loop.now_ms()).take_members(), m.id));
    case ClientType::lobby:
      client.lobby = m.flag;
      if (m.flag) send(id, message("tables", lobby_list(), m.id));
      return;
    case ClientType::create:
      if (const Answer refusal = create(asker, m)) refuse(asker, *refusal);
      return;
    case ClientType::leave:
      return leave(id, m.table);
    default:
      break;
  }
  auto loaded = load(m.table);
  if (const auto* refusal = std::get_if<Refusal>(&loaded)) return refuse(asker, *refusal, m.table);
  dispatch_to_table(asker, *std::get<LiveTable*>(loaded), m);
}

void Hub::Impl::dispatch_to_table(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (t.busy && waits_its_turn(m.type)) {
    t.queue.emplace_back(asker.connection, m);
    return;
  }
  if (t.suspect && !t.busy && changes_something(m.type) && !refresh(t))
    return refuse(asker, {Refused::storage, "The table cannot be stored at the moment."}, m.table);
  const auto answer = [&]() -> Answer {
    switch (m.type) {
      case ClientType::join:
        return join(asker, t);
      case ClientType::sit:
        return sit(asker, t, m);
      case ClientType::stand:
        return stand(asker, t, m);
      case ClientType::seat:
        return seat(asker, t, m);
      case ClientType::start:
        return start(asker, t);
      case ClientType::act:
        return act(asker, t, m);
      case ClientType::features:
        return features(asker, t);
      case ClientType::resign:
        return resign(asker, t, m);
      case ClientType::undo:
        return ask_undo(asker, t, m);
      case ClientType::undo_answer:
        return answer_undo(asker, t, m);
      case ClientType::rematch:
        return rematch(asker, t);
      default:
        return std::nullopt;
    }
  }();
  if (answer) refuse(asker, *answer, m.table);
}

Answer Hub::Impl::join(const Asker& asker, LiveTable& t) {
  Client& client = clients.at(asker.connection);
  if (std::ranges::find(client.watching, t.table.id) == client.watching.end()) {
    if (client.watching.size() >= kMaxWatched)
      return Refusal{Refused::too_many, "You watch too many tables at once."};
    client.watching.push_back(t.table.id);
    t.watchers.push_back(asker.connection);
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
  end_lines(*t);
  presence_changed(*t);
}

Answer Hub::Impl::features(const Asker& asker, LiveTable& t) {
  if (t.table.config.assist == Assist::table)
    return Refusal{Refused::not_allowed, "At this table everybody counts without help."};
  if (!t.table.game) return Refusal{Refused::not_started, "The game has not started yet."};
  const Game& game = *t.table.game;
  ObjectText text;
  text.text("table", t.table.id).number("seq", game.seq());
  text.raw("features", features_text(game.rules(), game.state()));
  send(asker.connection, message("features", text.take_members(), asker.re));
  return std::nullopt;
}

}  // namespace bastide::server
