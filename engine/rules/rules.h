// The rules of one game, compiled once from its setup and never changed: tile types and faces, the
// steps of a turn in their order, and the lists of hooks that the modules in play have filled.
// The core calls the hooks and knows no module by name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/state.h"
#include "engine/core/action.h"
#include "engine/rules/answers.h"
#include "engine/rules/sheet.h"
#include "engine/tiles/catalogue.h"
#include "engine/tiles/face.h"
#include "engine/rules/events.h"
#include "engine/rules/fields.h"
#include "engine/rules/options.h"
#include "engine/rules/setup_words.h"

namespace bastide {

struct Rules;

// What a step, or the answer to a decision, leads to.
enum class Flow : std::uint8_t {
  proceed,  // on to the next step
  ask,      // a decision is set and waits for its answer
  repeat    // the same step once more
};

using StepFn = Flow (*)(const Rules&, GameState&, EventSink*);
using ListFn = void (*)(const Rules&, const GameState&, Options&);
using AnswerFn = Flow (*)(const Rules&, GameState&, const Action&, EventSink*);

using AcceptFn = bool (*)(const Rules&, const GameState&, const Action&);

struct DecisionRules {
  ListFn list = nullptr;
  AnswerFn answer = nullptr;
  AcceptFn accepts = nullptr;  // answers that are too many to list (bids)
};

// Hook shapes, by the moment at which they are called.
enum class DrawVerdict : std::uint8_t { keep, redraw };
using TileDrawn = DrawVerdict (*)(const Rules&, GameState&, EventSink*);  // current is set
using PlacementFilter = bool (*)(const Rules&, const GameState&, CellIndex, TileType, Rotation);
// The same for all cells at once, where the rotation does not matter: sets the bit of every open
// cell that is barred to the tile.
using CellsBarred = void (*)(const Rules&, const GameState&, TileType, std::uint64_t* barred);
struct PlacementRule {
  bool (*concerns)(const TileDef&);  // the tiles it is about; others cost nothing
  PlacementFilter allows;
  CellsBarred bars = nullptr;  // the quick way, if there is one
};
using TilePlaced = void (*)(const Rules&, GameState&, EventSink*);  // placed is set
using TileBarred = bool (*)(const Rules&, const GameState&);        // no piece on this tile
using ScoreTerms = void (*)(const Rules&, const GameState&, FeatureId, bool finished, Sheet&);
using FeatureScored = void (*)(const Rules&, GameState&, FeatureId, bool finished, EventSink*);
using BeforeScoring = Flow (*)(const Rules&, GameState&, EventSink*);  // feature: next_to_score
// Before a tile is laid: nothing special; the hook has laid it by finish_placement; it has asked.
enum class Prepared : std::uint8_t { go_on, laid, waits };
using PreparePlace = Prepared (*)(const Rules&, GameState&, const Action&, EventSink*);
// Placements of a tile that its printed sides do not allow, after those that they do.
using MorePlacements = void (*)(const Rules&, const GameState&, TileType, Options&);
using PieceLeft = void (*)(const Rules&, GameState&, const PlacedPiece&);
using PieceScored = void (*)(const Rules&, GameState&, const PlacedPiece&, EventSink*);
using PieceMoved = void (*)(const Rules&, GameState&, const PlacedPiece& from,
                            const PlacedPiece& to);
using RoadTiles = int (*)(const GameState&, FeatureId);
using TilesElsewhere = int (*)(const Rules&, const GameState&, TileType);  // revealed, bought
using GameBegins = void (*)(const Rules&, GameState&);                     // the start lies
using FinalScoring = void (*)(const Rules&, GameState&, EventSink*);
using PiecesElsewhere = int (*)(const Rules&, const GameState&, Seat, PieceKind);  // off the map
using WriteState = void (*)(const Rules&, const GameState&, FieldWriter&);
// A word about the module in a loaded position ("pig storm"); false: not understood.
using LoadWord = bool (*)(const Rules&, GameState&, std::string_view word, std::string_view value);
using Explain = std::string (*)(const Rules&, const GameState&,
                                const Action&);                   // "": not by this rule
using NextPart = bool (*)(const Rules&, GameState&, EventSink*);  // true: the turn goes on

inline constexpr std::uint8_t kMainStack = kMaxStacks - 1;
inline constexpr std::uint8_t kBox = 0xFF;  // tiles left there by every module are not in this game

// One tile type of this game.
struct TileInPlay {
  const TileDef* def = nullptr;
  std::uint16_t copies = 0;         // in the stock at the start
  std::uint8_t stack = kMainStack;  // stacks are drawn one after the other, lowest first
  std::uint8_t rotation_count = 1;
  std::array<Rotation, kRotations> rotations{};
  std::uint8_t filters = 0;  // bit per placement filter that concerns it
  std::uint32_t marks = 0;   // the def's, where it is quick to look
  bool has(Mark mark) const { return (marks & mark_bit(mark)) != 0; }
};

// A start tile or a cell of a start board, laid at setup.
struct StartCell {
  Pos at;
  const TileDef* def = nullptr;
  TileType type = 0;
  bool closed = false;  // to dragon and portal, like the inside of a board
};
struct BoardJoin {  // segments of different start cells that are one feature
  SegmentId a, b;
};
struct BoardTouch {  // a field of the start board and a city elsewhere on it
  SegmentId field, city;
};

constexpr std::uint16_t kind_bit(SegmentKind kind) {
  return static_cast<std::uint16_t>(1u << static_cast<int>(kind));
}
constexpr std::uint8_t quarter_bit(Quarter quarter) {
  return static_cast<std::uint8_t>(1u << static_cast<int>(quarter));
}
inline constexpr std::uint8_t kAnyQuarter = (1u << kQuarters) - 1;

// What the core asks of a piece instead of asking which piece it is.
struct PieceTraits {
  std::uint16_t stands_on = 0;   // kinds of segment, by kind_bit; 0: never placed in step 2
  bool rides_portal = false;     // PORTAL-3, X-20, X-21
  bool eaten_by_dragon = false;  // DRAGON-22
  bool follower = false;         // Q-PD-14, Q-PD-20: knight for the princess, may be protégé
  std::uint8_t quarters = 0;     // of Carcassonne it may be sent to, by quarter_bit (X-31..X-35)
};

struct Rules {
  // Setup
  std::string start_name;
  std::vector<PlayerSetup> players;
  RuleOptions options;
  std::array<bool, kModules> module_on{};
  std::array<std::uint8_t, kPieceKinds> supply{};  // per player at the start
  std::array<bool, kPieceKinds> piece_in_play{};
  std::array<PieceTraits, kPieceKinds> traits{};
  std::vector<PieceKind> special_pieces;  // besides meeples, placed in step 2
  bool gardens = false;                   // gardens are features
  unsigned extra_segments = 0;            // that pieces may add to placed tiles
  int player_count() const { return static_cast<int>(players.size()); }

  // Tiles
  std::vector<TileInPlay> tiles;  // sorted by stack
  std::vector<Face> faces;        // four a type
  std::vector<StartCell> start;
  std::vector<BoardJoin> board_joins;
  std::vector<BoardTouch> board_touches;
  std::array<std::uint16_t, kMaxStacks + 1> stack_begin{};  // tile types of a stack
  int stack_count = 1;
  const Face& face(TileType type, Rotation rotation) const { return faces[4u * type + rotation]; }

  // Memory
  Layout layout;
  std::array<std::uint32_t, kModules> module_at{};
  template <class State>
  State& ext(GameState& s) const {
    return *reinterpret_cast<State*>(s.modules + module_at[static_cast<int>(State::kModule)]);
  }
  template <class State>
  const State& ext(const GameState& s) const {
    return *reinterpret_cast<const State*>(s.modules + module_at[static_cast<int>(State::kModule)]);
  }
  bool on(ModuleId m) const { return module_on[static_cast<int>(m)]; }

  // The turn
  std::array<Step, kSteps> steps{};
  std::array<StepFn, kSteps> step_fns{};
  int step_count = 0;
  int draw_index = 0;  // where the draw stands among the steps
  int index_of(Step step) const;
  std::array<DecisionRules, kDecisionKinds> decisions{};

  // Hooks, empty unless a module in play filled them
  std::vector<GameBegins> game_begins;
  std::vector<TileDrawn> tile_drawn;
  std::vector<PlacementRule> placement_filters;  // at most 8
  std::vector<TilePlaced> tile_placed;
  std::vector<TileBarred> tile_barred;
  std::vector<TileBarred> step_two_closed;              // nothing at all in step 2
  std::vector<ListFn> meeple_options;                   // further answers of step 2
  std::array<AnswerFn, kActionKinds> meeple_answers{};  // by action kind
  std::array<AnswerFn, kStandings> recall_answers{};    // by the Standing in Action::value
  std::vector<MorePlacements> more_placements;
  // May lay the tile itself (bridges), or ask first; whoever asks lays it by finish_placement
  // later.
  std::vector<PreparePlace> prepare_place;
  // Asked of every completed feature before it is scored; each comes again until it proceeds.
  std::array<BeforeScoring, kScoreStages> score_stages{};
  RoadTiles road_tiles = distinct_tiles;  // that give a road its points
  std::vector<ScoreTerms> score_terms;
  std::vector<FeatureScored> feature_scored;
  std::vector<PieceLeft> piece_left;
  std::vector<TileBarred> deployment_barred;  // nobody to Carcassonne in this turn
  std::vector<StepFn> game_ends;              // may ask before the final scoring
  std::vector<PieceScored> piece_scored;      // of a building that is no feature
  std::vector<PieceMoved> piece_moved;        // into a building, say
  std::vector<FinalScoring> before_final, after_final;
  std::vector<NextPart> next_part;
  std::vector<NextPart> after_discard;  // true: it has set the step that follows
  std::vector<PiecesElsewhere> pieces_elsewhere;
  std::vector<TilesElsewhere> tiles_elsewhere;
  std::vector<LoadWord> load_words;
  std::vector<Explain> explanations;    // why an action is refused
  std::vector<WriteState> write_state;  // members of the public state
};

}  // namespace bastide
