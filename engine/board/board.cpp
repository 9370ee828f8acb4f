#include "engine/board/board.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace bastide {
namespace {

// With many of them (gardens, shrines) nearly all are far away: four are looked at together.
inline int near_cloister(const GameState& s, Pos at, int i) {
#if defined(__AVX2__)
  static_assert(sizeof(Cloister) == 8 && offsetof(Cloister, at) == 0 && sizeof(Pos) == 4);
  const std::uint16_t west = static_cast<std::uint16_t>(at.x - 1);
  const std::uint16_t south = static_cast<std::uint16_t>(at.y - 1);
  const __m256i corner = _mm256_set1_epi64x(west | static_cast<std::int64_t>(south) << 16);
  for (; i + 4 <= s.core->cloisters; i += 4) {
    const auto* four = reinterpret_cast<const __m256i*>(s.cloisters.data() + i);
    const __m256i away = _mm256_sub_epi16(_mm256_loadu_si256(four), corner);
    const __m256i near = _mm256_cmpeq_epi16(_mm256_min_epu16(away, _mm256_set1_epi16(2)), away);
    const __m256i both = _mm256_slli_epi64(_mm256_cmpeq_epi32(near, _mm256_set1_epi32(-1)), 32);
    const int found = _mm256_movemask_pd(_mm256_castsi256_pd(both));
    if (found != 0) return i + std::countr_zero(static_cast<unsigned>(found));
  }
#endif
  const auto is_near = [at](Pos cloister) { return cloister == at || surrounds(cloister, at); };
  while (i < s.core->cloisters && !is_near(s.cloisters[i].at)) ++i;
  return i;
}

void lattice_set(GameState& s, std::uint32_t index, std::uint32_t entry) {
  if (!s.layout().lattice_wide) {
    s.lattice[index] = static_cast<std::uint8_t>(entry);
    return;
  }
  const auto wide = static_cast<std::uint16_t>(entry);
  std::memcpy(s.lattice.data() + 2 * index, &wide, 2);
}

void fill_cell(GameState& s, CellIndex c, Pos at) {
  OpenCell& cell = s.cells[c];
  cell.at = at;
  std::memset(cell.behind, 0xFF, sizeof cell.behind);  // kNone everywhere
  cell.present = 0;
  cell.unused = 0;
  s.cell_masks[c] = 0xFFFF;
}

// The lattice entry is taken by another cell, or cells are missing in it: search.
CellIndex open_cell_slowly(GameState& s, Pos at, std::uint32_t index) {
  const std::uint32_t tiles = s.layout().max_tiles;
  const std::uint32_t found = search_entry(s, at);
  if (found != 0) return static_cast<CellIndex>(found - 1 - tiles);
  const CellIndex c = s.core->cells++;
  fill_cell(s, c, at);
  if (lattice_get(s, index) == 0)
    lattice_set(s, index, 1 + tiles + c);
  else
    s.core->lattice_overflow = 1;
  return c;
}

inline CellIndex find_or_open_cell(GameState& s, Pos at) {
  CoreState& g = *s.core;
  const std::uint32_t tiles = s.layout().max_tiles;
  const std::uint32_t index = lattice_index(s, at);
  const std::uint32_t entry = lattice_get(s, index);
  const bool fresh = entry == 0;
  const auto c = static_cast<CellIndex>(fresh ? g.cells : entry - 1 - tiles);
  if (g.lattice_overflow != 0 || (!fresh && (entry <= tiles || s.cells[c].at != at)))
    return open_cell_slowly(s, at, index);
  if (!fresh) return c;
  ++g.cells;
  fill_cell(s, c, at);
  lattice_set(s, index, 1 + tiles + c);
  return c;
}

// The cell becomes a tile; the last open cell moves into its place.
void close_cell(GameState& s, CellIndex c, TileIndex tile) {
  const std::uint32_t tiles = s.layout().max_tiles;
  const std::uint32_t here = lattice_index(s, s.cells[c].at);
  if (lattice_get(s, here) == 1 + tiles + c) lattice_set(s, here, 1u + tile);
  const CellIndex last = --s.core->cells;
  if (c == last) return;
  const std::uint32_t there = lattice_index(s, s.cells[last].at);
  if (lattice_get(s, there) == 1 + tiles + last) lattice_set(s, there, 1 + tiles + c);
  s.cells[c] = s.cells[last];
  s.cell_masks[c] = s.cell_masks[last];
}

void note_completed(GameState& s, FeatureId f) {
  CoreState& g = *s.core;
  for (int i = 0; i < g.completed_count; ++i)
    if (g.completed[i] == f) return;
  if (g.completed_count < kMaxCompleted) g.completed[g.completed_count++] = f;
}

// The features that the new tile's segments join, found side by side.
struct Joined {
  FeatureId feature[kMaxSegments];
  std::uint8_t closed[kMaxSegments];  // open ends taken off, the neighbour's included
};

// Two features that the new tile has met become one.
inline void unite(GameState& s, const Face& face, Joined& joined, FeatureId a, FeatureId b) {
  const FeatureId kept = merge_features(s, a, b);
  const FeatureId gone = kept == a ? b : a;
  for (int k = 0; k < face.segment_count; ++k)
    if (joined.feature[k] == gone) joined.feature[k] = kept;
}

void find_joined(GameState& s, const OpenCell& cell, const Face& face, Joined& joined) {
  std::memset(joined.feature, 0xFF, sizeof joined.feature);  // kNone
  std::memset(joined.closed, 0, sizeof joined.closed);
  for (unsigned sides = cell.present; sides != 0; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    for (int j = 0; j < face.join_count[side]; ++j) {
      const auto [segment, slot] = face.joins[side][j];
      const SegmentId behind = cell.behind[side][slot];
      if (behind == kNone) {  // an abbey: it ends whatever meets it
        ++joined.closed[segment];
        continue;
      }
      joined.closed[segment] += 2;
      const FeatureId other = s.segments[behind].feature;
      const FeatureId mine = joined.feature[segment];
      if (mine == kNone || mine == other) {
        joined.feature[segment] = other;
        continue;
      }
      unite(s, face, joined, mine, other);
    }
  }
}

// HS-5: a city that lies against a side which two cities share joins both; two such sides join
// four. The cities of the middle slots have met already, the other ones stand in the second halves.
[[gnu::noinline]] void join_shared_sides(GameState& s, const OpenCell& cell, const Face& face,
                                         Joined& joined) {
  auto meet = [&](std::uint8_t segment, FeatureId other) {
    const FeatureId mine = std::exchange(joined.feature[segment], other);
    if (mine != kNone && mine != other) unite(s, face, joined, mine, other);
    ++joined.closed[segment];
  };
  for (unsigned sides = cell.present & face.shareable; sides != 0; sides &= sides - 1) {
    const auto side = static_cast<std::size_t>(std::countr_zero(sides));
    const std::uint8_t first = face.slots[side][1];
    const std::uint8_t second = face.slots[side][2];
    const SegmentId beyond = cell.behind[side][0];  // the neighbour's other city
    if (beyond != kNone) meet(first, s.segments[beyond].feature);
    if (second == kNoSegment) continue;
    if (cell.behind[side][1] != kNone)
      meet(second, joined.feature[first]);
    else
      ++joined.closed[second];  // an abbey ends each of the two by itself
  }
}

// ABBEY-6, Y-95: what leads to a side that meets anything ends there; of a shared side each city by
// itself, the second of which stands in the first half as the cell sees it.
[[gnu::noinline]] void end_neighbours(GameState& s, const OpenCell& cell, unsigned ends) {
  auto end = [&](SegmentId behind) {
    if (behind == kNone) return;
    const FeatureId f = s.segments[behind].feature;
    Feature& feature = s.features[f];
    const bool completable = feature.kind == SegmentKind::road || feature.kind == SegmentKind::city;
    if (!completable && feature.kind != SegmentKind::river) return;  // a field just stops
    if (--feature.open == 0 && completable) note_completed(s, f);
  };
  for (unsigned sides = cell.present & ends; sides != 0; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    end(cell.behind[side][1]);
    end(cell.behind[side][0]);
  }
}

// A feature as two words, so that adding a segment is a few additions: occupants, segments, head;
// and open, pennants, kind, siblings, marks.
struct FeatureWords {
  std::uint64_t low, high;
};
static_assert(std::endian::native == std::endian::little && sizeof(Feature) == 16);
constexpr std::uint64_t kOneSegment = std::uint64_t{1} << 32;
constexpr int kHeadAt = 48, kPennantsAt = 16, kKindAt = 32;
static_assert(offsetof(Feature, kind) == 12 && offsetof(Feature, marks) == 14);
static_assert(offsetof(FaceSegment, kind) == 0 && offsetof(FaceSegment, marks) == 2);

// Joins a segment to its feature or founds one. Which of the two cannot be foreseen, so both are
// done by the same instructions: `keep` is all ones for a feature that exists and zero for a new
// one.
inline void add_segment(GameState& s, SegmentId id, TileIndex tile, const FaceSegment& seg,
                        FeatureId joined, unsigned closed) {
  const bool fresh = joined == kNone;
  const std::uint64_t keep = static_cast<std::uint64_t>(fresh) - 1u;
  const auto f = static_cast<FeatureId>((joined & keep) | (s.core->features & ~keep));
  s.core->features = static_cast<std::uint16_t>(s.core->features + fresh);
  FeatureWords words;
  std::memcpy(&words, s.features.data() + f, sizeof words);
  words.low = ((words.low & keep) | ((std::uint64_t{id} << kHeadAt) & ~keep)) + kOneSegment;
  words.high &= keep;
  const auto open = static_cast<std::uint16_t>(words.high + seg.open_ends - closed);
  words.high =
      ((words.high & ~std::uint64_t{0xFFFF}) | open) + (std::uint64_t{seg.pennants} << kPennantsAt);
  std::uint32_t kind_sibling_marks;
  std::memcpy(&kind_sibling_marks, &seg, sizeof kind_sibling_marks);
  words.high |= std::uint64_t{kind_sibling_marks} << kKindAt;
  std::memcpy(s.features.data() + f, &words, sizeof words);
  Segment* const segments = s.segments.data();
  const auto head = static_cast<SegmentId>(words.low >> kHeadAt);
  segments[id] = {f, id, tile};
  std::swap(segments[id].next, segments[head].next);
}

// Tells the empty cells beside a tile what they must show now.
void open_neighbours(GameState& s, Pos at, unsigned present, const Face& face, SegmentId first) {
  OpenCell* const cells = s.cells.data();
  EdgeWord* const masks = s.cell_masks.data();
  const std::uint64_t firsts = first * 0x0001'0001'0001ull;
  for (unsigned sides = ~present & 0xF; sides != 0; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    const int facing = (side + 2) & 3;
    const CellIndex c = find_or_open_cell(s, neighbour(at, static_cast<Side>(side)));
    const Outward& out = face.outward[side];
    const std::uint64_t behind = out.segments + (firsts & out.added);
    std::memcpy(cells[c].behind[facing], &behind, sizeof cells[c].behind[facing]);
    cells[c].present |= static_cast<std::uint8_t>(1u << facing);
    masks[c] = static_cast<EdgeWord>((masks[c] & ~out.lane) | out.edge);
  }
}

// MONASTERY-1: complete when all eight cells around hold tiles.
void surround_cloisters(GameState& s, Pos at) {
  CoreState& g = *s.core;
  for (int i = near_cloister(s, at, 0); i < g.cloisters; i = near_cloister(s, at, i)) {
    const Cloister cloister = s.cloisters[i];
    if (!surrounds(cloister.at, at) || --s.features[cloister.feature].open != 0) {
      ++i;
      continue;
    }
    note_completed(s, cloister.feature);
    s.cloisters[i] = s.cloisters[--g.cloisters];
  }
}

void found_cloisters(GameState& s, Pos at, const Face& face, SegmentId first) {
  for (unsigned bits = face.cloisters; bits != 0; bits &= bits - 1) {
    const FeatureId f = s.segments[first + std::countr_zero(bits)].feature;
    const int missing = 8 - tiles_around(s, at);
    s.features[f].open = static_cast<std::uint16_t>(missing);
    if (missing == 0)
      note_completed(s, f);
    else
      s.cloisters[s.core->cloisters++] = {at, f, 0};
  }
}

}  // namespace

std::uint32_t search_entry(const GameState& s, Pos at) {
  for (std::uint32_t i = 0; i < s.core->tiles; ++i)
    if (s.tiles[i].at == at) return 1 + i;
  for (std::uint32_t i = 0; i < s.core->cells; ++i)
    if (s.cells[i].at == at) return 1 + s.layout().max_tiles + i;
  return 0;
}

CellIndex open_cell(GameState& s, Pos at) { return find_or_open_cell(s, at); }

int next_cloister_near(const GameState& s, Pos at, int i) { return near_cloister(s, at, i); }

int tiles_around(const GameState& s, Pos at) {
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const Pos p{static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)};
      if (find_tile(s, p) != kNotThere) ++count;
    }
  return count;
}

FeatureId merge_features(GameState& s, FeatureId a, FeatureId b) {
  if (a == b) return a;
  if (s.features[a].segments < s.features[b].segments) std::swap(a, b);
  Feature& kept = s.features[a];
  Feature& gone = s.features[b];
  // The smaller ring is relabelled, so that finding a segment's feature is one look-up.
  SegmentId segment = gone.head;
  do {
    s.segments[segment].feature = a;
    segment = s.segments[segment].next;
  } while (segment != gone.head);
  std::swap(s.segments[kept.head].next, s.segments[gone.head].next);
  kept.occupants += gone.occupants;
  kept.segments = static_cast<std::uint16_t>(kept.segments + gone.segments);
  kept.open = static_cast<std::uint16_t>(kept.open + gone.open);
  kept.pennants = static_cast<std::uint16_t>(kept.pennants + gone.pennants);
  kept.siblings |= gone.siblings;
  kept.marks |= gone.marks;
  gone.segments = 0;
  gone.occupants = 0;
  return a;
}

SegmentId found_segment(GameState& s, TileIndex tile, const FaceSegment& segment) {
  const SegmentId id = s.core->segments++;
  add_segment(s, id, tile, segment, kNone, 0);
  return id;
}

TileIndex lay_tile(GameState& s, CellIndex c, TileType type, Rotation rotation, const Face& face) {
  CoreState& g = *s.core;
  const OpenCell cell = s.cells[c];
  const TileIndex tile = g.tiles++;
  const SegmentId first = g.segments;
  g.segments = static_cast<std::uint16_t>(first + face.segment_count);
  s.tiles[tile] = {cell.at, type, first, rotation, 0, 0, 0, kNone};
  s.tiles[tile].segment_count = face.segment_count & 15u;
  Joined joined;
  find_joined(s, cell, face, joined);
  if (face.shareable != 0) [[unlikely]]
    join_shared_sides(s, cell, face, joined);
  for (int i = 0; i < face.segment_count; ++i)
    add_segment(s, static_cast<SegmentId>(first + i), tile, face.segments[i], joined.feature[i],
                joined.closed[i]);
  close_cell(s, c, tile);
  open_neighbours(s, cell.at, cell.present, face, first);
  for (unsigned bits = face.completable; bits != 0; bits &= bits - 1) {
    const FeatureId f = s.segments[first + std::countr_zero(bits)].feature;
    if (s.features[f].open == 0) note_completed(s, f);
  }
  if (face.ends != 0) [[unlikely]]
    end_neighbours(s, cell, face.ends);
  surround_cloisters(s, cell.at);
  found_cloisters(s, cell.at, face, first);
  return tile;
}

namespace {

// Which of 64 cells admit the edge word.
inline std::uint64_t fits_in_64(const EdgeWord* masks, EdgeWord edges) {
#if defined(__AVX2__)
  const __m256i want = _mm256_set1_epi16(static_cast<short>(edges));
  std::uint64_t bits = 0;
  for (int half = 0; half < 2; ++half) {
    const auto* at = reinterpret_cast<const __m256i*>(masks + 32 * half);
    const __m256i low = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_loadu_si256(at), want), want);
    const __m256i high =
        _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_loadu_si256(at + 1), want), want);
    // packs works within 128-bit lanes; the permutation puts the cells back in order.
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xD8);
    bits |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(packed)))
            << (32 * half);
  }
  return bits;
#elif defined(__wasm_simd128__)
  const v128_t want = wasm_i16x8_splat(static_cast<short>(edges));
  const auto admit = [&](int first) {
    return wasm_i16x8_eq(wasm_v128_and(wasm_v128_load(masks + first), want), want);
  };
  std::uint64_t bits = 0;
  for (int quarter = 0; quarter < 4; ++quarter) {
    const v128_t packed = wasm_i8x16_narrow_i16x8(admit(16 * quarter), admit(16 * quarter + 8));
    bits |= static_cast<std::uint64_t>(wasm_i8x16_bitmask(packed)) << (16 * quarter);
  }
  return bits;
#else
  std::uint64_t bits = 0;
  for (int i = 0; i < 64; ++i) bits |= static_cast<std::uint64_t>((masks[i] & edges) == edges) << i;
  return bits;
#endif
}

inline std::uint64_t valid_in_word(int cells, int word) {
  const int left = cells - 64 * word;
  return left >= 64 ? ~0ull : (1ull << left) - 1;
}

}  // namespace

void find_fits(const GameState& s, EdgeWord edges, std::uint64_t* bits) {
  const int words = fit_words(s);
  for (int w = 0; w < words; ++w)
    bits[w] = fits_in_64(s.cell_masks.data() + 64 * w, edges) & valid_in_word(s.core->cells, w);
}

void find_admitted(const GameState& s, int word, AdmittedEdges& admitted) {
  const EdgeWord* masks = s.cell_masks.data() + 64 * word;
  admitted.cells = valid_in_word(s.core->cells, word);
#if defined(__AVX2__)
  // Bytes of 64 cells, first the low ones of all masks and then the high ones: each bit of them
  // comes to the top in turn, where it is collected.
  const auto load = [&](int i) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(masks + 16 * i));
  };
  const __m256i low = _mm256_set1_epi16(0xFF);
  for (int half = 0; half < 2; ++half) {
    const __m256i a = load(2 * half), b = load(2 * half + 1);
    const auto in_order = [](__m256i x, __m256i y) {
      return _mm256_permute4x64_epi64(_mm256_packus_epi16(x, y), 0xD8);
    };
    __m256i bytes[2] = {in_order(_mm256_and_si256(a, low), _mm256_and_si256(b, low)),
                        in_order(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8))};
    for (int bit = kEdgeBits - 1; bit >= 0; --bit) {
      __m256i& of = bytes[bit / 8];
      const auto row = static_cast<std::uint32_t>(_mm256_movemask_epi8(of));
      of = _mm256_add_epi8(of, of);
      if (half == 0)
        admitted.rows[bit] = row;
      else
        admitted.rows[bit] |= std::uint64_t{row} << 32;
    }
  }
#else
  for (int bit = 0; bit < kEdgeBits; ++bit)
    admitted.rows[bit] = fits_in_64(masks, static_cast<EdgeWord>(1u << bit));
#endif
}

bool fits_anywhere(const GameState& s, EdgeWord edges) {
  const int words = fit_words(s);
  for (int w = 0; w < words; ++w)
    if ((fits_in_64(s.cell_masks.data() + 64 * w, edges) & valid_in_word(s.core->cells, w)) != 0)
      return true;
  return false;
}

// ROAD-5, CITY-4: a tile counts once, however many of its segments belong to the feature.
int distinct_tiles(const GameState& s, FeatureId f) {
  const Feature& feature = s.features[f];
  int count = feature.segments;
  const bool tracked = feature.kind == SegmentKind::road || feature.kind == SegmentKind::city;
  if (tracked && feature.siblings == 0) return count;
  for (SegmentId id : segments_of(s, f)) {
    // An earlier segment of the same tile in the same feature makes this one a repetition.
    const PlacedTile& tile = tile_of(s, id);
    for (int local = tile.local(id) - 1; local >= 0; --local)
      if (s.segments[tile.segment(local)].feature == f) {
        --count;
        break;
      }
  }
  return count;
}

}  // namespace bastide
