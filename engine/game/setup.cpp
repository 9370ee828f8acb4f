#include "engine/game/setup.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

#include "engine/game/modules.h"
#include "engine/game/turn_order.h"
#include "engine/tiles/sets.h"
#include "engine/turn/turn.h"

namespace bastide {
namespace {

constexpr std::array<std::string_view, 7> kStartNames{"tile",  "river",       "river2", "rivers",
                                                      "count", "count_plain", "wheel"};

bool is_available(std::string_view set) {
  if (set == "base") return true;
  for (const ModuleDef& module : all_modules())
    if (module.set == set) return true;
  return false;
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
  if (!has_set(setup, "base") && !has_set(setup, "wheel"))
    return SetupError{"A game needs \"base\" (or \"wheel\") among its sets."};
  return std::nullopt;
}

std::optional<SetupError> check_players(const Setup& setup) {
  const int count = static_cast<int>(setup.players.size());
  if (count < kMinPlayers || count > 5)  // SETUP-3: no set in play brings a sixth colour
    return SetupError{"A game needs 2 to 5 players, not " + std::to_string(count) + "."};
  return std::nullopt;
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

std::optional<SetupError> choose_start(const Setup& setup, Rules& rules) {
  if (setup.start &&
      std::find(kStartNames.begin(), kStartNames.end(), *setup.start) == kStartNames.end())
    return SetupError{"There is no start " + in_quotes(*setup.start) + "."};
  std::string_view brought = "tile";  // a module may bring another one
  for (const ModuleDef& module : all_modules())
    if (!module.start.empty() && has_set(setup, module.set)) brought = module.start;
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
      if (def.supply) continue;
      TileInPlay tile;
      tile.def = &def;
      tile.copies = static_cast<std::uint16_t>(def.count * choice->copies);
      // A tile with a river fits nowhere unless a module lays one (RIVER-2, X-81).
      if (std::find(def.edges.begin(), def.edges.end(), EdgeKind::river) != def.edges.end())
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

void install_base(Rules& rules) {                         // the rules every game has
  rules.supply[static_cast<int>(PieceKind::meeple)] = 7;  // SETUP-7
  rules.piece_in_play[static_cast<int>(PieceKind::meeple)] = true;
  PieceTraits& meeple = rules.traits[static_cast<int>(PieceKind::meeple)];
  meeple.stands_on = kind_bit(SegmentKind::city) | kind_bit(SegmentKind::road) |
                     kind_bit(SegmentKind::monastery) | kind_bit(SegmentKind::shrine) |
                     kind_bit(SegmentKind::abbey);
  if (rules.options.fields) meeple.stands_on |= kind_bit(SegmentKind::field);  // D-6
  meeple.rides_portal = true;
  meeple.eaten_by_dragon = true;
  meeple.follower = true;
  meeple.quarters = kAnyQuarter;
  auto step = [&](Step s, StepFn fn) { rules.step_fns[static_cast<int>(s)] = fn; };
  step(Step::draw, draw_step);
  step(Step::place, place_step);
  step(Step::meeple, meeple_step);
  step(Step::score, score_step);
  step(Step::end_turn, end_turn_step);
  auto decision = [&](DecisionKind d, ListFn list, AnswerFn answer) {
    rules.decisions[static_cast<int>(d)] = {list, answer};
  };
  decision(DecisionKind::draw, list_draws, answer_draw);
  decision(DecisionKind::place, list_placements, answer_place);
  decision(DecisionKind::meeple, list_meeples, answer_meeple);
}

// Until here step_fns is indexed by Step; now it holds the steps in play, in the order of kTurn.
void arrange_steps(Rules& rules) {
  const auto by_step = rules.step_fns;
  rules.step_fns.fill(nullptr);
  for (Step step : kTurn) {
    const StepFn fn = by_step[static_cast<int>(step)];
    if (fn == nullptr) continue;
    rules.steps[rules.step_count] = step;
    rules.step_fns[rules.step_count++] = fn;
  }
  rules.draw_index = rules.index_of(Step::draw);
}

std::optional<SetupError> install_modules(const Setup& setup, Rules& rules) {
  std::uint32_t bytes = 0;
  for (const ModuleDef& module : all_modules()) {
    if (!has_set(setup, module.set)) continue;
    rules.module_on[static_cast<int>(module.id)] = true;
    rules.module_at[static_cast<int>(module.id)] = bytes;
    bytes += (module.state_bytes + 7u) & ~7u;
  }
  rules.layout.module_bytes = bytes;
  for (const ModuleDef& module : all_modules())
    if (rules.on(module.id))
      if (auto error = module.install(rules, setup)) return error;
  return std::nullopt;
}

void arrange_stacks(Rules& rules) {
  for (StartCell& cell : rules.start) {  // start boards bring cells that are in no stock
    const bool known = std::any_of(rules.tiles.begin(), rules.tiles.end(),
                                   [&](const TileInPlay& t) { return t.def == cell.def; });
    if (!known) rules.tiles.push_back({cell.def, 0, kMainStack, 1, {}, 0});
  }
  std::erase_if(rules.tiles, [](const TileInPlay& t) { return t.stack == kBox; });
  std::vector<TileInPlay> by_stack;
  for (int stack = 0; stack < kMaxStacks; ++stack)
    std::copy_if(rules.tiles.begin(), rules.tiles.end(), std::back_inserter(by_stack),
                 [stack](const TileInPlay& t) { return t.stack == stack; });
  rules.tiles = std::move(by_stack);
  rules.stack_count = 0;
  int last = -1;
  for (std::size_t i = 0; i < rules.tiles.size(); ++i) {
    if (rules.tiles[i].stack != last) {
      last = rules.tiles[i].stack;
      rules.stack_begin[rules.stack_count++] = static_cast<std::uint16_t>(i);
    }
    rules.tiles[i].stack = static_cast<std::uint8_t>(rules.stack_count - 1);
  }
  rules.stack_begin[rules.stack_count] = static_cast<std::uint16_t>(rules.tiles.size());
  for (StartCell& cell : rules.start)
    for (std::size_t i = 0; i < rules.tiles.size(); ++i)
      if (rules.tiles[i].def == cell.def) cell.type = static_cast<TileType>(i);
}

void make_faces(Rules& rules) {
  FaceOptions options;
  options.claimable_kinds = rules.traits[static_cast<int>(PieceKind::meeple)].stands_on;
  options.gardens = rules.gardens;
  options.spring_divides = rules.options.spring_divides;
  options.split_fields = options.spring_divides;
  for (const TileInPlay& tile : rules.tiles) options.split_fields |= tile.def->split_sides != 0;
  for (TileInPlay& tile : rules.tiles) {
    for (Rotation r = 0; r < kRotations; ++r)
      rules.faces.push_back(make_face(*tile.def, r, options));
    tile.marks = tile.def->marks;
    const auto rotations = distinct_rotations(*tile.def);
    tile.rotation_count = static_cast<std::uint8_t>(rotations.size());
    std::copy(rotations.begin(), rotations.end(), tile.rotations.begin());
    for (std::size_t i = 0; i < rules.placement_filters.size(); ++i)
      if (rules.placement_filters[i].concerns(*tile.def))
        tile.filters = static_cast<std::uint8_t>(tile.filters | (1u << i));
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
  auto rules = std::make_shared<Rules>();
  if (auto error = check_sets(setup)) return *error;
  if (auto error = check_players(setup)) return *error;
  if (auto error = read_options(setup, rules->options)) return *error;
  if (auto error = choose_start(setup, *rules)) return *error;
  rules->players = setup.players;
  collect_tiles(setup, *rules);
  install_base(*rules);
  if (auto error = install_modules(setup, *rules)) return *error;
  take_start_tile(*rules);
  if (rules->start.empty())
    return SetupError{"The start " + in_quotes(rules->start_name) +
                      " belongs to a set that is not in play."};
  arrange_steps(*rules);
  arrange_stacks(*rules);
  make_faces(*rules);
  join_board(setup, *rules);
  size_layout(*rules);
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
