#include "engine/rules/rules.h"

#include "engine/board/own_pieces.h"

namespace bastide {

void bring_piece(Rules& rules, PieceKind kind, int each, const PieceTraits& traits) {
  const auto index = static_cast<std::size_t>(kind);
  rules.supply[index] = static_cast<std::uint8_t>(each);
  rules.piece_in_play[index] = true;
  PieceTraits& mine = rules.traits[index];
  mine = traits;
  mine.stands_on = traits.suits;
  if (traits.person && !rules.options.fields)  // D-6
    mine.stands_on &= static_cast<std::uint16_t>(~kind_bit(SegmentKind::field));
}

void settle_rules(Rules& rules) {
  BASTIDE_ENSURE(rules.placement_filters.size() <= kMaxPlacementFilters);
  BASTIDE_ENSURE(rules.meeple_options.size() <= kMaxMeepleOptions);
  rules.plain_majorities = rules.tie_breaks.empty();
  rules.person_kinds = rules.guard_kinds = 0;
  for_each<PieceKind>([&](PieceKind kind) {
    const PieceTraits& traits = rules.traits[kind];
    if (!traits.person) return;
    rules.person_kinds |= piece_bit(kind);
    if (traits.guard) rules.guard_kinds |= piece_bit(kind);
    if (traits.strength != 1 || traits.strength_on != nullptr) rules.plain_majorities = false;
  });
}

void settle_places(Rules& rules) {
  rules.special_places.clear();
  for (const Face& face : rules.faces)
    for (const PieceKind piece : rules.special_pieces) {
      unsigned places = 0;
      for (int i = 0; i < face.segment_count; ++i)
        if ((rules.traits[piece].stands_on & kind_bit(face.segments[i].kind)) != 0)
          places |= 1u << i;
      rules.special_places.push_back(static_cast<std::uint16_t>(places));
    }
}

std::string_view lodging_name(const Rules& rules, const PlacedPiece& piece) {
  for (const Lodging& lodging : rules.lodgings)
    if (is_kept(piece, lodging.keeper, lodging.standing)) return lodging.name;
  return {};
}

}  // namespace bastide
