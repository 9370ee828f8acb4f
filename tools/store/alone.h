// That nobody serves a store while it is copied. A file says so by its lock, which is taken with
// it. Where several processes may serve a store, this one takes a lease among them for as long as
// it works, and looks who else has one.
#pragma once

#include <optional>
#include <string>

#include "server/store/store.h"
#include "tools/progress.h"

namespace bastide::tools {

class Alone {
 public:
  Alone(server::Store& store, std::string name) : store_(store), name_(std::move(name)) {}
  ~Alone();
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

  // Who else is there, or that nobody can say, in one sentence. To be asked again and again, which
  // costs nothing.
  std::optional<std::string> intruder();

 private:
  std::optional<std::string> look();

  server::Store& store_;
  const std::string name_;
  std::string node_;
  std::optional<SteadyClock::time_point> looked_;
};

}  // namespace bastide::tools
