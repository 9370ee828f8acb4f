// All that the board draws and all that it gives back, as plain values. It knows no table, no rule and no
// network: a game, a replay, a lesson or a picture of a game describe what is to be seen, and hear what was chosen.
import { cellKey } from '../game/cells';
import type { Position } from '../game/snapshot';
import type { Axis, Cell, FeatureWithSegments, Piece, Quarter, Rot, Sector, TileOnBoard } from '../wire';
import type { Margins } from './camera';
import type { Point } from './geometry';
import type { Touched } from './touched';

export interface BoardDescription {
  /** Another number: something has happened, and the camera goes there. */
  seq: number;
  land: Land;
  /** What may be chosen; null where nothing is asked of this page. */
  choices: BoardChoices | null;
  /** Features to be tinted, the lowest layer first. */
  layers: readonly FeatureLayer[];
  /** Tiles framed in their players' colours. */
  frames: readonly Frame[];
  /** The cross that a tower commands. */
  reach: Reach | null;
  /** A place to be seen; another `id` is another place. */
  spotlight?: Spotlight | null;
  /** Pieces that have gone home, pale where they stood. */
  memory?: Land | null;
  /** What an adviser has to say about the map: it is looked at, and never touched. */
  hints?: readonly Hint[];
  /** Told beside the mouse when it rests. */
  tip?: string;
  /** What covers the board at its edges: nothing that can be chosen lies there. */
  margins: Margins;
}

/** The tiles with all that stands on them. */
export interface Land {
  /** By cellKey, in the order of laying. */
  tiles: ReadonlyMap<string, TileOnBoard>;
  position: Position | null;
  /** The count's city without its figures' quarters. */
  plainCount?: boolean;
}

export interface FeatureLayer {
  features: readonly FeatureWithSegments[];
  labels: boolean;
  outlined: boolean;
  /** Breathes, because it is being scored or looked for. */
  lit?: boolean;
}

export interface Frame {
  seat: number;
  at: Cell;
  newest: boolean;
}

export interface Reach {
  at: Cell;
  floors: number;
}

export interface Spotlight {
  id: string;
  cells: readonly Cell[];
  /** A frame round each of the cells, where no feature is lit. */
  framed: boolean;
  /** The camera goes there. */
  go: boolean;
}

export interface BoardChoices {
  /** In whose colour. */
  seat: number;
  /** Squares for a tile; where it looks alike in each of them, with its picture. */
  squares: readonly Square[];
  /** The tile on the chosen square, and the one under the mouse. */
  ghost: Ghosted | null;
  preview: Ghosted | null;
  spots: readonly Spot[];
  /** Tiles to be chosen first, where their spots are too many or too close to be shown. */
  tiles: readonly LitTile[];
  /** The key of the spot that is pointed at. */
  marked: string | null;
  /** The kind of piece in the hand. */
  hand: Piece | null;
  /** It is settled and not done yet: nothing is to be pressed. */
  waits?: boolean;
}

export interface Square {
  at: Cell;
  picture?: Ghosted;
  /** It fits here, but not as it is held. */
  otherwise?: boolean;
}

export interface Ghosted {
  tile: string;
  at: Cell;
  rot: Rot;
  /** How many rotations fit here. */
  ways: number;
}

export interface LitTile {
  at: Cell;
  /** How many spots it has. */
  places: number;
}

/** A place on the board that can be chosen. */
export interface Spot {
  key: string;
  where: Where;
  ghost: Ghost;
  /** Whose piece it is about, where that is not the chooser. */
  owner?: number;
}

export type Where =
  | { kind: 'segment'; at: Cell; seg: string }
  | { kind: 'piece'; at: Cell; seg: string; piece: Piece | 'lady'; owner: number | null }
  | { kind: 'cell'; at: Cell }
  | { kind: 'corner'; at: Cell }
  | { kind: 'quarter'; quarter: Quarter }
  | { kind: 'sector'; sector: Sector };

/** What a spot shows before it is chosen: a ghost of what would stand there, or a ring round what does. */
export type Ghost =
  | { kind: 'piece'; piece: Piece }
  | { kind: 'bridge'; axis: Axis }
  | { kind: 'figure'; figure: 'castle' | 'granary' | 'dragon' | 'fairy' | 'count' | 'sheep' | 'barn'; owned: boolean }
  | { kind: 'mark' };

export type Hint = AnswerHint | CellHint | DeadCellHint | OddsHint;

/** An answer with what follows it in the same turn. */
export interface AnswerHint {
  kind: 'answer';
  key: string;
  /** 1 is the best one; `played` is what was done in the game. */
  rank: number | 'played';
  /** In whose colour its pieces are. */
  seat: number;
  /** What it promises, in a few signs: "+3.5", "62 %". */
  figure: string;
  steps: readonly HintStep[];
  /** The camera goes there, if it is out of sight. */
  go?: boolean;
}

export type HintStep =
  | { kind: 'tile'; tile: string; at: Cell; rot: Rot }
  /** `spot.key` is that of the same choice, if it is one now; `from`: where it stands before. */
  | { kind: 'spot'; spot: Spot; from?: Where };

/** A cell where nothing that is left fits. */
export interface DeadCellHint {
  kind: 'dead';
  at: Cell;
}

/** A cell that is looked at, with a word about it. */
export interface CellHint {
  kind: 'cell';
  at: Cell;
  words: string;
}

/** How likely a feature is to be finished. */
export interface OddsHint {
  kind: 'odds';
  at: Cell;
  seg: string;
  /** From 0 to 1. */
  chance: number;
  words: string;
}

export function whereKey(where: Where): string {
  switch (where.kind) {
    case 'segment':
      return `${cellKey(where.at)} ${where.seg}`;
    case 'piece':
      return `${cellKey(where.at)} ${where.seg} ${where.piece} ${where.owner ?? ''}`;
    case 'cell':
      return cellKey(where.at);
    case 'corner':
      return `${cellKey(where.at)} corner`;
    case 'quarter':
      return where.quarter;
    case 'sector':
      return where.sector;
  }
}

/** What the board gives back. */
export type BoardChoice =
  | { do: 'square'; at: Cell }
  /** `seen`: it was pointed at before, by a mouse. */
  | { do: 'spot'; key: string; seen: boolean }
  | { do: 'tile'; at: Cell }
  /** Bare ground was touched where no tile is to be laid. */
  | { do: 'ground'; at: Cell }
  | { do: 'rotate'; step: 1 | -1 }
  | { do: 'confirm' }
  /** A tile was touched that is no choice: within the tile, in board units; and what stands or is printed there. */
  | { do: 'look'; at: Cell; within: Point; touched: Touched | null }
  /** What the mouse is over. */
  | { do: 'hover'; at: Cell | null; spot: string | null; touched: Touched | null };
