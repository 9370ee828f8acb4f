// Hills & Sheep: where the tokens are. The tiles under hills are CoreState::hidden.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/core/geometry.h"
#include "engine/core/vocabulary.h"

namespace bastide::hills_sheep {

inline constexpr int kSheepTokens = static_cast<int>(Token::wolf);  // the first of all tokens
inline constexpr int kTokens = kSheepTokens + 1;
constexpr int sheep_on(int token) { return token + 1; }

struct HillsSheepState {
  static constexpr ModuleId kModule = ModuleId::hills_sheep;
  std::uint16_t bag[kTokens];                      // tokens that lie beside nobody, by kind
  std::uint16_t flock[kMaxPlayers][kSheepTokens];  // beside the one shepherd of each seat

  // Where the one shepherd of each seat stands, or kNone: so that nobody has to look for him.
  std::uint16_t place[kMaxPlayers];
  // A segment of his field and the empty cell that it bordered when it was last looked at: most
  // often it still does, and the rest of the field need not be walked.
  std::uint16_t open_segment[kMaxPlayers];
  Pos open_cell[kMaxPlayers];

  int sheep_of(int seat) const {
    int sheep = 0;
    for (int token = 0; token < kSheepTokens; ++token)
      sheep += sheep_on(token) * flock[seat][token];
    return sheep;
  }
};
static_assert(std::is_trivially_copyable_v<HillsSheepState>);
static_assert(std::has_unique_object_representations_v<HillsSheepState>);

}  // namespace bastide::hills_sheep
