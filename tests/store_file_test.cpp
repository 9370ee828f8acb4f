// What happens to a store's file: the process is killed, the disk is full, somebody else holds it,
// or it is no store at all.
#include "tests/store_file.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

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
  void execute(const std::string& name, const char* sql) { execute_sql(file(name), sql); }
};

TEST_F(StoreFile, holds_after_a_restart_what_it_held_before) {
  const GuestRow ada = guest_row("g1", 1, "Ada", 17);
  {
    const auto store = opened(file());
    EXPECT_TRUE(put(*store, ada).ok());
    EXPECT_TRUE(put(*store, new_row("t"), {"g1"}).ok());
    EXPECT_TRUE(append(*store, "t", action_rows(0, 5)).ok());
  }
  EXPECT_FALSE(fs::exists(file() + "-wal"));  // a graceful stop leaves one file
  const auto store = opened(file());
  EXPECT_EQ(guest_of(*store, "g1"), ada);
  EXPECT_EQ(live_of(*store, "g1"), (std::vector{GuestTable{"t", 1000, 1}}));
  EXPECT_EQ(actions_of(*store, "t"), action_rows(0, 5));
  EXPECT_EQ(append(*store, "t", {action_row(4)}).status, StoreStatus::conflict);
  EXPECT_TRUE(append(*store, "t", {action_row(5)}).ok());
}

TEST_F(StoreFile, lets_nobody_else_read_seeds_and_tokens) {
  const auto store = opened(file());
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  for (const std::string name : {"store.db", "store.db-wal"}) {
    struct stat info{};
    ASSERT_EQ(::stat(file(name).c_str(), &info), 0) << name;
    EXPECT_EQ(info.st_mode & 0777, 0600u) << name;
  }
}

TEST_F(StoreFile, is_served_by_one_at_a_time) {
  const std::string where = "sqlite:" + file();
  auto first = open_store(where);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Store>>(first));
  const auto second = open_store(where);
  ASSERT_TRUE(std::holds_alternative<StoreError>(second));
  EXPECT_NE(std::get<StoreError>(second).text.find("another process"), std::string::npos);
  std::get<std::unique_ptr<Store>>(first)->close();
  EXPECT_TRUE(std::holds_alternative<std::unique_ptr<Store>>(open_store(where)));
}

TEST_F(StoreFile, reports_to_all_who_wait_that_another_program_holds_the_file) {
  const auto store = opened(file(), {.busy_ms = 20});
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  std::vector<StoreResult> results;
  for (int seq = 0; seq < 4; ++seq)
    store->change(moves("t", seq, {action_row(seq)}),
                  [&](const StoreResult& result) { results.push_back(result); });
  store->flush();
  ASSERT_EQ(results.size(), 4u);
  for (const StoreResult& result : results) {
    EXPECT_EQ(result.status, StoreStatus::io_error);
    EXPECT_EQ(result.text, "The store could not write: database is locked.");
  }
  EXPECT_EQ(store->stats().errors, 4u);
  EXPECT_TRUE(actions_of(*store, "t").empty());  // reading goes on meanwhile
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
  EXPECT_TRUE(put(*store, new_row("t")).ok());
  std::vector<StoreResult> results;
  {
    const FileSizeLimit limit(400'000);
    for (int seq = 0; seq < 40; ++seq) {
      store->change(moves("t", seq, {action_row(seq, std::string(50'000, 'a'))}),
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
  EXPECT_EQ(actions_of(*store, "t").size(), ok);
  const auto next = static_cast<std::int64_t>(ok);
  EXPECT_TRUE(append(*store, "t", {action_row(next)}).ok());  // there is room again
  store = nullptr;
  store = opened(file());
  EXPECT_EQ(actions_of(*store, "t").size(), ok + 1);
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
    store->put_table({new_row(std::to_string(t)), {}, {}, {}}, nullptr);
    store->flush();
    next.push_back(table_of(*store, std::to_string(t))->version);
  }
  for (;;) {
    for (int t = 0; t < kTables; ++t) {
      const auto seq = next[static_cast<std::size_t>(t)]++;
      store->change(moves(std::to_string(t), seq, {action_row(seq)}),
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
      const auto log = log_of(*store, std::to_string(table));
      ASSERT_TRUE(log);
      const auto& rows = log->actions;
      ASSERT_GT(static_cast<std::int64_t>(rows.size()), last) << "table " << table;
      EXPECT_EQ(log->row.version, static_cast<std::int64_t>(rows.size()));
      EXPECT_EQ(rows, action_rows(0, static_cast<std::int64_t>(rows.size())));
    }
  }
}

// --- Not a store --------------------------------------------------------------

TEST_F(StoreFile, names_what_is_wrong_with_a_place) {
  EXPECT_EQ(open_error("mysql://host/name"),
            "'mysql://host/name' names no store: there are sqlite:FILE and "
            "postgresql://HOST/DATABASE.");
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

TEST_F(StoreFile, refuses_a_store_whose_tables_are_gone) {
  opened(file())->close();
  execute("store.db", "DROP TABLE actions");
  EXPECT_EQ(open_error("sqlite:" + file()),
            "The file " + file() + " lacks what a store has: no such table: actions.");
}

TEST_F(StoreFile, tells_of_rows_that_no_store_has_written) {
  {
    const auto store = opened(file());
    for (const char* id : {"a", "b", "c"}) EXPECT_TRUE(put(*store, new_row(id), {"ada"}).ok());
    EXPECT_TRUE(put(*store, guest_row("g1", 1, "Ada", 17)).ok());
  }
  execute("store.db",
          "UPDATE states SET stage = 9 WHERE table_id = 'a';"
          "UPDATE tables SET seed = x'0102' WHERE id = 'b';"
          "UPDATE guests SET token_hash = x''");
  const auto store = opened(file());
  for (const char* id : {"a", "b"}) {
    const auto log = try_log(*store, id);
    ASSERT_TRUE(std::holds_alternative<StoreError>(log)) << id;
    EXPECT_EQ(std::get<StoreError>(log).text, "The store could not read: a row is damaged.");
  }
  EXPECT_TRUE(std::holds_alternative<StoreError>(
      asked<std::optional<GuestRow>>([&](auto done) { store->find_guest("g1", done); })));
  EXPECT_EQ(table_of(*store, "c"), new_row("c"));  // the others are whole
  EXPECT_TRUE(append(*store, "c", {action_row(0)}).ok());
}

TEST_F(StoreFile, refuses_a_store_without_its_salt) {
  opened(file())->close();
  execute("store.db", "DELETE FROM salt");
  EXPECT_EQ(open_error("sqlite:" + file()), "The file " + file() + " has lost its salt.");
}

// Damage is told, at once or when it is met; it is never a crash, and never made-up rows.
TEST_F(StoreFile, tells_of_truncated_and_overwritten_files) {
  {
    const auto store = opened(file());
    EXPECT_TRUE(put(*store, new_row("t")).ok());
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
    told += std::holds_alternative<StoreError>(try_log(open, "t"));
    static_cast<void>(asked<std::vector<TableRow>>([&](auto done) { open.open_tables(9, done); }));
    static_cast<void>(change(open, moves("t", 1, {action_row(800)})));
    open.close();
    for (const char* left : {"bad.db-wal", "bad.db-shm"}) fs::remove(file(left));
  }
  EXPECT_GT(told, 0);
}

}  // namespace
}  // namespace bastide::server
