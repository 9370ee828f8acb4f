// What happens to a store's file: the process is killed, the disk is full, somebody else holds it,
// or it is no store at all.
#include "tests/store_play.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <sqlite3.h>

#include "engine/core/rng.h"

namespace bastide::server {
namespace {

namespace fs = std::filesystem;

class StoreFile : public StoreFolder {
 protected:
  void write_file(const std::string& name, const std::string& contents) {
    std::ofstream(file(name), std::ios::binary) << contents;
  }
  std::string read_file(const std::string& name) {
    std::ifstream in(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // SQL from outside, as another program would send it.
  void execute(const std::string& name, const char* sql) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(file(name).c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  }
};

TEST_F(StoreFile, holds_after_a_restart_what_it_held_before) {
  const GuestRow ada{"g1", bytes_of(1), "Ada", 17};
  {
    const auto store = opened(file());
    EXPECT_TRUE(put(*store, ada).ok());
    EXPECT_TRUE(put(*store, table_row("t")).ok());
    EXPECT_TRUE(append(*store, "t", action_rows(0, 5)).ok());
  }
  EXPECT_FALSE(fs::exists(file() + "-wal"));  // a graceful stop leaves one file
  const auto store = opened(file());
  EXPECT_EQ(got(store->find_guest("g1")), ada);
  EXPECT_EQ(got(store->live_tables()), std::vector{table_row("t")});
  EXPECT_EQ(got(store->actions("t")), action_rows(0, 5));
  EXPECT_EQ(append(*store, "t", {action_row(4)}).status, StoreStatus::conflict);
  EXPECT_TRUE(append(*store, "t", {action_row(5)}).ok());
}

TEST_F(StoreFile, lets_nobody_else_read_seeds_and_tokens) {
  const auto store = opened(file());
  EXPECT_TRUE(put(*store, table_row("t")).ok());
  for (const std::string name : {"store.db", "store.db-wal"}) {
    struct stat info{};
    ASSERT_EQ(::stat(file(name).c_str(), &info), 0) << name;
    EXPECT_EQ(info.st_mode & 0777, 0600u) << name;
  }
}

TEST_F(StoreFile, lets_one_of_two_stores_win_the_same_number) {
  const auto one = opened(file()), two = opened(file());
  EXPECT_TRUE(put(*one, table_row("t")).ok());
  int wins = 0;
  for (int seq = 0; seq < 20; ++seq) {
    std::promise<StoreResult> first, second;
    const auto into = [](std::promise<StoreResult>& promise) {
      return [&promise](const StoreResult& result) { promise.set_value(result); };
    };
    one->append("t", {action_row(seq, "one")}, std::nullopt, into(first));
    two->append("t", {action_row(seq, "two")}, std::nullopt, into(second));
    const StoreStatus a = first.get_future().get().status, b = second.get_future().get().status;
    EXPECT_NE(a, b);
    EXPECT_TRUE(a == StoreStatus::conflict || b == StoreStatus::conflict);
    const auto rows = got(two->actions("t"));
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(seq + 1));
    EXPECT_EQ(rows.back().action, a == StoreStatus::ok ? "one" : "two");
    ++wins;
  }
  EXPECT_EQ(wins, 20);
}

TEST_F(StoreFile, reports_to_all_who_wait_that_another_program_holds_the_file) {
  const auto store = opened(file(), {.busy_ms = 20});
  EXPECT_TRUE(put(*store, table_row("t")).ok());
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  std::vector<StoreResult> results;
  for (int seq = 0; seq < 4; ++seq)
    store->append("t", {action_row(seq)}, std::nullopt,
                  [&](const StoreResult& result) { results.push_back(result); });
  store->flush();
  ASSERT_EQ(results.size(), 4u);
  for (const StoreResult& result : results) {
    EXPECT_EQ(result.status, StoreStatus::io_error);
    EXPECT_EQ(result.text, "The store could not write: database is locked.");
  }
  EXPECT_EQ(store->stats().errors, 4u);
  EXPECT_TRUE(got(store->actions("t")).empty());  // reading goes on meanwhile
  ASSERT_EQ(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  EXPECT_TRUE(append(*store, "t", {action_row(0)}).ok());  // and writing afterwards
}

// The system lets no file grow beyond the limit: like a disk that is full, and later is not.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    before_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &was_);
    rlimit now = was_;
    now.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &was_);
    std::signal(SIGXFSZ, before_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit was_{};
  void (*before_)(int) = SIG_DFL;
};

TEST_F(StoreFile, acknowledges_nothing_that_a_full_disk_did_not_take) {
  auto store = opened(file());
  EXPECT_TRUE(put(*store, table_row("t")).ok());
  std::vector<StoreResult> results;
  {
    const FileSizeLimit limit(400'000);
    for (int seq = 0; seq < 40; ++seq) {
      store->append("t", {action_row(seq, std::string(50'000, 'a'))}, std::nullopt,
                    [&](const StoreResult& result) { results.push_back(result); });
      if (seq % 4 == 3) store->flush();
    }
    store->flush();
  }
  ASSERT_EQ(results.size(), 40u);
  std::size_t ok = 0;
  for (const StoreResult& result : results) ok += result.ok();
  EXPECT_GT(ok, 0u);
  EXPECT_LT(ok, 40u);
  const auto failed = std::ranges::find(results, StoreStatus::io_error, &StoreResult::status);
  ASSERT_NE(failed, results.end());
  EXPECT_TRUE(failed->text.starts_with("The store could not write: ")) << failed->text;
  EXPECT_EQ(got(store->actions("t")).size(), ok);
  const auto next = static_cast<std::int64_t>(ok);
  EXPECT_TRUE(append(*store, "t", {action_row(next)}).ok());  // there is room again
  store = nullptr;
  store = opened(file());
  EXPECT_EQ(got(store->actions("t")).size(), ok + 1);
}

// --- The process is killed ----------------------------------------------------

constexpr int kTables = 5;

struct Acknowledged {
  std::int32_t table, seq;
};

// Appends for ever to five tables, from where they are; tells every acknowledgement on the pipe.
[[noreturn]] void append_until_killed(const std::string& file, int pipe) {
  const auto store = opened(file);
  if (store == nullptr) ::_exit(1);
  std::vector<std::int64_t> next;
  for (int t = 0; t < kTables; ++t) {
    store->put_table(table_row(std::to_string(t)), {}, nullptr);
    next.push_back(static_cast<std::int64_t>(got(store->actions(std::to_string(t))).size()));
  }
  for (;;) {
    for (int t = 0; t < kTables; ++t) {
      const auto seq = next[static_cast<std::size_t>(t)]++;
      store->append(std::to_string(t), {action_row(seq)}, std::nullopt,
                    [pipe, t, seq](const StoreResult& result) {
                      const Acknowledged told{t, static_cast<std::int32_t>(seq)};
                      if (!result.ok() || ::write(pipe, &told, sizeof told) != sizeof told)
                        ::_exit(2);
                    });
    }
    if (store->stats().queued > 200) store->flush();
  }
}

// Lets the child run until so many acknowledgements have come, kills it, and takes the rest of
// what it had told.
std::vector<Acknowledged> run_and_kill(const std::string& file, std::uint32_t after) {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    append_until_killed(file, ends[1]);
  }
  ::close(ends[1]);
  std::vector<Acknowledged> told;
  Acknowledged one{};
  while (::read(ends[0], &one, sizeof one) == static_cast<ssize_t>(sizeof one)) {
    told.push_back(one);
    if (told.size() == after) ::kill(child, SIGKILL);
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
  return told;
}

TEST_F(StoreFile, holds_everything_acknowledged_when_the_process_is_killed) {
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  std::map<int, std::int64_t> acknowledged;  // the last number of each table, over all rounds
  for (int round = 0; round < 8; ++round) {
    const auto told = run_and_kill(file(), 1 + rng.below(400));
    ASSERT_FALSE(told.empty());
    for (const Acknowledged& one : told) acknowledged[one.table] = one.seq;
    const auto store = opened(file());
    ASSERT_NE(store, nullptr);
    for (const auto& [table, last] : acknowledged) {
      const auto rows = got(store->actions(std::to_string(table)));
      ASSERT_GT(static_cast<std::int64_t>(rows.size()), last) << "table " << table;
      EXPECT_EQ(rows, action_rows(0, static_cast<std::int64_t>(rows.size())));
    }
  }
}

// --- Not a store --------------------------------------------------------------

TEST_F(StoreFile, names_what_is_wrong_with_a_place) {
  EXPECT_EQ(open_error("postgres://host/name"),
            "'postgres://host/name' names no store: sqlite:FILE is the only kind that there is.");
  EXPECT_NE(open_error(""), "");
  EXPECT_EQ(open_error("sqlite:"), "sqlite: must be followed by the name of a file.");
  EXPECT_NE(open_error(std::string("sqlite:a\0b", 10)), "");
  EXPECT_EQ(open_error("sqlite:" + file("no/such/folder.db")),
            "The file " + file("no/such/folder.db") +
                " cannot be opened: unable to open database file (No such file or directory).");
  EXPECT_NE(open_error("sqlite:" + folder_.string()), "");
  EXPECT_EQ(open_error("sqlite::memory:"), "");
  EXPECT_EQ(open_error("sqlite:" + file()), "");
}

TEST_F(StoreFile, refuses_a_file_that_is_no_database_and_leaves_it_alone) {
  const std::string prose(5000, 'p');
  for (const std::string& contents : {std::string("hello"), prose}) {
    write_file("letter.txt", contents);
    const std::string error = open_error("sqlite:" + file("letter.txt"));
    EXPECT_EQ(error, "The file " + file("letter.txt") +
                         " cannot be read as a store: file is not a database.");
    EXPECT_EQ(read_file("letter.txt"), contents);
  }
}

TEST_F(StoreFile, refuses_another_programs_database_and_leaves_it_alone) {
  execute("other.db", "CREATE TABLE recipes (name TEXT); PRAGMA user_version = 1");
  const std::string before = read_file("other.db");
  EXPECT_EQ(open_error("sqlite:" + file("other.db")),
            "The file " + file("other.db") + " is an SQLite database, but not a store of Bastide.");
  EXPECT_EQ(read_file("other.db"), before);
}

TEST_F(StoreFile, refuses_a_newer_schema) {
  opened(file())->close();
  execute("store.db", "PRAGMA user_version = 7");
  EXPECT_EQ(
      open_error("sqlite:" + file()),
      "The file " + file() + " was written by a newer Bastide (schema 7; this program knows 4).");
}

// A file as the first version of the schema made it.
TEST_F(StoreFile, brings_an_older_store_up_to_date_in_place) {
  execute("store.db", R"(
    CREATE TABLE guests (id TEXT NOT NULL PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL, created_ms INTEGER NOT NULL) STRICT;
    CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, created_ms INTEGER NOT NULL,
      config TEXT NOT NULL, meta TEXT NOT NULL, live INTEGER NOT NULL, seed BLOB NOT NULL) STRICT;
    CREATE INDEX live_tables ON tables (created_ms, id) WHERE live = 1;
    CREATE TABLE actions (table_id TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL,
      action TEXT NOT NULL, hash INTEGER NOT NULL, at_ms INTEGER NOT NULL,
      PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 0x42735464;
    PRAGMA user_version = 1;
    INSERT INTO guests VALUES ('g1', zeroblob(32), 'Ada', 17);
    INSERT INTO tables VALUES ('t', 5, '{}', '{}', 1, zeroblob(32));
    INSERT INTO tables VALUES ('u', 7, '{}', '{"status":"waiting","seats":[{"kind":"open"},
      {"kind":"person","guest":"g1"},{"kind":"person","guest":"g1"}]}', 1, zeroblob(32));
    INSERT INTO tables VALUES ('closed', 8, '{}', '{"status":"waiting","seats":[
      {"kind":"person","guest":"g1"}]}', 0, zeroblob(32));
    INSERT INTO tables VALUES ('over', 4, '{}', '{"status":"over","seats":[
      {"kind":"person","guest":"g1"},{"kind":"program","guest":"b1"}]}', 0, zeroblob(32));
    INSERT INTO tables VALUES ('odd', 9, '{}', '{"seats":["x",7,{"kind":"person","guest":3}]}', 1,
      zeroblob(32)), ('no JSON', 9, '{}', 'x{', 1, zeroblob(32));
    INSERT INTO actions VALUES ('over', 0, '{}', 9, 60), ('over', 1, '{}', 9, 70);
    INSERT INTO actions VALUES ('t', 0, '{}', 9, 6);)");
  const GuestRow ada{"g1", Bytes32{}, "Ada", 17};
  const GuestRow robot{"b1", bytes_of(2), "Robot", 18, true};
  {
    const auto store = opened(file());
    EXPECT_EQ(got(store->find_guest("g1")), ada);
    EXPECT_EQ(got(store->live_tables()).size(), 4u);
    EXPECT_EQ(got(store->actions("t")).size(), 1u);
    // Who sits where was only in the tables' own texts.
    EXPECT_EQ(got(store->live_tables_of("g1", 9)), (std::vector{GuestTable{"u", 7}}));
    EXPECT_EQ(got(store->ended_tables_of("g1", 0, 9)), (std::vector{GuestTable{"over", 70}}));
    EXPECT_TRUE(got(store->ended_tables_of("b1", 0, 9)).empty());
    EXPECT_TRUE(put(*store, robot).ok());
    // A bot for good, whatever else changes.
    EXPECT_TRUE(put(*store, GuestRow{"b1", bytes_of(3), "Renamed", 18}).ok());
  }
  const auto store = opened(file());
  EXPECT_EQ(got(store->find_guest("g1")), ada);
  EXPECT_EQ(got(store->find_guest_by_token_hash(bytes_of(3))),
            (GuestRow{"b1", bytes_of(3), "Renamed", 18, true}));
  execute("store.db", "PRAGMA user_version = -1");
  EXPECT_NE(open_error("sqlite:" + file()).find("which no Bastide has written"), std::string::npos);
}

TEST_F(StoreFile, refuses_a_store_whose_tables_are_gone) {
  opened(file())->close();
  execute("store.db", "DROP TABLE actions");
  EXPECT_EQ(open_error("sqlite:" + file()),
            "The file " + file() + " lacks what a store has: no such table: actions.");
}

// Damage is told, at once or when it is met; it is never a crash, and never made-up rows.
TEST_F(StoreFile, tells_of_truncated_and_overwritten_files) {
  {
    const auto store = opened(file());
    EXPECT_TRUE(put(*store, table_row("t")).ok());
    EXPECT_TRUE(append(*store, "t", action_rows(0, 800)).ok());
  }
  const std::string whole = read_file("store.db");
  ASSERT_GT(whole.size(), 40'000u);
  for (const std::size_t size : {std::size_t{2}, std::size_t{99}, std::size_t{100},
                                 std::size_t{4096}, whole.size() / 2, whole.size() - 4096}) {
    write_file("cut.db", whole.substr(0, size));
    EXPECT_NE(open_error("sqlite:" + file("cut.db")), "") << size;
  }
  Rng rng(5);
  int told = 0;
  for (int round = 0; round < 20; ++round) {
    std::string damaged = whole;
    const std::uint32_t at = rng.below(static_cast<std::uint32_t>(whole.size() - 600));
    for (std::size_t i = 0; i < 600; ++i) damaged[at + i] = static_cast<char>(rng.below(256));
    write_file("bad.db", damaged);
    auto store = open_store("sqlite:" + file("bad.db"));
    if (std::holds_alternative<StoreError>(store)) {
      ++told;
      continue;
    }
    auto& open = *std::get<std::unique_ptr<Store>>(store);
    told += std::holds_alternative<StoreError>(open.actions("t"));
    static_cast<void>(open.live_tables());
    static_cast<void>(append(open, "t", {action_row(800)}));
    open.close();
    for (const char* left : {"bad.db-wal", "bad.db-shm"}) fs::remove(file(left));
  }
  EXPECT_GT(told, 0);
}

}  // namespace
}  // namespace bastide::server
