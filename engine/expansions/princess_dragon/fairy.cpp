// The fairy: a point a turn, a tile closed to the dragon, three points at scoring.
#include <bit>

#include "engine/board/own_pieces.h"
#include "engine/expansions/princess_dragon/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::princess_dragon {
namespace {

bool is_on_fairy_tile(const GameState& s, const PrincessDragonState& p, const PlacedPiece& piece) {
  return p.fairy_in_play != 0 && tile_of(s, piece.segment).at == p.fairy;
}

// Whether the piece's owner profits: as protégé, or with the option as a follower on her tile.
bool is_beside_fairy(const Rules& rules, const GameState& s, const PrincessDragonState& p,
                     const PlacedPiece& piece) {
  if (!rules.options.fairy_placement_tile) return is_protege(s, p, piece);
  return is_on_fairy_tile(s, p, piece) && rules.traits[piece.kind].person;
}

// Quick to say no: the protégé's owner, or with the option anybody.
bool may_profit(const Rules& rules, const PrincessDragonState& p, Seat seat) {
  if (rules.options.fairy_placement_tile) return p.fairy_in_play != 0;
  return p.has_protege != 0 && p.protege_owner == seat;
}

void pay(GameState& s, const PlacedPiece& piece, int points, EventSink* events) {
  Sheet sheet;
  sheet.add(Term::bonus, 1, points);
  if (piece.standing == Standing::on_tile)
    give_points(s, piece.owner, ScoreFor::fairy, sheet, tile_of(s, piece.segment).at,
                seg_of(s, piece), events);
  else
    give_points(s, piece.owner, ScoreFor::fairy, sheet, piece.segment, events);
}

void forget_protege(PrincessDragonState& p) {
  p.protege_segment = 0;
  p.has_protege = 0;
  p.protege_seg = 0;
  p.protege_owner = 0;
  p.protege_kind = PieceKind{};
  p.protege_standing = Standing{};
}

// FAIRY-4: one point at the start of the turn, however many stand there.
Flow turn_start_step(const Rules& rules, GameState& s, EventSink* events) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  if (!may_profit(rules, p, s.core->active)) return Flow::proceed;
  const std::uint32_t kinds =
      rules.options.fairy_placement_tile ? rules.person_kinds : piece_bit(p.protege_kind);
  const int beside = find_among_own(s, kinds, s.core->active, [&](const PlacedPiece& piece) {
    return is_beside_fairy(rules, s, p, piece);
  });
  if (beside != kNoPiece) pay(s, s.pieces[beside], 1, events);
  return Flow::proceed;
}

// --- Step 2 --------------------------------------------------------------------

bool has_another_like(const GameState& s, int i) {
  for (int j = i + 1; j < s.core->pieces; ++j)
    if (are_alike(s, s.pieces[i], s.pieces[j])) return true;
  return false;
}

// Q-PD-19..21: not beside whom she stands; but of several that nobody can tell apart (acrobats),
// who are one answer, she may leave one for another.
bool may_get_her(const Rules& rules, const GameState& s, const PrincessDragonState& p, int i) {
  if (!is_first_of_its_like(s, i)) return false;
  if (!is_beside_fairy(rules, s, p, s.pieces[i])) return true;
  return !rules.options.fairy_placement_tile && has_another_like(s, i);
}

// Nobody comes to a feature where somebody stands (MEEPLE-7), so those who simply stand on theirs
// can be told apart, but for positions that were given otherwise.
void note_crowd(const Rules& rules, GameState& s) {
  for (int i = 0; i < s.core->pieces; ++i)
    if (s.pieces[i].standing == Standing::on_feature && !stands_first_of_its_like(s, i))
      rules.ext<PrincessDragonState>(s).crowded = 1;
}

// Of a set among the pieces from the first one on: those on the segment of another one before them,
// and perhaps a few more.
std::uint64_t met_again(const GameState& s, std::uint64_t set, int first) {
  std::uint64_t again = 0, met = 0;
  for (std::uint64_t left = set; left != 0; left &= left - 1) {
    const unsigned at = s.pieces[first + std::countr_zero(left)].segment % 64u;
    again |= (left & (0 - left)) & (0 - ((met >> at) & 1));
    met |= 1ull << at;
  }
  return again;
}

std::uint64_t those_on(const GameState& s, SegmentId segment, std::uint64_t set, int first) {
  std::uint64_t there = 0;
  for (std::uint64_t left = set; left != 0; left &= left - 1) {
    const bool is_there = s.pieces[first + std::countr_zero(left)].segment == segment;
    there |= (left & (0 - left)) & (0 - static_cast<std::uint64_t>(is_there));
  }
  return there;
}

// The followers of the active player whom she may come to, among 64 pieces. Nobody is looked at but
// who may have his like, or her beside him.
std::uint64_t followers_among(const Rules& rules, const GameState& s, int first) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  const OwnPieces own = own_and_elsewhere_among(s, rules.person_kinds, s.core->active, first);
  const bool may_be_hers = may_profit(rules, p, s.core->active);
  const bool look_at_all =
      first != 0 || p.crowded != 0 || (may_be_hers && rules.options.fairy_placement_tile);
  std::uint64_t doubtful = look_at_all ? own.all : met_again(s, own.elsewhere, first);
  if (may_be_hers) doubtful |= those_on(s, p.protege_segment, own.all, first);
  std::uint64_t followers = own.all;
  for (; doubtful != 0; doubtful &= doubtful - 1)
    if (!may_get_her(rules, s, p, first + std::countr_zero(doubtful)))
      followers &= ~(doubtful & (0 - doubtful));
  return followers;
}

// FAIRY-1..3
void list_fairy(const Rules& rules, const GameState& s, Options& out) {
  for (int first = 0; first < s.core->pieces && !out.enough(); first += 64) {
    const auto find = [&] { return followers_among(rules, s, first); };
    const auto make = [&](int i) -> Action {
      const PlacedPiece& piece = s.pieces[first + i];
      return {.kind = ActionKind::fairy,
              .piece = piece.kind,
              .seg = seg_of(s, piece),
              .at = tile_of(s, piece.segment).at};
    };
    if (first == 0)
      out.add_found(find, make);
    else
      out.add_bits(find(), make);
  }
}

Flow answer_fairy(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const Seat seat = s.core->active;
  const PlacedPiece& piece = s.pieces[find_named(s, action.piece, seat, action.at, action.seg)];
  put_fairy(rules, s, action.at, piece);
  tell(events, s, EventKind::fairy_moved, seat,
       {.piece = action.piece, .segment = piece.segment, .seg = action.seg});
  return Flow::proceed;
}

// --- Scoring and leaving -------------------------------------------------------

// FAIRY-6, FAIRY-7: three points more, whoever has the majority. At the end of the game fields
// only (FAIRY-8), or whatever is scored (Q-PD-23).
void pay_bonus(const Rules& rules, GameState& s, FeatureId f, bool finished, EventSink* events) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  if (!may_profit(rules, p, p.protege_owner) || s.features[f].occupants == 0) return;
  if (!finished && s.features[f].kind != SegmentKind::field && !rules.options.fairy_final_all)
    return;
  unsigned paid = 0;  // once a player
  for (const PlacedPiece& piece : pieces_on(s, f)) {
    if (((paid >> piece.owner) & 1u) != 0 || !is_beside_fairy(rules, s, p, piece)) continue;
    paid |= 1u << piece.owner;
    pay(s, piece, 3, events);
  }
}

// she pays for a lord when his castle scores. Z-45: for an acrobat with his pyramid; at the
// end as for whatever is not finished (Q-PD-23).
void pay_lord(const Rules& rules, GameState& s, const PlacedPiece& lord, bool finished,
              EventSink* events) {
  const auto& p = rules.ext<PrincessDragonState>(s);
  if (!finished && !rules.options.fairy_final_all) return;
  if (may_profit(rules, p, lord.owner) && is_beside_fairy(rules, s, p, lord))
    pay(s, lord, 3, events);
}

// A protégé who moves into a building on the same spot keeps her beside him.
void follow(const Rules& rules, GameState& s, const PlacedPiece& from, const PlacedPiece& to,
            EventSink*) {
  auto& p = rules.ext<PrincessDragonState>(s);
  if (is_protege(s, p, from)) p.protege_standing = to.standing;
}

// FAIRY-9, Q-PD-17, Q-PD-18: she stays on the tile, with nobody. Of two alike one may stay.
void part_from(const Rules& rules, GameState& s, const PlacedPiece& piece, EventSink*) {
  auto& p = rules.ext<PrincessDragonState>(s);
  if (!is_protege(s, p, piece)) return;
  for (const PlacedPiece& other : all_pieces(s))
    if (is_protege(s, p, other)) return;
  forget_protege(p);
}

// Everybody goes home after the final scoring.
void part_at_the_end(const Rules& rules, GameState& s) {
  forget_protege(rules.ext<PrincessDragonState>(s));
}

}  // namespace

bool is_protege(const GameState& s, const PrincessDragonState& p, const PlacedPiece& piece) {
  return piece.segment == p.protege_segment && p.has_protege != 0 &&
         piece.owner == p.protege_owner && piece.kind == p.protege_kind &&
         piece.standing == p.protege_standing && seg_of(s, piece) == p.protege_seg;
}

void put_fairy(const Rules& rules, GameState& s, Pos at, const PlacedPiece& beside) {
  auto& p = rules.ext<PrincessDragonState>(s);
  p.fairy_in_play = 1;
  p.fairy = at;
  if (rules.options.fairy_placement_tile) return;
  p.protege_segment = beside.segment;
  p.has_protege = 1;
  p.protege_seg = seg_of(s, beside);
  p.protege_owner = beside.owner;
  p.protege_kind = beside.kind;
  p.protege_standing = beside.standing;
}

void install_fairy(Rules& rules) {
  rules.game_begins.push_back(note_crowd);
  rules.step_rules[Step::turn_start] = turn_start_step;
  rules.meeple_options.push_back(list_fairy);
  rules.meeple_answers[ActionKind::fairy] = answer_fairy;
  rules.after_scoring_rules[AfterScoring::fairy] = pay_bonus;
  rules.piece_left.push_back(part_from);
  rules.piece_scored.push_back(pay_lord);
  rules.piece_moved.push_back(follow);
  rules.go_home.push_back(part_at_the_end);
}

}  // namespace bastide::princess_dragon
