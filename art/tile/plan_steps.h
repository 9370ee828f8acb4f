// The steps of make_plan, in the order in which they are taken; one file each.
#pragma once

#include "art/tile/plan.h"

namespace bastide::art {

// --- the edge of the tile, measured clockwise from the north-west corner: 0 to 400 ---

Point edge_point(double along);
Point edge_inwards(double along);  // unit
inline double side_middle(int side) { return 100.0 * side + 50; }

// --- questions to a definition ---

int field_at(const TileDef& tile, int half);  // segment, -1 for none
bool linked(const TileDef& tile, int a, int b);
int linked_city(const TileDef& tile, int segment);  // -1 for none
bool crosses(const TileDef& tile, int a, int b);
// The fields before and after a city, walking round the tile, are different ones.
bool city_parts_fields(const TileDef& tile, int segment);
// The halves left and right of a road are of one field, which goes round its end.
bool field_goes_round(const TileDef& tile, int side);
std::uint64_t seed_of(const TileDef& tile);

// --- the steps ---

void plan_cities(const TileDef& tile, Plan& plan);
void plan_rivers(const TileDef& tile, Plan& plan);
void plan_through_roads(const TileDef& tile, Plan& plan);
void plan_road_ends(const TileDef& tile, Plan& plan);  // what roads end at
void plan_ending_roads(const TileDef& tile, Plan& plan);
void plan_places(const TileDef& tile, Plan& plan);  // other big things
void plan_fields(const TileDef& tile, Plan& plan);
void plan_marks(const TileDef& tile, Plan& plan);  // what only needs free ground
void plan_anchors(const TileDef& tile, Plan& plan);
// Of a turned plan: a piece in a building stands beside it, best a little before it as people see
// it, so that both can be told.
void step_aside(Plan& plan);

// Everything but fields, grown by a margin.
Region occupied(const Plan& plan, double margin);
Region road_area(const LinePlan& road, double width);

// How far p lies from the nearest object, measured from the object's edge.
double object_clearance(const Plan& plan, Point p);

}  // namespace bastide::art
