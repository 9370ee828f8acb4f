#include "server/message/wire_types.h"

#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "engine/core/vocabulary.h"
#include "engine/notation/event_members.h"
#include "engine/notation/record.h"
#include "server/message/client_message.h"

namespace bastide::server {

namespace {

constexpr WireType kOwnObjects[] = {
    {"Place", "at: Cell; seg: string"},
    {"SetupWords", "sets: string[]; start?: string; options?: Record<string, boolean | string>"},
    {"Decision", "kind: DecisionKind; by: Seat | \"dealer\" | null"},
    {"Player", "name: string; score: number; supply: Record<string, number>"
#define PLAYER_STATE(name, type) "; " #name "?: " type
#include "engine/core/words.inc"
    },
    {"PieceOnTile", "piece: Piece; owner: Seat; seg: string; in?: \"castle\" | \"granary\""
#define PIECE_STATE(name, type) "; " #name "?: " type
#include "engine/core/words.inc"
    },
    {"TileOnBoard", "at: Cell; tile: TileId; rot: Rot; pieces: PieceOnTile[]; bridge?: Axis"
#define TILE_STATE(name, type) "; " #name "?: " type
#include "engine/core/words.inc"
    },
    {"Left", "total: number; hidden?: number; by_tile?: Record<string, number>"},
    {"ScorePart", "term: Term; count: number; points: number"},
    {"Entry", "seq: number; action: Action; events: GameEvent[]; scores: number[]"},
    {"Guest", "id: string; name: string"},
    {"You", "seats: Seat[]; host: boolean"},
    {"Clock",
     "kind: \"sudden\" | \"increment\" | \"days\"; seconds?: number; add?: number; days?: number"},
    {"Clocks", "left: number[]; running: Seat | null; now: number"},
    {"OpenSeat", "index: Seat; kind: \"open\"; colour: number"},
    {"PersonSeat",
     "index: Seat; kind: \"person\"; colour: number; name: string; guest: string; "
     "connected: boolean; away?: number; stand_in?: boolean; resigned?: boolean; "
     "timeout?: boolean; nonce?: boolean"},
    {"BotSeat",
     "index: Seat; kind: \"bot\"; colour: number; name: string; bot: string; account?: string; "
     "connected?: boolean; resigned?: boolean; timeout?: boolean"},
    {"Absence", "seat: Seat; since: number; from: number; end: Seat[]"},
    {"TableView",
     "id: string; status: TableStatus; setup: SetupWords; listed: boolean; assist: Assist; "
     "host: string; seats: SeatView[]; spectators: number; commitment: string; created: number; "
     "fair: FairMethod; seed?: string; clock?: Clock; rematch?: string; absence?: Absence; "
     "ended?: \"abandoned\""},
    {"TileSketch", "at: Cell; tile: TileId; rot: Rot"},
    {"GameResult", "winners: Seat[]; scores: number[]"},
    {"OwnGame",
     "table: TableView; turn: Seat | null; yours: boolean; scores: number[]; moved: number; "
     "tiles: TileSketch[]; result?: GameResult"},
    {"SeatWish", "kind: \"open\" | \"me\" | \"bot\"; name?: string; bot?: string; colour?: number"},
    {"SetInfo", "name: string; title: string; tiles: number; available: boolean"},
    {"OptionInfo",
     "name: string; sets: string[]; values: (boolean | string)[]; default: boolean | string; "
     "ledger: string; meaning: string"},
    {"Preset", "id: string; sets: string[]"},
    {"BotInfo", "id: string; title: string; rating: number | null"},
    {"RulesInfo",
     "sets: SetInfo[]; starts: string[]; options: OptionInfo[]; presets: Preset[]; "
     "bots: BotInfo[]"}};

const std::string& feature_members(bool with_segments) {
  static const std::string feature =
      "kind: FeatureKind; at: Cell; seg: string; tiles: number; open?: number; complete?: boolean; "
      "claims: number[]; worth: number; finished?: number; cities?: number"
#define FEATURE_STATE(name, type) "; " #name "?: " type
#include "engine/core/words.inc"
      ;
  static const std::string longer = feature + "; segments: Place[]";
  return with_segments ? longer : feature;
}

// What modules add to the state, and the types that it is made of.
constexpr std::string_view kModuleMembers =
#define STATE(name, type) #name "?: " type "; "
#include "engine/core/words.inc"
    ;
constexpr WireType kModuleObjects[] = {
#define STATE_OBJECT(name, members) {#name, members},
#include "engine/core/words.inc"
};
constexpr WireType kChoices[] = {
#define STATE_CHOICE(name, types) {#name, types},
#include "engine/core/words.inc"
    {"SeatView", "OpenSeat | PersonSeat | BotSeat"}};

// A state, and what changes of it with an update: all but the tiles and features.
const std::string& state_members(bool whole) {
  auto members = [](bool all) {
    std::string text = "decision: Decision; turn: number; players: Player[]; winners?: Seat[]; ";
    if (all) text += "tiles: TileOnBoard[]; ";
    text += "current: TileId | null; left: Left; ";
    if (all) text += "features?: Feature[]; ";
    text.append("discarded: Record<string, number>; ").append(kModuleMembers);
    return text + "hash: string";
  };
  static const std::string state = members(true), change = members(false);
  return whole ? state : change;
}

constexpr std::string_view kWholeTable =
    "table: TableView; you: You; seq: number; state?: State; options?: Action[]; history?: "
    "Entry[]; clocks?: Clocks";

constexpr WireType kServerMessages[] = {
    {"welcome", "protocol: number; guest: Guest; now: number; version: string"},
    {"tables", "tables: TableView[]"},
    {"games", "games: OwnGame[]"},
    {"created", "table: string"},
    {"promise", "table: string; commitment: string"},
    {"table", kWholeTable},
    {"meta", "table: TableView; you: You"},
    {"update",
     "table: string; seq: number; entries: Entry[]; state: StateChange; tiles: TileOnBoard[]; "
     "options: Action[]; clocks?: Clocks"},
    {"features", "table: string; seq: number; features: FeatureWithSegments[]"},
    {"undo_asked", "table: string; seat: Seat; seq: number"},
    {"undo_refused", "table: string; seat: Seat; seq: number"},
    {"undone", kWholeTable},
    {"rematch", "table: string; new: string; commitment?: string"},
    {"pong", "now: number"},
    {"refused",
     "code: RefusedCode; reason: string; table?: string; detail?: RefusedDetail; most?: number; "
     "wait_ms?: number"},
    {"bye", "reason: string"}};

constexpr std::array<std::string_view, 7> kFeatureKinds{"road",   "city",   "field", "monastery",
                                                        "garden", "shrine", "abbey"};
constexpr std::array<std::string_view, 3> kTableStatusNames{"waiting", "playing", "over"};

}  // namespace

std::span<const WireType> wire_objects() {
  static const std::vector<WireType> objects = [] {
    std::vector<WireType> all(std::begin(kModuleObjects), std::end(kModuleObjects));
    all.insert(all.end(), std::begin(kOwnObjects), std::end(kOwnObjects));
    all.push_back({"Feature", feature_members(false)});
    all.push_back({"FeatureWithSegments", feature_members(true)});
    all.push_back({"State", state_members(true)});
    all.push_back({"StateChange", state_members(false)});
    return all;
  }();
  return objects;
}

std::span<const WireType> wire_choices() { return kChoices; }

std::span<const WireType> wire_events() {
  static const std::vector<std::string> members = [] {
    std::vector<std::string> all;
    for_each<EventKind>([&](EventKind kind) { all.push_back(types_of(kind)); });
    return all;
  }();
  static const std::vector<WireType> events = [] {
    std::vector<WireType> all;
    for_each<EventKind>(
        [&](EventKind kind) { all.push_back({bastide::name_of(kind), members[index_of(kind)]}); });
    return all;
  }();
  return events;
}

std::span<const WireType> server_messages() { return kServerMessages; }

std::span<const WireWords> wire_words() {
  static const std::vector<WireWords> words{
      {"Piece", kPieceNames},
      {"DecisionKind", kDecisionNames},
      {"ActionKind", kActionNames},
      {"EventKind", kEventNames},
      {"ScoreFor", kScoreNames},
      {"Term", kTermNames},
#define WORDS(Type, ...) {#Type, k##Type##Names},
#include "engine/core/words.inc"
      {"FeatureKind", kFeatureKinds},
      {"Assist", kAssistNames},
      {"TableStatus", kTableStatusNames},
      {"FairMethod", kFairMethodNames},
      {"RefusedCode", kRefusedNames},
      {"RefusedDetail", std::span(kRefusedDetailNames).subspan(1)}};
  return words;
}

}  // namespace bastide::server
