// Did the dealer keep the promise? A record against its own seed.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "engine/notation/record.h"

namespace bastide::server {

// All draws follow from the seed, which is the one that was promised.
struct FairGame {
  std::uint64_t draws = 0;
  bool over = false;
};

// There is nothing to check: no promise, or no seed yet.
struct NotCheckable {
  std::string reason;
};

// The seed is not the one that was promised.
struct BrokenCommitment {
  std::string expected;  // the commitment of the record's seed
};

// The first draw that does not follow.
struct UnfairDraw {
  std::size_t action = 0;  // its index in the record
  std::uint64_t draw = 0;  // its number, from 0
  std::string drawn, due;  // in the record, by the seed
};

using DrawCheck = std::variant<FairGame, NotCheckable, BrokenCommitment, UnfairDraw, PlayError>;

DrawCheck check_draws(const Record& record);

}  // namespace bastide::server
