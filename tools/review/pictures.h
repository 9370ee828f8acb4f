// The pictures of a review: boards, tiles, and the course of the game.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "review/review.h"

namespace bastide::tools {

// HTML: the board after the turn that was played and after the better one, side by side.
std::string moment_pictures(const Review& review, const Record& record, std::size_t move);

// SVG in the colours of the page: everybody's chance of winning, with the moments marked.
std::string chance_graph(const Review& review);

// Small pictures of tiles as they were laid. Each one is drawn once a page.
class TilePictures {
 public:
  explicit TilePictures(const Setup& setup);
  std::string picture(const NamedAction& action);  // HTML; nothing if it lays no tile
  std::string definitions() const;                 // what the pictures so far refer to

 private:
  RulesPtr rules_;
  std::map<std::pair<TileType, std::int64_t>, std::string> symbols_;
};

}  // namespace bastide::tools
