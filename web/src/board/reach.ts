// How far a tower reaches: its own tile and, straight in four directions, as many cells as it is high.
import { cellKey } from '../game/cells';
import type { Cell } from '../wire';
import type { Land, Reach } from './description';
import { corner, TILE } from './geometry';

const DIRECTIONS: readonly Cell[] = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** How many cells of an arm to light: up to the last tile within reach, over gaps. */
function armLength(land: Land, { at, floors }: Reach, [dx, dy]: Cell): number {
  let length = 0;
  for (let step = 1; step <= floors; step++)
    if (land.tiles.has(cellKey([at[0] + dx * step, at[1] + dy * step]))) length = step;
  return length;
}

/** The cross as the `d` of a path. */
export function reachPath(land: Land, reach: Reach): string {
  const [north, east, south, west] = DIRECTIONS.map((way) => armLength(land, reach, way) * TILE);
  const { x, y } = corner(reach.at);
  const across = (from: number, to: number) => `V${y + from}H${x + to}`;
  return [
    `M${x} ${y - north!}H${x + TILE}`, across(0, TILE + east!), across(TILE, TILE),
    across(TILE + south!, 0), across(TILE, -west!), across(0, 0), 'Z',
  ].join('');
}
