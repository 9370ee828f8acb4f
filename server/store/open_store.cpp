#include "server/store/sqlite_store.h"

namespace bastide::server {

Stored<std::unique_ptr<Store>> open_store(std::string_view where) {
  constexpr std::string_view scheme = "sqlite:";
  if (!where.starts_with(scheme))
    return StoreError{"'" + std::string(where) +
                      "' names no store: sqlite:FILE is the only kind that there is."};
  const std::string file(where.substr(scheme.size()));
  if (file.empty()) return StoreError{"sqlite: must be followed by the name of a file."};
  if (file.find('\0') != std::string::npos)
    return StoreError{"The name of a file has no zero byte."};
  return open_sqlite(file == ":memory:" ? std::string() : file, {.alone = true});
}

}  // namespace bastide::server
