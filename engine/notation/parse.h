// JSON text from outside, read strictly: bounded in size, depth and number of values, without
// repeated keys, and never with an exception.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/notation/form.h"

namespace bastide {

inline constexpr std::size_t kMaxDocumentBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxDepth = 64;
inline constexpr std::size_t kMaxValues = 4'000'000;  // in one document
inline constexpr std::size_t kMaxMembers = 256;       // of one object

// `first_line` is the number of the document's first line in its file, for messages.
Formed<Json> parse_json(std::string_view text, std::size_t first_line = 1);

}  // namespace bastide
