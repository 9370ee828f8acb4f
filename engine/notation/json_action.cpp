#include "engine/notation/json_action.h"

#include <array>
#include <span>
#include <nlohmann/json.hpp>

#include "engine/notation/members.h"
#include "engine/notation/names.h"

namespace bastide {

namespace {

using Error = std::optional<FormError>;

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

std::int64_t read_word_of(ObjectReader& reader, std::string_view name,
                          std::span<const std::string_view> words) {
  const std::string_view word = reader.word(name);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<std::int64_t>(i);
  std::string what = "must be one of";
  for (std::string_view known : words) what.append(" ").append(known);
  reader.fail(name, what);
  return 0;
}

std::int64_t read_rotation(ObjectReader& reader, std::string_view name) {
  const std::int64_t degrees = reader.integer(name);
  if (degrees >= 0 && degrees < 360 && degrees % 90 == 0) return degrees / 90;
  reader.fail(name, "must be 0, 90, 180 or 270");
  return 0;
}

std::int64_t read_seat(ObjectReader& reader, std::string_view name) {
  const std::int64_t seat = reader.integer(name);
  if (seat < 0) reader.fail(name, "must be a seat's index");
  return seat;
}

PieceKind read_piece(ObjectReader& reader, std::string_view name) {
  return static_cast<PieceKind>(read_word_of(reader, name, kPieceNames));
}

void read_named_piece(ObjectReader& reader, std::string_view name, NamedAction& action) {
  const Json* value = reader.optional(name);
  for (const NamedPiece& named : kNamedPieces)
    if (value != nullptr && *value == named.name) {
      action.piece = named.piece;
      action.value = named.value;
      return;
    }
  action.piece = read_piece(reader, name);
}

void read_member(ObjectReader& reader, const MemberDef& member, NamedAction& action) {
  const std::string_view name = member.name;
  if (member.optional && !reader.has(name)) return;
  switch (member.form) {
    case ActionForm::tile:
      action.tile = reader.word(name);
      break;
    case ActionForm::cell:
      action.at = read_cell(reader, name);
      break;
    case ActionForm::second_cell:
      action.at2 = read_cell(reader, name);
      break;
    case ActionForm::rotation:
      action.value = read_rotation(reader, name);
      break;
    case ActionForm::piece:
      action.piece = read_piece(reader, name);
      break;
    case ActionForm::named_piece:
      read_named_piece(reader, name, action);
      break;
    case ActionForm::seat:
      action.value = read_seat(reader, name);
      break;
    case ActionForm::segment:
      action.seg = reader.word(name);
      break;
    case ActionForm::place:
      read_place(reader, name, action.at, action.seg);
      break;
    case ActionForm::second_place:
      read_place(reader, name, action.at2, action.seg);
      break;
    case ActionForm::points:
      action.points = reader.integer(name);
      break;
    case ActionForm::word:
      action.value = read_word_of(reader, name, member.words);
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

void write_place(JsonWriter& out, std::string_view name, const NamedAction::Cell& at,
                 std::string_view seg) {
  out.open_object(name);
  out.cell("at", at.x, at.y);
  out.text("seg", seg);
  out.close();
}

void write_member(const MemberDef& member, const NamedAction& action, JsonWriter& out) {
  switch (member.form) {
    case ActionForm::tile:
      return out.text(member.name, action.tile);
    case ActionForm::cell:
      return out.cell(member.name, action.at.x, action.at.y);
    case ActionForm::second_cell:
      return out.cell(member.name, action.at2.x, action.at2.y);
    case ActionForm::rotation:
      return out.number(member.name, 90 * action.value);
    case ActionForm::piece:
    case ActionForm::named_piece:
      return out.word(member.name, piece_word(member, action));
    case ActionForm::seat:
      return out.number(member.name, action.value);
    case ActionForm::segment:
      return out.text(member.name, action.seg);
    case ActionForm::place:
      return write_place(out, member.name, action.at, action.seg);
    case ActionForm::second_place:
      return write_place(out, member.name, action.at2, action.seg);
    case ActionForm::points:
      return out.number(member.name, action.points);
    case ActionForm::word:
      return out.word(member.name, word_of(member, action));
  }
}

bool is_left_out(const MemberDef& member, const NamedAction& action) {
  return member.optional && action.piece == NamedAction{}.piece;
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

  void member(ActionForm form);
};

void Lookup::member(ActionForm form) {
  switch (form) {
    case ActionForm::tile:
      return tile();
    case ActionForm::cell:
      return cell(from.at, action.at);
    case ActionForm::second_cell:
      return cell(from.at2, action.at2);
    case ActionForm::piece:
      action.piece = from.piece;
      return;
    case ActionForm::named_piece:
      action.piece = from.piece;
      return value();
    case ActionForm::segment:
      return segment(from.at);
    case ActionForm::place:
      cell(from.at, action.at);
      return segment(from.at);
    case ActionForm::second_place:
      cell(from.at2, action.at2);
      return segment(from.at2);
    case ActionForm::points:
      return points();
    case ActionForm::rotation:
    case ActionForm::seat:
    case ActionForm::word:
      return value();
  }
}

NamedAction::Cell named_cell(Pos at) { return {at.x, at.y}; }

std::string named_segment(const Rules& rules, const GameState& s, Pos at, int segment) {
  const PlacedTile* tile = tile_at(s, at);
  return tile != nullptr ? segment_name_at(rules, *tile, segment) : std::string();
}

void name_member(const Rules& rules, const GameState& s, const Action& action, ActionForm form,
                 NamedAction& named) {
  switch (form) {
    case ActionForm::tile:
      named.tile = tile_id(rules, action.tile);
      break;
    case ActionForm::cell:
      named.at = named_cell(action.at);
      break;
    case ActionForm::second_cell:
      named.at2 = named_cell(action.at2);
      break;
    case ActionForm::piece:
      named.piece = action.piece;
      break;
    case ActionForm::named_piece:
      named.piece = action.piece;
      named.value = action.value;
      break;
    case ActionForm::segment:
      named.seg = named_segment(rules, s, action.at, action.seg);
      break;
    case ActionForm::place:
      named.at = named_cell(action.at);
      named.seg = named_segment(rules, s, action.at, action.seg);
      break;
    case ActionForm::second_place:
      named.at2 = named_cell(action.at2);
      named.seg = named_segment(rules, s, action.at2, action.seg);
      break;
    case ActionForm::points:
      named.points = action.points;
      break;
    case ActionForm::rotation:
    case ActionForm::seat:
    case ActionForm::word:
      named.value = action.value;
      break;
  }
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
    members.push_back({def_of(member).name, def_of(member).optional, type_of(member)});
  return members;
}

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
    for (const Member member : members_of(action.kind)) read_member(reader, def_of(member), action);
    reader.finish();
  }
  if (error) return *std::move(error);
  return action;
}

void write_action(const NamedAction& action, std::string_view name, JsonWriter& out) {
  out.open_object(name);
  if (action.by == NamedAction::kByDealer) {
    out.word("by", "dealer");
  } else if (action.by) {
    out.number("by", *action.by);
  }
  out.word("do", name_of(action.kind));
  for (const Member member : members_of(action.kind))
    if (!is_left_out(def_of(member), action)) write_member(def_of(member), action, out);
  out.close();
}

Json action_to_json(const NamedAction& action) {
  return tree_of(text_of([&](JsonWriter& out) { write_action(action, "", out); }));
}

NamedAction name_action(const Rules& rules, const GameState& s, const Action& action) {
  NamedAction named;
  named.kind = action.kind;
  named.by = named_actor(s);
  for (const Member member : members_of(action.kind))
    name_member(rules, s, action, def_of(member).form, named);
  return named;
}

std::variant<Action, Refusal> find_action(const Rules& rules, const GameState& s,
                                          const NamedAction& action) {
  if (auto refusal = check_by(rules, s, action)) return *std::move(refusal);
  Lookup lookup{rules, s, action};
  lookup.action.kind = action.kind;
  for (const Member member : members_of(action.kind)) lookup.member(def_of(member).form);
  if (lookup.refusal) return *std::move(lookup.refusal);
  return lookup.action;
}

std::variant<Action, Refusal> find_legal_action(const Rules& rules, const GameState& s,
                                                const NamedAction& action) {
  auto found = find_action(rules, s, action);
  if (const auto* answer = std::get_if<Action>(&found); answer && !is_legal(rules, s, *answer))
    return Refusal{explain_illegal(rules, s, *answer)};
  return found;
}

std::string outcome_name(const Rules& rules, const GameState& s, const Action& action) {
  const NamedAction named = name_action(rules, s, action);
  if (!named.tile.empty()) return named.tile;
  std::string name;
  for (const Member member : members_of(action.kind)) {
    MemberDef value = def_of(member);
    value.name = {};
    const std::string text = text_of([&](JsonWriter& out) { write_member(value, named, out); });
    if (!name.empty()) name += ' ';
    name += text.front() == '"' ? text.substr(1, text.size() - 2) : text;
  }
  return name;
}

Json action_to_json(const Rules& rules, const GameState& s, const Action& action) {
  return action_to_json(name_action(rules, s, action));
}

void write_legal(const Rules& rules, const GameState& s, std::string_view name, JsonWriter& out) {
  std::vector<Action> answers;
  legal(rules, s, answers);
  out.open_list(name);
  for (const Action& answer : answers) write_action(name_action(rules, s, answer), "", out);
  out.close();
}

Json legal_to_json(const Rules& rules, const GameState& s) {
  return tree_of(text_of([&](JsonWriter& out) { write_legal(rules, s, "", out); }));
}

std::optional<Refusal> apply_named(const Rules& rules, GameState& s, const NamedAction& action,
                                   EventSink* events) {
  auto found = find_legal_action(rules, s, action);
  if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(*refusal);
  apply_assume_legal(rules, s, std::get<Action>(found), events);
  return std::nullopt;
}

void write_decision(const GameState& s, std::string_view name, JsonWriter& out) {
  out.open_object(name);
  out.word("kind", name_of(decision(s)));
  if (is_over(s)) {
    out.nothing("by");
  } else if (actor(s) == kDealer) {
    out.word("by", "dealer");
  } else {
    out.number("by", actor(s));
  }
  out.close();
}

Json decision_to_json(const GameState& s) {
  return tree_of(text_of([&](JsonWriter& out) { write_decision(s, "", out); }));
}

}  // namespace bastide
