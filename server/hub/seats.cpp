// Tables and seats: from the first wish to the first draw.
#include <algorithm>

#include "engine/notation/json_text.h"
#include "server/hub/hub_impl.h"
#include "server/hub/secrets.h"
#include "server/table/colours.h"
#include "server/table/presets.h"

namespace bastide::server {

namespace {

Denial bad_name() { return {Refused::bad_name, "A name has 1 to 32 visible characters."}; }

TableSeat bot_seat(const std::string& bot) {
  TableSeat seat;
  seat.kind = TableSeat::Kind::bot;
  seat.name = seat.bot = bot;
  return seat;
}

std::optional<TableSeat> person_seat(const Guest& guest, const std::optional<std::string>& name) {
  TableSeat seat;
  seat.kind = TableSeat::Kind::person;
  seat.guest = guest.id;
  const auto good = name ? good_name(*name) : std::optional(guest.name);
  if (!good) return std::nullopt;
  seat.name = *good;
  return seat;
}

// Whether the setup makes a game, and one that clients can be sent as a whole.
Answer try_setup(const Table& table) {
  const auto tried = table.new_game(table.meta.seats);
  if (const auto* error = std::get_if<SetupError>(&tried))
    return Denial{Refused::bad_setup, error->reason};
  std::size_t tiles = 0;
  for (const TileInPlay& type : std::get<Game>(tried).rules().tiles) tiles += type.copies;
  if (tiles <= kMaxTilesAtTable) return std::nullopt;
  return Denial{Refused::bad_setup,
                "A game on this server has at most " + std::to_string(kMaxTilesAtTable) + " tiles.",
                RefusedDetail::tiles, kMaxTilesAtTable};
}

bool has_line(const LiveTable& t, const std::string& account) {
  const auto found = t.programs.find(account);
  return found != t.programs.end() && found->second.line != 0;
}

Denial no_bot(const std::string& bot) {
  return {Refused::bad_setup, "There is no bot " + quoted_text(bot) + ".", RefusedDetail::bot};
}

Denial colour_taken() { return {Refused::colour_taken, "Somebody else has this colour."}; }

bool is_taken(const TableSeat& seat) { return seat.kind != TableSeat::Kind::open; }

}  // namespace

std::size_t Hub::Impl::tables_of(std::string_view host) const {
  return static_cast<std::size_t>(std::ranges::count_if(tables, [&](const auto& entry) {
    const TableMeta& meta = entry.second->table.meta;
    return meta.host == host && meta.status != Status::over;
  }));
}

std::variant<std::vector<TableSeat>, Denial> Hub::Impl::wished_seats(
    const Asker& asker, const std::vector<SeatWish>& wishes) {
  std::vector<TableSeat> seats;
  for (const SeatWish& wish : wishes) {
    if (wish.kind == SeatWish::Kind::open) {
      seats.emplace_back();
    } else if (wish.kind == SeatWish::Kind::bot) {
      if (!is_known_bot(wish.bot)) return no_bot(wish.bot);
      seats.push_back(bot_seat(wish.bot));
    } else {
      auto person = person_seat(asker.guest, wish.name);
      if (!person) return bad_name();
      seats.push_back(*std::move(person));
    }
  }
  std::vector<std::optional<int>> colours;
  for (const SeatWish& wish : wishes) colours.push_back(wish.colour);
  if (!paint_seats(seats, colours)) return colour_taken();
  return seats;
}

std::unique_ptr<LiveTable> Hub::Impl::new_table(TableConfig config, TableMeta meta) {
  auto made = std::make_unique<LiveTable>();
  made->table.id = new_id();
  made->table.created_ms = made->idle_ms = loop.now_ms();
  made->table.seed = new_seed();
  made->table.config = std::move(config);
  made->table.config.setup.rules = kRulesVersion;  // also where it follows an older game
  made->table.meta = std::move(meta);
  return made;
}

// Stores a table that was made here and, if nobody is missing, its first draws; then tells.
Answer Hub::Impl::open_table(const Asker& asker, std::unique_ptr<LiveTable> made,
                             std::function<void(LiveTable&)> ready) {
  std::size_t live = 0;
  for (const auto& [id, t] : tables) live += t->table.meta.status != Status::over;
  if (live >= options.max_tables)
    return Denial{Refused::too_many, "There is no room for more.", RefusedDetail::server};
  if (tables_of(asker.guest.id) >= options.max_tables_per_guest)
    return Denial{Refused::too_many, "You have opened too many tables that are not over.",
                  RefusedDetail::opened, static_cast<std::int64_t>(options.max_tables_per_guest)};
  if (Answer refusal = try_setup(made->table)) return refusal;
  LiveTable& t = *made;
  const std::string id = t.table.id;
  t.busy = true;
  note_attendance(t, t.table.created_ms);
  store.put_table(table_row(t.table), {people_of(t.table.meta), t.table.created_ms},
                  on_loop([this, id, asker, ready](const StoreResult& result) {
                    LiveTable* stored = find_table(id);
                    if (!result.ok()) {
                      ++counters.storage_failures;
                      tables.erase(id);
                      return refuse(asker, kNotStored);
                    }
                    stored->busy = false;
                    games_changed(people_of(stored->table.meta));
                    if (stored->table.has_open_seat()) {
                      lobby_changed();
                      return ready(*stored);
                    }
                    if (const Answer refusal = begin(asker, *stored, stored->table.meta, ready))
                      refuse(asker, *refusal);
                  }));
  tables.emplace(id, std::move(made));
  return std::nullopt;
}

Answer Hub::Impl::create(const Asker& asker, const ClientMessage& m) {
  auto seats = wished_seats(asker, m.seats);
  if (auto* refusal = std::get_if<Denial>(&seats)) return std::move(*refusal);
  TableMeta meta;
  meta.host = asker.guest.id;
  meta.seats = std::get<std::vector<TableSeat>>(std::move(seats));
  auto made = new_table({m.setup, m.flag, m.assist, m.clock}, std::move(meta));
  return open_table(asker, std::move(made), [this, asker](LiveTable& t) {
    send(asker.connection,
         message("created", ObjectText().text("table", t.table.id).take_members(), asker.re));
  });
}

// The first draws are stored before anybody is told that the game has begun.
Answer Hub::Impl::begin(const Asker& asker, LiveTable& t, TableMeta meta,
                        std::function<void(LiveTable&)> ready) {
  auto begun = t.table.new_game(meta.seats);
  if (const auto* error = std::get_if<SetupError>(&begun))
    return Denial{Refused::bad_setup, error->reason};
  meta.status = Status::playing;
  const auto game = std::make_shared<Game>(std::get<Game>(std::move(begun)));
  const auto first = std::make_shared<Proposal>(game->propose(std::nullopt, 0));
  const std::int64_t now = loop.now_ms();
  write(t, t.table.rows(*first, now), table_update(meta, now), [=, this](LiveTable& t, bool ok) {
    if (!ok) return refuse(asker, kNotStored, t.table.id);
    counters.actions += first->entries.size();
    t.table.meta = meta;
    t.table.game = std::move(*game);
    t.table.accept(std::move(*first), now);
    t.table.start_clocks(now);
    ++t.epoch;
    t.attendance = {};  // nobody was waited for before
    note_attendance(t, now);
    ready(t);
    lobby_changed();
    dismiss_unseated(t);
    tell_programs_from_start(t);
    go_on(t);
  });
  return std::nullopt;
}

Answer Hub::Impl::change_seats(const Asker& asker, LiveTable& t, TableMeta meta) {
  if (std::ranges::all_of(meta.seats, is_taken))
    return begin(asker, t, std::move(meta),
                 [this, asker](LiveTable& t) { tell_table(t, "table", asker); });
  auto update = table_update(meta, loop.now_ms());
  write(t, {}, std::move(update), [this, asker, meta = std::move(meta)](LiveTable& t, bool ok) {
    if (!ok) return refuse(asker, kNotStored, t.table.id);
    t.table.meta = meta;
    note_attendance(t, loop.now_ms());
    dismiss_unseated(t);
    tell_meta(t, asker);
    lobby_changed();
  });
  return std::nullopt;
}

Answer Hub::Impl::sit(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (t.table.meta.status != Status::waiting)
    return Denial{Refused::started, "The game has started already."};
  TableMeta meta = t.table.meta;
  if (static_cast<std::size_t>(m.seat) >= meta.seats.size()) return no_seat(m.seat);
  TableSeat& seat = meta.seats[static_cast<std::size_t>(m.seat)];
  if (is_taken(seat)) return Denial{Refused::seat_taken, "This seat is taken."};
  auto person = person_seat(asker.guest, m.name);
  if (!person) return bad_name();
  person->colour = seat.colour;
  seat = *std::move(person);
  if (m.colour && !take_colour(meta.seats, static_cast<std::size_t>(m.seat), *m.colour))
    return colour_taken();
  return change_seats(asker, t, std::move(meta));
}

Answer Hub::Impl::stand(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (t.table.meta.status != Status::waiting)
    return Denial{Refused::started, "The game has started already; you may resign.",
                  RefusedDetail::resign};
  if (!t.table.holds(asker.guest.id, m.seat))
    return Denial{Refused::not_seated, "This is not your seat."};
  TableMeta meta = t.table.meta;
  TableSeat& seat = meta.seats[static_cast<std::size_t>(m.seat)];
  seat = emptied(seat);
  return change_seats(asker, t, std::move(meta));
}

Answer Hub::Impl::colour(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (t.table.meta.status != Status::waiting)
    return Denial{Refused::started, "The game has started already."};
  if (!t.table.holds(asker.guest.id, m.seat))
    return Denial{Refused::not_seated, "This is not your seat."};
  TableMeta meta = t.table.meta;
  if (!take_colour(meta.seats, static_cast<std::size_t>(m.seat), *m.colour)) return colour_taken();
  return change_seats(asker, t, std::move(meta));
}

Answer Hub::Impl::seat(const Asker& asker, LiveTable& t, const ClientMessage& m) {
  if (t.table.meta.host != asker.guest.id)
    return Denial{Refused::not_host, "Only the host of the table may do this."};
  if (t.table.meta.status != Status::waiting)
    return Denial{Refused::started, "The game has started already."};
  TableMeta meta = t.table.meta;
  if (static_cast<std::size_t>(m.seat) >= meta.seats.size()) return no_seat(m.seat);
  TableSeat& seat = meta.seats[static_cast<std::size_t>(m.seat)];
  if (seat.kind == TableSeat::Kind::person)
    return Denial{Refused::seat_taken, "Somebody sits there."};
  if (m.seat_kind == SeatWish::Kind::bot && !is_known_bot(m.bot)) return no_bot(m.bot);
  const int colour = seat.colour;
  seat = m.seat_kind == SeatWish::Kind::bot ? bot_seat(m.bot) : TableSeat{};
  seat.colour = colour;
  return change_seats(asker, t, std::move(meta));
}

Answer Hub::Impl::start(const Asker& asker, LiveTable& t, const ClientMessage&) {
  if (t.table.meta.host != asker.guest.id)
    return Denial{Refused::not_host, "Only the host of the table may do this."};
  if (t.table.meta.status != Status::waiting)
    return Denial{Refused::started, "The game has started already."};
  TableMeta meta = t.table.meta;
  std::erase_if(meta.seats, [](const TableSeat& seat) { return !is_taken(seat); });
  if (meta.seats.size() < kMinPlayers)
    return Denial{Refused::bad_setup, "Two seats must be taken before a game can start.",
                  RefusedDetail::seats};
  return change_seats(asker, t, std::move(meta));
}

void Hub::Impl::tell_rematch(LiveTable& old, const Asker& asker) {
  tell_same(
      old, "rematch",
      ObjectText().text("table", old.table.id).text("new", old.table.meta.rematch).take_members(),
      asker);
}

// A program that has gone, or the person for whose absence the game was given up.
bool Hub::Impl::is_lost(const LiveTable& t, const TableSeat& seat) {
  if (seat.kind == TableSeat::Kind::program) return !has_line(t, seat.guest);
  return seat.kind == TableSeat::Kind::person && t.table.meta.abandoned && !is_here(t, seat.guest);
}

// The same players at a new table, where the one who was second begins. The seat of one who is lost
// is open there.
Answer Hub::Impl::rematch(const Asker& asker, LiveTable& t, const ClientMessage&) {
  if (!t.table.sits(asker.guest.id))
    return Denial{Refused::not_seated, "You have no seat at this table."};
  if (t.table.meta.status != Status::over)
    return t.table.game
               ? Denial{Refused::started, "The game is not over yet.", RefusedDetail::not_over}
               : Denial{Refused::not_started, "The game has not started yet."};
  if (!t.table.meta.rematch.empty()) {
    tell_rematch(t, asker);
    return std::nullopt;
  }
  if (const std::int64_t wait = t.rematch_ms + kRematchMs - loop.now_ms(); wait > 0)
    return Denial{.code = Refused::too_fast,
                  .reason = "Somebody has just asked for the same.",
                  .detail = RefusedDetail::rematch,
                  .wait_ms = wait};
  t.rematch_ms = loop.now_ms();
  TableMeta meta;
  meta.host = asker.guest.id;
  meta.seats = t.table.meta.seats;
  for (TableSeat& seat : meta.seats) {
    seat.resigned = seat.timeout = seat.stand_in = false;
    if (is_lost(t, seat)) seat = emptied(seat);
  }
  std::ranges::rotate(meta.seats, meta.seats.begin() + 1);
  return open_table(asker, new_table(t.table.config, std::move(meta)),
                    [this, asker, old = t.table.id](LiveTable& made) {
                      if (LiveTable* from = find_table(old)) take_along(*from, made);
                      note_rematch(asker, old, made.table.id);
                    });
}

void Hub::Impl::note_rematch(const Asker& asker, const std::string& old_table,
                             const std::string& new_table) {
  LiveTable* old = find_table(old_table);
  if (old == nullptr) return;
  TableMeta meta = old->table.meta;
  meta.rematch = new_table;
  write(*old, {}, TableUpdate{meta_text(meta), false}, [=, this](LiveTable& old, bool ok) {
    if (!ok) return refuse(asker, kNotStored, old.table.id);
    old.table.meta = meta;
    tell_rematch(old, asker);
  });
}

}  // namespace bastide::server
