// What the engine takes and gives, beyond the words of the wire (wire.ts).
import type { Action, Cell, DecisionKind, Entry, FeatureKind, FeatureWithSegments, Seat, SetupWords, State, TileId } from './wire.js';

export interface PlayerWords {
  name: string;
}

/** As in a record: the words of the setup, and who plays. */
export interface Setup extends SetupWords {
  players: PlayerWords[];
}

/** A game is its setup and its actions, chance included. */
export interface GameRecord {
  bastide: 1;
  /** The version of the rules that it is played by; left out: the newest. */
  rules?: number;
  setup: Setup;
  actions: Action[];
  /** How its draws can be checked; the engine passes it over. */
  fair?: unknown;
}

/** A position with all that can be done there. */
export interface Moment {
  /** Actions so far. */
  seq: number;
  /** `features` of it are left out: they come with their segments below. */
  state: State;
  /** All legal answers, be they a player's or the dealer's. */
  options: Action[];
  features: FeatureWithSegments[];
}

/** What the dealer may turn up, with the number of such things among all. */
export interface Outcome {
  action: Action;
  weight: number;
}

/** What a position promises, without any search. */
export interface Evaluation {
  /** By seat: the points to be expected at the end, and the chance of winning. */
  points: number[];
  chances: number[];
  features: FeatureOdds[];
  /** The open cells of the map. */
  cells: CellOdds[];
}

export interface FeatureOdds {
  kind: FeatureKind;
  at: Cell;
  seg: string;
  /** Of being finished before the game ends; a field is never finished. */
  chance: number;
  /** That it is likely to be worth for who holds it. */
  points: number;
}

export interface CellOdds {
  at: Cell;
  /** Tiles not drawn yet that fit here, turned as needed; 0: nothing will ever lie here, but for an abbey. */
  fits: number;
  /** The same, by tile. */
  tiles: Record<TileId, number>;
  /** Of being filled before the game ends. */
  chance: number;
}

/** How an opinion came about: `exact` looked at the rest of the game to its end, `estimate` did not look ahead. */
export type Judged = 'search' | 'exact' | 'estimate';

export interface SearchOptions {
  /** Simulations in all. */
  nodes: number;
  seed?: number;
  /** Positions that an exact end may take; 0: none. */
  endgame?: number;
  /** Answers that are reported, the best first. */
  lines?: number;
}

export interface SearchReport {
  /** Whose answer it is. */
  by: Seat;
  judged: Judged;
  /** Simulations so far. */
  nodes: number;
  done: boolean;
  answers: SearchedAnswer[];
}

export interface SearchedAnswer {
  action: Action;
  /** What follows in the same turn. */
  then: Action[];
  visits: number;
  /** Of winning, for the one who decides; a tie counts half. */
  chance: number;
  /** Points ahead at the end, to be expected: of the best other and of the others on average, half each. */
  lead: number;
}

export interface ReviewOptions {
  /** Simulations a move. */
  nodes: number;
  seed?: number;
  /** Whose moves are looked at for the key moments; left out: everybody's. */
  player?: Seat;
  /** The first action that is looked at: those before it are played only. Left out: all of them. */
  from?: number;
}

/** As `bastide review --json` prints it. */
export interface Review {
  finished: boolean;
  seats: SeatReview[];
  moves: ReviewedMove[];
  draws: ReviewedDraw[];
  /** By seat: pairs of an action's index and the chance of winning. */
  graph: [index: number, chance: number][][];
  /** Indices of the actions most worth another look. */
  moments: number[];
  /** Of a finished game of two: where the points between them came from, seen by the first. */
  account?: Account;
}

export interface Cost {
  points: number;
  chance: number;
}

export interface ReviewedMove {
  /** In the record's actions. */
  index: number;
  turn: number;
  by: Seat;
  decision: DecisionKind;
  choices: number;
  played: Action;
  /** The same unless something was clearly better. */
  best: Action;
  /** What follows a better answer in the same turn. */
  then: Action[];
  chance: number;
  best_chance: number;
  lead: number;
  best_lead: number;
  cost: Cost;
  judged: Judged;
}

export interface ReviewedDraw {
  index: number;
  turn: number;
  /** Whose turn it is. */
  by: Seat;
  tile: string;
  /** Points better than the average of what could have come. */
  luck: number;
}

export interface SeatReview {
  name: string;
  score: number;
  moves: number;
  best_moves: number;
  cost: Cost;
  luck: number;
}

export interface Account {
  margin: number;
  start: number;
  draws: number;
  moves: number;
  rest: number;
}

/** Why the engine did not do something; `index`: at which action of a record. */
export interface EngineFault {
  code: 'bad_input' | 'bad_setup' | 'illegal' | 'no_bot' | 'no_game' | 'failed' | 'stopped';
  /** One sentence, in English. */
  reason: string;
  index?: number;
}

/** A game within the engine: a line of actions, at whose end one stands. */
export interface RemoteGame {
  readonly setup: Setup;
  /** The version of the rules by which it is played. */
  readonly rules: number;
  /** Goes to the end of this line (what it shares with the present one is kept), and tells what is there. */
  at(line: readonly Action[]): Promise<Moment>;
  /** Of the present line, from this number on: what each action did. The first has the events of the setup, too. */
  entries(from?: number): Promise<Entry[]>;
  /** One action more. A refused one changes nothing. */
  apply(action: Action): Promise<{ entry: Entry; moment: Moment }>;
  /** Back to so many actions. */
  back(seq: number): Promise<Moment>;
  /** At a question to the dealer: what may come, by weight. */
  outcomes(): Promise<Outcome[]>;
  /** One of them by chance: the browser's cryptographic generator draws. */
  deal(): Promise<{ entry: Entry; moment: Moment }>;
  record(): Promise<GameRecord>;
  evaluate(): Promise<Evaluation>;
  /**
   * Thinks about the present decision. Reports now and then, and at the end; ends early, with what it has, when the
   * signal is given or the game moves on.
   */
  search(options: SearchOptions, report?: (now: SearchReport) => void, signal?: AbortSignal): Promise<SearchReport>;
  /** The answer of a bot, `level1` … `level8` or as docs/bots.md has it; rejects with `stopped` after the signal. */
  choose(bot: string, seed?: number, signal?: AbortSignal): Promise<Action>;
  /** Of the present line; rejects with `stopped` after the signal. */
  review(options: ReviewOptions, progress?: (done: number, all: number) => void, signal?: AbortSignal): Promise<Review>;
  /** Gives its memory back, and ends what is thought about it. */
  close(): void;
}

/** The engine in a worker. Every promise rejects with an EngineError, whose `fault` says why. */
export interface RemoteEngine {
  create(setup: Setup, rules?: number): Promise<RemoteGame>;
  /** Plays a record, given as JSON text or as a value, to its end. */
  open(record: string | GameRecord): Promise<RemoteGame>;
  /** Number over fixed random games, as `bastide bench --signature-only` prints it. */
  signature(): Promise<string>;
  /** It was closed, or its worker died: it answers no more. */
  readonly ended: boolean;
  close(): void;
}
