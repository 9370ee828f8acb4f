// The pictures of a web page in one file: a <symbol> for every tile, in every rotation that
// differs, for the big boards and for the pieces. A page shows one by <use>, and changes its look
// by the stylesheet alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "art/theme.h"
#include "engine/tiles/catalogue.h"

namespace bastide::art {

// "t-base-D-90": the id of a tile's symbol.
std::string tile_symbol_id(const TileDef& tile, Rotation rotation);

// `tiles_only` is for a page that has the pieces and shared parts already. What stands about in the
// clearings of a tile is not in its symbol: the page puts it there, cell by cell.
std::string sprite(std::span<const SetDef* const> sets, bool tiles_only = false);

// All themes in one stylesheet; data-theme="night" on an element around the pictures changes them.
std::string sprite_stylesheet();

}  // namespace bastide::art
