// A process with all its children, as PostgreSQL's are: processor and memory of all together.
#pragma once

#include <sys/types.h>

#include <vector>

namespace bastide::test_help {

class ProcessFamily {
 public:
  explicit ProcessFamily(pid_t parent) : parent_(parent) {}
  bool given() const { return parent_ > 0; }
  double cpu_seconds() const;  // those that have ended counted as well
  double memory_mb() const;    // shared pages once

 private:
  std::vector<pid_t> members() const;
  pid_t parent_;
};

}  // namespace bastide::test_help
