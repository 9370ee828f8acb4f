// Text within SVG and HTML, in elements and in attributes.
#pragma once

#include <string>
#include <string_view>

namespace bastide {

// Nothing in it is taken for markup. Control characters, which are no XML at all, are left out.
std::string markup_text(std::string_view text);

}  // namespace bastide
