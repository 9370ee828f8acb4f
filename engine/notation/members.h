// The members of actions as their words declare them (engine/core/words.inc): how each is written,
// and which of an action's fields it is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/action.h"
#include "engine/core/vocabulary.h"
#include "engine/notation/member_def.h"

namespace bastide {

// How a member is written, and the fields of an Action behind it.
enum class ActionForm : std::uint8_t {
  tile,          // "base/D": tile
  cell,          // [x, y]: at
  second_cell,   // [x, y]: at2
  rotation,      // degrees: value, in quarter turns
  piece,         // "meeple": piece
  named_piece,   // the same, or a NAMED_PIECE: piece and value
  seat,          // a number: value
  segment,       // "city:N": seg, on the tile at `at`
  place,         // {"at":[x,y],"seg":"city:N"}: at and seg
  second_place,  // the same: at2 and seg
  points,        // a number: points
  word           // of a list: value
};

using MemberDef = MemberDefOf<ActionForm>;  // optional: a piece, left out where it is a meeple

enum class Member : std::uint8_t {
#define MEMBER(name, json, form, type) name,
#define WORD_MEMBER(name, json, Type) name,
#include "engine/core/words.inc"
};

inline constexpr auto kMembers = std::to_array<MemberDef>({
#define MEMBER(name, json, form, type) {json, ActionForm::form, type},
#define WORD_MEMBER(name, json, Type) {json, ActionForm::word, #Type, k##Type##Names},
#include "engine/core/words.inc"
});
constexpr const MemberDef& def_of(Member m) { return kMembers[index_of(m)]; }
// Its name in the words: {to_cell} of a text is Member::to_cell, whose JSON name is "to".
inline constexpr auto kMemberNames = std::to_array<std::string_view>({
#define MEMBER(name, json, form, type) #name,
#define WORD_MEMBER(name, json, Type) #name,
#include "engine/core/words.inc"
});

// What `recall` and others call a piece that is somewhere special.
struct NamedPiece {
  std::string_view name;
  PieceKind piece;
  std::uint8_t value;
};
inline constexpr auto kNamedPieces = std::to_array<NamedPiece>({
#define NAMED_PIECE(name, piece, value) {#name, PieceKind::piece, value},
#include "engine/core/words.inc"
});

std::span<const Member> members_of(ActionKind kind);  // besides `by` and `do`
std::string_view text_of(ActionKind kind);            // with {member} in it
std::string_view asks_of(DecisionKind kind);          // "draw a tile"
std::string type_of(Member member);                   // in the types for programs

// The words of a named action's members; empty where its number has none.
struct NamedAction;
std::string_view word_of(const MemberDef& member, const NamedAction& action);
std::string_view piece_word(const MemberDef& member, const NamedAction& action);

}  // namespace bastide
