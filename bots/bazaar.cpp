#include "bots/bazaar.h"

#include <algorithm>

#include "engine/expansions/bridges_castles_bazaars/state.h"

namespace bastide {

namespace {

using bridges_castles_bazaars::BcbState;
using bridges_castles_bazaars::Phase;

// The lead that the seat can reach by laying the tile now, as if it had drawn it in a turn.
double lead_with(const Rules& rules, const GameState& s, TurnView& view, Seat seat, TileType type) {
  GameState now = s;
  auto& bcb = rules.ext<BcbState>(now);
  for (auto& tile : bcb.tiles) tile = {};
  bcb.phase = Phase::none;
  bcb.tile_count = 0;
  if (!imagine_drawn(rules, now, seat, type))
    return lead(view.evaluator().project(s), rules.player_count(), seat);
  std::vector<Action> options;
  legal(rules, now, options);
  double best = -1e9;
  GameState child = now;
  for (const Action& action : options) {
    child = now;
    apply_assume_legal(rules, child, action);
    // The question of the piece that follows, and no further: a turn would end in the next one.
    best = std::max(best, view.best_lead(child, seat, 1));
  }
  return best;
}

struct Offer {
  TileType type;
  double mine;  // lead with it
  double edge;  // what it is worth above the others on offer, to me and kept from the rest
};

// What every free tile would be worth to the seat, compared with the average of the others.
std::vector<Offer> free_tiles(const Rules& rules, const GameState& s, TurnView& view, Seat seat) {
  const auto& bcb = rules.ext<BcbState>(s);
  std::vector<Offer> offers;
  for (int i = 0; i < bcb.tile_count; ++i)
    if (bcb.tiles[i].owner == 0)
      offers.push_back({bcb.tiles[i].type, lead_with(rules, s, view, seat, bcb.tiles[i].type), 0});
  double sum = 0;
  for (const Offer& offer : offers) sum += offer.mine;
  for (Offer& offer : offers)
    if (offers.size() > 1)
      offer.edge = offer.mine - (sum - offer.mine) / static_cast<double>(offers.size() - 1);
  return offers;
}

const Offer* find(const std::vector<Offer>& offers, TileType type) {
  for (const Offer& offer : offers)
    if (offer.type == type) return &offer;
  return nullptr;
}

// Points paid go to an opponent: they count about twice.
constexpr double kPrice = 2;

void rate_offers(const Rules& rules, const GameState& s, const std::vector<Offer>& offers,
                 std::vector<RatedAction>& out) {
  std::vector<Action> options;
  legal(rules, s, options);
  for (const Action& action : options) {
    const Offer* offer = find(offers, action.tile);
    if (offer == nullptr) continue;
    // A bid below what the tile is worth invites others; nobody outbids a fair price gladly. Half
    // of the edge is asked for, so that what others must pay for it goes to us.
    const double fair = std::max(0.0, offer->edge / (2 * kPrice));
    const double miss = action.points - fair;
    if (action.points > fair + 3) continue;
    out.push_back({action, offer->mine - (miss > 0 ? miss : -miss) - action.points});
  }
  if (out.empty()) out.push_back({options.front(), 0});
}

}  // namespace

void rate_bazaar(const Rules& rules, const GameState& s, TurnView& view,
                 std::vector<RatedAction>& out) {
  const Seat seat = actor(s);
  const auto& bcb = rules.ext<BcbState>(s);
  const std::vector<Offer> offers = free_tiles(rules, s, view, seat);
  std::vector<Action> options;
  switch (decision(s)) {
    case DecisionKind::auction:
      rate_offers(rules, s, offers, out);
      return;
    case DecisionKind::take:
      for (const Offer& offer : offers)
        if (find(offers, offer.type) == &offer)
          out.push_back({{.kind = ActionKind::take, .tile = offer.type}, offer.mine});
      return;
    default:
      break;
  }
  const Offer* offered = find(offers, bcb.tiles[bcb.offered].type);
  const double edge = offered != nullptr ? offered->edge : 0;
  if (decision(s) == DecisionKind::close_auction) {
    out.push_back({{.kind = ActionKind::buy}, edge - kPrice * bcb.bid});
    out.push_back({{.kind = ActionKind::sell}, kPrice * bcb.bid - edge});
    return;
  }
  // The auctioneer may keep the tile and pay us the bid instead: one step above the last is enough.
  const Action next{.kind = ActionKind::bid, .points = static_cast<std::int16_t>(bcb.bid + 1)};
  if (is_legal(rules, s, next)) out.push_back({next, edge - kPrice * next.points});
  out.push_back({Action::pass(), 0});
}

}  // namespace bastide
