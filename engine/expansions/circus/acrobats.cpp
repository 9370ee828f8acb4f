// Acrobats: meeples on the spaces of an acrobat tile, and the pyramids they make.
#include "engine/expansions/circus/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::circus {
namespace {

constexpr int kMeeple = static_cast<int>(PieceKind::meeple);

// The tiles with acrobats, in one look at all pieces.
struct Pyramids {
  static constexpr int kRoom = 64;  // more than there are meeples
  TileIndex tile[kRoom];
  std::uint8_t size[kRoom];
  int count = 0;

  explicit Pyramids(const GameState& s) {
    for (const PlacedPiece& piece : all_pieces(s))
      if (is_acrobat(piece)) add(s.segments[piece.segment].tile);
  }
  int size_of(std::uint32_t on) const {
    for (int i = 0; i < count; ++i)
      if (tile[i] == on) return size[i];
    return 0;
  }

 private:
  void add(TileIndex on) {
    int i = 0;
    while (i < count && tile[i] != on) ++i;
    if (i == count) {
      if (count == kRoom) return;
      tile[count] = on;
      size[count++] = 0;
    }
    ++size[i];
  }
};

// --- Placing -----------------------------------------------------------------------

// Z-39: through a portal.
bool leads_everywhere(const Rules& rules, const GameState& s) {
  for (const TileBarred leads : rules.leads_everywhere)
    if (leads(rules, s)) return true;
  return false;
}

// VOLCANO-2, Z-36: a tile that bars pieces bars none from its neighbours.
bool is_barred(const Rules& rules, const GameState& s, std::uint32_t tile) {
  return tile == s.core->placed && tile_is_barred(rules, s);
}

// ACROBAT-1..4
void list_acrobats(const Rules& rules, const GameState& s, const Pyramids& pyramids, Options& out) {
  if (s.core->players[s.core->active].supply[kMeeple] == 0) return;
  auto add = [&](std::uint32_t tile) {
    if (has_acrobat_spaces(rules, s, tile) && pyramids.size_of(tile) < kPyramid &&
        !is_barred(rules, s, tile))
      out.add(Action::meeple(PieceKind::meeple, s.tiles[tile].at, seg_of(Spot::acrobats)));
  };
  if (!leads_everywhere(rules, s)) {
    for_tiles_around(s, s.tiles[s.core->placed].at, add);
    return;
  }
  for (std::uint32_t tile = 0; tile < s.core->tiles; ++tile) add(tile);
}

// ACROBAT-7, ACROBAT-8, ACROBAT-11: any full one.
void list_answers(const Rules& rules, const GameState& s, Options& out) {
  const Pyramids pyramids(s);
  list_acrobats(rules, s, pyramids, out);
  for (int i = 0; i < pyramids.count; ++i)
    if (pyramids.size[i] >= kPyramid)
      out.add({.kind = ActionKind::pyramid, .at = s.tiles[pyramids.tile[i]].at});
}

void put_acrobat(const Rules& rules, GameState& s, TileIndex tile, Seat seat) {
  put_piece(rules, s,
            {.kind = PieceKind::meeple,
             .owner = seat,
             .segment = s.tiles[tile].first_segment,
             .standing = Standing::on_tile,
             .keeper = CircusState::kModule,
             .detail = static_cast<std::uint16_t>(Spot::acrobats)});
  --s.core->players[seat].supply[kMeeple];
}

Flow answer_acrobat(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const auto tile = static_cast<TileIndex>(find_tile(s, action.at));
  put_acrobat(rules, s, tile, s.core->active);
  tell(events, s, EventKind::deployed, s.core->active,
       {.segment = s.tiles[tile].first_segment, .seg = action.seg});
  return Flow::proceed;
}

bool load_acrobat(const Rules& rules, GameState& s, TileIndex tile, PieceKind kind, Seat seat) {
  if (kind != PieceKind::meeple || !has_acrobat_spaces(rules, s, tile) ||
      acrobats_on(s, tile) >= kPyramid)
    return false;
  put_acrobat(rules, s, tile, seat);
  return true;
}

// --- Scoring -----------------------------------------------------------------------

bool stands_there(const GameState& s, const PlacedPiece& piece, std::uint32_t tile) {
  return is_acrobat(piece) && s.segments[piece.segment].tile == tile;
}

// ACROBAT-9: five points for each of one's own.
void pay_pyramid(const Rules& rules, GameState& s, TileIndex tile, EventSink* events) {
  int acrobats[kMaxPlayers] = {};
  for (const PlacedPiece& piece : all_pieces(s))
    acrobats[piece.owner] += stands_there(s, piece, tile) ? 1 : 0;
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    if (acrobats[seat] == 0) continue;
    Sheet sheet;
    sheet.add(Term::meeples, acrobats[seat], kPointsEach * acrobats[seat]);
    give_points(s, static_cast<Seat>(seat), ScoreFor::acrobats, sheet, s.tiles[tile].at,
                seg_of(Spot::acrobats), events);
  }
}

// Z-45: of several alike nobody can say which is protected, so one of each player speaks for all.
void tell_scored(const Rules& rules, GameState& s, TileIndex tile, bool finished,
                 EventSink* events) {
  for (int seat = 0; seat < rules.player_count() && !rules.piece_scored.empty(); ++seat) {
    const int first = find_piece(s, [&](const PlacedPiece& piece) {
      return piece.owner == seat && stands_there(s, piece, tile);
    });
    if (first == kNoPiece) continue;
    const PlacedPiece acrobat = s.pieces[first];
    for (const PieceScored hook : rules.piece_scored) hook(rules, s, acrobat, finished, events);
  }
}

// ACROBAT-7, ACROBAT-10: instead of a placement; they go home and the spaces are free.
Flow answer_pyramid(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const auto tile = static_cast<TileIndex>(find_tile(s, action.at));
  pay_pyramid(rules, s, tile, events);
  tell_scored(rules, s, tile, true, events);
  for (int i = s.core->pieces - 1; i >= 0; --i)
    if (stands_there(s, s.pieces[i], tile)) send_home(rules, s, i, EventKind::returned, events);
  return Flow::proceed;
}

// ACROBAT-13: the unfinished ones, too.
Flow last_pyramids_step(const Rules& rules, GameState& s, EventSink* events) {
  const Pyramids pyramids(s);
  for (int i = 0; i < pyramids.count; ++i) {
    pay_pyramid(rules, s, pyramids.tile[i], events);
    tell_scored(rules, s, pyramids.tile[i], false, events);
  }
  return Flow::proceed;
}

// X-61, Z-87
bool bars_bridge(const Rules&, const GameState& s, TileIndex tile) {
  return acrobats_on(s, tile) != 0;
}

}  // namespace

int acrobats_on(const GameState& s, std::uint32_t tile) {
  int count = 0;
  for (const PlacedPiece& piece : all_pieces(s)) count += stands_there(s, piece, tile) ? 1 : 0;
  return count;
}

bool has_acrobat_spaces(const Rules& rules, const GameState& s, std::uint32_t tile) {
  return has_mark(rules, s, tile, Mark::acrobats) && s.tiles[tile].added_segment == kNone;
}

bool is_in_reach_of_acrobats(const Rules& rules, const GameState& s, std::uint32_t tile) {
  return leads_everywhere(rules, s) || is_around(s.tiles[s.core->placed].at, s.tiles[tile].at);
}

void install_acrobats(Rules& rules) {
  rules.marks_in_play |= mark_bit(Mark::acrobats);
  rules.meeple_options.push_back(list_answers);
  rules.spot_answers[Spot::acrobats] = answer_acrobat;
  rules.spot_loads[Spot::acrobats] = load_acrobat;
  rules.meeple_answers[ActionKind::pyramid] = answer_pyramid;
  rules.step_rules[Step::score_pyramids] = last_pyramids_step;
  rules.bridge_barred.push_back(bars_bridge);
}

}  // namespace bastide::circus
