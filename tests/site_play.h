// The parts of a hub one by one, without a network: a site on a loop turned by hand, and
// connections that keep what they are sent.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "server/hub/person.h"
#include "server/hub/site.h"
#include "tests/hub_play.h"

namespace bastide::server::site_play {

using hub_play::ManualLoop;

inline constexpr std::int64_t kDayMs = 24ll * 60 * 60 * 1000;

// Keeps texts as they are: whether two were sent the same one, their pointers tell.
class Line final : public Connection {
 public:
  std::vector<Text> got;
  bool closed = false;

  void send(Text text) override { got.push_back(std::move(text)); }
  void close(std::string_view) override { closed = true; }

  Json message(std::size_t i) const {
    auto parsed = parse_json(got.at(i)->joined());
    return std::holds_alternative<Json>(parsed) ? std::get<Json>(std::move(parsed)) : Json();
  }
  Json last() const { return got.empty() ? Json() : message(got.size() - 1); }
};

// A site whose store outlives it.
struct Place {
  HubOptions options;
  std::unique_ptr<Store> store = std::get<std::unique_ptr<Store>>(open_store("sqlite::memory:"));
  ManualLoop loop;
  std::unique_ptr<Site> site;

  explicit Place(const HubOptions& given = {}) : options(given) { restart(); }
  ~Place() {
    site.reset();
    store->flush();
  }
  void restart() {
    site.reset();
    store->flush();
    loop.clear();
    site = std::make_unique<Site>(options, *store, std::vector<Loop*>{&loop});
  }
  template <class Done>
  [[nodiscard]] bool until(Done done) {
    return loop.until(std::move(done));
  }
  // Everything that was asked of the store is there.
  void settle() {
    for (int i = 0; i < 4; ++i) {
      store->flush();
      loop.turn();
    }
  }
  template <class T>
  T wait(Task<T> task) {
    std::optional<T> result;
    start(into(std::move(task), result));
    EXPECT_TRUE(until([&] { return result.has_value(); }));
    return std::move(*result);
  }
  // Whom the token stands for; nobody, too, where the store does not say.
  std::optional<GuestRow> person_of(const std::string& token) { return account_of(token, false); }
  std::optional<GuestRow> bot_of(const std::string& token) { return account_of(token, true); }
  std::optional<GuestRow> account_of(const std::string& token, bool bot) {
    auto found = wait(site->guests.find_account(loop, token, bot));
    auto* row = std::get_if<std::optional<GuestRow>>(&found);
    return row != nullptr ? std::move(*row) : std::nullopt;
  }
  void wait(Task<void> task) {
    bool done = false;
    start(until_end(std::move(task), done));
    EXPECT_TRUE(until([&] { return done; }));
  }

  From from(std::string address = "192.0.2.7") { return {&loop, std::move(address)}; }

  struct Made {
    std::optional<Session> session;
    Hub::Unmade unmade;
  };
  Made session(const std::string& token, const std::string& name,
               const std::string& address = "192.0.2.7") {
    std::optional<Made> made;
    start(site->guests.session(from(address), token, name,
                               [&](std::optional<Session> session, const Hub::Unmade& unmade) {
                                 made = Made{std::move(session), unmade};
                               }));
    EXPECT_TRUE(until([&] { return made.has_value(); }));
    return *made;
  }

 private:
  template <class T>
  static Task<void> into(Task<T> task, std::optional<T>& result) {
    result = co_await task;
  }
  static Task<void> until_end(Task<void> task, bool& done) {
    co_await task;
    done = true;
  }
};

// A person at a connection, who has said hello.
struct Somebody {
  Place& place;
  Guest guest;
  std::shared_ptr<Line> line = std::make_shared<Line>();
  std::shared_ptr<Person> person;

  Somebody(Place& at, const std::string& id, std::shared_ptr<Budget> budget = nullptr)
      : Somebody(at, Guest{id, "Name of " + id}, std::move(budget)) {}
  Somebody(Place& at, Guest who, std::shared_ptr<Budget> budget = nullptr)
      : place(at), guest(std::move(who)) {
    person = Person::welcome(*place.site, place.from(), line, guest, std::move(budget));
    say(R"({"type":"hello","protocol":1})");
    place.loop.advance(1000);  // the allowance is whole again
  }
  void say(const std::string& text) { person->receive(text); }
  // Says it with an id and waits for the answer.
  Json ask(std::string text) {
    const int re = ++asked_;
    text.insert(1, "\"id\":" + std::to_string(re) + ",");
    std::size_t seen = line->got.size();
    say(text);
    Json answer;
    EXPECT_TRUE(place.until([&] {
      for (; seen < line->got.size() && answer.is_null(); ++seen)
        if (Json m = line->message(seen); m.value("re", -1) == re) answer = std::move(m);
      return !answer.is_null();
    })) << text;
    return answer;
  }
  std::string create(const std::string& seats) {
    place.loop.advance(1000);
    const Json made =
        ask(R"({"type":"create","setup":{"sets":["base"]},"listed":true,"assist":"standard",)"
            R"("seats":)" +
            seats + "}");
    EXPECT_EQ(made["type"], "created") << made.dump();
    return made.value("table", "");
  }

 private:
  int asked_ = 0;
};

}  // namespace bastide::server::site_play
