// The Wheel of Fortune: a start board with a wheel on it. A tile with an icon moves the pig, the
// sector it reaches acts on all players, and meeples on that sector's crowns score.
#include <algorithm>
#include <charconv>
#include <string>

#include "engine/board/board.h"
#include "engine/expansions/wheel/sectors.h"
#include "engine/expansions/wheel/state.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"
#include "engine/rules/module.h"

namespace bastide::wheel {
namespace {

constexpr int kMeeple = static_cast<int>(PieceKind::meeple);

// A meeple on a crown of the sector, or one that comes from there.
void tell_crown(EventSink* events, const GameState& s, EventKind kind, Seat seat, int sector) {
  tell(events, s, kind, seat, {.off_map = OffMap::sector, .value = sector});
}

const SectorRules& pig_sector(const WheelState& wheel) { return sectors()[wheel.pig]; }

// --- Crowns -------------------------------------------------------------------

int crowns_taken(const WheelState& wheel, int sector) {
  return static_cast<int>(std::count_if(std::begin(wheel.crowns[sector]),
                                        std::end(wheel.crowns[sector]),
                                        [](std::uint8_t owner) { return owner != 0; }));
}

bool crown_is_free(const WheelState& wheel, int sector) {
  return crowns_taken(wheel, sector) < sectors()[static_cast<std::size_t>(sector)].crowns;
}

// WHEEL-33..37: only the pig's sector scores; a meeple alone where there is room for two gives 6.
void score_crowns(const Rules& rules, GameState& s, EventSink* events) {
  WheelState& wheel = rules.ext<WheelState>(s);
  const int taken = crowns_taken(wheel, wheel.pig);
  Sheet sheet;
  sheet.add(Term::crowns, 1, pig_sector(wheel).crowns > 1 && taken == 1 ? 6 : 3);
  for (int i = 0; i < taken; ++i)
    give_points(s, static_cast<Seat>(wheel.crowns[wheel.pig][i] - 1), ScoreFor::crown, sheet, kNone,
                events);
  for (int i = 0; i < taken; ++i) {
    const auto owner = static_cast<Seat>(wheel.crowns[wheel.pig][i] - 1);
    wheel.crowns[wheel.pig][i] = 0;
    ++s.core->players[owner].supply[kMeeple];  // WHEEL-38: to be used in this very turn
    tell_crown(events, s, EventKind::returned, owner, wheel.pig);
  }
}

// WHEEL-41..46: instead of a piece on the tile, one meeple on any free crown; no abbot (D-A10).
void list_crowns(const Rules& rules, const GameState& s, Options& out) {
  if (s.core->players[s.core->active].supply[kMeeple] == 0) return;
  const WheelState& wheel = rules.ext<WheelState>(s);
  for (int sector = 0; sector < kSectors; ++sector)
    if (crown_is_free(wheel, sector))
      out.add({.kind = ActionKind::crown, .value = static_cast<std::uint8_t>(sector)});
}

Flow answer_crown(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  WheelState& wheel = rules.ext<WheelState>(s);
  const Seat seat = s.core->active;
  wheel.crowns[action.value][crowns_taken(wheel, action.value)] =
      static_cast<std::uint8_t>(seat + 1);
  --s.core->players[seat].supply[kMeeple];
  tell_crown(events, s, EventKind::deployed, seat, action.value);
  return Flow::proceed;
}

std::string explain_crown(const Rules& rules, const GameState& s, const Action& action) {
  if (s.core->decision != DecisionKind::meeple || action.kind != ActionKind::crown) return "";
  if (action.value >= kSectors) return "the wheel has no such sector";
  if (s.core->players[s.core->active].supply[kMeeple] == 0)
    return "no meeple is left in the supply";
  const std::string name(sectors()[action.value].name);
  if (!crown_is_free(rules.ext<WheelState>(s), action.value))
    return "no crown of " + name + " is free";
  return "";
}

int on_crowns(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  if (kind != PieceKind::meeple) return 0;
  int count = 0;
  for (const auto& sector : rules.ext<WheelState>(s).crowns)
    count += static_cast<int>(std::count(std::begin(sector), std::end(sector), seat + 1));
  return count;
}

// WHEEL-49: without points.
void clear_crowns(const Rules& rules, GameState& s) {
  for (auto& sector : rules.ext<WheelState>(s).crowns)
    for (std::uint8_t& owner : sector) {
      if (owner != 0) ++s.core->players[owner - 1].supply[kMeeple];
      owner = 0;
    }
}

// --- The plague ---------------------------------------------------------------

// WHEEL-26, WHEEL-27: thief, knight, monk or farmer on a tile; crowns are no tiles.
bool is_candidate(const Rules& rules, const GameState& s, int index, Seat seat) {
  const PlacedPiece& piece = s.pieces[index];
  return piece.owner == seat && is_in_reach(piece) && is_figure(rules, piece.kind);
}

void list_plague(const Rules& rules, const GameState& s, Options& out) {
  for (int i = 0; i < s.core->pieces; ++i) {
    if (!is_candidate(rules, s, i, s.core->actor)) continue;
    const PlacedPiece& piece = s.pieces[i];
    bool seen = false;  // two alike on one segment are one answer
    for (int j = 0; j < i && !seen; ++j)
      seen = is_candidate(rules, s, j, s.core->actor) && s.pieces[j].segment == piece.segment &&
             s.pieces[j].kind == piece.kind;
    if (seen) continue;
    const PlacedTile& tile = tile_of(s, piece.segment);
    out.add({.kind = ActionKind::plague,
             .piece = piece.kind,
             .seg = tile.local(piece.segment),
             .at = tile.at});
  }
}

// WHEEL-29: it comes home without points.
Flow answer_plague(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const PlacedTile& tile = s.tiles[find_tile(s, action.at)];
  const auto segment = tile.segment(action.seg);
  for (int i = 0; i < s.core->pieces; ++i) {
    if (!is_candidate(rules, s, i, s.core->actor)) continue;
    if (s.pieces[i].segment != segment || s.pieces[i].kind != action.piece) continue;
    send_home(rules, s, i, EventKind::returned, events);
    break;
  }
  ++rules.ext<WheelState>(s).asked;
  return Flow::repeat;
}

// WHEEL-28, D-W1: the active player first, then clockwise; who has nothing on a tile is left out.
Flow plague_step(const Rules& rules, GameState& s, EventSink* events) {
  WheelState& wheel = rules.ext<WheelState>(s);
  if (rules.tiles[s.core->current].def->wheel == 0 || pig_sector(wheel).effect != nullptr)
    return Flow::proceed;
  auto has_candidate = [&](Seat seat) {
    for (int i = 0; i < s.core->pieces; ++i)
      if (is_candidate(rules, s, i, seat)) return true;
    return false;
  };
  const Flow flow = ask_around(rules, s, DecisionKind::plague, s.core->active, wheel.asked,
                               has_candidate, events);
  if (flow == Flow::proceed) score_crowns(rules, s, events);
  return flow;
}

// --- The step -------------------------------------------------------------------

// WHEEL-8..14: the pig moves, its sector acts, its crowns score; then the tile is placed.
Flow wheel_step(const Rules& rules, GameState& s, EventSink* events) {
  const std::uint8_t icon = rules.tiles[s.core->current].def->wheel;
  if (icon == 0) return Flow::proceed;
  WheelState& wheel = rules.ext<WheelState>(s);
  wheel.pig = static_cast<std::uint8_t>((wheel.pig + icon) % kSectors);
  tell(events, s, EventKind::pig_moved, s.core->active, {.value = wheel.pig});
  const Effect effect = pig_sector(wheel).effect;
  if (effect == nullptr) return Flow::proceed;
  effect(rules, s, events);
  score_crowns(rules, s, events);
  return Flow::proceed;
}

// --- State ------------------------------------------------------------------------

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  const WheelState& wheel = rules.ext<WheelState>(s);
  out.open_object("wheel");
  out.text("pig", pig_sector(wheel).name);
  out.open_object("crowns");
  for (int i = 0; i < kSectors; ++i) {
    const SectorRules& sector = sectors()[static_cast<std::size_t>(i)];
    out.open_list(sector.name);
    for (int space = 0; space < sector.crowns; ++space) {
      if (wheel.crowns[i][space] == 0)
        out.nothing("");
      else
        out.number("", wheel.crowns[i][space] - 1);
    }
    out.close();
  }
  out.close();
  out.close();
}

// "pig storm"; "crown storm 0": a meeple of seat 0 on a crown.
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  WheelState& wheel = rules.ext<WheelState>(s);
  const auto space = value.find(' ');
  const auto named = parse_name<Sector>(kSectorNames, value.substr(0, space));
  if (!named) return false;
  const auto sector = static_cast<int>(*named);
  if (word == "pig" && space == std::string_view::npos) {
    wheel.pig = static_cast<std::uint8_t>(sector);
    return true;
  }
  if (word != "crown" || space == std::string_view::npos || !crown_is_free(wheel, sector))
    return false;
  int seat = -1;
  std::from_chars(value.data() + space + 1, value.data() + value.size(), seat);
  if (seat < 0 || seat >= rules.player_count() || s.core->players[seat].supply[kMeeple] == 0)
    return false;
  wheel.crowns[sector][crowns_taken(wheel, sector)] = static_cast<std::uint8_t>(seat + 1);
  --s.core->players[seat].supply[kMeeple];
  return true;
}

std::optional<SetupError> refusal(const Rules& rules) {
  if (rules.start_name != "wheel")  // WHEEL-1
    return SetupError{
        "With the set \"wheel\" the map begins with its board: the start is \"wheel\"."};
  if (!rules.options.fields)  // D-W16
    return SetupError{"The wheel needs fields: the option \"fields\" cannot be false with it."};
  return std::nullopt;
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  if (auto error = refusal(rules)) return error;
  for (const BoardCell& cell : catalogue().find_set("wheel")->board->cells)  // WHEEL-1, D-W5
    rules.start.push_back({cell.at, &cell.tile, 0});
  rules.step_rules[Step::wheel] = wheel_step;
  rules.step_rules[Step::plague] = plague_step;
  rules.decisions[DecisionKind::plague] = {list_plague, answer_plague};
  rules.meeple_options.push_back(list_crowns);
  rules.meeple_answers[ActionKind::crown] = answer_crown;
  rules.explanations.push_back(explain_crown);
  rules.go_home.push_back(clear_crowns);
  rules.pieces_elsewhere.push_back(on_crowns);
  speak(rules, {.state = write_state, .loaded = load_word});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::wheel

bastide::ModuleRules bastide::module_wheel() {
  return {.install = wheel::install,
          .state_bytes = bytes_of<wheel::WheelState>,
          .start = "wheel",
          .begins_with = "the wheel",
          .needs_base = false};
}
