// A hub on three threads, and forty people and programs who do whatever comes into their heads, all
// at the same time. Run under the thread sanitizer; without it, it still shows that nobody misses
// an update, and that all that was acknowledged is stored.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <future>
#include <list>
#include <map>
#include <set>
#include <nlohmann/json.hpp>

#include "engine/core/rng.h"
#include "engine/notation/parse.h"
#include "server/hub/hub.h"
#include "server/table/table.h"
#include "tests/effort.h"
#include "tests/store_play.h"
#include "tests/thread_loop.h"

namespace bastide::server::thread_hub {
namespace {

using std::chrono::milliseconds;

// What was told to somebody, and so must never be lost.
struct Told {
  std::mutex mutex;
  std::map<std::string, std::map<std::int64_t, Json>> actions;  // by table and number
  std::set<std::string> taken_back;                             // tables where numbers come again
  std::set<std::string> created;
  std::atomic<int> acts{0}, joins{0}, refusals{0}, undone{0}, answers{0}, lists{0}, plain{0};

  void note(const std::string& table, const Json& entry) {
    const std::lock_guard lock(mutex);
    actions[table][entry["seq"].get<std::int64_t>()] = entry["action"];
  }
};

// Tables that somebody has heard of; they outlive restarts.
class Known {
 public:
  void add(const std::string& table) {
    const std::lock_guard lock(mutex_);
    tables_.push_back(table);
  }
  std::string one(Rng& rng) const {
    const std::lock_guard lock(mutex_);
    if (tables_.empty()) return "nowhere";
    const std::size_t newest = std::min<std::size_t>(tables_.size(), 25);
    return tables_[tables_.size() - 1 - rng.below(static_cast<std::uint32_t>(newest))];
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> tables_;
};

// One run of a server, between two restarts.
struct OneRun {
  std::list<ThreadLoop> loops;
  std::unique_ptr<Hub> hub;
  Store& store;
  Told& told;
  Known& known;
  std::atomic<bool> over{false};

  OneRun(Store& its_store, Told& its_told, Known& its_known)
      : store(its_store), told(its_told), known(its_known) {
    std::vector<Loop*> all;
    for (int i = 0; i < 3; ++i) all.push_back(&loops.emplace_back());
    HubOptions options;
    options.bot_threads = 2;
    options.bot_ms = 5;
    options.bot_pause_ms = 0;
    options.absent_after_ms = 50;
    options.program_return_ms = 300;
    options.max_tables_per_address = options.max_tables_per_guest = 100'000;
    options.max_bot_tables_per_address = options.max_bot_tables_per_guest = 20;
    options.max_idle_tables = 5;
    hub = std::make_unique<Hub>(options, store, all);
    hub->open();
  }
  // As a server ends: all is stored, the threads end, then the store, then the hub.
  void stop() {
    over = true;
    std::promise<void> stopped;
    hub->stop([&] { stopped.set_value(); });
    EXPECT_EQ(stopped.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
    for (ThreadLoop& loop : loops) loop.end();
    store.flush();
    for (ThreadLoop& loop : loops) loop.drop();
    hub.reset();
  }
};

// Messages are read on the loop of whoever gets them, in their order.
template <class Reader>
class Post final : public Connection, public std::enable_shared_from_this<Post<Reader>> {
 public:
  Post(Loop& loop, std::weak_ptr<Reader> reader) : loop_(loop), reader_(std::move(reader)) {}
  void send(Text text) override {
    loop_.post([self = this->shared_from_this(), text = std::move(text)] {
      auto parsed = parse_json(text->joined());
      ASSERT_TRUE(std::holds_alternative<Json>(parsed));
      if (const auto reader = self->reader_.lock()) reader->read(*self, std::get<Json>(parsed));
    });
  }
  void close(std::string_view) override { closed_ = true; }
  bool is_closed() const { return closed_; }

 private:
  Loop& loop_;
  std::weak_ptr<Reader> reader_;
  std::atomic<bool> closed_{false};
};

constexpr const char* kSeats[] = {
    R"([{"kind":"me"},{"kind":"bot","bot":"level1"}])",
    R"([{"kind":"me"},{"kind":"open"}])",
    R"([{"kind":"me"},{"kind":"me"}])",
    R"([{"kind":"bot","bot":"level1"},{"kind":"bot","bot":"greedy"}])",
    R"([{"kind":"open"},{"kind":"bot","bot":"level1"}])",
    R"([{"kind":"me"},{"kind":"open"},{"kind":"open"}])"};

class Somebody final : public std::enable_shared_from_this<Somebody> {
 public:
  using Line = Post<Somebody>;

  Somebody(OneRun& run, Loop& loop, int number)
      : run_(run), loop_(loop), rng_(static_cast<std::uint64_t>(number)), number_(number) {}

  void begin(std::string token) {
    token_ = std::move(token);
    run_.hub->session(from(), token_, "Guest " + std::to_string(number_),
                      [self = shared_from_this()](const std::optional<Session>& session,
                                                  const Hub::Unmade& unmade) {
                        EXPECT_TRUE(session || self->run_.over) << unmade.reason;
                        if (!session) return;
                        if (session->new_token) self->token_ = *session->new_token;
                        self->guest_ = session->guest;
                        self->connect();
                        self->act_later();
                      });
  }
  // After the run
  std::string token() const { return token_; }
  void let_go() { visitor_.reset(); }

  void read(Line& line, const Json& m) {
    if (&line != line_.get()) return;  // of the connection before
    const std::string type = m["type"];
    Told& told = run_.told;
    if (type == "table" || type == "undone") {
      take_whole(m);
      (type == "table" ? told.joins : told.undone)++;
    } else if (type == "update") {
      take_update(m);
    } else if (type == "created") {
      run_.known.add(m["table"]);
      say_of("join", m["table"]);
      const std::lock_guard lock(told.mutex);
      told.created.insert(m["table"]);
    } else if (type == "refused") {
      ++told.refusals;
    } else if (type == "lobby" || type == "games") {
      ++told.lists;
    } else if (type == "rematch") {
      run_.known.add(m["new"]);
    }
  }

 private:
  struct Seen {
    std::int64_t seq = 0;
    std::int64_t mine = -1;  // the number of the own last answer
    Json options = Json::array();
    Json seats = Json::array();
  };

  From from() { return {&loop_, "192.0.2." + std::to_string(number_)}; }

  void take_whole(const Json& m) {
    const std::string table = m["table"]["id"];
    Seen& seen = tables_[table];
    seen.seq = m["seq"].get<std::int64_t>();
    seen.options = m.value("options", Json::array());
    seen.seats = m["you"]["seats"];
    if (m["type"] == "undone") {
      const std::lock_guard lock(run_.told.mutex);
      run_.told.taken_back.insert(table);
    }
  }
  void take_update(const Json& m) {
    const std::string table = m["table"];
    const auto found = tables_.find(table);
    if (found == tables_.end()) return;  // left a moment ago
    EXPECT_EQ(m["entries"][0]["seq"], found->second.seq) << "a gap at " << table;
    found->second.seq = m["seq"].get<std::int64_t>();
    found->second.options = m["options"];
    for (const Json& entry : m["entries"]) run_.told.note(table, entry);
    if (!m.contains("re")) return;
    ++run_.told.acts;
    found->second.mine = m["entries"][0]["seq"].get<std::int64_t>();
  }

  void connect() {
    tables_.clear();
    line_ = std::make_shared<Line>(loop_, weak_from_this());
    visitor_ = run_.hub->connect(from(), line_, guest_, nullptr);
    say(R"({"type":"hello","protocol":1})");
  }
  void act_later() {
    loop_.after(milliseconds(5 + rng_.below(40)), [self = shared_from_this()] {
      if (self->run_.over) return;
      self->do_something();
      self->act_later();
    });
  }
  void say(const std::string& text) {
    visitor_->receive(R"({"id":)" + std::to_string(++asked_) + "," + text.substr(1));
  }
  void say_of(const std::string& type, const std::string& table, const std::string& more = "") {
    say(R"({"type":")" + type + R"(","table":")" + table + "\"" + more + "}");
  }
  // A table that is watched, or any.
  std::string somewhere() {
    if (tables_.empty()) return run_.known.one(rng_);
    return std::next(tables_.begin(), rng_.below(static_cast<std::uint32_t>(tables_.size())))
        ->first;
  }
  std::string seat_of(const std::string& table) {
    const Json seats = tables_[table].seats;
    const bool mine = seats.is_array() && !seats.empty();
    return R"(,"seat":)" + (mine ? seats[0].dump() : std::to_string(rng_.below(2)));
  }

  void do_something() {
    if (line_->is_closed() || rng_.below(80) == 0) {
      visitor_->gone();
      connect();
      return;
    }
    const std::uint32_t what = rng_.below(100);
    const std::string table = somewhere();
    if (what < 50) return play(table);
    if (what < 62) return say_of("join", run_.known.one(rng_));
    if (what < 66) return leave(table);
    if (what < 72) return create();
    if (what < 78) return say_of("sit", table, R"(,"seat":)" + std::to_string(rng_.below(3)));
    if (what < 84) return take_back(table);
    if (what < 90) return other_wish(table, what);
    plain_request(table);
  }
  void play(const std::string& table) {
    for (const auto& [id, seen] : tables_)
      if (!seen.options.empty()) return answer(id, seen);
    if (rng_.below(10) == 0) answer(table, tables_[table]);  // though nobody asked
  }
  void answer(const std::string& table, const Seen& seen) {
    Json action = Json::parse(R"({"do":"pass"})");
    if (!seen.options.empty())
      action = seen.options[rng_.below(static_cast<std::uint32_t>(seen.options.size()))];
    say_of("act", table, ",\"seq\":" + std::to_string(seen.seq) + ",\"action\":" + action.dump());
  }
  void leave(const std::string& table) {
    say_of("leave", table);
    tables_.erase(table);
  }
  void create() {
    say(R"({"type":"create","setup":{"sets":["base"]},"assist":"standard","listed":)" +
        std::string(rng_.below(2) == 0 ? "true" : "false") + R"(,"seats":)" +
        std::string(kSeats[rng_.below(std::size(kSeats))]) +
        (rng_.below(4) == 0 ? R"(,"clock":{"kind":"increment","seconds":60,"add":5}})" : "}"));
  }
  void take_back(const std::string& table) {
    const std::string seat = seat_of(table);
    if (rng_.below(2) == 0) return say_of("undo_answer", table, seat + R"(,"grant":true)");
    for (const auto& [id, seen] : tables_)
      if (seen.mine >= 0)
        return say_of("undo", id, seat_of(id) + ",\"seq\":" + std::to_string(seen.mine));
    say_of("undo", table, seat + ",\"seq\":0");
  }
  void other_wish(const std::string& table, std::uint32_t what) {
    const std::string on = rng_.below(2) == 0 ? "true}" : "false}";
    if (what == 84) return say(R"({"type":"lobby","on":)" + on);
    if (what == 85) return say(R"({"type":"games","on":)" + on);
    if (what == 86) return say_of("resign", table, seat_of(table));
    if (what == 87) return say_of("rematch", table);
    if (what == 88) return say_of("features", table);
    say_of("absent", table, seat_of(table) + R"(,"do":")" + (rng_.below(2) ? "bot" : "end") + "\"");
  }
  void plain_request(const std::string& table) {
    const auto counted = [self = shared_from_this()](const auto&) { ++self->run_.told.plain; };
    Hub& hub = *run_.hub;
    switch (rng_.below(8)) {
      case 0:
        return hub.record_json(from(), table, counted);
      case 1:
        return hub.card_of(from(), table, counted);
      case 2:
        return hub.metrics_text(from(), counted);
      case 3:
        return hub.complaint(from(), counted);
      case 4:
        return hub.guest_of(from(), token_, counted);
      case 5:
        return hub.session(from(), token_, "Name " + std::to_string(rng_.below(9)),
                           [](const std::optional<Session>&, const Hub::Unmade&) {});
      case 6:
        return visitor_->silent(milliseconds(9000));
      default:
        return visitor_->heard();
    }
  }

  OneRun& run_;
  Loop& loop_;
  Rng rng_;
  const int number_;
  int asked_ = 0;
  std::string token_;
  Guest guest_;
  std::shared_ptr<Line> line_;
  std::shared_ptr<Visitor> visitor_;
  std::map<std::string, Seen> tables_;
};

// A program that sits down wherever it can, plays for a while, and loses its line now and then.
class Robot final : public std::enable_shared_from_this<Robot> {
 public:
  using Line = Post<Robot>;

  Robot(OneRun& run, Loop& loop, int number)
      : run_(run), loop_(loop), rng_(static_cast<std::uint64_t>(number)), number_(number) {}

  void begin(std::string token) {
    token_ = std::move(token);
    if (!token_.empty()) return come();
    run_.hub->make_bot_account({&loop_, "192.0.2." + std::to_string(number_)},
                               "Robot " + std::to_string(number_),
                               [self = shared_from_this()](const std::optional<BotAccount>& made,
                                                           const Hub::Unmade& unmade) {
                                 EXPECT_TRUE(made || self->run_.over) << unmade.reason;
                                 if (!made) return;
                                 self->token_ = made->token;
                                 self->come();
                               });
  }
  std::string token() const { return token_; }
  void let_go() { visitor_.reset(); }

  void read(Line& line, const Json& m) {
    if (&line != line_.get() || line.is_closed()) return;
    if (m["type"] != "think") return;
    ++run_.told.answers;
    const Json& legal = m["legal"];
    visitor_->receive(R"({"type":"act","action":)" +
                      legal[rng_.below(static_cast<std::uint32_t>(legal.size()))].dump() + "}");
  }

 private:
  void come() {
    line_ = std::make_shared<Line>(loop_, weak_from_this());
    visitor_ = run_.hub->connect_program({&loop_, "192.0.2." + std::to_string(number_)}, line_,
                                         run_.known.one(rng_));
    visitor_->receive(R"({"type":"hello","name":"x","version":"1","token":")" + token_ + R"("})");
    look_later();
  }
  void look_later() {
    loop_.after(milliseconds(5 + rng_.below(60)), [self = shared_from_this()] {
      if (self->run_.over) return;
      if (!self->line_->is_closed() && self->rng_.below(12) != 0) return self->look_later();
      self->visitor_->gone();
      self->come();
    });
  }

  OneRun& run_;
  Loop& loop_;
  Rng rng_;
  const int number_;
  std::string token_;
  std::shared_ptr<Line> line_;
  std::shared_ptr<Visitor> visitor_;
};

template <class One>
void begin_all(OneRun& run, std::vector<std::shared_ptr<One>>& all,
               const std::vector<std::string>& tokens, int first_number) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Loop& loop = *std::next(run.loops.begin(), static_cast<std::ptrdiff_t>(i % run.loops.size()));
    const auto one =
        all.emplace_back(std::make_shared<One>(run, loop, first_number + static_cast<int>(i)));
    loop.post([one, token = tokens[i]] { one->begin(token); });
  }
}

// The loops have ended: nobody uses these any more.
template <class One>
void end_all(std::vector<std::shared_ptr<One>>& all, std::vector<std::string>& tokens) {
  for (std::size_t i = 0; i < all.size(); ++i) tokens[i] = all[i]->token();
}

// All that was told is in the log; and every log can be played again.
void check_store(Store& store, const Told& told) {
  std::size_t checked = 0;
  for (const std::string& id : table_ids(store, "", 1'000'000)) {
    const auto log = log_of(store, id);
    ASSERT_TRUE(log) << id;
    const auto loaded = load_table(log->row, log->actions);
    ASSERT_TRUE(std::holds_alternative<LoadedTable>(loaded))
        << id << ": " << std::get<std::string>(loaded);
    const auto found = told.actions.find(id);
    if (found == told.actions.end() || told.taken_back.contains(id)) continue;
    std::vector<Json> played;
    for (const ActionRow& row : log->actions)
      if (Json action = Json::parse(row.action); action.contains("do"))
        played.push_back(std::move(action));
    for (const auto& [seq, action] : found->second) {
      ASSERT_LT(static_cast<std::size_t>(seq), played.size()) << id;
      EXPECT_EQ(played[static_cast<std::size_t>(seq)].dump(), action.dump()) << id << " " << seq;
      ++checked;
    }
  }
  for (const std::string& id : told.created) EXPECT_TRUE(table_of(store, id)) << id;
  EXPECT_GT(checked, 100u);
}

TEST(ThreadHub, FortyAtOnceLoseNothingAndMissNothing) {
  const auto store = opened("");
  ASSERT_NE(store, nullptr);
  Told told;
  Known known;
  std::vector<std::string> people(34), programs(6);
  const int rounds = test_effort() == "large" ? 20 : 3;
  for (int round = 0; round < rounds; ++round) {
    OneRun run(*store, told, known);
    std::vector<std::shared_ptr<Somebody>> somebodies;
    std::vector<std::shared_ptr<Robot>> robots;
    begin_all(run, somebodies, people, 1);
    begin_all(run, robots, programs, 101);
    std::this_thread::sleep_for(milliseconds(1500));
    run.stop();
    end_all(somebodies, people);
    end_all(robots, programs);
    for (const auto& one : somebodies) one->let_go();
    for (const auto& one : robots) one->let_go();
  }
  check_store(*store, told);
  std::printf(
      "tables %zu, acts %d, joins %d, undone %d, lists %d, programs' answers %d, "
      "plain requests %d, refusals %d\n",
      told.created.size(), told.acts.load(), told.joins.load(), told.undone.load(),
      told.lists.load(), told.answers.load(), told.plain.load(), told.refusals.load());
  EXPECT_GT(told.created.size(), 20u);
  EXPECT_GT(told.acts, 100);
  EXPECT_GT(told.joins, 100);
  EXPECT_GT(told.undone, 5);
  EXPECT_GT(told.lists, 10);
  EXPECT_GT(told.answers, 10);
  EXPECT_GT(told.plain, 20);
}

}  // namespace
}  // namespace bastide::server::thread_hub
