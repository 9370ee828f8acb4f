// Step 2 where there is more than meeples: other pieces on the new tile, and answers of modules.
#include <bit>

#include "engine/board/board.h"
#include "engine/core/bits.h"
#include "engine/core/rng.h"
#include "engine/turn/turn.h"

namespace bastide {
namespace {

// The new tile as pieces see it, a bit for each of its segments.
struct Ground {
  unsigned free = 0;  // whose feature anybody may claim (MEEPLE-7)
  unsigned own = 0;   // whose feature has a person of the active player
  unsigned bridge = 0;

  Ground(const GameState& s, const PlacedTile& tile) {
    for (int i = 0; i < tile.segment_count; ++i) look(s, tile.first_segment + i, 1u << i);
    if (tile.added_segment == kNone) return;
    bridge = 1u << tile.segment_count;
    look(s, tile.added_segment, bridge);
  }

 private:
  void look(const GameState& s, int segment, unsigned bit) {
    const Feature& feature = s.features[s.segments[segment].feature];
    // No jumps: who stands where cannot be foreseen.
    free |= (0u - static_cast<unsigned>(is_free(feature))) & bit;
    const bool has_own = number_of_seat(feature.occupants, s.core->active) != 0;
    own |= (0u - static_cast<unsigned>(has_own)) & bit;
  }
};

// Those of the segments where a module lets the piece go.
unsigned joined(const Rules& rules, const GameState& s, const PlacedTile& tile, MayJoin may_join,
                unsigned segments) {
  unsigned allowed = 0;
  for (unsigned left = segments; left != 0; left &= left - 1) {
    const FeatureId f = feature_of(s, tile.segment(std::countr_zero(left)));
    if (may_join(rules, s, s.core->active, f)) allowed |= left & (0u - left);
  }
  return allowed;
}

}  // namespace

// As may_stand has it.
void list_special_pieces(const Rules& rules, const GameState& s, Options& out) {
  const std::size_t count = rules.special_pieces.size();
  if (count == 0 || tile_is_barred(rules, s)) return;
  const PlacedTile& tile = s.tiles[s.core->placed];
  const Ground ground(s, tile);
  const auto& supply = s.core->players[s.core->active].supply;
  const std::uint16_t* places =
      rules.special_places.data() + count * (4u * tile.type + tile.rotation);
  for (std::size_t i = 0; i < count; ++i) {
    const PieceKind kind = rules.special_pieces[i];
    if (supply[kind] == 0) continue;
    const PieceTraits& traits = rules.traits[kind];
    unsigned segments = places[i];
    if ((traits.stands_on & kind_bit(SegmentKind::road)) != 0) segments |= ground.bridge;
    if (traits.asks_for_free()) segments &= ground.free;
    if (traits.beside_own) segments &= ground.own;
    if (traits.may_join != nullptr) segments = joined(rules, s, tile, traits.may_join, segments);
    out.add_bits(segments, [&](int segment) {
      return Action::meeple(kind, tile.at, static_cast<std::uint8_t>(segment));
    });
  }
}

// The sources of modules first: they are quicker to find one.
bool has_further_answer(const Rules& rules, const GameState& s) {
  Options any = Options::picking(0);
  for (const ListFn list : rules.meeple_options) {
    any.hand_over({});
    list(rules, s, any);
    if (any.enough()) return true;
  }
  list_special_pieces(rules, s, any);
  return any.enough();
}

// Every source of answers is counted, and only the one that is chosen from is listed.
Action sample_meeple(const Rules& rules, const GameState& s, std::uint32_t word) {
  const auto meeples = static_cast<std::uint32_t>(std::popcount(s.core->meeple_options));
  Options counting = Options::counting();
  list_special_pieces(rules, s, counting);
  const std::uint32_t special = counting.count();
  std::uint32_t counted[kMaxMeepleOptions];  // up to and with each source
  Options::Found found[kMaxMeepleOptions];
  std::size_t sources = 0;
  for (const ListFn list : rules.meeple_options) {
    counting.hand_over({});
    list(rules, s, counting);
    found[sources] = counting.found();
    counted[sources++] = counting.count();
  }
  const std::uint32_t count = meeples + counting.count() + 1;  // the last is to pass
  std::uint32_t n = scaled(word, count);
  if (n + 1 == count) return Action::pass();
  if (n < meeples) return nth_meeple(rules, s, n);
  n -= meeples;
  if (n < special) {
    Options picking = Options::picking(n);
    list_special_pieces(rules, s, picking);
    return picking.kept();
  }
  std::size_t source = 0;
  while (n >= counted[source]) ++source;
  Options picking = Options::picking(n - (source == 0 ? special : counted[source - 1]));
  picking.hand_over(found[source]);
  rules.meeple_options[source](rules, s, picking);
  return picking.kept();
}

}  // namespace bastide
