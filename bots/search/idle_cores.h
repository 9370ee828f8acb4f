// The cores of this machine that no search of this process uses: those who think take what is idle,
// and give it back when others begin to think.
#pragma once

namespace bastide {

class IdleCores {
 public:
  // Searches never take more than this many of them; the first thread of a search is always given.
  static void keep_to(int most);
  // False as soon as there are more threads than cores: whoever is not the first of its search
  // leaves then.
  static bool is_room();
  // How many threads a search may have that begins now, its own included: at least 1.
  static int for_one_more();
};

// A thread that searches, as long as this lives.
class BusyCore {
 public:
  BusyCore();
  ~BusyCore();
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;
};

}  // namespace bastide
