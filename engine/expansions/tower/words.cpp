// What people read and write of the set: the public state, loaded positions, refusals.
#include "engine/expansions/tower/parts.h"
#include "engine/rules/loaded_words.h"

namespace bastide::tower {
namespace {

// --- Loaded positions ----------------------------------------------------------

// The number of the tower at a cell, or kNoTower.
int read_tower(const Rules& rules, const GameState& s, std::string_view word) {
  const auto at = read_cell(word);
  return at ? tower_on(rules, s, find_tile(s, *at)) : kNoTower;
}

// A kind of piece, left out where it is a meeple.
std::optional<PieceKind> read_piece(std::string_view word) {
  return word.empty() ? PieceKind::meeple : parse_name<PieceKind>(kPieceNames, word);
}

// Who gives a floor that is nobody's: whoever has most of them.
Seat richest_in_floors(const Rules& rules, const GameState& s) {
  Seat best = 0;
  for (Seat seat = 1; seat < rules.player_count(); ++seat)
    if (s.core->players[seat].supply[PieceKind::floor] >
        s.core->players[best].supply[PieceKind::floor])
      best = seat;
  return best;
}

// floors 0,-1 3: a tower of three floors. floors 0,-1 3 R: built by R alone
bool load_floors(const Rules& rules, GameState& s, std::string_view value) {
  const int number = read_tower(rules, s, take_word(value));
  std::uint16_t floors = 0;
  if (number == kNoTower || !read_number(take_word(value), floors)) return false;
  const std::string_view builder = take_word(value);
  const auto seat = read_seat(rules, builder);
  if (!builder.empty() && !seat) return false;
  Tower& tower = all_towers(rules, s)[static_cast<std::size_t>(number)];
  for (int i = 0; i < floors; ++i) {
    const Seat from = seat.value_or(richest_in_floors(rules, s));
    std::uint8_t& supply = s.core->players[from].supply[PieceKind::floor];
    if (supply == 0) return false;
    --supply;
    change_tower(rules.ext<TowerState>(s), tower, static_cast<std::uint16_t>(tower.floors + 1),
                 tower.guards);
  }
  return true;
}

// guard 0,-1 B, guard 0,-1 B big: on a tower that has floors
bool load_guard(const Rules& rules, GameState& s, std::string_view value) {
  const int number = read_tower(rules, s, take_word(value));
  const auto seat = read_seat(rules, take_word(value));
  const auto kind = read_piece(take_word(value));
  if (number == kNoTower || !seat || !kind) return false;
  const Tower& tower = all_towers(rules, s)[static_cast<std::size_t>(number)];
  if (tower.floors == 0 || !is_open(tower) || !rules.traits[*kind].guard ||
      s.core->players[*seat].supply[*kind] == 0)
    return false;
  post_guard(rules, s, number, *seat, *kind);
  return true;
}

// prisoner R B, prisoner R B abbot: R holds one of B's; nobody who holds one of R's (TOWER-43)
bool load_prisoner(const Rules& rules, GameState& s, std::string_view value) {
  auto& state = rules.ext<TowerState>(s);
  const auto holder = read_seat(rules, take_word(value));
  const auto owner = read_seat(rules, take_word(value));
  const auto kind = read_piece(take_word(value));
  if (!holder || !owner || !kind || *holder == *owner || !rules.traits[*kind].person) return false;
  std::uint8_t& supply = s.core->players[*owner].supply[*kind];
  if (supply == 0 || prisoners_of(state, *owner, *holder) != 0) return false;
  --supply;
  hold(state, *holder, *owner, *kind);
  return true;
}

// ransom R: R, whose turn it is, has paid in it already
bool load_ransom(const Rules& rules, GameState& s, std::string_view value) {
  auto& state = rules.ext<TowerState>(s);
  const auto seat = read_seat(rules, take_word(value));
  if (!seat || *seat != s.core->active) return false;
  state.turn = static_cast<std::uint16_t>(s.core->turn + 1);  // which is about to begin
  state.paid = static_cast<std::uint8_t>(1u << *seat);
  return true;
}

// --- Refusals ------------------------------------------------------------------

std::string explain_tower(const Rules& rules, const GameState& s, const Action& action) {
  const std::uint32_t tile = find_tile(s, action.at);
  if (tile == kNotThere) return "no tile lies there";
  const int number = tower_on(rules, s, tile);
  if (number == kNoTower) return "that tile has no tower foundation";
  const Tower& tower = all_towers(rules, s)[static_cast<std::size_t>(number)];
  if (!is_open(tower)) return "a guard stands on that tower";
  const bool is_floor = action.kind == ActionKind::tower;
  if (is_floor && s.core->players[s.core->active].supply[PieceKind::floor] == 0)
    return "no tower floor is left in the supply";
  if (is_floor) return "";
  if (!rules.traits[action.piece].guard)
    return "the " + std::string(spoken(action.piece)) + " may not stand on a tower";
  return tower.floors == 0 ? "a guard needs a tower with at least one floor" : "";
}

std::string explain_capture(const Rules& rules, const GameState& s, const Action& action) {
  const auto stands_there = [&](const PlacedPiece& piece) {
    return piece.owner == action.value && piece.kind == action.piece &&
           stands_at(s, piece, action.at, action.seg);
  };
  if (find_piece(s, stands_there) == kNoPiece) return "no such piece stands there";
  if (!rules.traits[action.piece].person)
    return "the " + std::string(spoken(action.piece)) + " cannot be captured";
  if (find_captive(rules, s, action) == kNoPiece) return "who is in there is out of reach";
  return "that tile is out of the tower's reach";
}

std::string explain_ransom(const Rules& rules, const GameState& s, const Action& action) {
  const Seat owner = s.core->active;
  if (action.value >= rules.player_count()) return "nobody sits on that seat";
  if (rules.ext<TowerState>(s)
          .prisoners[action.value][owner][static_cast<std::size_t>(action.piece)] == 0)
    return "that player holds no " + std::string(spoken(action.piece)) + " of yours";
  if (has_paid(rules, s, owner)) return "you have paid a ransom in this turn already";
  return s.core->players[owner].score < kRansom ? "a ransom costs 3 points" : "";
}

}  // namespace

// --- The public state ------------------------------------------------------------

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& state = rules.ext<TowerState>(s);
  out.open_list("prisoners");
  for (Seat holder = 0; holder < rules.player_count(); ++holder)
    for (Seat owner = 0; owner < rules.player_count(); ++owner)
      for (int kind = 0; kind < kPieceKinds; ++kind) {
        if (state.prisoners[holder][owner][kind] == 0) continue;
        out.open_object("");
        out.number("holder", holder);
        out.number("owner", owner);
        out.text("piece", name_of(static_cast<PieceKind>(kind)));
        out.number("count", state.prisoners[holder][owner][kind]);
        out.close();
      }
  out.close();
  out.flag("ransom_paid", has_paid(rules, s, s.core->active));
}

void write_floors(const Rules& rules, const GameState& s, TileIndex tile, FieldWriter& out) {
  if (!rules.tiles[s.tiles[tile].type].has(Mark::tower)) return;
  const int number = tower_on(rules, s, tile);
  const Tower& tower = all_towers(rules, s)[static_cast<std::size_t>(number)];
  if (tower.floors != 0) out.number("floors", tower.floors);
}

// From which tower somebody may be captured now; and in another player's sub-turn whether the
// player of the turn can still pay in his own, which comes last.
void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  const auto& state = rules.ext<TowerState>(s);
  if (state.built != 0)
    out.place("capture_from", s.tiles[all_towers(rules, s)[state.built - 1u].tile].at);
  if (s.core->sub_turn != 0 && s.core->active != state.player && has_paid(rules, s, state.player))
    out.flag("ransom_paid_before", true);
}

bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word == "floors") return load_floors(rules, s, value);
  if (word == "guard") return load_guard(rules, s, value);
  if (word == "prisoner") return load_prisoner(rules, s, value);
  return word == "ransom" && load_ransom(rules, s, value);
}

std::string explain(const Rules& rules, const GameState& s, const Action& action) {
  const DecisionKind asked = s.core->decision;
  if (asked == DecisionKind::meeple &&
      (action.kind == ActionKind::tower ||
       (action.kind == ActionKind::meeple && action.seg == seg_of(Spot::tower))))
    return explain_tower(rules, s, action);
  if (asked == DecisionKind::capture && action.kind == ActionKind::capture)
    return explain_capture(rules, s, action);
  if (asked == DecisionKind::exchange && action.kind == ActionKind::exchange)
    return "no " + std::string(spoken(action.piece)) + " of yours is held there";
  if (action.kind == ActionKind::ransom &&
      (asked == DecisionKind::meeple || asked == DecisionKind::ransom))
    return explain_ransom(rules, s, action);
  return "";
}

}  // namespace bastide::tower
