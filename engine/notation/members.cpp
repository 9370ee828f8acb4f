#include "engine/notation/members.h"

#include "engine/notation/json_action.h"

namespace bastide {

namespace {

struct Row {
  std::string_view text;
  std::array<Member, 4> members;
  std::uint8_t count;
};

template <class... M>
consteval Row row(std::string_view text, M... members) {
  static_assert(sizeof...(members) <= 4);
  return {text, {members...}, sizeof...(members)};
}

constexpr EnumArray<ActionKind, Row> kRows = [] {
  using enum Member;
  return EnumArray<ActionKind, Row>{{
#define ACTION(name, text, ...) row(text __VA_OPT__(, ) __VA_ARGS__),
#include "engine/core/words.inc"
  }};
}();

constexpr EnumArray<DecisionKind, std::string_view> kAsks{{
#define DECISION(name, asks) asks,
#include "engine/core/words.inc"
}};

}  // namespace

std::span<const Member> members_of(ActionKind kind) {
  return {kRows[kind].members.data(), kRows[kind].count};
}

std::string_view text_of(ActionKind kind) { return kRows[kind].text; }
std::string_view asks_of(DecisionKind kind) { return kAsks[kind]; }

std::string type_of(Member member) {
  std::string type(def_of(member).type);
  if (def_of(member).form == ActionForm::named_piece)
    for (const NamedPiece& named : kNamedPieces)
      type.append(" | \"").append(named.name).append("\"");
  return type;
}

std::string_view word_of(const MemberDef& member, const NamedAction& action) {
  return static_cast<std::uint64_t>(action.value) < member.words.size()
             ? member.words[static_cast<std::size_t>(action.value)]
             : std::string_view();
}

std::string_view piece_word(const MemberDef& member, const NamedAction& action) {
  if (member.form == ActionForm::named_piece && action.value != 0)
    for (const NamedPiece& named : kNamedPieces)
      if (named.piece == action.piece && named.value == action.value) return named.name;
  return name_of(action.piece);
}

}  // namespace bastide
