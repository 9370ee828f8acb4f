#include "server/table/list_texts.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace bastide::server {

void ListTexts::put(std::size_t i, std::string_view elements) {
  const bool first = std::none_of(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(i),
                                  [](const PiecePtr& one) { return one && one->size() != 0; });
  const std::size_t comma = first || elements.empty() ? 0 : 1;
  PiecePtr& kept = pieces_[i];
  if (kept && kept->size() == comma + elements.size() && kept->plain().ends_with(elements) &&
      (comma == 0 || kept->plain().front() == ','))
    return;
  std::string text(comma, ',');
  text.reserve(comma + elements.size());
  kept = piece(std::move(text.append(elements)));
}

}  // namespace bastide::server
