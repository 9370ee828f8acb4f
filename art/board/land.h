// The land as a whole: light and dark patches and grass that know nothing of tiles, so that they
// run across their edges.
#pragma once

#include <string>

#include "art/geometry.h"
#include "art/svg.h"

namespace bastide::art {

inline constexpr const char* kPatches = "lp";  // pattern of the land
inline constexpr const char* kGrass = "lg";    // and what is seen upon it from near

// <pattern>s in board coordinates, 100 a tile; once a document, inside <defs>.
std::string land_patterns();

// What lies under the tiles: a soft shadow, the ground, ink round its coast.
void draw_land(const Region& land, bool far, Svg& out);

}  // namespace bastide::art
