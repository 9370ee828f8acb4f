// The board's plane: 100 units a tile, x east and y south, the north-west corner of cell [0, 0] at 0, 0.
import type { Cell, Rot } from '../wire';

export const TILE = 100;

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function corner(at: Cell): Point {
  // `+ 0` turns the -0 that negation gives into 0.
  return { x: at[0] * TILE, y: -at[1] * TILE + 0 };
}

export function middle(at: Cell): Point {
  const p = corner(at);
  return { x: p.x + TILE / 2, y: p.y + TILE / 2 };
}

export function cellAt(p: Point): Cell {
  return [Math.floor(p.x / TILE), -Math.floor(p.y / TILE) + 0];
}

export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function boundsOf(cells: Iterable<Cell>): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const at of cells) {
    const p = corner(at);
    box.left = Math.min(box.left, p.x);
    box.top = Math.min(box.top, p.y);
    box.right = Math.max(box.right, p.x + TILE);
    box.bottom = Math.max(box.bottom, p.y + TILE);
  }
  return box.left === Infinity ? { left: 0, top: 0, right: TILE, bottom: TILE } : box;
}

/** Cells in an order for the keyboard: nearest to `from` first, ties by row and column. */
export function nearestFirst(cells: readonly Cell[], from: Cell): Cell[] {
  const far = (at: Cell) => Math.hypot(at[0] - from[0], at[1] - from[1]);
  return [...cells].sort((a, b) => far(a) - far(b) || b[1] - a[1] || a[0] - b[0]);
}

/** The nearest of the cells that lies in the direction of an arrow key, seen from `from`. */
export function neighbourTowards(cells: readonly Cell[], from: Cell, direction: Cell): Cell | null {
  let best: Cell | null = null;
  let least = Infinity;
  for (const at of cells) {
    const dx = at[0] - from[0];
    const dy = at[1] - from[1];
    const ahead = dx * direction[0] + dy * direction[1];
    if (ahead <= 0) continue;
    // Sideways counts double, so that an arrow prefers what lies straight ahead.
    const cost = ahead + 2 * Math.abs(dx * direction[1] - dy * direction[0]);
    if (cost < least) {
      least = cost;
      best = at;
    }
  }
  return best;
}

const QUARTER_TURNS: Record<Rot, [number, number, number, number]> = {
  0: [1, 0, 0, 1],
  90: [0, -1, 1, 0],
  180: [-1, 0, 0, -1],
  270: [0, 1, -1, 0],
};

/** A point of an unturned tile after a turn clockwise about the tile's middle. */
export function turned(p: Point, rotation: Rot): Point {
  const [a, b, c, d] = QUARTER_TURNS[rotation];
  const x = p.x - TILE / 2;
  const y = p.y - TILE / 2;
  return { x: TILE / 2 + a * x + b * y, y: TILE / 2 + c * x + d * y };
}
