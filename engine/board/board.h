// The map: laying tiles, joining features, finding cells, counting fits.
#pragma once

#include <bit>
#include <cstdint>
#include <ranges>
#include <span>

#include "engine/board/lattice.h"
#include "engine/board/state.h"
#include "engine/tiles/face.h"

namespace bastide {

// Cells
CellIndex open_cell(GameState& s, Pos at);     // finds it or makes it
int tiles_around(const GameState& s, Pos at);  // of the eight cells

// The first cloister from the i-th on that has the cell around it or under it, or the number of
// all.
int next_cloister_near(const GameState& s, Pos at, int i);

// Laying. The cell must be open and the face must fit: nothing is checked here. Completed features
// are added to core->completed.
TileIndex lay_tile(GameState& s, CellIndex cell, TileType type, Rotation rotation,
                   const Face& face);
FeatureId merge_features(GameState& s, FeatureId a, FeatureId b);
// A segment more on a tile that lies, as a feature of its own.
SegmentId found_segment(GameState& s, TileIndex tile, const FaceSegment& segment);

// Fitting: bit per open cell that admits the edge word, 64 cells a word.
inline constexpr int kMaxFitWords = 160;
inline int fit_words(const GameState& s) { return (s.core->cells + 63) / 64; }
void find_fits(const GameState& s, EdgeWord edges, std::uint64_t* bits);
// Which of 64 cells admit each bit of an edge word by itself, for questions about many words.
inline constexpr int kEdgeBits = 16;
struct AdmittedEdges {
  std::uint64_t cells;  // that there are
  std::uint64_t rows[kEdgeBits];

  std::uint64_t fits(EdgeWord edges) const {
    std::uint64_t bits = cells;
    for (unsigned left = edges; left != 0; left &= left - 1) bits &= rows[std::countr_zero(left)];
    return bits;
  }
};
void find_admitted(const GameState& s, int word, AdmittedEdges& admitted);
// Calls see(cell) for each cell of a set.
template <class See>
void for_cells(const GameState& s, const std::uint64_t* bits, See see) {
  for (int w = 0; w < fit_words(s); ++w)
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1)
      see(static_cast<CellIndex>(64 * w + std::countr_zero(left)));
}
template <class See>
void for_fits(const GameState& s, EdgeWord edges, See see) {
  std::uint64_t bits[kMaxFitWords];
  find_fits(s, edges, bits);
  for_cells(s, bits, see);
}

// Features
inline FeatureId feature_of(const GameState& s, SegmentId segment) {
  return s.segments[segment].feature;
}
inline bool is_finished(const GameState& s, FeatureId f) { return s.features[f].open == 0; }
int distinct_tiles(const GameState& s, FeatureId feature);

// The segments of a feature: for (SegmentId id : segments_of(s, f)).
class SegmentRing {
 public:
  struct End {};
  class Walk {
   public:
    Walk(const Segment* segments, SegmentId at, int left)
        : segments_(segments), at_(at), left_(left) {}
    SegmentId operator*() const { return at_; }
    Walk& operator++() {
      at_ = segments_[at_].next;
      --left_;
      return *this;
    }
    friend bool operator==(const Walk& walk, End) { return walk.left_ == 0; }

   private:
    const Segment* segments_;
    SegmentId at_;
    int left_;
  };

  SegmentRing(const GameState& s, FeatureId f)
      : begin_(s.segments.data(), s.features[f].head, s.features[f].segments) {}
  Walk begin() const { return begin_; }
  static End end() { return {}; }

 private:
  Walk begin_;
};
inline SegmentRing segments_of(const GameState& s, FeatureId f) { return {s, f}; }

// Pieces
inline const PlacedTile& tile_of(const GameState& s, SegmentId segment) {
  return s.tiles[s.segments[segment].tile];
}
// How actions name the place of a piece on its tile.
inline std::uint8_t seg_of(const GameState& s, const PlacedPiece& piece) {
  return piece.standing == Standing::on_tile ? seg_of(static_cast<Spot>(piece.detail))
                                             : tile_of(s, piece.segment).local(piece.segment);
}
inline bool stands_at(const GameState& s, const PlacedPiece& piece, Pos at, std::uint8_t seg) {
  return tile_of(s, piece.segment).at == at && seg_of(s, piece) == seg;
}
inline std::span<const PlacedPiece> all_pieces(const GameState& s) {
  return {s.pieces.data(), s.core->pieces};
}
// Those that stand on a feature, of whatever kind: for (const PlacedPiece& piece : pieces_on(s,
// f)).
inline auto pieces_on(const GameState& s, FeatureId f) {
  return std::views::filter(all_pieces(s), [&s, f](const PlacedPiece& piece) {
    return feature_of(s, piece.segment) == f && is_on_feature(piece);
  });
}
// The number of the first piece that is wanted, or kNoPiece.
inline constexpr int kNoPiece = -1;
template <class Wanted>
int find_piece(const GameState& s, Wanted wanted) {
  for (int i = 0; i < s.core->pieces; ++i)
    if (wanted(s.pieces[i])) return i;
  return kNoPiece;
}

// A piece of a seat that stands on the segment.
inline int find_own(const GameState& s, SegmentId segment, PieceKind kind, Seat owner) {
  return find_piece(s, [&](const PlacedPiece& piece) {
    return piece.segment == segment && piece.owner == owner && piece.kind == kind &&
           piece.standing == Standing::on_feature;
  });
}

}  // namespace bastide
