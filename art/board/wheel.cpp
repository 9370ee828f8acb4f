#include "art/board/big_boards.h"
#include <cmath>
namespace bastide::art {
std::string draw_wheel() { return {}; }
Point wheel_middle() { return {200, 200}; }
Point sector_place(int sector) {
  const double a = kPi / 3 * sector - kPi / 2 + kPi / 6;
  return wheel_middle() + Point{std::cos(a), std::sin(a)} * 60;
}
Point crown_place(int sector, int number) {
  const double a = kPi / 3 * sector - kPi / 2 + kPi / 6 + 0.2 * number;
  return wheel_middle() + Point{std::cos(a), std::sin(a)} * 110;
}
}  // namespace bastide::art
