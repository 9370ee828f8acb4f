// The state of a game as a plain value. One block of memory holds it; what a game can need at most
// is known at its setup (Layout), so nothing is allocated in play and copying is a few memcpys of
// the parts in use. Cost follows the tiles laid, not the sets the program knows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

#include "engine/core/action.h"
#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"
#include "engine/tiles/catalogue.h"
#include "engine/tiles/face.h"

namespace bastide {

using TileIndex = std::uint16_t;  // placed tiles, in the order of laying
using CellIndex = std::uint16_t;  // open cells, in no order
using SegmentId = std::uint16_t;  // segments of placed tiles
using FeatureId = std::uint16_t;

inline constexpr int kMaxStacks = 6;
inline constexpr int kMaxCompleted = 24;

struct PlayerState {
  std::int32_t score;
  EnumArray<PieceKind, std::uint8_t> supply;
  std::uint8_t unused[4 - kPieceKinds % 4];
};

struct PlacedTile {
  Pos at;
  TileType type;
  SegmentId first_segment;  // its printed segments follow one another
  Rotation rotation;
  std::uint8_t segment_count : 4;  // printed
  std::uint8_t bridge_axis : 1;    // of a bridge built on it
  std::uint8_t bridge_owner : 3;   // who built it; kNobody & 7: no player's
  SegmentId added_segment;         // of a bridge built on it, or kNone

  // Segments by their number on the tile; the added one comes after the printed ones.
  SegmentId segment(int local) const {
    return local < segment_count ? static_cast<SegmentId>(first_segment + local) : added_segment;
  }
  std::uint8_t local(SegmentId id) const {
    const unsigned printed = static_cast<unsigned>(id) - first_segment;
    return printed < segment_count ? static_cast<std::uint8_t>(printed) : segment_count;
  }
  bool has_segment(int local) const {
    return local < segment_count || (local == segment_count && added_segment != kNone);
  }
};

// An empty cell with at least one tile beside it, with all that a placement there needs to know.
// Those behind the last one in use are blank, with a mask that admits anything: a cell that opens
// is written like one that was open.
struct OpenCell {
  SegmentId behind[4][kSlots] = {{kNone, kNone, kNone},
                                 {kNone, kNone, kNone},
                                 {kNone, kNone, kNone},
                                 {kNone, kNone, kNone}};  // segment facing each slot of each side
  std::uint8_t present = 0;                               // bit per Side with a tile behind it
  std::uint8_t unused = 0;
  std::uint16_t lattice = 0;  // its index there
  Pos at;
};
inline constexpr EdgeWord kAdmitsAnything = 0xFFFF;

struct Segment {
  FeatureId feature;
  SegmentId next;  // the other segments of the feature, in a ring
  TileIndex tile;
};

// A maximal connected set of segments. Merged features leave a dead entry (segments == 0).
struct Feature {
  std::uint32_t occupants;  // how many pieces claim it, kSeatBits bits a seat
  std::uint16_t segments;   // tiles before double counting is taken off
  SegmentId head;           // one segment of its ring
  std::uint16_t open;       // open ends; for cloisters the empty cells around
  std::uint16_t pennants;
  SegmentKind kind;
  std::uint8_t siblings;  // not 0: a segment's tile has another of the kind, and it may be here
  std::uint16_t marks;    // by mark_bit(FeatureMark)
  bool has(FeatureMark mark) const { return (marks & mark_bit(mark)) != 0; }
};
// MEEPLE-7: whether somebody may claim it.
constexpr bool is_free(const Feature& feature) {
  return (feature.occupants | (feature.marks & kClosingMarks)) == 0;
}

// Small numbers, one a seat, in one word.
inline constexpr int kSeatBits = 5;
inline constexpr int kMostOfASeat = (1 << kSeatBits) - 1;
constexpr std::uint32_t one_of_seat(Seat seat) { return 1u << (kSeatBits * seat); }
constexpr int number_of_seat(std::uint32_t word, int seat) {
  return static_cast<int>((word >> (kSeatBits * seat)) & ((1u << kSeatBits) - 1));
}

// How a piece stands on the tile of its segment.
enum class Standing : std::uint8_t {
  on_feature,
  sheltered,  // in a building: on no feature, and out of reach of what comes to the tile (castles)
  lodged,     // in a building, and still of its feature (granaries)
  on_tile     // on a spot of the tile, on no feature
};
inline constexpr int kStandings = 4;

struct PlacedPiece {
  PieceKind kind;
  Seat owner;
  SegmentId segment;
  Standing standing = Standing::on_feature;
  ModuleId keeper = {};      // whose building or place it is, unless it stands on its feature
  std::uint16_t detail = 0;  // its number there; on_tile: its Spot; or kFromAfar
};
// The detail of a piece that joined its feature as a whole: it stands on none of its tiles, though
// one of them gives the feature its name.
inline constexpr std::uint16_t kFromAfar = 1;
constexpr bool is_from_afar(const PlacedPiece& piece) {
  return piece.standing == Standing::on_feature && piece.detail == kFromAfar;
}

constexpr bool is_on_spot(const PlacedPiece& piece, Spot spot) {
  return piece.standing == Standing::on_tile && piece.detail == static_cast<int>(spot);
}
constexpr bool is_on_feature(const PlacedPiece& piece) {
  return piece.standing == Standing::on_feature || piece.standing == Standing::lodged;
}
constexpr bool is_in_building(const PlacedPiece& piece) {
  return piece.standing == Standing::sheltered || piece.standing == Standing::lodged;
}
constexpr bool is_in_reach(const PlacedPiece& piece) {
  return piece.standing != Standing::sheltered;
}
constexpr bool is_kept(const PlacedPiece& piece, ModuleId keeper, Standing standing) {
  return piece.standing == standing && piece.keeper == keeper;
}

struct Cloister {
  Pos at;
  FeatureId feature;
  std::uint16_t rivals;  // buildings beside it that limit each other, for the rules that do so
};

struct CoreState {
  // Where the game stands
  std::uint8_t step;  // index into Rules::steps
  DecisionKind decision;
  Seat actor;                    // who answers: a seat, kDealer or kNobody
  Seat active;                   // whose turn, or part of a turn, it is
  std::uint16_t turn;            // from 1
  TileType current;              // drawn and not yet laid, or kNone
  TileIndex placed;              // the tile laid in this turn, or kNone
  std::uint16_t meeple_options;  // free segments of that tile, bit per segment
  // Sizes in use
  std::uint16_t tiles;
  std::uint16_t cells;
  std::uint16_t segments;
  std::uint16_t features;
  std::uint16_t pieces;
  std::uint16_t cloisters;         // not yet surrounded
  std::uint16_t stack;             // the stack drawn from now
  std::uint16_t left[kMaxStacks];  // that can be drawn
  std::uint8_t lattice_overflow;   // some cell is not in the lattice: look-ups may have to search
  std::uint8_t completed_count;
  std::uint8_t scored_count;           // of them: the first ones, already scored
  std::uint8_t score_stage;            // of the one after those
  FeatureId completed[kMaxCompleted];  // by the tile of this turn
  // A turn may have a further part, with steps of its own; a sub-turn is within a part, by any
  // seat.
  std::uint8_t part;      // 1, or 2 in a further part of the same turn
  std::uint8_t part_due;  // a further part was earned by the tile of this one
  std::uint8_t sub_turn;
  std::uint8_t unused[3];
  SegmentId settled;  // where a piece was placed in an earlier part of this turn, or kNone
  // Tiles that lie unseen under others: members of the main stack's stock that are never drawn, and
  // nobody knows which (HIDDEN-1).
  std::uint16_t hidden;
  PlayerState players[kMaxPlayers];
};
static_assert(std::is_trivially_copyable_v<CoreState>);
static_assert(std::has_unique_object_representations_v<CoreState>);
static_assert(sizeof(OpenCell) == 32 && std::has_unique_object_representations_v<OpenCell>);
static_assert(sizeof(PlacedTile) == 12);
static_assert(std::has_unique_object_representations_v<PlacedTile>);
static_assert(std::has_unique_object_representations_v<Feature>);

// Segments are looked at in groups: there is room for those of a group that are none.
inline constexpr int kSegmentsAtOnce = 4;

// Sizes and offsets of a game's block, fixed at setup.
struct Layout {
  std::uint16_t tile_types = 0;
  std::uint16_t max_tiles = 0;
  std::uint16_t max_cells = 0;
  std::uint16_t max_segments = 0;
  std::uint16_t max_pieces = 0;
  std::uint16_t max_cloisters = 0;
  std::uint16_t lattice_bits = 5;  // the lattice is 2^bits cells square
  // What of a packed place is its index there: the low bits of x, and those of y moved down.
  std::uint32_t lattice_x = 0, lattice_y = 0, lattice_shift = 0;
  bool lattice_wide = false;  // 16-bit entries
  bool has_aside = false;     // drawn tiles may wait outside the stock
  std::uint32_t module_bytes = 0;

  std::uint32_t modules_at = 0, stock_at = 0, aside_at = 0, lattice_at = 0, cell_masks_at = 0,
                cells_at = 0, tiles_at = 0, segments_at = 0, features_at = 0, pieces_at = 0,
                cloisters_at = 0, total = 0;
  void arrange();  // fills the offsets

  bool operator==(const Layout&) const = default;
};

// An array in the state's block, or its core. A const state is const all the way: it gives const
// elements only.
template <class T>
class StatePart {
 public:
  StatePart() = default;
  StatePart(StatePart&&) noexcept = default;
  StatePart& operator=(StatePart&&) noexcept = default;
  ~StatePart() = default;

  T* data() { return at_; }
  const T* data() const { return at_; }
  T& operator*() { return *at_; }
  const T& operator*() const { return *at_; }
  T* operator->() { return at_; }
  const T* operator->() const { return at_; }
  template <class Index>
  T& operator[](Index i) {
    return at_[i];
  }
  template <class Index>
  const T& operator[](Index i) const {
    return at_[i];
  }
  friend bool operator==(const StatePart& part, std::nullptr_t) { return part.at_ == nullptr; }

 private:
  friend class GameState;
  T* at_ = nullptr;
};

// The Layout must outlive the state (it lives in Rules).
class GameState {
 public:
  explicit GameState(const Layout& layout);
  GameState(const GameState& other);
  GameState& operator=(const GameState& other);  // no allocation between states of one game
  GameState(GameState&&) noexcept = default;
  GameState& operator=(GameState&&) noexcept = default;
  ~GameState() = default;

  // Equal histories give equal states, to the byte.
  friend bool operator==(const GameState& a, const GameState& b);

  std::size_t used_bytes() const;  // what is in use; a copy moves some room beside it

  StatePart<CoreState> core;
  StatePart<std::byte> modules;
  StatePart<std::uint16_t> stock;  // unseen tiles per type
  StatePart<std::uint16_t> aside;  // tiles set aside per type; null without Layout::has_aside
  StatePart<std::uint8_t> lattice;
  StatePart<EdgeWord> cell_masks;  // what each open cell admits, side by side for scanning
  StatePart<OpenCell> cells;
  StatePart<PlacedTile> tiles;
  StatePart<Segment> segments;
  StatePart<Feature> features;
  StatePart<PlacedPiece> pieces;
  StatePart<Cloister> cloisters;

  const Layout& layout() const { return *layout_; }

 private:
  struct Block {
    std::uint64_t* words = nullptr;
    Block() = default;
    explicit Block(std::size_t bytes);
    Block(Block&& o) noexcept : words(o.words) { o.words = nullptr; }
    Block& operator=(Block&& o) noexcept;
    ~Block();

   private:
    void free();
  };
  void point();
  void blank_cells();
  void copy_used(const GameState& other);

  const Layout* layout_;
  Block block_;
};

}  // namespace bastide
