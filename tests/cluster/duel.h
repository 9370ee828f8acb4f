// Two people, each connected to two nodes at once, who give every answer to both nodes at the same
// moment: the same one, or two that exclude each other. One of the two must be acknowledged, the
// other refused, and everybody must be told the same game.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rng.h"
#include "tests/cluster/people.h"
#include "tests/net_client.h"

namespace bastide::test_help {

class Duel {
 public:
  Duel(std::uint16_t first, std::uint16_t second, std::uint64_t seed);

  void play_table();  // one game to its end

  const std::vector<ToldTable>& tables() const { return tables_; }
  const std::vector<std::string>& faults() const { return faults_; }
  std::uint64_t rounds() const { return rounds_; }
  std::uint64_t acknowledged() const { return acknowledged_; }  // by exactly one node
  std::uint64_t stale() const { return stale_; }                // refused by the other

 private:
  struct Seat {
    std::unique_ptr<WsClient> line;
    std::int64_t seq = -1;
    std::string options;
    bool over = false;
    // Of the last answer
    bool acknowledged = false, refused = false;
  };

  bool open_table();
  bool all_reach(std::int64_t seq);
  bool round();
  bool read_one(Seat& seat, milliseconds patience);
  void learn(std::string_view entries);
  void judge(Seat& one, Seat& other, std::int64_t seq);
  void fault(const std::string& text) { faults_.push_back(tables_.back().id + ": " + text); }

  std::array<std::uint16_t, 2> ports_;
  Rng random_;
  std::array<std::string, 2> cookies_;
  std::array<Seat, 4> seats_;  // by person, then by node
  std::vector<ToldTable> tables_;
  std::vector<std::string> faults_;
  std::uint64_t rounds_ = 0, acknowledged_ = 0, stale_ = 0;
};

}  // namespace bastide::test_help
