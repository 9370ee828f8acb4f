// The land as a whole: the coast round all cells, and what stands about in the clearings of each.
import { cellKey } from '../game/cells';
import type { Cell, Rot } from '../wire';
import { corner, TILE, turned, type Point } from './geometry';
import { clearingsOf, places } from './shapes';

// Clockwise as seen, the land to the right: the cell beyond each side, and the side's two ends in tiles.
const SIDES: { beyond: Cell; from: Cell; to: Cell }[] = [
  { beyond: [0, 1], from: [0, 0], to: [1, 0] },
  { beyond: [1, 0], from: [1, 0], to: [1, 1] },
  { beyond: [0, -1], from: [1, 1], to: [0, 1] },
  { beyond: [-1, 0], from: [0, 1], to: [0, 0] },
];

interface Stretch {
  from: Point;
  to: Point;
}

function stretchesOf(cells: readonly Cell[]): Stretch[] {
  const land = new Set(cells.map(cellKey));
  return cells.flatMap((at) => {
    const p = corner(at);
    return SIDES.filter(({ beyond }) => !land.has(cellKey([at[0] + beyond[0], at[1] + beyond[1]]))).map(({ from, to }) => ({
      from: { x: p.x + from[0] * TILE, y: p.y + from[1] * TILE },
      to: { x: p.x + to[0] * TILE, y: p.y + to[1] * TILE },
    }));
  });
}

const key = (p: Point) => `${p.x} ${p.y}`;

/** The coast of the land that these cells make, as the `d` of a path: a closed line round each piece and each hole. */
export function coastOf(cells: readonly Cell[]): string {
  const leaving = new Map<string, Stretch[]>();
  for (const stretch of stretchesOf(cells)) leaving.set(key(stretch.from), [...(leaving.get(key(stretch.from)) ?? []), stretch]);
  let path = '';
  for (const starts of leaving.values()) {
    while (starts.length > 0) {
      let stretch = starts.pop()!;
      const first = stretch.from;
      path += `M${first.x} ${first.y}`;
      while (key(stretch.to) !== key(first)) {
        const next = leaving.get(key(stretch.to))!.pop()!;
        // Only where the coast bends.
        if ((next.to.x - stretch.from.x) * (next.to.y - stretch.from.y) !== 0) path += `L${next.from.x} ${next.from.y}`;
        stretch = next;
      }
      path += 'Z';
    }
  }
  return path;
}

/** Always the same number for the index-th clearing of the tile at a cell; pictures of the program throw the same dice. */
export function growthDice(at: Cell, index: number): number {
  let hash = Math.imul(at[0], 73856093) ^ Math.imul(at[1], 19349663) ^ Math.imul(index + 1, 83492791);
  hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export interface Growth {
  symbol: string;
  at: Point;
  /** 0 is small. */
  size: number;
}

/** What stands about on a tile that lies at a cell: no two copies of a tile look alike. */
export function growthOn(tile: string, rot: Rot, cell: Cell): Growth[] {
  const origin = corner(cell);
  return clearingsOf(tile).flatMap(([x, y, size], index) => {
    const kinds = places.growth[size] ?? [];
    const symbol = kinds[growthDice(cell, index) % kinds.length];
    const p = turned({ x, y }, rot);
    return symbol ? [{ symbol: `#${symbol}`, at: { x: origin.x + p.x, y: origin.y + p.y }, size }] : [];
  });
}
