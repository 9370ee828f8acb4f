// A hub without a network: a loop turned by hand, clients that check every message they get and
// keep a board of their own, a store that can be made to fail.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/notation/json_state.h"
#include "engine/notation/parse.h"
#include "engine/notation/record.h"
#include "server/hub/connection.h"
#include "server/hub/hub.h"
#include "server/store/peers.h"
#include "server/store/store.h"
#include "tests/wire_check.h"

namespace bastide::server::hub_play {

// Without the order of members.
inline nlohmann::json plain(const Json& json) { return nlohmann::json::parse(json.dump()); }

class ManualLoop final : public Loop {
 public:
  void post(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(task));
    wake_.notify_one();
  }
  void after(std::chrono::milliseconds delay, std::function<void()> task) override {
    timers_.emplace(now_ + delay.count(), std::move(task));
  }
  std::int64_t now_ms() const override { return now_; }
  bool is_here() const override { return std::this_thread::get_id() == thread_; }

  // Runs what has been posted and what is due; waits a little for the first.
  void turn() {
    std::deque<std::function<void()>> tasks;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, std::chrono::milliseconds(2), [this] { return !posted_.empty(); });
      tasks.swap(posted_);
    }
    for (auto& task : tasks) task();
    ring();
  }
  // Turns until this holds; false if that takes too long.
  template <class Done>
  [[nodiscard]] bool until(Done done, std::chrono::seconds patience = std::chrono::seconds(60)) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!done()) {
      if (std::chrono::steady_clock::now() > end) return false;
      turn();
    }
    return true;
  }
  // What `begin(done)` is answered, waited for.
  template <class Result, class Begin>
  Result answer(Begin begin) {
    std::optional<Result> result;
    begin([&](Result told) { result = std::move(told); });
    EXPECT_TRUE(until([&] { return result.has_value(); }));
    return result ? *std::move(result) : Result{};
  }
  void advance(std::int64_t ms) {
    for (const std::int64_t end = now_ + ms; now_ < end;) {
      const bool due = !timers_.empty() && timers_.begin()->first <= end;
      now_ = due ? std::max(now_, timers_.begin()->first) : end;
      ring();
    }
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    posted_.clear();
    timers_.clear();
  }

 private:
  void ring() {
    while (!timers_.empty() && timers_.begin()->first <= now_) {
      const auto task = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
      task();
    }
  }
  const std::thread::id thread_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> posted_;
  std::multimap<std::int64_t, std::function<void()>> timers_;
  std::int64_t now_ = 1'790'000'000'000;
};

// Passes everything on to another store, but for the writes that are to fail.
class FailingStore final : public Store {
 public:
  explicit FailingStore(Store& store) : store_(store) {}
  enum class Fails { no, before, after };  // the write never happens, or happens and is not told
  Fails fails = Fails::no;
  int good_writes = 0;      // that still succeed
  Peers* others = nullptr;  // instead of those of the other store

  Bytes32 salt() const override { return store_.salt(); }
  void put_guest(GuestRow row, std::size_t most, StoreDone done) override {
    run(done, [&](StoreDone d) { store_.put_guest(std::move(row), most, std::move(d)); });
  }
  void see_guest(std::string id, std::int64_t now_ms, StoreDone done) override {
    run(done, [&](StoreDone d) { store_.see_guest(std::move(id), now_ms, std::move(d)); });
  }
  void forget_guests(GuestsBefore before, std::size_t most, StoreDone done) override {
    run(done, [&](StoreDone d) { store_.forget_guests(before, most, std::move(d)); });
  }
  void put_table(NewTable table, StoreDone done) override {
    run(done, [&](StoreDone d) { store_.put_table(std::move(table), std::move(d)); });
  }
  void change(TableChange change, StoreDone done) override {
    run(done, [&](StoreDone d) { store_.change(std::move(change), std::move(d)); });
  }
  void drop_table(std::string table, std::int64_t version, StoreDone done) override {
    run(done, [&](StoreDone d) { store_.drop_table(std::move(table), version, std::move(d)); });
  }
  void put_hashes(std::string table, int hash_scheme, std::vector<std::uint64_t> hashes,
                  StoreDone done) override {
    run(done, [&](StoreDone d) {
      store_.put_hashes(std::move(table), hash_scheme, std::move(hashes), std::move(d));
    });
  }
  void find_guest(std::string id, ReadDone<std::optional<GuestRow>> done) override {
    store_.find_guest(std::move(id), std::move(done));
  }
  void find_guest_by_token_hash(Bytes32 hash, ReadDone<std::optional<GuestRow>> done) override {
    store_.find_guest_by_token_hash(hash, std::move(done));
  }
  void find_table(std::string id, ReadDone<std::optional<TableRow>> done) override {
    store_.find_table(std::move(id), std::move(done));
  }
  void find_log(std::string id, ReadDone<std::optional<TableLog>> done) override {
    store_.find_log(std::move(id), std::move(done));
  }
  void open_tables(std::size_t most, ReadDone<std::vector<TableRow>> done) override {
    store_.open_tables(most, std::move(done));
  }
  void live_tables_of(std::string guest, std::size_t most,
                      ReadDone<std::vector<GuestTable>> done) override {
    store_.live_tables_of(std::move(guest), most, std::move(done));
  }
  void ended_tables_of(std::string guest, std::int64_t since_ms, std::size_t most,
                       ReadDone<std::vector<GuestTable>> done) override {
    store_.ended_tables_of(std::move(guest), since_ms, most, std::move(done));
  }
  void due_tables(std::int64_t until_ms, DueTable after, std::size_t most, std::string node,
                  ReadDone<std::vector<DueTable>> done) override {
    store_.due_tables(until_ms, std::move(after), most, std::move(node), std::move(done));
  }
  void stale_tables(StaleBefore before, StaleTable after, std::size_t most,
                    ReadDone<std::vector<StaleTable>> done) override {
    store_.stale_tables(before, std::move(after), most, std::move(done));
  }
  void table_ids(std::string after, std::size_t most,
                 ReadDone<std::vector<std::string>> done) override {
    store_.table_ids(std::move(after), most, std::move(done));
  }
  void find_news(std::vector<KnownTable> known, ReadDone<std::vector<TableNews>> done) override {
    store_.find_news(std::move(known), std::move(done));
  }
  void versions(std::vector<TableVersion> known,
                ReadDone<std::vector<TableVersion>> done) override {
    store_.versions(std::move(known), std::move(done));
  }
  void put_copy(TableCopy copy, StoreDone done) override {
    run(done, [&](StoreDone d) { store_.put_copy(std::move(copy), std::move(d)); });
  }
  void find_copy(std::string id, ReadDone<std::optional<TableCopy>> done) override {
    store_.find_copy(std::move(id), std::move(done));
  }
  void all_guests(std::string after, std::size_t most,
                  ReadDone<std::vector<GuestRow>> done) override {
    store_.all_guests(std::move(after), most, std::move(done));
  }
  Peers* peers() override { return others != nullptr ? others : store_.peers(); }
  void flush() override { store_.flush(); }
  void close() override { store_.close(); }
  StoreStats stats() const override { return store_.stats(); }

 private:
  template <class Write>
  void run(StoreDone& done, Write write) {
    const StoreResult failed{StoreStatus::io_error, "the disk is full"};
    if (fails == Fails::no || good_writes-- > 0) {
      write(std::move(done));
    } else if (fails == Fails::before) {
      done(failed);
    } else {
      write([done = std::move(done), failed](const StoreResult&) { done(failed); });
    }
  }
  Store& store_;
};

// A server: its store outlives restarts of the hub.
struct Node {
  HubOptions options;
  std::unique_ptr<Store> memory = std::get<std::unique_ptr<Store>>(open_store("sqlite::memory:"));
  FailingStore store{*memory};
  ManualLoop loop;
  std::unique_ptr<Hub> hub;

  Node() {
    options.bot_pause_ms = 0;
    options.bot_ms = 50;
    restart();
  }
  // A write that is under way still reports to the loop.
  ~Node() {
    hub.reset();
    memory->flush();
  }
  void restart() {
    hub.reset();
    memory->flush();
    loop.clear();
    hub = std::make_unique<Hub>(options, store, std::vector<Loop*>{&loop});
    hub->open();
    settle();
  }
  From from(std::string address = "192.0.2.1") { return {&loop, std::move(address)}; }
  template <class Result, class Begin>
  Result answer(Begin begin) {
    return loop.answer<Result>(std::move(begin));
  }
  std::optional<std::string> record_json(const std::string& table) {
    using Told = Stored<std::optional<std::string>>;
    return std::get<0>(
        answer<Told>([&](auto done) { hub->record_json(from(), table, std::move(done)); }));
  }
  std::optional<Guest> guest_of(const std::string& token) {
    return std::get<0>(answer<Stored<std::optional<Guest>>>(
        [&](auto done) { hub->guest_of(from(), token, std::move(done)); }));
  }
  std::string metrics_text() {
    return answer<std::string>([&](auto done) { hub->metrics_text(from(), std::move(done)); });
  }
  template <class Done>
  [[nodiscard]] bool until(Done done) {
    return loop.until(std::move(done));
  }
  void advance(std::int64_t ms) {
    loop.advance(ms);
    settle();
  }
  // Everything under way is stored and told; bots may still think.
  void settle() {
    for (int i = 0; i < 6; ++i) {
      memory->flush();
      loop.turn();
    }
  }
};

// What a client knows of a table, from messages alone.
struct Mirror {
  Json view, you, state, options = Json::array(), history = Json::array();
  std::int64_t seq = 0;

  void take_whole(const Json& m) {
    view = m["table"];
    you = m["you"];
    seq = m["seq"].get<std::int64_t>();
    state = m.value("state", Json());
    options = m.value("options", Json::array());
    history = m.value("history", Json::array());
    if (state.is_object()) state.erase("features");
  }
  void take_update(const Json& m) {
    ASSERT_EQ(m["entries"][0]["seq"], seq) << "a gap";
    for (const Json& entry : m["entries"]) history.push_back(entry);
    seq = m["seq"].get<std::int64_t>();
    ASSERT_EQ(history.size(), static_cast<std::size_t>(seq));
    Json tiles = state["tiles"];
    for (const Json& tile : m["tiles"]) put_tile(tiles, tile);
    state = m["state"];
    state["tiles"] = std::move(tiles);
    options = m["options"];
  }
  static void put_tile(Json& tiles, const Json& tile) {
    for (Json& old : tiles)
      if (old["at"] == tile["at"]) {
        old = tile;
        return;
      }
    tiles.push_back(tile);
  }
  bool over() const { return view.value("status", "") == "over"; }
};

class Wire final : public Connection {
 public:
  std::vector<Json> got;
  std::map<std::string, Mirror> tables;
  bool closed = false;

  std::vector<Text> texts;  // as they came

  void send(Text sent) override {
    texts.push_back(sent);
    const std::string text = sent->joined();
    ASSERT_EQ(text.size(), sent->size);
    auto parsed = parse_json(text);
    ASSERT_TRUE(std::holds_alternative<Json>(parsed)) << text;
    Json m = std::get<Json>(std::move(parsed));
    EXPECT_EQ(misfit_of_message(m), "") << text.substr(0, 2000);
    const std::string type = m["type"];
    if (type == "table" || type == "undone") tables[m["table"]["id"]].take_whole(m);
    if (type == "meta" && tables.contains(m["table"]["id"])) {
      tables[m["table"]["id"]].view = m["table"];
      tables[m["table"]["id"]].you = m["you"];
    }
    if (type == "update" && tables.contains(m["table"])) tables[m["table"]].take_update(m);
    got.push_back(std::move(m));
  }
  void close(std::string_view) override { closed = true; }
};

inline std::size_t count_of(const std::vector<Json>& messages, std::string_view type) {
  return static_cast<std::size_t>(
      std::ranges::count_if(messages, [&](const Json& m) { return m["type"] == type; }));
}

class Person {
 public:
  Person(Node& node, std::string_view name, std::string_view token = {}) : node_(node) {
    bool done = false;
    node.hub->session(node.from(), std::string(token), std::string(name),
                      [&](std::optional<Session> session, const Hub::Unmade& unmade) {
                        done = true;
                        ASSERT_TRUE(session) << unmade.reason;
                        guest = session->guest;
                        this->token = session->new_token.value_or(std::string(token));
                      });
    EXPECT_TRUE(node.until([&] { return done; }));
    connect();
  }
  void connect() {
    wire = std::make_shared<Wire>();
    visitor = node_.hub->connect(node_.from(), wire, guest, nullptr);
    EXPECT_EQ(ask(R"({"type":"hello","protocol":1})")["guest"]["name"], guest.name);
  }
  void disconnect() { visitor->gone(); }

  void say(const std::string& text) {
    node_.loop.advance(60);  // within the limit of speed
    visitor->receive(text);
  }
  // Says it with an id and waits for the answer.
  Json ask(std::string text) {
    const int re = ++asked_;
    text.insert(1, "\"id\":" + std::to_string(re) + ",");
    const std::size_t before = wire->got.size();
    say(text);
    Json answer;
    EXPECT_TRUE(node_.until([&] {
      for (std::size_t i = before; i < wire->got.size(); ++i)
        if (wire->got[i].value("re", -1) == re) answer = wire->got[i];
      return !answer.is_null();
    })) << text;
    return answer;
  }
  // The code of the refusal, or the type of the answer.
  std::string code(const std::string& text) {
    const Json answer = ask(text);
    return answer.value("code", answer.value("type", ""));
  }
  std::string create(const std::string& sets, const std::string& seats,
                     const std::string& more = "") {
    const Json answer = ask(R"({"type":"create","setup":{"sets":)" + sets + R"(},"seats":)" +
                            seats + R"(,"listed":true,"assist":"standard")" + more + "}");
    EXPECT_EQ(answer["type"], "created") << answer.dump();
    return answer.value("table", "");
  }
  Json join(const std::string& table) { return ask(of("join", table)); }
  static std::string of(const std::string& type, const std::string& table,
                        const std::string& more = "") {
    return R"({"type":")" + type + R"(","table":")" + table + "\"" + more + "}";
  }
  std::string act_text(const std::string& table, const Json& action) const {
    return of(
        "act", table,
        ",\"seq\":" + std::to_string(wire->tables.at(table).seq) + ",\"action\":" + action.dump());
  }
  Mirror& at(const std::string& table) { return wire->tables.at(table); }
  // A random one of the options that are open to this client, if there are any.
  bool play_one(const std::string& table, Rng& rng) {
    const Json options = at(table).options;
    if (options.empty()) return false;
    const Json action = options[rng.below(static_cast<std::uint32_t>(options.size()))];
    const Json answer = ask(act_text(table, action));
    EXPECT_EQ(answer["type"], "update") << answer.dump() << action.dump();
    return true;
  }
  std::size_t count(std::string_view type) const { return count_of(wire->got, type); }

  Guest guest;
  std::string token;
  std::shared_ptr<Wire> wire;
  std::shared_ptr<Visitor> visitor;

 private:
  Node& node_;
  int asked_ = 0;
};

// The table's record, played again from nothing: what everybody must see.
inline Json truth(Node& node, const std::string& table) {
  const auto text = node.record_json(table);
  EXPECT_TRUE(text);
  auto record = read_record(*text);
  EXPECT_TRUE(std::holds_alternative<Record>(record)) << std::get<FormError>(record).text();
  auto played = play_record(std::get<Record>(record));
  EXPECT_TRUE(std::holds_alternative<PlayedRecord>(played));
  const PlayedRecord& game = std::get<PlayedRecord>(played);
  Json json;
  json["state"] = state_to_json(*game.rules, game.state, {.tiles = true, .features = false});
  json["options"] = legal_to_json(*game.rules, game.state);
  json["seq"] = std::get<Record>(record).actions.size();
  return json;
}

}  // namespace bastide::server::hub_play
