// Where things are on each tile, as JSON for web pages (docs/art-web.md): the names, areas and
// standing places of segments, and the places of pieces that stand on none. A page needs no rules
// and no geometry of its own to put pieces where `bastide render` puts them.
#pragma once

#include <span>
#include <string>

#include "engine/tiles/catalogue.h"

namespace bastide::art {

std::string shapes(std::span<const SetDef* const> sets);

}  // namespace bastide::art
