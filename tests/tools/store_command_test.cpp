// bastide store, as people use it: a site is copied from one kind of store to another and back, and
// nothing is lost, passed over in silence, or written where it should not be.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/store/peers.h"
#include "tests/store_file.h"
#include "tests/tools/cli_run.h"
#include "tests/tools/store_games.h"

namespace bastide::test_help {
namespace {

namespace games = server::store_games;
using server::Store;
using server::TableCopy;

std::optional<TableCopy> copy_of(Store& store, const std::string& id) {
  return server::got(
      server::asked<std::optional<TableCopy>>([&](auto done) { store.find_copy(id, done); }));
}

std::vector<server::GuestRow> guests_of(Store& store) {
  auto guests = server::got(server::asked<std::vector<server::GuestRow>>(
      [&](auto done) { store.all_guests("", 1000, done); }));
  for (auto& guest : guests) guest.address.clear();  // counted by each store for itself
  return guests;
}

class StoreCommand : public CliRun {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string uri(const std::string& name) const { return "sqlite:" + file(name); }
  void make_site(const std::string& name, int count = 6) {
    const auto store = server::opened(file(name));
    ASSERT_NE(store, nullptr);
    games::put_site(*store, count);
  }
  Output copy(const std::string& from, const std::string& to, const std::string& more = "") {
    return run("store copy '" + from + "' '" + to + "' " + more);
  }
  Output check(const std::string& where, const std::string& more = "") {
    return run("store check '" + where + "' " + more);
  }
  // Games, guests, and who finds what: all the same.
  void expect_same(Store& one, Store& other) {
    EXPECT_EQ(guests_of(one), guests_of(other));
    const auto ids = server::table_ids(one, "", 1000);
    EXPECT_EQ(ids, server::table_ids(other, "", 1000));
    EXPECT_FALSE(ids.empty());
    for (const std::string& id : ids) {
      const auto from = copy_of(one, id), to = copy_of(other, id);
      ASSERT_TRUE(from && to) << id;
      EXPECT_EQ(from->row, to->row) << id;
      EXPECT_EQ(from->holders, to->holders) << id;
      EXPECT_EQ(from->actions, to->actions) << id;
      EXPECT_EQ(from->owner.host, to->owner.host) << id;
      EXPECT_EQ(from->owner.listed, to->owner.listed) << id;
    }
    EXPECT_EQ(server::open_ids(one), server::open_ids(other));
    EXPECT_EQ(server::live_of(one, "ada"), server::live_of(other, "ada"));
    EXPECT_EQ(server::ended_of(one, "boris"), server::ended_of(other, "boris"));
  }
  static void expect_refused(const Output& output, const std::string& why) {
    EXPECT_EQ(output.code, 2) << output.out;
    EXPECT_TRUE(output.out.empty()) << output.out;
    EXPECT_NE(output.err.find(why), std::string::npos) << output.err;
    EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
  }
};

TEST_F(StoreCommand, CopiesAFileWithAllThatIsInIt) {
  make_site("one.db");
  const Output output = copy(uri("one.db"), uri("two.db"));
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_EQ(output.out.find("copied: 3 guests, 6 tables, "), 0u) << output.out;
  EXPECT_TRUE(output.err.empty()) << output.err;
  expect_same(*server::opened(file("one.db")), *server::opened(file("two.db")));
  EXPECT_EQ(check(uri("two.db")).code, 0);
}

TEST_F(StoreCommand, CopiesAFileOfAnOlderProgram) {
  fs::copy_file(source_path("tests/stores/before-rules-versions.db"), file("old.db"));
  const Output output = copy(uri("old.db"), uri("new.db"), "--json");
  EXPECT_EQ(output.code, 0) << output.err;
  const auto told = nlohmann::json::parse(output.out);
  EXPECT_EQ(told["guests"], 16);
  EXPECT_EQ(told["tables"], 15);
  EXPECT_EQ(told["actions"], 1898);
  EXPECT_TRUE(told["damaged"].empty());
  EXPECT_TRUE(told["failed"].empty());
  expect_same(*server::opened(file("old.db")), *server::opened(file("new.db")));
}

TEST_F(StoreCommand, GoesToPostgresAndBack) {
  server::PostgresServer& postgres = server::PostgresServer::get();
  ASSERT_TRUE(postgres.missing().empty() || !server::PostgresServer::is_needed())
      << postgres.missing();
  if (!postgres.missing().empty()) GTEST_SKIP() << postgres.missing();
  const std::string place = postgres.new_place();
  make_site("one.db", 80);  // more than are read at once
  Output output = copy(uri("one.db"), place);
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_EQ(check(place).code, 0);
  {
    const auto one = server::opened(file("one.db"));
    const auto two = server::opened_postgres(place);
    expect_same(*one, *two);
  }
  output = copy(place, uri("three.db"));
  EXPECT_EQ(output.code, 0) << output.err;
  expect_same(*server::opened(file("one.db")), *server::opened(file("three.db")));
}

TEST_F(StoreCommand, DoesNotCopyWhatANodeServes) {
  server::PostgresServer& postgres = server::PostgresServer::get();
  ASSERT_TRUE(postgres.missing().empty() || !server::PostgresServer::is_needed())
      << postgres.missing();
  if (!postgres.missing().empty()) GTEST_SKIP() << postgres.missing();
  const std::string place = postgres.new_place();
  make_site("one.db");
  const auto node = server::opened_postgres(place);
  const auto lease = server::got(server::asked<server::Lease>(
      [&](auto done) { node->peers()->renew("node1", 60'000, done); }));
  EXPECT_TRUE(lease.held);
  expect_refused(copy(uri("one.db"), place), "the second store is served by a node");
  expect_refused(copy(place, uri("two.db")), "the first store is served by a node");
  EXPECT_EQ(check(place).code, 0);  // looking is allowed
  EXPECT_TRUE(server::waited([&](auto done) { node->peers()->end_lease("node1", done); }).ok());
  EXPECT_EQ(copy(uri("one.db"), place).code, 0);
  // The copy has left no lease of its own behind.
  EXPECT_EQ(copy(place, uri("two.db"), "--continue").code, 0);
}

TEST_F(StoreCommand, DoesNotTouchAFileThatIsServed) {
  make_site("one.db");
  auto serving = server::open_sqlite(file("one.db"), {.alone = true});
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Store>>(serving));
  expect_refused(copy(uri("one.db"), uri("two.db")), "is served by another process");
  expect_refused(check(uri("one.db")), "is served by another process");
  EXPECT_FALSE(fs::exists(file("two.db"))) << "what is refused makes no file";
}

TEST_F(StoreCommand, WritesOnlyWhereNothingIs) {
  make_site("one.db");
  make_site("two.db", 3);
  expect_refused(copy(uri("one.db"), uri("two.db")), "is not empty");
  EXPECT_EQ(server::table_ids(*server::opened(file("two.db"))).size(), 3u);
}

TEST_F(StoreCommand, GoesOnAfterItWasBrokenOff) {
  make_site("one.db");
  ASSERT_EQ(copy(uri("one.db"), uri("two.db")).code, 0);
  {  // As if it had ended after a guest and two tables.
    const auto two = server::opened(file("two.db"));
    for (const std::string id : {"game103", "game104", "game105", "game102"})
      EXPECT_TRUE(server::drop(*two, id, copy_of(*two, id)->row.version).ok());
  }
  server::execute_sql(file("two.db"), "DELETE FROM guests WHERE id = 'robot'");
  const Output output = copy(uri("one.db"), uri("two.db"), "--continue --json");
  EXPECT_EQ(output.code, 0) << output.err;
  const auto told = nlohmann::json::parse(output.out);
  EXPECT_EQ(told["tables"], 6);
  EXPECT_EQ(told["present"], 2);
  expect_same(*server::opened(file("one.db")), *server::opened(file("two.db")));
}

TEST_F(StoreCommand, ChangesNothingThatIsThereAndDiffers) {
  make_site("one.db");
  ASSERT_EQ(copy(uri("one.db"), uri("two.db")).code, 0);
  {
    const auto two = server::opened(file("two.db"));
    games::put_game(*two, "stranger", 77, 3);
  }
  server::execute_sql(file("two.db"),
                      "UPDATE guests SET name = 'Eve' WHERE id = 'ada';"
                      "UPDATE actions SET at_ms = at_ms + 1 WHERE table_id = 'b_over' AND seq = 5");
  const Output output = copy(uri("one.db"), uri("two.db"), "--continue");
  EXPECT_EQ(output.code, 1);
  for (const char* told : {"guest ada: another one", "table b_over: another one",
                           "table stranger: is there, and comes from elsewhere"})
    EXPECT_NE(output.err.find(told), std::string::npos) << output.err;
  const auto two = server::opened(file("two.db"));
  EXPECT_EQ(server::guest_of(*two, "ada")->name, "Eve");
  EXPECT_EQ(server::table_ids(*two).size(), 7u);
}

TEST_F(StoreCommand, FindsWhatIsDamagedAndCopiesItAsItIs) {
  make_site("one.db");
  server::execute_sql(
      file("one.db"),
      "UPDATE actions SET hash = hash + 1 WHERE table_id = 'game102' AND seq = 3;"
      "UPDATE actions SET action = '{\"do\":\"fly\"}' WHERE table_id = 'game103' AND seq = 4;"
      "DELETE FROM actions WHERE table_id = 'game104' AND seq = 2;"
      "UPDATE states SET stage = 2 WHERE table_id = 'game105';"
      "DELETE FROM holders WHERE table_id = 'b_over' AND guest = 'ada';"
      "UPDATE tables SET meta = '{' WHERE id = 'a-waiting'");
  const Output checked = check(uri("one.db"), "--json");
  EXPECT_EQ(checked.code, 1);
  const auto told = nlohmann::json::parse(checked.out);
  EXPECT_EQ(told["tables"], 6);
  ASSERT_EQ(told["damaged"].size(), 6u) << checked.out;
  for (const char* wrong :
       {"table game102: row 3 of its log", "table game103: row 4 of its log",
        "table game104: row 2 of its log is missing", "table game105: its stage",
        "table b_over: those who find it", "table a-waiting: "})
    EXPECT_NE(checked.err.find(wrong), std::string::npos) << wrong << "\n" << checked.err;
  // A log with a gap is none that a store takes; all others go along.
  const Output copied = copy(uri("one.db"), uri("two.db"), "--json");
  EXPECT_EQ(copied.code, 1);
  const auto came = nlohmann::json::parse(copied.out);
  EXPECT_EQ(came["damaged"], told["damaged"]);
  ASSERT_EQ(came["failed"].size(), 1u) << copied.out;
  EXPECT_EQ(came["failed"][0]["where"].get<std::string>(), "table game104");
  {
    const auto one = server::opened(file("one.db"));
    EXPECT_TRUE(server::drop(*one, "game104", copy_of(*one, "game104")->row.version).ok());
  }
  expect_same(*server::opened(file("one.db")), *server::opened(file("two.db")));
}

TEST_F(StoreCommand, ReadsATruncatedFileAsFarAsItGoes) {
  make_site("one.db", 40);
  fs::resize_file(file("one.db"), fs::file_size(file("one.db")) / 2);
  for (const Output& output : {check(uri("one.db")), copy(uri("one.db"), uri("two.db"))}) {
    EXPECT_NE(output.code, 0);
    EXPECT_FALSE(output.err.empty());
  }
  std::ofstream(file("text.db")) << "this is no database, however long it is";
  expect_refused(check(uri("text.db")), "cannot be read as a store");
}

TEST_F(StoreCommand, SaysWhatIsWrongWithTheWords) {
  make_site("one.db");
  expect_refused(check("nowhere:x"), "names no store");
  expect_refused(check("sqlite:"), "must be followed by the name of a file");
  expect_refused(check("sqlite::memory:"), "keeps nothing");
  expect_refused(check(uri("no.db")), "there is no file");
  expect_refused(copy(uri("no.db"), uri("two.db")), "there is no file");
  expect_refused(copy(uri("one.db"), uri("one.db")), "the same");
  expect_refused(copy(uri("one.db"), "sqlite::memory:"), "keeps nothing");
  expect_refused(copy(uri("one.db"), uri("no/folder/two.db")), "two.db");
  expect_refused(run("store copy " + uri("one.db")), "two stores");
  expect_refused(run("store check " + uri("one.db") + " " + uri("two.db")), "one store");
  expect_refused(check(uri("one.db"), "--continue"), "--continue is for copy");
  expect_refused(check("postgresql://127.0.0.1:1/nothing?connect_timeout=1"), "store: ");
  EXPECT_EQ(run("store").code, 2);
  EXPECT_EQ(run("store move a b").code, 2);
  std::ofstream(file("empty.db")).flush();
  expect_refused(check(uri("empty.db")), "is empty");
  EXPECT_EQ(fs::file_size(file("empty.db")), 0u) << "looking writes nothing";
  for (const char* none : {"no.db", "two.db"}) EXPECT_FALSE(fs::exists(file(none))) << none;
}

}  // namespace
}  // namespace bastide::test_help
