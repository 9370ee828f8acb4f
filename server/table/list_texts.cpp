#include "server/table/list_texts.h"

#include <string>
#include <utility>

namespace bastide::server {

void ListTexts::put(std::size_t i, std::string_view elements, bool first) {
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
