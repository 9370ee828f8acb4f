// A table: what was agreed on, who sits there, and the game. Nothing here sends or stores; the hub
// does, and changes a table only after the change has been stored.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/game/identity.h"
#include "server/message/client_message.h"
#include "server/store/store.h"
#include "server/table/clocks.h"
#include "server/table/game.h"
#include "server/table/result.h"

namespace bastide::server {

// Fixed when the table is made.
struct TableConfig {
  Setup setup;  // without players
  bool listed = false;
  Assist assist = Assist::standard;
  std::optional<ClockRules> clock;
  FairMethod fair = FairMethod::bastide_2;
};

struct TableSeat {
  enum class Kind : std::uint8_t { open, person, bot, program };
  Kind kind = Kind::open;
  std::string guest;  // of a person, or the account of a program
  std::string name;
  std::string bot;
  std::string nonce;  // of a person's browser, or empty; fixed once given
  bool resigned = false;
  bool timeout = false;
  bool stand_in = false;  // until the person, who has gone, comes back
  int colour = 0;
  // One of our bots answers for it, from the beginning or by now.
  bool automatic() const { return kind == Kind::bot || resigned || timeout || stand_in; }
  std::string_view player() const {
    return kind == Kind::bot ? std::string_view(bot) : kSubstitute;
  }
  static constexpr std::string_view kSubstitute = "greedy";
};

enum class Status : std::uint8_t { waiting, playing, over };
inline constexpr std::array<std::string_view, 3> kStatusNames{"waiting", "playing", "over"};

// The wish to take back a seat's own last answer, and who has agreed to it.
struct UndoRequest {
  int seat = 0;
  std::int64_t seq = 0;              // the number of that answer
  std::size_t undos = 0;             // how often something had been taken back when it was asked
  std::string guest;                 // who asks
  std::vector<std::string> granted;  // by guests
  bool is_same(const UndoRequest& other) const {
    return seat == other.seat && seq == other.seq && undos == other.undos && guest == other.guest;
  }
};

// A rematch does not begin before these guests have given their nonces, or their time is up.
struct NonceWait {
  std::vector<std::string> guests;
  std::int64_t until_ms = 0;
};

// Changes, and is stored as a whole each time. What people have agreed on stands here, so that it
// is the same at whichever node they are.
struct TableMeta {
  Status status = Status::waiting;
  std::string host;
  std::vector<TableSeat> seats;
  std::string rematch;                 // the id of the next table, or empty
  std::string rematch_commitment;      // to its secret; older programs did not note it
  std::optional<GameResult> result;    // of a game that is over
  bool abandoned = false;              // it ended because somebody had gone
  std::optional<UndoRequest> undo;     // perhaps void by now: see Table::undo_asked
  std::vector<std::string> end_votes;  // guests who would end the game without the absent
  std::optional<NonceWait> nonces;     // of a rematch that waits
};

// A player who has gone, while others wait.
struct Absence {
  std::size_t seat = 0;
  std::int64_t since_ms = 0;
  std::int64_t from_ms = 0;      // when the others may do something about it
  std::vector<std::size_t> end;  // seats that agreed to end the game
};

struct Table {
  std::string id;
  std::int64_t created_ms = 0;
  Seed secret{};  // of the dealer; everybody sees its commitment
  TableConfig config;
  TableMeta meta;
  std::optional<Game> game;   // from the start on
  std::int64_t log_rows = 0;  // actions and what was taken back
  std::size_t undos = 0;      // how often something was taken back
  Clocks clocks;

  // Who sits where. A program's account holds its one seat by seat_of alone.
  std::size_t seat_count() const { return meta.seats.size(); }
  bool holds(std::string_view guest, int seat) const;
  bool sits(std::string_view guest) const;
  bool has_open_seat() const;
  std::optional<std::size_t> seat_of(std::string_view account) const;
  SeatBits cannot_win() const;
  // The seat that is asked now, if it is one of this guest's that the guest still plays.
  bool decides(std::string_view guest) const;
  // What is asked to be taken back. A request is void as soon as its seat has answered again, or
  // something was taken back; nobody need write that down.
  bool is_open(const UndoRequest& request) const;
  const UndoRequest* undo_asked() const;
  // Leaves out of the table's next meta what is void in it.
  void tidy(TableMeta& next) const;
  StateParts shown() const;  // what the table's assistance level lets players see

  // The setup of the game with these seats' names, or what is wrong with it.
  static Setup with_players(const Setup& words, std::span<const TableSeat> seats);
  std::variant<Game, SetupError> new_game(std::span<const TableSeat> seats) const;
  void start_clocks(std::int64_t now_ms);
  void accept(Proposal proposal, std::int64_t at_ms);
  Clocks clocks_after(const Proposal& proposal, std::int64_t at_ms) const;
  void take_back(std::int64_t seq, std::int64_t at_ms);

  // Rows for the log
  std::vector<ActionRow> rows(const Proposal& proposal, std::int64_t at_ms) const;
  ActionRow undo_row(std::int64_t seq, std::int64_t at_ms) const;
  ActionRow resume_row(std::int64_t at_ms) const;
  std::vector<ActionRow> stand_in_rows(const std::vector<std::size_t>& seats, bool on,
                                       std::int64_t at_ms) const;

  // Texts of the wire
  struct Presence {
    std::vector<bool> connected;     // by seat, of people and programs
    std::vector<std::int64_t> away;  // by seat, of people: since when, or 0
    std::optional<Absence> absence;
    std::size_t spectators = 0;
  };
  std::string view_text(const Presence& presence) const;
  std::string you_text(std::string_view guest) const;
  std::string record_text() const;
  FairDraws fair_draws() const;
};

// Stored texts
std::string config_text(const TableConfig& config);
std::string meta_text(const TableMeta& meta);
TableRow table_row(const Table& table);
std::vector<std::string> people_of(const TableMeta& meta);  // guests who have a seat, each once
Stage stage_of(const TableMeta& meta);
TableUpdate table_update(const TableMeta& meta);
// When something is to happen at a table by itself, if it has this meta, this seat is asked, and
// the clocks stand so: a bot answers, time is up, a game begins. Whoever plays on has a moment for
// it before somebody else looks.
std::int64_t due_ms(const TableMeta& meta, Seat asked, const Clocks& clocks, std::int64_t now_ms);
// What a row says by itself, without the game. The error is one sentence: the data is damaged.
std::variant<Table, std::string> read_table(const TableRow& row);
// A table out of the store, its game replayed.
struct LoadedTable {
  Table table;
  // Where an older program made the log's hashes, they cannot be compared: every answer was legal,
  // and these are to be stored instead, one for each row.
  std::optional<std::vector<std::uint64_t>> new_hashes;
};
std::variant<LoadedTable, std::string> load_table(const TableRow& row,
                                                  const std::vector<ActionRow>& log);
// Takes over what another process has stored since: its row, and the lines that follow those that
// this table has. After an error the table is of no use any more.
struct Followed {
  bool undone = false;
};
std::variant<Followed, std::string> follow(Table& table, const TableRow& row,
                                           const std::vector<ActionRow>& lines);

}  // namespace bastide::server
