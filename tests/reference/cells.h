// Cells and sides as all parts of the reference write them.
#pragma once

#include <string>
#include <utility>

namespace reference {

using Cell = std::pair<int, int>;  // x grows east, y grows north

// Sides are N E S W.
inline Cell beside(Cell cell, int side) {
  static const int dx[] = {0, 1, 0, -1};
  static const int dy[] = {1, 0, -1, 0};
  return {cell.first + dx[side], cell.second + dy[side]};
}

inline int opposite(int side) { return (side + 2) % 4; }

inline std::string text_of(Cell cell) {
  return std::to_string(cell.first) + "," + std::to_string(cell.second);
}

inline Cell cell_of(const std::string& text) {
  return {std::stoi(text), std::stoi(text.substr(text.find(',') + 1))};
}

}  // namespace reference
