// Whether what a store has of a table is a game, by everything that can be known from it alone.
#pragma once

#include <optional>
#include <string>

#include "server/store/store.h"

namespace bastide::tools {

// What is wrong, one sentence; nothing if its log is whole, replays with the hashes that are
// stored, and stage and holders are those of its seats.
std::optional<std::string> fault_of(const server::TableCopy& copy);

}  // namespace bastide::tools
