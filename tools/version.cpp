// The only file that knows the version, so that a new one compiles no other.
#include "tools/version.h"

namespace bastide::tools {

std::string_view version() { return BASTIDE_VERSION; }

}  // namespace bastide::tools
