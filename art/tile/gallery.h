// A gallery of a set for people who look at tiles one by one: every copy, every rotation, three
// sizes, three themes. One HTML page a set, and an index; no network, no other file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/tiles/catalogue.h"

namespace bastide::art {

std::string gallery_page(const SetDef& set);
std::string gallery_index(std::span<const SetDef* const> sets);
std::string gallery_file(std::string_view set);  // name of a set's page: "base.html"

}  // namespace bastide::art
