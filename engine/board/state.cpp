#include "engine/board/state.h"

#include <algorithm>
#include <cstring>
#include <new>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace bastide {
namespace {

constexpr std::uint32_t aligned(std::uint32_t at, std::uint32_t to) {
  return (at + to - 1) & ~(to - 1);
}

// Parts that grow begin and end where a run of bytes does, so that they can be copied in whole
// runs.
constexpr std::uint32_t kRun = 128;
constexpr std::align_val_t kBlockAlignment{64};

void copy_runs(void* to, const void* from, std::size_t bytes) {
#if defined(__AVX2__)
  auto* out = static_cast<__m256i*>(to);
  const auto* in = static_cast<const __m256i*>(from);
  for (const auto* const end = static_cast<const char*>(from) + bytes;
       reinterpret_cast<const char*>(in) < end; in += 4, out += 4) {
    const __m256i a = _mm256_load_si256(in), b = _mm256_load_si256(in + 1);
    const __m256i c = _mm256_load_si256(in + 2), d = _mm256_load_si256(in + 3);
    _mm256_store_si256(out, a);
    _mm256_store_si256(out + 1, b);
    _mm256_store_si256(out + 2, c);
    _mm256_store_si256(out + 3, d);
  }
#else
  std::memcpy(to, from, bytes);
#endif
}

}  // namespace

void Layout::arrange() {
  lattice_x = (1u << lattice_bits) - 1;
  lattice_y = lattice_x << lattice_bits;
  lattice_shift = 16u - lattice_bits;
  std::uint32_t at = 0;
  auto take = [&at](std::uint32_t bytes) {
    const std::uint32_t here = at;
    at = aligned(at + bytes, 8);
    return here;
  };
  auto take_runs = [&](std::uint32_t bytes) {
    at = aligned(at, kRun);
    return take(aligned(bytes, kRun));
  };
  // What is small, or of fixed size, is copied as a whole.
  take(sizeof(CoreState));
  modules_at = take(module_bytes);
  stock_at = take(tile_types * sizeof(std::uint16_t));
  aside_at = take(has_aside ? tile_types * sizeof(std::uint16_t) : 0);
  lattice_at = take((lattice_wide ? 2u : 1u) << (2 * lattice_bits));
  pieces_at = take(max_pieces * sizeof(PlacedPiece));
  cloisters_at = take((max_cloisters + 3u) * sizeof(Cloister));  // compared four at a time
  tiles_at = take_runs(max_tiles * sizeof(PlacedTile));
  segments_at = take_runs((max_segments + kSegmentsAtOnce - 1u) * sizeof(Segment));
  features_at = take_runs(max_segments * sizeof(Feature));
  // Scans read whole vectors of masks, past the last cell in use.
  cell_masks_at = take_runs((max_cells + 64u) * sizeof(EdgeWord));
  cells_at = take_runs((max_cells + 1u) * sizeof(OpenCell));  // and the spare one
  total = at;
}

GameState::Block::Block(std::size_t bytes)
    : words(new(kBlockAlignment) std::uint64_t[bytes / 8]()) {}
void GameState::Block::free() { operator delete[](words, kBlockAlignment); }
GameState::Block& GameState::Block::operator=(Block&& o) noexcept {
  if (this != &o) {
    free();
    words = o.words;
    o.words = nullptr;
  }
  return *this;
}
GameState::Block::~Block() { free(); }

GameState::GameState(const Layout& layout) : layout_(&layout), block_(layout.total) {
  point();
  blank_cells();
}

GameState::GameState(const GameState& other) : layout_(other.layout_), block_(layout_->total) {
  point();
  blank_cells();
  copy_used(other);
}

GameState& GameState::operator=(const GameState& other) {
  if (this == &other) return *this;
  if (layout_ != other.layout_) {
    layout_ = other.layout_;
    block_ = Block(layout_->total);
    point();
    blank_cells();
  }
  copy_used(other);
  return *this;
}

void GameState::point() {
  auto* base = reinterpret_cast<std::byte*>(block_.words);
  const auto set = [base]<class T>(StatePart<T>& part, std::uint32_t at) {
    part.at_ = reinterpret_cast<T*>(base + at);
  };
  set(core, 0);
  set(modules, layout_->modules_at);
  set(stock, layout_->stock_at);
  aside.at_ = nullptr;
  if (layout_->has_aside) set(aside, layout_->aside_at);
  set(lattice, layout_->lattice_at);
  set(pieces, layout_->pieces_at);
  set(cloisters, layout_->cloisters_at);
  set(tiles, layout_->tiles_at);
  set(segments, layout_->segments_at);
  set(features, layout_->features_at);
  set(cell_masks, layout_->cell_masks_at);
  set(cells, layout_->cells_at);
}

namespace {

// Calls f(pointer in a, pointer in b, bytes) for every part in use, until it says stop.
template <class State, class F>
bool for_used(const GameState& a, State& b, F f) {
  const CoreState& g = *a.core;
  const auto used = [&f](const auto& part, auto& other, std::size_t count) {
    return f(part.data(), other.data(), count * sizeof(*part));
  };
  // Core, modules, stock, tiles set aside and lattice are contiguous and of fixed size.
  return f(a.core.data(), b.core.data(), std::size_t{a.layout().pieces_at}) &&
         used(a.pieces, b.pieces, g.pieces) && used(a.cloisters, b.cloisters, g.cloisters) &&
         used(a.tiles, b.tiles, g.tiles) && used(a.segments, b.segments, g.segments) &&
         used(a.features, b.features, g.features) && used(a.cell_masks, b.cell_masks, g.cells) &&
         used(a.cells, b.cells, g.cells);
}

}  // namespace

void GameState::blank_cells() {
  std::fill_n(cells.data(), layout_->max_cells, OpenCell{});
  std::fill_n(cell_masks.data(), layout_->max_cells, kAdmitsAnything);
}

void GameState::copy_used(const GameState& other) {
  const CoreState& g = *other.core;
  // The blank ones behind the other's cells as well, over those that this state has had.
  const std::uint16_t all_cells = std::max(core->cells, g.cells);
  const auto copy = [](auto& part, const auto& from, std::size_t count) {
    copy_runs(part.data(), from.data(), count * sizeof(*part));
  };
  copy_runs(core.data(), other.core.data(), layout_->tiles_at + g.tiles * sizeof(PlacedTile));
  copy(segments, other.segments, g.segments);
  copy(features, other.features, g.features);
  copy(cell_masks, other.cell_masks, all_cells);
  copy(cells, other.cells, all_cells);
}

bool operator==(const GameState& a, const GameState& b) {
  if (!(a.layout() == b.layout())) return false;
  return for_used(a, b, [](const void* x, const void* y, std::size_t bytes) {
    return std::memcmp(x, y, bytes) == 0;
  });
}

std::size_t GameState::used_bytes() const {
  std::size_t sum = 0;
  for_used(*this, *this, [&sum](const void*, const void*, std::size_t bytes) {
    sum += bytes;
    return true;
  });
  return sum;
}

}  // namespace bastide
