#include "tests/tree_texts.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/event_members.h"
#include "engine/notation/members.h"
#include "engine/notation/names.h"
#include "engine/scoring/majority.h"

namespace bastide::tree {

namespace {

Json cell(std::int64_t x, std::int64_t y) { return Json::array({x, y}); }

// Builds the innermost object or list on top of a stack and hands it to the one below on close.
class JsonFields final : public FieldWriter {
 public:
  explicit JsonFields(Json& state) : state_(state) {}

  void open_object(std::string_view name) override {
    open_.push_back({std::string(name), Json::object()});
  }
  void open_list(std::string_view name) override {
    open_.push_back({std::string(name), Json::array()});
  }
  void close() override {
    auto [name, value] = std::move(open_.back());
    open_.pop_back();
    add(name, std::move(value));
  }
  void number(std::string_view name, std::int64_t value) override { add(name, value); }
  void text(std::string_view name, std::string_view value) override { add(name, value); }
  void flag(std::string_view name, bool value) override { add(name, value); }
  void place(std::string_view name, Pos at) override { add(name, cell(at.x, at.y)); }
  void nothing(std::string_view name) override { add(name, nullptr); }

 private:
  void add(std::string_view name, Json value) {
    Json& to = open_.empty() ? state_ : open_.back().second;
    if (to.is_array()) {
      to.push_back(std::move(value));
    } else {
      to[std::string(name)] = std::move(value);
    }
  }

  Json& state_;
  std::vector<std::pair<std::string, Json>> open_;
};

template <class Hooks, class... Of>
void add_members(const Hooks& hooks, Json& json, const Of&... of) {
  JsonFields fields(json);
  for (const auto write : hooks) write(of..., fields);
}

Json supply_json(const Rules& rules, const PlayerState& player) {
  Json supply = Json::object();
  for (std::size_t i = 0; i < kPieceKinds; ++i)
    if (rules.piece_in_play[i]) supply[std::string(kPieceNames[i])] = player.supply[i];
  return supply;
}

Json players_json(const Rules& rules, const GameState& s) {
  Json players = Json::array();
  for (std::size_t i = 0; i < rules.players.size(); ++i) {
    Json player;
    player["name"] = rules.players[i].name;
    player["score"] = s.core->players[i].score;
    player["supply"] = supply_json(rules, s.core->players[i]);
    add_members(rules.write_player, player, rules, s, static_cast<Seat>(i));
    players.push_back(std::move(player));
  }
  return players;
}

Json pieces_json(const Rules& rules, const GameState& s, TileIndex tile) {
  Json pieces = Json::array();
  for (std::size_t i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (s.segments[piece.segment].tile != tile || rules.traits[piece.kind].listed_apart) continue;
    Json json;
    json["piece"] = name_of(piece.kind);
    json["owner"] = piece.owner;
    json["seg"] = place_of(rules, s, piece).seg;
    if (is_in_building(piece)) json["in"] = lodging_name(rules, piece);
    add_members(rules.write_piece, json, rules, s, piece);
    pieces.push_back(std::move(json));
  }
  return pieces;
}

Json tiles_json(const Rules& rules, const GameState& s) {
  Json tiles = Json::array();
  for (TileIndex i = 0; i < s.core->tiles; ++i) tiles.push_back(tile(rules, s, i));
  return tiles;
}

// Counts per tile id, in the order of the catalogue, without zeros.
Json by_tile_json(const Rules& rules, const std::vector<int>& counts) {
  Json by_tile = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) by_tile[tile_id(rules, static_cast<TileType>(i))] = counts[i];
  return by_tile;
}

Json left_json(const Rules& rules, const GameState& s, bool by_tile) {
  const std::vector<int> stock(s.stock.data(), s.stock.data() + rules.tiles.size());
  Json left;
  left["total"] = tiles_left(s);
  if (rules.hides_tiles) left["hidden"] = s.core->hidden;  // HIDDEN-1: by_tile has them, too
  if (by_tile) left["by_tile"] = by_tile_json(rules, stock);
  return left;
}

// What was in the stock at the start and is now neither there nor set aside nor on the table nor
// in hand.
Json discarded_json(const Rules& rules, const GameState& s) {
  std::vector<int> gone;
  for (std::size_t i = 0; i < rules.tiles.size(); ++i)
    gone.push_back(rules.tiles[i].copies - s.stock[i] - (s.aside != nullptr ? s.aside[i] : 0));
  for (const TilesElsewhere hook : rules.tiles_elsewhere)
    for (std::size_t i = 0; i < rules.tiles.size(); ++i)
      gone[i] -= hook(rules, s, static_cast<TileType>(i));
  for (std::size_t i = 0; i < s.core->tiles; ++i) --gone[s.tiles[i].type];
  for (const StartCell& cell : rules.start) ++gone[cell.type];
  if (s.core->current != kNone) --gone[s.core->current];
  return by_tile_json(rules, gone);
}

bool is_listed(const Rules& rules, const Feature& feature) {
  if (feature.segments == 0) return false;  // merged into another
  switch (feature.kind) {
    case SegmentKind::field:
      return rules.options.fields;
    case SegmentKind::river:
    case SegmentKind::carcassonne:
      return false;
    default:
      return true;
  }
}

// What the feature would bring with its last gap filled and nothing else: a road or city as large
// as it is, a monastery with all its neighbours.
int worth_finished(const Rules& rules, const GameState& s, FeatureId id) {
  const Feature& feature = s.features[id];
  const bool grows = feature.kind == SegmentKind::road || feature.kind == SegmentKind::city;
  return worth(rules, s, id, true).total() + (grows ? 0 : feature.open);
}

Json feature_json(const Rules& rules, const GameState& s, FeatureId id) {
  const Feature& feature = s.features[id];
  const SegmentPlace place = place_of(rules, s, naming_segment(rules, s, id));
  const bool complete = is_complete(s, id);
  Json json;
  json["kind"] = name_of(feature.kind);
  json["at"] = cell(place.at.x, place.at.y);
  json["seg"] = place.seg;
  json["tiles"] = tile_count(s, id);
  if (feature.kind != SegmentKind::field) {  // a field is never complete
    json["open"] = feature.open;
    json["complete"] = complete;
  }
  Json claims = Json::array();
  const auto strength = strengths(rules, s, id);
  for (int seat = 0; seat < rules.player_count(); ++seat) claims.push_back(strength[seat]);
  json["claims"] = std::move(claims);
  const Sheet now = worth(rules, s, id, complete);
  json["worth"] = now.total();
  if (feature.kind == SegmentKind::field)
    json["cities"] = now.count_of(Term::cities);
  else if (!complete)
    json["finished"] = worth_finished(rules, s, id);
  add_members(rules.write_feature, json, rules, s, id);
  return json;
}

Json segments_json(const Rules& rules, const GameState& s, FeatureId id) {
  Json segments = Json::array();
  for (SegmentId i = 0; i < s.core->segments; ++i) {
    if (s.segments[i].feature != id) continue;
    const SegmentPlace place = place_of(rules, s, i);
    Json json;
    json["at"] = cell(place.at.x, place.at.y);
    json["seg"] = place.seg;
    segments.push_back(std::move(json));
  }
  return segments;
}

Json place_json(const NamedAction::Cell& at, const std::string& seg) {
  Json place;
  place["at"] = cell(at.x, at.y);
  place["seg"] = seg;
  return place;
}

Json member_json(const MemberDef& member, const NamedAction& action) {
  switch (member.form) {
    case ActionForm::tile:
      return action.tile;
    case ActionForm::cell:
      return cell(action.at.x, action.at.y);
    case ActionForm::second_cell:
      return cell(action.at2.x, action.at2.y);
    case ActionForm::rotation:
      return 90 * action.value;
    case ActionForm::piece:
    case ActionForm::named_piece:
      return piece_word(member, action);
    case ActionForm::seat:
      return action.value;
    case ActionForm::segment:
      return action.seg;
    case ActionForm::place:
      return place_json(action.at, action.seg);
    case ActionForm::second_place:
      return place_json(action.at2, action.seg);
    case ActionForm::points:
      return action.points;
    case ActionForm::word:
      return word_of(member, action);
  }
  return nullptr;
}

bool is_left_out(const MemberDef& member, const NamedAction& action) {
  return member.optional && action.piece == NamedAction{}.piece;
}

Json asked(const GameState& s) {
  Json json;
  json["kind"] = name_of(decision(s));
  if (is_over(s)) {
    json["by"] = nullptr;
  } else if (actor(s) == kDealer) {
    json["by"] = "dealer";
  } else {
    json["by"] = actor(s);
  }
  return json;
}

Json parts_of(const Sheet& sheet) {
  Json parts = Json::array();
  for (const ScoreTerm& term : sheet) {
    Json part;
    part["term"] = name_of(term.term);
    part["count"] = term.count;
    part["points"] = term.points;
    parts.push_back(std::move(part));
  }
  return parts;
}

std::string_view word_at(std::span<const std::string_view> words, int i) {
  return static_cast<std::size_t>(i) < words.size() ? words[static_cast<std::size_t>(i)]
                                                    : std::string_view();
}

void add_place(const Rules& rules, const GameState& s, const Event& event, EventForm form,
               Json& json) {
  if (!event.has_place) return;
  if (event.segment == kNone || is_spot(event.seg)) {
    if (form == EventForm::at) json["at"] = cell(event.at.x, event.at.y);
    if (form == EventForm::seg && is_spot(event.seg)) json["seg"] = name_of(spot_of(event.seg));
    return;
  }
  const SegmentPlace place = place_of(rules, s, event.segment);
  if (form == EventForm::at)
    json["at"] = cell(place.at.x, place.at.y);
  else
    json["seg"] = place.seg;
}

Json place_tree(const SegmentPlace& place) {
  Json json;
  json["at"] = cell(place.at.x, place.at.y);
  json["seg"] = place.seg;
  return json;
}

void add_off_map(const Event& event, Json& json) {
  if (event.off_map == OffMap::no) return;
  const OffMapDef& place = def_of(event.off_map);
  json[std::string(place.name)] = word_at(place.words, event.value);
}

void add_player(const Event& event, std::string_view name, Json& json) {
  if (event.player == kNobody) return;
  if (event.player == kDealer)
    json[std::string(name)] = "dealer";
  else
    json[std::string(name)] = event.player;
}

void add_member(const Rules& rules, const GameState& s, const Event& event,
                const EventMemberDef& member, Json& json) {
  Json& (*at)(Json&, std::string_view) = [](Json& to, std::string_view name) -> Json& {
    return to[std::string(name)];
  };
  switch (member.form) {
    case EventForm::player:
      return add_player(event, member.name, json);
    case EventForm::piece:
      at(json, member.name) = name_of(event.piece);
      return;
    case EventForm::tile:
      if (event.tile != kNone) at(json, member.name) = tile_id(rules, event.tile);
      return;
    case EventForm::points:
      at(json, member.name) = event.points;
      return;
    case EventForm::reason:
      at(json, member.name) = name_of(event.reason);
      return;
    case EventForm::at:
    case EventForm::seg:
      return add_place(rules, s, event, member.form, json);
    case EventForm::rotation:
      at(json, member.name) = 90 * event.rotation;
      return;
    case EventForm::parts:
      at(json, member.name) = parts_of(event.sheet);
      return;
    case EventForm::holder:
      if (event.holder != kNobody) at(json, member.name) = event.holder;
      return;
    case EventForm::origin:
      at(json, member.name) = place_tree(place_of(rules, s, event.from));
      return;
    case EventForm::off_map:
      return add_off_map(event, json);
    case EventForm::turn:
      at(json, member.name) = s.core->turn;
      return;
    case EventForm::number:
      at(json, member.name) = event.value;
      return;
    case EventForm::word:
      at(json, member.name) = word_at(member.words, event.value);
      return;
    case EventForm::winners:
      return;  // not from the event alone
  }
}

// What modules add to a piece, as one number; 0 for nothing.
std::uint64_t members_signature(const Rules& rules, const GameState& s, const PlacedPiece& piece) {
  if (rules.write_piece.empty()) return 0;
  Json members = Json::object();
  add_members(rules.write_piece, members, rules, s, piece);
  return members.empty() ? 0 : std::hash<std::string>{}(line_of(members));
}

// The same of a tile: floors of a tower.
std::uint64_t members_signature(const Rules& rules, const GameState& s, TileIndex tile) {
  if (rules.write_tile.empty()) return 0;
  Json members = Json::object();
  add_members(rules.write_tile, members, rules, s, tile);
  return members.empty() ? 0 : std::hash<std::string>{}(line_of(members));
}

// What is shown on a tile beside the tile itself, as one number.
std::vector<std::uint64_t> tile_signatures(const Rules& rules, const GameState& s) {
  std::vector<std::uint64_t> signatures(s.core->tiles, 1);
  for (std::size_t i = 0; i < signatures.size(); ++i)
    signatures[i] += (std::uint64_t{s.tiles[i].added_segment} << 1) ^
                     members_signature(rules, s, static_cast<TileIndex>(i));
  for (std::size_t i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (rules.traits[piece.kind].listed_apart) continue;
    std::uint64_t& signature = signatures[s.segments[piece.segment].tile];
    const std::uint64_t word =
        std::uint64_t{piece.segment} << 24 | std::uint64_t{piece.owner} << 16 |
        static_cast<std::uint64_t>(piece.kind) << 8 | static_cast<std::uint64_t>(piece.standing);
    if (piece.standing == Standing::on_tile) signature ^= std::uint64_t{piece.detail} << 40;
    signature ^= members_signature(rules, s, piece);
    signature = (signature ^ word) * 0x9E3779B97F4A7C15ull;  // the order of pieces counts as well
  }
  return signatures;
}

}  // namespace

Json event(const Rules& rules, const GameState& s, const Event& event, SeatBits cannot_win) {
  Json json;
  json["event"] = name_of(event.kind);
  for (const EventMember member : members_of(event.kind))
    if (def_of(member).form == EventForm::winners)
      json[std::string(def_of(member).name)] = winners(rules, s, cannot_win);
    else
      add_member(rules, s, event, def_of(member), json);
  return json;
}

Json tile(const Rules& rules, const GameState& s, TileIndex i) {
  const PlacedTile& tile = s.tiles[i];
  Json json;
  json["at"] = cell(tile.at.x, tile.at.y);
  json["tile"] = tile_id(rules, tile.type);
  json["rot"] = 90 * tile.rotation;
  json["pieces"] = pieces_json(rules, s, i);
  if (tile.added_segment != kNone) json["bridge"] = kAxisNames[tile.bridge_axis];
  add_members(rules.write_tile, json, rules, s, i);
  return json;
}

Json scores(const Rules& rules, const GameState& s) {
  Json scores = Json::array();
  for (int i = 0; i < rules.player_count(); ++i) scores.push_back(s.core->players[i].score);
  return scores;
}

Json supplies(const Rules& rules, const GameState& s) {
  Json supplies = Json::array();
  for (int i = 0; i < rules.player_count(); ++i)
    supplies.push_back(supply_json(rules, s.core->players[i]));
  return supplies;
}

Json features(const Rules& rules, const GameState& s, bool with_segments) {
  Json features = Json::array();
  for (FeatureId id = 0; id < s.core->features; ++id) {
    if (!is_listed(rules, s.features[id])) continue;
    Json feature = feature_json(rules, s, id);
    if (with_segments) feature["segments"] = segments_json(rules, s, id);
    features.push_back(std::move(feature));
  }
  return features;
}

Json winners(const Rules& rules, const GameState& s, SeatBits cannot_win) {
  const SeatBits all = (SeatBits{1} << rules.player_count()) - 1;
  if ((cannot_win & all) == all) cannot_win = 0;
  const auto can_win = [&](int seat) { return (cannot_win >> seat & 1) == 0; };
  const PlayerState* players = s.core->players;
  std::int32_t best = INT32_MIN;
  for (int i = 0; i < rules.player_count(); ++i)
    if (can_win(i)) best = std::max(best, players[i].score);
  Json winners = Json::array();
  for (int i = 0; i < rules.player_count(); ++i)
    if (can_win(i) && players[i].score == best) winners.push_back(i);
  return winners;
}

Json state(const Rules& rules, const GameState& s, const StateParts& parts) {
  Json json;
  json["decision"] = asked(s);
  json["turn"] = s.core->turn;
  json["players"] = players_json(rules, s);
  if (is_over(s)) json["winners"] = winners(rules, s, parts.cannot_win);
  if (parts.tiles) json["tiles"] = tiles_json(rules, s);
  json["current"] = s.core->current != kNone ? Json(tile_id(rules, s.core->current)) : Json();
  json["left"] = left_json(rules, s, parts.by_tile);
  if (parts.features) json["features"] = features(rules, s);
  json["discarded"] = discarded_json(rules, s);
  if (s.aside != nullptr)
    json["set_aside"] = by_tile_json(rules, {s.aside.data(), s.aside.data() + rules.tiles.size()});
  add_members(rules.write_state, json, rules, s);
  json["hash"] = hash_text(state_hash(rules, s));
  return json;
}

Json answer(const NamedAction& action) {
  Json json;
  if (action.by) {
    if (*action.by == NamedAction::kByDealer) {
      json["by"] = "dealer";
    } else {
      json["by"] = *action.by;
    }
  }
  json["do"] = name_of(action.kind);
  for (const Member member : members_of(action.kind)) {
    const MemberDef& def = def_of(member);
    if (!is_left_out(def, action)) json[std::string(def.name)] = member_json(def, action);
  }
  return json;
}

Json legal(const Rules& rules, const GameState& s) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  Json json = Json::array();
  for (const Action& one : answers) json.push_back(answer(name_action(rules, s, one)));
  return json;
}

std::string changed_tiles(const Rules& rules, const GameState& before, const GameState& after) {
  const auto old_signatures = tile_signatures(rules, before);
  const auto signatures = tile_signatures(rules, after);
  Json tiles = Json::array();
  for (std::size_t i = 0; i < signatures.size(); ++i)
    if (i >= old_signatures.size() || signatures[i] != old_signatures[i])
      tiles.push_back(tile(rules, after, static_cast<TileIndex>(i)));
  return line_of(tiles);
}

}  // namespace bastide::tree
