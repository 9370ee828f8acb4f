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

/** The box of these points, each with `reach` about it. */
export function around(points: readonly Point[], reach: number): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return {
    left: Math.min(...xs) - reach, top: Math.min(...ys) - reach, right: Math.max(...xs) + reach, bottom: Math.max(...ys) + reach,
  };
}

export function boxOfCell(at: Cell): Box {
  return boundsOf([at]);
}

export function union(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
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
