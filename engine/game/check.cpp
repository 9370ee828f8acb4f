// The one consistency check: everything kept up to date in play is worked out again.
#include <algorithm>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/game/game.h"
#include "engine/game/place_text.h"
#include "engine/scoring/score.h"

namespace bastide {
namespace {

std::string check_tiles(const Rules& rules, const GameState& s) {
  int left = 0;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) {
    const unsigned aside = s.aside != nullptr ? s.aside[t] : 0u;
    if (s.stock[t] + aside > rules.tiles[t].copies + rules.start.size())
      return "more tiles in stock than exist";
    left += s.stock[t];
  }
  int by_stack = 0;
  for (int stack = 0; stack < rules.stack_count; ++stack) by_stack += s.core->left[stack];
  if (left != by_stack + s.core->hidden) return "the stacks do not add up to the stock";
  if (s.core->tiles > rules.layout.max_tiles) return "more tiles on the table than exist";
  for (int i = 0; i < s.core->tiles; ++i)
    if (find_tile(s, s.tiles[i].at) != static_cast<std::uint32_t>(i))
      return "the tile at " + place_text(s.tiles[i].at) + " is not found";
  return "";
}

std::string check_pieces(const Rules& rules, const GameState& s) {
  for (int seat = 0; seat < rules.player_count(); ++seat)
    for (int kind = 0; kind < kPieceKinds; ++kind) {
      int count = s.core->players[seat].supply[kind];
      for (int i = 0; i < s.core->pieces; ++i)
        count += s.pieces[i].owner == seat && static_cast<int>(s.pieces[i].kind) == kind ? 1 : 0;
      for (int i = 0; i < s.core->tiles && kind == static_cast<int>(PieceKind::bridge); ++i)
        count += s.tiles[i].added_segment != kNone && s.tiles[i].bridge_owner == seat ? 1 : 0;
      for (PiecesElsewhere hook : rules.pieces_elsewhere)
        count += hook(rules, s, static_cast<Seat>(seat), static_cast<PieceKind>(kind));
      if (count != rules.supply[kind])
        return "seat " + std::to_string(seat) + " does not have its pieces";
    }
  return "";
}

// What an open cell must know, from the tiles around it.
std::string check_cell(const Rules& rules, const GameState& s, int c) {
  const OpenCell& cell = s.cells[c];
  if (find_cell(s, cell.at) != static_cast<std::uint32_t>(c))
    return "the open cell at " + place_text(cell.at) + " is not found";
  if (cell.present == 0) return "the open cell at " + place_text(cell.at) + " touches nothing";
  for (int side = 0; side < kSides; ++side) {
    const std::uint32_t index = find_tile(s, neighbour(cell.at, static_cast<Side>(side)));
    if ((index != kNotThere) != (((cell.present >> side) & 1) != 0))
      return "the open cell at " + place_text(cell.at) + " misses a neighbour";
    EdgeWord wanted = 0xF;
    if (index != kNotThere) {
      const PlacedTile& tile = s.tiles[index];
      const EdgeWord shown = edge_at(edges_shown(rules.face(tile.type, tile.rotation), tile),
                                     opposite(static_cast<Side>(side)));
      if (shown != 0) wanted = shown;
    }
    if (edge_at(s.cell_masks[c], static_cast<Side>(side)) != wanted)
      return "the open cell at " + place_text(cell.at) + " asks for the wrong side";
  }
  return "";
}

// Sums over a feature's ring, compared with what is kept at the feature.
std::string check_feature(const Rules& rules, const GameState& s, FeatureId f) {
  const Feature& feature = s.features[f];
  if (feature.segments == 0) return "";
  unsigned segments = 0, pennants = 0, marks = 0;
  SegmentId id = feature.head;
  do {
    const Segment& segment = s.segments[id];
    const PlacedTile& tile = s.tiles[segment.tile];
    if (segment.feature != f) return "a ring leads into another feature";
    if (++segments > s.core->segments) return "a ring does not close";
    const int local = tile.local(id);
    if (local < tile.segment_count) {
      const FaceSegment& printed = rules.face(tile.type, tile.rotation).segments[local];
      pennants += printed.pennants;
      marks |= printed.marks;
    }
    id = segment.next;
  } while (id != feature.head);
  if (segments != feature.segments) return "a feature miscounts its segments";
  if (pennants != feature.pennants) return "a feature miscounts its pennants";
  if (marks != (feature.marks & rules.feature_marks)) return "a feature misses a mark";
  std::uint32_t occupants = 0;
  for (const PlacedPiece& piece : pieces_on(s, f))
    if (occupies(rules, piece)) occupants += one_of_seat(piece.owner);
  if (occupants != feature.occupants) return "a feature miscounts the pieces on it";
  return "";
}

// Open ends are the sides of a road or city with an empty cell behind them.
std::string check_open_ends(const Rules& rules, const GameState& s) {
  std::vector<unsigned> open(s.core->features, 0);
  for (int i = 0; i < s.core->tiles; ++i) {
    const PlacedTile& tile = s.tiles[i];
    const Face& face = rules.face(tile.type, tile.rotation);
    for (int local = 0; tile.has_segment(local); ++local) {
      const FeatureId f = feature_of(s, tile.segment(local));
      const bool printed = local < tile.segment_count;
      if (((face.cloisters >> local) & 1) != 0) open[f] = 8u - tiles_around(s, tile.at);
      if (printed && ((face.completable >> local) & 1) == 0) continue;
      for (int side = 0; side < kSides; ++side)
        if (((ports_of(face, tile, local) >> side) & 1) != 0 &&
            find_tile(s, neighbour(tile.at, static_cast<Side>(side))) == kNotThere)
          ++open[f];
    }
  }
  for (FeatureId f = 0; f < s.core->features; ++f) {
    const Feature& feature = s.features[f];
    const bool tracked = feature.kind != SegmentKind::field && feature.kind != SegmentKind::river &&
                         feature.kind != SegmentKind::carcassonne;
    if (feature.segments != 0 && tracked && feature.open != open[f])
      return "a feature miscounts its open ends";
  }
  return "";
}

}  // namespace

std::string check(const Rules& rules, const GameState& s) {
  if (std::string wrong = check_tiles(rules, s); !wrong.empty()) return wrong;
  if (std::string wrong = check_pieces(rules, s); !wrong.empty()) return wrong;
  for (int c = 0; c < s.core->cells; ++c)
    if (std::string wrong = check_cell(rules, s, c); !wrong.empty()) return wrong;
  for (FeatureId f = 0; f < s.core->features; ++f)
    if (std::string wrong = check_feature(rules, s, f); !wrong.empty()) return wrong;
  return check_open_ends(rules, s);
}

}  // namespace bastide
