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
#include "engine/rules/name_words.h"
#include "engine/rules/options.h"
#include "engine/rules/setup_words.h"

namespace bastide {

struct Rules;

// What a step, or the answer to a decision, leads to.
enum class Flow : std::uint8_t {
  proceed,  // on to the next step
  ask,      // a decision is set and waits for its answer
  repeat    // the step in core->step once more: the question again, or another step that was set
};

using StepFn = Flow (*)(const Rules&, GameState&, EventSink*);
using ListFn = void (*)(const Rules&, const GameState&, Options&);
using AnswerFn = Flow (*)(const Rules&, GameState&, const Action&, EventSink*);

using AcceptFn = bool (*)(const Rules&, const GameState&, const Action&);
// Takes a legal answer and plays on to the next decision; nobody is told.
using PlayFn = void (*)(const Rules&, GameState&, const Action&);
using PlayAtRandomFn = void (*)(const Rules&, GameState&, std::uint32_t word);
// How often one of the listed answers comes, against the others.
using WeighFn = std::uint32_t (*)(const Rules&, const GameState&, const Action&);

struct DecisionRules {
  ListFn list = nullptr;
  AnswerFn answer = nullptr;
  AcceptFn accepts = nullptr;  // answers that are too many to list (bids)
  bool always_asked = false;   // even where there is one answer only
  WeighFn weigh = nullptr;     // of a decision of the dealer; there is none without
  bool counted_first = false;  // its answers are quicker to count than to write
  // For those who look ahead: what random play answers where answers at random would drown all
  // else, and whether the worth of a position says all that the answers can bring.
  Action (*quiet)(const Rules&, const GameState&) = nullptr;
  bool weighed_as_a_whole = false;
};

// Whose tokens the dealer draws from. Several sets may have some: engine/rules/tokens.h.
struct TokenSource {
  ListFn list = nullptr;
  AnswerFn answer = nullptr;
  WeighFn weigh = nullptr;
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
// What one of those who hold a feature gets besides what it is worth to all of them.
using SeatTerms = void (*)(const Rules&, const GameState&, FeatureId, bool finished, Seat,
                           const Sheet& common, Sheet& own);
using WorthNothing = bool (*)(const Rules&, const GameState&, FeatureId, bool finished);
// Of several seats that are equally strong (bits): those who hold the feature by this rule.
using TieBreak = std::uint32_t (*)(const Rules&, const GameState&, FeatureId, std::uint32_t tied);
using FeatureScored = void (*)(const Rules&, GameState&, FeatureId, bool finished, EventSink*);
using BeforeScoring = Flow (*)(const Rules&, GameState&, EventSink*);  // feature: next_to_score
// Before a tile is laid: nothing special; the hook has laid it by finish_placement; it has asked.
enum class Prepared : std::uint8_t { go_on, laid, waits };
using PreparePlace = Prepared (*)(const Rules&, GameState&, const Action&, EventSink*);
// Placements of a tile that its printed sides do not allow, after those that they do.
using MorePlacements = void (*)(const Rules&, const GameState&, TileType, Options&);
// A piece on a spot of a tile in a loaded position, out of its owner's supply; false: not there.
using LoadOnSpot = bool (*)(const Rules&, GameState&, TileIndex, PieceKind, Seat);
using BridgeBarred = bool (*)(const Rules&, const GameState&, TileIndex);
using PieceLeft = void (*)(const Rules&, GameState&, const PlacedPiece&, EventSink*);
// `finished`: in play, not only because the game is over.
using PieceScored = void (*)(const Rules&, GameState&, const PlacedPiece&, bool finished,
                             EventSink*);
using PieceMoved = void (*)(const Rules&, GameState&, const PlacedPiece& from,
                            const PlacedPiece& to, EventSink*);
using RoadTiles = int (*)(const GameState&, FeatureId);
using TilesElsewhere = int (*)(const Rules&, const GameState&, TileType);  // revealed, bought
using GameBegins = void (*)(const Rules&, GameState&);                     // the start lies
using GoHome = void (*)(const Rules&, GameState&);
using PiecesElsewhere = int (*)(const Rules&, const GameState&, Seat, PieceKind);  // off the map
using WriteState = void (*)(const Rules&, const GameState&, FieldWriter&);
using WritePlayer = void (*)(const Rules&, const GameState&, Seat, FieldWriter&);
using WritePiece = void (*)(const Rules&, const GameState&, const PlacedPiece&, FieldWriter&);
using WriteTile = void (*)(const Rules&, const GameState&, TileIndex, FieldWriter&);
using WriteFeature = void (*)(const Rules&, const GameState&, FeatureId, FieldWriter&);
// Points for nothing that the tile of the turn completed have been given.
using PointsApart = void (*)(const Rules&, GameState&, Seat, int points);
// A word about the module in a loaded position ("pig storm"); false: not understood.
using LoadWord = bool (*)(const Rules&, GameState&, std::string_view word, std::string_view value);
using Explain = std::string (*)(const Rules&, const GameState&,
                                const Action&);                   // "": not by this rule
using NextPart = bool (*)(const Rules&, GameState&, EventSink*);  // true: the turn goes on
// Who may join a field that is about to be scored in play: comes again until it proceeds.
using JoinField = Flow (*)(const Rules&, GameState&, FeatureId, EventSink*);
using CornerTaken = bool (*)(const Rules&, const GameState&, Pos corner);

inline constexpr std::uint8_t kMainStack = kMaxStacks - 1;
inline constexpr std::uint8_t kBox = 0xFF;  // tiles left there by every module are not in this game
// Tiles that players hold and are never drawn (abbeys): a module that brings such tiles moves them
// from the box to here. They have faces and may be laid; who has how many is the module's to keep.
inline constexpr std::uint8_t kHandedOut = 0xFE;

inline constexpr std::size_t kMaxPlacementFilters = 32;
inline constexpr std::size_t kMaxMeepleOptions = 32;

// One tile type of this game.
struct TileInPlay {
  const TileDef* def = nullptr;
  std::uint16_t copies = 0;         // in the stock at the start, or handed out
  std::uint8_t stack = kMainStack;  // stacks are drawn one after the other, lowest first
  std::uint8_t rotation_count = 1;
  std::array<Rotation, kRotations> rotations{};  // that differ
  std::array<EdgeWord, kRotations> edges{};      // of its faces in these
  std::uint32_t filters = 0;                     // bit per placement filter that concerns it
  std::uint32_t marks = 0;                       // the def's, where it is quick to look
  TileType like = 0;         // the first type of its stack that this game cannot tell from it
  PieceKind held_as = {};    // handed out: how supplies call and count it
  bool draws_again = false;  // whoever lays it has a further part of the turn by that alone
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

using StrengthOn = int (*)(const Rules&, const GameState&, FeatureId);
using MayJoin = bool (*)(const Rules&, const GameState&, Seat, FeatureId);

// Where meeples of whatever size go (MEEPLE-6, CULT-5).
inline constexpr std::uint16_t kMeeplePlaces =
    kind_bit(SegmentKind::city) | kind_bit(SegmentKind::road) | kind_bit(SegmentKind::field) |
    kind_bit(SegmentKind::monastery) | kind_bit(SegmentKind::shrine) | kind_bit(SegmentKind::abbey);

// What a piece is, which rules ask instead of asking which piece it is.
struct PieceTraits {
  std::uint16_t suits = 0;  // kinds of segment it is made for, by kind_bit
  // Thief, knight, monk or farmer where it stands: it claims its feature, and counts wherever
  // people are counted, sent or protected. Figures that help people (a builder) are none.
  bool person = false;
  bool meeple = false;  // a person that is a meeple, of whatever size: what crowns take (Y-12)
  bool guard = false;   // a person that may stand on a tower (TOWER-39)
  bool living = false;  // persons, and animals and helpers; no buildings
  bool listed_apart = false;  // the public state has a list of its own for them (barns)
  // In a majority; of persons only.
  std::uint8_t strength = 1;
  StrengthOn strength_on = nullptr;  // where it depends on the feature, instead
  // Which features of the kinds it suits it may be placed on in step 2: those where a person of its
  // owner stands, and those that may_join allows; without either of them the free ones.
  bool beside_own = false;
  MayJoin may_join = nullptr;
  bool asks_for_free() const { return !beside_own && may_join == nullptr; }
  std::uint16_t stands_on = 0;  // filled by bring_piece: what it suits and this game has
};

// What features are worth, in layers: what they consist of, what each part of that is worth, what
// is added, and whether all of it is void. Within a layer the order of hooks makes no difference: a
// hook reads counts of the layers before its own, never what another hook of its layer has done.
struct Worth {
  RoadTiles road_tiles = distinct_tiles;  // structure: the tiles that give a road its points
  std::vector<ScoreTerms> scale;          // Sheet::raise, or terms by the counts of the structure
  std::vector<ScoreTerms> addition;       // further terms
  std::vector<WorthNothing> nothing;      // true: no points, whatever the layers before have found
  std::vector<SeatTerms> of_a_seat;       // addition for one of the holders
  bool is_plain() const { return scale.empty() && addition.empty() && nothing.empty(); }
};

// How people call the building or place where a module keeps pieces.
struct Lodging {
  ModuleId keeper;
  Standing standing;
  std::string_view name;
};

struct Rules {
  // Setup
  int version = kRulesVersion;
  std::string start_name;
  std::vector<PlayerSetup> players;
  RuleOptions options;
  EnumArray<ModuleId, bool> module_on{};
  EnumArray<PieceKind, std::uint8_t> supply{};  // per player at the start
  EnumArray<PieceKind, bool> piece_in_play{};
  EnumArray<PieceKind, PieceTraits> traits{};
  // Filled at setup: the kinds that are persons, and those that guard towers, by piece_bit.
  std::uint32_t person_kinds = 0;
  std::uint32_t guard_kinds = 0;
  std::vector<PieceKind> special_pieces;  // besides meeples, placed in step 2
  // For each face, and each of them: the printed segments of the kinds that it stands on.
  std::vector<std::uint16_t> special_places;
  bool gardens = false;             // gardens are features
  std::uint16_t feature_marks = 0;  // printed marks that mean something, by mark_bit
  std::uint32_t marks_in_play = 0;  // that some rule of this game looks at, by mark_bit
  unsigned extra_segments = 0;      // that pieces may add to placed tiles
  bool hides_tiles = false;         // tiles may lie unseen under others (CoreState::hidden)
  int player_count() const { return static_cast<int>(players.size()); }

  // Tiles
  std::vector<TileInPlay> tiles;  // sorted by stack
  std::vector<Face> faces;        // four a type
  std::vector<StartCell> start;
  std::vector<BoardJoin> board_joins;
  std::vector<BoardTouch> board_touches;
  std::array<std::uint16_t, kMaxStacks + 1> stack_begin{};  // tile types of a stack
  int stack_count = 1;
  std::size_t stocked_types() const { return stack_begin[static_cast<std::size_t>(stack_count)]; }
  const Face& face(TileType type, Rotation rotation) const { return faces[4u * type + rotation]; }

  // For the identity of positions
  NameWords words;

  // Memory
  Layout layout;
  EnumArray<ModuleId, std::uint32_t> module_at{};
  template <class State>
  State& ext(GameState& s) const {
    return *reinterpret_cast<State*>(s.modules.data() + module_at[State::kModule]);
  }
  template <class State>
  const State& ext(const GameState& s) const {
    return *reinterpret_cast<const State*>(s.modules.data() + module_at[State::kModule]);
  }
  bool on(ModuleId m) const { return module_on[m]; }

  // The turn and the end: what modules bring, by name ...
  EnumArray<Step, StepFn> step_rules{};
  EnumArray<AfterScoring, FeatureScored> after_scoring_rules{};
  EnumArray<Part, NextPart> part_rules{};
  EnumArray<DecisionKind, DecisionRules> decisions{};
  // ... and, once setup has put it into the order of engine/game/turn_order.h, what is in play. The
  // steps of the end follow those of a turn.
  std::array<Step, kSteps> steps{};
  std::array<StepFn, kSteps> step_fns{};
  std::vector<FeatureScored> feature_scored;
  std::vector<NextPart> parts;
  int step_count = 0;
  int draw_index = 0;        // where the draw stands among the steps
  int part_index = 0;        // where a further part begins: after what comes once a turn
  int ending_index = 0;      // the first step after the last turn
  bool plain_ending = true;  // with no step but those of the base game
  int index_of(Step step) const;
  // Chosen at setup: by the step machine, or quicker to the same end.
  PlayFn play_untold = nullptr;
  PlayAtRandomFn play_at_random = nullptr;

  // Hooks, empty unless a module in play filled them
  std::vector<GameBegins> game_begins;
  std::vector<TileDrawn> tile_drawn;
  std::vector<PlacementRule> placement_filters;  // at most kMaxPlacementFilters
  std::vector<TilePlaced> tile_placed;
  std::vector<TileBarred> tile_barred;
  std::vector<TileBarred> step_two_closed;  // nothing at all in step 2
  std::vector<ListFn> meeple_options;       // further answers of step 2; at most kMaxMeepleOptions
  EnumArray<ActionKind, AnswerFn> meeple_answers{};
  EnumArray<Spot, AnswerFn> spot_answers{};  // a piece placed on a spot of a tile
  EnumArray<Spot, LoadOnSpot> spot_loads{};
  EnumArray<Step, TokenSource> token_sources{};  // of DecisionKind::token, by the step that asks
  std::array<AnswerFn, kStandings> recall_answers{};  // by the Standing in Action::value
  std::vector<TileBarred> leads_everywhere;  // pieces of step 2 may go to any tile (PORTAL-2)
  std::vector<MorePlacements> more_placements;
  std::vector<BridgeBarred> bridge_barred;  // tiles that lie and take no bridge
  // May lay the tile itself (bridges), or ask first; whoever asks lays it by finish_placement
  // later.
  std::vector<PreparePlace> prepare_place;
  // Asked of every completed feature before it is scored; each comes again until it proceeds.
  std::array<BeforeScoring, kScoreStages> score_stages{};
  Worth worth;
  std::vector<TieBreak> tie_breaks;
  bool plain_majorities = true;  // filled at setup: every person counts one, and ties are shared
  std::vector<PieceLeft> piece_left;
  std::vector<TileBarred> deployment_barred;  // nobody to Carcassonne in this turn
  std::vector<PieceScored> piece_scored;      // in a place that is no feature
  std::vector<PieceMoved> piece_moved;        // into a building, say
  std::vector<PointsApart> points_apart;      // called by whoever gives such points
  std::vector<GoHome> go_home;                // at the very end, from places that are on no tile
  std::vector<NextPart> after_discard;        // true: it has set the step that follows
  std::vector<NextPart> before_ending;        // nothing is left to draw; true: play goes on
  std::vector<TileBarred> plays_undrawn;      // the active player has a tile to lay without drawing
  JoinField join_field = nullptr;             // before a field is scored in play
  std::vector<CornerTaken> corner_taken;      // a building stands where four tiles meet
  std::vector<PiecesElsewhere> pieces_elsewhere;
  std::vector<TilesElsewhere> tiles_elsewhere;
  std::vector<LoadWord> load_words;
  std::vector<Explain> explanations;      // why an action is refused
  std::vector<WriteState> write_state;    // members of the public state
  std::vector<WritePlayer> write_player;  // members of each player there
  // What matters for play and is no such member: nothing where it is at rest.
  std::vector<WriteState> write_hidden;
  std::vector<WritePiece> write_piece;      // further members of a piece on the map
  std::vector<WriteTile> write_tile;        // further members of a tile on the map
  std::vector<WriteFeature> write_feature;  // and of a feature, besides what everybody can count
  std::vector<Lodging> lodgings;
};

// Everybody gets so many of a piece. Without farmers (D-6) persons suit fields in vain.
void bring_piece(Rules& rules, PieceKind kind, int each, const PieceTraits& traits);
// Works out what follows from everything installed.
void settle_rules(Rules& rules);
// And what follows from the faces and the special pieces.
void settle_places(Rules& rules);

// The name of the building or place where a piece is; empty for one that stands on its feature.
std::string_view lodging_name(const Rules& rules, const PlacedPiece& piece);

}  // namespace bastide
