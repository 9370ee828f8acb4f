// A second, slow implementation of the rules, written from the rule ledger alone and sharing no
// code with the engine. Nothing is kept that can be worked out: features are found by flood fill
// whenever they are asked for. The lock-step tests compare the engine with it, answer by answer.
//
// Answers are canonical strings: `draw base/A`, `place base/A 1,0 90`, `meeple meeple 1,0 city:N`,
// `recall abbot 1,0 garden`, `pass`.
//
// To add a set: lay its start in the constructor, and hook its rule into the step it belongs to;
// the steps follow one another as begin_turn, draw, place, meeple, score, end_turn.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/tiles.h"

namespace reference {

struct Setup {
  std::vector<std::pair<std::string, int>> sets;  // name, copies
  std::string start;                              // empty: follows from the sets
  std::map<std::string, std::string> options;
  int players = 2;
};

struct Decision {
  std::string kind;
  std::string actor;  // "dealer", a seat's number, or "nobody" when the game is over
};

using Cell = std::pair<int, int>;

// One segment of one placed tile.
struct Spot {
  Cell cell;
  int segment = 0;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};
using Feature = std::set<Spot>;

struct Piece {
  std::string kind;
  int owner = 0;
  Spot spot;
};

// What a feature looks like now.
struct Report {
  int tiles = 0;  // distinct tiles
  bool complete = false;
  int worth = 0;          // as it stands: finished or unfinished points
  std::set<int> leaders;  // owners with most pieces
};

class Game {
 public:
  explicit Game(const Setup& setup);

  const Decision& decision() const { return decision_; }
  const std::vector<std::string>& legal() const { return legal_; }  // sorted
  void apply(const std::string& answer);  // throws std::logic_error if it is not legal

  bool over() const { return decision_.kind == "over"; }
  int turn() const { return turn_; }
  int left() const;  // unseen tiles
  const std::map<std::string, int>& discarded() const { return discarded_; }
  const std::vector<int>& scores() const { return scores_; }
  const std::vector<std::map<std::string, int>>& supplies() const { return supplies_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  int tiles_laid() const { return static_cast<int>(board_.size()); }
  bool occupied(Cell cell) const { return board_.count(cell) > 0; }

  // The feature of a segment, named as it lies.
  Report report(Cell cell, const std::string& segment_name) const;

 private:
  struct Laid {
    std::string id;
    int turns = 0;
    const Tile* tile = nullptr;  // as it lies
  };
  // A tile type in its four rotations.
  struct Type {
    std::array<Tile, 4> faces;
    std::vector<int> turns;  // that differ
  };

  // The table
  bool has_set(const std::string& name) const;
  std::string option(const std::string& name, const std::string& default_value) const;
  void lay(Cell cell, const std::string& id, int turns);
  const Segment& segment(const Spot& spot) const;
  std::string name_of(const Spot& spot) const;

  // Features
  std::vector<Spot> joined(const Spot& spot) const;
  Feature feature_of(const Spot& spot) const;
  bool complete(const Feature& feature) const;
  int tiles_of(const Feature& feature) const;
  int neighbours(Cell cell) const;
  int cities_of(const Feature& field) const;
  int worth(const Feature& feature) const;
  std::vector<Piece> pieces_on(const Feature& feature) const;
  static std::set<int> leaders(const std::vector<Piece>& pieces);

  // Placing
  std::vector<std::pair<Cell, int>> placements(const std::string& id) const;
  bool fits(Cell cell, const Tile& tile) const;
  bool river_allows(Cell cell, const Tile& tile) const;

  // The steps of a turn
  void begin_turn();
  void ask_draw();
  void drawn(const std::string& id);
  void placed(Cell cell, const std::string& id, int turns);
  void ask_meeple();
  void score_completed();
  void end_turn();
  void final_scoring();

  void ask(const std::string& kind, const std::string& actor, std::vector<std::string> answers);
  void answer(const std::string& text);
  void put(const std::string& kind, const Spot& spot);
  void send_home(const Feature& feature);
  void score_feature(const Feature& feature);

  Setup setup_;
  std::shared_ptr<const std::map<std::string, Type>> types_;
  std::vector<std::map<std::string, int>> stacks_;  // drawn from one after another
  std::map<Cell, Laid> board_;
  std::vector<Piece> pieces_;
  std::map<std::string, int> discarded_;
  std::vector<int> scores_;
  std::vector<std::map<std::string, int>> supplies_;
  int turn_ = 1;
  int active_ = 0;
  std::string current_;  // drawn and not yet laid
  Cell just_laid_{0, 0};
  Decision decision_;
  std::vector<std::string> legal_;
};

}  // namespace reference
