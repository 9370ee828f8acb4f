// The tile files of data/tiles as the reference reads them. Written apart from the engine's
// catalogue on purpose: a mistake in one of the two readers shows as a difference in play.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace reference {

// Sides are numbered N E S W from 0, half-sides NL NR EL ER SL SR WL WR from 0.
struct Segment {
  std::string kind;          // city, road, field, river, monastery, garden, ...
  std::vector<int> ports;    // sides; half-sides for fields and carcassonne; sorted
  std::vector<int> touches;  // field: indices of the segments of this tile that it borders
  int pennants = 0;
  std::set<std::string> flags;  // cap, princess, cathedral, inn, tunnel, pig_herd
  std::string ends;             // what a one-sided road ends at
  std::string goods;
  std::string group;  // boards: segments of several cells with the same group are one feature
};

struct Tile {
  std::string set;
  std::string id;
  int count = 1;
  int start_copies = 0;
  std::string edges;  // N E S W: C R F V, '-' closed, '*' matches anything
  std::vector<Segment> segments;
  std::set<std::string> marks;
  std::vector<std::vector<int>> meets;  // indices of segments that meet at the end of a road
  int wheel = 0;
  int shared = -1;   // the side that two cities of the tile hold together (HS-5)
  int x = 0, y = 0;  // cells of a board

  std::string full_id() const { return set + "/" + id; }
};

struct TileSet {
  std::string name;
  std::vector<Tile> tiles;
  std::vector<Tile> cells;                           // of the board that the set starts on
  std::vector<std::vector<std::string>> touches;     // field group, then the city groups it borders
  std::vector<std::pair<std::string, int>> sectors;  // of the wheel: name, crown spaces
};

// Reads data/tiles/<name>.txt; throws std::runtime_error on what it does not understand.
TileSet read_set(const std::string& name);

// The tile after clockwise quarter turns. Segments keep their order.
Tile turned(const Tile& tile, int quarter_turns);

// The port by which a segment with ports is named: the first one, but never the shared side (HS-5).
int naming_port(const Tile& tile, int segment);

// The segment's name as it lies: kind and naming port, or the number of an inner field.
std::string segment_name(const Tile& tile, int segment);

// Quarter turns that differ, smallest first: two are the same if ports, features, attributes and
// marks coincide; which of two crossing features lies on top makes no difference.
std::vector<int> distinct_turns(const Tile& tile);

}  // namespace reference
