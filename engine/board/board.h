// The map: laying tiles, joining features, finding cells, counting fits.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/board/lattice.h"
#include "engine/board/state.h"
#include "engine/tiles/face.h"

namespace bastide {

// Cells
CellIndex open_cell(GameState& s, Pos at);     // finds it or makes it
int tiles_around(const GameState& s, Pos at);  // of the eight cells

// Laying. The cell must be open and the face must fit: nothing is checked here. Completed features
// are added to core->completed.
TileIndex lay_tile(GameState& s, CellIndex cell, TileType type, Rotation rotation,
                   const Face& face);
FeatureId merge_features(GameState& s, FeatureId a, FeatureId b);
// A segment more on a tile that lies, as a feature of its own.
SegmentId found_segment(GameState& s, TileIndex tile, const FaceSegment& segment);

// Fitting: bit per open cell that admits the edge word, 64 cells a word.
inline constexpr int kMaxFitWords = 160;
int fit_words(const GameState& s);
void find_fits(const GameState& s, EdgeWord edges, std::uint64_t* bits);
bool fits_anywhere(const GameState& s, EdgeWord edges);
// Calls see(cell) for each of them.
template <class See>
void for_fits(const GameState& s, EdgeWord edges, See see) {
  std::uint64_t bits[kMaxFitWords];
  find_fits(s, edges, bits);
  const int words = fit_words(s);
  for (int w = 0; w < words; ++w)
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1)
      see(static_cast<CellIndex>(64 * w + std::countr_zero(left)));
}

// Features
inline FeatureId feature_of(const GameState& s, SegmentId segment) {
  return s.segments[segment].feature;
}
inline bool is_finished(const GameState& s, FeatureId f) { return s.features[f].open == 0; }
int distinct_tiles(const GameState& s, FeatureId feature);

// Pieces
void put_piece(GameState& s, const PlacedPiece& piece, int strength);
PlacedPiece lift_piece(GameState& s, int index, int strength);  // the last piece takes its place

}  // namespace bastide
