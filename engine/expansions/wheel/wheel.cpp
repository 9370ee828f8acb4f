#include "engine/expansions/wheel/wheel.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "engine/board/board.h"
#include "engine/expansions/wheel/sectors.h"
#include "engine/expansions/wheel/state.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::wheel {
namespace {

constexpr int kMeeple = static_cast<int>(PieceKind::meeple);

void tell(EventSink* events, const GameState& s, EventKind kind, Seat seat, int sector) {
  if (events == nullptr) return;
  Event event;
  event.kind = kind;
  event.player = seat;
  event.value = sector;
  if (kind != EventKind::pig_moved) event.off_map = OffMap::sector;
  events->add(s, event);
}

const Sector& pig_sector(const WheelState& wheel) { return sectors()[wheel.pig]; }

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
    tell(events, s, EventKind::returned, owner, wheel.pig);
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
  tell(events, s, EventKind::deployed, seat, action.value);
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
void clear_crowns(const Rules& rules, GameState& s, EventSink*) {
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
  return piece.owner == seat && is_on_feature(piece) && is_figure(rules, piece.kind);
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
    const PlacedTile& tile = s.tiles[s.segments[piece.segment].tile];
    out.add({.kind = ActionKind::plague,
             .piece = piece.kind,
             .seg = tile.local(piece.segment),
             .at = tile.at});
  }
}

// WHEEL-28, D-W1: the active player first, then clockwise; who has nothing on a tile is left out.
Flow go_on_with_plague(const Rules& rules, GameState& s, EventSink* events) {
  WheelState& wheel = rules.ext<WheelState>(s);
  while (wheel.asked < rules.player_count()) {
    const auto seat = static_cast<Seat>((s.core->active + wheel.asked) % rules.player_count());
    ++wheel.asked;
    for (int i = 0; i < s.core->pieces; ++i)
      if (is_candidate(rules, s, i, seat)) return ask(rules, s, DecisionKind::plague, seat, events);
  }
  wheel.asked = 0;
  score_crowns(rules, s, events);
  return Flow::proceed;
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
  return go_on_with_plague(rules, s, events);
}

// --- The step -------------------------------------------------------------------

// WHEEL-8..14: the pig moves, its sector acts, its crowns score; then the tile is placed.
Flow wheel_step(const Rules& rules, GameState& s, EventSink* events) {
  const std::uint8_t icon = rules.tiles[s.core->current].def->wheel;
  if (icon == 0) return Flow::proceed;
  WheelState& wheel = rules.ext<WheelState>(s);
  wheel.pig = static_cast<std::uint8_t>((wheel.pig + icon) % kSectors);
  tell(events, s, EventKind::pig_moved, s.core->active, wheel.pig);
  const Effect effect = pig_sector(wheel).effect;
  if (effect == nullptr) return go_on_with_plague(rules, s, events);
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
    const Sector& sector = sectors()[static_cast<std::size_t>(i)];
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
  const int sector = find_sector(value.substr(0, space));
  if (sector < 0) return false;
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

std::optional<SetupError> refusal(const Rules& rules, const Setup& setup) {
  for (const SetChoice& choice : setup.sets) {
    if (choice.name == "river" || choice.name == "river2")  // D-R11
      return SetupError{"The wheel and a river cannot be played together: both begin the map."};
    if (choice.name == "count")
      return SetupError{
          "The wheel and Carcassonne cannot be played together: both boards begin the map."};
  }
  if (rules.start_name != "wheel")  // WHEEL-1
    return SetupError{
        "With the set \"wheel\" the map begins with its board: the start is \"wheel\"."};
  if (!rules.options.fields)  // D-W16
    return SetupError{"The wheel needs fields: the option \"fields\" cannot be false with it."};
  return std::nullopt;
}

}  // namespace

std::optional<SetupError> install(Rules& rules, const Setup& setup) {
  if (auto error = refusal(rules, setup)) return error;
  for (const BoardCell& cell : catalogue().find_set("wheel")->board->cells)  // WHEEL-1, D-W5
    rules.start.push_back({cell.at, &cell.tile, 0});
  rules.step_fns[static_cast<int>(Step::wheel)] = wheel_step;
  rules.decisions[static_cast<int>(DecisionKind::plague)] = {list_plague, answer_plague};
  rules.meeple_options.push_back(list_crowns);
  rules.meeple_answers[static_cast<int>(ActionKind::crown)] = answer_crown;
  rules.explanations.push_back(explain_crown);
  rules.after_final.push_back(clear_crowns);
  rules.pieces_elsewhere.push_back(on_crowns);
  rules.load_words.push_back(load_word);
  rules.write_state.push_back(write_state);
  return std::nullopt;
}

}  // namespace bastide::wheel
