// Two processes on one store: the same table is changed from both, and nobody loses what they were
// told. Whoever comes second is judged anew, by what the first has left.
#include "tests/effort.h"
#include "tests/two_hubs.h"

namespace bastide::server::attack_play {
namespace {

TEST_F(TwoHubs, OfTwoWhoSitDownOnOneSeatOneGetsIt) {
  for (int i = 0; i < 20; ++i) {
    const Guest carla = new_guest(first(), "Carla");
    Visit host = visit(0, ada_);
    const std::string table = host.create(R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])");
    Visit one = visit(0, boris_), other = visit(1, carla);
    one.join(table);
    other.join(table);
    const std::string sit = Visit::of("sit", table, R"(,"seat":1)");
    const auto [here, there] = at_once(one, sit, other, sit);
    const std::multiset<std::string> words{word(here), word(there)};
    ASSERT_EQ(words, (std::multiset<std::string>{"meta", "seat_taken"}))
        << here.dump() << there.dump();
    const Guest& winner = word(here) == "meta" ? boris_ : carla;
    const auto row = table_of(*first().store, table);
    ASSERT_TRUE(row);
    const auto stored = std::get<Table>(read_table(*row));
    EXPECT_EQ(stored.meta.seats[1].guest, winner.id);
    // The last seat is taken at the other hub, which has heard of the first one.
    const std::string last = Visit::of("sit", table, R"(,"seat":2)");
    EXPECT_EQ(visit(1, carla).code(last), "table");
    EXPECT_EQ(std::get<Table>(read_table(*table_of(*first().store, table))).meta.status,
              Status::playing);
  }
}

TEST_F(TwoHubs, AResignationAndAnAnswerAreBothKept) {
  for (int i = 0; i < 20; ++i) {
    const std::string table = game();
    Visit ada = visit(0, ada_), boris = visit(1, boris_);
    ada.join(table);
    boris.join(table);
    const bool ada_is_asked = !ada.at(table).options.empty();
    Visit& asked = ada_is_asked ? ada : boris;
    Visit& other = ada_is_asked ? boris : ada;
    const Visit::Position now = asked.at(table);
    const auto [acted, resigned] =
        at_once(asked, Visit::act_text(table, now.seq, now.options[0]), other,
                Visit::of("resign", table, ada_is_asked ? R"(,"seat":1)" : R"(,"seat":0)"));
    EXPECT_EQ(word(acted), "update") << acted.dump();
    EXPECT_EQ(word(resigned), "meta") << resigned.dump();
    const auto row = table_of(*first().store, table);
    const auto stored = std::get<Table>(read_table(*row));
    EXPECT_TRUE(stored.meta.seats[ada_is_asked ? 1 : 0].resigned);
    EXPECT_FALSE(stored.meta.seats[ada_is_asked ? 0 : 1].resigned);
    const auto lines = stored_lines(table);
    ASSERT_GT(lines.size(), static_cast<std::size_t>(now.seq));
    EXPECT_EQ(lines[static_cast<std::size_t>(now.seq)], acted["entries"][0]["action"]);
  }
}

// The same person at both: two windows, two servers.
TEST_F(TwoHubs, OfTwoAnswersToOneQuestionOneCounts) {
  const std::string table = game();
  for (int i = 0; i < 20; ++i) {
    Visit here[] = {visit(0, ada_), visit(0, boris_)}, there[] = {visit(1, ada_), visit(1, boris_)};
    // Whoever was second has read the store: both hubs know the same.
    for (Visit* one : {&here[0], &here[1], &there[0], &there[1]}) one->join(table);
    const int asked = here[0].at(table).options.empty() ? 1 : 0;
    const Visit::Position now = here[asked].at(table);
    ASSERT_FALSE(now.options.empty());
    const Visit::Position known_there = there[asked].at(table);
    const auto [one, other] =
        at_once(here[asked], Visit::act_text(table, now.seq, now.options[0]), there[asked],
                Visit::act_text(table, now.seq, now.options[now.options.size() - 1]));
    const std::multiset<std::string> words{word(one), word(other)};
    ASSERT_EQ(words, (std::multiset<std::string>{"stale", "update"}))
        << i << " " << now.seq << " " << known_there.seq << one.dump() << other.dump();
    const Json& granted = word(one) == "update" ? one : other;
    EXPECT_EQ(stored_lines(table)[static_cast<std::size_t>(now.seq)],
              granted["entries"][0]["action"]);
    settle();
  }
  agreed_record(table);
}

// One plays at this server, the other at that one; each answer is the first that the other server
// hears of the one before.
TEST_F(TwoHubs, WhoKnowsMoreThanTheServerIsBelievedAfterALookAtTheStore) {
  const std::string table = game();
  Visit windows[] = {visit(0, ada_), visit(0, boris_), visit(1, ada_), visit(1, boris_)};
  for (Visit& one : windows) one.join(table);
  for (int i = 0; i < 30; ++i) {
    const std::size_t from = i % 2 == 0 ? 0 : 2;
    const std::size_t asked = windows[from].at(table).options.empty() ? 1 : 0;
    Visit &knows = windows[from + asked], &says = windows[2 - from + asked];
    const Visit::Position now = knows.at(table);
    ASSERT_FALSE(now.options.empty());
    const Json answer = says.ask(Visit::act_text(table, now.seq, now.options[0]));
    ASSERT_EQ(word(answer), "update") << i << answer.dump().substr(0, 300);
    settle();
  }
  // Numbers out of thin air remain what they are.
  const Json refused =
      windows[0].ask(Visit::act_text(table, 1'000'000, Json::parse(R"({"do":"pass"})")));
  EXPECT_EQ(word(refused), "stale");
  agreed_record(table);
}

// What one table was told by two servers, and what the store has.
struct Account {
  std::multiset<std::string> told, kept;  // lines of the log
  int undone = 0, kept_undos = 0;

  void note(const Json& answer) {
    const std::string type = answer.value("type", "");
    if (type == "update")
      for (const Json& entry : answer["entries"]) told.insert(entry["action"].dump());
    undone += type == "undone";
  }
  void read(const std::vector<Json>& lines) {
    for (const Json& line : lines) {
      kept_undos += line.contains("undo");
      if (line.contains("do")) kept.insert(line.dump());
    }
  }
  // Each line once, and nothing else but the first draws, which sitting down had stored.
  void balance() {
    for (const std::string& line : told) {
      const auto found = kept.find(line);
      ASSERT_NE(found, kept.end()) << "lost: " << line;
      kept.erase(found);
    }
    EXPECT_LE(kept.size(), 3u);
    EXPECT_EQ(kept_undos, undone);
  }
};

TEST_F(TwoHubs, SeveralHundredChangesAtRandomAreAllKept) {
  Rng rng(8);
  std::map<std::string, int> words;
  for (int games = 0; games < (test_effort() == "small" ? 2 : 6); ++games) {
    const std::string table = game();
    std::vector<Visit> windows;  // both people at both servers
    for (const int house : {0, 1})
      for (const Guest& guest : {ada_, boris_}) windows.push_back(visit(house, guest));
    for (Visit& one : windows) one.join(table);
    std::map<std::string, std::int64_t> last;  // the number of each one's own last answer
    const auto wish = [&](std::size_t number) {
      Visit& one = windows[number];
      const std::string seat = one.guest.id == ada_.id ? R"(,"seat":0)" : R"(,"seat":1)";
      const std::uint32_t what = rng.below(16);
      if (what == 0)
        return Visit::of("undo", table, seat + ",\"seq\":" + std::to_string(last[one.guest.id]));
      if (what < 3) return Visit::of("undo_answer", table, seat + R"(,"grant":true)");
      const Visit::Position mine = one.at(table), other = windows[(number + 2) % 4].at(table);
      const Visit::Position& now = mine.options.empty() ? other : mine;
      if (now.options.empty()) return Visit::of("features", table);
      const auto option = rng.below(static_cast<std::uint32_t>(now.options.size()));
      return Visit::act_text(table, now.seq, now.options[option]);
    };
    Account account;
    const auto note = [&](const Visit& one, const Json& answer) {
      ++words[word(answer)];
      account.note(answer);
      if (word(answer) == "update")
        last[one.guest.id] = answer["entries"][0]["seq"].get<std::int64_t>();
    };
    for (int i = 0; i < 75; ++i) {
      const std::size_t one = rng.below(2), other = 2 + rng.below(2);
      const auto [here, there] = at_once(windows[one], wish(one), windows[other], wish(other));
      note(windows[one], here);
      note(windows[other], there);
      if (HasFailure()) return;
    }
    settle();
    account.read(stored_lines(table));
    account.balance();
    for (Visit& one : windows) one.forget();
    const auto record = read_record(agreed_record(table));
    ASSERT_TRUE(std::holds_alternative<Record>(record));
    EXPECT_TRUE(std::holds_alternative<PlayedRecord>(play_record(std::get<Record>(record))));
  }
  for (const auto& [said, times] : words) std::cout << said << " " << times << "  ";
  std::cout << "\n";
  EXPECT_GT(words["update"], 50);
  EXPECT_GT(words["stale"], 10);
}

}  // namespace
}  // namespace bastide::server::attack_play
