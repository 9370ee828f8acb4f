#include "engine/board/board.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "engine/board/cell_masks.h"

namespace bastide {
namespace {

// Most are far away, and which one is near cannot be foreseen: four are looked at together.
inline int near_cloister(const GameState& s, Pos at, int i) {
  const int count = s.core->cloisters;
#if defined(__AVX2__)
  static_assert(sizeof(Cloister) == 8 && offsetof(Cloister, at) == 0);
  const __m256i here = _mm256_set1_epi64x(packed(at));
  for (; i < count; i += 4) {  // there is room for three more
    const auto* four = reinterpret_cast<const __m256i*>(s.cloisters.data() + i);
    const __m256i away = _mm256_abs_epi16(_mm256_sub_epi16(_mm256_loadu_si256(four), here));
    const __m256i far = _mm256_and_si256(_mm256_cmpgt_epi16(away, _mm256_set1_epi16(1)),
                                         _mm256_set1_epi64x(0xFFFFFFFF));
    const __m256i near = _mm256_cmpeq_epi64(far, _mm256_setzero_si256());
    const auto found = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(near))) &
                       ((1u << std::min(count - i, 4)) - 1);
    if (found != 0) return i + std::countr_zero(found);
  }
  return count;
#else
  while (i < count && s.cloisters[i].at != at && !surrounds(s.cloisters[i].at, at)) ++i;
  return i;
#endif
}

void lattice_set(GameState& s, std::uint32_t index, std::uint32_t entry) {
  if (!s.layout().lattice_wide) {
    s.lattice[index] = static_cast<std::uint8_t>(entry);
    return;
  }
  const auto wide = static_cast<std::uint16_t>(entry);
  std::memcpy(s.lattice.data() + 2 * index, &wide, 2);
}

// Finds the cell or makes it, by searching where the lattice does not tell.
CellIndex find_or_open_cell(GameState& s, Pos at) {
  const std::uint32_t tiles = s.layout().max_tiles;
  const std::uint32_t index = lattice_index(s, at);
  const std::uint32_t found = find_entry(s, at);
  if (found != 0) return static_cast<CellIndex>(found - 1 - tiles);
  const CellIndex c = s.core->cells++;
  s.cells[c].at = at;
  s.cells[c].lattice = static_cast<std::uint16_t>(index);
  if (lattice_get(s, index) == 0)
    lattice_set(s, index, 1 + tiles + c);
  else
    s.core->lattice_overflow = 1;
  return c;
}

// Choices without a jump: all ones or nothing, and by that one of two numbers.
constexpr std::uint32_t mask_if(bool condition) { return 0u - std::uint32_t{condition}; }
template <class Word>
constexpr Word chosen(Word mask, std::type_identity_t<Word> a, std::type_identity_t<Word> b) {
  return b ^ ((a ^ b) & mask);
}

// The places beside a new tile, by side.
struct Neighbours {
  std::array<Pos, kSides> at;
  std::array<std::uint32_t, kSides> lattice;  // index there
  std::array<std::uint64_t, kSides> marks;    // of the cell there (mark_cell)
  std::array<std::uint32_t, kSides> cell;     // open, or opened now; the spare one under a tile
  std::array<std::uint32_t, kSides> entry;    // what is to stand in the lattice
  std::uint32_t cells;                        // how many are open then
  bool hidden;  // the lattice does not tell all: an entry is another place's, or cells are missing
};

// The last word of a cell: sides with a tile, index in the lattice, place. A blank one has no bit,
// so that one which opens gets them in the same way as one that has them already.
constexpr int kLatticeAt = 16, kPlaceAt = 32;
static_assert(std::endian::native == std::endian::little &&
              offsetof(OpenCell, lattice) == offsetof(OpenCell, present) + kLatticeAt / 8 &&
              offsetof(OpenCell, at) == offsetof(OpenCell, present) + kPlaceAt / 8);
constexpr std::uint32_t facing_bit(unsigned side) { return 1u << ((side + 2) & 3); }

inline void mark_cell(OpenCell& cell, std::uint64_t marks) {
  std::byte* const last = reinterpret_cast<std::byte*>(&cell) + offsetof(OpenCell, present);
  std::uint64_t word;
  std::memcpy(&word, last, sizeof word);
  word |= marks;
  std::memcpy(last, &word, sizeof word);
}

// Whether a side has a tile, an open cell or nothing beyond it cannot be foreseen: all sides go
// through the same instructions, at once where the processor can.
#if defined(__AVX2__)
template <class Entry>
inline Neighbours find_neighbours(const GameState& s, Pos at, unsigned present) {
  const Layout& layout = s.layout();
  const auto* const lattice = reinterpret_cast<const Entry*>(s.lattice.data());
  const auto all = [](std::uint32_t number) { return _mm_set1_epi32(static_cast<int>(number)); };
  const auto keep = [](auto& out, __m128i lanes) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out.data()), lanes);
  };
  Neighbours out;
  const __m128i steps = _mm_set_epi32(0x0000FFFF, static_cast<int>(0xFFFF0000u), 1, 0x00010000);
  const __m128i there = _mm_add_epi16(all(packed(at)), steps);
  const __m128i y = _mm_srl_epi32(there, _mm_cvtsi32_si128(static_cast<int>(layout.lattice_shift)));
  const __m128i index = _mm_or_si128(_mm_and_si128(there, all(layout.lattice_x)),
                                     _mm_and_si128(y, all(layout.lattice_y)));
  keep(out.at, there);
  keep(out.lattice, index);
  const __m128i facing = _mm_set_epi32(facing_bit(3), facing_bit(2), facing_bit(1), facing_bit(0));
  const __m128i marks = _mm_or_si128(_mm_slli_epi32(index, kLatticeAt), facing);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&out.marks[0]), _mm_unpacklo_epi32(marks, there));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&out.marks[2]), _mm_unpackhi_epi32(marks, there));
  const __m128i entry =
      _mm_set_epi32(lattice[_mm_extract_epi32(index, 3)], lattice[_mm_extract_epi32(index, 2)],
                    lattice[_mm_extract_epi32(index, 1)], lattice[_mm_cvtsi128_si32(index)]);
  const __m128i sides = _mm_set_epi32(8, 4, 2, 1);
  const __m128i absent = _mm_cmpeq_epi32(_mm_and_si128(all(present), sides), _mm_setzero_si128());
  const __m128i nothing = _mm_cmpeq_epi32(entry, _mm_setzero_si128());
  const __m128i fresh = _mm_and_si128(absent, nothing);
  const __m128i is_cell = _mm_cmpgt_epi32(entry, all(layout.max_tiles));
  // The n-th of those that open now gets the n-th number after the last: sums of minus ones.
  const __m128i pairs = _mm_add_epi32(fresh, _mm_slli_si128(fresh, 4));
  const __m128i sums = _mm_add_epi32(pairs, _mm_slli_si128(pairs, 8));
  const __m128i next = _mm_sub_epi32(all(s.core->cells), _mm_slli_si128(sums, 4));
  const __m128i first_cell = all(1u + layout.max_tiles);
  const __m128i c = _mm_blendv_epi8(next, _mm_sub_epi32(entry, first_cell), is_cell);
  const __m128i cell = _mm_blendv_epi8(all(layout.max_cells), c, absent);
  keep(out.cell, cell);
  keep(out.entry, _mm_blendv_epi8(entry, _mm_add_epi32(c, first_cell), absent));
  const OpenCell* const cells = s.cells.data();
  const __m128i known = _mm_set_epi32(static_cast<int>(packed(cells[out.cell[3]].at)),
                                      static_cast<int>(packed(cells[out.cell[2]].at)),
                                      static_cast<int>(packed(cells[out.cell[1]].at)),
                                      static_cast<int>(packed(cells[out.cell[0]].at)));
  // What is neither nothing nor a cell is the tile of another place, and read as a blank cell:
  // right by chance at (0,0) alone. A tile that shares the entry of (0,0) has met the one there
  // already, and the lattice has overflown.
  const __m128i right = _mm_or_si128(nothing, _mm_cmpeq_epi32(known, there));
  out.cells = s.core->cells - static_cast<std::uint32_t>(_mm_extract_epi32(sums, 3));
  out.hidden = s.core->lattice_overflow != 0 || _mm_testc_si128(right, absent) == 0;
  return out;
}
#else
template <class Entry>
inline Neighbours find_neighbours(const GameState& s, Pos at, unsigned present) {
  const Layout& layout = s.layout();
  const auto* const lattice = reinterpret_cast<const Entry*>(s.lattice.data());
  const OpenCell* const cells = s.cells.data();
  const std::uint32_t first_cell = 1u + layout.max_tiles;  // among entries
  Neighbours out;
  std::uint32_t next = s.core->cells;
  std::uint32_t hidden = s.core->lattice_overflow;
  for (unsigned side = 0; side < kSides; ++side) {
    const Pos there = neighbour(at, static_cast<Side>(side));
    const std::uint32_t index = lattice_index(layout, there);
    const std::uint32_t entry = lattice[index];
    const std::uint32_t absent = mask_if(((present >> side) & 1u) == 0);
    const std::uint32_t is_cell = mask_if(entry >= first_cell);
    const std::uint32_t c = chosen(is_cell, entry - first_cell, next);
    const std::uint32_t another = packed(cells[c].at) ^ packed(there);
    hidden |= absent & ((another & is_cell) | (entry & ~is_cell));
    next -= absent & mask_if(entry == 0);
    out.at[side] = there;
    out.lattice[side] = index;
    out.marks[side] = facing_bit(side) | std::uint64_t{index} << kLatticeAt |
                      std::uint64_t{packed(there)} << kPlaceAt;
    out.cell[side] = chosen(absent, c, layout.max_cells);
    out.entry[side] = chosen(absent, first_cell + c, entry);
  }
  out.cells = next;
  out.hidden = hidden != 0;
  return out;
}
#endif

// The same with searching.
[[gnu::noinline]] void open_hidden(GameState& s, unsigned present, Neighbours& beside) {
  for (unsigned side = 0; side < kSides; ++side) {
    if ((present >> side & 1) != 0) continue;
    beside.cell[side] = find_or_open_cell(s, beside.at[side]);
    beside.entry[side] = lattice_get(s, beside.lattice[side]);
  }
  beside.cells = s.core->cells;
}

// The cell becomes a tile; the last open cell moves into its place and leaves a blank one.
template <class Entry>
inline void close_cell(GameState& s, CellIndex c, TileIndex tile) {
  const std::uint32_t tiles = s.layout().max_tiles;
  auto* const lattice = reinterpret_cast<Entry*>(s.lattice.data());
  OpenCell* const cells = s.cells.data();
  EdgeWord* const masks = s.cell_masks.data();
  const std::uint32_t here = cells[c].lattice;
  if (lattice[here] == 1 + tiles + c) lattice[here] = static_cast<Entry>(1u + tile);
  const CellIndex last = --s.core->cells;
  const std::uint32_t there = cells[last].lattice;
  if (lattice[there] == 1 + tiles + last) lattice[there] = static_cast<Entry>(1 + tiles + c);
  cells[c] = cells[last];
  masks[c] = masks[last];
  cells[last] = OpenCell{};
  masks[last] = kAdmitsAnything;
}

void note_completed(GameState& s, FeatureId f) {
  CoreState& g = *s.core;
  for (int i = 0; i < g.completed_count; ++i)
    if (g.completed[i] == f) return;
  if (g.completed_count < kMaxCompleted) g.completed[g.completed_count++] = f;
}

// Those of a tile's segments that have no open end.
[[gnu::noinline]] void note_all_completed(GameState& s, SegmentId first, unsigned completable) {
  for (unsigned bits = completable; bits != 0; bits &= bits - 1) {
    const FeatureId f = s.segments[first + std::countr_zero(bits)].feature;
    if (s.features[f].open == 0) note_completed(s, f);
  }
}

// The features that the new tile's segments join, found side by side.
struct Joined {
  FeatureId feature[kMaxSegments];
  std::uint64_t closed = 0;  // open ends taken off, the neighbour's included (closed_ends)
};

// Two features that the new tile has met become one.
[[gnu::noinline]] void unite(GameState& s, const Face& face, Joined& joined, FeatureId a,
                             FeatureId b) {
  const FeatureId kept = merge_features(s, a, b);
  const FeatureId gone = kept == a ? b : a;
  for (int k = 0; k < face.segment_count; ++k)
    if (joined.feature[k] == gone) joined.feature[k] = kept;
}

// A segment of the new tile meets the one behind a slot of the cell.
inline void meet(GameState& s, const Face& face, Join join, const SegmentId* slots,
                 Joined& joined) {
  const SegmentId behind = slots[join.slot];
  if (behind == kNone) [[unlikely]] {  // an abbey: it ends whatever meets it, and has no end there
    if (face.segments[join.segment].open_ends != 0) joined.closed -= one_end_of(join.segment);
    return;
  }
  const FeatureId other = s.segments[behind].feature;
  const FeatureId mine = joined.feature[join.segment];
  joined.feature[join.segment] =
      static_cast<FeatureId>(chosen(mask_if(mine == kNone), other, mine));
  if (unsigned{mine != kNone} & unsigned{mine != other}) unite(s, face, joined, mine, other);
}

inline void find_joined(GameState& s, const OpenCell& cell, const Face& face, Joined& joined) {
  std::memset(joined.feature, 0xFF, sizeof joined.feature);  // kNone
  for (unsigned sides = cell.present & face.joining; sides != 0; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    const auto& joins = face.joins[side];
    joined.closed += face.closes[side];
    meet(s, face, joins[0], cell.behind[side], joined);
    for (int j = 1; j < face.join_count[side]; ++j)
      meet(s, face, joins[j], cell.behind[side], joined);
  }
}

// HS-5: a city that lies against a side which two cities share joins both; two such sides join
// four. The cities of the middle slots have met already, the other ones stand in the second halves.
[[gnu::noinline]] void join_shared_sides(GameState& s, const OpenCell& cell, const Face& face,
                                         Joined& joined) {
  auto meet = [&](std::uint8_t segment, FeatureId other) {
    const FeatureId mine = std::exchange(joined.feature[segment], other);
    if (mine != kNone && mine != other) unite(s, face, joined, mine, other);
    joined.closed += one_end_of(segment);
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
      joined.closed += one_end_of(second);  // an abbey ends each of the two by itself
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
// and open, pennants, kind, siblings, marks. The latter begin a FaceSegment, too.
struct FeatureWords {
  std::uint64_t low, high;
};
static_assert(std::endian::native == std::endian::little && sizeof(Feature) == 16);
constexpr std::uint64_t kOneSegment = std::uint64_t{1} << 32;
constexpr int kHeadAt = 48;
// Of the high word the lower half is added, the other united.
static_assert(offsetof(Feature, open) == 8 && offsetof(Feature, kind) == 12 &&
              offsetof(Feature, marks) == 14);
static_assert(offsetof(FaceSegment, open_ends) == 0 && offsetof(FaceSegment, kind) == 4 &&
              offsetof(FaceSegment, marks) == 6);

// Joins segments to their features or founds some. Which of the two cannot be foreseen, so both are
// done by the same instructions.
class SegmentAdder {
 public:
  SegmentAdder(GameState& s, TileIndex tile, SegmentId first)
      : features_(s.features.data()),
        segments_(s.segments.data()),
        next_(segments_ + first),
        id_(first),
        feature_count_(s.core->features),
        tile_(tile) {}

  // The next segment of the tile; returns whether its feature has no open end then.
  [[gnu::always_inline]] bool add(const FaceSegment& seg, std::uint64_t joined,
                                  std::uint64_t closed) {
    const std::uint64_t fresh = joined == kNone;
    const std::uint64_t founded = 0 - fresh;
    Feature* const feature = features_ + chosen(founded, feature_count_, joined);
    feature_count_ += fresh;
    std::uint64_t printed;
    std::memcpy(&printed, &seg, sizeof printed);
    FeatureWords words;
    std::memcpy(&words, feature, sizeof words);
    words.low = chosen(founded, id_ << kHeadAt, words.low) + kOneSegment;
    words.high = ((words.high & ~founded) + static_cast<std::uint32_t>(printed) - closed) |
                 (printed >> 32 << 32);
    std::memcpy(feature, &words, sizeof words);
    Segment& head = segments_[words.low >> kHeadAt];
    const auto id = static_cast<SegmentId>(id_++);
    *next_ = {static_cast<FeatureId>(feature - features_), id, tile_};
    std::swap(next_++->next, head.next);
    return static_cast<std::uint16_t>(words.high) == 0;
  }

  std::uint16_t feature_count() const { return static_cast<std::uint16_t>(feature_count_); }

 private:
  Feature* const features_;
  Segment* const segments_;
  Segment* next_;
  std::uint64_t id_, feature_count_;
  const TileIndex tile_;
};

// Adds the segments of a face; returns whether some feature may be complete now.
[[gnu::noinline]] bool add_segments(GameState& s, TileIndex tile, SegmentId first, const Face& face,
                                    const Joined& joined) {
  SegmentAdder adder(s, tile, first);
  std::uint64_t closed = joined.closed;
  unsigned ended = 0;  // bit per segment
  const int count = face.segment_count;
  for (int i = 0; i < count; ++i, closed >>= kEndBits)
    ended |= unsigned{adder.add(face.segments[i], joined.feature[i], closed_ends(closed, 0))} << i;
  s.core->features = adder.feature_count();
  return (ended & face.completable) != 0;
}

// Adds a tile's first segment to the segments that its sides show, with saturation: kNone stays.
inline std::array<std::uint64_t, kSides> shown_segments(const Face& face, SegmentId first) {
  std::array<std::uint64_t, kSides> lanes;
  static_assert(sizeof face.outward == sizeof lanes);
#if defined(__AVX2__)
  const __m256i shown = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(face.outward.data()));
  const __m256i added = _mm256_set1_epi64x(static_cast<long long>(first * 0x0001'0001'0001ull));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes.data()), _mm256_adds_epu16(shown, added));
#else
  std::memcpy(lanes.data(), face.outward.data(), sizeof lanes);
  for (std::size_t side = 0; side < kSides; ++side)
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      if (face.outward[side].segments[slot] != kNone)
        lanes[side] += std::uint64_t{first} << (16 * slot);
#endif
  return lanes;
}

// Opens the cells beside a tile that are not open yet, and tells all of them what they must show.
template <class Entry>
inline void open_neighbours(GameState& s, Pos at, unsigned present, const Face& face,
                            SegmentId first) {
  Neighbours beside = find_neighbours<Entry>(s, at, present);
  if (beside.hidden) [[unlikely]]
    open_hidden(s, present, beside);
  const auto shown = shown_segments(face, first);
  auto* const lattice = reinterpret_cast<Entry*>(s.lattice.data());
  OpenCell* const cells = s.cells.data();
  EdgeWord* const masks = s.cell_masks.data();
  s.core->cells = static_cast<std::uint16_t>(beside.cells);
#pragma GCC unroll 4
  for (unsigned side = 0; side < kSides; ++side) {
    const unsigned facing = (side + 2) & 3;
    OpenCell& cell = cells[beside.cell[side]];
    lattice[beside.lattice[side]] = static_cast<Entry>(beside.entry[side]);
    std::memcpy(cell.behind[facing], &shown[side], sizeof cell.behind[facing]);
    mark_cell(cell, beside.marks[side]);
    masks[beside.cell[side]] &= face.outward[side].admits;
  }
}

template <class Entry>
inline void change_cells(GameState& s, CellIndex c, const OpenCell& cell, TileIndex tile,
                         const Face& face, SegmentId first) {
  close_cell<Entry>(s, c, tile);
  open_neighbours<Entry>(s, cell.at, cell.present, face, first);
}

// MONASTERY-1: complete when all eight cells around hold tiles. The i-th is the first one near.
[[gnu::noinline]] void surround_cloisters(GameState& s, Pos at, int i) {
  CoreState& g = *s.core;
  for (; i < g.cloisters; i = near_cloister(s, at, i)) {
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
      const Pos p{static_cast<std::int16_t>(at.x + dx), static_cast<std::int16_t>(at.y + dy)};
      count += has_tile(s, p);
    }
  return count - has_tile(s, at);
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
  SegmentAdder adder(s, tile, id);
  adder.add(segment, kNone, 0);
  s.core->features = adder.feature_count();
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
  // Cells first: the next thing that anybody asks is where a tile fits, and what was written long
  // ago is read quickest.
  if (s.layout().lattice_wide)
    change_cells<std::uint16_t>(s, c, cell, tile, face, first);
  else
    change_cells<std::uint8_t>(s, c, cell, tile, face, first);
  Joined joined;
  find_joined(s, cell, face, joined);
  if (face.shareable != 0) [[unlikely]]
    join_shared_sides(s, cell, face, joined);
  const bool closes_some = add_segments(s, tile, first, face, joined);
  if (closes_some) note_all_completed(s, first, face.completable);
  if (face.ends != 0) [[unlikely]]
    end_neighbours(s, cell, face.ends);
  if (const int near = near_cloister(s, cell.at, 0); near < g.cloisters)
    surround_cloisters(s, cell.at, near);
  found_cloisters(s, cell.at, face, first);
  return tile;
}

void find_fits(const GameState& s, EdgeWord edges, std::uint64_t* bits) {
  const int words = fit_words(s);
  for (int w = 0; w < words; ++w) bits[w] = CellMasks(s, w).that_admit(edges);
}

void find_admitted(const GameState& s, int word, AdmittedEdges& admitted) {
  const CellMasks of_64(s, word);
  admitted.cells = of_64.in_use();
#if defined(__AVX2__)
  const EdgeWord* masks = s.cell_masks.data() + 64 * word;
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
    admitted.rows[bit] = of_64.that_admit(static_cast<EdgeWord>(1u << bit));
#endif
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
