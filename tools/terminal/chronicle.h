// What happened, in words: the messages of a game and the origin of every point.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/game/game.h"

namespace bastide::tools {

// "3 tiles ×2 = 6, 1 pennant ×2 = 2"
std::string sheet_text(const Sheet& sheet, bool ascii);
// "the city at 0,1: 3 tiles ×2 = 6, 1 pennant ×2 = 2"
std::string points_text(const Rules& rules, const GameState& s, const Event& event, bool ascii);
// "base/V" without its set if that is the base game's: "V"
std::string tile_text(const Rules& rules, TileType type);

struct PointsGiven {
  int turn = 0;
  Seat player = 0;
  ScoreFor source = ScoreFor::road;
  int points = 0;
  std::string what;
};

struct Message {
  Seat player = kNobody;
  std::string text;
  bool points = false;
};

class Chronicle final : public EventSink {
 public:
  Chronicle(const Rules& rules, bool ascii) : rules_(rules), ascii_(ascii) {}

  void add(const GameState& s, const Event& event) override;

  const std::vector<PointsGiven>& points() const { return points_; }
  // Messages since the last call of `read`; they are kept until then.
  const std::vector<Message>& news() const { return news_; }
  void read() { news_.clear(); }
  void clear();

  // Tables for people
  std::string all_points() const;   // by player and turn
  std::string last_points() const;  // given by the last action that gave any
  std::string by_source(const GameState& s) const;

 private:
  void add_piece(const GameState& s, const Event& event);
  bool add_tokens(const Event& event);
  bool add_moves(const Event& event);
  void add_return(const GameState& s, const Event& event);

  const Rules& rules_;
  bool ascii_;
  std::vector<PointsGiven> points_;
  std::vector<Message> news_;
};

}  // namespace bastide::tools
