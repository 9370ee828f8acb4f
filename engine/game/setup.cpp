#include "engine/game/setup.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

#include "engine/game/identity.h"
#include "engine/game/like_tiles.h"
#include "engine/game/modules.h"
#include "engine/game/base_turn.h"
#include "engine/game/turn_order.h"
#include "engine/tiles/sets.h"
#include "engine/turn/turn.h"

namespace bastide {
namespace {

constexpr auto kStartNames = std::to_array<std::string_view>({
#define START(name) #name,
#include "engine/core/words.inc"
});

bool is_available(std::string_view set) {
  if (set == "base") return true;
  return std::ranges::find(kModuleNames, set) != kModuleNames.end();
}

std::string in_quotes(std::string_view word) {
  std::string text(1, '"');
  text += word;
  text += '"';
  return text;
}

bool has_set(const Setup& setup, std::string_view name) {
  return std::any_of(setup.sets.begin(), setup.sets.end(),
                     [&](const SetChoice& c) { return c.name == name; });
}

// --- Checks, in the order in which a person would want to hear of them -------

std::optional<SetupError> check_version(const Setup& setup) {
  if (setup.rules >= 1 && setup.rules <= kRulesVersion) return std::nullopt;
  return SetupError{"Version " + std::to_string(setup.rules) +
                    " of the rules is not known here: the newest is " +
                    std::to_string(kRulesVersion) + "."};
}

std::optional<SetupError> check_sets(const Setup& setup) {
  if (setup.sets.empty()) return SetupError{"No sets are named; a game needs at least \"base\"."};
  int tiles = 0;
  for (std::size_t i = 0; i < setup.sets.size(); ++i) {
    const SetChoice& choice = setup.sets[i];
    if (find_set_entry(choice.name) == nullptr)
      return SetupError{"There is no set " + in_quotes(choice.name) + "."};
    for (std::size_t j = 0; j < i; ++j)
      if (setup.sets[j].name == choice.name)
        return SetupError{"The set " + in_quotes(choice.name) + " is named twice; write " +
                          in_quotes(choice.name + ":2") + " for two copies."};
    if (!is_available(choice.name))
      return SetupError{"The rules of the set " + in_quotes(choice.name) +
                        " are not part of this version yet."};
    if (choice.copies < 1 || choice.copies > kMaxTilesInGame)
      return SetupError{"The set " + in_quotes(choice.name) + " needs between 1 and " +
                        std::to_string(kMaxTilesInGame) + " copies."};
    const SetDef* set = catalogue().find_set(choice.name);
    if (set != nullptr) tiles += choice.copies * set->total;
    if (tiles > kMaxTilesInGame)
      return SetupError{"These sets hold more than " + std::to_string(kMaxTilesInGame) +
                        " tiles, the most that a game can have."};
  }
  return std::nullopt;
}

std::string excluded(std::string_view a, std::string_view b, const std::string& reason) {
  return "The sets " + in_quotes(a) + " and " + in_quotes(b) +
         " cannot be played together: " + reason;
}

// What two modules cannot both bring: the beginning of the map, and what each says of itself.
std::optional<SetupError> check_modules(const Setup& setup, std::span<const ModuleDef> modules) {
  bool complete = has_set(setup, "base");
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const ModuleRules& a = modules[i].rules;
    if (!has_set(setup, modules[i].set())) continue;
    complete |= !a.needs_base;
    for (std::size_t j = 0; j < i; ++j) {
      const ModuleRules& b = modules[j].rules;
      if (!has_set(setup, modules[j].set())) continue;
      if (!a.begins_with.empty() && !b.begins_with.empty() && a.begins_with != b.begins_with)
        return SetupError{excluded(modules[j].set(), modules[i].set(),
                                   "the map begins with " + std::string(b.begins_with) +
                                       " or with " + std::string(a.begins_with) + ".")};
      if (!a.alone_with.empty() && a.alone_with == b.alone_with)
        return SetupError{
            excluded(modules[j].set(), modules[i].set(),
                     "both have " + std::string(a.alone_with) + ", with different rules.")};
    }
  }
  if (complete) return std::nullopt;
  return SetupError{"A game needs \"base\" (or \"wheel\") among its sets."};
}

// SETUP-3, IC-3: a sixth colour comes with a set that brings it.
std::optional<SetupError> check_players(const Setup& setup, std::span<const ModuleDef> modules) {
  const int count = static_cast<int>(setup.players.size());
  int most = kUsualPlayers;
  std::string who_helps;
  for (const ModuleDef& module : modules) {
    if (has_set(setup, module.set())) most = std::max(most, module.rules.most_players);
    if (count > kUsualPlayers && count <= module.rules.most_players)
      who_helps += (who_helps.empty() ? "" : " or ") + in_quotes(module.set());
  }
  if (count >= kMinPlayers && count <= most) return std::nullopt;
  return SetupError{"A game needs " + std::to_string(kMinPlayers) + " to " + std::to_string(most) +
                    " players, not " + std::to_string(count) + "." +
                    (who_helps.empty() ? ""
                                       : " The colour of player " + std::to_string(count) +
                                             " comes with the set " + who_helps + ".")};
}

// "river,river2": one of them; "count+princess_dragon": all of them.
bool option_applies(const OptionInfo& info, const Setup& setup) {
  const bool all = info.sets.find('+') != std::string_view::npos;
  std::string_view rest = info.sets;
  while (!rest.empty()) {
    const auto end = rest.find_first_of(",+");
    const bool here = has_set(setup, rest.substr(0, end));
    if (here != all) return here;
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  return all;
}

std::optional<SetupError> read_option(const std::string& name, const OptionValue& value,
                                      const Setup& setup, RuleOptions& out) {
  for (const OptionInfo& info : option_infos()) {
    if (info.name != name) continue;
    // Fields belong to the landscape itself, so the wheel's tiles have them as well.
    if (!option_applies(info, setup) && name != "fields")
      return SetupError{"The option " + in_quotes(name) + " belongs to the set " +
                        in_quotes(info.sets) + ", which is not in play."};
    const bool* flag = std::get_if<bool>(&value);
    if (info.boolean != (flag != nullptr))
      return SetupError{"The option " + in_quotes(name) + " takes " +
                        (info.boolean
                             ? std::string("true or false")
                             : in_quotes(info.values[0]) + " or " + in_quotes(info.values[1])) +
                        "."};
    const std::string_view word = flag != nullptr ? (*flag ? "true" : "false")
                                                  : std::string_view(std::get<std::string>(value));
    const auto at = std::find(info.values.begin(), info.values.end(), word);
    if (at == info.values.end())
      return SetupError{"The option " + in_quotes(name) + " takes " + in_quotes(info.values[0]) +
                        " or " + in_quotes(info.values[1]) + ", not " + in_quotes(word) + "."};
    out.*info.field = at == info.values.begin() ? !info.second_value : info.second_value;
    return std::nullopt;
  }
  return SetupError{"There is no option " + in_quotes(name) + "."};
}

std::optional<SetupError> read_options(const Setup& setup, RuleOptions& out) {
  for (std::size_t i = 0; i < setup.options.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (setup.options[i].first == setup.options[j].first)
        return SetupError{"The option " + in_quotes(setup.options[i].first) + " is given twice."};
    if (auto error = read_option(setup.options[i].first, setup.options[i].second, setup, out))
      return error;
  }
  return std::nullopt;
}

std::optional<SetupError> choose_start(const Setup& setup, std::span<const ModuleDef> modules,
                                       Rules& rules) {
  if (setup.start &&
      std::find(kStartNames.begin(), kStartNames.end(), *setup.start) == kStartNames.end())
    return SetupError{"There is no start " + in_quotes(*setup.start) + "."};
  std::string_view brought = "tile";  // a module may bring another one
  for (const ModuleDef& module : modules)
    if (!module.rules.start.empty() && has_set(setup, module.set())) brought = module.rules.start;
  rules.start_name = setup.start.value_or(std::string(brought));
  if (rules.start_name == "tile" && !has_set(setup, "base"))
    return SetupError{"The start \"tile\" is the start tile of \"base\", which is not in play."};
  return std::nullopt;
}

// --- Building ---------------------------------------------------------------

void collect_tiles(const Setup& setup, Rules& rules) {
  for (const SetEntry& entry : kSets) {
    const auto choice = std::find_if(setup.sets.begin(), setup.sets.end(),
                                     [&](const SetChoice& c) { return c.name == entry.name; });
    if (choice == setup.sets.end()) continue;
    const SetDef* set = catalogue().find_set(entry.name);
    if (set == nullptr) continue;
    for (const TileDef& def : set->tiles) {
      TileInPlay tile;
      tile.def = &def;
      tile.copies = static_cast<std::uint16_t>(def.count * choice->copies);
      // A tile with a river fits nowhere unless a module lays one (RIVER-2, X-81); what is handed
      // out is no tile of the stock.
      if (def.supply ||
          std::find(def.edges.begin(), def.edges.end(), EdgeKind::river) != def.edges.end())
        tile.stack = kBox;
      rules.tiles.push_back(tile);
    }
  }
}

// SETUP-4: one start tile lies on the table; with another start it stays in the box.
void take_start_tile(Rules& rules) {
  for (TileInPlay& tile : rules.tiles) {
    if (tile.def->start_copies == 0 || tile.def->set != "base") continue;
    --tile.copies;
    if (rules.start_name == "tile") rules.start.push_back({{0, 0}, tile.def, 0});
    return;
  }
}

void install_base(Rules& rules) {  // the rules every game has
  bring_piece(
      rules, PieceKind::meeple, 7,  // SETUP-7
      {.suits = kMeeplePlaces, .person = true, .meeple = true, .guard = true, .living = true});
  rules.step_rules[Step::draw] = draw_step;
  rules.step_rules[Step::place] = place_step;
  rules.step_rules[Step::meeple] = meeple_step;
  rules.step_rules[Step::score] = score_step;
  rules.step_rules[Step::end_turn] = end_turn_step;
  rules.step_rules[Step::score_unfinished] = score_unfinished_step;
  rules.step_rules[Step::score_fields] = score_fields_step;
  rules.step_rules[Step::go_home] = go_home_step;
  rules.step_rules[Step::game_over] = game_over_step;
  rules.decisions[DecisionKind::draw] = {
      .list = list_draws, .answer = answer_draw, .always_asked = true, .weigh = weigh_draw};
  rules.decisions[DecisionKind::place] = {.list = list_placements,
                                          .answer = answer_place,
                                          .always_asked = true,
                                          .weighed_as_a_whole = true};
  rules.decisions[DecisionKind::meeple] = {list_meeples, answer_meeple};
}

bool is_base_ending(Step step) {
  return step == Step::score_unfinished || step == Step::score_fields || step == Step::go_home ||
         step == Step::game_over;
}

template <class Enum, std::size_t N, class Fn>
void add_those_in_play(const std::array<Enum, N>& order, const EnumArray<Enum, Fn>& known,
                       std::vector<Fn>& in_play) {
  for (const Enum e : order)
    if (known[e] != nullptr) in_play.push_back(known[e]);
}

// What is in play, in the order of the tables.
void arrange_steps(Rules& rules) {
  auto add = [&](Step step) {
    if (rules.step_rules[step] == nullptr) return;
    rules.steps[rules.step_count] = step;
    rules.step_fns[rules.step_count++] = rules.step_rules[step];
  };
  for (const Step step : kTurn) add(step);
  rules.ending_index = rules.step_count;
  for (const Step step : kEnding) {
    rules.plain_ending &= rules.step_rules[step] == nullptr || is_base_ending(step);
    add(step);
  }
  add_those_in_play(kAfterScoring, rules.after_scoring_rules, rules.feature_scored);
  add_those_in_play(kParts, rules.part_rules, rules.parts);
  rules.draw_index = rules.index_of(Step::draw);
  rules.part_index = rules.steps[0] == Step::turn_start ? 1 : 0;
}

std::optional<SetupError> install_modules(const Setup& setup, std::span<const ModuleDef> modules,
                                          Rules& rules) {
  std::uint32_t bytes = 0;
  for (const ModuleDef& module : modules) {
    if (!has_set(setup, module.set())) continue;
    rules.module_on[module.id] = true;
    rules.module_at[module.id] = bytes;
    if (module.rules.state_bytes != nullptr) bytes += (module.rules.state_bytes(setup) + 7u) & ~7u;
  }
  rules.layout.module_bytes = bytes;
  for (const ModuleDef& module : modules)
    if (rules.on(module.id))
      if (auto error = module.rules.install(rules, setup)) return error;
  return std::nullopt;
}

void arrange_stacks(Rules& rules) {
  for (StartCell& cell : rules.start) {  // start boards bring cells that are in no stock
    const bool known = std::any_of(rules.tiles.begin(), rules.tiles.end(),
                                   [&](const TileInPlay& t) { return t.def == cell.def; });
    if (!known) rules.tiles.push_back({.def = cell.def});
  }
  std::erase_if(rules.tiles, [](const TileInPlay& t) { return t.stack == kBox; });
  std::vector<TileInPlay> by_stack;
  auto add_stack = [&](int stack) {
    std::ranges::copy_if(rules.tiles, std::back_inserter(by_stack),
                         [stack](const TileInPlay& t) { return t.stack == stack; });
  };
  for (int stack = 0; stack < kMaxStacks; ++stack) add_stack(stack);
  add_stack(kHandedOut);
  rules.tiles = std::move(by_stack);
  rules.stack_count = 0;
  int last = -1;
  std::uint16_t stocked = 0;
  for (TileInPlay& tile : rules.tiles) {
    if (tile.stack == kHandedOut) break;
    if (tile.stack != last) {
      last = tile.stack;
      rules.stack_begin[rules.stack_count++] = stocked;
    }
    tile.stack = static_cast<std::uint8_t>(rules.stack_count - 1);
    ++stocked;
  }
  rules.stack_begin[rules.stack_count] = stocked;
  for (StartCell& cell : rules.start)
    for (std::size_t i = 0; i < rules.tiles.size(); ++i)
      if (rules.tiles[i].def == cell.def) cell.type = static_cast<TileType>(i);
}

void make_faces(Rules& rules) {
  FaceOptions options;
  options.claimable_kinds = rules.traits[PieceKind::meeple].stands_on;
  options.gardens = rules.gardens;
  options.marks = rules.feature_marks;
  options.spring_divides = rules.options.spring_divides;
  options.split_fields = options.spring_divides;
  for (const TileInPlay& tile : rules.tiles) {
    options.split_fields |= tile.def->split_sides != 0;
    options.shared_cities |= tile.def->shared_sides != 0;
  }
  for (TileInPlay& tile : rules.tiles) {
    for (Rotation r = 0; r < kRotations; ++r)
      rules.faces.push_back(make_face(*tile.def, r, options));
    tile.marks = tile.def->marks;
    const auto rotations = distinct_rotations(*tile.def);
    tile.rotation_count = static_cast<std::uint8_t>(rotations.size());
    std::copy(rotations.begin(), rotations.end(), tile.rotations.begin());
    for (std::size_t r = 0; r < rotations.size(); ++r)
      tile.edges[r] = rules.faces[rules.faces.size() - kRotations + rotations[r]].edges;
    for (std::size_t i = 0; i < rules.placement_filters.size(); ++i)
      if (rules.placement_filters[i].concerns(*tile.def)) tile.filters |= 1u << i;
  }
  for (const StartCell& cell : rules.start)
    if (cell.closed) rules.tiles[cell.type].marks |= mark_bit(Mark::inside);
}

// Segments of different start cells in one group are one feature.
void join_board(const Setup& setup, Rules& rules) {
  std::map<std::string, SegmentId> groups;
  SegmentId next = 0;
  for (const StartCell& cell : rules.start) {
    const Face& face = rules.face(cell.type, 0);
    for (int i = 0; i < face.segment_count; ++i, ++next) {
      const std::string& group = cell.def->segments[face.segments[i].printed].group;
      if (group.empty()) continue;
      const auto [at, fresh] = groups.try_emplace(group, next);
      if (!fresh) rules.board_joins.push_back({at->second, next});
    }
  }
  for (const SetChoice& choice : setup.sets) {
    const SetDef* set = catalogue().find_set(choice.name);
    if (set == nullptr || !set->board || groups.empty()) continue;
    for (const auto& [field, city] : set->board->touches)
      if (groups.contains(field) && groups.contains(city))
        rules.board_touches.push_back({groups[field], groups[city]});
  }
}

void size_layout(Rules& rules) {
  Layout& layout = rules.layout;
  unsigned tiles = static_cast<unsigned>(rules.start.size());
  unsigned segments = rules.extra_segments, cloisters = 0;
  for (const StartCell& cell : rules.start) segments += rules.face(cell.type, 0).segment_count;
  for (const StartCell& cell : rules.start)
    if (rules.face(cell.type, 0).cloisters != 0) ++cloisters;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) {
    const Face& face = rules.faces[4 * t];
    tiles += rules.tiles[t].copies;
    segments += rules.tiles[t].copies * face.segment_count;
    if (face.cloisters != 0) cloisters += rules.tiles[t].copies;
  }
  unsigned pieces = 0;
  for (std::uint8_t n : rules.supply) pieces += n;
  for (int kind = 0; kind < kPieceKinds; ++kind)
    if (kind != static_cast<int>(PieceKind::meeple) && rules.traits[kind].stands_on != 0)
      rules.special_pieces.push_back(static_cast<PieceKind>(kind));
  layout.tile_types = static_cast<std::uint16_t>(rules.tiles.size());
  layout.max_tiles = static_cast<std::uint16_t>(tiles);
  layout.max_cells =
      static_cast<std::uint16_t>(2 * tiles + 4);  // a tile closes one, opens up to three
  layout.max_segments = static_cast<std::uint16_t>(segments);
  layout.max_pieces = static_cast<std::uint16_t>(pieces * rules.players.size());
  layout.max_cloisters = static_cast<std::uint16_t>(cloisters);
  // Random maps of n tiles are rarely wider than 2.5 times the root of n.
  layout.lattice_bits = tiles <= 128 ? 5 : tiles <= 600 ? 6 : 7;
  layout.lattice_wide = tiles + layout.max_cells + 1u > 255;
  layout.arrange();
}

}  // namespace

std::variant<RulesPtr, SetupError> compile(const Setup& setup) {
  return compile(setup, all_modules());
}

std::variant<RulesPtr, SetupError> compile(const Setup& setup, std::span<const ModuleDef> modules) {
  auto rules = std::make_shared<Rules>();
  if (auto error = check_version(setup)) return *error;
  if (auto error = check_sets(setup)) return *error;
  if (auto error = check_modules(setup, modules)) return *error;
  if (auto error = check_players(setup, modules)) return *error;
  if (auto error = read_options(setup, rules->options)) return *error;
  if (auto error = choose_start(setup, modules, *rules)) return *error;
  rules->version = setup.rules;
  rules->players = setup.players;
  collect_tiles(setup, *rules);
  install_base(*rules);
  if (auto error = install_modules(setup, modules, *rules)) return *error;
  settle_rules(*rules);
  take_start_tile(*rules);
  if (rules->start.empty())
    return SetupError{"The start " + in_quotes(rules->start_name) +
                      " belongs to a set that is not in play."};
  arrange_steps(*rules);
  arrange_stacks(*rules);
  make_faces(*rules);
  join_board(setup, *rules);
  size_layout(*rules);
  settle_places(*rules);
  choose_play(*rules);
  rules->words = name_words(*rules);
  find_like_tiles(*rules);
  return RulesPtr(std::move(rules));
}

std::variant<SetChoice, SetupError> parse_set_choice(std::string_view text) {
  const auto colon = text.find(':');
  SetChoice choice{std::string(text.substr(0, colon)), 1};
  if (colon == std::string_view::npos) return choice;
  const std::string_view number = text.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), choice.copies);
  if (error != std::errc{} || end != number.data() + number.size() || choice.copies < 1)
    return SetupError{in_quotes(text) + " is not a set with a number of copies, like \"base:2\"."};
  return choice;
}

std::vector<SetInfo> set_infos() {
  std::vector<SetInfo> infos;
  for (const SetEntry& entry : kSets) {
    const SetDef* set = catalogue().find_set(entry.name);
    SetInfo info;
    info.name = entry.name;
    info.title = set != nullptr ? std::string_view(set->title) : entry.title;
    info.tiles = set != nullptr ? set->total : 0;
    info.available = is_available(entry.name);
    infos.push_back(info);
  }
  return infos;
}

std::string_view start_name(const Rules& rules) { return rules.start_name; }
std::span<const std::string_view> start_names() { return kStartNames; }

}  // namespace bastide
