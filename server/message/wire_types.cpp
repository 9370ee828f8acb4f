#include "server/message/wire_types.h"

#include <array>
#include <vector>

#include "engine/core/vocabulary.h"
#include "engine/notation/names.h"
#include "server/message/client_message.h"

namespace bastide::server {

namespace {

constexpr WireType kObjects[] = {
    {"Place", "at: Cell; seg: string"},
    {"SetupWords", "sets: string[]; start?: string; options?: Record<string, boolean | string>"},
    {"Decision", "kind: DecisionKind; by: Seat | \"dealer\" | null"},
    {"Player", "name: string; score: number; supply: Record<string, number>"},
    {"PieceOnTile", "piece: Piece; owner: Seat; seg: string; in?: \"castle\" | \"granary\""},
    {"TileOnBoard", "at: Cell; tile: TileId; rot: Rot; pieces: PieceOnTile[]; bridge?: Axis"},
    {"Left", "total: number; by_tile?: Record<string, number>"},
    {"Feature",
     "kind: FeatureKind; at: Cell; seg: string; tiles: number; open?: number; complete?: boolean; "
     "claims: number[]; worth: number"},
    {"FeatureWithSegments",
     "kind: FeatureKind; at: Cell; seg: string; tiles: number; open?: number; complete?: boolean; "
     "claims: number[]; worth: number; segments: Place[]"},
    {"Fairy", "at: Cell; piece?: Piece; owner?: Seat; seg?: string"},
    {"Waiting", "piece: Piece; owner: Seat"},
    {"Count",
     "quarter: Quarter; palace: Waiting[]; market: Waiting[]; forge: Waiting[]; cathedral: "
     "Waiting[]"},
    {"Wheel", "pig: Sector; crowns: Record<string, (Seat | null)[]>"},
    {"Title", "owner: Seat; size: number; at: Cell; seg: string"},
    {"CastleOfCells", "cells: Cell[]; owner: Seat; lord: Piece | null; completed: boolean"},
    {"CastleOfLadies", "at: Cell; seg: string; ladies: Seat[]"},
    {"BazaarTile", "tile: TileId; owner: Seat | null"},
    {"Bazaar",
     "of: Seat; tiles: BazaarTile[]; auctioneer?: Seat; offered?: TileId; bid?: number; bidder?: "
     "Seat; played?: number"},
    {"Granary", "corner: Cell; owner?: Seat"},
    {"CommonSupply", "bridge: number; castle: number; granary: number"},
    {"State",
     "decision: Decision; turn: number; players: Player[]; winners?: Seat[]; tiles: TileOnBoard[]; "
     "current: TileId | null; left: Left; features?: Feature[]; discarded: Record<string, number>; "
     "set_aside?: Record<string, number>; dragon?: Cell | null; flight?: Cell[]; "
     "fairy?: Fairy | null; count?: Count; wheel?: Wheel; king?: Title | null; "
     "robber?: Title | null; castles?: Castle[]; bazaar?: Bazaar | null; "
     "common_supply?: CommonSupply; granaries?: Granary[]; hash: string"},
    {"StateChange",
     "decision: Decision; turn: number; players: Player[]; winners?: Seat[]; "
     "current: TileId | null; left: Left; discarded: Record<string, number>; "
     "set_aside?: Record<string, number>; dragon?: Cell | null; flight?: Cell[]; "
     "fairy?: Fairy | null; count?: Count; wheel?: Wheel; king?: Title | null; "
     "robber?: Title | null; castles?: Castle[]; bazaar?: Bazaar | null; "
     "common_supply?: CommonSupply; granaries?: Granary[]; hash: string"},
    {"ScorePart", "term: Term; count: number; points: number"},
    {"Entry", "seq: number; action: Action; events: GameEvent[]; scores: number[]"},
    {"Guest", "id: string; name: string"},
    {"You", "seats: Seat[]; host: boolean"},
    {"Clock",
     "kind: \"sudden\" | \"increment\" | \"days\"; seconds?: number; add?: number; days?: number"},
    {"Clocks", "left: number[]; running: Seat | null; now: number"},
    {"OpenSeat", "index: Seat; kind: \"open\""},
    {"PersonSeat",
     "index: Seat; kind: \"person\"; name: string; guest: string; connected: boolean; "
     "resigned?: boolean; timeout?: boolean"},
    {"BotSeat",
     "index: Seat; kind: \"bot\"; name: string; bot: string; account?: string; "
     "connected?: boolean; resigned?: boolean; timeout?: boolean"},
    {"TableView",
     "id: string; status: TableStatus; setup: SetupWords; listed: boolean; assist: Assist; "
     "host: string; seats: SeatView[]; spectators: number; commitment: string; created: number; "
     "seed?: string; clock?: Clock; rematch?: string"},
    {"SeatWish", "kind: \"open\" | \"me\" | \"bot\"; name?: string; bot?: string"},
    {"SetInfo", "name: string; title: string; tiles: number; available: boolean"},
    {"OptionInfo",
     "name: string; sets: string[]; values: (boolean | string)[]; default: boolean | string; "
     "ledger: string; meaning: string"},
    {"Preset", "id: string; sets: string[]"},
    {"BotInfo", "id: string; title: string; rating: number | null"},
    {"RulesInfo",
     "sets: SetInfo[]; starts: string[]; options: OptionInfo[]; presets: Preset[]; "
     "bots: BotInfo[]"}};

constexpr WireType kChoices[] = {{"Castle", "CastleOfCells | CastleOfLadies"},
                                 {"SeatView", "OpenSeat | PersonSeat | BotSeat"}};

constexpr std::string_view kPieceMoves =
    "player: Seat; piece: Piece; at?: Cell; seg?: string; sector?: Sector; quarter?: Quarter";

constexpr WireType kEvents[] = {
    {"drawn", "player: Seat; tile: TileId"},
    {"placed", "player: Seat; tile: TileId; at: Cell; rot: Rot"},
    {"discarded", "player: Seat; tile: TileId"},
    {"set_aside", "player: Seat; tile: TileId"},
    {"reshuffled", "player: Seat; count: number"},
    {"deployed", kPieceMoves},
    {"returned", kPieceMoves},
    {"eaten", kPieceMoves},
    {"score",
     "player: Seat; points: number; for: ScoreFor; parts: ScorePart[]; at?: Cell; seg?: string"},
    {"feature_completed", "player: Seat; at: Cell; seg: string"},
    {"pig_moved", "player: Seat; sector: Sector"},
    {"dragon_moved", "player: Seat; at: Cell"},
    {"fairy_moved", "player: Seat; piece: Piece; at: Cell; seg?: string"},
    {"king", "player: Seat; at: Cell; seg: string"},
    {"robber", "player: Seat; at: Cell; seg: string"},
    {"bridge_built", "player: Seat; at: Cell; seg: string; axis: Axis"},
    {"castle_built", "player: Seat; at: Cell; seg: string"},
    {"granary_built", "player: Seat; at: Cell"},
    {"count_moved", "player: Seat; quarter: Quarter"},
    {"auction", "player: Seat; tile: TileId; points: number"},
    {"turn", "player: Seat; turn: number"},
    {"game_over", "winners: Seat[]"}};
static_assert(std::size(kEvents) == kEventNames.size());
static_assert([] {
  for (std::size_t i = 0; i < kEventNames.size(); ++i)
    if (kEvents[i].name != kEventNames[i]) return false;
  return true;
}());

constexpr std::string_view kWholeTable =
    "table: TableView; you: You; seq: number; state?: State; options?: Action[]; history?: "
    "Entry[]; clocks?: Clocks";

constexpr WireType kServerMessages[] = {
    {"welcome", "protocol: number; guest: Guest; now: number; version: string"},
    {"tables", "tables: TableView[]"},
    {"created", "table: string"},
    {"table", kWholeTable},
    {"meta", "table: TableView; you: You"},
    {"update",
     "table: string; seq: number; entries: Entry[]; state: StateChange; tiles: TileOnBoard[]; "
     "options: Action[]; clocks?: Clocks"},
    {"features", "table: string; seq: number; features: FeatureWithSegments[]"},
    {"undo_asked", "table: string; seat: Seat; seq: number"},
    {"undo_refused", "table: string; seat: Seat; seq: number"},
    {"undone", kWholeTable},
    {"rematch", "table: string; new: string"},
    {"pong", "now: number"},
    {"refused", "code: RefusedCode; reason: string; table?: string"},
    {"bye", "reason: string"}};

constexpr std::array<std::string_view, 7> kFeatureKinds{"road",   "city",   "field", "monastery",
                                                        "garden", "shrine", "abbey"};
constexpr std::array<std::string_view, 3> kTableStatusNames{"waiting", "playing", "over"};

const std::vector<std::string_view>& sectors() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (int i = 0; !sector_name(i).empty(); ++i) all.push_back(sector_name(i));
    return all;
  }();
  return names;
}

}  // namespace

std::span<const WireType> wire_objects() { return kObjects; }
std::span<const WireType> wire_choices() { return kChoices; }
std::span<const WireType> wire_events() { return kEvents; }
std::span<const WireType> server_messages() { return kServerMessages; }

std::span<const WireWords> wire_words() {
  static const std::vector<WireWords> words{
      {"Piece", kPieceNames},        {"DecisionKind", kDecisionNames},
      {"ActionKind", kActionNames},  {"EventKind", kEventNames},
      {"ScoreFor", kScoreNames},     {"Term", kTermNames},
      {"Quarter", kQuarterNames},    {"Sector", sectors()},
      {"Axis", kAxisNames},          {"FeatureKind", kFeatureKinds},
      {"Assist", kAssistNames},      {"TableStatus", kTableStatusNames},
      {"RefusedCode", kRefusedNames}};
  return words;
}

}  // namespace bastide::server
