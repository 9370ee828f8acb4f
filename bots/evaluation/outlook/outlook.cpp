#include "bots/evaluation/outlook/outlook.h"

#include <algorithm>

namespace bastide {

namespace {

constexpr double kRounds = 5;  // in which a feature that will be finished is finished

}  // namespace

double Table::lifetime(const Prospect& prospect) const {
  const double soon = std::min<double>(left, kRounds * players());
  return prospect.chance * soon + (1 - prospect.chance) * left;
}

Points Table::departure(const PlacedPiece& piece) const {
  Points change{};
  double returning = 0;
  if (const Prospect* prospect = under(piece); prospect != nullptr) {
    const int counts = strength_of(rules, state, piece.kind, prospect->feature);
    const auto strength = static_cast<std::uint32_t>(
        std::min(counts, number_of_seat(prospect->strengths, piece.owner)));
    share_points(weights, prospect->strengths, prospect->points, players(), left == 0, -1, change,
                 prospect->favoured);
    share_points(weights, prospect->strengths - strength * one_of_seat(piece.owner),
                 prospect->points, players(), left == 0, 1, change);
    returning = coming_home(*prospect);
  }
  if (piece.kind == PieceKind::abbot)
    change[piece.owner] += weights[Weight::abbot] * (1 - weights[Weight::abbot_away]) * piece_time;
  else
    change[piece.owner] += (1 - returning) * one_more(piece.owner, piece.kind);
  if (rules.on(ModuleId::circus)) change[piece.owner] -= circus_points(rules, state, piece);
  return change;
}

std::vector<Outlook> outlooks_for(const Rules& rules) {
  std::vector<Outlook> outlooks;
  if (rules.on(ModuleId::wheel)) outlooks.push_back({nullptr, weigh_wheel});
  if (rules.on(ModuleId::count) && rules.start_name == "count")
    outlooks.push_back({nullptr, weigh_quarters});
  if (rules.piece_in_play[PieceKind::big]) outlooks.push_back({nullptr, weigh_large_meeples});
  if (rules.on(ModuleId::traders_builders)) outlooks.push_back({nullptr, weigh_trade});
  if (rules.on(ModuleId::hills_sheep)) outlooks.push_back({nullptr, weigh_flocks});
  if (rules.on(ModuleId::abbot)) outlooks.push_back({nullptr, weigh_abbots});
  if (rules.on(ModuleId::king_robber)) outlooks.push_back({nullptr, weigh_titles});
  if (rules.on(ModuleId::bridges_castles_bazaars))
    outlooks.push_back({look_at_domains, weigh_castles});
  if (rules.on(ModuleId::castles_bridges)) outlooks.push_back({nullptr, weigh_ladies});
  if (rules.on(ModuleId::abbey_mayor)) outlooks.push_back({look_at_barns, weigh_abbeys});
  if (rules.on(ModuleId::circus)) outlooks.push_back({nullptr, weigh_circus});
  if (rules.on(ModuleId::tower)) outlooks.push_back({nullptr, weigh_towers});
  if (rules.on(ModuleId::princess_dragon)) outlooks.push_back({nullptr, weigh_dragon});
  return outlooks;
}

}  // namespace bastide
