#include "server/table/table.h"

#include <algorithm>

#include "engine/notation/json_text.h"

namespace bastide::server {

namespace {

std::string seat_text(const TableSeat& seat, std::size_t index, bool connected, std::int64_t away) {
  ObjectText text;
  text.number("index", static_cast<std::int64_t>(index));
  switch (seat.kind) {
    case TableSeat::Kind::open:
      text.text("kind", "open");
      break;
    case TableSeat::Kind::person:
      text.text("kind", "person").text("name", seat.name).text("guest", seat.guest);
      text.flag("connected", connected);
      if (!connected && away != 0) text.number("away", away);
      if (!seat.nonce.empty()) text.flag("nonce", true);
      break;
    case TableSeat::Kind::bot:
      text.text("kind", "bot").text("name", seat.name).text("bot", seat.bot);
      break;
    case TableSeat::Kind::program:
      text.text("kind", "bot").text("name", seat.name).text("bot", "program");
      text.text("account", seat.guest).flag("connected", connected);
      break;
  }
  if (seat.resigned) text.flag("resigned", true);
  if (seat.timeout) text.flag("timeout", true);
  if (seat.stand_in) text.flag("stand_in", true);
  return text.number("colour", seat.colour).take();
}

std::string absence_text(const Absence& absence) {
  ListText end;
  for (const std::size_t seat : absence.end) end.number(static_cast<std::int64_t>(seat));
  return ObjectText()
      .number("seat", static_cast<std::int64_t>(absence.seat))
      .number("since", absence.since_ms)
      .number("from", absence.from_ms)
      .raw("end", end.take())
      .take();
}

std::vector<std::string> nonces_of(std::span<const TableSeat> seats) {
  std::vector<std::string> nonces;
  for (const TableSeat& seat : seats) nonces.push_back(seat.nonce);
  return nonces;
}

}  // namespace

bool Table::holds(std::string_view guest, int seat) const {
  return seat >= 0 && static_cast<std::size_t>(seat) < meta.seats.size() &&
         meta.seats[static_cast<std::size_t>(seat)].kind == TableSeat::Kind::person &&
         meta.seats[static_cast<std::size_t>(seat)].guest == guest;
}

bool Table::sits(std::string_view guest) const {
  for (std::size_t i = 0; i < meta.seats.size(); ++i)
    if (holds(guest, static_cast<int>(i))) return true;
  return false;
}

bool Table::has_open_seat() const {
  return std::ranges::any_of(
      meta.seats, [](const TableSeat& seat) { return seat.kind == TableSeat::Kind::open; });
}

std::optional<std::size_t> Table::seat_of(std::string_view account) const {
  const auto found = std::ranges::find_if(meta.seats, [&](const TableSeat& seat) {
    return seat.kind == TableSeat::Kind::program && seat.guest == account;
  });
  if (found == meta.seats.end()) return std::nullopt;
  return static_cast<std::size_t>(found - meta.seats.begin());
}

SeatBits Table::cannot_win() const {
  SeatBits bits = 0;
  for (std::size_t i = 0; i < meta.seats.size(); ++i)
    if (meta.seats[i].resigned || meta.seats[i].timeout) bits |= SeatBits{1} << i;
  return bits;
}

bool Table::decides(std::string_view guest) const {
  if (meta.status != Status::playing || is_over(game->state())) return false;
  const Seat asked = actor(game->state());
  return holds(guest, asked) && !meta.seats[asked].automatic();
}

bool Table::is_open(const UndoRequest& request) const {
  return meta.status == Status::playing && request.undos == undos &&
         game->last_answer(static_cast<Seat>(request.seat)) == request.seq;
}

const UndoRequest* Table::undo_asked() const {
  return meta.undo && is_open(*meta.undo) ? &*meta.undo : nullptr;
}

void Table::tidy(TableMeta& next) const {
  const bool plays = next.status == Status::playing;
  if (next.undo && !(plays && is_open(*next.undo))) next.undo.reset();
  if (!plays) next.end_votes.clear();
  if (next.status != Status::waiting) next.nonces.reset();
}

StateParts Table::shown() const {
  const bool more = config.assist != Assist::table;
  return {.tiles = true, .features = more, .by_tile = more, .cannot_win = cannot_win()};
}

Setup Table::with_players(const Setup& words, std::span<const TableSeat> seats) {
  Setup setup = words;
  setup.players.clear();
  for (const TableSeat& seat : seats)
    setup.players.push_back({seat.name.empty() ? std::string("?") : seat.name});
  return setup;
}

std::variant<Game, SetupError> Table::new_game(std::span<const TableSeat> seats) const {
  Setup setup = with_players(config.setup, seats);
  if (config.fair == FairMethod::bastide_1) return Game::begin(std::move(setup), Dealer(secret));
  const std::string text = seed_text(id, setup, nonces_of(seats));
  return Game::begin(std::move(setup), Dealer(secret, text));
}

void Table::start_clocks(std::int64_t now_ms) {
  if (!config.clock) return;
  clocks = Clocks(*config.clock, meta.seats.size());
  for (std::size_t i = 0; i < meta.seats.size(); ++i)
    if (meta.seats[i].kind == TableSeat::Kind::bot) clocks.exempt(static_cast<Seat>(i));
  clocks.run(actor(game->state()), now_ms);
}

Clocks Table::clocks_after(const Proposal& proposal, std::int64_t at_ms) const {
  const Seat before = actor(game->state());
  const bool dealt = proposal.entries.size() > 1;  // between two moves of one seat
  const GameState& next = proposal.state;
  Clocks after = clocks;
  after.answered(at_ms, actor(next),
                 dealt || actor(next) != before || next.core->turn != game->state().core->turn);
  return after;
}

void Table::accept(Proposal proposal, std::int64_t at_ms) {
  clocks = clocks_after(proposal, at_ms);
  log_rows += static_cast<std::int64_t>(proposal.entries.size());
  game->accept(std::move(proposal));
}

void Table::take_back(std::int64_t seq, std::int64_t at_ms) {
  ++log_rows;
  ++undos;
  game->take_back(seq);
  clocks.answered(at_ms, actor(game->state()), false);
}

std::vector<ActionRow> Table::rows(const Proposal& proposal, std::int64_t at_ms) const {
  std::vector<ActionRow> rows;
  for (std::size_t i = 0; i < proposal.entries.size(); ++i)
    rows.push_back({log_rows + static_cast<std::int64_t>(i), proposal.entries[i].action,
                    proposal.hashes[i], at_ms});
  return rows;
}

ActionRow Table::undo_row(std::int64_t seq, std::int64_t at_ms) const {
  return {log_rows, ObjectText().number("undo", seq).take(), game->hash_at(seq), at_ms};
}

ActionRow Table::resume_row(std::int64_t at_ms) const {
  return {log_rows, ObjectText().flag("resume", true).take(), game->hash_at(game->seq()), at_ms};
}

std::vector<ActionRow> Table::stand_in_rows(const std::vector<std::size_t>& seats, bool on,
                                            std::int64_t at_ms) const {
  const std::uint64_t hash = game->hash_at(game->seq());
  std::vector<ActionRow> rows;
  for (const std::size_t seat : seats)
    rows.push_back(
        {log_rows + static_cast<std::int64_t>(rows.size()),
         ObjectText().number(on ? "stand_in" : "back", static_cast<std::int64_t>(seat)).take(),
         hash, at_ms});
  return rows;
}

std::string Table::view_text(const Presence& presence) const {
  ListText seats;
  for (std::size_t i = 0; i < meta.seats.size(); ++i)
    seats.raw(seat_text(meta.seats[i], i, i < presence.connected.size() && presence.connected[i],
                        i < presence.away.size() ? presence.away[i] : 0));
  ObjectText text;
  text.text("id", id)
      .text("status", kStatusNames[static_cast<std::size_t>(meta.status)])
      .raw("setup", setup_words_text(config.setup))
      .flag("listed", config.listed)
      .text("assist", kAssistNames[static_cast<std::size_t>(config.assist)])
      .text("host", meta.host)
      .raw("seats", seats.take())
      .number("spectators", static_cast<std::int64_t>(presence.spectators))
      .text("commitment", commitment(secret))
      .text("fair", kFairMethodNames[static_cast<std::size_t>(config.fair)])
      .number("created", created_ms);
  if (meta.status == Status::over) text.text("seed", seed_hex(secret));
  if (config.clock) text.raw("clock", clock_text(*config.clock));
  if (!meta.rematch.empty()) text.text("rematch", meta.rematch);
  if (presence.absence) text.raw("absence", absence_text(*presence.absence));
  if (meta.abandoned) text.text("ended", "abandoned");
  return text.take();
}

std::string Table::you_text(std::string_view guest) const {
  ListText seats;
  for (std::size_t i = 0; i < meta.seats.size(); ++i)
    if (holds(guest, static_cast<int>(i))) seats.number(static_cast<std::int64_t>(i));
  return ObjectText().raw("seats", seats.take()).flag("host", meta.host == guest).take();
}

FairDraws Table::fair_draws() const {
  FairDraws fair{commitment(secret), {}, config.fair};
  if (meta.status == Status::over) fair.secret = seed_hex(secret);
  if (config.fair == FairMethod::bastide_1) return fair;
  fair.table = id;
  fair.nonces = nonces_of(meta.seats);
  fair.undos = game->undos();
  return fair;
}

std::string Table::record_text() const {
  ListText actions;
  for (const Entry& entry : game->entries()) actions.raw(entry.action);
  return ObjectText()
      .number("bastide", 1)
      .number("rules", game->setup().rules)
      .raw("setup", setup_text(game->setup()))
      .raw("fair", fair_text(fair_draws()))
      .raw("actions", actions.take())
      .take();
}

}  // namespace bastide::server
