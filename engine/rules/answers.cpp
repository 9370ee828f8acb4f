#include "engine/rules/answers.h"

namespace bastide {

void Options::take(const Action& action) {
  if (sought_ != nullptr && !(action == *sought_)) return;
  if (count_ == wanted_) kept_ = action;
  ++count_;
}

}  // namespace bastide
