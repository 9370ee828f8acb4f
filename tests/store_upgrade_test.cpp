// Stores of older programs, kept in tests/stores: everything in them is there for this program,
// too. Beside each lies what the program that made it said about its tables.
#include "tests/hub_play.h"
#include "tests/store_play.h"

#include <sodium.h>

#include "server/table/table.h"
#include "tests/paths.h"

namespace bastide::server {
namespace {

using hub_play::ManualLoop;

class OlderStore : public StoreFolder {
 protected:
  void SetUp() override {
    StoreFolder::SetUp();
    std::filesystem::copy_file(test_help::source_path("tests/stores/before-rules-versions.db"),
                               file());
    auto parsed = parse_json(
        test_help::slurp(test_help::source_path("tests/stores/before-rules-versions.json")));
    ASSERT_TRUE(std::holds_alternative<Json>(parsed));
    known_ = std::get<Json>(std::move(parsed));
  }
  Json known_;
};

std::string digest_of(const std::string& text) {
  Seed digest{};
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
  return seed_hex(digest);
}

// The record as it was before it named the version of the rules.
std::string without_rules(std::string record) {
  const std::string member = R"("rules":1,)";
  const auto at = record.find(member);
  EXPECT_NE(at, std::string::npos) << record.substr(0, 80);
  return at == std::string::npos ? record : record.erase(at, member.size());
}

LoadedTable loaded(Store& store, const std::string& id) {
  const auto log = log_of(store, id);
  if (!log) {
    ADD_FAILURE() << "no table " << id;
    return {};
  }
  auto table = load_table(log->row, log->actions);
  if (const auto* wrong = std::get_if<std::string>(&table)) {
    ADD_FAILURE() << id << ": " << *wrong;
    return {};
  }
  return std::get<LoadedTable>(std::move(table));
}

void expect_as_known(const Table& table, const Json& known) {
  SCOPED_TRACE(known["about"].get<std::string>());
  EXPECT_EQ(kStatusNames[static_cast<std::size_t>(table.meta.status)],
            known["status"].get<std::string>());
  EXPECT_EQ(table.config.setup.rules, 1);
  ASSERT_EQ(table.game.has_value(), known.contains("actions"));
  if (!table.game) return;
  const Rules& rules = table.game->rules();
  const GameState& s = table.game->state();
  EXPECT_EQ(table.game->seq(), known["actions"]);
  EXPECT_EQ(decision_to_json(s), known["decision"]);
  EXPECT_EQ(scores_to_json(rules, s), known["scores"]);
  EXPECT_EQ(supplies_to_json(rules, s), known["supplies"]);
  EXPECT_EQ(digest_of(without_rules(table.record_text())), known["record"].get<std::string>());
}

TEST_F(OlderStore, is_read_with_every_table_as_it_was) {
  const auto store = opened(file());
  ASSERT_EQ(known_.size(), 15u);
  for (const Json& known : known_) expect_as_known(loaded(*store, known["id"]).table, known);
}

TEST_F(OlderStore, gets_hashes_of_this_program_when_its_tables_are_read) {
  ManualLoop loop;
  HubOptions options;
  const auto store = opened(file());
  {
    Hub hub(options, *store, {&loop});
    hub.open();
    std::size_t told = 0, begun = 0;
    for (const Json& known : known_) {  // tables are read when somebody asks for them
      begun += known.contains("actions");
      hub.record_json({&loop, ""}, known["id"].get<std::string>(),
                      [&](const auto& record) { told += std::get<0>(record).has_value(); });
    }
    for (int i = 0; i < 100; ++i) {
      store->flush();
      loop.turn();
    }
    EXPECT_EQ(told, begun);
  }
  store->flush();
  for (const Json& known : known_) {
    const std::string id = known["id"];
    EXPECT_EQ(table_of(*store, id)->hash_scheme, kHashScheme);
    const LoadedTable again = loaded(*store, id);  // and now every row is checked
    EXPECT_FALSE(again.new_hashes);
    if (known["status"] == "over") expect_as_known(again.table, known);
  }
}

TEST_F(OlderStore, knows_whose_its_tables_are) {
  const auto store = opened(file());
  std::size_t found = 0;
  for (const Json& known : known_) {
    const Table table = loaded(*store, known["id"]).table;
    const bool over = table.meta.status == Status::over;
    for (const std::string& guest : people_of(table.meta)) {
      const auto tables = over ? ended_of(*store, guest) : live_of(*store, guest);
      EXPECT_TRUE(std::ranges::find(tables, table.id, &GuestTable::id) != tables.end());
      ++found;
    }
    for (std::size_t i = 0; i < table.seat_count(); ++i)
      EXPECT_EQ(table.meta.seats[i].colour, static_cast<int>(i));
    EXPECT_EQ(table.meta.result.has_value(), over);  // from the game, where it was not stored
    if (over) {
      EXPECT_FALSE(table.meta.result->winners.empty());
    }
  }
  EXPECT_GE(found, known_.size() - 2);
}

TEST_F(OlderStore, is_checked_by_its_new_hashes_from_then_on) {
  const auto store = opened(file());
  const std::string id = known_[0]["id"];
  auto hashes = *loaded(*store, id).new_hashes;
  hashes[20] ^= 1;
  EXPECT_TRUE(waited([&](StoreDone done) {
                store->put_hashes(id, kHashScheme, hashes, std::move(done));
              }).ok());
  const auto table = load_table(*table_of(*store, id), actions_of(*store, id));
  ASSERT_TRUE(std::holds_alternative<std::string>(table));
  EXPECT_EQ(std::get<std::string>(table),
            "row 20 of its log: the position differs from the one that was stored");
}

TEST_F(OlderStore, is_refused_a_log_that_was_changed_by_hand) {
  const auto store = opened(file());
  const std::string id = known_[0]["id"];
  auto log = actions_of(*store, id);
  std::swap(log[1].action, log[4].action);
  const auto table = load_table(*table_of(*store, id), log);
  ASSERT_TRUE(std::holds_alternative<std::string>(table));
  EXPECT_TRUE(std::get<std::string>(table).starts_with("row 1 of its log: "));
}

TEST_F(OlderStore, has_games_that_go_on_to_their_end) {
  const auto store = opened(file());
  for (const Json& known : known_) {
    if (known["status"] != "playing") continue;
    SCOPED_TRACE(known["about"].get<std::string>());
    LoadedTable before = loaded(*store, known["id"]);
    Table& table = before.table;
    EXPECT_TRUE(waited([&](StoreDone done) {
                  store->put_hashes(table.id, kHashScheme, *before.new_hashes, std::move(done));
                }).ok());
    Rng rng(3);
    while (!is_over(table.game->state())) {
      const Action answer =
          sample_legal(table.game->rules(), table.game->state(), rng.below(0xFFFFFFFFu));
      Proposal proposal = table.game->propose(answer, table.cannot_win());
      EXPECT_TRUE(append(*store, table.id, table.rows(proposal, 7)).ok());
      table.accept(std::move(proposal), 7);
    }
    const Table after = loaded(*store, known["id"]).table;  // every row, old and new, is checked
    EXPECT_EQ(after.game->state(), table.game->state());
  }
}

}  // namespace
}  // namespace bastide::server
