#include "server/store/postgres_store.h"
#include "server/store/sqlite_store.h"

namespace bastide::server {

Stored<std::unique_ptr<Store>> open_store(std::string_view where) {
  constexpr std::string_view scheme = "sqlite:";
  if (where.find('\0') != std::string_view::npos)
    return StoreError{"The name of a store has no zero byte."};
  if (where.starts_with("postgresql://") || where.starts_with("postgres://"))
    return open_postgres(std::string(where));
  if (!where.starts_with(scheme))
    return StoreError{"'" + std::string(where) +
                      "' names no store: there are sqlite:FILE and postgresql://HOST/DATABASE."};
  const std::string file(where.substr(scheme.size()));
  if (file.empty()) return StoreError{"sqlite: must be followed by the name of a file."};
  return open_sqlite(file == ":memory:" ? std::string() : file, {.alone = true});
}

}  // namespace bastide::server
