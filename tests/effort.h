// How much the tests play: BASTIDE_TEST_EFFORT is small, unset or large.
#pragma once

#include <cstdlib>
#include <string>

namespace bastide {

inline std::string test_effort() {
  const char* effort = std::getenv("BASTIDE_TEST_EFFORT");
  return effort == nullptr ? "default" : effort;
}

}  // namespace bastide
