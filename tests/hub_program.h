// A program at a hub without a network: a bot account, its line, and what came over it.
#pragma once

#include <string>
#include <vector>

#include "tests/hub_play.h"

namespace bastide::server::hub_play {

class LineWire final : public Connection {
 public:
  std::vector<Json> got;
  std::string closed;  // the reason, once it is

  void send(Text sent) override {
    const std::string text = sent->joined();
    EXPECT_TRUE(closed.empty()) << text;
    auto parsed = parse_json(text);
    ASSERT_TRUE(std::holds_alternative<Json>(parsed)) << text;
    got.push_back(std::get<Json>(std::move(parsed)));
  }
  void close(std::string_view reason) override { closed = reason; }
};

class Program {
 public:
  explicit Program(Node& node, std::string_view name = "Robot") : node_(node) {
    bool done = false;
    node.hub->make_bot_account(
        node.from(), std::string(name),
        [&](const std::optional<BotAccount>& made, const Hub::Unmade& unmade) {
          done = true;
          ASSERT_TRUE(made) << unmade.reason;
          account = *made;
        });
    EXPECT_TRUE(node.until([&] { return done; }));
  }
  // A new line, without a hello.
  void connect(const std::string& table) {
    wire = std::make_shared<LineWire>();
    read_ = 0;
    visitor = node_.hub->connect_program(node_.from(), wire, table);
    EXPECT_EQ(next().dump(), R"({"type":"hello","protocol":1})");
  }
  void join(const std::string& table) {
    connect(table);
    say(R"({"type":"hello","name":"x","version":"1","token":")" + account.token + R"("})");
    node_.settle();
  }
  void disconnect() {
    visitor->gone();
    wire->closed = "gone";
  }
  void say(const std::string& text) {
    node_.loop.advance(1);
    visitor->receive(text);
  }

  // The next message that was not looked at yet; waits for it.
  Json next() {
    EXPECT_TRUE(node_.until([&] { return read_ < wire->got.size(); }));
    return read_ < wire->got.size() ? wire->got[read_++] : Json();
  }
  // The next of this type; those before it are passed over.
  Json next(std::string_view type) {
    for (;;) {
      const Json message = next();
      if (message.is_null() || message["type"] == type) return message;
    }
  }
  void act(const Json& action) { say(R"({"type":"act","action":)" + action.dump() + "}"); }
  // Answers the next question with its first answer, or a random one.
  void answer(Rng* rng = nullptr) {
    const Json legal = next("think")["legal"];
    act(legal[rng ? rng->below(static_cast<std::uint32_t>(legal.size())) : 0]);
  }
  bool ended() const { return !wire->got.empty() && wire->got.back()["type"] == "bye"; }
  // Until the end, and gives how many questions there were.
  int play(Rng& rng) {
    for (int answers = 0;; ++answers) {
      Json message;
      do message = next();
      while (!message.is_null() && message["type"] != "think" && message["type"] != "bye");
      if (message.is_null() || message["type"] == "bye") return answers;
      const Json& legal = message["legal"];
      act(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
  // All actions it was told since the last setup.
  Json actions() const {
    Json list = Json::array();
    for (const Json& m : wire->got) {
      if (m["type"] == "setup") list = Json::array();
      if (m["type"] == "action") list.push_back(m["action"]);
    }
    return list;
  }
  std::size_t count(std::string_view type) const { return count_of(wire->got, type); }

  BotAccount account;
  std::shared_ptr<LineWire> wire;
  std::shared_ptr<Visitor> visitor;

 private:
  Node& node_;
  std::size_t read_ = 0;
};

// A table by link.
inline std::string by_link(Person& host, const std::string& seats, const std::string& more = "") {
  const Json answer = host.ask(R"({"type":"create","setup":{"sets":["base"]},"seats":)" + seats +
                               R"(,"listed":false,"assist":"standard")" + more + "}");
  EXPECT_EQ(answer["type"], "created") << answer.dump();
  return answer.value("table", "");
}
inline constexpr const char* kOpenAndBot = R"([{"kind":"open"},{"kind":"bot","bot":"level1"}])";
inline constexpr const char* kOpenAndMe = R"([{"kind":"open"},{"kind":"me"}])";
inline constexpr const char* kTwoOpen = R"([{"kind":"open"},{"kind":"open"}])";

// A program against a bot, and somebody who looks on.
struct AtTable {
  Node node;
  Person ada{node, "Ada"};
  Program program{node};
  std::string table;
  explicit AtTable(const std::string& more = "", const std::string& seats = kOpenAndBot) {
    table = by_link(ada, seats, more);
    ada.join(table);
    program.join(table);
  }
  Json seat() { return ada.at(table).view["seats"][0]; }
  bool resigned() {
    node.settle();
    return seat().value("resigned", false);
  }
  void ends_without_it() {
    EXPECT_TRUE(node.until([&] { return ada.at(table).over(); }));
    EXPECT_EQ(ada.at(table).state["winners"], Json::parse("[1]"));
  }
};

inline Json record_of(Node& node, const std::string& table) {
  const auto text = node.record_json(table);
  EXPECT_TRUE(text);
  return std::get<Json>(parse_json(text.value_or("{}")));
}

}  // namespace bastide::server::hub_play
