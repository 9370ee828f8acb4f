// Provisional, until the program writes this file from the contract (docs/wire.md).

export type Cell = [number, number];
export type Rotation = 0 | 90 | 180 | 270;
export type Piece =
  | 'meeple' | 'abbot' | 'big' | 'builder' | 'pig' | 'mayor' | 'wagon' | 'barn' | 'shepherd' | 'ringmaster'
  | 'lady' | 'bridge' | 'castle';
export type Quarter = 'palace' | 'market' | 'forge' | 'cathedral';
export type Axis = 'NS' | 'EW';
export type Sector = string;
export interface Place { at: Cell; seg: string }
export type Actor = number | 'dealer';

export type Action = { by?: Actor } & (
  | { do: 'draw'; tile: string }
  | { do: 'place'; tile: string; at: Cell; rot: Rotation }
  | { do: 'discard' }
  | { do: 'bridge'; at: Cell; axis: Axis }
  | { do: 'build_castle'; city: Place }
  | { do: 'build_granary'; corner: Cell; farmer: Place }
  | { do: 'send_away'; piece: Piece; owner: number; at: Cell; seg: string }
  | { do: 'meeple'; piece: Piece; at: Cell; seg: string }
  | { do: 'lady'; at: Cell }
  | { do: 'crown'; sector: Sector }
  | { do: 'recall'; piece: Piece; at: Cell; seg: string }
  | { do: 'fairy'; piece?: Piece; at: Cell; seg?: string }
  | { do: 'dragon'; to: Cell }
  | { do: 'plague'; piece: Piece; at: Cell; seg: string }
  | { do: 'score_next'; at: Cell; seg: string }
  | { do: 'redeploy'; piece: Piece; from: Quarter; to: Place }
  | { do: 'castle'; piece: Piece; at: Cell; seg: string }
  | { do: 'castle_feature'; castle: Cell; at: Cell; seg: string }
  | { do: 'deploy'; piece: Piece; quarter: Quarter }
  | { do: 'move_count'; quarter: Quarter }
  | { do: 'offer'; tile: string; bid: number }
  | { do: 'bid'; points: number }
  | { do: 'buy' }
  | { do: 'sell' }
  | { do: 'take'; tile: string }
  | { do: 'pass' }
);
export type ActionKind = Action['do'];

export type DecisionKind =
  | 'draw' | 'place' | 'bridge' | 'build' | 'princess' | 'meeple' | 'dragon' | 'plague' | 'order' | 'redeploy'
  | 'castle' | 'castle_feature' | 'deploy' | 'move_count' | 'auction' | 'bid' | 'close_auction' | 'take'
  | 'market_to_field' | 'over';
export interface Decision { kind: DecisionKind; by: Actor | null }

export interface ScorePart { term: string; count: number; points: number }
export interface GameEvent {
  event: string;
  player?: number;
  piece?: Piece;
  tile?: string;
  at?: Cell;
  seg?: string;
  rot?: Rotation;
  points?: number;
  for?: string;
  parts?: ScorePart[];
  quarter?: Quarter;
  sector?: Sector;
  axis?: Axis;
  count?: number;
  turn?: number;
  winners?: number[];
}

export interface PieceOnTile { piece: Piece; owner: number; seg: string; in?: 'castle' | 'granary' }
export interface TileOnBoard { at: Cell; tile: string; rot: Rotation; pieces: PieceOnTile[]; bridge?: Axis }
export interface PlayerState { name: string; score: number; supply: Record<string, number> }
export interface Feature {
  kind: string;
  at: Cell;
  seg: string;
  tiles: number;
  open?: number;
  complete?: boolean;
  claims: number[];
  worth: number;
  segments?: Place[];
}
export interface FairyState { at: Cell; piece?: Piece; owner?: number; seg?: string }
export interface WheelState { pig: Sector; crowns: Record<Sector, (number | null)[]> }
export interface CountState extends Partial<Record<Quarter, { piece: Piece; owner: number }[]>> { quarter: Quarter }
/** Of bridges_castles_bazaars (`cells`, `owner`, `lord`) or of castles_bridges (`at`, `seg`, `ladies`). */
export interface CastleState {
  cells?: Cell[];
  owner?: number;
  lord?: Piece | null;
  completed?: boolean;
  at?: Cell;
  seg?: string;
  ladies?: number[];
}
export interface BazaarState {
  of: number;
  tiles: { tile: string; owner: number | null }[];
  auctioneer?: number;
  offered?: string | null;
  bid?: number | null;
  bidder?: number | null;
  played?: number;
}
export interface TokenState { owner: number; size: number; at: Cell; seg: string }

export interface State {
  decision: Decision;
  turn: number;
  players: PlayerState[];
  winners?: number[];
  tiles: TileOnBoard[];
  current: string | null;
  left: { total: number; by_tile?: Record<string, number> };
  features?: Feature[];
  discarded: Record<string, number>;
  set_aside?: Record<string, number>;
  hash: string;
  dragon?: Cell | null;
  flight?: Cell[];
  fairy?: FairyState | null;
  wheel?: WheelState;
  count?: CountState;
  king?: TokenState | null;
  robber?: TokenState | null;
  castles?: CastleState[];
  granaries?: { corner: Cell; owner?: number }[];
  common_supply?: Record<string, number>;
  bazaar?: BazaarState | null;
}

export interface Entry { seq: number; action: Action; events: GameEvent[]; scores: number[] }
export interface Clocks { left: number[]; running: number | null; now: number }
export type ClockSetting =
  | { kind: 'sudden'; seconds: number }
  | { kind: 'increment'; seconds: number; add: number }
  | { kind: 'days'; days: number };
export type Assist = 'table' | 'standard' | 'training';

export interface SeatView {
  index: number;
  kind: 'person' | 'bot' | 'open';
  name?: string;
  guest?: string;
  connected?: boolean;
  bot?: string;
  resigned?: boolean;
  timeout?: boolean;
}
export interface TableSetup { sets: string[]; start?: string; options?: Record<string, boolean | string> }
export interface TableView {
  id: string;
  status: 'waiting' | 'playing' | 'over';
  setup: TableSetup;
  listed: boolean;
  assist: Assist;
  host: string;
  seats: SeatView[];
  spectators: number;
  commitment?: string;
  seed?: string;
  clock?: ClockSetting;
  rematch?: string;
  created: number;
}
export interface You { seats: number[]; host: boolean }

export type SeatRequest =
  | { kind: 'open' }
  | { kind: 'me'; name?: string }
  | { kind: 'bot'; bot: string };

export type ClientMessage =
  | { type: 'hello'; protocol: 1 }
  | { type: 'lobby'; on: boolean }
  | { type: 'create'; setup: TableSetup; seats: SeatRequest[]; listed: boolean; assist: Assist; clock?: ClockSetting }
  | { type: 'join'; table: string }
  | { type: 'leave'; table: string }
  | { type: 'sit'; table: string; seat: number; name?: string }
  | { type: 'stand'; table: string; seat: number }
  | { type: 'seat'; table: string; seat: number; kind: 'open' }
  | { type: 'seat'; table: string; seat: number; kind: 'bot'; bot: string }
  | { type: 'start'; table: string }
  | { type: 'act'; table: string; seq: number; action: Action }
  | { type: 'features'; table: string }
  | { type: 'resign'; table: string; seat: number }
  | { type: 'undo'; table: string; seat: number; seq: number }
  | { type: 'undo_answer'; table: string; seat: number; grant: boolean }
  | { type: 'rematch'; table: string }
  | { type: 'ping' };

export interface TableMessage {
  type: 'table';
  table: TableView;
  you: You;
  seq: number;
  state?: State;
  options?: Action[];
  history?: Entry[];
  clocks?: Clocks;
}
export interface UpdateMessage {
  type: 'update';
  table: string;
  seq: number;
  entries: Entry[];
  state: Omit<State, 'tiles' | 'features'>;
  tiles: TileOnBoard[];
  options: Action[];
  clocks?: Clocks;
}
export type RefusalCode =
  | 'bad_message' | 'too_large' | 'too_fast' | 'unknown_table' | 'not_seated' | 'not_host' | 'not_your_turn'
  | 'stale' | 'illegal' | 'seat_taken' | 'started' | 'not_started' | 'over' | 'bad_setup' | 'bad_name'
  | 'too_many' | 'not_allowed' | 'stopping' | 'storage';
export type ServerMessage = { re?: number } & (
  | { type: 'welcome'; protocol: number; guest: { id: string; name: string }; now: number; version: string }
  | { type: 'tables'; tables: TableView[] }
  | { type: 'created'; table: string }
  | TableMessage
  | (Omit<TableMessage, 'type'> & { type: 'undone' })
  | { type: 'meta'; table: TableView; you: You }
  | UpdateMessage
  | { type: 'features'; table: string; seq: number; features: Feature[] }
  | { type: 'undo_asked'; table: string; seat: number; seq: number }
  | { type: 'rematch'; table: string; new: string }
  | { type: 'pong'; now: number }
  | { type: 'refused'; code: RefusalCode; reason: string; table?: string }
  | { type: 'bye'; reason: string }
);
