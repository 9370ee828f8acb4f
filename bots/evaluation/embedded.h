// The files of data/bots as they were when the program was built.
#pragma once

#include <span>

#include "engine/tiles/embedded.h"

namespace bastide {

std::span<const EmbeddedFile> embedded_bot_files();

}  // namespace bastide
