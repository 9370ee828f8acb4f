#include "engine/rules/answers.h"

namespace bastide {

void Options::take(const Action& action) {
  if (sought_ != nullptr && !(action == *sought_)) return;
  if (out_ != nullptr) out_->push_back(action);
  ++count_;
}

}  // namespace bastide
