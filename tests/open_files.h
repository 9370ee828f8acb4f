// Programs that are hundreds of people need as many files as the system gives.
#pragma once

#include <sys/resource.h>

namespace bastide::test_help {

inline void allow_many_files() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace bastide::test_help
