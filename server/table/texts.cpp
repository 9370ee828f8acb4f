#include "server/table/texts.h"

#include <nlohmann/json.hpp>

#include "engine/notation/json_rules.h"
#include "engine/notation/json_setup.h"
#include "engine/notation/json_text.h"
#include "engine/notation/json_writer.h"
#include "engine/notation/names.h"

namespace bastide::server {

std::string sketch_text(const Rules& rules, const GameState& s) {
  JsonWriter out;
  out.open_list("");
  for (std::size_t i = 0; i < s.core->tiles; ++i) {
    const PlacedTile& placed = s.tiles[i];
    out.open_object("");
    out.place("at", placed.at);
    out.text("tile", tile_id(rules, placed.type));
    out.number("rot", 90 * placed.rotation);
    out.close();
  }
  out.close();
  return out.take();
}

std::string setup_text(const Setup& setup) { return line_of(setup_to_json(setup)); }

std::string setup_words_text(const Setup& setup) { return line_of(setup_words_to_json(setup)); }

std::string fair_text(const FairDraws& fair) { return line_of(fair_to_json(fair)); }

std::string clock_text(const ClockRules& clock) { return line_of(clock_to_json(clock)); }

std::string rules_text(const std::string& presets, const std::string& bots) {
  const Json rules = rules_to_json();
  ObjectText text;
  for (const auto& [name, value] : rules.items()) text.raw(name, line_of(value));
  return text.raw("presets", presets).raw("bots", bots).take();
}

}  // namespace bastide::server
