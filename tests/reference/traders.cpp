// Traders & Builders: goods, builders with double turns, pigs.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {
namespace {

const char* const kGoods[] = {"wine", "grain", "cloth"};

}  // namespace

// --- builder and pig ---

// BUILDER-1 to BUILDER-4, Q-TB-2: beside an own meeple on an open road or city. PIG-1, PIG-2:
// beside an own farmer.
void Game::add_builder_and_pig_answers(std::vector<std::string>& answers) const {
  const auto segments = static_cast<int>(board_.at(just_laid_).tile->segments.size());
  for (int i = 0; i < segments; ++i) {
    const Spot spot{just_laid_, i};
    const std::string& kind = segment(spot).kind;
    const std::string piece = kind == "field" ? "pig" : "builder";
    if (kind != "road" && kind != "city" && kind != "field") continue;
    if (!in_supply(piece)) continue;
    const Feature feature = feature_of(spot);
    if (has_meeple_on(active_, feature) && !complete(feature))
      answers.push_back("meeple " + piece + " " + name_of(spot));
  }
}

// BUILDER-14, PIG-7: whoever has no meeple beside him any more.
void Game::lone_figures_go_home() {
  for (std::size_t i = pieces_.size(); i-- > 0;) {
    const Piece& piece = pieces_[i];
    if (piece.kind != "builder" && piece.kind != "pig") continue;
    if (!has_meeple_on(piece.owner, feature_of(piece.spot))) leaves(i);
  }
}

// PIG-4, PIG-5, X-69, Y-44: one point more for each city.
int Game::pig_points(int seat, const Feature& field) const {
  if (segment(*field.begin()).kind != "field") return 0;
  return has_on(seat, "pig", field) ? cities_of(field) : 0;
}

// --- double turns ---

// BUILDER-6 to BUILDER-9, BUILDER-11, Q-TB-4, Y-47: the new tile, or a bridge that it needed, is
// part of the road or city of the own builder. Y-32: the lake gives its own part. Y-49: no bought
// tile gives one.
void Game::note_double_turn(const std::vector<BridgeSite>& bridges) {
  if (bazaar_ == "play" || part_ == 2 || volcano_lake(just_laid_)) return;
  for (const Piece& builder : pieces_) {
    if (builder.kind != "builder" || builder.owner != active_) continue;
    for (const Spot& spot : feature_of(builder.spot)) {
      if (spot.cell == just_laid_) double_due_ = true;
      for (const auto& [cell, axis] : bridges)
        if (spot.cell == cell && segment(spot).flags.count("bridge") > 0) double_due_ = true;
    }
  }
}

bool Game::builder_leads_to(Cell cell) const {
  for (const Piece& builder : pieces_) {
    if (builder.kind != "builder" || builder.owner != active_) continue;
    for (const Spot& spot : feature_of(builder.spot))
      for (const int side : segment(spot).ports)
        if (beside(spot.cell, side) == cell) return true;
  }
  return false;
}

// BUILDER-10: from the draw on, without the start of a turn.
void Game::second_part() {
  part_ = 2;
  double_due_ = false;
  begin_part();
}

// --- goods ---

// GOODS-1 to GOODS-5: whoever has completed the city.
void Game::take_goods(const Feature& city) {
  if (!has_set("traders_builders")) return;
  for (const Spot& spot : city)
    if (!segment(spot).goods.empty()) ++goods_[active_][segment(spot).goods];
}

// GOODS-8 to GOODS-10
void Game::pay_goods() {
  for (const char* kind : kGoods) {
    int most = 1;
    for (auto& owned : goods_) most = std::max(most, owned[kind]);
    for (int seat = 0; seat < setup_.players; ++seat)
      if (goods_[seat][kind] == most) scores_[seat] += 10;
  }
}

}  // namespace reference
