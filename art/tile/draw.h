// The layers of a tile's picture, from the ground up.
#pragma once

#include "art/svg.h"
#include "art/tile/decor.h"
#include "art/tile/plan.h"

namespace bastide::art {

void draw_ground(Svg& out);
void draw_rivers(const TileDef& tile, const Plan& plan, Svg& out);
void draw_roads(const TileDef& tile, const Plan& plan, Svg& out);
void draw_scenery(const Plan& plan, const Decor& decor, Svg& out);  // hedges, villages, woods
void draw_cities(const TileDef& tile, const Plan& plan, const Decor& decor, Svg& out);
// Cities that do not cross, in layers: those of the ground and the walls have no light and shade.
void draw_city_shadows(const Plan& plan, Svg& out);
void draw_city_grounds(const TileDef& tile, const Plan& plan, Svg& out);
void draw_city_houses(const Plan& plan, const Decor& decor, Svg& out);
void draw_city_walls(const Plan& plan, Svg& out);
void draw_city_towers(const Plan& plan, Svg& out);
void draw_abbey(Svg& out);                     // which fills its tile, whatever lies around
void draw_mouths(const Plan& plan, Svg& out);  // of tunnels, and of water under a town
void draw_objects(const Plan& plan, Svg& out, bool on_ground);

// Houses that do not overlap, in a handful of paths.
void draw_houses(const std::vector<House>& houses, Svg& out);

// <g id="..."> for everything that is drawn by <use>.
std::string symbol_definitions();
// Ids that the objects use, by kind; "" for what is drawn otherwise.
std::string symbol_of(const Object& object);

// The line beside a line, `by` to its right.
Polyline beside(const Polyline& line, double by);

}  // namespace bastide::art
