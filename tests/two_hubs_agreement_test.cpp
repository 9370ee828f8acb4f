// Two processes on one store: what people ask of each other counts wherever they are. A wish at one
// is answered at the other; nobody votes in vain; and a game is followed by one rematch.
#include "server/fair/fair_draw.h"
#include "tests/two_hubs.h"

namespace bastide::server::attack_play {
namespace {

const std::string kOnes(64, '1'), kTwos(64, '2'), kThrees(64, '3'), kFours(64, '4');

class Agreements : public TwoHubs {
 protected:
  void SetUp() override {
    TwoHubs::SetUp();
    clara_ = new_guest(first(), "Clara");
  }
  TableMeta meta_of(const std::string& table) {
    const auto row = table_of(*first().store, table);
    EXPECT_TRUE(row);
    return row ? std::get<Table>(read_table(*row)).meta : TableMeta{};
  }
  bool is_stored(const std::string& table) { return table_of(*first().store, table).has_value(); }
  std::vector<std::string> all_tables() {
    return got(asked<std::vector<std::string>>(
        [&](auto done) { first().store->table_ids("", 1000, done); }));
  }
  // Both clocks show the same.
  void set_clocks() {
    const std::int64_t now = std::max(first().loop.now_ms(), second().loop.now_ms());
    for (auto& house : houses_) house->loop.advance(now - house->loop.now_ms());
    settle();
  }
  std::string game_of_three() {
    Visit host = visit(0, ada_), one = visit(0, boris_), other = visit(0, clara_);
    const std::string table = host.create(R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])");
    EXPECT_EQ(one.code(Visit::of("sit", table, R"(,"seat":1)")), "meta");
    EXPECT_EQ(other.code(Visit::of("sit", table, R"(,"seat":2)")), "table");
    return table;
  }
  // The first answer of whoever is asked, which is Ada: its number.
  std::int64_t answered(Visit& ada, const std::string& table) {
    ada.join(table);
    const std::int64_t seq = ada.at(table).seq;
    const Json answer = ada.play(table, rng_);
    EXPECT_EQ(word(answer), "update") << answer.dump();
    return seq;
  }
  static std::string undo(const std::string& table, std::int64_t seq) {
    return Visit::of("undo", table, R"(,"seat":0,"seq":)" + std::to_string(seq));
  }
  static std::string consent(const std::string& table, int seat, bool grant) {
    return Visit::of(
        "undo_answer", table,
        R"(,"seat":)" + std::to_string(seat) + (grant ? R"(,"grant":true)" : R"(,"grant":false)"));
  }
  static std::string nonce(const std::string& table, const std::string& text) {
    return Visit::of("nonce", table, R"(,"nonce":")" + text + "\"");
  }
  // A game that is over, played by two who gave nonces; both look at it at both hubs.
  struct Ended {
    std::string table;
    std::vector<Visit> windows;  // Ada's and Boris's here, Ada's and Boris's there
  };
  Ended ended_game() {
    Ended ended;
    Visit ada = visit(0, ada_), boris = visit(0, boris_);
    ended.table = ada.create(kMeAndOpen);
    EXPECT_EQ(ada.code(nonce(ended.table, kOnes)), "meta");
    EXPECT_EQ(boris.code(Visit::of("sit", ended.table, R"(,"seat":1,"nonce":")" + kTwos + "\"")),
              "table");
    resign(ada, boris, ended.table);
    for (const int house : {0, 1})
      for (const Guest& guest : {ada_, boris_}) {
        ended.windows.push_back(visit(house, guest));
        EXPECT_EQ(ended.windows.back().join(ended.table)["table"]["status"], "over");
      }
    set_clocks();
    return ended;
  }
  // Bots play it to its end.
  void resign(Visit& ada, Visit& boris, const std::string& table) {
    ada.join(table);
    const Json you = boris.join(table)["you"];
    const int seat = you["seats"][0].get<int>();
    EXPECT_EQ(ada.code(Visit::of("resign", table, R"(,"seat":)" + std::to_string(1 - seat))),
              "meta");
    EXPECT_EQ(boris.code(Visit::of("resign", table, R"(,"seat":)" + std::to_string(seat))), "meta");
    EXPECT_TRUE(first().until([&] { return meta_of(table).status == Status::over; }));
    first().settle();
  }

  Guest clara_;
  Rng rng_{3};
};

// --- taking back ---

TEST_F(Agreements, WhatIsAskedHereIsGrantedThere) {
  const std::string table = game();
  Visit ada = visit(0, ada_);
  const std::int64_t seq = answered(ada, table);
  ASSERT_EQ(ada.code(undo(table, seq)), "undo_asked");
  ASSERT_TRUE(meta_of(table).undo);
  EXPECT_EQ(meta_of(table).undo->guest, ada_.id);
  Visit boris = visit(1, boris_);
  boris.join(table);
  settle();
  EXPECT_EQ(boris.line->last()["type"], "undo_asked") << "who comes is told";
  EXPECT_EQ(boris.line->last()["seq"], seq);
  EXPECT_EQ(boris.code(consent(table, 1, true)), "undone");
  EXPECT_EQ(boris.at(table).seq, seq);
  EXPECT_FALSE(meta_of(table).undo);
  EXPECT_EQ(stored_lines(table).back()["undo"], seq);
  // Who asked goes on from there.
  const Json again = ada.ask(undo(table, seq));
  EXPECT_EQ(again["code"], "stale") << again.dump();
  EXPECT_EQ(ada.at(table).seq, seq);
  EXPECT_EQ(ada.count("undo_refused"), 0u);
  EXPECT_EQ(word(ada.play(table, rng_)), "update");
  agreed_record(table);
}

TEST_F(Agreements, WhatIsAskedHereIsRefusedThere) {
  const std::string table = game();
  Visit ada = visit(0, ada_);
  const std::int64_t seq = answered(ada, table);
  ASSERT_EQ(ada.code(undo(table, seq)), "undo_asked");
  Visit boris = visit(1, boris_);
  boris.join(table);
  const Json refused = boris.ask(consent(table, 1, false));
  EXPECT_EQ(refused["type"], "undo_refused");
  EXPECT_EQ(refused["seq"], seq);
  EXPECT_FALSE(meta_of(table).undo);
  EXPECT_EQ(boris.ask(consent(table, 1, true))["detail"], "undo_none");
  // At the first hub it is told as soon as that hears of it, once; and it may be asked again.
  EXPECT_EQ(ada.count("undo_refused"), 0u);
  EXPECT_EQ(ada.code(undo(table, seq)), "undo_asked");
  EXPECT_EQ(ada.count("undo_refused"), 1u);
  ASSERT_TRUE(meta_of(table).undo);
  EXPECT_TRUE(meta_of(table).undo->granted.empty());
  EXPECT_EQ(stored_lines(table).size(), static_cast<std::size_t>(ada.at(table).seq));
  // So it is there, where Boris was told of nothing yet.
  EXPECT_EQ(boris.count("undo_asked"), 1u);
  const Json resigned = boris.ask(Visit::of("resign", table, R"(,"seat":1)"));
  EXPECT_EQ(resigned["type"], "meta");
  EXPECT_EQ(boris.count("undo_asked"), 2u);
  settle();
  EXPECT_EQ(boris.count("undone"), 1u) << "nobody else has to consent";
}

TEST_F(Agreements, ConsentsOfBothHubsCountTogether) {
  const std::string table = game_of_three();
  Visit ada = visit(0, ada_), boris = visit(0, boris_);
  const std::int64_t seq = answered(ada, table);
  ASSERT_EQ(ada.code(undo(table, seq)), "undo_asked");
  boris.say(consent(table, 1, true));
  boris.say(consent(table, 1, true));  // which counts once
  settle();
  ASSERT_TRUE(meta_of(table).undo);
  EXPECT_EQ(meta_of(table).undo->granted, std::vector<std::string>{boris_.id});
  Visit clara = visit(1, clara_);
  clara.join(table);
  EXPECT_EQ(clara.code(consent(table, 2, true)), "undone");
  agreed_record(table);
}

TEST_F(Agreements, TwoConsentsAtOnceAreBothKept) {
  for (int i = 0; i < 10; ++i) {
    const std::string table = game_of_three();
    Visit ada = visit(0, ada_), boris = visit(0, boris_), clara = visit(1, clara_);
    const std::int64_t seq = answered(ada, table);
    ASSERT_EQ(ada.code(undo(table, seq)), "undo_asked");
    boris.join(table);
    clara.join(table);
    for (auto& house : houses_) house->loop.advance(1000);
    boris.say(consent(table, 1, true));
    clara.say(consent(table, 2, true));
    settle();
    settle();
    EXPECT_EQ(boris.count("undone") + clara.count("undone"), 1u) << "at the one that was second";
    EXPECT_EQ(stored_lines(table).back()["undo"], seq);
    EXPECT_FALSE(meta_of(table).undo);
  }
}

TEST_F(Agreements, ARequestIsVoidWhenTheGameHasGoneOnAndNobodyWritesThatDown) {
  const std::string table = game();
  Visit windows[] = {visit(0, ada_), visit(0, boris_)};
  const std::int64_t seq = answered(windows[0], table);
  windows[1].join(table);
  ASSERT_EQ(windows[0].code(undo(table, seq)), "undo_asked");
  const auto metas = [&] { return meta_of(table).undo.has_value(); };
  // Until Ada has answered again
  for (bool again = false; !again;) {
    Visit& next = windows[0].at(table).options.empty() ? windows[1] : windows[0];
    again = &next == &windows[0];
    const std::int64_t version = table_of(*first().store, table)->version;
    ASSERT_EQ(word(next.play(table, rng_)), "update");
    first().settle();
    EXPECT_EQ(table_of(*first().store, table)->version, version + 1) << "one write a move";
  }
  EXPECT_TRUE(metas());
  EXPECT_EQ(windows[1].ask(consent(table, 1, true))["detail"], "undo_none");
  Visit there = visit(1, boris_);
  there.join(table);
  settle();
  EXPECT_EQ(there.count("undo_asked"), 0u);
  EXPECT_EQ(there.ask(consent(table, 1, true))["detail"], "undo_none");
  // The next change of the meta leaves it out.
  EXPECT_EQ(there.code(Visit::of("resign", table, R"(,"seat":1)")), "meta");
  EXPECT_FALSE(metas());
}

TEST_F(Agreements, AWishToTakeBackOutlivesARestart) {
  const std::string table = game();
  std::int64_t seq = 0;
  {
    Visit ada = visit(0, ada_);
    seq = answered(ada, table);
    ASSERT_EQ(ada.code(undo(table, seq)), "undo_asked");
    ada.forget();
  }
  for (auto& house : houses_) house->restart();
  Visit boris = visit(0, boris_);
  boris.join(table);
  settle();
  EXPECT_EQ(boris.line->last()["type"], "undo_asked");
  EXPECT_EQ(boris.code(consent(table, 1, true)), "undone");
}

// --- votes ---

class Votes : public Agreements {
 protected:
  // Ada and Boris look on at both hubs; Clara is nowhere.
  void SetUp() override {
    Agreements::SetUp();
    table_ = game_of_three();
    for (const int house : {0, 1})
      for (const Guest& guest : {ada_, boris_}) {
        windows_.push_back(visit(house, guest));
        windows_.back().join(table_);
      }
    for (auto& house : houses_) house->loop.advance(70'000);
    set_clocks();
  }
  void TearDown() override {
    windows_.clear();
    Agreements::TearDown();
  }
  std::string end() const { return Visit::of("absent", table_, R"(,"seat":2,"do":"end")"); }
  Visit& ada_here() { return windows_[0]; }
  Visit& boris_there() { return windows_[3]; }

  std::string table_;
  std::vector<Visit> windows_;
};

TEST_F(Votes, OfBothHubsCountTogether) {
  const Json first_vote = ada_here().ask(end());
  EXPECT_EQ(first_vote["table"]["absence"]["end"].dump(), "[0]") << first_vote.dump();
  EXPECT_EQ(meta_of(table_).end_votes, std::vector<std::string>{ada_.id});
  const Json second_vote = boris_there().ask(end());
  EXPECT_EQ(second_vote["table"]["status"], "over") << second_vote.dump();
  EXPECT_EQ(second_vote["table"]["ended"], "abandoned");
  EXPECT_TRUE(meta_of(table_).end_votes.empty());
  EXPECT_EQ(ada_here().code(end()), "over");
}

TEST_F(Votes, AtOnceEndTheGame) {
  const auto [here, there] = at_once(ada_here(), end(), boris_there(), end());
  EXPECT_EQ(here["type"], "meta");
  EXPECT_EQ(there["type"], "meta");
  EXPECT_EQ(meta_of(table_).status, Status::over);
}

TEST_F(Votes, EndWithTheAbsence) {
  EXPECT_EQ(ada_here().code(end()), "meta");
  EXPECT_FALSE(meta_of(table_).end_votes.empty());
  {
    Visit clara = visit(1, clara_);
    clara.join(table_);
    settle();
    // The second hub has not heard of the vote, and the first not of Clara.
    EXPECT_EQ(ada_here().code(end()), "meta");
    clara.leave();
  }
  Visit clara = visit(0, clara_);
  clara.join(table_);
  first().loop.advance(1);
  settle();
  EXPECT_TRUE(meta_of(table_).end_votes.empty());
  const std::int64_t version = table_of(*first().store, table_)->version;
  clara.leave();
  settle();
  Visit again = visit(0, clara_);
  again.join(table_);
  settle();
  EXPECT_EQ(table_of(*first().store, table_)->version, version) << "nothing to write";
}

TEST_F(Votes, StayWhenAHubReadsTheTableAnewAndSeesNobodyYet) {
  EXPECT_EQ(ada_here().code(end()), "meta");
  for (Visit& one : windows_) one.forget();
  for (auto& house : houses_) house->restart();
  Visit zoe = visit(1, new_guest(second(), "Zoe"));
  zoe.join(table_);
  settle();
  EXPECT_EQ(meta_of(table_).end_votes, std::vector<std::string>{ada_.id});
}

// --- nonces of a rematch ---

TEST_F(Agreements, ANonceThatIsGivenThereCountsHere) {
  Ended game = ended_game();
  const Json told = game.windows[0].ask(Visit::of("rematch", game.table));
  ASSERT_EQ(told["type"], "rematch") << told.dump();
  const std::string next = told["new"];
  ASSERT_TRUE(meta_of(next).nonces);
  EXPECT_EQ(meta_of(next).nonces->guests.size(), 2u);
  Visit& boris = game.windows[3];
  EXPECT_EQ(boris.join(next)["table"]["status"], "waiting") << "that hub waits, too";
  EXPECT_EQ(boris.code(nonce(next, kThrees)), "meta");
  EXPECT_EQ(game.windows[0].join(next)["table"]["status"], "waiting");
  // It is as if the last one had come here; and the clock of the second hub stands.
  EXPECT_EQ(game.windows[0].code(nonce(next, kFours)), "table");
  EXPECT_FALSE(meta_of(next).nonces);
  const auto record = read_record(first().record(next).value_or(""));
  ASSERT_TRUE(std::holds_alternative<Record>(record));
  EXPECT_EQ(std::get<Record>(record).fair->nonces, (std::vector<std::string>{kThrees, kFours}));
}

TEST_F(Agreements, ARematchBeginsWhenItsTimeIsUpWhereverItIs) {
  Ended game = ended_game();
  const std::string next = game.windows[0].ask(Visit::of("rematch", game.table))["new"];
  const auto row = table_of(*first().store, next);
  ASSERT_TRUE(row && meta_of(next).nonces);
  EXPECT_EQ(row->due_ms, meta_of(next).nonces->until_ms);
  EXPECT_EQ(row->due_ms, first().loop.now_ms() + 3000);
  set_clocks();
  Visit& boris = game.windows[3];
  boris.join(next);
  EXPECT_EQ(boris.code(nonce(next, kThrees)), "meta");
  second().loop.advance(row->due_ms - second().loop.now_ms());  // the first one sleeps
  settle();
  EXPECT_EQ(meta_of(next).status, Status::playing);
  const auto record = read_record(second().record(next).value_or(""));
  EXPECT_EQ(std::get<Record>(record).fair->nonces, (std::vector<std::string>{kThrees, ""}));
  first().loop.advance(10'000);
  settle();
  agreed_record(next);
}

// --- rematches ---

TEST_F(Agreements, OfTwoRematchesAtOnceOneIsMade) {
  Ended game = ended_game();
  const std::string wish = Visit::of("rematch", game.table);
  const auto before = all_tables().size();
  const auto [here, there] = at_once(game.windows[0], wish, game.windows[3], wish);
  ASSERT_EQ(here["type"], "rematch") << here.dump();
  ASSERT_EQ(there["type"], "rematch") << there.dump();
  EXPECT_EQ(here["new"], there["new"]);
  EXPECT_EQ(here["commitment"], there["commitment"]);
  settle();
  EXPECT_EQ(all_tables().size(), before + 1) << "the second one is gone";
  const std::string next = here["new"];
  EXPECT_TRUE(is_stored(next));
  EXPECT_EQ(meta_of(game.table).rematch, next);
  EXPECT_EQ(meta_of(game.table).rematch_commitment, here["commitment"].get<std::string>());
  EXPECT_EQ(game.windows[0].join(next)["table"]["commitment"], here["commitment"]);
  // Everybody at both hubs has heard of it, and of no other.
  for (Visit& one : game.windows) {
    EXPECT_GE(one.count("rematch"), 1u);
    for (std::size_t i = 0; i < one.line->got.size(); ++i)
      if (const Json m = one.line->message(i); m["type"] == "rematch") {
        EXPECT_EQ(m["new"], next);
      }
  }
  // It is told again at both, also after a restart.
  for (Visit& one : game.windows) one.forget();
  for (auto& house : houses_) house->restart();
  for (const int house : {0, 1}) {
    const Json again = visit(house, ada_).ask(wish);
    EXPECT_EQ(again["new"], next);
    EXPECT_EQ(again["commitment"], here["commitment"]);
  }
}

TEST_F(Agreements, RematchesAtOnceHaveNoSecondGameAfterMany) {
  std::string table;
  {
    Ended game = ended_game();
    table = game.table;
  }
  for (int i = 0; i < 4; ++i) {
    second().restart();  // it may have looked at the game while that went on
    Visit ada = visit(0, ada_), boris = visit(1, boris_);
    ada.join(table);
    boris.join(table);
    const std::size_t before = all_tables().size();
    const auto [here, there] =
        at_once(ada, Visit::of("rematch", table), boris, Visit::of("rematch", table));
    ASSERT_EQ(here["type"], "rematch") << here.dump();
    ASSERT_EQ(here["new"], there["new"]) << here.dump() << there.dump();
    settle();
    ASSERT_EQ(all_tables().size(), before + 1);
    table = here["new"];
    for (auto& house : houses_) house->loop.advance(4000);
    settle();
    ASSERT_EQ(meta_of(table).status, Status::playing);
    Visit here_too = visit(0, boris_);
    resign(ada, here_too, table);
    set_clocks();
  }
}

}  // namespace
}  // namespace bastide::server::attack_play
