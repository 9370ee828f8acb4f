#include "engine/tiles/catalogue.h"
#include "engine/tiles/sets.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/tiles/embedded.h"

namespace bastide {
namespace {

constexpr std::string_view kKindNames[kSegmentKinds] = {
    "city", "road", "field", "river", "monastery", "garden", "shrine", "abbey", "carcassonne"};

constexpr std::string_view kEndNames[kRoadEnds] = {
    "none",   "junction", "city", "monastery", "shrine",   "volcano",     "bazaar",  "tower",
    "circus", "acrobats", "hill", "vineyard",  "dead_end", "carcassonne", "village", "wheel"};

static_assert(static_cast<int>(SegmentKind::carcassonne) == kSegmentKinds - 1);
static_assert(static_cast<int>(RoadEnd::wheel) == kRoadEnds - 1);

[[noreturn]] void stop_with(const std::vector<CatalogueProblem>& problems) {
  for (const CatalogueProblem& p : problems) {
    std::fprintf(stderr, "tile catalogue: %s:%d: %s\n", p.set.c_str(), p.line, p.what.c_str());
  }
  std::abort();
}

Catalogue load_embedded() {
  std::vector<std::string_view> texts;
  for (const EmbeddedFile& file : embedded_tile_files()) texts.push_back(file.text);
  std::vector<CatalogueProblem> problems;
  Catalogue result = read_catalogue(texts, problems);
  if (!problems.empty()) stop_with(problems);
  return result;
}

}  // namespace

const SetDef* Catalogue::find_set(std::string_view name) const {
  const auto it = std::ranges::find(sets, name, &SetDef::name);
  return it == sets.end() ? nullptr : &*it;
}

const TileDef* Catalogue::find_tile(std::string_view full_id) const {
  const auto slash = full_id.find('/');
  if (slash == std::string_view::npos) return nullptr;
  const SetDef* set = find_set(full_id.substr(0, slash));
  if (set == nullptr) return nullptr;
  const std::string_view id = full_id.substr(slash + 1);
  const auto it = std::ranges::find(set->tiles, id, &TileDef::id);
  if (it != set->tiles.end()) return &*it;
  if (!set->board) return nullptr;
  for (const BoardCell& cell : set->board->cells) {
    if (cell.tile.id == id) return &cell.tile;
  }
  return nullptr;
}

const Catalogue& catalogue() {
  static const Catalogue instance = load_embedded();
  return instance;
}

Catalogue read_catalogue(std::span<const std::string_view> texts,
                         std::vector<CatalogueProblem>& problems) {
  std::vector<SetDef> found;
  for (const std::string_view text : texts) {
    SetDef set = parse_set(text, problems);
    check_set(set, problems);
    if (find_set_entry(set.name) == nullptr) {
      problems.push_back({set.name, 1, "a set the catalogue does not know"});
    } else if (std::ranges::find(found, set.name, &SetDef::name) != found.end()) {
      problems.push_back({set.name, 1, "the set is given twice"});
    } else {
      found.push_back(std::move(set));
    }
  }
  Catalogue result;
  for (const SetEntry& entry : kSets) {
    const auto it = std::ranges::find(found, entry.name, &SetDef::name);
    if (it == found.end()) {
      if (entry.tiles != 0) problems.push_back({std::string(entry.name), 0, "the set is missing"});
    } else {
      result.sets.push_back(std::move(*it));
    }
  }
  return result;
}

std::string_view name_of(SegmentKind kind) { return kKindNames[static_cast<int>(kind)]; }
std::string_view name_of(Mark mark) { return kMarkNames[static_cast<int>(mark)]; }
std::string_view name_of(RoadEnd end) { return kEndNames[static_cast<int>(end)]; }

}  // namespace bastide
