#include "engine/core/ensure.h"

#include <cstdio>
#include <cstdlib>

namespace bastide {

void ensure_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "bastide: %s does not hold (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace bastide
