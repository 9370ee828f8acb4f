// The words everybody uses: pieces, decisions, actions, events, steps, modules. Names only: no rule
// lives here. The words themselves stand in the words.inc of the sets; engine/core/words.inc brings
// them together. The order of enumerators is internal; records and hashes hold names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/core/enum_array.h"

namespace bastide {

inline constexpr int kMinPlayers = 2;
inline constexpr int kUsualPlayers = 5;  // at most, where no set brings another colour (SETUP-3)
inline constexpr int kMaxPlayers = 6;

namespace detail {

// "palace, market" -> {"palace", "market"}: the arguments of a macro as they were written.
template <std::size_t N>
consteval std::array<std::string_view, N> split(std::string_view list) {
  std::array<std::string_view, N> words{};
  for (std::string_view& word : words) {
    word = list.substr(0, list.find(','));
    list.remove_prefix(word.size() < list.size() ? word.size() + 2 : word.size());
  }
  return words;
}
consteval std::size_t words_in(std::string_view list) {
  if (list.empty()) return 0;
  std::size_t words = 1;
  for (const char c : list) words += c == ',' ? 1 : 0;
  return words;
}

}  // namespace detail

// Everything a player can own. Supplies are listed in this order.
enum class PieceKind : std::uint8_t {
#define PIECE(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kPieceNames = std::to_array<std::string_view>({
#define PIECE(name) #name,
#include "engine/core/words.inc"
});
inline constexpr int kPieceKinds = static_cast<int>(kPieceNames.size());

// Places of a tile that are no segment of it.
enum class Spot : std::uint8_t {
#define SPOT(name, json) name,
#include "engine/core/words.inc"
};
inline constexpr auto kSpotNames = std::to_array<std::string_view>({
#define SPOT(name, json) json,
#include "engine/core/words.inc"
});

// What the engine asks.
enum class DecisionKind : std::uint8_t {
#define DECISION(name, asks) name,
#include "engine/core/words.inc"
};
inline constexpr auto kDecisionNames = std::to_array<std::string_view>({
#define DECISION(name, asks) #name,
#include "engine/core/words.inc"
});
inline constexpr int kDecisionKinds = static_cast<int>(kDecisionNames.size());

// What is answered: the `do` of an action.
enum class ActionKind : std::uint8_t {
#define ACTION(name, ...) name,
#include "engine/core/words.inc"
};
inline constexpr auto kActionNames = std::to_array<std::string_view>({
#define ACTION(name, ...) #name,
#include "engine/core/words.inc"
});
inline constexpr int kActionKinds = static_cast<int>(kActionNames.size());

// What points are given for: the `for` of a score event.
enum class ScoreFor : std::uint8_t {
#define SCORE(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kScoreNames = std::to_array<std::string_view>({
#define SCORE(name) #name,
#include "engine/core/words.inc"
});

// Named terms of a score; they sum to its points.
enum class Term : std::uint8_t {
#define TERM(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kTermNames = std::to_array<std::string_view>({
#define TERM(name) #name,
#include "engine/core/words.inc"
});

// What happened, for display.
enum class EventKind : std::uint8_t {
#define EVENT(name, ...) name,
#include "engine/core/words.inc"
};
inline constexpr auto kEventNames = std::to_array<std::string_view>({
#define EVENT(name, ...) #name,
#include "engine/core/words.inc"
});

// Where a piece is that does not stand on a tile; the event's value says which place of them.
enum class OffMap : std::uint8_t {
  no,
#define OFF_MAP(name, type) name,
#include "engine/core/words.inc"
};

// The steps of a turn and of the end of the game, what follows a scored feature, and the further
// parts that a turn may have. Their order is engine/game/turn_order.h and nowhere else.
enum class Step : std::uint8_t {
#define STEP(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kStepNames = std::to_array<std::string_view>({
#define STEP(name) #name,
#include "engine/core/words.inc"
});
inline constexpr int kSteps = static_cast<int>(kStepNames.size());

enum class AfterScoring : std::uint8_t {
#define AFTER_SCORING(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kAfterScoringNames = std::to_array<std::string_view>({
#define AFTER_SCORING(name) #name,
#include "engine/core/words.inc"
});

enum class Part : std::uint8_t {
#define PART(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kPartNames = std::to_array<std::string_view>({
#define PART(name) #name,
#include "engine/core/words.inc"
});

// What may be asked about each completed feature before it is scored, in this order
// (interactions.md §5, 7): which one is next, who joins it, whether it becomes a castle.
enum class ScoreStage : std::uint8_t { order, redeploy, castle };
inline constexpr int kScoreStages = 3;

// Small lists of words that sets bring: Quarter with kQuarterNames, Axis, Sector.
#define WORDS(Type, ...)                          \
  enum class Type : std::uint8_t { __VA_ARGS__ }; \
  inline constexpr auto k##Type##Names =          \
      detail::split<detail::words_in(#__VA_ARGS__)>(#__VA_ARGS__);
#include "engine/core/words.inc"
inline constexpr int kQuarters = static_cast<int>(kQuarterNames.size());

// Rule modules. A set brings at most one.
enum class ModuleId : std::uint8_t {
#define MODULE(name) name,
#include "engine/core/words.inc"
};
inline constexpr auto kModuleNames = std::to_array<std::string_view>({
#define MODULE(name) #name,
#include "engine/core/words.inc"
});
inline constexpr int kModules = static_cast<int>(kModuleNames.size());

template <class Enum, std::size_t N>
constexpr std::optional<Enum> parse_name(const std::array<std::string_view, N>& names,
                                         std::string_view text) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

// name_of(e) and EnumArray<E, T> for each of these enums.
#define BASTIDE_NAMED(Enum, names)                                          \
  constexpr int count_of(Enum) { return static_cast<int>((names).size()); } \
  constexpr std::string_view name_of(Enum e) { return (names)[index_of(e)]; }
BASTIDE_NAMED(PieceKind, kPieceNames)
BASTIDE_NAMED(Spot, kSpotNames)
BASTIDE_NAMED(DecisionKind, kDecisionNames)
BASTIDE_NAMED(ActionKind, kActionNames)
BASTIDE_NAMED(ScoreFor, kScoreNames)
BASTIDE_NAMED(Term, kTermNames)
BASTIDE_NAMED(EventKind, kEventNames)
BASTIDE_NAMED(Step, kStepNames)
BASTIDE_NAMED(AfterScoring, kAfterScoringNames)
BASTIDE_NAMED(Part, kPartNames)
BASTIDE_NAMED(ModuleId, kModuleNames)
#define WORDS(Type, ...) BASTIDE_NAMED(Type, k##Type##Names)
#include "engine/core/words.inc"
#undef BASTIDE_NAMED

// A piece in a sentence.
constexpr std::string_view spoken(PieceKind piece) {
  switch (piece) {
#define SPOKEN(name, text) \
  case PieceKind::name:    \
    return text;
#include "engine/core/words.inc"
    default:
      return name_of(piece);
  }
}

}  // namespace bastide
