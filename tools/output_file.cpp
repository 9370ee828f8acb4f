#include "tools/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "tools/console.h"

namespace bastide::tools {

bool write_output(const std::string& file, std::string_view content) {
  if (file == "-") return std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
  std::error_code ignored;
  // Something like /dev/null cannot be replaced, only written to.
  const bool special =
      std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored);
  const std::string written = special ? file : file + ".part-" + std::to_string(::getpid());
  std::ofstream out(written, std::ios::binary | std::ios::trunc);
  if (out) out.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (out) out.close();
  const std::string why = std::strerror(errno);
  if (!out) {
    if (!special) std::filesystem::remove(written, ignored);
    complain(file + ": cannot be written: " + why);
    return false;
  }
  if (special) return true;
  std::error_code error;
  std::filesystem::rename(written, file, error);
  if (!error) return true;
  std::filesystem::remove(written, ignored);
  complain(file + ": cannot be written: " + error.message());
  return false;
}

}  // namespace bastide::tools
