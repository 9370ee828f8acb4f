// Bazaars: after a bazaar tile one tile for each player is revealed, auctioned and played.
#include <algorithm>

#include "engine/expansions/bridges_castles_bazaars/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::bridges_castles_bazaars {
namespace {

constexpr int kListedAbove = 20;  // listed bids go so far beyond the highest score at the table

int tile_of(const BcbState& bcb, Seat seat) {
  for (int i = 0; i < bcb.tile_count; ++i)
    if (bcb.tiles[i].owner == seat + 1) return i;
  return -1;
}

bool has_tile(const BcbState& bcb, Seat seat) { return tile_of(bcb, seat) >= 0; }

int tiles_free(const BcbState& bcb) {
  return static_cast<int>(std::count_if(bcb.tiles, bcb.tiles + bcb.tile_count,
                                        [](const BazaarTile& t) { return t.owner == 0; }));
}

// The first free tile of a type, or -1.
int find_free(const BcbState& bcb, TileType type) {
  for (int i = 0; i < bcb.tile_count; ++i)
    if (bcb.tiles[i].owner == 0 && bcb.tiles[i].type == type) return i;
  return -1;
}

void give_tile(const GameState& s, BcbState& bcb, int tile, Seat seat, int points,
               EventSink* events) {
  bcb.tiles[tile].owner = static_cast<std::uint8_t>(seat + 1);
  tell(events, s, EventKind::auction, seat, {.tile = bcb.tiles[tile].type, .points = points});
}

// BAZAAR-9, BAZAAR-11: at once, below zero if need be.
void pay(GameState& s, Seat seat, int points, EventSink* events) {
  if (points == 0) return;
  Sheet sheet;
  sheet.add(Term::bid, 1, points);
  give_points(s, seat, ScoreFor::auction, sheet, kNone, events);
}

// --- Revealing ------------------------------------------------------------------

int tiles_left(const Rules& rules, const GameState& s) {
  int sum = 0;
  for (int stack = s.core->stack; stack < rules.stack_count; ++stack) sum += s.core->left[stack];
  return sum;
}

void close_bazaar(BcbState& bcb) {
  for (BazaarTile& tile : bcb.tiles) tile = {};
  bcb.bid = 0;
  bcb.phase = Phase::none;
  bcb.tile_count = bcb.offered = bcb.had_chance = bcb.played = 0;
  bcb.origin = bcb.auctioneer = bcb.bidder = 0;
}

// Q-BCB-27: the stack ran out while tiles were set aside: what was revealed goes back.
void put_back(const Rules& rules, GameState& s, BcbState& bcb) {
  for (int i = 0; i < bcb.tile_count; ++i) {
    const TileType type = bcb.tiles[i].type;
    ++s.stock[type];
    ++s.core->left[rules.tiles[type].stack];
    s.core->stack = std::min<std::uint16_t>(s.core->stack, rules.tiles[type].stack);
  }
  close_bazaar(bcb);
}

// BAZAAR-2: one draw after the other, as many as there are players.
Flow reveal(const Rules& rules, GameState& s, BcbState& bcb) {
  CoreState& g = *s.core;
  if (g.current != kNone) {
    bcb.tiles[bcb.tile_count++] = {g.current, 0, 0};
    g.current = kNone;
  }
  if (bcb.tile_count == rules.player_count()) {
    bcb.phase = Phase::auction;
    return Flow::repeat;
  }
  while (g.stack < rules.stack_count && g.left[g.stack] == 0) ++g.stack;
  if (g.stack == rules.stack_count) {
    put_back(rules, s, bcb);
    return Flow::proceed;
  }
  g.decision = DecisionKind::draw;
  g.actor = kDealer;
  return Flow::ask;
}

// --- The auction ------------------------------------------------------------------

int highest_listed(const Rules& rules, const GameState& s) {
  int best = s.core->players[0].score;
  for (int seat = 1; seat < rules.player_count(); ++seat)
    best = std::max(best, static_cast<int>(s.core->players[seat].score));
  return std::clamp(best + kListedAbove, 0, kHighestBid);
}

// The different tiles that nobody has yet.
template <class F>
void for_free_types(const BcbState& bcb, F f) {
  for (int i = 0; i < bcb.tile_count; ++i)
    if (bcb.tiles[i].owner == 0 && find_free(bcb, bcb.tiles[i].type) == i) f(bcb.tiles[i].type);
}

// BAZAAR-5, Q-BCB-32: a tile and an opening bid.
void list_offers(const Rules& rules, const GameState& s, Options& out) {
  const auto bids = static_cast<std::uint32_t>(highest_listed(rules, s) + 1);
  for_free_types(rules.ext<BcbState>(s), [&](TileType type) {
    out.add_run(bids, [&](std::uint32_t bid) -> Action {
      return {.kind = ActionKind::offer, .tile = type, .points = static_cast<std::int16_t>(bid)};
    });
  });
}

bool accepts_offer(const Rules& rules, const GameState& s, const Action& action) {
  const Action plain{.kind = ActionKind::offer, .tile = action.tile, .points = action.points};
  return action == plain && action.points >= 0 && action.points <= kHighestBid &&
         find_free(rules.ext<BcbState>(s), action.tile) >= 0;
}

// BAZAAR-6: more than the last bid, or pass.
void list_bids(const Rules& rules, const GameState& s, Options& out) {
  const int lowest = rules.ext<BcbState>(s).bid + 1;
  const int bids = std::max(highest_listed(rules, s) + 1 - lowest, 0);
  out.add_run(static_cast<std::uint32_t>(bids), [&](std::uint32_t n) -> Action {
    return {.kind = ActionKind::bid,
            .points = static_cast<std::int16_t>(lowest + static_cast<int>(n))};
  });
  out.add(Action::pass());
}

bool accepts_bid(const Rules& rules, const GameState& s, const Action& action) {
  const Action plain{.kind = ActionKind::bid, .points = action.points};
  return action == plain && action.points > rules.ext<BcbState>(s).bid &&
         action.points <= kHighestBid;
}

void list_close(const Rules&, const GameState&, Options& out) {
  out.add({.kind = ActionKind::buy});
  out.add({.kind = ActionKind::sell});
}

// BAZAAR-18: without bids, in turn.
void list_takes(const Rules& rules, const GameState& s, Options& out) {
  for_free_types(rules.ext<BcbState>(s),
                 [&](TileType type) { out.add({.kind = ActionKind::take, .tile = type}); });
}

// BAZAAR-12, BAZAAR-13: who has no tile keeps the chair, else it goes to the next who has none.
Flow next_round(const Rules& rules, GameState& s, BcbState& bcb, EventSink* events) {
  const int free = tiles_free(bcb);
  if (free == 0) {
    bcb.phase = Phase::play;
    return Flow::repeat;
  }
  while (has_tile(bcb, bcb.auctioneer)) bcb.auctioneer = seat_after(rules, bcb.auctioneer, 1);
  bcb.had_chance = 0;
  if (!rules.options.bazaar_auction)
    return ask(rules, s, DecisionKind::take, bcb.auctioneer, events);
  if (free > 1) return ask(rules, s, DecisionKind::auction, bcb.auctioneer, events);
  for (int i = 0; i < bcb.tile_count; ++i)  // BAZAAR-15: the last one is free of charge
    if (bcb.tiles[i].owner == 0) give_tile(s, bcb, i, bcb.auctioneer, 0, events);
  return Flow::repeat;
}

// BAZAAR-10: nobody else wanted it.
Flow take_unrivalled(GameState& s, BcbState& bcb, EventSink* events) {
  pay(s, bcb.auctioneer, -bcb.bid, events);
  give_tile(s, bcb, bcb.offered, bcb.auctioneer, bcb.bid, events);
  return Flow::repeat;
}

// BAZAAR-6, BAZAAR-14: everybody else clockwise, once, if they have no tile yet.
Flow go_on_bidding(const Rules& rules, GameState& s, BcbState& bcb, EventSink* events) {
  while (++bcb.had_chance < rules.player_count()) {
    const auto seat = seat_after(rules, bcb.auctioneer, bcb.had_chance);
    if (!has_tile(bcb, seat)) return ask(rules, s, DecisionKind::bid, seat, events);
  }
  if (bcb.bidder == bcb.auctioneer) return take_unrivalled(s, bcb, events);
  return ask(rules, s, DecisionKind::close_auction, bcb.auctioneer, events);
}

Flow answer_offer(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  bcb.offered = static_cast<std::uint8_t>(find_free(bcb, action.tile));
  bcb.bid = action.points;
  bcb.bidder = bcb.auctioneer;
  bcb.had_chance = 0;
  return go_on_bidding(rules, s, bcb, events);
}

Flow answer_bid(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  if (action.kind == ActionKind::bid) {
    bcb.bid = action.points;
    bcb.bidder = s.core->actor;
  }
  return go_on_bidding(rules, s, bcb, events);
}

// BAZAAR-7, BAZAAR-8: the auctioneer pays the highest bidder and keeps the tile, or the other way.
Flow answer_close(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  const bool buys = action.kind == ActionKind::buy;
  const Seat winner = buys ? bcb.auctioneer : bcb.bidder;
  pay(s, winner, -bcb.bid, events);
  pay(s, buys ? bcb.bidder : bcb.auctioneer, bcb.bid, events);
  give_tile(s, bcb, bcb.offered, winner, bcb.bid, events);
  return Flow::repeat;
}

Flow answer_take(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  give_tile(s, bcb, find_free(bcb, action.tile), bcb.auctioneer, 0, events);
  return Flow::repeat;
}

// --- Sub-turns ----------------------------------------------------------------------

// BAZAAR-16, BAZAAR-17: from the left of the active player, who comes last. Each tile is played
// from the step after the draw.
void begin_sub_turn(const Rules& rules, GameState& s, BcbState& bcb) {
  ++bcb.played;
  const auto seat = seat_after(rules, bcb.origin, bcb.played);
  begin_part(s, seat);
  s.core->sub_turn = 1;
  s.core->current = bcb.tiles[tile_of(bcb, seat)].type;
  s.core->step = static_cast<std::uint8_t>(rules.draw_index + 1);
}

bool next_sub_turn(const Rules& rules, GameState& s, EventSink*) {
  auto& bcb = rules.ext<BcbState>(s);
  if (bcb.phase != Phase::play) return false;
  if (bcb.played < rules.player_count()) {
    begin_sub_turn(rules, s, bcb);
    return true;
  }
  s.core->active = bcb.origin;
  s.core->sub_turn = 0;
  close_bazaar(bcb);
  return false;
}

// Q-BCB-28: no other tile for one that fits nowhere; the sub-turn is over.
bool end_sub_turn(const Rules& rules, GameState& s, EventSink*) {
  if (rules.ext<BcbState>(s).phase != Phase::play) return false;
  s.core->step = static_cast<std::uint8_t>(rules.index_of(Step::end_turn));
  return true;
}

// BAZAAR-1, BAZAAR-3, BAZAAR-19, BAZAAR-20: by a tile drawn at the start of a turn, if there are
// enough tiles.
Flow bazaar_step(const Rules& rules, GameState& s, EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  switch (bcb.phase) {
    case Phase::none: {
      const TileIndex placed = s.core->placed;
      if (placed == kNone || !rules.tiles[s.tiles[placed].type].has(Mark::bazaar) ||
          tiles_left(rules, s) < rules.player_count())
        return Flow::proceed;
      bcb.phase = Phase::reveal;
      bcb.origin = s.core->active;
      bcb.auctioneer = seat_after(rules, bcb.origin, 1);  // BAZAAR-4
      return Flow::repeat;
    }
    case Phase::reveal:
      return reveal(rules, s, bcb);
    case Phase::auction:
      return next_round(rules, s, bcb, events);
    case Phase::play:
      break;
  }
  if (bcb.played != 0) return Flow::proceed;  // the end of a sub-turn
  begin_sub_turn(rules, s, bcb);
  return Flow::repeat;
}

// Revealed or bought and not laid yet. The tile of the sub-turn that is on is in hand, or laid.
int tiles_held(const Rules& rules, const GameState& s, TileType type) {
  const auto& bcb = rules.ext<BcbState>(s);
  int count = 0;
  for (int i = 0; i < bcb.tile_count; ++i) {
    if (bcb.tiles[i].type != type) continue;
    const int place = bcb.tiles[i].owner == 0
                          ? rules.player_count()
                          : 1 + seats_after(rules, seat_after(rules, bcb.origin, 1),
                                            static_cast<Seat>(bcb.tiles[i].owner - 1));
    count += place > bcb.played ? 1 : 0;
  }
  return count;
}

}  // namespace

void install_bazaar(Rules& rules) {
  auto decision = [&](DecisionKind kind, DecisionRules with) { rules.decisions[kind] = with; };
  rules.step_rules[Step::bazaar] = bazaar_step;
  auto first_for_nothing = [](const Rules& r, const GameState& s) {
    Options first = Options::keeping(0);
    list_offers(r, s, first);
    return first.kept();
  };
  auto no_bid = [](const Rules&, const GameState&) { return Action::pass(); };
  decision(DecisionKind::auction, {.list = list_offers,
                                   .answer = answer_offer,
                                   .accepts = accepts_offer,
                                   .counted_first = true,
                                   .quiet = first_for_nothing,
                                   .weighed_as_a_whole = true});
  decision(DecisionKind::bid, {.list = list_bids,
                               .answer = answer_bid,
                               .accepts = accepts_bid,
                               .counted_first = true,
                               .quiet = no_bid,
                               .weighed_as_a_whole = true});
  decision(DecisionKind::close_auction,
           {.list = list_close, .answer = answer_close, .weighed_as_a_whole = true});
  decision(DecisionKind::take,
           {.list = list_takes, .answer = answer_take, .weighed_as_a_whole = true});
  rules.marks_in_play |= mark_bit(Mark::bazaar);
  rules.part_rules[Part::bazaar] = next_sub_turn;
  rules.after_discard.push_back(end_sub_turn);
  rules.tiles_elsewhere.push_back(tiles_held);
  rules.write_state.push_back(write_bazaar);
}

}  // namespace bastide::bridges_castles_bazaars
