// The inside of the hub, shared by the files that implement it. All of it runs on the loop.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "protocol/messages.h"
#include "server/hub/allowance.h"
#include "server/hub/attendance.h"
#include "server/hub/bot_pool.h"
#include "server/hub/hub.h"
#include "server/hub/listeners.h"
#include "server/message/client_message.h"
#include "server/message/wire_types.h"
#include "server/table/table.h"

namespace bastide::server {

inline constexpr double kMessagesPerSecond = 20;
inline constexpr double kMessageBurst = 60;
inline constexpr int kMaxBadForm = 10;          // refusals before the connection is closed
inline constexpr int kMaxTooFast = 200;         // so too
inline constexpr std::size_t kMaxWatched = 32;  // tables, by one connection
inline constexpr std::size_t kMaxTilesAtTable = 500;
inline constexpr std::size_t kMaxListed = 200;             // tables in one list
inline constexpr int kPushMs = 250;                        // lists and presence change no oftener
inline constexpr int kHelloMs = 5000;                      // for a program to say hello
inline constexpr int kAfterGameMs = 60'000;                // programs stay for a rematch
inline constexpr std::size_t kMaxLines = 32;               // of one bot account
inline constexpr int kRematchMs = 5000;                    // for the new table to be made
inline constexpr int kNonceMs = 3000;                      // for the nonces of a rematch
inline constexpr int kStorageRetryMs = 1000;               // until a bot tries again
inline constexpr std::int64_t kUnloadMs = 10 * 60 * 1000;  // finished tables nobody looks at
inline constexpr std::int64_t kAbandonedMs = 24 * 60 * 60 * 1000;  // tables nobody came to
inline constexpr std::size_t kMaxCachedGuests = 20'000;
inline constexpr std::size_t kMaxOwnLive = 20;   // games in the list of a guest's own
inline constexpr std::size_t kMaxOwnEnded = 10;  // and of those that are over
inline constexpr std::int64_t kEndedShownMs = 30ll * 24 * 60 * 60 * 1000;

using ConnectionId = Hub::ConnectionId;
using Text = std::shared_ptr<const std::string>;

// The next table of a connection: its id is fixed together with its secret, so that nobody can
// choose either after having seen a nonce.
struct Promise {
  std::string table;
  Seed secret;
};

struct Client {
  std::shared_ptr<Connection> connection;
  Guest guest;
  bool greeted = false;
  bool lobby = false;
  bool silent = false;  // the network has heard nothing for a while
  std::vector<std::string> watching;
  std::optional<Promise> promise;
  Allowance messages{kMessagesPerSecond, kMessageBurst};
  int bad_form = 0;
  int too_fast = 0;
};

// Who asked for something, to be answered after it has been stored.
struct Asker {
  ConnectionId connection = 0;
  std::optional<std::int64_t> re;
  Guest guest;
};

// The line of a program to its table, from the upgrade on.
struct ProgramLine {
  std::shared_ptr<Connection> connection;
  std::string table;
  Guest account;  // empty before its hello
  Allowance messages{kMessagesPerSecond, kMessageBurst};
  int too_fast = 0;          // since its last answer
  bool passed_over = false;  // the last message was, and it has been told
  bool leaving = false;      // it has been told goodbye
};

// A program that sits at a table, whether its line is there or not.
struct SeatedProgram {
  ConnectionId line = 0;     // 0: away
  std::int64_t away_ms = 0;  // since when
  Interview interview;
  std::uint64_t epoch = 0;   // of the position that it was asked about last
  std::int64_t ms = 0;       // for an answer to that
  std::int64_t due_ms = 0;   // when the answer is late
  std::int64_t last_ms = 0;  // when nobody waits any longer, however often the line is lost
  std::string forfeit;       // why the seat is given up
};

struct UndoRequest {
  int seat = 0;
  std::int64_t seq = 0;
  std::string guest;
  std::vector<std::string> granted;  // by guests
};

// A table in memory, with all that is not stored.
struct LiveTable {
  Table table;
  std::vector<ConnectionId> watchers;
  bool busy = false;     // a write is under way, and nothing else may change the table
  bool suspect = false;  // a write failed: only the store knows what became of it
  std::deque<std::pair<ConnectionId, ClientMessage>> queue;  // what came while it was busy
  std::deque<ConnectionId> arriving;                         // programs that came meanwhile
  std::optional<UndoRequest> undo;
  Attendance attendance;
  std::set<std::string, std::less<>> end_votes;  // guests who would end the game without the absent
  std::vector<std::string> nonces_due;  // guests for whose nonces a rematch waits before it starts
  std::map<std::string, SeatedProgram, std::less<>> programs;  // by account
  std::uint64_t epoch = 1;      // of the position: late bots and timers look at it
  std::uint64_t bot_epoch = 0;  // the one a bot was asked about
  std::uint64_t act_epoch = 0;  // the one a person has answered to, rightly or wrongly
  std::int64_t told_ms = 0;     // when the last update went out
  std::int64_t timer_due = 0;   // of the earliest clock timer that waits, or 0
  std::int64_t idle_ms = 0;     // since when nobody watches
  std::int64_t rematch_ms = 0;  // when a rematch was asked for
  bool presence_due = false;
};

// Why a request is not granted: a word for programs, and a sentence for people.
struct Denial {
  Refused code;
  std::string reason;
  RefusedDetail detail = RefusedDetail::none;
  std::int64_t most = 0;     // the limit that was reached
  std::int64_t wait_ms = 0;  // until it may be tried again
};
using Answer = std::optional<Denial>;  // what a request that fails at once is told
inline const Denial kNotStored{Refused::storage, "This could not be stored; nothing has changed."};
inline const Denial kNotRead{Refused::storage, "This cannot be read at the moment.",
                             RefusedDetail::read};
inline Denial no_seat(int seat) {
  return {Refused::bad_message, "There is no seat " + std::to_string(seat) + " at this table."};
}

// Why nothing can be played at a table now.
inline Answer not_playing(const Table& table) {
  if (table.meta.status == Status::waiting)
    return Denial{Refused::not_started, "The game has not started yet."};
  if (table.meta.status == Status::over) return Denial{Refused::over, "The game is over."};
  return std::nullopt;
}

// As the store has it.
struct StoredTable {
  LoadedTable loaded;
  bool live = true;
};

struct Counters {
  std::array<std::uint64_t, kClientTypes> messages{};
  std::array<std::uint64_t, kRefusedCodes> refusals{};
  std::uint64_t actions = 0;
  std::uint64_t bot_moves = 0;
  std::uint64_t bot_us = 0;
  std::uint64_t bot_accounts = 0;
  std::uint64_t program_moves = 0;
  std::uint64_t program_errors = 0;
  std::uint64_t program_forfeits = 0;
  std::uint64_t storage_failures = 0;
  std::uint64_t damaged_tables = 0;
  std::uint64_t games_finished = 0;
  std::uint64_t games_abandoned = 0;
};

struct Hub::Impl {
  Impl(const HubOptions& options, Store& store, Loop& loop);
  ~Impl();

  HubOptions options;
  Store& store;
  Loop& loop;
  std::unordered_map<ConnectionId, Client> clients;
  std::unordered_map<ConnectionId, ProgramLine> lines;
  std::unordered_map<std::string, std::unique_ptr<LiveTable>> tables;
  std::unordered_map<std::string, GuestRow> guests;            // a cache, by id
  std::unordered_map<std::string, std::string> guest_of_hash;  // so too; ids by token hash
  Counters counters;
  ConnectionId last_connection = 0;
  std::size_t writes_under_way = 0;
  bool last_write_failed = false;
  bool stopping = false;
  std::function<void()> stopped;
  bool lobby_due = false;
  std::int64_t lobby_told_ms = 0;
  Listeners games_listeners{kPushMs};
  std::shared_ptr<int> alive = std::make_shared<int>(0);  // late tasks look whether it still is
  BotPool bots;

  // Guests (guests.cpp)
  void session(std::string_view token, std::string_view name, SessionDone done);
  void make_bot_account(std::string_view name, BotDone done);
  std::optional<GuestRow> find_account(std::string_view token);
  std::optional<GuestRow> find_guest(std::string_view token);  // a person
  std::optional<GuestRow> find_bot(std::string_view token);
  void keep_guest(const GuestRow& row);
  void rename_clients(const GuestRow& row);

  // Messages (messages.cpp)
  ConnectionId connect(std::shared_ptr<Connection> connection, const Guest& guest);
  void disconnect(ConnectionId id);
  void receive(ConnectionId id, std::string_view text);
  void dispatch(ConnectionId id, Client& client, const ClientMessage& message);
  struct TableRequest {
    enum class Does : std::uint8_t { looks, changes, changes_now };
    ClientType type;
    Does does;
    Answer (Impl::*handle)(const Asker&, LiveTable&, const ClientMessage&);
    bool is_change() const { return does != Does::looks; }
  };
  static const TableRequest* table_request(ClientType type);
  void dispatch_to_table(const Asker& asker, LiveTable& t, const ClientMessage& message);
  bool was_asked_for(const Client& client, const ClientMessage& message);
  void too_fast(ConnectionId id, Client& client, std::optional<std::int64_t> re);
  void bad_form(ConnectionId id, Refused code, std::string reason,
                std::optional<std::int64_t> re = {});
  Answer join(const Asker& asker, LiveTable& t, const ClientMessage& message);
  void leave(ConnectionId id, std::string_view table);
  Answer features(const Asker& asker, LiveTable& t, const ClientMessage& message);

  // Tables and seats (seats.cpp)
  Answer create(const Asker& asker, const ClientMessage& message);
  Answer sit(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer stand(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer seat(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer colour(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer start(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer rematch(const Asker& asker, LiveTable& t, const ClientMessage& message);
  static bool is_lost(const LiveTable& t, const TableSeat& seat);
  void note_rematch(const Asker& asker, const std::string& old_table, const std::string& new_table);
  void tell_rematch(LiveTable& old, const Asker& asker);
  std::variant<std::vector<TableSeat>, Denial> wished_seats(const Asker& asker,
                                                            const std::vector<SeatWish>& wishes);
  std::unique_ptr<LiveTable> new_table(TableConfig config, TableMeta meta, Promise promise);
  Answer open_table(const Asker& asker, std::unique_ptr<LiveTable> made,
                    std::function<void(LiveTable&)> ready);
  Answer change_seats(const Asker& asker, LiveTable& t, TableMeta meta);
  Answer begin(const Asker& asker, LiveTable& t, TableMeta meta,
               std::function<void(LiveTable&)> ready);
  std::size_t tables_of(std::string_view host) const;

  // Nonces of the draws (nonces.cpp)
  void promise(const Asker& asker);
  std::variant<Promise, Denial> promised(const Asker& asker, const ClientMessage& message) const;
  Answer give_nonce(const Asker& asker, LiveTable& t, const ClientMessage& message);
  std::vector<std::string> givers_at(const Table& old) const;
  static bool waits_for_nonce(const LiveTable& t, const TableMeta& meta);
  void wait_for_nonces(LiveTable& t);
  void begin_without(const std::string& table);

  // Playing (play.cpp, undo.cpp)
  Answer act(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer resign(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer ask_undo(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer answer_undo(const Asker& asker, LiveTable& t, const ClientMessage& message);
  void undo_if_granted(LiveTable& t, const Asker& asker);
  void play(LiveTable& t, const Action& action, const std::optional<Asker>& asker);
  void give_to_bot(LiveTable& t, std::size_t seat, bool TableSeat::* mark,
                   const std::optional<Asker>& asker);
  void give_to_bot_later(const std::string& table, std::size_t seat, bool TableSeat::* mark);
  void go_on(LiveTable& t);  // a bot, or the clock of who is asked
  void ask_bot(LiveTable& t);
  void bot_answered(const std::string& table, std::uint64_t epoch, const Action& action);
  void watch_clock(LiveTable& t);
  void clock_rang(const std::string& table);

  // Players who have gone (absence.cpp)
  void silent(ConnectionId id, std::int64_t since_ms);
  void heard(ConnectionId id);
  void attendance_changed(const Client& client, std::int64_t since_ms);
  void note_attendance(LiveTable& t, std::int64_t since_ms);
  static bool is_here(const LiveTable& t, std::string_view guest);
  bool is_gone(const LiveTable& t, std::string_view guest) const;
  std::optional<Absence> absence_of(const LiveTable& t) const;
  Answer absent(const Asker& asker, LiveTable& t, const ClientMessage& message);
  Answer not_gone(const LiveTable& t, const TableSeat& seat) const;
  void end_if_agreed(const Asker& asker, LiveTable& t);
  void let_bot_stand_in(const Asker& asker, LiveTable& t, const std::string& guest);
  void set_stand_in(LiveTable& t, const std::string& guest, bool on,
                    std::function<void(LiveTable&, bool ok)> then);
  static std::optional<std::string> returned(const LiveTable& t);
  void give_seats_back(const std::string& table);

  // A guest's own games (own_games.cpp)
  void games(const Asker& asker, bool on);
  void games_changed(const std::string& guest);
  void games_changed(const std::vector<std::string>& guests);
  std::optional<std::string> own_games(const std::string& guest);
  std::optional<std::string> own_game(const GuestTable& of, bool live, std::string_view guest);

  // Programs and their lines (programs.cpp)
  ConnectionId connect_program(std::shared_ptr<Connection> connection, std::string_view table);
  void hear_program(ConnectionId id, std::string_view text);
  void pass_over(ConnectionId id);
  SeatedProgram* seated_by(ConnectionId id);
  void greet_program(ConnectionId id, const BotMessage& hello);
  void seat_program(ConnectionId id);
  Answer sit_program(ConnectionId id, LiveTable& t);
  void attach(ConnectionId id, LiveTable& t);
  void detach(ConnectionId id);
  void drop_line(ConnectionId id);
  void dismiss(ConnectionId id, std::string_view reason);  // for good, with an error
  void farewell(ConnectionId id, std::string_view reason);
  void expect_return(LiveTable& t, const std::string& account);
  void stand_if_gone(const std::string& table, const std::string& account, std::int64_t away_ms);
  void dismiss_unseated(LiveTable& t);
  void end_lines(LiveTable& t);
  void take_along(LiveTable& from, LiveTable& to);

  // Programs at play (program_play.cpp)
  void say_to(const SeatedProgram& program, std::string text);
  void tell_from_start(LiveTable& t, const std::string& account);
  void tell_programs_from_start(LiveTable& t);
  void tell_programs(LiveTable& t, std::int64_t first);
  void ask_program(LiveTable& t);
  void put_question(LiveTable& t, SeatedProgram& program);
  void set_time(LiveTable& t, const std::string& account);
  void program_rang(const std::string& table, const std::string& account, std::int64_t due);
  void settle(LiveTable& t, const std::string& account, const Interview::Outcome& outcome);
  void forfeit(const std::string& table, const std::string& account);
  std::int64_t time_for_answer(const LiveTable& t) const;

  // Speaking (speak.cpp)
  static Text message(std::string_view type, std::string_view members,
                      std::optional<std::int64_t> re = {});
  void send(ConnectionId id, const Text& text);
  void refuse(const Asker& asker, const Denial& refusal, std::string_view table = {});
  std::string view(const LiveTable& t) const;
  std::string whole_table(const LiveTable& t, std::string_view view, std::string_view guest) const;
  void tell_table(LiveTable& t, std::string_view type, const std::optional<Asker>& asker);
  void tell_meta(LiveTable& t, const std::optional<Asker>& asker);
  static Text meta_message(const LiveTable& t, std::string_view view, std::string_view guest,
                           std::optional<std::int64_t> re);
  void tell_return(LiveTable& t, std::string_view guest);
  void tell_update(LiveTable& t, const GameState& before, std::int64_t first,
                   const std::optional<Asker>& asker);
  // To everybody who watches, and to the one who asked, if anybody did, as the answer.
  // `text_for(guest, re)` gives what a guest is told.
  template <class TextFor>
  void tell_each(const LiveTable& t, const std::optional<Asker>& asker, TextFor text_for);
  void tell_same(const LiveTable& t, std::string_view type, const std::string& members,
                 const Asker& asker);
  static std::string undo_members(const LiveTable& t);
  void presence_changed(LiveTable& t);
  void lobby_changed();
  std::string lobby_list() const;

  // Keeping (keep.cpp)
  std::optional<std::string> open();
  StoreDone on_loop(std::function<void(const StoreResult&)> then);
  void later(std::chrono::milliseconds delay, std::function<void()> task);
  void write(LiveTable& t, std::vector<ActionRow> rows, std::optional<TableUpdate> update,
             std::function<void(LiveTable&, bool ok)> then);
  LiveTable* find_table(std::string_view id);                          // in memory
  std::variant<StoredTable, Denial> fetch_table(std::string_view id);  // and no more
  std::variant<LiveTable*, Denial> load(std::string_view id);
  bool refresh(LiveTable& t);
  void keep_hashes(std::string_view table, LoadedTable& loaded);
  void run_queue(const std::string& table);
  bool may_leave(const LiveTable& t) const;
  static bool has_lines(const LiveTable& t);
  void sweep();
  void stop(std::function<void()> done);
  void check_stopped();
  std::string metrics() const;
};

}  // namespace bastide::server
