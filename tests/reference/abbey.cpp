// Abbey & Mayor: abbeys and their last round, mayors, wagons that move on, barns.
#include <algorithm>

#include "tests/reference/game.h"

namespace reference {
namespace {

const std::string kAbbey = "abbey_mayor/AM-abbey";

bool has(const std::vector<int>& numbers, int number) {
  return std::count(numbers.begin(), numbers.end(), number) > 0;
}

}  // namespace

// --- abbeys ---

bool Game::is_abbey(Cell cell) const { return occupied(cell) && marked(cell, "abbey"); }

// ABBEY-2, ABBEY-4: empty, with a tile at each side. Z-69: the limits of the cult hold.
std::set<Cell> Game::holes() const {
  std::set<Cell> result;
  for (const auto& [next, laid] : board_)
    for (int side = 0; side < 4; ++side) {
      const Cell cell = beside(next, side);
      int around = 0;
      for (int s = 0; s < 4; ++s) around += occupied(beside(cell, s)) ? 1 : 0;
      if (!occupied(cell) && around == 4 && cult_allows(cell, types_->at(kAbbey).faces[0]))
        result.insert(cell);
    }
  return result;
}

// D-AM-1, D-AM-4: an abbey in hand and a hole for it. Z-4: not while the river is drawn.
bool Game::may_lay_abbey(int seat) const {
  const auto supply = supplies_[seat].find("abbey");
  if (supply == supplies_[seat].end() || supply->second == 0) return false;
  for (std::size_t i = 0; i + 1 < stacks_.size(); ++i)
    for (const auto& [id, count] : stacks_[i])
      if (count > 0) return false;
  return !holes().empty();
}

void Game::ask_for_abbey() {
  std::vector<std::string> answers = {"pass"};
  for (const Cell& cell : holes())
    answers.push_back("place " + kAbbey + " " + text_of(cell) + " 0");  // Q-AM-21
  ask("abbey", std::to_string(active_), answers);
}

// ABBEY-1, ABBEY-5, Q-AM-5: before the first draw of each part of a turn, never later.
void Game::begin_part() {
  if (may_lay_abbey(active_))
    ask_for_abbey();
  else
    ask_draw();
}

// ABBEY-16, Q-AM-2: everybody once, whoever had the last turn at the end.
void Game::begin_abbey_round() {
  rounding_ = true;
  last_player_ = active_;
  abbey_round_.clear();
  if (has_set("abbey_mayor") && option("abbey_round", "true") == "true")
    for (int i = 1; i <= setup_.players; ++i)
      abbey_round_.push_back((last_player_ + i) % setup_.players);
  next_abbey();
}

// ABBEY-17, Q-AM-3
void Game::next_abbey() {
  while (!abbey_round_.empty()) {
    const int seat = abbey_round_.front();
    abbey_round_.erase(abbey_round_.begin());
    if (!may_lay_abbey(seat)) continue;
    active_ = seat;
    part_ = 1;
    ask_for_abbey();
    return;
  }
  active_ = last_player_;  // Z-60
  close_game();            // ABBEY-18
}

// ABBEY-6: a road or city that ends at the abbey just laid.
bool Game::ends_at_new_abbey(const Spot& spot) const {
  const Segment& here = segment(spot);
  if (!is_abbey(just_laid_) || (here.kind != "road" && here.kind != "city")) return false;
  return std::any_of(here.ports.begin(), here.ports.end(),
                     [&](int side) { return beside(spot.cell, side) == just_laid_; });
}

// --- mayors ---

// MAYOR-4 to MAYOR-6: the pennants of the whole city as it is now.
int Game::mayor_strength(const Spot& spot) const {
  int pennants = 0;
  for (const Spot& part : feature_of(spot)) pennants += segment(part).pennants;
  return pennants;
}

// --- wagons ---

// WAGON-5: those on a feature that is scored now, before they go home with the others.
void Game::note_wagons(const Feature& feature) {
  for (const Piece& piece : pieces_on(feature))
    if (piece.kind == "wagon") wagons_.push_back({piece.owner, piece.spot, feature});
}

// Until their owners have answered they are neither on the map nor in a supply.
void Game::hold_wagons() {
  for (Wagon& wagon : wagons_) {
    if (!wagon.held) --supplies_[wagon.owner].at("wagon");
    wagon.held = true;
  }
}

void Game::wagon_goes_home() {
  ++supplies_[wagons_.front().owner].at("wagon");
  wagons_.erase(wagons_.begin());
}

// WAGON-6: segments on the nine tiles.
std::set<Spot> Game::nearby(Cell cell) const {
  std::set<Spot> result;
  for (int dx = -1; dx <= 1; ++dx)
    for (int dy = -1; dy <= 1; ++dy) {
      const Cell near = {cell.first + dx, cell.second + dy};
      if (!occupied(near)) continue;
      for (int i = 0; i < static_cast<int>(board_.at(near).tile->segments.size()); ++i)
        result.insert({near, i});
    }
  return result;
}

// WAGON-16, Q-AM-14: segments that meet the feature on one of its tiles, and abbeys at its sides;
// from an abbey: what ends at it.
std::set<Spot> Game::linked(const Feature& feature) const {
  std::set<Spot> result;
  for (const Spot& spot : feature) {
    for (const std::vector<int>& meet : board_.at(spot.cell).tile->meets)
      for (const int other : meet)
        if (has(meet, spot.segment)) result.insert({spot.cell, other});
    const std::string& kind = segment(spot).kind;
    for (int side = 0; side < 4; ++side) {
      const Cell next = beside(spot.cell, side);
      if ((kind == "road" || kind == "city") && has(segment(spot).ports, side) && is_abbey(next))
        result.insert({next, 0});
      if (kind != "abbey" || !occupied(next)) continue;
      const std::vector<Segment>& segments = board_.at(next).tile->segments;
      for (std::size_t i = 0; i < segments.size(); ++i)
        if ((segments[i].kind == "road" || segments[i].kind == "city") &&
            has(segments[i].ports, opposite(side)))
          result.insert({next, static_cast<int>(i)});
    }
  }
  return result;
}

// WAGON-6, WAGON-7, WAGON-16, Q-AM-9, Z-6, Z-18, Z-70, Z-86: what is open and free.
std::set<Spot> Game::wagon_targets(const Wagon& wagon) const {
  std::set<Spot> result;
  for (const Spot& spot : option("wagon_move", "nearby") == "linked" ? linked(wagon.feature)
                                                                     : nearby(wagon.from.cell)) {
    const std::string& kind = segment(spot).kind;
    if (kind != "road" && kind != "city" && kind != "monastery" && kind != "abbey" &&
        kind != "shrine")
      continue;
    const Feature feature = feature_of(spot);
    if (!complete(feature) && meeples_on(feature).empty()) result.insert(spot);
  }
  return result;
}

// WAGON-11, WAGON-12: the active player first; of one owner by x, then y.
void Game::ask_wagons() {
  std::multimap<std::pair<int, Cell>, Wagon> in_order;  // equals stay as they were scored
  for (const Wagon& wagon : wagons_) {
    const int from_active = (wagon.owner - active_ + setup_.players) % setup_.players;
    in_order.insert({{from_active, wagon.from.cell}, wagon});
  }
  wagons_.clear();
  for (const auto& [rank, wagon] : in_order) wagons_.push_back(wagon);
  next_wagon();
}

// WAGON-9: without a target nobody is asked.
void Game::next_wagon() {
  for (; !wagons_.empty(); wagon_goes_home()) {
    const std::set<Spot> targets = wagon_targets(wagons_.front());
    if (targets.empty()) continue;
    std::vector<std::string> answers = {"pass"};
    for (const Spot& spot : targets) answers.push_back("wagon " + name_of(spot));
    ask("wagon", std::to_string(wagons_.front().owner), answers);
    return;
  }
  after_scoring();
}

// WAGON-8
void Game::wagon_moves(const Spot& to) {
  const int owner = wagons_.front().owner;
  wagons_.erase(wagons_.begin());
  pieces_.push_back({.kind = "wagon", .owner = owner, .spot = to});
  next_wagon();
}

// --- barns ---

std::vector<Barn> Game::barns_on(const Feature& field) const {
  std::vector<Barn> result;
  for (const Barn& barn : barns_)
    if (field.count(barn.field) > 0) result.push_back(barn);
  return result;
}

std::vector<std::string> Game::barn_fields() const {
  std::set<Feature> fields;
  for (const Barn& barn : barns_) fields.insert(feature_of(barn.field));
  std::vector<std::string> result;
  for (const Feature& field : fields) {
    std::vector<int> owners;
    for (const Barn& barn : barns_on(field)) owners.push_back(barn.owner);
    std::sort(owners.begin(), owners.end());
    std::string text;
    for (const int owner : owners) text += (text.empty() ? "" : ",") + std::to_string(owner);
    result.push_back("[" + text + "]");
  }
  std::sort(result.begin(), result.end());
  return result;
}

// The point of a corner of the tile just laid, by the tile whose north-east corner it is.
Cell Game::corner_of_new_tile(const std::string& name) const {
  const auto [x, y] = just_laid_;
  const bool east = name.back() == 'E', north = name[name.size() - 2] == 'N';
  return {east ? x : x - 1, north ? y : y - 1};
}

// BARN-1 to BARN-5, BARN-19, X-1; Z-97: no granary there.
void Game::add_barn_answers(std::vector<std::string>& answers) const {
  if (!in_supply("barn")) return;
  for (const std::string corner : {"corner:NE", "corner:SE", "corner:SW", "corner:NW"}) {
    const Cell point = corner_of_new_tile(corner);
    const std::vector<Spot> fields = fields_at_corner(point);
    if (fields.size() != 4 || granaries_.count(point) > 0) continue;
    // Of a board only its outer corners: where one square of it lies among three tiles.
    if (std::count_if(fields.begin(), fields.end(),
                      [&](const Spot& spot) { return squares_.count(spot.cell) > 0; }) > 1)
      continue;
    if (!barns_on(feature_of(fields[0])).empty() && option("barn_on_barn", "false") == "false")
      continue;
    answers.push_back("meeple barn " + text_of(just_laid_) + " " + corner);
  }
}

void Game::put_barn(const std::string& corner) {
  const Cell point = corner_of_new_tile(corner);
  --supplies_[active_].at("barn");
  barns_.push_back({point, active_, fields_at_corner(point)[0]});
  barn_is_new_ = true;
}

// BARN-8, BARN-11, Q-AM-16, Q-AM-18: the field of a barn that was just placed, if it is the only
// one there; then fields of the new tile with older barns and farmers.
void Game::begin_barns() {
  barn_fields_.clear();
  if (barn_is_new_) {
    const Feature field = feature_of(barns_.back().field);
    if (barns_on(field).size() == 1) barn_fields_.push_back(field);
  }
  std::vector<Spot> spots;
  for (int i = 0; i < static_cast<int>(board_.at(just_laid_).tile->segments.size()); ++i)
    if (segment({just_laid_, i}).kind == "field") spots.push_back({just_laid_, i});
  std::sort(spots.begin(), spots.end(),
            [&](const Spot& a, const Spot& b) { return port_of(a) < port_of(b); });
  for (const Spot& spot : spots) {
    const Feature field = feature_of(spot);
    if (std::count(barn_fields_.begin(), barn_fields_.end(), field) == 0 &&
        !barns_on(field).empty() && !meeples_on(field).empty())
      barn_fields_.push_back(field);
  }
  next_barn_field();
}

bool Game::only_new_barn_on(const Feature& field) const {
  return barn_is_new_ && barns_on(field).size() == 1 && field.count(barns_.back().field) > 0;
}

// Z-57: first the market, left of the active player first, under the lock of the count.
void Game::next_barn_field() {
  if (barn_fields_.empty()) {
    barn_is_new_ = false;
    begin_castles();
    return;
  }
  const bool anybody = !meeples_on(barn_fields_.front()).empty();
  to_ask_.clear();
  if (flags_ && count_ != "market" && (anybody || option("count_empty_feature", "true") == "true"))
    for (int i = 1; i <= setup_.players; ++i) to_ask_.push_back((active_ + i) % setup_.players);
  ask_market_for_barn();
}

void Game::ask_market_for_barn() {
  const Feature field = barn_fields_.front();
  for (; !to_ask_.empty(); to_ask_.erase(to_ask_.begin())) {
    const int seat = to_ask_.front();
    std::set<std::string> answers;
    for (const auto& [piece, owner] : quarters_["market"])
      if (owner == seat) answers.insert("redeploy " + piece + " market " + name_of(naming(field)));
    if (answers.empty()) continue;
    answers.insert("pass");
    ask("redeploy", std::to_string(seat), {answers.begin(), answers.end()});
    return;
  }
  score_barn_field(field);
  barn_fields_.erase(barn_fields_.begin());
  next_barn_field();
}

// BARN-8, BARN-9, BARN-11 to BARN-13, Y-63, Z-44, Z-98: farmers and pigs score and go home, others
// stay (Y-92).
void Game::score_barn_field(const Feature& field) {
  const int each = only_new_barn_on(field) ? 3 : 1;
  for (const int owner : leaders(pieces_on(field)))
    scores_[owner] += field_worth(field, each) + pig_points(owner, field);
  fairy_bonus(field);
  ringmaster_bonus(field);  // Z-115
  for (std::size_t i = pieces_.size(); i-- > 0;)
    if (field.count(pieces_[i].spot) > 0 && pieces_[i].kind != "shepherd") leaves(i);
}

// FIELD-6; X-27, Q-X-5: a herd gives one more for each city; CASTLE-22, Z-83: so does a castle.
int Game::field_worth(const Feature& field, int each) const {
  const bool herd = has_set("traders_builders") && flagged(field, "pig_herd") &&
                    option("fields", "true") == "true";
  return (each + (herd ? 1 : 0)) * cities_of(field) + castles_at(field);
}

// BARN-16 to BARN-18, Q-AM-23, Y-64, Z-58, Z-83: each owner once for a field.
void Game::pay_barns() {
  std::set<std::pair<Feature, int>> paid;
  for (const Barn& barn : barns_) {
    const Feature field = feature_of(barn.field);
    if (paid.insert({field, barn.owner}).second)
      scores_[barn.owner] += 4 * cities_of(field) + castles_at(field);
  }
  for (const Barn& barn : barns_) ++supplies_[barn.owner].at("barn");  // with all other pieces
  barns_.clear();
}

}  // namespace reference
