#include "art/board/scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "art/board/places.h"
#include "art/board/scene_parts.h"
#include "art/tile/tile_art.h"
#include "engine/board/board.h"

namespace bastide::art {

namespace {

BigBoard board_of(const Rules& rules) {
  if (rules.start_name == "count") return BigBoard::carcassonne_flags;
  if (rules.start_name == "count_plain") return BigBoard::carcassonne;
  if (rules.start_name == "wheel") return BigBoard::wheel;
  return BigBoard::none;
}

void add_tiles(const Rules& rules, const GameState& s, Scene& scene) {
  for (TileIndex i = 0; i < s.core->tiles; ++i) {
    const PlacedTile& placed = s.tiles[i];
    SceneTile tile;
    tile.at = placed.at;
    tile.def = rules.tiles[placed.type].def;
    tile.rotation = placed.rotation;
    tile.board = scene.board != BigBoard::none && i < rules.start.size();
    if (placed.added_segment != kNone) {
      tile.bridge_axis = placed.bridge_axis;
      if (placed.bridge_owner < rules.players.size()) tile.bridge_owner = placed.bridge_owner;
    }
    scene.tiles.push_back(tile);
  }
  if (s.core->tiles > rules.start.size()) scene.last = s.tiles[s.core->tiles - 1].at;
}

// The number of a placed segment in TileDef::segments, or how many those are for a bridge.
int printed_segment(const Rules& rules, const PlacedTile& tile, int local) {
  if (local >= tile.segment_count)
    return static_cast<int>(rules.tiles[tile.type].def->segments.size());
  return rules.face(tile.type, tile.rotation).segments[static_cast<std::size_t>(local)].printed;
}

// Which bank of a spring's field (divide_banks in engine/tiles/face.cpp) a segment is; -1 for none.
int bank_of(const Rules& rules, const PlacedTile& tile, int local) {
  const Face& face = rules.face(tile.type, tile.rotation);
  if (local >= face.segment_count) return -1;
  const auto same = [&](int a, int b) {
    return a != b && face.segments[static_cast<std::size_t>(a)].printed ==
                         face.segments[static_cast<std::size_t>(b)].printed;
  };
  for (int other = 0; other < face.segment_count; ++other)
    if (same(local, other)) return local > other ? 1 : 0;
  return -1;
}

// Several pieces on one segment stand side by side.
Point in_row(Point middle, int index, int count, double step) {
  return middle + Point{(index - (count - 1) / 2.0) * step, 0};
}

Point standing_place(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                     const Buildings& buildings) {
  const auto in = [&](const std::vector<Point>& places) -> std::optional<Point> {
    if (piece.detail >= places.size()) return std::nullopt;
    return places[piece.detail] + kInBuilding;
  };
  std::optional<Point> inside;
  if (piece.standing == Standing::sheltered) inside = in(buildings.castles);
  if (piece.standing == Standing::lodged) inside = in(buildings.granaries);
  if (inside) return *inside;
  const PlacedTile& tile = s.tiles[s.segments[piece.segment].tile];
  return segment_place(rules, tile, tile.local(piece.segment));
}

// Guards and acrobats stand where they were put, upon one another if need be.
SceneFigure figure_on_spot(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                           std::size_t before) {
  const TileIndex index = s.segments[piece.segment].tile;
  const PlacedTile& tile = s.tiles[index];
  const auto spot = static_cast<Spot>(piece.detail);
  const Point place =
      corner_of(tile.at) + spot_place(*rules.tiles[tile.type].def, tile.rotation, spot);
  SceneFigure figure{figure_of(piece.kind, false), piece.owner, place, kAcrobatSize, true};
  Point upon = kAcrobats[std::min(before, kAcrobats.size() - 1)];
  if (spot == Spot::tower) {
    figure.size = kGuardSize;
    upon = kOnFoundation + kOnTower - Point{0, tower_rise(floors_on(rules, s, index))};
  }
  figure.at = place + upon;
  figure.raised = -upon.y;
  return figure;
}

void add_pieces(const Rules& rules, const GameState& s, const Buildings& buildings, Scene& scene) {
  std::map<std::pair<SegmentId, Standing>, int> count, index;
  for (int i = 0; i < s.core->pieces; ++i) ++count[{s.pieces[i].segment, s.pieces[i].standing}];
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (piece.standing == Standing::on_tile) {
      if (piece.kind == PieceKind::barn) continue;  // barns have a list of their own, by corner
      const auto before = static_cast<std::size_t>(index[{piece.segment, piece.standing}]++);
      scene.figures.push_back(figure_on_spot(rules, s, piece, before));
      continue;
    }
    const bool lies = s.features[feature_of(s, piece.segment)].kind == SegmentKind::field;
    SceneFigure figure;
    figure.figure = figure_of(piece.kind, lies);
    figure.seat = piece.owner;
    figure.size = size_on_tile(figure.figure);
    const std::pair key{piece.segment, piece.standing};
    figure.at = in_row(standing_place(rules, s, piece, buildings), index[key]++, count[key],
                       kRowStep * figure.size);
    scene.figures.push_back(figure);
    if (const int sheep = sheep_beside(rules, s, piece); sheep > 0)
      scene.figures.push_back({Figure::sheep, std::nullopt, figure.at + kFlockBeside,
                               size_on_tile(Figure::sheep), false, sheep});
  }
}

// --- features ---

constexpr double kLabelSize = 34;  // as make_room sees it: a label is wider than high

std::vector<int> owners_of(const Rules& rules, const GameState& s, FeatureId id) {
  std::vector<int> owners;
  const std::uint32_t leading = leaders(rules, s, id);
  for (int seat = 0; seat < rules.player_count(); ++seat)
    if ((leading >> seat & 1u) != 0) owners.push_back(seat);
  return owners;
}

// The place of a part nearest to the middle of all of them.
Point label_place(const std::vector<Point>& places) {
  Point sum;
  for (const Point p : places) sum = sum + p;
  const Point middle = sum * (1.0 / static_cast<double>(places.size()));
  return *std::min_element(places.begin(), places.end(), [&](Point a, Point b) {
    return distance(a, middle) < distance(b, middle);
  });
}

SceneFeature feature_of_scene(const Rules& rules, const GameState& s, FeatureId id) {
  const Feature& feature = s.features[id];
  SceneFeature seen;
  std::vector<Point> places;
  SegmentId segment = feature.head;
  do {
    const TileIndex index = s.segments[segment].tile;
    const PlacedTile& tile = s.tiles[index];
    const int local = tile.local(segment);
    seen.parts.push_back({index, printed_segment(rules, tile, local), bank_of(rules, tile, local)});
    places.push_back(segment_place(rules, tile, local));
    segment = s.segments[segment].next;
  } while (segment != feature.head);
  seen.owners = owners_of(rules, s, id);
  seen.worth = worth(rules, s, id, is_complete(s, id)).total();
  // Above the pieces, which stand on the same places.
  seen.label = label_place(places) + Point{0, -24};
  return seen;
}

void add_features(const Rules& rules, const GameState& s, Scene& scene) {
  for (FeatureId id = 0; id < s.core->features; ++id) {
    const Feature& feature = s.features[id];
    if (feature.segments == 0 || feature.occupants == 0) continue;
    if (feature.kind == SegmentKind::field && !rules.options.fields) continue;
    scene.features.push_back(feature_of_scene(rules, s, id));
  }
  std::vector<SceneFigure> labels(scene.features.size());
  for (std::size_t i = 0; i < labels.size(); ++i)
    labels[i].at = scene.features[i].label, labels[i].size = kLabelSize;
  make_room(labels);
  for (std::size_t i = 0; i < labels.size(); ++i) scene.features[i].label = labels[i].at;
}

}  // namespace

Point segment_place(const Rules& rules, const PlacedTile& tile, int local) {
  const TileDef& def = *rules.tiles[tile.type].def;
  const Point corner = corner_of(tile.at);
  if (local >= tile.segment_count) return corner + kOnBridge;
  const int segment = printed_segment(rules, tile, local);
  if (const int bank = bank_of(rules, tile, local); bank >= 0)
    return corner + bank_anchor(def, tile.rotation, bank);
  if (tile.added_segment == kNone) return corner + anchor(def, tile.rotation, segment);
  return corner + anchor_beside_bridge(def, tile.rotation, segment, tile.bridge_axis);
}

void make_room(std::vector<SceneFigure>& figures) {
  constexpr int kRounds = 40;
  for (int round = 0; round < kRounds; ++round) {
    bool moved = false;
    for (std::size_t i = 0; i < figures.size(); ++i)
      for (std::size_t j = i + 1; j < figures.size(); ++j) {
        SceneFigure &a = figures[i], &b = figures[j];
        const double wanted = 0.36 * (a.size + b.size);
        Point apart = b.at - a.at;
        const double now = length(apart);
        if (now >= wanted || (a.fixed && b.fixed)) continue;
        if (now < 0.5) apart = {1, 0.2};
        const Point step = unit(apart) * ((wanted - now) * (a.fixed || b.fixed ? 1 : 0.5));
        if (!a.fixed) a.at = a.at - step;
        if (!b.fixed) b.at = b.at + step;
        moved = true;
      }
    if (!moved) return;
  }
}

Scene scene_of(const Rules& rules, const GameState& s) {
  Scene scene;
  scene.board = board_of(rules);
  add_tiles(rules, s, scene);
  const Buildings buildings = add_module_figures(rules, s, scene);
  add_pieces(rules, s, buildings, scene);
  make_room(scene.figures);
  // Who stands further south stands in front, and whoever stands upon something in front of it.
  const auto depth = [](const SceneFigure& f) {
    return std::tuple(!f.fixed || f.raised > 0, f.at.y + f.raised, f.raised, f.at.x);
  };
  std::sort(scene.figures.begin(), scene.figures.end(),
            [&](const auto& a, const auto& b) { return depth(a) < depth(b); });
  add_features(rules, s, scene);
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    scene.names.push_back(rules.players[static_cast<std::size_t>(seat)].name);
    scene.scores.push_back(s.core->players[seat].score);
  }
  return scene;
}

}  // namespace bastide::art
