#include "tools/terminal/tile_picture.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace bastide::tools {

namespace {

// Tile coordinates: -1..1, u grows east and v grows north.
struct Point {
  double u, v;
};

constexpr bool has_side(std::uint8_t sides, int side) { return (sides >> side & 1) != 0; }

double depth_from(int side, Point p) {
  const double depth[] = {1 - p.v, 1 - p.u, 1 + p.v, 1 + p.u};
  return depth[side];
}

// The lens that bulges inwards from a side: a small city, or a field beside a large one.
bool in_lens(int side, Point p) {
  const double along = side % 2 == 0 ? p.u : p.v;
  return depth_from(side, p) < 0.62 * (1 - along * along);
}

bool in_city(std::uint8_t sides, Point p) {
  const int count = std::popcount(sides);
  if (count == 1) return in_lens(std::countr_zero(sides), p);
  const bool opposite_pair = sides == 0b0101 || sides == 0b1010;
  if (count == 2 && !opposite_pair) {
    double nearer = 0;  // the half of the tile beyond the diagonal
    for (int side = 0; side < kSides; ++side)
      nearer += (has_side(sides, side) ? -1 : 1) * depth_from(side, p);
    return nearer > -0.01;
  }
  for (int side = 0; side < kSides; ++side)
    if (!has_side(sides, side) && in_lens(side, p)) return false;
  return count > 0;
}

// The quarters of the tile whose rim belongs to the fortress, by half-sides.
bool in_fortress(std::uint8_t halves, Point p) {
  const int half = p.v > 0 ? (p.u > 0 ? 1 : 0) : (p.u > 0 ? 4 : 5);
  return (halves >> half & 1) != 0;
}

// Straight through, round a corner, or from each side to the centre.
bool in_way(std::uint8_t sides, Point p, double half) {
  if (std::popcount(sides) == 2 && sides != 0b0101 && sides != 0b1010) {
    const double corner_u = has_side(sides, 1) ? 1 : -1;
    const double corner_v = has_side(sides, 0) ? 1 : -1;
    return std::abs(std::hypot(p.u - corner_u, p.v - corner_v) - 1) < half;
  }
  for (int side = 0; side < kSides; ++side) {
    const double across = side % 2 == 0 ? p.u : p.v;
    if (has_side(sides, side) && std::abs(across) < half && depth_from(side, p) < 1 + half)
      return true;
  }
  return false;
}

class Painter {
 public:
  Painter(const TileDef& tile, const Face& face, PictureSize size) : tile_(tile), face_(face) {
    picture_.size = size;
    const auto pixels = static_cast<std::size_t>(size.columns * size.rows * 2);
    picture_.material.assign(pixels, Material::field);
    picture_.segment.assign(pixels, kNoSegment);
    half_ = std::max(0.2, 1.0 / size.columns + 0.01);
  }

  TilePicture paint() {
    paint_kind(SegmentKind::city, Material::city);
    paint_kind(SegmentKind::carcassonne, Material::closed);
    paint_kind(SegmentKind::river, Material::river);
    paint_kind(SegmentKind::road, Material::road);
    paint_junction();
    paint_building();
    flood_fields();
    paint_walls();
    place_anchors();
    return std::move(picture_);
  }

 private:
  const FaceSegment& seg(int i) const { return face_.segments[static_cast<std::size_t>(i)]; }
  int segments() const { return face_.segment_count; }
  int find(SegmentKind kind) const {
    for (int i = 0; i < segments(); ++i)
      if (seg(i).kind == kind) return i;
    return -1;
  }

  template <class Fn>
  void each_pixel(Fn fn) {
    for (int y = 0; y < picture_.height(); ++y)
      for (int x = 0; x < picture_.width(); ++x)
        fn(x, y,
           Point{(x + 0.5) / picture_.width() * 2 - 1, 1 - (y + 0.5) / picture_.height() * 2});
  }

  void set(int x, int y, Material material, int segment) {
    picture_.material[picture_.index(x, y)] = material;
    picture_.segment[picture_.index(x, y)] = static_cast<std::uint8_t>(segment);
  }

  void paint_kind(SegmentKind kind, Material material) {
    for (int i = 0; i < segments(); ++i) {
      if (seg(i).kind != kind) continue;
      const std::uint8_t ports = seg(i).ports;
      each_pixel([&](int x, int y, Point p) {
        const bool taken = picture_.segment_at(x, y) != kNoSegment;
        const bool bridge = kind == SegmentKind::road && picture_.at(x, y) == Material::river;
        if (taken && !bridge) return;
        const bool inside = kind == SegmentKind::city          ? in_city(ports, p)
                            : kind == SegmentKind::carcassonne ? in_fortress(ports, p)
                                                               : in_way(ports, p, half_);
        if (inside) set(x, y, material, i);
      });
    }
  }

  // A village where roads meet.
  void paint_junction() {
    int ends = 0;
    for (int i = 0; i < segments(); ++i)
      ends += tile_.segments[seg(i).printed].end == RoadEnd::junction ? 1 : 0;
    if (ends < 2) return;
    each_pixel([&](int x, int y, Point p) {
      if (std::abs(p.u) < half_ && std::abs(p.v) < half_)
        picture_.material[picture_.index(x, y)] = Material::village;
    });
  }

  void paint_building() {
    for (const SegmentKind kind :
         {SegmentKind::monastery, SegmentKind::shrine, SegmentKind::abbey}) {
      const int i = find(kind);
      if (i < 0) continue;
      each_pixel([&](int x, int y, Point p) {
        const double slope = p.v > 0.2 ? 0.2 : 0.4;  // the roof narrows towards its ridge
        if (std::abs(p.u) < std::max(slope, half_) && std::abs(p.v) < std::max(0.4, half_))
          set(x, y, p.v > 0 ? Material::roof : Material::building_wall, i);
      });
    }
  }

  // The field segment behind a border pixel, or kNoSegment.
  int field_behind(int x, int y) const {
    const int w = picture_.width(), h = picture_.height();
    int half = -1;
    if (y == 0)
      half = 2 * x < w ? 0 : 1;
    else if (x == w - 1)
      half = 2 * y < h ? 2 : 3;
    else if (y == h - 1)
      half = 2 * x >= w ? 4 : 5;
    else if (x == 0)
      half = 2 * y >= h ? 6 : 7;
    for (int i = 0; half >= 0 && i < segments(); ++i)
      if (seg(i).kind == SegmentKind::field && (seg(i).ports >> half & 1) != 0) return i;
    return kNoSegment;
  }

  void flood_fields() {
    each_pixel([&](int x, int y, Point) {
      if (picture_.segment_at(x, y) == kNoSegment && picture_.at(x, y) == Material::field)
        set(x, y, Material::field, field_behind(x, y));
    });
    spread();
    const int inner = inner_field();
    if (inner >= 0) fill_rest(inner);
    spread();
  }

  // Lets the fields grow into what is still nobody's, until nothing changes.
  void spread() {
    for (bool changed = true; changed;) {
      changed = false;
      each_pixel([&](int x, int y, Point) {
        if (picture_.segment_at(x, y) != kNoSegment || picture_.at(x, y) != Material::field) return;
        for (const auto& [dx, dy] : kSteps) {
          const int i = segment_or_none(x + dx, y + dy);
          if (i == kNoSegment || seg(i).kind != SegmentKind::field) continue;
          set(x, y, Material::field, i);
          changed = true;
          return;
        }
      });
    }
  }

  int inner_field() const {
    for (int i = 0; i < segments(); ++i)
      if (seg(i).kind == SegmentKind::field && seg(i).ports == 0) return i;
    return -1;
  }

  void fill_rest(int segment) {
    each_pixel([&](int x, int y, Point) {
      if (picture_.segment_at(x, y) == kNoSegment && picture_.at(x, y) == Material::field)
        set(x, y, Material::field, segment);
    });
  }

  int segment_or_none(int x, int y) const {
    if (x < 0 || y < 0 || x >= picture_.width() || y >= picture_.height()) return kNoSegment;
    return picture_.segment_at(x, y);
  }

  // A city's pixels that border on anything else of the tile are its wall.
  void paint_walls() {
    if (picture_.width() < kLarge.columns) return;  // they would cover a small picture
    const std::vector<Material> before = picture_.material;
    each_pixel([&](int x, int y, Point) {
      if (before[picture_.index(x, y)] != Material::city) return;
      bool wall = false;
      for (const auto& [dx, dy] : kSteps) {
        const int nx = x + dx, ny = y + dy;
        if (nx < 0 || ny < 0 || nx >= picture_.width() || ny >= picture_.height()) continue;
        wall |= picture_.segment_at(nx, ny) != picture_.segment_at(x, y);
      }
      const bool house = (x * 5 + y * 3) % 7 == 0;
      if (wall || house)
        picture_.material[picture_.index(x, y)] = wall ? Material::wall : Material::house;
    });
  }

  // --- labels ---

  // How well a label lies on a segment: pixels of its own, then closeness to the segment's middle.
  double fit(int segment, int column, int row, Point middle) const {
    double score = 0;
    for (int x = column; x < column + 2; ++x)
      for (int y = 2 * row; y < 2 * row + 2; ++y) {
        if (picture_.segment_at(x, y) != segment)
          score -= 4;
        else if (picture_.at(x, y) == Material::wall)
          score += 2;
        else
          score += 4;
      }
    for (const Anchor& other : used_)
      if (other.row == row && std::abs(other.column - column) < 2) score -= 100;
    return score - 0.5 * std::hypot(column + 1 - middle.u, (2 * row + 1 - middle.v));
  }

  Anchor best_anchor(int segment) {
    Point middle{0, 0};
    int count = 0;
    each_pixel([&](int x, int y, Point) {
      if (picture_.segment_at(x, y) != segment) return;
      middle.u += x + 0.5;
      middle.v += y + 0.5;
      ++count;
    });
    if (count > 0) middle = {middle.u / count, middle.v / count};
    Anchor best;
    double best_score = -1e9;
    for (int row = 0; row < picture_.size.rows; ++row)
      for (int column = 0; column + 2 <= picture_.width(); ++column) {
        const double score = fit(segment, column, row, middle);
        if (score > best_score) best_score = score, best = {column, row};
      }
    used_.push_back(best);
    return best;
  }

  void place_anchors() {
    picture_.anchors.resize(static_cast<std::size_t>(segments()));
    place_garden();
    // Narrow things first: a field finds room anywhere.
    for (const bool fields : {false, true})
      for (int i = 0; i < segments(); ++i)
        if ((seg(i).kind == SegmentKind::field) == fields && seg(i).kind != SegmentKind::garden)
          picture_.anchors[static_cast<std::size_t>(i)] = best_anchor(i);
    for (int i = 0; i < segments(); ++i)
      for (int k = 0; k < seg(i).pennants; ++k) picture_.pennants.push_back(best_anchor(i));
  }

  // A garden is a flower bed on the largest field of the tile.
  void place_garden() {
    if (!tile_.has(Mark::garden) || picture_.width() < 6) return;
    std::vector<int> size(kMaxSegments + 1);
    each_pixel([&](int x, int y, Point) {
      const int i = picture_.segment_at(x, y);
      if (i != kNoSegment && seg(i).kind == SegmentKind::field) ++size[static_cast<std::size_t>(i)];
    });
    const auto largest = std::max_element(size.begin(), size.end());
    if (*largest == 0) return;
    const Anchor bed = best_anchor(static_cast<int>(largest - size.begin()));
    const int garden = find(SegmentKind::garden);
    for (int x = bed.column; x < bed.column + 2; ++x)
      for (int y = 2 * bed.row; y < 2 * bed.row + 2; ++y)
        set(x, y, Material::garden, garden >= 0 ? garden : picture_.segment_at(x, y));
    if (garden >= 0) picture_.anchors[static_cast<std::size_t>(garden)] = bed;
  }

  static constexpr int kSteps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

  const TileDef& tile_;
  const Face& face_;
  TilePicture picture_;
  double half_;
  std::vector<Anchor> used_;
};

}  // namespace

Anchor spot_anchor(Spot spot, int number, PictureSize size) {
  const int right = size.columns - 2, bottom = size.rows - 1;
  const int middle_column = right / 2, middle_row = size.rows / 2;
  switch (spot) {
    case Spot::tower:
      return {middle_column, std::max(0, middle_row - 1)};
    case Spot::acrobats:  // two below, one above
      if (number == 2) return {middle_column, std::max(0, middle_row - 1)};
      return {middle_column + (number == 0 ? -1 : 1), middle_row};
    case Spot::corner_ne:
      return {right, 0};
    case Spot::corner_se:
      return {right, bottom};
    case Spot::corner_sw:
      return {0, bottom};
    case Spot::corner_nw:
      return {0, 0};
  }
  return {};
}

TilePicture make_picture(const TileDef& tile, const Face& face, PictureSize size) {
  TilePicture picture = Painter(tile, face, size).paint();
  picture.marks = tile.marks;
  return picture;
}

}  // namespace bastide::tools
