// Wagons: when their feature has been scored they may drive on.
#include <algorithm>
#include <tuple>

#include "engine/board/board.h"
#include "engine/board/bridge.h"
#include "engine/expansions/abbey_mayor/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::abbey_mayor {
namespace {

// WAGON-1..3, X-49, X-57: roads with their bridges, cities, and buildings of monks.
constexpr std::uint16_t kWagonPlaces = kind_bit(SegmentKind::road) | kind_bit(SegmentKind::city) |
                                       kind_bit(SegmentKind::monastery) |
                                       kind_bit(SegmentKind::abbey) | kind_bit(SegmentKind::shrine);

// WAGON-5, WAGON-12, Z-43, Z-55: those of a scored feature leave it with the others, and their
// owners decide when everything is scored; until then they are in no supply. Not those of a
// building that lost (Z-71, Z-84), and none at the end (WAGON-14).
void take_up_wagons(const Rules& rules, GameState& s, FeatureId f, bool finished,
                    EventSink* events) {
  if (!finished || s.features[f].occupants == 0) return;
  auto& am = rules.ext<AbbeyMayorState>(s);
  for (int i = s.core->pieces - 1; i >= 0; --i) {
    const PlacedPiece piece = s.pieces[i];
    if (piece.kind != PieceKind::wagon || feature_of(s, piece.segment) != f ||
        !is_on_feature(piece))
      continue;
    am.wagons[am.wagon_count++] = {piece.segment, piece.owner, 0};
    take_up(rules, s, i, events);
    --s.core->players[piece.owner].supply[PieceKind::wagon];
    i = std::min<int>(i, s.core->pieces);  // who leaves may draw others after him
  }
}

int under_way(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  if (kind != PieceKind::wagon) return 0;
  const auto& am = rules.ext<AbbeyMayorState>(s);
  return static_cast<int>(std::count_if(am.wagons, am.wagons + am.wagon_count,
                                        [&](const ScoredWagon& w) { return w.owner == seat; }));
}

// --- Nearby ----------------------------------------------------------------------

// WAGON-6, WAGON-8, Q-AM-9, Z-86: each segment on the nine tiles.
void list_nearby(const Rules& rules, const GameState& s, SegmentId from, Options& out) {
  const Pos at = tile_of(s, from).at;
  for (int around = 0; around < 9; ++around) {
    const std::uint32_t index = find_tile(s, {static_cast<std::int16_t>(at.x + around % 3 - 1),
                                              static_cast<std::int16_t>(at.y + around / 3 - 1)});
    if (index == kNotThere) continue;
    const PlacedTile& tile = s.tiles[index];
    for (std::uint8_t i = 0; tile.has_segment(i); ++i)
      if (is_target(rules, s, feature_of(s, tile.segment(i))))
        out.add({.kind = ActionKind::wagon, .seg = i, .at = tile.at});
  }
}

// --- Linked (WAGON-16) -------------------------------------------------------------

// The targets that meet a feature, each once.
class Links {
 public:
  Links(const Rules& rules, const GameState& s, FeatureId scored) : rules_(rules), s_(s) {
    for (const SegmentId id : segments_of(s, scored)) {
      add_printed(id);
      add_beside(id);
    }
  }
  void list(Options& out) const {
    for (int i = 0; i < count_; ++i) {
      const PlacedTile& tile = tile_of(s_, found_[i]);
      out.add({.kind = ActionKind::wagon, .seg = tile.local(found_[i]), .at = tile.at});
    }
  }

 private:
  static constexpr int kRoom = 512;

  void add(SegmentId id) {
    if (count_ == kRoom || !is_target(rules_, s_, feature_of(s_, id))) return;
    if (std::find(found_, found_ + count_, id) == found_ + count_) found_[count_++] = id;
  }

  // Road and city at a gate, road and monastery, roads at a crossing: as the tile says (Q-AM-15).
  void add_printed(SegmentId id) {
    const PlacedTile& tile = tile_of(s_, id);
    if (tile.local(id) >= tile.segment_count) return;
    const Face& face = rules_.face(tile.type, tile.rotation);
    const std::uint8_t mine = face.segments[tile.local(id)].printed;
    for (const auto& group : rules_.tiles[tile.type].def->links) {
      if (std::find(group.begin(), group.end(), mine) == group.end()) continue;
      for (int i = 0; i < tile.segment_count; ++i)
        if (std::find(group.begin(), group.end(), face.segments[i].printed) != group.end())
          add(tile.segment(i));
    }
  }

  // A road or city and the abbey that ends it, either way.
  void add_beside(SegmentId id) {
    const PlacedTile& tile = tile_of(s_, id);
    const Face& face = rules_.face(tile.type, tile.rotation);
    const unsigned sides = face.ends != 0 ? face.ends : ports_of(face, tile, tile.local(id));
    for (int side = 0; side < kSides; ++side) {
      if (((sides >> side) & 1u) == 0) continue;
      const std::uint32_t index = find_tile(s_, neighbour(tile.at, static_cast<Side>(side)));
      if (index != kNotThere) add_facing(s_.tiles[index], (side + 2) & 3, face.ends != 0);
    }
  }

  void add_facing(const PlacedTile& tile, int side, bool from_abbey) {
    const Face& face = rules_.face(tile.type, tile.rotation);
    if (!from_abbey && ((face.ends >> side) & 1u) == 0) return;
    for (int i = 0; tile.has_segment(i); ++i) {
      const SegmentKind kind = s_.features[feature_of(s_, tile.segment(i))].kind;
      const bool leads_there = (kind == SegmentKind::road || kind == SegmentKind::city) &&
                               ((ports_of(face, tile, i) >> side) & 1u) != 0;
      if (from_abbey ? leads_there : kind == SegmentKind::abbey) add(tile.segment(i));
    }
  }

  const Rules& rules_;
  const GameState& s_;
  SegmentId found_[kRoom];
  int count_ = 0;
};

// --- The question ------------------------------------------------------------------

// D-AM-3, Q-AM-14
void list_targets(const Rules& rules, const GameState& s, Options& out) {
  const SegmentId from = rules.ext<AbbeyMayorState>(s).wagons[next_wagon(rules, s)].segment;
  if (rules.options.wagon_move_linked)
    Links(rules, s, feature_of(s, from)).list(out);
  else
    list_nearby(rules, s, from, out);
  out.add(Action::pass());
}

// WAGON-9, WAGON-11: who has no target is not asked, and the wagon is home.
Flow wagon_step(const Rules& rules, GameState& s, EventSink* events) {
  const auto& am = rules.ext<AbbeyMayorState>(s);
  if (am.wagon_count == 0) return Flow::proceed;
  return ask(rules, s, DecisionKind::wagon, am.wagons[next_wagon(rules, s)].owner, events);
}

ScoredWagon take_next(const Rules& rules, GameState& s) {
  auto& am = rules.ext<AbbeyMayorState>(s);
  ScoredWagon* const next = am.wagons + next_wagon(rules, s);
  const ScoredWagon wagon = *next;
  std::copy(next + 1, am.wagons + am.wagon_count, next);
  am.wagons[--am.wagon_count] = {};
  return wagon;
}

// WAGON-8, WAGON-10, WAGON-15
Flow answer_wagon(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const ScoredWagon wagon = take_next(rules, s);
  if (action.kind == ActionKind::pass) {
    ++s.core->players[wagon.owner].supply[PieceKind::wagon];
    tell(events, s, EventKind::returned, wagon.owner,
         {.piece = PieceKind::wagon, .segment = wagon.segment});
    return Flow::repeat;
  }
  const SegmentId target = s.tiles[find_tile(s, action.at)].segment(action.seg);
  put_piece(rules, s, {PieceKind::wagon, wagon.owner, target});
  tell(events, s, EventKind::wagon_moved, wagon.owner,
       {.piece = PieceKind::wagon, .segment = target, .from = wagon.segment});
  return Flow::repeat;
}

}  // namespace

// WAGON-11: the active player's first, then clockwise; of one owner (Q-AM-23) by x, then y.
int next_wagon(const Rules& rules, const GameState& s) {
  const auto& am = rules.ext<AbbeyMayorState>(s);
  const int seats = rules.player_count();
  auto rank = [&](int i) {
    const Pos at = tile_of(s, am.wagons[i].segment).at;
    return std::tuple((am.wagons[i].owner - s.core->active + seats) % seats, at.x, at.y);
  };
  int next = 0;
  for (int i = 1; i < am.wagon_count; ++i)
    if (rank(i) < rank(next)) next = i;
  return next;
}

// WAGON-7, Z-6, Z-18, Q-AM-10
bool is_target(const Rules& rules, const GameState& s, FeatureId f) {
  const Feature& feature = s.features[f];
  return (rules.traits[PieceKind::wagon].stands_on & kind_bit(feature.kind)) != 0 &&
         feature.open != 0 && is_free(feature);
}

// WAGON-4, X-11, X-33
void install_wagons(Rules& rules, int each) {
  bring_piece(rules, PieceKind::wagon, each,
              {.suits = kWagonPlaces, .person = true, .living = true});
  rules.after_scoring_rules[AfterScoring::wagons] = take_up_wagons;
  rules.step_rules[Step::wagon] = wagon_step;
  rules.decisions[DecisionKind::wagon] = {list_targets, answer_wagon};
  rules.pieces_elsewhere.push_back(under_way);
}

}  // namespace bastide::abbey_mayor
