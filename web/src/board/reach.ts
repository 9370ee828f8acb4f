// How far a tower reaches: its own tile and, straight in four directions, as many cells as it is high.
import { cellKey } from '../game/cells';
import type { Snapshot } from '../game/snapshot';
import type { Flow } from '../play/flow.svelte';
import type { Cell } from '../wire';
import { corner, TILE } from './geometry';

export interface Reach {
  at: Cell;
  floors: number;
}

/** The reach that matters now: of the tower just built, or of one that a floor may be put on. */
export function reachNow(game: Snapshot, flow: Flow): Reach | null {
  if (flow.kind === 'capture') {
    const built = game.history.flatMap((entry) => entry.events).findLast((event) => event.event === 'tower_built');
    return built?.event === 'tower_built' ? { at: built.at, floors: built.floors } : null;
  }
  const pointed = flow.spots.find((spot) => spot.actions[0]?.do === 'tower' && isPointedAt(spot.key, spot.where, flow));
  if (pointed?.where.kind !== 'segment') return null;
  return { at: pointed.where.at, floors: (game.tiles.get(cellKey(pointed.where.at))?.floors ?? 0) + 1 };
}

function isPointedAt(key: string, where: { kind: string; at?: Cell }, flow: Flow): boolean {
  if (flow.marked !== null) return flow.marked === key;
  return flow.hovered !== null && where.at !== undefined && cellKey(flow.hovered) === cellKey(where.at);
}

const DIRECTIONS: readonly Cell[] = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** How many cells of an arm to light: up to the last tile within reach, over gaps. */
function armLength(game: Snapshot, { at, floors }: Reach, [dx, dy]: Cell): number {
  let length = 0;
  for (let step = 1; step <= floors; step++)
    if (game.tiles.has(cellKey([at[0] + dx * step, at[1] + dy * step]))) length = step;
  return length;
}

/** The cross as the `d` of a path. */
export function reachPath(game: Snapshot, reach: Reach): string {
  const [north, east, south, west] = DIRECTIONS.map((way) => armLength(game, reach, way) * TILE);
  const { x, y } = corner(reach.at);
  const across = (from: number, to: number) => `V${y + from}H${x + to}`;
  return [
    `M${x} ${y - north!}H${x + TILE}`, across(0, TILE + east!), across(TILE, TILE),
    across(TILE + south!, 0), across(TILE, -west!), across(0, 0), 'Z',
  ].join('');
}
