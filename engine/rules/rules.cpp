#include "engine/rules/rules.h"

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
  rules.plain_majorities = rules.tie_breaks.empty();
  for (const PieceTraits& traits : rules.traits)
    if (traits.person && (traits.strength != 1 || traits.strength_on != nullptr))
      rules.plain_majorities = false;
}

std::string_view lodging_name(const Rules& rules, const PlacedPiece& piece) {
  for (const Lodging& lodging : rules.lodgings)
    if (is_kept(piece, lodging.keeper, lodging.standing)) return lodging.name;
  return {};
}

}  // namespace bastide
