// What must hold whatever anybody sends us. If it does not, that is our own bug: the process stops
// and says where, instead of playing on with a damaged state.
#pragma once

namespace bastide {

[[noreturn]] void ensure_failed(const char* condition, const char* file, int line);

}  // namespace bastide

#define BASTIDE_ENSURE(condition) \
  ((condition) ? void() : ::bastide::ensure_failed(#condition, __FILE__, __LINE__))
