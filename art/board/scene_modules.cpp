// The figures that expansions put on the table. They are read from the members that each module
// writes into the public state, so that nothing here knows how a module keeps them.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "art/board/big_boards.h"
#include "art/board/places.h"
#include "art/board/scene_parts.h"
#include "art/tile/tile_art.h"
#include "engine/notation/names.h"
#include "engine/notation/state_members.h"

namespace bastide::art {

namespace {

class ModuleFigures {
 public:
  ModuleFigures(const Rules& rules, const GameState& s, Scene& scene)
      : rules_(rules), s_(s), scene_(scene) {
    add_module_members(rules, s, state_);
  }

  Buildings add() {
    Buildings buildings{castles(), granaries()};
    barns();
    towers();
    big_top();
    dragon();
    fairy();
    titles();
    count();
    wheel();
    return buildings;
  }

 private:
  // A member that is there and not null.
  static const Json* member(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
  }
  static Pos cell(const Json& json) {
    return {json.at(0).get<std::int16_t>(), json.at(1).get<std::int16_t>()};
  }
  static std::optional<int> seat(const Json& json) {
    return json.is_number_integer() ? std::optional(json.get<int>()) : std::nullopt;
  }

  void put(Figure figure, std::optional<int> owner, Point at, bool fixed = false) {
    scene_.figures.push_back({figure, owner, at, size_on_tile(figure), fixed});
  }

  const PlacedTile* tile(const Json& place) const { return tile_at(s_, cell(place.at("at"))); }

  // Where a {"at":..,"seg":..} lies; nothing if there is no such place.
  std::optional<Point> place(const Json& json) const {
    const PlacedTile* at = tile(json);
    if (at == nullptr) return std::nullopt;
    const Json* seg = member(json, "seg");
    const int local = seg == nullptr ? -1 : find_segment_at(rules_, *at, seg->get<std::string>());
    if (local >= 0) return segment_place(rules_, *at, local);
    return corner_of(at->at) + tile_anchor(*rules_.tiles[at->type].def, at->rotation);
  }

  void dragon() {
    if (const Json* at = member(state_, "dragon"))
      put(Figure::dragon, std::nullopt, corner_of(cell(*at)) + kDragon);
  }

  void fairy() {
    if (const Json* fairy = member(state_, "fairy"))
      if (const auto at = place(*fairy)) put(Figure::fairy, std::nullopt, *at + kFairyBeside);
  }

  void titles() {
    const auto title = [&](const char* name, Figure figure) {
      if (const Json* token = member(state_, name); token != nullptr && member(*token, "at"))
        if (const auto at = place(*token)) put(figure, std::nullopt, *at);
    };
    title("king", Figure::king);
    title("robber", Figure::robber);
  }

  // Two cells of a castle, or the city segment under it, whose only side is the one between them.
  Point castle_place(const Json& castle) const {
    if (const Json* cells = member(castle, "cells"))
      return (corner_of(cell(cells->at(0))) + corner_of(cell(cells->at(1)))) * 0.5 + Point{50, 50};
    const Pos at = cell(castle.at("at"));
    const std::string seg = castle.at("seg").get<std::string>();
    Point middle = corner_of(at) + Point{50, 50};
    for (int side = 0; side < kSides; ++side)
      if (seg.back() == "NESW"[side])
        middle = corner_of(at) + castle_on_side(static_cast<Side>(side));
    return middle;
  }

  std::vector<Point> castles() {
    std::vector<Point> places;
    const Json* list = member(state_, "castles");
    if (list == nullptr) return places;
    for (const Json& castle : *list) {
      places.push_back(castle_place(castle));
      const Json* owner = member(castle, "owner");
      put(Figure::castle, owner != nullptr ? seat(*owner) : std::nullopt, places.back(), true);
    }
    return places;
  }

  std::vector<Point> granaries() {
    std::vector<Point> places;
    const Json* list = member(state_, "granaries");
    if (list == nullptr) return places;
    for (const Json& granary : *list) {
      places.push_back(corner_of(cell(granary.at("corner"))) + kGranary);
      put(Figure::granary, std::nullopt, places.back(), true);
    }
    return places;
  }

  void barns() {
    if (const Json* list = member(state_, "barns"))
      for (const Json& barn : *list)
        put(Figure::barn, seat(barn.at("owner")), corner_of(cell(barn.at("corner"))) + kGranary,
            true);
  }

  void towers() {
    for (TileIndex i = 0; i < s_.core->tiles; ++i) {
      const int floors = floors_on(rules_, s_, i);
      if (floors == 0) continue;
      const PlacedTile& tile = s_.tiles[i];
      const Point place = spot_place(*rules_.tiles[tile.type].def, tile.rotation, Spot::tower);
      put(Figure::tower, std::nullopt, corner_of(tile.at) + place + kOnFoundation, true);
      scene_.figures.back().floors = floors;
    }
  }

  void big_top() {
    const Json* circus = member(state_, "circus");
    if (circus == nullptr || member(*circus, "at") == nullptr) return;
    const PlacedTile* at = tile(*circus);
    if (at == nullptr) return;
    const TileDef& def = *rules_.tiles[at->type].def;
    const auto place = mark_place(def, at->rotation, Mark::circus);
    put(Figure::big_top, std::nullopt,
        corner_of(at->at) + place.value_or(tile_anchor(def, at->rotation)) + kBigTop, true);
  }

  void count() {
    const Json* count = member(state_, "count");
    if (count == nullptr) return;
    for (int i = 0; i < kQuarters; ++i) {
      const auto quarter = static_cast<Quarter>(i);
      const std::string name(kQuarterNames[static_cast<std::size_t>(i)]);
      const bool has_count = count->at("quarter").get<std::string>() == name;
      if (has_count) put(Figure::count, std::nullopt, quarter_place(quarter));
      const Json* pieces = member(*count, name.c_str());
      if (pieces == nullptr) continue;
      double shift = has_count ? kBesideCount : 0;
      for (const Json& piece : *pieces) {
        const auto kind = parse_name<PieceKind>(kPieceNames, piece.at("piece").get<std::string>());
        put(figure_of(kind.value_or(PieceKind::meeple), false), seat(piece.at("owner")),
            quarter_place(quarter) + Point{shift, kInQuarterLower});
        shift += kInQuarterStep;
      }
    }
  }

  void wheel() {
    const Json* wheel = member(state_, "wheel");
    if (wheel == nullptr) return;
    if (const auto sector = parse_name<Sector>(kSectorNames, wheel->at("pig").get<std::string>()))
      put(Figure::wheel_pig, std::nullopt, sector_place(static_cast<int>(*sector)), true);
    for (const auto& [name, spaces] : wheel->at("crowns").items()) {
      const auto sector = parse_name<Sector>(kSectorNames, name);
      if (!sector) continue;
      for (std::size_t i = 0; i < spaces.size(); ++i)
        if (const auto owner = seat(spaces[i]))
          put(figure_of(piece_on_crown(*wheel, name, i), false), owner,
              crown_place(static_cast<int>(*sector), static_cast<int>(i)), true);
    }
  }

  // Of several spaces of one owner the first has his other piece.
  static PieceKind piece_on_crown(const Json& wheel, const std::string& sector, std::size_t space) {
    const Json& spaces = wheel.at("crowns").at(sector);
    const Json& owner = spaces[space];
    const bool first = std::ranges::find(spaces, owner) - spaces.begin() == std::ptrdiff_t(space);
    if (const Json* others = first ? member(wheel, "pieces") : nullptr)
      for (const Json& other : *others)
        if (other.at("sector") == sector && other.at("owner") == owner)
          return parse_name<PieceKind>(kPieceNames, other.at("piece").get<std::string>())
              .value_or(PieceKind::meeple);
    return PieceKind::meeple;
  }

  const Rules& rules_;
  const GameState& s_;
  Scene& scene_;
  Json state_ = Json::object();
};

}  // namespace

int sheep_beside(const Rules& rules, const GameState& s, const PlacedPiece& piece) {
  Json members = Json::object();
  add_piece_members(rules, s, piece, members);
  const auto flock = members.find("flock");
  if (flock == members.end()) return 0;
  int sheep = 0;
  for (const auto& [name, count] : flock->items())
    if (const auto token = parse_name<Token>(kTokenNames, name); token && *token != Token::wolf)
      sheep += count.get<int>() * (1 + static_cast<int>(*token));  // sheep1 is the first of them
  return sheep;
}

int floors_on(const Rules& rules, const GameState& s, TileIndex tile) {
  if (rules.write_tile.empty()) return 0;
  Json members = Json::object();
  add_tile_members(rules, s, tile, members);
  const auto floors = members.find("floors");
  return floors == members.end() ? 0 : floors->get<int>();
}

Buildings add_module_figures(const Rules& rules, const GameState& s, Scene& scene) {
  return ModuleFigures(rules, s, scene).add();
}

}  // namespace bastide::art
