// What the attacks of the tests share: a server of which only the network is missing, whose store
// may be a file that others use too, and people from many addresses who keep what they are told
// without reading all of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/hub_play.h"
#include "tests/site_play.h"

namespace bastide::server::attack_play {

using hub_play::ManualLoop;
using site_play::kDayMs;
using site_play::Line;

inline constexpr std::int64_t kMinuteMs = 60'000;
inline constexpr std::int64_t kHourMs = 60 * kMinuteMs;

inline constexpr const char* kMeAndMe = R"([{"kind":"me"},{"kind":"me"}])";
inline constexpr const char* kMeAndOpen = R"([{"kind":"me"},{"kind":"open"}])";
inline constexpr const char* kBotsAlone =
    R"([{"kind":"bot","bot":"level1"},{"kind":"bot","bot":"level1"}])";

// A server: its store outlives restarts of the hub.
class House {
 public:
  explicit House(const HubOptions& given = {}, const std::string& file = {})
      : options(given),
        store(std::get<std::unique_ptr<Store>>(
            open_store(file.empty() ? "sqlite::memory:" : "sqlite:" + file))) {
    begin();
  }
  House(const HubOptions& given, std::unique_ptr<Store> opened)
      : options(given), store(std::move(opened)) {
    begin();
  }
  ~House() { end(); }

  void begin() {
    run = std::make_shared<int>();
    hub = std::make_unique<Hub>(options, *store, std::vector<Loop*>{&loop});
    hub->open();
    settle();
  }
  void end() {
    run.reset();
    hub.reset();
    store->flush();
    loop.clear();
  }
  // So much later
  void restart(std::int64_t ms = 0) {
    end();
    loop.advance(ms);
    begin();
  }
  From from(const std::string& address) { return {&loop, address}; }

  template <class Done>
  [[nodiscard]] bool until(Done done, std::chrono::seconds patience = std::chrono::seconds(60)) {
    return loop.until(std::move(done), patience);
  }
  // Everything under way is stored and told; bots may still think.
  void settle() {
    for (int i = 0; i < 6; ++i) {
      store->flush();
      loop.turn();
    }
  }
  // Time goes on, and what is looked for every minute is looked for at its end.
  void pass(std::int64_t ms) {
    loop.advance(ms);
    settle();
    loop.advance(kMinuteMs + 1000);
    settle();
  }
  template <class Result, class Begin>
  Result answer(Begin begin) {
    return loop.answer<Result>(std::move(begin));
  }
  std::optional<std::string> record(const std::string& table) {
    using Told = Stored<std::optional<std::string>>;
    return std::get<0>(answer<Told>(
        [&](auto done) { hub->record_json(from("192.0.2.99"), table, std::move(done)); }));
  }
  // A figure of the metrics page, as "tables_loaded_total" or "limits_total{of=\"undos\"}".
  std::int64_t figure(const std::string& name) {
    const auto text = answer<std::string>(
        [&](auto done) { hub->metrics_text(from("192.0.2.99"), std::move(done)); });
    const std::string line = "\nbastide_" + name + " ";
    const auto at = text.find(line);
    EXPECT_NE(at, std::string::npos) << name;
    return at == std::string::npos ? -1 : std::atoll(text.c_str() + at + line.size());
  }
  std::int64_t in_memory() {
    std::int64_t sum = 0;
    for (const char* status : {"waiting", "playing", "over"})
      sum += figure("tables{status=\"" + std::string(status) + "\"}");
    return sum;
  }

  HubOptions options;
  std::unique_ptr<Store> store;
  ManualLoop loop;
  std::unique_ptr<Hub> hub;
  std::shared_ptr<int> run;  // as long as this hub lives, its visitors may be used
};

// Quick bots, and nobody waits to see them.
inline HubOptions quick() {
  HubOptions options;
  options.bot_pause_ms = 0;
  options.bot_ms = 50;
  return options;
}

class Visit {
 public:
  Visit(House& house, const Guest& who, std::string address)
      : house_(house), guest(who), address_(std::move(address)) {
    connect();
  }
  ~Visit() {
    if (visitor_ && !run_.expired()) visitor_->gone();
  }
  Visit(Visit&& other) noexcept = default;

  void connect() {
    line = std::make_shared<Line>();
    run_ = house_.run;
    visitor_ = house_.hub->connect(house_.from(address_), line, guest, nullptr);
    visitor_->receive(R"({"type":"hello","protocol":1})");
  }
  // The connection ends; or, before a restart, its hub does.
  void leave() {
    visitor_->gone();
    visitor_.reset();
  }
  void forget() { visitor_.reset(); }

  int say(std::string text) {
    text.insert(1, "\"id\":" + std::to_string(++asked_) + ",");
    visitor_->receive(text);
    return asked_;
  }
  // The answer to what was said with this id, if it has come.
  std::optional<Json> answer_to(int re) const {
    const std::string sign = "\"re\":" + std::to_string(re) + ",";
    const std::string last = "\"re\":" + std::to_string(re) + "}";
    for (std::size_t i = line->got.size(); i-- > 0;) {
      const std::string text = line->got[i]->joined().substr(0, 60);
      if (text.find(sign) != std::string::npos || text.find(last) != std::string::npos)
        return line->message(i);
    }
    return std::nullopt;
  }
  // A second later, so that the allowance of messages is no part of the test.
  Json ask(const std::string& text) {
    house_.loop.advance(1000);
    const int re = say(text);
    std::optional<Json> answer;
    EXPECT_TRUE(house_.until([&] { return (answer = answer_to(re)).has_value(); })) << text;
    return answer.value_or(Json::object());
  }
  std::string code(const std::string& text) {
    const Json answer = ask(text);
    return answer.value("code", answer.value("type", ""));
  }
  static std::string create_text(const std::string& seats, const std::string& more = "",
                                 const std::string& sets = R"(["base"])") {
    return R"({"type":"create","setup":{"sets":)" + sets +
           R"(},"listed":true,"assist":"standard","seats":)" + seats + more + "}";
  }
  std::string create(const std::string& seats, const std::string& more = "") {
    const Json made = ask(create_text(seats, more));
    EXPECT_EQ(made.value("type", ""), "created") << made.dump();
    return made.value("table", "");
  }
  static std::string of(const std::string& type, const std::string& table,
                        const std::string& more = "") {
    return R"({"type":")" + type + R"(","table":")" + table + "\"" + more + "}";
  }
  Json join(const std::string& table) { return ask(of("join", table)); }

  // What was last said of a table: by "table", "undone" or "update".
  struct Position {
    std::int64_t seq = 0;
    Json options = Json::array();
  };
  Position at(const std::string& table) const {
    for (std::size_t i = line->got.size(); i-- > 0;) {
      const Json m = line->message(i);
      const std::string type = m["type"];
      const bool whole = type == "table" || type == "undone";
      if ((whole && m["table"]["id"] == table) || (type == "update" && m["table"] == table))
        return {m["seq"].get<std::int64_t>(), m.value("options", Json::array())};
    }
    ADD_FAILURE() << "nothing is known of " << table;
    return {};
  }
  // Answers with a random one of the options.
  Json play(const std::string& table, Rng& rng) {
    const Position now = at(table);
    if (now.options.empty()) return Json::object();
    return ask(act_text(table, now.seq,
                        now.options[rng.below(static_cast<std::uint32_t>(now.options.size()))]));
  }
  static std::string act_text(const std::string& table, std::int64_t seq, const Json& action) {
    return of("act", table, ",\"seq\":" + std::to_string(seq) + ",\"action\":" + action.dump());
  }
  std::size_t count(std::string_view type) const {
    std::size_t count = 0;
    const std::string head = R"({"type":")" + std::string(type) + "\"";
    for (const Text& text : line->got) count += text->joined().starts_with(head);
    return count;
  }

 private:
  House& house_;
  std::weak_ptr<int> run_;
  std::shared_ptr<Visitor> visitor_;
  int asked_ = 0;

 public:
  Guest guest;
  std::shared_ptr<Line> line;

 private:
  std::string address_;
};

struct Made {
  std::optional<Session> session;
  Hub::Unmade unmade;
};
inline Made new_session(House& house, const std::string& name, const std::string& address,
                        const std::string& token = "") {
  std::optional<Made> made;
  house.hub->session(house.from(address), token, name,
                     [&](std::optional<Session> session, const Hub::Unmade& unmade) {
                       made = Made{std::move(session), unmade};
                     });
  EXPECT_TRUE(house.until([&] { return made.has_value(); }));
  return made.value_or(Made{});
}
inline Guest new_guest(House& house, const std::string& name,
                       const std::string& address = "192.0.2.1") {
  const Made made = new_session(house, name, address);
  EXPECT_TRUE(made.session) << made.unmade.reason;
  return made.session ? made.session->guest : Guest{};
}
inline Visit new_visit(House& house, const std::string& name,
                       const std::string& address = "192.0.2.1") {
  return {house, new_guest(house, name, address), address};
}

// A refusal that a page can say in its own words: what, which of its kinds, and how many are too
// many.
inline void expect_refused(const Json& answer, const std::string& code, const std::string& detail,
                           std::int64_t most) {
  EXPECT_EQ(answer.value("type", ""), "refused") << answer.dump();
  EXPECT_EQ(answer.value("code", ""), code) << answer.dump();
  EXPECT_EQ(answer.value("detail", ""), detail) << answer.dump();
  EXPECT_EQ(answer.value("most", std::int64_t{-1}), most) << answer.dump();
}

}  // namespace bastide::server::attack_play
