#include "art/board/big_boards.h"
namespace bastide::art {
std::string draw_carcassonne(bool) { return {}; }
Point quarter_place(Quarter quarter) {
  const int i = static_cast<int>(quarter);
  return {100.0 + 200 * (i & 1), 100.0 + 100 * (i >> 1)};
}
}  // namespace bastide::art
