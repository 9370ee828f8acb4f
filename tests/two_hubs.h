// Two servers on one store, each with a loop of its own, turned by hand. Neither hears of what the
// other does: it finds out when it writes itself.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/table/table.h"
#include "tests/attack_play.h"
#include "tests/store_play.h"

namespace bastide::server::attack_play {

// Both serve the same file, each from a loop of its own; all loops are turned by hand.
class TwoHubs : public StoreFolder {
 protected:
  void SetUp() override {
    StoreFolder::SetUp();
    for (auto& house : houses_)
      house = std::make_unique<House>(quick(), opened(file(), SqliteOptions{.alone = false}));
    ada_ = new_guest(first(), "Ada");
    boris_ = new_guest(first(), "Boris");
  }
  void TearDown() override {
    for (auto& house : houses_) house.reset();
    StoreFolder::TearDown();
  }
  House& first() { return *houses_[0]; }
  House& second() { return *houses_[1]; }
  void settle() {
    for (int i = 0; i < 2; ++i)
      for (auto& house : houses_) house->settle();
  }
  Visit visit(int house, const Guest& guest) {
    return {*houses_[static_cast<std::size_t>(house)], guest, "192.0.2.1"};
  }
  // What both say at once: neither hub knows of the other's when it begins.
  std::pair<Json, Json> at_once(Visit& one, const std::string& text, Visit& other,
                                const std::string& other_text) {
    for (auto& house : houses_) house->loop.advance(1000);
    const int re = one.say(text), other_re = other.say(other_text);
    std::optional<Json> answer, other_answer;
    for (int i = 0; i < 3000 && !(answer && other_answer); ++i) {
      for (auto& house : houses_) house->loop.turn();
      answer = one.answer_to(re);
      other_answer = other.answer_to(other_re);
    }
    EXPECT_TRUE(answer && other_answer);
    return {answer.value_or(Json::object()), other_answer.value_or(Json::object())};
  }
  static std::string word(const Json& answer) {
    return answer.value("code", answer.value("type", ""));
  }
  // A game of the two, open at both hubs.
  std::string game() {
    Visit host = visit(0, ada_), guest = visit(0, boris_);
    const std::string table = host.create(kMeAndOpen);
    EXPECT_EQ(guest.code(Visit::of("sit", table, R"(,"seat":1)")), "table");
    return table;
  }
  // As it is after both have begun anew: one log, one game.
  std::string agreed_record(const std::string& table) {
    for (auto& house : houses_) house->restart();
    const auto record = first().record(table);
    EXPECT_TRUE(record);
    EXPECT_EQ(record, second().record(table));
    return record.value_or("");
  }
  std::vector<Json> stored_lines(const std::string& table) {
    std::vector<Json> lines;
    for (const ActionRow& row : actions_of(*first().store, table))
      lines.push_back(Json::parse(row.action));
    return lines;
  }

  std::array<std::unique_ptr<House>, 2> houses_;
  Guest ada_, boris_;
};

}  // namespace bastide::server::attack_play
