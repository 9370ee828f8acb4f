// Portals: a piece may go to any tile that lies.
#include <algorithm>
#include <bit>
#include <cstddef>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "engine/board/board.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/turn/turn.h"

namespace bastide::princess_dragon {
namespace {

// The persons in the active player's hand: others do not ride (PORTAL-3, X-20, X-21).
struct Riders {
  PieceKind kind[kPieceKinds];
  int count = 0;
  alignas(16) std::uint8_t suited[16] = {};  // how many of them stand on such features
  static_assert(kSegmentKinds <= 16);        // looked up by one instruction

  Riders(const Rules& rules, const GameState& s) {
    const PlayerState& player = s.core->players[s.core->active];
    auto add = [&](PieceKind piece) {
      const PieceTraits& traits = rules.traits[piece];
      if (!traits.person || player.supply[piece] == 0) return;
      kind[count++] = piece;
      for (unsigned kinds = traits.stands_on; kinds != 0; kinds &= kinds - 1)
        ++suited[std::countr_zero(kinds)];
    };
    add(PieceKind::meeple);
    for (PieceKind piece : rules.special_pieces) add(piece);
  }
  std::uint32_t suited_to(const Feature& feature) const {
    return suited[static_cast<std::size_t>(feature.kind)];
  }
};

// Some of 64 features, and how many places they have: segments, for each rider who suits.
struct Reached {
  int first;
  std::uint64_t features = 0;  // a bit each from the first
  std::uint32_t places = 0;

  bool has(FeatureId f) const {
    const int at = f - first;
    return at >= 0 && at < 64 && ((features >> at) & 1) != 0;
  }
};

bool has_portal(const Rules& rules, const GameState& s) {
  return placed_has(rules, s, Mark::portal);
}

// Q-CKC-39: not to tiles that no portal leads to, nor to the portal's own, whose places the core
// offers itself.
bool leads_to(const Rules& rules, const GameState& s, SegmentId id) {
  const TileIndex tile = s.segments[id].tile;
  return tile != s.core->placed && !rules.tiles[s.tiles[tile].type].has(Mark::inside);
}

// How many answers a feature has: segments that the portal leads to, for each rider who suits. They
// are walked only where some tile is closed to it (squares of a start board): else those of its own
// tile are taken off.
class Answers {
 public:
  Answers(const Rules& rules, const GameState& s, const Riders& riders)
      : rules_(rules), s_(s), riders_(riders), walks_(rules.start.size() > 1) {
    const PlacedTile& portal = s.tiles[s.core->placed];
    for (int i = 0; portal.has_segment(i); ++i) own_[count_++] = feature_of(s, portal.segment(i));
  }
  std::uint32_t on(FeatureId f) const {
    std::uint32_t places = s_.features[f].segments;
    if (walks_) {
      places = 0;
      for (const SegmentId id : segments_of(s_, f)) places += leads_to(rules_, s_, id) ? 1 : 0;
    } else {
      for (int i = 0; i < count_; ++i) places -= own_[i] == f ? 1 : 0;
    }
    return suited(f) * places;
  }
  // The same for a set of features.
  std::uint32_t on_all(const Reached& reached) const {
    if (!walks_) return reached.places - on_own_tile(reached);
    std::uint32_t sum = 0;
    for (std::uint64_t left = reached.features; left != 0; left &= left - 1)
      sum += on(static_cast<FeatureId>(reached.first + std::countr_zero(left)));
    return sum;
  }

 private:
  std::uint32_t suited(FeatureId f) const { return riders_.suited_to(s_.features[f]); }
  std::uint32_t on_own_tile(const Reached& reached) const {
    std::uint32_t places = 0;
    for (int i = 0; i < count_; ++i)
      if (reached.has(own_[i])) places += suited(own_[i]);
    return places;
  }

  const Rules& rules_;
  const GameState& s_;
  const Riders& riders_;
  bool walks_;
  int count_ = 0;
  FeatureId own_[kMaxSegments + 1];  // of the portal's tile
};

// PORTAL-5: the features among 64 that are free, and fields or unfinished. Hardly one in five is,
// so four are looked at together.
Reached open_among(const GameState& s, const Riders& riders, int first) {
  const Feature* const features = s.features.data() + first;
  const int count = std::min(s.core->features - first, 64);
  Reached open{.first = first};
  int i = 0;
#if defined(__AVX2__)
  static_assert(std::endian::native == std::endian::little && sizeof(Feature) == 16 &&
                offsetof(Feature, occupants) == 0 && offsetof(Feature, segments) == 4 &&
                offsetof(Feature, open) == 8 && offsetof(Feature, kind) == 12 &&
                offsetof(Feature, marks) == 14);
  const auto lane = [](std::uint64_t bits) {
    return _mm256_set1_epi64x(static_cast<std::int64_t>(bits));
  };
  const auto equal = [&lane](__m256i words, std::uint64_t mask, std::uint64_t bits) {
    return _mm256_cmpeq_epi64(_mm256_and_si256(words, lane(mask)), lane(bits));
  };
  const auto part = [&lane](__m256i words, std::uint64_t mask) {  // of the upper half
    return _mm256_and_si256(_mm256_srli_epi64(words, 32), lane(mask));
  };
  constexpr auto kFieldKind = static_cast<std::uint64_t>(SegmentKind::field) << 32;
  const __m256i suited =
      _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(riders.suited)));
  __m256i places = _mm256_setzero_si256();
  for (; i + 4 <= count; i += 4) {
    const auto* four = reinterpret_cast<const __m256i*>(features + i);
    const __m256i a = _mm256_loadu_si256(four), b = _mm256_loadu_si256(four + 1);
    const __m256i low = _mm256_unpacklo_epi64(a, b), high = _mm256_unpackhi_epi64(a, b);
    const __m256i free = _mm256_and_si256(equal(low, 0xFFFF'FFFFull, 0),
                                          equal(high, std::uint64_t{kClosingMarks} << 48, 0));
    const __m256i dead = equal(low, 0xFFFFull << 32, 0);
    const __m256i finished =
        _mm256_andnot_si256(equal(high, 0xFFull << 32, kFieldKind), equal(high, 0xFFFF, 0));
    const __m256i wanted = _mm256_andnot_si256(_mm256_or_si256(dead, finished), free);
    const __m256i in_order = _mm256_permute4x64_epi64(wanted, 0xD8);
    open.features |= static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(in_order)))
                     << i;
    const __m256i riding =
        _mm256_and_si256(_mm256_shuffle_epi8(suited, part(high, 0xFF)), lane(0xFF));
    const __m256i here = _mm256_mul_epu32(riding, part(low, 0xFFFF));
    places = _mm256_add_epi64(places, _mm256_and_si256(here, wanted));
  }
  const __m128i two =
      _mm_add_epi64(_mm256_castsi256_si128(places), _mm256_extracti128_si256(places, 1));
  open.places = static_cast<std::uint32_t>(_mm_extract_epi64(two, 0) + _mm_extract_epi64(two, 1));
#endif
  for (; i < count; ++i) {
    const Feature& feature = features[i];
    const bool wanted = is_free(feature) && feature.segments != 0 &&
                        (feature.open != 0 || feature.kind == SegmentKind::field);
    open.features |= static_cast<std::uint64_t>(wanted) << i;
    if (wanted) open.places += riders.suited_to(feature) * feature.segments;
  }
  return open;
}

// With those that this very tile has completed (Q-PD-10).
Reached reached_among(const Rules& rules, const GameState& s, const Riders& riders, int first) {
  Reached reached = open_among(s, riders, first);
  for (int i = 0; i < s.core->completed_count; ++i) {
    const FeatureId f = s.core->completed[i];
    const Feature& feature = s.features[f];
    const bool here = f >= first && f < first + 64;
    if (!here || reached.has(f) || !is_free(feature) || !portal_reaches(rules, s, f)) continue;
    reached.features |= 1ull << (f - first);
    reached.places += riders.suited_to(feature) * feature.segments;
  }
  return reached;
}

void list_places(const Rules& rules, const GameState& s, FeatureId f, PieceKind piece,
                 Options& out) {
  for (const SegmentId id : segments_of(s, f)) {
    if (!leads_to(rules, s, id)) continue;
    const PlacedTile& tile = tile_of(s, id);
    out.add(Action::meeple(piece, tile.at, tile.local(id)));
  }
}

// PORTAL-2, PORTAL-4: the same placement, on a tile that lies already. All persons ask for features
// that are free.
void list_far_places(const Rules& rules, const GameState& s, Options& out) {
  if (!has_portal(rules, s)) return;
  const Riders riders(rules, s);
  if (riders.count == 0) return;
  const Answers answers(rules, s, riders);
  for (int first = 0; first < s.core->features && !out.enough(); first += 64) {
    const Reached reached = reached_among(rules, s, riders, first);
    if (out.skip(answers.on_all(reached))) continue;
    for (std::uint64_t left = reached.features; left != 0 && !out.enough(); left &= left - 1) {
      const auto f = static_cast<FeatureId>(first + std::countr_zero(left));
      if (out.skip(answers.on(f))) continue;
      for (int i = 0; i < riders.count; ++i)
        if (may_stand(rules, s, riders.kind[i], f)) list_places(rules, s, f, riders.kind[i], out);
    }
  }
}

}  // namespace

bool is_just_completed(const Rules& rules, const GameState& s, FeatureId f) {
  if (!rules.options.portal_just_completed) return false;
  for (int i = 0; i < s.core->completed_count; ++i)
    if (s.core->completed[i] == f) return true;
  return false;
}

void install_portal(Rules& rules) {
  rules.meeple_options.push_back(list_far_places);
  rules.leads_everywhere.push_back(has_portal);
}

}  // namespace bastide::princess_dragon
