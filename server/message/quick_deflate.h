// Raw deflate (RFC 1951) for texts that are sent once or a few times, quicker than smaller: the
// fixed code, and matches as they are first found. A library's deflate spends most of its time on a
// code for each text, which short ones do not repay.
#pragma once

#include <string>
#include <string_view>

namespace bastide::server {

// Blocks that refer to nothing before them and end at a byte with an empty stored block, as a flush
// ends them.
std::string quick_deflate(std::string_view text);

// The same, not compressed at all.
std::string stored_blocks(std::string_view text);

}  // namespace bastide::server
