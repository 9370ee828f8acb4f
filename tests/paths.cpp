// The only test file that knows folders: the others compile alike everywhere.
#include "tests/paths.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace bastide::test_help {

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string source_path(const std::string& inside) { return BASTIDE_SOURCE_DIR "/" + inside; }

std::string bastide_program() {
  const char* path = std::getenv("BASTIDE_BINARY");
  return path != nullptr ? path : BASTIDE_BINARY;
}

}  // namespace bastide::test_help
