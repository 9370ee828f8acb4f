#include "engine/notation/json_action.h"

#include <array>
#include <span>
#include <nlohmann/json.hpp>

#include "engine/notation/names.h"

namespace bastide {

namespace {

using Error = std::optional<FormError>;

// The members of actions. Each is one way of writing one or two fields of an Action.
enum class Member : std::uint8_t {
  tile,      // tile
  at,        // at
  rot,       // value, in degrees
  axis,      // value
  piece,     // piece
  recalled,  // piece, or a lady: a meeple with Standing::castle in value
  owner,     // value
  seg,       // seg, on the tile at `at`
  city,      // at and seg
  corner,    // at: the tile whose north-east corner it is
  farmer,    // at2 and seg
  sector,    // value
  to_cell,   // at
  from,      // value: a quarter
  to_place,  // at and seg
  castle,    // at2
  quarter,   // value
  bid,       // points
  points     // points
};

constexpr std::array<std::string_view, 19> kMemberNames{
    "tile",   "at",     "rot", "axis", "piece", "piece",  "owner",   "seg", "city",  "corner",
    "farmer", "sector", "to",  "from", "to",    "castle", "quarter", "bid", "points"};

constexpr std::array<std::string_view, 19> kMemberTypes{
    "TileId",  "Cell",   "Rot",   "Axis",   "Piece", "Piece | \"lady\"", "Seat",  "string",
    "Place",   "Cell",   "Place", "Sector", "Cell",  "Quarter",          "Place", "Cell",
    "Quarter", "number", "number"};

constexpr std::string_view name_of(Member m) { return kMemberNames[static_cast<std::size_t>(m)]; }

struct Row {
  ActionKind kind;
  std::array<Member, 4> members;
  std::uint8_t count;
  std::span<const Member> span() const { return {members.data(), count}; }
};

template <class... M>
constexpr Row row(ActionKind kind, M... members) {
  return {kind, {members...}, sizeof...(members)};
}

// One row for each `do`, in the order of ActionKind: docs/wire.md, "Actions".
constexpr std::array<Row, kActionKinds> kRows{
    row(ActionKind::draw, Member::tile),
    row(ActionKind::place, Member::tile, Member::at, Member::rot),
    row(ActionKind::discard),
    row(ActionKind::bridge, Member::at, Member::axis),
    row(ActionKind::build_castle, Member::city),
    row(ActionKind::build_granary, Member::corner, Member::farmer),
    row(ActionKind::send_away, Member::piece, Member::owner, Member::at, Member::seg),
    row(ActionKind::meeple, Member::piece, Member::at, Member::seg),
    row(ActionKind::lady, Member::at),
    row(ActionKind::crown, Member::sector),
    row(ActionKind::recall, Member::recalled, Member::at, Member::seg),
    row(ActionKind::fairy, Member::piece, Member::at, Member::seg),
    row(ActionKind::dragon, Member::to_cell),
    row(ActionKind::plague, Member::piece, Member::at, Member::seg),
    row(ActionKind::score_next, Member::at, Member::seg),
    row(ActionKind::redeploy, Member::piece, Member::from, Member::to_place),
    row(ActionKind::castle, Member::piece, Member::at, Member::seg),
    row(ActionKind::castle_feature, Member::castle, Member::at, Member::seg),
    row(ActionKind::deploy, Member::piece, Member::quarter),
    row(ActionKind::move_count, Member::quarter),
    row(ActionKind::offer, Member::tile, Member::bid),
    row(ActionKind::bid, Member::points),
    row(ActionKind::buy),
    row(ActionKind::sell),
    row(ActionKind::take, Member::tile),
    row(ActionKind::pass)};

static_assert([] {
  for (int i = 0; i < kActionKinds; ++i)
    if (static_cast<int>(kRows[static_cast<std::size_t>(i)].kind) != i) return false;
  return true;
}());

std::span<const Member> members_of(ActionKind kind) {
  return kRows[static_cast<std::size_t>(kind)].span();
}

// --- form: reading ---

NamedAction::Cell read_cell(ObjectReader& reader, std::string_view name) {
  const Json* value = reader.array(name);
  if (value == nullptr) return {};
  if (value->size() == 2 && (*value)[0].is_number_integer() && (*value)[1].is_number_integer())
    return {*(*value)[0].get_ptr<const Json::number_integer_t*>(),
            *(*value)[1].get_ptr<const Json::number_integer_t*>()};
  reader.fail(name, "must be a cell: two integers [x, y]");
  return {};
}

// {"at":[x,y],"seg":"city:N"}
void read_place(ObjectReader& reader, std::string_view name, NamedAction::Cell& at,
                std::string& seg) {
  const Json* value = reader.object(name);
  if (value == nullptr) return;
  const Path path{&reader.path(), name};
  ObjectReader place(*value, path, reader.error());
  at = read_cell(place, "at");
  seg = place.word("seg");
  place.finish();
}

template <std::size_t N>
std::int64_t read_word_of(ObjectReader& reader, std::string_view name,
                          const std::array<std::string_view, N>& words) {
  const std::string_view word = reader.word(name);
  for (std::size_t i = 0; i < N; ++i)
    if (words[i] == word) return static_cast<std::int64_t>(i);
  std::string what = "must be one of";
  for (std::string_view known : words) what.append(" ").append(known);
  reader.fail(name, what);
  return 0;
}

std::int64_t read_rotation(ObjectReader& reader) {
  const std::int64_t degrees = reader.integer("rot");
  if (degrees >= 0 && degrees < 360 && degrees % 90 == 0) return degrees / 90;
  reader.fail("rot", "must be 0, 90, 180 or 270");
  return 0;
}

std::int64_t read_sector(ObjectReader& reader) {
  const auto sector = find_sector(reader.word("sector"));
  if (!sector) reader.fail("sector", "must be a sector of the wheel");
  return sector.value_or(0);
}

std::int64_t read_seat(ObjectReader& reader, std::string_view name) {
  const std::int64_t seat = reader.integer(name);
  if (seat < 0) reader.fail(name, "must be a seat's index");
  return seat;
}

void read_recalled(ObjectReader& reader, NamedAction& action) {
  const Json* value = reader.optional("piece");
  if (value != nullptr && *value == "lady") {
    action.value = static_cast<int>(Standing::castle);
  } else {
    action.piece = static_cast<PieceKind>(read_word_of(reader, "piece", kPieceNames));
  }
}

void read_member(ObjectReader& reader, Member member, NamedAction& action) {
  const std::string_view name = name_of(member);
  switch (member) {
    case Member::tile:
      action.tile = reader.word(name);
      break;
    case Member::rot:
      action.value = read_rotation(reader);
      break;
    case Member::axis:
      action.value = read_word_of(reader, name, kAxisNames);
      break;
    case Member::recalled:
      read_recalled(reader, action);
      break;
    case Member::owner:
      action.value = read_seat(reader, name);
      break;
    case Member::seg:
      action.seg = reader.word(name);
      break;
    case Member::farmer:
      read_place(reader, name, action.at2, action.seg);
      break;
    case Member::sector:
      action.value = read_sector(reader);
      break;
    case Member::castle:
      action.at2 = read_cell(reader, name);
      break;
    case Member::bid:
    case Member::points:
      action.points = reader.integer(name);
      break;
    case Member::at:
    case Member::corner:
    case Member::to_cell:
      action.at = read_cell(reader, name);
      break;
    case Member::city:
    case Member::to_place:
      read_place(reader, name, action.at, action.seg);
      break;
    case Member::from:
    case Member::quarter:
      action.value = read_word_of(reader, name, kQuarterNames);
      break;
    case Member::piece:
      action.piece = static_cast<PieceKind>(read_word_of(reader, name, kPieceNames));
      break;
  }
}

void read_by(ObjectReader& reader, NamedAction& action) {
  const Json* by = reader.optional("by");
  if (by == nullptr) return;
  if (*by == "dealer") {
    action.by = NamedAction::kByDealer;
  } else if (by->is_number_integer()) {
    action.by = read_seat(reader, "by");
  } else {
    reader.fail("by", "must be a seat's index or \"dealer\"");
  }
}

// --- form: writing ---

Json place_json(const NamedAction::Cell& at, const std::string& seg) {
  Json place;
  place["at"] = cell_to_json(at.x, at.y);
  place["seg"] = seg;
  return place;
}

template <std::size_t N>
std::string_view word_of(const std::array<std::string_view, N>& words, std::int64_t i) {
  return static_cast<std::uint64_t>(i) < N ? words[static_cast<std::size_t>(i)]
                                           : std::string_view();
}

Json member_json(Member member, const NamedAction& action) {
  switch (member) {
    case Member::tile:
      return action.tile;
    case Member::rot:
      return 90 * action.value;
    case Member::axis:
      return word_of(kAxisNames, action.value);
    case Member::piece:
      return name_of(action.piece);
    case Member::recalled:
      return action.value != 0 ? std::string_view("lady") : name_of(action.piece);
    case Member::owner:
      return action.value;
    case Member::seg:
      return action.seg;
    case Member::farmer:
      return place_json(action.at2, action.seg);
    case Member::sector:
      return sector_name(static_cast<int>(action.value));
    case Member::castle:
      return cell_to_json(action.at2.x, action.at2.y);
    case Member::bid:
    case Member::points:
      return action.points;
    case Member::at:
    case Member::corner:
    case Member::to_cell:
      return cell_to_json(action.at.x, action.at.y);
    case Member::city:
    case Member::to_place:
      return place_json(action.at, action.seg);
    case Member::from:
    case Member::quarter:
      return word_of(kQuarterNames, action.value);
  }
  return nullptr;
}

// --- position ---

std::int64_t named_actor(const GameState& s) {
  return actor(s) == kDealer ? NamedAction::kByDealer : static_cast<std::int64_t>(actor(s));
}

std::string cell_json_text(const NamedAction::Cell& cell) {
  return "[" + std::to_string(cell.x) + ", " + std::to_string(cell.y) + "]";
}

// Cells are 16 bits wide in the engine; nothing was ever laid further off.
std::optional<Pos> find_cell(const NamedAction::Cell& cell) {
  if (cell.x < INT16_MIN || cell.x > INT16_MAX || cell.y < INT16_MIN || cell.y > INT16_MAX)
    return std::nullopt;
  return Pos{static_cast<std::int16_t>(cell.x), static_cast<std::int16_t>(cell.y)};
}

struct Lookup {
  const Rules& rules;
  const GameState& s;
  const NamedAction& from;
  Action action{};
  std::optional<Refusal> refusal{};

  void refuse(std::string reason) {
    if (!refusal) refusal = Refusal{std::move(reason)};
  }

  void cell(const NamedAction::Cell& cell, Pos& to) {
    if (const auto pos = find_cell(cell)) {
      to = *pos;
    } else {
      refuse("the cell " + cell_json_text(cell) + " is out of reach");
    }
  }

  void segment(const NamedAction::Cell& cell_of) {
    const auto pos = find_cell(cell_of);
    const PlacedTile* tile = pos ? tile_at(s, *pos) : nullptr;
    if (tile == nullptr) return refuse("there is no tile at " + cell_json_text(cell_of));
    const int segment = find_segment_at(rules, *tile, from.seg);
    if (segment < 0)
      return refuse("the tile " + tile_id(rules, tile->type) + " at " + cell_json_text(cell_of) +
                    " has no segment " + from.seg);
    action.seg = static_cast<std::uint8_t>(segment);
  }

  void tile() {
    if (const auto type = find_tile_type(rules, from.tile)) {
      action.tile = *type;
    } else {
      refuse("there is no tile " + from.tile + " in this game");
    }
  }

  void value() {
    if (from.value < 0 || from.value > UINT8_MAX) return refuse("there is no such seat");
    action.value = static_cast<std::uint8_t>(from.value);
  }

  // Any integer up to 999 is a bid.
  void points() {
    if (from.points < 0 || from.points > 999) return refuse("a bid is 0 to 999 points");
    action.points = static_cast<std::int16_t>(from.points);
  }

  void member(Member m);
};

void Lookup::member(Member m) {
  switch (m) {
    case Member::tile:
      return tile();
    case Member::piece:
      action.piece = from.piece;
      return;
    case Member::recalled:
      action.piece = from.piece;
      return value();
    case Member::seg:
      return segment(from.at);
    case Member::castle:
      return cell(from.at2, action.at2);
    case Member::farmer:
      cell(from.at2, action.at2);
      return segment(from.at2);
    case Member::bid:
    case Member::points:
      return points();
    case Member::at:
    case Member::corner:
    case Member::to_cell:
      return cell(from.at, action.at);
    case Member::city:
    case Member::to_place:
      cell(from.at, action.at);
      return segment(from.at);
    case Member::rot:
    case Member::axis:
    case Member::owner:
    case Member::sector:
    case Member::from:
    case Member::quarter:
      return value();
  }
}

NamedAction::Cell named_cell(Pos at) { return {at.x, at.y}; }

std::string named_segment(const Rules& rules, const GameState& s, Pos at, int segment) {
  const PlacedTile* tile = tile_at(s, at);
  return tile != nullptr ? segment_name_at(rules, *tile, segment) : std::string();
}

// `by` must be the one who is asked, if it is given at all.
std::optional<Refusal> check_by(const Rules& rules, const GameState& s, const NamedAction& action) {
  if (is_over(s)) return Refusal{"the game is over"};
  if (!action.by || *action.by == named_actor(s)) return std::nullopt;
  if (*action.by >= rules.player_count())
    return Refusal{"there is no seat " + std::to_string(*action.by)};
  const std::string asked =
      actor(s) == kDealer ? "the dealer" : "player " + std::to_string(actor(s));
  return Refusal{"it is for " + asked + " to answer (" + std::string(name_of(decision(s))) + ")"};
}

}  // namespace

std::vector<ActionMember> action_members(ActionKind kind) {
  std::vector<ActionMember> members;
  for (const Member member : members_of(kind))
    members.push_back({name_of(member), kMemberTypes[static_cast<std::size_t>(member)]});
  return members;
}

Json cell_to_json(std::int64_t x, std::int64_t y) { return Json::array({x, y}); }

Formed<NamedAction> action_from_json(const Json& value, const Path& path) {
  Error error;
  NamedAction action;
  ObjectReader reader(value, path, error);
  const std::string_view word = reader.word("do");
  if (!error) {
    if (const auto kind = parse_name<ActionKind>(kActionNames, word)) {
      action.kind = *kind;
    } else {
      reader.fail("do", "there is no action " + line_of(Json(word)));
    }
  }
  if (!error) {
    read_by(reader, action);
    for (const Member member : members_of(action.kind)) read_member(reader, member, action);
    reader.finish();
  }
  if (error) return *std::move(error);
  return action;
}

Json action_to_json(const NamedAction& action) {
  Json json;
  if (action.by) {
    if (*action.by == NamedAction::kByDealer) {
      json["by"] = "dealer";
    } else {
      json["by"] = *action.by;
    }
  }
  json["do"] = name_of(action.kind);
  for (const Member member : members_of(action.kind))
    json[std::string(name_of(member))] = member_json(member, action);
  return json;
}

NamedAction name_action(const Rules& rules, const GameState& s, const Action& action) {
  NamedAction named;
  named.kind = action.kind;
  named.by = named_actor(s);
  for (const Member member : members_of(action.kind)) {
    switch (member) {
      case Member::tile:
        named.tile = tile_id(rules, action.tile);
        break;
      case Member::piece:
        named.piece = action.piece;
        break;
      case Member::recalled:
        named.piece = action.piece;
        named.value = action.value;
        break;
      case Member::seg:
        named.seg = named_segment(rules, s, action.at, action.seg);
        break;
      case Member::castle:
        named.at2 = named_cell(action.at2);
        break;
      case Member::farmer:
        named.at2 = named_cell(action.at2);
        named.seg = named_segment(rules, s, action.at2, action.seg);
        break;
      case Member::city:
      case Member::to_place:
        named.at = named_cell(action.at);
        named.seg = named_segment(rules, s, action.at, action.seg);
        break;
      case Member::at:
      case Member::corner:
      case Member::to_cell:
        named.at = named_cell(action.at);
        break;
      case Member::bid:
      case Member::points:
        named.points = action.points;
        break;
      default:
        named.value = action.value;
        break;
    }
  }
  return named;
}

std::variant<Action, Refusal> find_action(const Rules& rules, const GameState& s,
                                          const NamedAction& action) {
  if (auto refusal = check_by(rules, s, action)) return *std::move(refusal);
  Lookup lookup{rules, s, action};
  lookup.action.kind = action.kind;
  for (const Member member : members_of(action.kind)) lookup.member(member);
  if (lookup.refusal) return *std::move(lookup.refusal);
  return lookup.action;
}

Json action_to_json(const Rules& rules, const GameState& s, const Action& action) {
  return action_to_json(name_action(rules, s, action));
}

Json legal_to_json(const Rules& rules, const GameState& s) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  Json json = Json::array();
  for (const Action& answer : answers) json.push_back(action_to_json(rules, s, answer));
  return json;
}

std::optional<Refusal> apply_named(const Rules& rules, GameState& s, const NamedAction& action,
                                   EventSink* events) {
  auto found = find_action(rules, s, action);
  if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(*refusal);
  const Action& answer = std::get<Action>(found);
  if (apply(rules, s, answer, events)) return Refusal{explain_illegal(rules, s, answer)};
  return std::nullopt;
}

Json decision_to_json(const GameState& s) {
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

}  // namespace bastide
