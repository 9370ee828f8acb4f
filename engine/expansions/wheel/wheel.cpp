// The Wheel of Fortune: a start board with a wheel on it. A tile with an icon moves the pig, the
// sector it reaches acts on all players, and meeples on that sector's crowns score.
#include <algorithm>
#include <bit>
#include <string>

#include "engine/board/board.h"
#include "engine/expansions/wheel/sectors.h"
#include "engine/expansions/wheel/state.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"
#include "engine/rules/loaded_words.h"
#include "engine/rules/module.h"

namespace bastide::wheel {
namespace {

// A meeple on a crown of the sector, or one that comes from there.
void tell_crown(EventSink* events, const GameState& s, EventKind kind, Seat seat, PieceKind piece,
                int sector) {
  tell(events, s, kind, seat, {.piece = piece, .off_map = OffMap::sector, .value = sector});
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

// From the supply to the next crown of the sector that is free.
void put_on_crown(WheelState& wheel, GameState& s, int sector, Seat seat, PieceKind piece) {
  const int space = crowns_taken(wheel, sector);
  wheel.crowns[sector][space] = static_cast<std::uint8_t>(seat + 1);
  wheel.on_crown[sector][space] = piece;
  --s.core->players[seat].supply[piece];
}

// WHEEL-38: to be used in this very turn.
void take_from_crown(WheelState& wheel, GameState& s, int sector, int space) {
  std::uint8_t& owner = wheel.crowns[sector][space];
  PieceKind& piece = wheel.on_crown[sector][space];
  ++s.core->players[owner - 1].supply[piece];
  owner = 0;
  piece = PieceKind{};
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
    const PieceKind piece = wheel.on_crown[wheel.pig][i];
    take_from_crown(wheel, s, wheel.pig, i);
    tell_crown(events, s, EventKind::returned, owner, piece, wheel.pig);
  }
}

// WHEEL-41..46: instead of a piece on the tile, one meeple on any free crown, an ordinary or a
// large one (Y-12); no abbot (D-A10).
void list_crowns(const Rules& rules, const GameState& s, Options& out) {
  const PlayerState& player = s.core->players[s.core->active];
  const WheelState& wheel = rules.ext<WheelState>(s);
  unsigned kinds = 0;  // all meeples are persons
  for (unsigned persons = rules.person_kinds; persons != 0; persons &= persons - 1) {
    const auto kind = static_cast<std::size_t>(std::countr_zero(persons));
    if (player.supply[kind] != 0 && rules.traits[kind].meeple) kinds |= 1u << kind;
  }
  for (int sector = 0; sector < kSectors && kinds != 0; ++sector) {
    if (!crown_is_free(wheel, sector)) continue;
    out.add_bits(kinds, [&](int kind) -> Action {
      return {.kind = ActionKind::crown,
              .piece = static_cast<PieceKind>(kind),
              .value = static_cast<std::uint8_t>(sector)};
    });
  }
}

Flow answer_crown(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const Seat seat = s.core->active;
  put_on_crown(rules.ext<WheelState>(s), s, action.value, seat, action.piece);
  tell_crown(events, s, EventKind::deployed, seat, action.piece, action.value);
  return Flow::proceed;
}

std::string explain_crown(const Rules& rules, const GameState& s, const Action& action) {
  if (s.core->decision != DecisionKind::meeple || action.kind != ActionKind::crown) return "";
  if (action.value >= kSectors) return "the wheel has no such sector";
  const std::string piece(spoken(action.piece));
  if (!rules.piece_in_play[action.piece]) return "there is no " + piece + " in this game";
  if (!rules.traits[action.piece].meeple) return "the " + piece + " may not stand on a crown";
  if (s.core->players[s.core->active].supply[action.piece] == 0)
    return "no " + piece + " is left in the supply";
  const std::string name(sectors()[action.value].name);
  if (!crown_is_free(rules.ext<WheelState>(s), action.value))
    return "no crown of " + name + " is free";
  return "";
}

int on_crowns(const Rules& rules, const GameState& s, Seat seat, PieceKind kind) {
  const WheelState& wheel = rules.ext<WheelState>(s);
  int count = 0;
  for (int sector = 0; sector < kSectors; ++sector)
    for (int i = 0; i < kMaxCrowns; ++i)
      if (wheel.crowns[sector][i] == seat + 1 && wheel.on_crown[sector][i] == kind) ++count;
  return count;
}

// WHEEL-49: without points.
void clear_crowns(const Rules& rules, GameState& s) {
  WheelState& wheel = rules.ext<WheelState>(s);
  for (int sector = 0; sector < kSectors; ++sector)
    for (int i = crowns_taken(wheel, sector) - 1; i >= 0; --i) take_from_crown(wheel, s, sector, i);
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
             s.pieces[j].kind == piece.kind && seg_of(s, s.pieces[j]) == seg_of(s, piece);
    if (seen) continue;
    const PlacedTile& tile = tile_of(s, piece.segment);
    out.add(
        {.kind = ActionKind::plague, .piece = piece.kind, .seg = seg_of(s, piece), .at = tile.at});
  }
}

// WHEEL-29: it comes home without points.
Flow answer_plague(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  for (int i = 0; i < s.core->pieces; ++i) {
    if (!is_candidate(rules, s, i, s.core->actor) || s.pieces[i].kind != action.piece ||
        !stands_at(s, s.pieces[i], action.at, action.seg))
      continue;
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

// Crowns say whose piece is there; which one is said besides, where it is no ordinary meeple.
void write_other_pieces(const WheelState& wheel, FieldWriter& out) {
  bool listed = false;
  for (int sector = 0; sector < kSectors; ++sector)
    for (int i = 0; i < kMaxCrowns; ++i) {
      if (wheel.on_crown[sector][i] == PieceKind::meeple) continue;
      if (!listed) out.open_list("pieces");
      listed = true;
      out.open_object("");
      out.text("sector", sectors()[static_cast<std::size_t>(sector)].name);
      out.number("owner", wheel.crowns[sector][i] - 1);
      out.text("piece", name_of(wheel.on_crown[sector][i]));
      out.close();
    }
  if (listed) out.close();
}

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
  write_other_pieces(wheel, out);
  out.close();
}

// "pig storm"; "crown storm 0", "crown storm 0 big": a piece of seat 0 on a crown.
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  WheelState& wheel = rules.ext<WheelState>(s);
  const auto named = parse_name<Sector>(kSectorNames, take_word(value));
  if (!named) return false;
  const auto sector = static_cast<int>(*named);
  const std::string_view owner = take_word(value), kind = take_word(value);
  if (word == "pig" && owner.empty()) {
    wheel.pig = static_cast<std::uint8_t>(sector);
    return true;
  }
  if (word != "crown" || !crown_is_free(wheel, sector)) return false;
  const auto seat = read_seat(rules, owner);
  const auto piece = kind.empty() ? PieceKind::meeple : parse_name<PieceKind>(kPieceNames, kind);
  if (!seat || !piece || s.core->players[*seat].supply[*piece] == 0) return false;
  put_on_crown(wheel, s, sector, *seat, *piece);
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
  rules.go_home.push_back(clear_crowns);
  rules.pieces_elsewhere.push_back(on_crowns);
  speak(rules, {.state = write_state, .loaded = load_word, .refusal = explain_crown});
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
