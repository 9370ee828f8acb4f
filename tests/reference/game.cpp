#include "tests/reference/game.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace reference {
namespace {

// D-R4: the field round a spring or lake, parted along the river's axis. Walking clockwise from the
// mouth each bank takes four half-sides, and the side opposite the mouth is split.
Tile with_banks(const Tile& tile) {
  Tile result = tile;
  result.segments.clear();
  int mouth = 0;
  for (const Segment& segment : tile.segments) {
    if (segment.kind == "river") mouth = segment.ports.at(0);
    if (segment.kind != "field") result.segments.push_back(segment);
  }
  for (const int first : {2 * mouth + 1, 2 * mouth + 5}) {
    Segment& bank = result.segments.emplace_back();
    bank.kind = "field";
    for (int i = 0; i < 4; ++i) bank.ports.push_back((first + i) % 8);
    std::sort(bank.ports.begin(), bank.ports.end());
  }
  return result;
}

// What stands for a place of a tile that is no segment.
Segment bare(const std::string& kind) {
  Segment segment;
  segment.kind = kind;
  return segment;
}

}  // namespace

Game::Game(const Setup& setup) : setup_(setup) {
  const bool river1 = has_set("river"), river2 = has_set("river2"), river = river1 || river2;
  const bool board = has_set("wheel") || has_set("count");
  auto types = std::make_shared<std::map<std::string, Type>>();
  std::map<std::string, int> land, fork, river_pile, lake;
  std::string start;
  for (const auto& [name, copies] : setup_.sets) {
    if (name == "abbot") continue;  // no tiles
    for (const auto& [id, count] : add_tiles(name, copies, *types)) {
      const Tile& tile = types->at(id).faces[0];
      if (tile.marks.count("abbey") > 0) continue;  // AM-3
      if (tile.marks.count("spring") > 0) {
        // RIVER-3, RIVER2-3: it lies on the table; further copies stay in the box. Of both rivers
        // (RIVER2-10) the first gives the spring and the second the lake.
        if (name == (river1 ? "river" : "river2")) start = id;
      } else if (tile.marks.count("lake") > 0) {
        if (name == (river2 ? "river2" : "river")) lake[id] = 1;  // RIVER-4, RIVER2-2
      } else if (tile.marks.count("fork") > 0) {
        fork[id] = count;  // RIVER2-4: before the rest
      } else if (tile.edges.find('V') != std::string::npos) {
        if (river1 || river2)
          river_pile[id] = count;  // with any river; Q-CB-26: else left out
      } else {
        // SETUP-4; with the river or a board the start tile goes back to the box (RIVER-1,
        // WHEEL-1).
        if (tile.start_copies > 0 && !river && !board) start = id;
        land[id] = count - (tile.start_copies > 0 ? 1 : 0);
      }
    }
  }
  for (const char* set : {"wheel", "count"})
    if (has_set(set)) lay_board(set, *types);
  flags_ = has_set("count") && setup_.start != "count_plain";  // COUNT-2
  types_ = types;
  if (river) stacks_ = {fork, river_pile, lake};  // RIVER-5, RIVER2-5, 6: land after the lake
  stacks_.push_back(land);
  scores_.assign(setup_.players, 0);
  std::map<std::string, int> supply = {{"meeple", 7}};  // SETUP-7
  if (has_set("tower")) supply["floor"] = floors_at_start();
  if (has_set("circus")) supply["ringmaster"] = 1;                         // CIRCUS-3
  if (option("circus_meeples", "false") == "true") supply["meeple"] += 2;  // Q-CI-10
  if (has_set("abbot")) supply["abbot"] = 1;                               // ABBOT-1
  if (has_set("bridges_castles_bazaars"))                                  // BCB-3
    supply["bridge"] = supply["castle"] = setup_.players <= 4 ? 3 : 2;
  if (has_set("inns_cathedrals") && option("large_meeple", "true") == "true")
    supply["big"] = 1;  // IC-2, Q-IC-3, Q-IC-4
  if (has_set("traders_builders")) {
    supply["builder"] = 1;  // TB-3, Q-TB-7
    if (option("pigs", "true") == "true" && option("fields", "true") == "true")
      supply["pig"] = 1;  // Q-TB-10, PIG-9
  }
  if (has_set("hills_sheep")) supply["shepherd"] = 1;  // HS-3, SHEPHERD-11
  for (const auto& [name, copies] : setup_.sets)
    if (name == "abbey_mayor") {  // AM-2, Q-AM-23
      supply["abbey"] = supply["mayor"] = supply["wagon"] = copies;
      supply["barn"] = option("fields", "true") == "true" ? copies : 0;  // Q-AM-20
    }
  supplies_.assign(setup_.players, supply);
  goods_.assign(setup_.players, {});
  if (has_set("castles_bridges")) {  // CB-1, CB-2
    common_bridges_ = 12;
    common_castles_ = common_granaries_ = 6;
  }
  if (!board) lay({0, 0}, start, 0);
  begin_turn();
}

// The types of a set, and how many tiles of each it brings.
std::map<std::string, int> Game::add_tiles(const std::string& set, int copies,
                                           std::map<std::string, Type>& types) {
  std::map<std::string, int> counts;
  for (const Tile& printed : read_set(set).tiles) {
    const bool end = printed.marks.count("spring") > 0 || printed.marks.count("lake") > 0;
    const Tile tile =
        end && option("spring_divides", "false") == "true" ? with_banks(printed) : printed;
    Type& type = types[tile.full_id()];
    for (int turns = 0; turns < 4; ++turns) type.faces[turns] = turned(tile, turns);
    type.turns = distinct_turns(tile);
    counts[tile.full_id()] = tile.count * copies;
  }
  return counts;
}

// WHEEL-1, WHEEL-2, D-W5: sixteen cells, twelve of them with land; the pig stands on the first
// sector.
void Game::lay_board(const std::string& set, std::map<std::string, Type>& types) {
  const TileSet read = read_set(set);
  for (const Tile& cell : read.cells) {
    types[cell.full_id()].faces.fill(cell);
    board_[{cell.x, cell.y}] = {cell.full_id(), 0, &types.at(cell.full_id()).faces[0], nullptr};
    squares_.insert({cell.x, cell.y});
  }
  board_touches_ = read.touches;
  sectors_ = read.sectors;
}

// --- the table ---

bool Game::has_set(const std::string& name) const {
  for (const auto& [set, copies] : setup_.sets)
    if (set == name) return true;
  return false;
}

std::string Game::option(const std::string& name, const std::string& default_value) const {
  const auto found = setup_.options.find(name);
  return found == setup_.options.end() ? default_value : found->second;
}

void Game::lay(Cell cell, const std::string& id, int turns) {
  board_[cell] = {id, turns, &types_->at(id).faces[turns], nullptr};
}

const Segment& Game::segment(const Spot& spot) const {
  static const Segment tower = bare("tower"), acrobats = bare("acrobats");
  if (spot.segment == kOnTower) return tower;
  if (spot.segment == kAcrobat) return acrobats;
  return board_.at(spot.cell).tile->segments.at(spot.segment);
}

std::string Game::name_of(const Spot& spot) const {
  if (spot.segment < 0) return text_of(spot.cell) + " " + segment(spot).kind;
  return text_of(spot.cell) + " " + segment_name(*board_.at(spot.cell).tile, spot.segment);
}

bool Game::marked(Cell cell, const std::string& mark) const {
  return board_.at(cell).tile->marks.count(mark) > 0;
}

bool Game::volcano_lake(Cell cell) const { return marked(cell, "lake") && marked(cell, "volcano"); }

int Game::left() const {
  int total = 0;
  for (const auto& stack : stacks_)
    for (const auto& [id, count] : stack) total += count;
  return total - hidden_;  // HIDDEN-1, HIDDEN-4
}

std::vector<std::string> Game::additions() const {
  std::vector<std::string> all;
  if (dragon_) all.push_back("dragon " + text_of(*dragon_));
  if (fairy_)
    all.push_back("fairy " + (protege_ ? name_of(*protege_) + " " + std::to_string(protege_owner_)
                                       : text_of(*fairy_)));
  for (const auto& [id, count] : aside_) all.push_back("aside " + id + " " + std::to_string(count));
  if (!sectors_.empty()) all.push_back("pig " + sectors_[pig_].first);
  for (const Crown& crown : crowns_) {
    const std::string where = sectors_[crown.sector].first + " " + std::to_string(crown.owner);
    all.push_back("crown " + where);
    if (crown.piece != "meeple") all.push_back("on crown " + where + " " + crown.piece);
  }
  for (const auto& [title, held] : titles_)
    all.push_back(title + " " + std::to_string(held.first) + " " + std::to_string(held.second));
  if (flags_) all.push_back("count " + count_);
  for (const auto& [quarter, pieces] : quarters_)
    for (const auto& [piece, owner] : pieces)
      all.push_back("quarter " + quarter + " " + piece + " " + std::to_string(owner));
  for (const Castle& castle : castles_)
    all.push_back("castle " + text_of(castle.cells[0]) + " " + text_of(castle.cells[1]) + " " +
                  std::to_string(castle.owner) + (castle.completed ? " completed" : ""));
  for (const auto& [cell, laid] : board_)
    if (laid.bridged)
      all.push_back("bridge " + text_of(cell) +
                    (laid.bridged->segments.back().ports[0] == 0 ? " NS" : " EW"));
  if (has_set("castles_bridges"))
    for (const auto& [piece, left] : std::map<std::string, int>{{"bridge", common_bridges_},
                                                                {"castle", common_castles_},
                                                                {"granary", common_granaries_}})
      all.push_back("common " + piece + " " + std::to_string(left));
  for (int seat = 0; seat < setup_.players; ++seat)
    for (const auto& [kind, count] : goods_[seat])
      if (count > 0)
        all.push_back("goods " + std::to_string(seat) + " " + kind + " " + std::to_string(count));
  if (has_set("traders_builders")) all.push_back("part " + std::to_string(part_));
  if (double_due_) all.push_back("double_turn");
  if (has_set("hills_sheep")) {
    all.push_back("hidden " + std::to_string(hidden_));
    for (const auto& [token, count] : bag())
      if (count > 0) all.push_back("bag " + token + " " + std::to_string(count));
  }
  for (const Piece& piece : pieces_)
    for (const auto& [token, count] : piece.flock)
      all.push_back("flock " + name_of(piece.spot) + " " + token + " " + std::to_string(count));
  for (const Piece& piece : pieces_)
    if (piece.spot.segment < 0)
      all.push_back("stands " + piece.kind + " " + std::to_string(piece.owner) + " " +
                    name_of(piece.spot));
  add_tower_state(all);
  add_circus_state(all);
  for (const Barn& barn : barns_)
    all.push_back("barn " + text_of(barn.corner) + " " + std::to_string(barn.owner));
  std::sort(all.begin(), all.end());
  return all;
}

// --- placing ---

// TILE-7, TILE-8, RIVER-8: every touching side continues.
bool Game::fits(Cell cell, const Tile& tile) const {
  bool touching = false;
  for (int side = 0; side < 4; ++side) {
    const auto other = board_.find(beside(cell, side));
    if (other == board_.end()) continue;
    touching = true;  // TILE-5, TILE-6
    const char mine = tile.edges[side];
    const char theirs = other->second.tile->edges[opposite(side)];
    if (mine != theirs && mine != '*' && theirs != '*') return false;
  }
  return touching;
}

// Every open end of the river below a place, with the bends that lead to it. At a fork each arm
// goes on for itself (Q-CKC-2).
void Game::follow_river(Cell from, int heading, const std::vector<int>& turns,
                        std::vector<RiverEnd>& ends) const {
  const Cell next = beside(from, heading);
  if (!occupied(next)) {
    ends.push_back({next, heading, turns});
    return;
  }
  for (const Segment& segment : board_.at(next).tile->segments)
    for (std::size_t i = 0; segment.kind == "river" && i < segment.ports.size(); ++i) {
      const int exit = segment.ports[i];
      if (exit == opposite(heading)) continue;
      std::vector<int> further = turns;
      further.push_back((exit - heading + 4) % 4);
      follow_river(next, exit, further, ends);
    }
}

// RIVER-9 to RIVER-13, RIVER2-7 to RIVER2-9 for a tile that shows a river; other tiles are free.
bool Game::river_allows(Cell cell, const Tile& tile) const {
  const Segment* mine = nullptr;
  for (const Segment& s : tile.segments)
    if (s.kind == "river") mine = &s;
  if (mine == nullptr) return true;
  std::vector<RiverEnd> ends;
  for (const Segment& s : board_.at({0, 0}).tile->segments)
    if (s.kind == "river") follow_river({0, 0}, s.ports.at(0), {}, ends);
  std::erase_if(ends, [&](const RiverEnd& end) { return end.cell != cell; });
  if (ends.size() != 1) return false;  // RIVER-9; RIVER2-9: two ends in one cell would make a ring
  std::vector<int> turns = ends[0].turns;
  // D-R1, Q-CKC-1: successive bends alternate, straights between them ignored; or only what comes
  // at once counts (RIVER-11).
  if (option("river_turns", "alternate") == "alternate")
    turns.erase(std::remove(turns.begin(), turns.end(), 0), turns.end());
  for (int exit : mine->ports) {
    if (exit == opposite(ends[0].heading)) continue;
    const int turn = (exit - ends[0].heading + 4) % 4;
    if (turn != 0 && !turns.empty() && turns.back() == turn) return false;
  }
  return true;
}

std::vector<std::pair<Cell, int>> Game::placements(const std::string& id) const {
  std::set<Cell> empty;
  for (const auto& [cell, laid] : board_)
    for (int side = 0; side < 4; ++side)
      if (!occupied(beside(cell, side))) empty.insert(beside(cell, side));  // TILE-10
  const Type& type = types_->at(id);
  std::vector<std::pair<Cell, int>> result;
  for (const Cell& cell : empty)
    for (int turns : type.turns)
      if (fits(cell, type.faces[turns]) && river_allows(cell, type.faces[turns]) &&
          cult_allows(cell, type.faces[turns]))
        result.emplace_back(cell, turns);
  return result;
}

// --- decisions ---

// A decision with one answer is taken at once; `draw` and `place` are always asked.
void Game::ask(const std::string& kind, const std::string& actor,
               std::vector<std::string> answers) {
  asked_ = kind;
  if (answers.size() == 1 && kind != "draw" && kind != "place") {
    answer(answers[0]);
    return;
  }
  std::sort(answers.begin(), answers.end());
  decision_ = {kind, actor};
  legal_ = std::move(answers);
}

std::map<std::string, int> Game::weights() const {
  std::map<std::string, int> result;
  std::map<std::string, int> tokens = bag();
  tokens.merge(unseen());
  for (const std::string& text : legal_) {
    const std::string what = text.substr(text.find(' ') + 1);
    if (decision_.kind == "token") {
      result[text] = tokens.at(what);
      continue;
    }
    for (const auto& stack : stacks_)
      if (const auto found = stack.find(what); found != stack.end() && found->second > 0) {
        result[text] = found->second;
        break;  // the first stack that has it is the one drawn from
      }
  }
  return result;
}

void Game::apply(const std::string& text) {
  if (!std::binary_search(legal_.begin(), legal_.end(), text))
    throw std::logic_error("not legal: " + text);
  answer(std::string(text));
}

void Game::answer(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  const auto spot_at = [&](std::size_t i) {
    const Cell cell = cell_of(words.at(i));
    if (words.at(i + 1) == "tower") return Spot{cell, kOnTower};
    if (words.at(i + 1) == "acrobats") return Spot{cell, kAcrobat};
    const Tile& tile = *board_.at(cell).tile;
    for (std::size_t s = 0; s < tile.segments.size(); ++s)
      if (segment_name(tile, static_cast<int>(s)) == words.at(i + 1))
        return Spot{cell, static_cast<int>(s)};
    throw std::logic_error("no such segment: " + text);
  };
  if (words[0] == "draw") {
    drawn(words[1]);
  } else if (words[0] == "place") {
    placed(cell_of(words[2]), words[1], std::stoi(words[3]) / 90);
  } else if (words[0] == "meeple" && words[1] == "barn") {
    put_barn(words[3]);
    after_meeple();
  } else if (words[0] == "wagon") {
    wagon_moves(spot_at(1));
  } else if (words[0] == "pass" && asked_ == "wagon") {
    wagon_goes_home();
    next_wagon();
  } else if (words[0] == "pass" && asked_ == "abbey") {
    rounding_ ? next_abbey() : ask_draw();
  } else if (words[0] == "meeple") {
    put(words[1], spot_at(2));
    if (words[1] == "shepherd")
      ask_token(false);
    else
      after_meeple();
  } else if (words[0] == "build_castle") {
    castle_over(spot_at(1));
    ask_princess();
  } else if (words[0] == "build_granary") {
    granaries_.insert(cell_of(words[1]));
    build_granary(spot_at(2));
    ask_princess();
  } else if (words[0] == "lady") {
    put("meeple", *new_castle_);
    pieces_.back().house = "castle";
    after_meeple();
  } else if (words[0] == "recall" && words[1] == "lady") {
    take_lady_home(spot_at(2));
    lady_home_ = true;
    lady_turn_ = turn_;
    after_meeple();
  } else if (words[0] == "recall") {
    // ABBOT-17, 18: points at once, as a monk at the end of the game.
    score_feature({spot_at(2)}, false);
    after_meeple();
  } else if (words[0] == "send_away") {
    knight_sent_ = true;
    take_home(words[1], std::stoi(words[2]), spot_at(3));  // PRINCESS-6
    after_meeple();  // PRINCESS-7, 8, Q-PD-16: step 2 is used up
  } else if (words[0] == "fairy") {
    move_fairy(spot_at(2));
    after_meeple();
  } else if (words[0] == "crown") {
    take_crown(words[1], words.size() > 2 ? words[2] : "meeple");
    after_meeple();
  } else if (words[0] == "tower") {
    build_floor(cell_of(words[1]));
  } else if (words[0] == "capture") {
    capture(words[1], std::stoi(words[2]), spot_at(3));
  } else if (words[0] == "exchange") {
    exchange(words[1]);
  } else if (words[0] == "ransom") {
    pay_ransom(words[1], std::stoi(words[2]));
    if (asked_ == "meeple")
      ask_meeple();  // TOWER-50, TOWER-53, Q-TW-1
    else
      after_ransom();
  } else if (words[0] == "pass" && asked_ == "ransom") {
    after_ransom();
  } else if (words[0] == "pyramid") {
    score_pyramid(cell_of(words[1]), true);
    after_meeple();
  } else if (words[0] == "token" && is_animal(words[1])) {
    animal_turned_up(words[1]);
  } else if (words[0] == "token") {
    token_drawn(words[1]);
  } else if (words[0] == "grow") {
    ask_token(true);
  } else if (words[0] == "herd") {
    herd(feature_of(spot_at(1)));
    herd_closed_fields();
  } else if (words[0] == "double_turn") {
    second_part();
  } else if (words[0] == "pass" && asked_ == "double_turn") {
    new_turn();  // Q-TB-1
  } else if (words[0] == "dragon") {
    dragon_enters(cell_of(words[1]));
  } else if (words[0] == "plague") {
    take_home(words[1], plague_seat_, spot_at(2));  // WHEEL-26, WHEEL-29
    next_plague();
  } else if (words[0] == "score_next") {
    const Spot chosen = spot_at(1);
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      if (waiting_[i].count(chosen) > 0)
        std::rotate(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(i),
                    waiting_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    begin_redeploy();
  } else if (words[0] == "redeploy") {
    redeployed(words[1], words[2], spot_at(3));
  } else if (words[0] == "deploy") {
    deployed(words[1], words[2]);
  } else if (words[0] == "move_count") {
    count_ = words[1];  // COUNT-10
    next_turn();
  } else if (words[0] == "pass" && asked_ == "redeploy") {
    to_ask_.erase(to_ask_.begin());
    barn_fields_.empty() ? ask_redeploy() : ask_market_for_barn();
  } else if (words[0] == "pass" && (asked_ == "deploy" || asked_ == "move_count")) {
    next_turn();  // COUNT-13, Q-CKC-20
  } else if (words[0] == "discard") {
    discard();
  } else if (words[0] == "castle") {
    build_castle(words[1]);
  } else if (words[0] == "castle_feature") {
    const std::string feature = words[2] + " " + words[3];
    Castle& castle = castles_[castle_queue_.front()];
    castle_queue_.erase(castle_queue_.begin());
    castle_scores(castle, feature, castle_sources(castle).at(feature));
    next_castle();
  } else if (words[0] == "offer") {
    offered_ = words[1];
    bid_ = std::stoi(words[2]);
    bidder_ = auctioneer_;
    for (int i = 1; i < setup_.players; ++i)
      if (const int seat = (auctioneer_ + i) % setup_.players; !has_bought(seat))
        still_to_bid_.push_back(seat);
    ask_bids();
  } else if (asked_ == "bid") {
    const int seat = still_to_bid_.front();
    still_to_bid_.erase(still_to_bid_.begin());
    if (words[0] == "bid") {
      bid_ = std::stoi(words[1]);
      bidder_ = seat;
    }
    ask_bids();
  } else if (words[0] == "buy" || words[0] == "sell") {
    close_round(words[0] == "buy");
  } else if (words[0] == "take") {
    give_tile(words[1], auctioneer_);
    next_round();
  } else if (words[0] == "pass" && asked_ == "castle") {
    small_cities_.erase(small_cities_.begin());
    next_small_city();
  } else if (words[0] == "pass" && asked_ == "build") {
    ask_princess();
  } else if (words[0] == "pass" && asked_ == "princess") {
    ask_meeple();  // PRINCESS-3, PRINCESS-9
  } else if (words[0] == "pass") {
    after_meeple();
  } else {
    throw std::logic_error("unknown answer: " + text);
  }
}

// --- the steps of a turn ---

void Game::begin_turn() {
  fairy_point();
  begin_part();
}

void Game::ask_draw() {
  std::vector<std::string> answers;
  for (const auto& stack : stacks_) {
    for (const auto& [id, count] : stack)
      if (count > 0 && left() > 0) answers.push_back("draw " + id);  // HIDDEN-3
    if (!answers.empty()) break;
  }
  if (answers.empty()) {
    game_ends();  // END-1, END-2, Q-PD-2
    return;
  }
  ask("draw", "dealer", answers);
}

void Game::drawn(const std::string& id) {
  for (auto& stack : stacks_) {
    const auto found = stack.find(id);
    if (found == stack.end() || found->second == 0) continue;
    --found->second;
    break;
  }
  const Tile& tile = types_->at(id).faces[0];
  if (tile.marks.count("dragon") > 0 && !dragon_) {
    ++aside_[id];  // DRAGON-19, 20: no dragon yet, another tile is drawn
    if (bazaar_ == "reveal")
      ask_reveal();
    else
      ask_draw();
    return;
  }
  if (bazaar_ == "reveal") {
    reveal(id);
    return;
  }
  current_ = id;
  if (tile.wheel > 0)
    run_wheel(tile.wheel);  // WHEEL-8, D-W3: before the tile is placed
  else
    ask_place();
}

void Game::ask_place() {
  std::vector<std::string> answers;
  for (const auto& [cell, turns] : placements(current_))
    answers.push_back("place " + current_ + " " + text_of(cell) + " " + std::to_string(90 * turns));
  add_bridged_placements(answers);
  if (answers.empty()) {
    discard();
    return;
  }
  ask("place", std::to_string(active_), answers);
}

void Game::placed(Cell cell, const std::string& id, int turns) {
  const auto bridges = bridges_for(cell, types_->at(id).faces[turns]);
  const bool needed = !fits(cell, types_->at(id).faces[turns]);
  // Q-BCB-0: a bridge is possible only where it is needed, and then it is one certain bridge.
  if (bridges.size() != (needed ? 1u : 0u)) throw std::logic_error("a choice of bridges");
  lay(cell, id, turns);
  if (needed) build_bridge(bridges[0]);
  current_.clear();
  just_laid_ = cell;
  if (is_abbey(cell)) --supplies_[active_].at("abbey");
  last_player_ = active_;
  if (rounding_) ++turn_;  // Q-AM-3
  before_ = scores_;
  knight_sent_ = false;
  lay_hill();
  note_double_turn(bridges);
  ask_build();
}

// MEEPLE-13, ABBOT-9, BIG-11
bool Game::in_supply(const std::string& piece) const {
  const auto supply = supplies_[active_].find(piece);
  return supply != supplies_[active_].end() && supply->second > 0;
}

// Whether the active player could put this piece on this segment as far as the two are concerned.
bool Game::claimable(const std::string& piece, const Spot& spot) const {
  if (!in_supply(piece)) return false;
  const std::string& kind = segment(spot).kind;
  const bool ordinary = kind == "city" || kind == "road" || kind == "monastery" ||
                        kind == "shrine" || kind == "abbey" ||
                        (kind == "field" && option("fields", "true") == "true");  // D-6
  if (piece == "abbot" ? !is_cloister(kind) : !ordinary) return false;            // ABBOT-5, 6
  if (piece == "mayor" && kind != "city") return false;                           // MAYOR-1
  if (piece == "wagon" && kind == "field") return false;                          // WAGON-2
  if (kind == "field" && !barns_on(feature_of(spot)).empty()) return false;       // BARN-10
  if (castled_.count(spot) > 0) return false;                                     // S-CB-7
  return meeples_on(feature_of(spot)).empty();  // MEEPLE-7, 8, BIG-10, SHEPHERD-4
}

// ABBOT-21, Y-34: both parts are one turn; a sub-turn is none of them.
bool Game::placed_this_turn(const Piece& piece) const {
  return bazaar_ != "play" && piece.turn == turn_;
}

// Step 2: one figure onto the tile just laid, or one of its alternatives, or nothing.
void Game::ask_meeple() {
  std::vector<std::string> answers = {"pass"};  // MEEPLE-1
  const auto segments = static_cast<int>(board_.at(just_laid_).tile->segments.size());
  for (int i = 0; i < segments && !marked(just_laid_, "volcano"); ++i)  // VOLCANO-2
    for (const char* piece : {"meeple", "big", "abbot", "mayor", "wagon", "ringmaster"})
      if (claimable(piece, {just_laid_, i}))
        answers.push_back("meeple " + std::string(piece) + " " + name_of({just_laid_, i}));
  if (!marked(just_laid_, "volcano")) {  // Y-38, Y-74
    add_builder_and_pig_answers(answers);
    add_shepherd_answers(answers);
  }
  for (const Piece& piece : pieces_) {
    // ABBOT-15, 19, 26: the own abbot, unless its feature has just been completed.
    if (piece.kind == "abbot" && piece.owner == active_ && !complete({piece.spot}) &&
        !placed_this_turn(piece))
      answers.push_back("recall abbot " + name_of(piece.spot));
  }
  add_portal_answers(answers);
  add_fairy_answers(answers);
  add_crown_answers(answers);
  add_lady_answers(answers);
  add_tower_answers(answers);
  add_ransom_answers(answers);
  add_acrobat_answers(answers);
  add_barn_answers(answers);
  ask("meeple", std::to_string(active_), answers);
}

// Between step 2 and step 3 come the flocks (Y-72), the volcano and the flight.
void Game::after_meeple() { ask_flock(); }

void Game::after_flocks() {
  if (marked(just_laid_, "volcano") && has_set("princess_dragon"))
    dragon_comes(just_laid_);  // RIVER2-16: elsewhere it is decoration
  if (marked(just_laid_, "dragon") && option("dragon_move", "before_scoring") == "before_scoring")
    begin_flight();  // DRAGON-3, DRAGON-4
  else
    score_completed();
}

void Game::put(const std::string& kind, const Spot& spot) {
  --supplies_[active_].at(kind);
  pieces_.push_back({.kind = kind, .owner = active_, .spot = spot});
  if (bazaar_ != "play") pieces_.back().turn = turn_;
}

// One piece goes home; the tokens of a flock are in the bag again. The fairy stays where it was
// (FAIRY-9, Q-PD-18).
void Game::leaves(std::size_t index) {
  const Piece piece = pieces_.at(index);
  ++supplies_[piece.owner].at(piece.kind);
  pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(index));
  // Of like acrobats of one tile those go first that she does not stand beside.
  if (std::none_of(pieces_.begin(), pieces_.end(),
                   [&](const Piece& other) { return is_protege(other); }))
    protege_.reset();
}

// Who is in a castle has a way of his own.
void Game::take_home(const std::string& kind, int owner, const Spot& spot) {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    if (piece.spot != spot || piece.kind != kind || piece.owner != owner || piece.house == "castle")
      continue;
    leaves(i);
    break;
  }
  lone_figures_go_home();
}

// SCORE-7, BUILDER-13
void Game::send_home(const Feature& feature) {
  for (std::size_t i = pieces_.size(); i-- > 0;)
    if (feature.count(pieces_[i].spot) > 0 && pieces_[i].house != "castle") leaves(i);
}

// SCORE-4 to SCORE-7
void Game::score_feature(const Feature& feature, bool fairy_pays) {
  for (int owner : leaders(pieces_on(feature)))
    scores_[owner] += worth(feature) + pig_points(owner, feature);
  if (fairy_pays) fairy_bonus(feature);
  ringmaster_bonus(feature);
  send_home(feature);
}

// Step 3: what the new tile has completed, claimed or not. Roads and cities run over it,
// monasteries and their like lie on it or beside it.
void Game::score_completed() {
  score_buildings();
  waiting_ = just_completed();
  // Q-CKC-12: cities, roads, monasteries and their like, by position, unless somebody chooses.
  const auto rank = [&](const Feature& feature) {
    const std::string& kind = segment(*feature.begin()).kind;
    const Spot spot = naming(feature);
    return std::tuple(kind == "city" ? 0 : kind == "road" ? 1 : 2, spot.cell, port_of(spot));
  };
  std::sort(waiting_.begin(), waiting_.end(),
            [&](const Feature& a, const Feature& b) { return rank(a) < rank(b); });
  if (flags_)
    ask_order();  // Q-BCB-18: castles feature by feature
  else
    ask_castles(waiting_);
}

// SCORE-2: one of them.
void Game::score_waiting(const Feature& feature) {
  compare_titles(feature);
  settle_challenge(feature);
  note_wagons(feature);
  score_feature(feature, true);
  hold_wagons();
  take_goods(feature);
}

void Game::discard() {
  ++discarded_[current_];  // TILE-14: out of the game, the same player draws again
  current_.clear();
  if (bazaar_ == "play")
    next_turn();  // Q-BCB-28: no other tile in a sub-turn
  else
    ask_draw();
}

// Q-CI-4: features, castles, then the circus.
void Game::after_scoring() { begin_circus(); }

void Game::after_circus() {
  if (marked(just_laid_, "dragon") && option("dragon_move", "before_scoring") == "after_scoring")
    begin_flight();  // Q-PD-26
  else
    end_turn();
}

void Game::end_turn() { ask_ransom(); }

// COUNT-7 to COUNT-14: before the turn passes on.
void Game::after_ransom() {
  if (deployment_allowed())
    ask_deploy();
  else
    next_turn();
}

void Game::next_turn() {
  if (volcano_lake(just_laid_)) {
    part_ = 2;     // Y-32: nothing in it gives another part
    begin_part();  // RIVER2-15, Q-CKC-9: the same player goes on, without the start of a turn
    return;
  }
  if (rounding_) {
    next_abbey();
    return;
  }
  if (bazaar_goes_on()) return;
  if (left() == 0 && !(double_due_ && may_lay_abbey(active_))) {  // Y-60
    game_ends();                                                  // END-1, BUILDER-19
    return;
  }
  if (!double_due_)
    new_turn();
  else if (option("double_turn", "always") == "may" && left() > 0)
    ask("double_turn", std::to_string(active_), {"double_turn", "pass"});
  else
    second_part();
}

void Game::new_turn() {
  ++turn_;
  ransom_payers_.clear();
  part_ = 1;
  double_due_ = false;
  active_ = (active_ + 1) % setup_.players;  // SETUP-12
  begin_turn();
}

void Game::game_ends() {
  double_due_ = false;
  begin_abbey_round();
}

// CASTLE-21, Q-CKC-24: castles are left, then the market is emptied.
void Game::close_game() {
  leave_castles();
  to_ask_.clear();
  for (int i = 1; i <= setup_.players; ++i) to_ask_.push_back((active_ + i) % setup_.players);
  ask_market();
}

// Q-CI-12, S-CI-17: the last circus comes first.
void Game::final_scoring() {
  ending_ = true;
  if (big_top_)
    turn_token_up();
  else
    after_last_circus();
}

// END-4, WHEEL-57: unfinished roads, cities, monasteries, then fields. Then everything goes home.
void Game::after_last_circus() {
  score_last_pyramids();
  towers_are_left();
  for (std::size_t i = pieces_.size(); i-- > 0;)
    if (pieces_[i].kind == "shepherd") leaves(i);  // FLOCK-16
  for (const bool fields : {false, true}) {
    for (std::size_t i = 0; i < pieces_.size();) {
      if ((segment(pieces_[i].spot).kind == "field") != fields) {
        ++i;
        continue;
      }
      // FAIRY-8, Q-PD-23
      score_feature(feature_of(pieces_[i].spot),
                    fields || option("fairy_final", "fields") == "all");
      i = 0;  // the list has changed
    }
  }
  for (const Crown& crown : crowns_) ++supplies_[crown.owner].at(crown.piece);  // WHEEL-49
  crowns_.clear();
  pay_barns();
  pay_titles();
  pay_goods();
  for (const auto& [quarter, pieces] : quarters_)  // COUNT-29
    for (const auto& [piece, owner] : pieces) ++supplies_[owner].at(piece);
  quarters_.clear();
  decision_ = {"over", "nobody"};
  legal_.clear();
}

}  // namespace reference
