// The games of one guest: where somebody left off, and how the last ones ended.
#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"

namespace bastide::server {

namespace {

std::string scores_of(const Table& table) {
  if (table.meta.status == Status::playing)
    return scores_text(table.game->rules(), table.game->state());
  ListText scores;
  if (table.meta.result)
    for (const int score : table.meta.result->scores) scores.number(score);
  return scores.take();
}

// The view is the one that everybody sees.
std::string own_game_text(const Table& table, std::string_view view, std::string_view guest,
                          std::int64_t moved_ms) {
  const bool playing = table.meta.status == Status::playing;
  const Seat asked = playing ? actor(table.game->state()) : kNobody;
  ObjectText text;
  text.raw("table", view);
  if (asked < table.seat_count()) {
    text.number("turn", asked);
  } else {
    text.nothing("turn");
  }
  text.flag("yours", table.decides(guest)).raw("scores", scores_of(table));
  text.number("moved", moved_ms);
  text.raw("tiles", playing ? sketch_text(table.game->rules(), table.game->state()) : "[]");
  if (table.meta.result) text.raw("result", result_text(*table.meta.result));
  return text.take();
}

}  // namespace

void Hub::Impl::games(const Asker& asker, bool on) {
  if (!on) return games_listeners.remove(asker.guest.id, asker.connection);
  const auto list = own_games(asker.guest.id);
  if (!list) return refuse(asker, kNotRead);
  games_listeners.add(asker.guest.id, asker.connection);
  send(asker.connection, message("games", *list, asker.re));
}

void Hub::Impl::games_changed(const std::string& guest) {
  const auto rest = games_listeners.changed(guest, loop.now_ms());
  if (!rest) return;
  later(std::chrono::milliseconds(*rest), [this, guest] {
    const auto listening = games_listeners.take(guest, loop.now_ms());
    if (listening.empty()) return;
    const auto list = own_games(guest);
    if (!list) return games_changed(guest);
    const Text text = message("games", *list);
    for (const ConnectionId id : listening) send(id, text);
  });
}

void Hub::Impl::games_changed(const std::vector<std::string>& guests) {
  for (const std::string& guest : guests) games_changed(guest);
}

// A game that is over is told from its row; only those of older programs have to be replayed.
std::optional<std::string> Hub::Impl::own_game(const GuestTable& of, bool live,
                                               std::string_view guest) {
  if (find_table(of.id) == nullptr && !live) {
    const auto row = store.find_table(of.id);
    const auto* found = std::get_if<std::optional<TableRow>>(&row);
    if (found == nullptr || !*found) return std::nullopt;
    const auto read = read_table(**found);
    const auto* table = std::get_if<Table>(&read);
    if (table == nullptr) return std::nullopt;
    if (table->meta.result) return own_game_text(*table, table->view_text({}), guest, of.moved_ms);
  }
  const auto loaded = load(of.id);
  const auto* t = std::get_if<LiveTable*>(&loaded);
  if (t == nullptr) return std::nullopt;
  return own_game_text((*t)->table, view(**t), guest, of.moved_ms);
}

// The members of the message. Nothing: the store cannot be read.
std::optional<std::string> Hub::Impl::own_games(const std::string& guest) {
  const std::int64_t since = loop.now_ms() - kEndedShownMs;
  const auto live = store.live_tables_of(guest, kMaxOwnLive);
  const auto ended = store.ended_tables_of(guest, since, kMaxOwnEnded);
  ListText list;
  for (const auto* read : {&live, &ended}) {
    const auto* tables = std::get_if<std::vector<GuestTable>>(read);
    if (tables == nullptr) return std::nullopt;
    for (const GuestTable& one : *tables)
      if (const auto text = own_game(one, read == &live, guest)) list.raw(*text);
  }
  return ObjectText().raw("games", list.take()).take_members();
}

}  // namespace bastide::server
