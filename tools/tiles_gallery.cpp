// bastide tiles --gallery: pages to look at every tile.
#include <filesystem>
#include <fstream>

#include <fmt/core.h>

#include "art/tile/gallery.h"
#include "tools/commands.h"
#include "tools/console.h"

namespace bastide::tools {

namespace {

bool write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

}  // namespace

int write_gallery(const std::string& folder, const std::vector<const SetDef*>& sets) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) {
    complain(fmt::format("cannot make the folder {}: {}", folder, problem.message()));
    return kExitMalformed;
  }
  const std::filesystem::path base(folder);
  std::vector<std::pair<std::filesystem::path, std::string>> pages;
  for (const SetDef* set : sets)
    if (!set->tiles.empty())
      pages.emplace_back(base / art::gallery_file(set->name), art::gallery_page(*set));
  pages.emplace_back(base / "index.html", art::gallery_index(sets));
  for (const auto& [path, text] : pages)
    if (!write_file(path, text)) {
      complain(fmt::format("cannot write {}", path.string()));
      return kExitMalformed;
    }
  fmt::print("{} pages, open {}\n", pages.size(), (base / "index.html").string());
  return kExitOk;
}

}  // namespace bastide::tools
