#include "server/table/list_texts.h"

#include <utility>

namespace bastide::server {

void ListTexts::put(std::size_t i, std::string elements, bool first) {
  if (!first && !elements.empty()) elements.insert(0, 1, ',');
  PiecePtr& kept = pieces_[i];
  if (kept && kept->plain() == elements) return;
  elements.shrink_to_fit();
  kept = piece(std::move(elements));
}

}  // namespace bastide::server
