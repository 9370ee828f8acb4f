// Acrobats: meeples on the spaces of an acrobat tile, and the pyramids they make.
#include <algorithm>

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

// --- Stages ------------------------------------------------------------------------

bool is_full(const Stage& stage) { return stage.acrobats >= kPyramid; }

Stage& stage_on(const Rules& rules, GameState& s, std::uint32_t tile) {
  return *std::ranges::find(all_stages(rules, s), tile, &Stage::tile);
}

void note_stage(const Rules& rules, GameState& s, TileIndex tile) {
  if (!has_mark(rules, s, tile, Mark::acrobats)) return;
  ++rules.ext<CircusState>(s).stages;
  all_stages(rules, s).back() = {tile, static_cast<std::uint16_t>(acrobats_on(s, tile))};
}

void note_all_stages(const Rules& rules, GameState& s) {
  for (TileIndex tile = 0; tile < s.core->tiles; ++tile) note_stage(rules, s, tile);
}

void note_new_stage(const Rules& rules, GameState& s, EventSink*) {
  note_stage(rules, s, s.core->placed);
}

void leave_stage(const Rules& rules, GameState& s, const PlacedPiece& piece, EventSink*) {
  if (is_acrobat(piece)) --stage_on(rules, s, s.segments[piece.segment].tile).acrobats;
}

void clear_stages(const Rules& rules, GameState& s) {
  for (Stage& stage : all_stages(rules, s)) stage.acrobats = 0;
}

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

bool has_room(const Rules& rules, const GameState& s, const Stage& stage) {
  return stage.acrobats < kPyramid && has_acrobat_spaces(rules, s, stage.tile) &&
         !is_barred(rules, s, stage.tile);
}

Action acrobat_at(Pos at) { return Action::meeple(PieceKind::meeple, at, seg_of(Spot::acrobats)); }

// ACROBAT-1..4: around the new tile row by row, from the south-west.
void list_acrobats_around(const Rules& rules, const GameState& s, Pos middle, Options& out) {
  unsigned cells = 0;
  for (const Stage& stage : all_stages(rules, s)) {
    const Pos at = s.tiles[stage.tile].at;
    if (is_around(middle, at) && has_room(rules, s, stage))
      cells |= 1u << (3 * (at.y - middle.y + 1) + at.x - middle.x + 1);
  }
  out.add_bits(cells, [&](int cell) {
    return acrobat_at({static_cast<std::int16_t>(middle.x + cell % 3 - 1),
                       static_cast<std::int16_t>(middle.y + cell / 3 - 1)});
  });
}

void list_acrobats(const Rules& rules, const GameState& s, Options& out) {
  if (s.core->players[s.core->active].supply[kMeeple] == 0) return;
  if (!leads_everywhere(rules, s))
    return list_acrobats_around(rules, s, s.tiles[s.core->placed].at, out);
  for (const Stage& stage : all_stages(rules, s))
    if (has_room(rules, s, stage)) out.add(acrobat_at(s.tiles[stage.tile].at));
}

// ACROBAT-7, ACROBAT-8, ACROBAT-11: any full one.
void list_answers(const Rules& rules, const GameState& s, Options& out) {
  list_acrobats(rules, s, out);
  if (std::ranges::none_of(all_stages(rules, s), is_full)) return;
  const Pyramids pyramids(s);
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
  ++stage_on(rules, s, tile).acrobats;
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
bool bars_bridge(const Rules& rules, const GameState& s, TileIndex tile) {
  return has_mark(rules, s, tile, Mark::acrobats) && acrobats_on(s, tile) != 0;
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
  rules.game_begins.push_back(note_all_stages);
  rules.tile_placed.push_back(note_new_stage);
  rules.piece_left.push_back(leave_stage);
  rules.go_home.push_back(clear_stages);
  rules.meeple_options.push_back(list_answers);
  rules.spot_answers[Spot::acrobats] = answer_acrobat;
  rules.spot_loads[Spot::acrobats] = load_acrobat;
  rules.meeple_answers[ActionKind::pyramid] = answer_pyramid;
  rules.step_rules[Step::score_pyramids] = last_pyramids_step;
  rules.bridge_barred.push_back(bars_bridge);
}

}  // namespace bastide::circus
