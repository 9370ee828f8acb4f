// A face is one tile in one rotation, packed for the hot path: what a placement reads and nothing
// else. Faces are made once per game from the catalogue (engine/tiles/face.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/tiles/catalogue.h"

namespace bastide {

inline constexpr int kMaxSegments =
    12;  // most segments on one tile (the catalogue's largest has 10)
inline constexpr std::uint8_t kNoSegment = 0xFF;

// Edge words: four bits a side, one per kind, north in the low bits. A cell carries a mask of what
// each side may show; a tile fits if (word & mask) == word. Zero bits fit anywhere (abbeys).
using EdgeWord = std::uint16_t;
constexpr EdgeWord edge_bit(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::field:
      return 1;
    case EdgeKind::road:
      return 2;
    case EdgeKind::city:
      return 4;
    case EdgeKind::river:
      return 8;
    case EdgeKind::closed:
    case EdgeKind::any:
      return 0;
  }
  return 0;
}
constexpr EdgeWord edge_at(EdgeWord word, Side side) {
  return static_cast<EdgeWord>((word >> (4 * static_cast<int>(side))) & 0xF);
}
constexpr EdgeWord edge_shifted(EdgeWord nibble, Side side) {
  return static_cast<EdgeWord>(nibble << (4 * static_cast<int>(side)));
}

// A side has three slots, walking clockwise round the tile: first half, middle, second half.
inline constexpr int kSlots = 3;

struct FaceSegment {
  // In the order of Feature's members, so that they are added to it at once.
  std::uint16_t open_ends = 0;  // sides through which a city, road or river goes on
  std::uint16_t pennants = 0;
  SegmentKind kind = SegmentKind::field;
  std::uint8_t has_sibling = 0;  // another segment of this tile is of the same kind (roads, cities)
  std::uint16_t marks = 0;       // printed on it and in play, by mark_bit(FeatureMark)
  std::uint16_t touches = 0;     // field: bit per segment of this face that is a city it borders
  std::uint8_t ports = 0;        // sides (bit per Side), or half-sides for fields
  std::uint8_t printed = 0;      // index in TileDef::segments
};

struct Join {
  std::uint8_t segment;  // of this face
  std::uint8_t slot;     // of the neighbour's side, as this face sees it
};

// One side as the cell beside it sees it, ready to be written there.
struct Outward {
  // By the cell's slot: the number of the segment, or kNone; the tile's first segment is added with
  // saturation, so that kNone stays.
  std::array<std::uint16_t, kSlots> segments{};
  EdgeWord admits = 0xFFFF;  // what the cell's mask keeps
};
static_assert(sizeof(Outward) == 8);

struct Face {
  EdgeWord edges = 0;
  std::uint8_t segment_count = 0;
  std::uint8_t closed_sides = 0;  // bit per Side: nothing can ever be laid there
  std::uint8_t bridge = 0;        // 1 + axis if its last segment is a bridge, not printed
  std::uint8_t shareable = 0;     // city sides, where some tile has one that two cities share
  std::uint8_t ends = 0;          // bit per Side that meets anything, and ends it (abbeys)
  std::uint16_t claimable = 0;    // segments an ordinary meeple may stand on
  std::uint16_t completable = 0;  // roads and cities
  std::uint16_t cloisters = 0;    // completed by their eight neighbours
  std::uint8_t joining = 0;       // sides that join anything
  std::array<std::uint8_t, 4> join_count{};
  std::array<std::array<Join, kSlots>, 4> joins{};
  // By side: open ends that a neighbour there takes off, its own included (closed_ends). Fields
  // have none.
  std::array<std::uint64_t, 4> closes{};
  // Segment behind each slot. Of a shared side the first of its cities stands in the first half and
  // in the middle, the other one in the second half; a city side has nothing in its halves else.
  std::array<std::array<std::uint8_t, kSlots>, 4> slots{};
  alignas(8) std::array<Outward, 4> outward{};  // follows from slots and edges
  std::array<FaceSegment, kMaxSegments> segments{};
};

// What decides how catalogue tiles become faces in this game.
struct FaceOptions {
  std::uint16_t claimable_kinds =
      0;                       // kinds of segment an ordinary meeple may stand on, a bit each
  bool gardens = false;        // gardens are features (abbot)
  bool split_fields = false;   // some tile in play has a side whose halves are different fields
  bool shared_cities = false;  // some tile in play has a side that two cities share
  bool spring_divides = false;
  std::uint16_t marks = 0;  // printed marks of features that mean something, by mark_bit
};

// Small numbers, one a segment of a face, in one word.
inline constexpr int kEndBits = 5;
static_assert(kMaxSegments * kEndBits <= 64);
constexpr std::uint64_t one_end_of(int segment) { return std::uint64_t{1} << (kEndBits * segment); }
constexpr unsigned closed_ends(std::uint64_t word, int segment) {
  return static_cast<unsigned>(word >> (kEndBits * segment)) & ((1u << kEndBits) - 1);
}

// What follows from a side's slots: `joined` are those that meet the neighbour's.
void fill_joins(Face& face, Side side, std::span<const std::uint8_t> joined);
void fill_outward(Face& face, Side side);

Face make_face(const TileDef& tile, Rotation rotation, const FaceOptions& options);

// The rotations that differ, smallest first: two are the same if ports, features, attributes and
// marks coincide (which of two crossing features lies on top makes no difference).
std::vector<Rotation> distinct_rotations(const TileDef& tile);

// The ports of a segment that can give it its name: of two cities that share a side each is called
// by the side it has alone (HS-5).
std::uint8_t naming_ports(const Face& face, int segment);

// The wire's name of a segment as it lies: "city:N", "field:EL", "monastery", "field:1". One beyond
// the printed segments is the bridge built on the tile.
std::string segment_name(const TileDef& tile, const Face& face, int segment);
// Understands any of those ports; -1 if there is none of that name.
int find_segment(const TileDef& tile, const Face& face, std::string_view name);

}  // namespace bastide
