#include "engine/rules/sheet.h"

#include <algorithm>
#include <tuple>

namespace bastide {

void Sheet::raise(Term term, int each) {
  for (int i = 0; i < size_; ++i) {
    ScoreTerm& at = terms_[static_cast<std::size_t>(i)];
    if (at.term != term) continue;
    total_ += each * at.count;
    at.points = narrowed(at.points + each * at.count);
  }
}

int Sheet::count_of(Term term) const {
  int count = 0;
  for (const ScoreTerm& at : *this)
    if (at.term == term) count += at.count;
  return count;
}

void Sheet::sort_from(int first) {
  std::sort(terms_.begin() + first, terms_.begin() + size_,
            [](const ScoreTerm& a, const ScoreTerm& b) {
              return std::tuple(a.term, a.count, a.points) < std::tuple(b.term, b.count, b.points);
            });
}

}  // namespace bastide
