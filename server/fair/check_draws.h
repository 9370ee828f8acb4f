// Did the dealer keep the promise? A record against its own secret.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "engine/notation/record.h"

namespace bastide::server {

// All draws follow from the seed, and its secret is the one that was promised.
struct FairGame {
  std::uint64_t draws = 0;
  bool over = false;
  std::optional<std::size_t> nonces;  // of players, mixed into the seed; bastide-1 has none
};

// There is nothing to check: no promise, or no secret yet.
struct NotCheckable {
  std::string reason;
};

// The secret is not the one that was promised.
struct BrokenCommitment {
  std::string expected;  // the commitment of the record's secret
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
