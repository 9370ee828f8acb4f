// The words before the first move: who plays what, and what lies on the table.
#include "tests/scenario_runner.h"

namespace bastide::scenario {
namespace {

// scenario S-01: an id of the ledger. case some-name: one of our own.
void name_it(Run& run) { run.take("a name"); }

// clauses ROAD-1 SCORE-9: what the scenario shows
void clauses(Run& run) {
  if (run.rest().empty()) run.stop("no clause is named");
}

// sets base river base:2
void sets(Run& run) {
  while (run.more()) {
    auto choice = parse_set_choice(run.take("a set"));
    if (const auto* error = std::get_if<SetupError>(&choice)) return run.stop(error->reason);
    run.setup.sets.push_back(std::get<SetChoice>(choice));
  }
}

// start river; start none: the given tiles are the whole map
void start(Run& run) {
  const std::string word = run.take("a start");
  if (word != "none") run.setup.start = word;
  if (word == "none") {
    run.position.keep_start = false;
    run.positioned = true;
  }
}

// option fields false
void option(Run& run) {
  const std::string name = run.take("an option");
  const std::string value = run.take("a value");
  if (value == "true" || value == "false")
    run.setup.options.emplace_back(name, value == "true");
  else
    run.setup.options.emplace_back(name, value);
}

// players R B
void players(Run& run) {
  while (run.more()) run.setup.players.push_back({run.take("a player")});
}

// base/U 2,0 rot 90   R meeple road:E, 2 B meeple field:NL
void tile(Run& run) {
  run.positioned = true;
  LoadedTile laid;
  laid.type = run.take_tile();
  laid.at = run.take_pos();
  laid.rotation = run.take_rotation();
  if (run.accept("bridge")) {
    laid.bridge_axis = run.accept("EW") ? 1 : 0;
    if (laid.bridge_axis == 0 && !run.accept("NS")) run.stop("a bridge runs NS or EW");
    laid.bridge_owner = run.accept("nobody") ? kNobody : run.take_seat();
  }
  while (run.more() && !run.stopped()) {
    const std::string_view next = run.peek();
    const bool counted = !next.empty() && next.front() >= '0' && next.front() <= '9';
    const int count = counted ? run.take_int("how many") : 1;
    LoadedPiece piece;
    piece.owner = run.take_seat();
    piece.kind = run.take_piece();
    piece.segment = run.take("a segment");
    for (int i = 0; i < count; ++i) laid.pieces.push_back(piece);
    if (!run.accept(",")) break;
  }
  run.position.tiles.push_back(std::move(laid));
}

// turn B
void turn(Run& run) {
  run.positioned = true;
  run.position.active = run.take_seat();
}

// score R 49
void given_score(Run& run) {
  run.positioned = true;
  const Seat seat = run.take_seat();
  run.position.scores.resize(run.setup.players.size());
  run.position.scores[seat] = run.take_int("points");
}

// stock base/C base/W: exactly these are left. stock none: the game is over.
void stock(Run& run) {
  run.positioned = true;
  if (run.accept("none")) {
    run.position.empty_stock = true;
    return;
  }
  while (run.more() && !run.stopped()) run.position.stock.push_back(run.take_tile());
}

// dragon 0,1: what a module keeps, in its own words. Tiles have a slash in their names.
void tile_or_word(Run& run) {
  if (run.peek().find('/') != std::string_view::npos) return tile(run);
  run.positioned = true;
  const std::string word = run.take("a word");
  run.position.module_words.emplace_back(word, run.rest());
}

// crown storm R B, crown storm R big: pieces on the crowns of a sector
void given_crown(Run& run) {
  run.positioned = true;
  const std::string sector = run.take("a sector");
  do {
    std::string value = sector + " " + std::to_string(run.take_seat());
    if (run.accept("big")) value += " big";
    run.position.module_words.emplace_back("crown", value);
  } while (run.more() && !run.stopped());
}

// castle R 0,0 0,1: R's castle with a lord; completed: without
void given_castle(Run& run) {
  run.positioned = true;
  const Seat seat = run.take_seat();
  run.position.module_words.emplace_back("castle", std::to_string(seat) + " " + run.rest());
}

constexpr Word kHeader[] = {{"scenario", name_it}, {"case", name_it}, {"clauses", clauses},
                            {"sets", sets},        {"start", start},  {"option", option},
                            {"players", players}};
constexpr Word kGiven[] = {{"turn", turn},         {"score", given_score},   {"stock", stock},
                           {"crown", given_crown}, {"castle", given_castle}, {"", tile_or_word}};

}  // namespace

std::span<const Word> header_words() { return kHeader; }
std::span<const Word> given_words() { return kGiven; }

}  // namespace bastide::scenario
