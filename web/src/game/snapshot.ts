import type {
  Action, Clocks, Entry, FeatureWithSegments, StateChange, TableMessage, TableView, TileOnBoard, UpdateMessage, You,
} from '../wire';
import { cellKey } from './cells';

/** The state as updates bring it; the tiles are kept beside it, because updates bring only some of them. */
export type Position = StateChange;

/** All that is known of a table at one number of actions. Never changed: an update gives a new one. */
export interface Snapshot {
  view: TableView;
  you: You;
  seq: number;
  position: Position | null;
  /** By cellKey, in the order of laying. */
  tiles: ReadonlyMap<string, TileOnBoard>;
  options: readonly Action[];
  history: readonly Entry[];
  /** With all their segments, once they were asked for. */
  features: readonly FeatureWithSegments[] | null;
  clocks: Clocks | null;
}

function tileMap(tiles: readonly TileOnBoard[]): Map<string, TileOnBoard> {
  return new Map(tiles.map((tile) => [cellKey(tile.at), tile]));
}

/** Of a `table` message or one like it. */
export function fromTable(message: Omit<TableMessage, 'type'>): Snapshot {
  const { tiles, features: _, ...position } = message.state ?? { tiles: [], features: undefined };
  return {
    view: message.table,
    you: message.you,
    seq: message.seq,
    position: message.state ? (position as Position) : null,
    tiles: tileMap(tiles),
    options: message.options ?? [],
    history: message.history ?? [],
    features: null,
    clocks: message.clocks ?? null,
  };
}

/** The next snapshot; null if something between the two was missed. */
export function withUpdate(before: Snapshot, message: UpdateMessage): Snapshot | null {
  const first = message.entries[0]?.seq ?? message.seq;
  if (first !== before.seq || !before.position) return null;
  const tiles = new Map(before.tiles);
  for (const tile of message.tiles) tiles.set(cellKey(tile.at), tile);
  return {
    ...before,
    seq: message.seq,
    position: message.state,
    tiles,
    options: message.options,
    history: [...before.history, ...message.entries],
    features: null,
    clocks: message.clocks ?? before.clocks,
  };
}

export function withMeta(before: Snapshot, view: TableView, you: You): Snapshot {
  return { ...before, view, you };
}

/** Tiles that have not changed stay the same objects, so that only the others are drawn again. */
export function settledTiles(
  next: ReadonlyMap<string, TileOnBoard>, before: ReadonlyMap<string, TileOnBoard> | undefined,
): Map<string, TileOnBoard> {
  return new Map([...next].map(([key, tile]) => {
    const known = before?.get(key);
    return [key, known && JSON.stringify(known) === JSON.stringify(tile) ? known : tile];
  }));
}
