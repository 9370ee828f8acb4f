// Actions, as moves after `when` and as answers in `can` and `cannot`.
#include "engine/board/board.h"
#include "engine/expansions/wheel/sectors.h"
#include "tests/scenario_runner.h"

namespace bastide::scenario {
namespace {

Action draw(Run& run) { return Action::draw(run.take_tile()); }

Action place(Run& run) {
  const TileType tile = run.take_tile();
  const Pos at = run.take_pos();
  return Action::place(tile, at, run.take_rotation());
}

Action discard(Run&) { return {.kind = ActionKind::discard}; }
Action pass(Run&) { return Action::pass(); }

// A place that a piece goes to or comes from: the tile just laid unless "at x,y" says otherwise.
Action piece_action(Run& run, ActionKind kind, PieceKind piece) {
  const std::string segment = run.take("a segment");
  const PlacedTile* tile = nullptr;
  if (run.accept("at")) {
    tile = tile_at(run.state(), run.take_pos());
  } else if (const TileIndex placed = run.state().core->placed; placed != kNone) {
    tile = &run.state().tiles[placed];
  }
  if (tile == nullptr) {
    run.stop("no tile lies there");
    return {};
  }
  const int seg = run.segment_on(*tile, segment);
  return {.kind = kind, .piece = piece, .seg = static_cast<std::uint8_t>(seg), .at = tile->at};
}

// recall abbot garden at 1,0; recall lady city:N at 0,1
Action recall(Run& run) {
  if (run.accept("lady")) {
    Action action = piece_action(run, ActionKind::recall, PieceKind::meeple);
    action.value = static_cast<std::uint8_t>(Standing::sheltered);
    return action;
  }
  const PieceKind piece = run.take_piece();
  return piece_action(run, ActionKind::recall, piece);
}

// fairy meeple city:N at 1,0
Action fairy(Run& run) {
  const PieceKind piece = run.take_piece();
  return piece_action(run, ActionKind::fairy, piece);
}

// send_away B meeple city:N at 1,0
Action send_away(Run& run) {
  const Seat owner = run.take_seat();
  const PieceKind piece = run.take_piece();
  Action action = piece_action(run, ActionKind::send_away, piece);
  action.value = owner;
  return action;
}

// dragon 0,1
Action dragon(Run& run) { return {.kind = ActionKind::dragon, .at = run.take_pos()}; }

// crown storm, crown storm big: a meeple on a crown of the wheel, or another piece
Action crown_move(Run& run) {
  const auto sector = run.take_name<Sector>(kSectorNames, "sector");
  Action action{.kind = ActionKind::crown, .value = static_cast<std::uint8_t>(sector)};
  if (const auto piece = parse_name<PieceKind>(kPieceNames, run.peek())) {
    action.piece = *piece;
    run.take("a piece");
  }
  return action;
}

// plague meeple city:N at 1,0: the piece that is taken back
Action plague(Run& run) {
  const PieceKind piece = run.take_piece();
  return piece_action(run, ActionKind::plague, piece);
}

std::uint8_t take_quarter(Run& run) {
  return static_cast<std::uint8_t>(run.take_name<Quarter>(kQuarterNames, "quarter"));
}

// score_next city:N at 1,0: which completed feature is scored first
Action score_next(Run& run) { return piece_action(run, ActionKind::score_next, PieceKind::meeple); }

// redeploy meeple forge road:S at 1,0: out of a quarter of Carcassonne
Action redeploy(Run& run) {
  const PieceKind piece = run.take_piece();
  const std::uint8_t quarter = take_quarter(run);
  Action action = piece_action(run, ActionKind::redeploy, piece);
  action.value = quarter;
  return action;
}

// deploy meeple forge: into a quarter
Action deploy(Run& run) {
  const PieceKind piece = run.take_piece();
  return {.kind = ActionKind::deploy, .piece = piece, .value = take_quarter(run)};
}

// move_count forge
Action move_count(Run& run) { return {.kind = ActionKind::move_count, .value = take_quarter(run)}; }

// castle meeple city:N: a castle instead of the points of the city on the tile just laid
Action castle_move(Run& run) {
  const PieceKind piece = run.take_piece();
  return piece_action(run, ActionKind::castle, piece);
}

// castle_feature 0,0 road:E at 1,0: what the castle whose first cell is 0,0 scores
Action castle_feature(Run& run) {
  const Pos castle = run.take_pos();
  Action action = piece_action(run, ActionKind::castle_feature, PieceKind::meeple);
  action.at2 = castle;
  return action;
}

// offer base/A 3; bid 4; take base/A
Action offer(Run& run) {
  const TileType tile = run.take_tile();
  return {.kind = ActionKind::offer,
          .tile = tile,
          .points = static_cast<std::int16_t>(run.take_int("a bid"))};
}
Action bid(Run& run) {
  return {.kind = ActionKind::bid, .points = static_cast<std::int16_t>(run.take_int("a bid"))};
}
Action take_tile(Run& run) { return {.kind = ActionKind::take, .tile = run.take_tile()}; }
Action buy(Run&) { return {.kind = ActionKind::buy}; }
Action sell(Run&) { return {.kind = ActionKind::sell}; }
// the second part of a turn, where it is asked
Action double_turn(Run&) { return {.kind = ActionKind::double_turn}; }
// build_castle city:S: over that city
Action build_castle(Run& run) {
  return piece_action(run, ActionKind::build_castle, PieceKind::meeple);
}

// build_granary 0,0 field:NL at 1,0: at the north-east corner of 0,0, for that farmer
Action build_granary(Run& run) {
  const Pos corner = run.take_pos();
  Action action = piece_action(run, ActionKind::build_granary, PieceKind::meeple);
  action.at2 = action.at;
  action.at = corner;
  return action;
}

// lady: a meeple into the castle just built
Action lady(Run& run) {
  const TileIndex placed = run.state().core->placed;
  return {.kind = ActionKind::lady, .at = placed == kNone ? Pos{} : run.state().tiles[placed].at};
}

// token sheep3: what the dealer takes out of the bag
Action token(Run& run) {
  return {.kind = ActionKind::token,
          .value = static_cast<std::uint8_t>(run.take_name<Token>(kTokenNames, "token"))};
}

// move_wagon road:E at 3,0: where the wagon that was scored drives to
Action move_wagon(Run& run) { return piece_action(run, ActionKind::wagon, PieceKind::meeple); }

// grow, herd: the flock of whoever is asked
Action flock_move(Run& run, ActionKind kind) {
  for (const PlacedPiece& piece : all_pieces(run.state())) {
    if (piece.kind != PieceKind::shepherd || piece.owner != actor(run.state())) continue;
    const PlacedTile& tile = tile_of(run.state(), piece.segment);
    return {.kind = kind, .seg = tile.local(piece.segment), .at = tile.at};
  }
  run.stop("no shepherd of the player stands on the map");
  return {};
}
Action grow(Run& run) { return flock_move(run, ActionKind::grow); }
Action herd(Run& run) { return flock_move(run, ActionKind::herd); }

struct ActionWord {
  std::string_view word;
  Action (*read)(Run&);
};
constexpr ActionWord kActions[] = {{"draw", draw},
                                   {"place", place},
                                   {"discard", discard},
                                   {"pass", pass},
                                   {"recall", recall},
                                   {"fairy", fairy},
                                   {"send_away", send_away},
                                   {"dragon", dragon},
                                   {"crown", crown_move},
                                   {"plague", plague},
                                   {"score_next", score_next},
                                   {"redeploy", redeploy},
                                   {"deploy", deploy},
                                   {"move_count", move_count},
                                   {"castle", castle_move},
                                   {"castle_feature", castle_feature},
                                   {"offer", offer},
                                   {"bid", bid},
                                   {"take", take_tile},
                                   {"buy", buy},
                                   {"sell", sell},
                                   {"build_castle", build_castle},
                                   {"build_granary", build_granary},
                                   {"lady", lady},
                                   {"double_turn", double_turn},
                                   {"move_wagon", move_wagon},
                                   {"token", token},
                                   {"grow", grow},
                                   {"herd", herd}};

// A placement draws its tile first when it is not drawn yet, and passes the abbey before that.
void place_move(Run& run) {
  const Action action = place(run);
  if (run.stopped()) return;
  if (decision(run.state()) == DecisionKind::abbey &&
      run.rules().tiles[action.tile].stack != kHandedOut)
    run.apply_action(Action::pass());
  if (decision(run.state()) == DecisionKind::draw) run.apply_action(Action::draw(action.tile));
  run.apply_action(action);
}

constexpr Word kMoves[] = {{"place", place_move},
                           {"", [](Run& run) { run.apply_action(run.take_action()); }}};

}  // namespace

Action Run::take_action() {
  const std::string word = take("an action");
  for (const ActionWord& entry : kActions)
    if (entry.word == word) return entry.read(*this);
  if (const auto piece = parse_name<PieceKind>(kPieceNames, word))
    return piece_action(*this, ActionKind::meeple, *piece);
  stop("'" + word + "' is no action the runner knows");
  return {};
}

std::string Run::describe(const Action& action) const {
  const std::string cell = std::to_string(action.at.x) + "," + std::to_string(action.at.y);
  switch (action.kind) {
    case ActionKind::draw:
      return "draw " + rules().tiles[action.tile].def->full_id();
    case ActionKind::place:
      return "place " + rules().tiles[action.tile].def->full_id() + " " + cell + " rot " +
             std::to_string(90 * action.value);
    case ActionKind::dragon:
      return "dragon " + cell;
    case ActionKind::offer:
    case ActionKind::take:
      return std::string(name_of(action.kind)) + " " + rules().tiles[action.tile].def->full_id() +
             " " + std::to_string(action.points);
    case ActionKind::bid:
      return "bid " + std::to_string(action.points);
    case ActionKind::build_castle:
    case ActionKind::build_granary:
      return std::string(name_of(action.kind)) + " " + cell;
    case ActionKind::crown:
      return "crown " + std::string(wheel::sectors()[action.value].name);
    case ActionKind::deploy:
      return "deploy " + std::string(name_of(action.piece)) + " " +
             std::string(kQuarterNames[action.value]);
    case ActionKind::token:
      return "token " + std::string(kTokenNames[action.value]);
    case ActionKind::move_count:
      return "move_count " + std::string(kQuarterNames[action.value]);
    case ActionKind::meeple:
    case ActionKind::score_next:
    case ActionKind::redeploy:
    case ActionKind::plague:
    case ActionKind::castle:
    case ActionKind::castle_feature:
    case ActionKind::fairy:
    case ActionKind::send_away:
    case ActionKind::wagon:
    case ActionKind::recall: {
      const PlacedTile* tile = tile_at(state(), action.at);
      if (tile == nullptr) break;
      const std::string segment = name_on(*tile, action.seg);
      std::string what = action.kind == ActionKind::meeple
                             ? std::string()
                             : std::string(name_of(action.kind)) + " ";
      if (action.kind == ActionKind::send_away) what += seat_name(action.value) + " ";
      return what + std::string(name_of(action.piece)) + " " + segment + " at " + cell;
    }
    default:
      break;
  }
  return std::string(name_of(action.kind));
}

std::span<const Word> move_words() { return kMoves; }

}  // namespace bastide::scenario
