// Out of the quarters: to features about to be scored, and from the market to fields at the end.
#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/expansions/count/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::count {
namespace {

// Which quarter serves a feature; the market serves none in play (COUNT-25).
Quarter quarter_for(SegmentKind kind) {
  for (const Quarter quarter : {Quarter::palace, Quarter::forge, Quarter::cathedral})
    if ((kinds_served(quarter) & kind_bit(kind)) != 0) return quarter;
  return Quarter::market;
}

// COUNT-18: whoever is with the count is locked in. COUNT-16, Q-CKC-13: others there or nobody.
bool is_served(const Rules& rules, const GameState& s, FeatureId f) {
  const Quarter quarter = quarter_for(s.features[f].kind);
  if (quarter == Quarter::market || quarter == rules.ext<CountState>(s).count) return false;
  return rules.options.count_empty_feature || s.features[f].occupants != 0;
}

bool may_move(const Rules& rules, const GameState& s, Seat seat, PieceKind kind, FeatureId f) {
  const SegmentKind to = s.features[f].kind;
  return pieces_in(rules.ext<CountState>(s), quarter_for(to), seat, kind) != 0 &&
         (rules.traits[kind].stands_on & kind_bit(to)) != 0;
}

bool anybody_may_move(const Rules& rules, const GameState& s, FeatureId f) {
  if (!is_served(rules, s, f)) return false;
  for (int seat = 0; seat < rules.player_count(); ++seat)
    for (int kind = 0; kind < kPieceKinds; ++kind)
      if (may_move(rules, s, static_cast<Seat>(seat), static_cast<PieceKind>(kind), f)) return true;
  return false;
}

// A feature as an answer: the tile and segment that name it.
Action naming(const Rules& rules, const GameState& s, ActionKind kind, FeatureId f) {
  const SegmentId segment = naming_segment(rules, s, f);
  const PlacedTile& tile = s.tiles[s.segments[segment].tile];
  return {.kind = kind, .seg = tile.local(segment), .at = tile.at};
}

// --- Which one is next -------------------------------------------------------------

void list_order(const Rules& rules, const GameState& s, Options& out) {
  for (int i = s.core->scored_count; i < s.core->completed_count; ++i)
    out.add(naming(rules, s, ActionKind::score_next, s.core->completed[i]));
}

// Q-CKC-12: where nobody chooses, cities come first, then roads, then monasteries and their like,
// each by position.
void sort_completed(const Rules& rules, GameState& s) {
  const auto rank = [](SegmentKind kind) {
    return kind == SegmentKind::city ? 0 : kind == SegmentKind::road ? 1 : 2;
  };
  const auto key = [&](FeatureId f) {
    const SegmentId segment = naming_segment(rules, s, f);
    const PlacedTile& tile = s.tiles[s.segments[segment].tile];
    const int port = first_port_of(rules.face(tile.type, tile.rotation), tile, tile.local(segment));
    return std::tuple(rank(s.features[f].kind), tile.at.x, tile.at.y, port);
  };
  std::sort(s.core->completed, s.core->completed + s.core->completed_count,
            [&](FeatureId a, FeatureId b) { return key(a) < key(b); });
}

// Q-CKC-12: the active player orders the features where it can matter who moves where.
Flow order_stage(const Rules& rules, GameState& s, EventSink* events) {
  if (s.core->scored_count == 0 && s.core->completed_count > 1) sort_completed(rules, s);
  int matter = 0;
  for (int i = s.core->scored_count; i < s.core->completed_count; ++i)
    matter += anybody_may_move(rules, s, s.core->completed[i]) ? 1 : 0;
  return matter < 2 ? Flow::proceed : ask(rules, s, DecisionKind::order, s.core->active, events);
}

Flow answer_order(const Rules&, GameState& s, const Action& action, EventSink*) {
  CoreState& g = *s.core;
  const SegmentId segment = s.tiles[find_tile(s, action.at)].segment(action.seg);
  FeatureId* const next = g.completed + g.scored_count;
  FeatureId* const chosen =
      std::find(next, g.completed + g.completed_count, feature_of(s, segment));
  std::rotate(next, chosen, chosen + 1);
  ++g.score_stage;
  return Flow::repeat;
}

// --- Who joins ---------------------------------------------------------------------

// To one feature, from the quarter that serves it.
void list_moves_to(const Rules& rules, const GameState& s, FeatureId f, Options& out) {
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    const auto piece = static_cast<PieceKind>(kind);
    if (!may_move(rules, s, s.core->actor, piece, f)) continue;
    Action action = naming(rules, s, ActionKind::redeploy, f);
    action.piece = piece;
    action.value = static_cast<std::uint8_t>(quarter_for(s.features[f].kind));
    out.add(action);
  }
}

// The features that may be joined now: the next one, or in a single pass all of them (Q-CKC-12).
void list_moves_to_completed(const Rules& rules, const GameState& s, Options& out) {
  const CoreState& g = *s.core;
  const int end = rules.options.count_pass_single ? g.completed_count : g.scored_count + 1;
  for (int i = g.scored_count; i < end; ++i)
    if (is_served(rules, s, g.completed[i])) list_moves_to(rules, s, g.completed[i], out);
}

// Z-57: or a field that is scored in play, unless the count is in the market.
void list_redeployments(const Rules& rules, const GameState& s, Options& out) {
  const CountState& state = rules.ext<CountState>(s);
  if (state.joining == 0)
    list_moves_to_completed(rules, s, out);
  else if (state.count != Quarter::market)
    list_moves_to(rules, s, static_cast<FeatureId>(state.joining - 1), out);
  out.add(Action::pass());
}

// COUNT-15, COUNT-20..22: left of the active player first, the active player last; each moves as
// many as he likes, one an answer.
Flow ask_who_moves(const Rules& rules, GameState& s, EventSink* events) {
  auto has_moves = [&](Seat) {
    Options moves = Options::counting();
    list_redeployments(rules, s, moves);
    return moves.count() > 1;
  };
  return ask_around(rules, s, DecisionKind::redeploy, seat_after(rules, s.core->active, 1),
                    rules.ext<CountState>(s).asked, has_moves, events);
}

Flow redeploy_stage(const Rules& rules, GameState& s, EventSink* events) {
  if (rules.options.count_pass_single) {
    if (s.core->scored_count != 0) return Flow::proceed;
    sort_completed(rules, s);
  }
  return ask_who_moves(rules, s, events);
}

// X-41, Z-57, D-Z-3: the same round before a field is scored in play; an empty one as
// count_empty_feature says (Q-Z-6).
Flow join_field(const Rules& rules, GameState& s, FeatureId field, EventSink* events) {
  CountState& state = rules.ext<CountState>(s);
  if (s.features[field].occupants == 0 && !rules.options.count_empty_feature && state.joining == 0)
    return Flow::proceed;
  state.joining = static_cast<std::uint16_t>(field + 1);
  const Flow flow = ask_who_moves(rules, s, events);
  if (flow == Flow::proceed) state.joining = 0;
  return flow;
}

void move_out(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const Seat seat = s.core->actor;
  const SegmentId segment = s.tiles[find_tile(s, action.at)].segment(action.seg);
  CountState& state = rules.ext<CountState>(s);
  --pieces_in(state, static_cast<Quarter>(action.value), seat, action.piece);
  // Y-78, Y-79: who joins a feature goes to none of its tiles; who leaves the market at the end
  // names his.
  const bool to_a_tile =
      static_cast<Quarter>(action.value) == Quarter::market && state.joining == 0;
  put_piece(rules, s,
            {.kind = action.piece,
             .owner = seat,
             .segment = segment,
             .detail = to_a_tile ? std::uint16_t{0} : kFromAfar});
  tell(events, s, EventKind::deployed, seat,
       {.piece = action.piece,
        .off_map = OffMap::quarter,  // where it comes from
        .segment = segment,
        .value = action.value});
}

// COUNT-23, COUNT-24: who has moved counts with the others; who has not stays.
Flow answer_redeploy(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  if (action.kind == ActionKind::pass)
    ++rules.ext<CountState>(s).asked;
  else
    move_out(rules, s, action, events);
  return Flow::repeat;
}

// --- The market --------------------------------------------------------------------

// COUNT-28: any field of any tile.
void list_fields(const Rules& rules, const GameState& s, Options& out) {
  const CountState& state = rules.ext<CountState>(s);
  for (int kind = 0; kind < kPieceKinds; ++kind) {
    const auto piece = static_cast<PieceKind>(kind);
    if (pieces_in(state, Quarter::market, s.core->actor, piece) == 0) continue;
    if ((rules.traits[kind].stands_on & kind_bit(SegmentKind::field)) == 0) continue;
    for (int t = 0; t < s.core->tiles; ++t) {
      const PlacedTile& tile = s.tiles[t];
      for (std::uint8_t i = 0; i < tile.segment_count; ++i)
        if (s.features[feature_of(s, tile.segment(i))].kind == SegmentKind::field)
          out.add({.kind = ActionKind::redeploy,
                   .piece = piece,
                   .value = static_cast<std::uint8_t>(Quarter::market),
                   .seg = i,
                   .at = tile.at});
    }
  }
}

// COUNT-26, COUNT-27: left of the last player first, one piece each, until the market is empty; the
// count locks nobody. Without fields they stay and go home in the end (Q-CKC-23).
Flow market_step(const Rules& rules, GameState& s, EventSink* events) {
  CountState& state = rules.ext<CountState>(s);
  for (int skipped = 0; skipped < rules.player_count(); ++skipped) {
    const auto seat = seat_after(rules, s.core->active, 1 + state.asked);
    state.asked = static_cast<std::uint8_t>((state.asked + 1) % rules.player_count());
    s.core->actor = seat;
    Options fields = Options::keeping(0);
    list_fields(rules, s, fields);
    if (fields.count() > 1) {
      s.core->decision = DecisionKind::market_to_field;
      return Flow::ask;
    }
    if (fields.count() == 0) continue;
    move_out(rules, s, fields.kept(), events);
    skipped = -1;
  }
  state.asked = 0;
  return Flow::proceed;
}

Flow answer_market(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  move_out(rules, s, action, events);
  return Flow::repeat;
}

}  // namespace

void install_redeployment(Rules& rules) {
  if (!rules.options.count_pass_single)
    rules.score_stages[static_cast<int>(ScoreStage::order)] = order_stage;
  rules.score_stages[static_cast<int>(ScoreStage::redeploy)] = redeploy_stage;
  rules.join_field = join_field;
  rules.step_rules[Step::market] = market_step;
  auto decision = [&](DecisionKind kind, ListFn list, AnswerFn answer) {
    rules.decisions[kind] = {list, answer};
  };
  decision(DecisionKind::order, list_order, answer_order);
  decision(DecisionKind::redeploy, list_redeployments, answer_redeploy);
  decision(DecisionKind::market_to_field, list_fields, answer_market);
}

}  // namespace bastide::count
