// bastide sprite: the pictures of a web page as symbols in one SVG file.
#include <algorithm>

#include <fmt/core.h>

#include "art/sprite/shapes.h"
#include "art/sprite/sprite.h"
#include "engine/game/setup.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/output_file.h"

namespace bastide::tools {

namespace {

// The sets named, each once; complains about one that does not exist.
std::optional<std::vector<const SetDef*>> chosen_sets(const std::vector<std::string>& names) {
  std::vector<const SetDef*> sets;
  for (const std::string& name : names) {
    const auto infos = set_infos();
    if (std::none_of(infos.begin(), infos.end(),
                     [&](const SetInfo& i) { return i.name == name; })) {
      std::string known;
      for (const SetInfo& info : infos) known.append(" ").append(info.name);
      complain(fmt::format("there is no set {}; the sets are{}", name, known));
      return std::nullopt;
    }
    const SetDef* set = catalogue().find_set(name);  // none for a set without tiles
    if (set != nullptr && std::find(sets.begin(), sets.end(), set) == sets.end())
      sets.push_back(set);
  }
  return sets;
}

}  // namespace

int run_sprite(const SpriteArgs& args) {
  const auto sets = chosen_sets(args.sets);
  if (!sets) return kExitMalformed;
  if (args.output.empty() && args.style.empty() && args.shapes.empty()) {
    complain("nothing to write: give -o, --style or --shapes");
    return kExitMalformed;
  }
  if (!args.output.empty() && !write_output(args.output, art::sprite(*sets, args.tiles_only)))
    return kExitMalformed;
  if (!args.style.empty() && !write_output(args.style, art::sprite_stylesheet()))
    return kExitMalformed;
  if (!args.shapes.empty() && !write_output(args.shapes, art::shapes(*sets))) return kExitMalformed;
  return kExitOk;
}

}  // namespace bastide::tools
