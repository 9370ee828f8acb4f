// The pictures of a web page in one file: a <symbol> for every tile, in every rotation that differs
// and in a few looks, for the big boards and for the pieces. A page shows one by <use>, and changes
// its look by the stylesheet alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "art/theme.h"
#include "engine/tiles/catalogue.h"

namespace bastide::art {

struct SpriteOptions {
  // Tiles of one kind differ in their decoration; this many looks are kept of a tile with so many
  // copies.
  int looks = 2;
  bool tiles_only = false;  // for a page that has the pieces and shared parts already
};

// "t-base-D-90", and "t-base-D-90-1" for the second look: the id of a tile's symbol. Copies beyond
// the looks kept take turns.
std::string tile_symbol_id(const TileDef& tile, Rotation rotation, int copy, int looks);

std::string sprite(std::span<const SetDef* const> sets, const SpriteOptions& options);

// All themes in one stylesheet; data-theme="night" on an element around the pictures changes them.
std::string sprite_stylesheet();

}  // namespace bastide::art
