// Where everything on a tile lies, before any of it is drawn. Made from the tile's definition as
// printed (north up) and then turned; the same for all copies.
#pragma once

#include <vector>

#include "art/geometry.h"
#include "engine/tiles/catalogue.h"

namespace bastide::art {

// What every side looks like where two tiles meet. All lines cross the edge at right angles.
inline constexpr double kRoadWidth = 10.5;
inline constexpr double kVergeWidth = 15;
inline constexpr double kRiverWidth = 15;
inline constexpr double kBankWidth = 19;
inline constexpr double kWallWidth = 2.8;
inline constexpr double kWallInset = 5;  // from the corner to the middle of the wall

struct Gate {
  Point at;       // on the middle line of the wall
  Point inwards;  // unit, into the city
};

struct CityPlan {
  int segment = 0;
  Region area;                  // up to the middle of the wall, within the square
  std::vector<Polyline> walls;  // the city to their right
  std::vector<Gate> gates;
  bool over = false;   // lies over another city or a river
  bool under = false;  // another city crosses above
};

// A road or a river. Ends on a side are extended a little beyond it.
struct LinePlan {
  int segment = 0;
  Polyline line;
  bool ends_inside = false;  // its last point is within the tile
  RoadEnd end = RoadEnd::none;
  std::vector<Polyline> more;  // further arms of a fork or a three-way road, to the same junction
};

enum class ObjectKind {
  junction,
  monastery,
  garden,
  shrine,
  volcano,
  dragon,
  princess,
  portal,
  bazaar,
  inn,
  cathedral,
  pig_herd,
  tower,
  hill,
  vineyard,
  circus,
  acrobats,
  village,
  dead_end,
  pennant,
  wine,
  grain,
  cloth,
  wheel,
  spring,
  lake,
  tunnel_mouth,
  abbey
};

struct Object {
  ObjectKind kind = ObjectKind::junction;
  Point at;
  double radius = 8;
  int segment = -1;  // the segment it belongs to, if any
  int number = 0;    // pennants, wheel
  Point facing{0, 1};
  bool on_ground = false;  // fields end at it
  double scale = 1;        // smaller than usual where there is little room
};

struct FieldPlan {
  int segment = 0;
  std::vector<Region> parts;
};

struct Hedge {
  Polyline line;
};

struct Plan {
  std::vector<CityPlan> cities;
  std::vector<LinePlan> rivers;
  std::vector<LinePlan> roads;
  std::vector<Object> objects;
  std::vector<Hedge> hedges;
  std::vector<FieldPlan> fields;
  Region cover;                // a board's cell: hidden by what stands in the board's middle
  std::vector<Region> wild;    // ground of no field: corners and pockets
  std::vector<Point> anchors;  // by segment
  Point centre_anchor;
  int conflicts = 0;  // parts that touch two fields; 0 in every catalogue tile

  const CityPlan* city(int segment) const;
  const Object* object(ObjectKind kind) const;
};

Plan make_plan(const TileDef& tile);  // as printed

// Turned as asked. Plans are asked for often (regions, anchors): those of each id are remembered.
// Thread-safe.
const Plan& plan_of(const TileDef& tile, Rotation rotation);

Region region_of(const Plan& plan, const TileDef& tile, int segment);

}  // namespace bastide::art
