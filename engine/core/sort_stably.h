// Sorting that leaves equals in their order, whatever the library. std::stable_sort of libstdc++ 12
// draws a warning of clang, for a buffer that is deprecated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace bastide {

template <class Item, class Before>
void sort_stably(std::vector<Item>& items, Before before) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (before(items[a], items[b])) return true;
    return !before(items[b], items[a]) && a < b;
  });
  std::vector<Item> sorted;
  sorted.reserve(items.size());
  for (const std::size_t i : order) sorted.push_back(std::move(items[i]));
  items = std::move(sorted);
}

}  // namespace bastide
