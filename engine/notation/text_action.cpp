#include "engine/notation/text_action.h"

#include <algorithm>
#include <array>

#include "engine/notation/event_members.h"
#include "engine/notation/members.h"
#include "engine/notation/names.h"

namespace bastide {

namespace {

std::string cell_text(const NamedAction::Cell& cell) {
  return std::to_string(cell.x) + "," + std::to_string(cell.y);
}

std::string cell_text(Pos at) { return cell_text(NamedAction::Cell{at.x, at.y}); }

std::string turned_text(std::int64_t turns) {
  return turns == 0 ? std::string() : " turned " + std::to_string(90 * turns) + "°";
}

std::string member_text(const MemberDef& member, const NamedAction& a) {
  switch (member.form) {
    case ActionForm::tile:
      return a.tile;
    case ActionForm::cell:
      return cell_text(a.at);
    case ActionForm::second_cell:
      return cell_text(a.at2);
    case ActionForm::rotation:
      return turned_text(a.value);
    case ActionForm::piece:
      return std::string(spoken(a.piece));
    case ActionForm::named_piece:
      return std::string(piece_word(member, a));
    case ActionForm::seat:
      return std::to_string(a.value);
    case ActionForm::segment:
      return a.seg;
    case ActionForm::place:
      return a.seg + " at " + cell_text(a.at);
    case ActionForm::second_place:
      return a.seg + " at " + cell_text(a.at2);
    case ActionForm::points:
      return std::to_string(a.points);
    case ActionForm::word:
      return std::string(word_of(member, a));
  }
  return "?";
}

std::string named_member(std::string_view name, const NamedAction& a) {
  if (name == "place") return a.seg + " at " + cell_text(a.at);
  for (const Member member : members_of(a.kind))
    if (kMemberNames[index_of(member)] == name) return member_text(def_of(member), a);
  return "?";
}

std::string parts_text(const Sheet& sheet) {
  std::string text;
  for (const ScoreTerm& term : sheet) {
    text += text.empty() ? "" : ", ";
    text.append(name_of(term.term)).append(" ").append(std::to_string(term.count));
    text.append(": ").append(std::to_string(term.points));
  }
  return text.empty() ? text : " (" + text + ")";
}

std::string event_place(const Rules& rules, const GameState& s, const Event& event) {
  if (!event.has_place) return {};
  if (is_spot(event.seg))
    return " " + std::string(name_of(spot_of(event.seg))) + " at " + cell_text(event.at);
  if (event.segment == kNone) return " at " + cell_text(event.at);
  const SegmentPlace place = place_of(rules, s, event.segment);
  return " " + place.seg + " at " + cell_text(place.at);
}

}  // namespace

std::string action_text(const NamedAction& a) {
  std::string text;
  std::string_view rest = text_of(a.kind);
  for (;;) {
    const auto open = rest.find('{');
    text += rest.substr(0, open);
    if (open == std::string_view::npos) return text;
    const auto close = rest.find('}', open);
    text += named_member(rest.substr(open + 1, close - open - 1), a);
    rest.remove_prefix(close + 1);
  }
}

std::string action_text(const Rules& rules, const GameState& s, const Action& action) {
  return action_text(name_action(rules, s, action));
}

std::string seat_text(const Rules& rules, Seat seat) {
  if (seat == kDealer) return "the dealer";
  return seat < rules.players.size() ? rules.players[seat].name : std::string("nobody");
}

std::string decision_text(const Rules& rules, const GameState& s) {
  const std::string asks(asks_of(decision(s)));
  return is_over(s) ? asks : seat_text(rules, actor(s)) + ": " + asks;
}

std::string event_text(const Rules& rules, const GameState& s, const Event& event) {
  const std::string who = event.player != kNobody ? seat_text(rules, event.player) + " " : "";
  if (event.kind == EventKind::score)
    return who + "scores " + std::to_string(event.points) + " for " +
           std::string(name_of(event.reason)) + event_place(rules, s, event) +
           parts_text(event.sheet);
  if (event.kind == EventKind::turn)
    return "turn " + std::to_string(s.core->turn) + ": " + seat_text(rules, event.player);
  std::string text = who + std::string(name_of(event.kind));
  const auto members = members_of(event.kind);
  const auto has = [&](EventMember member) {
    return std::ranges::find(members, member) != members.end();
  };
  if (has(EventMember::piece)) text.append(" ").append(spoken(event.piece));
  if (event.tile != kNone) text.append(" ").append(tile_id(rules, event.tile));
  text += event_place(rules, s, event);
  if (event.holder != kNobody)
    text += (has(EventMember::maybe_holder) ? " from " : " by ") + seat_text(rules, event.holder);
  return text;
}

}  // namespace bastide
