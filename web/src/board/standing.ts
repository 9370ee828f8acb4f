// Points within the areas of segments. They are paths, which only a browser can read: elsewhere none is known.
import type { Axis, Rot } from '../wire';
import { TILE, turned, type Point } from './geometry';
import { areaOf } from './shapes';

let canvas: CanvasRenderingContext2D | null = null;
const known = new Map<string, Path2D>();

export function inside(path: string, p: Point): boolean {
  canvas ??= document.createElement('canvas').getContext('2d');
  let area = known.get(path);
  if (!area) known.set(path, (area = new Path2D(path)));
  return canvas?.isPointInPath(area, p.x, p.y, 'evenodd') ?? false;
}

const STEP = 4;
// So far from the tile's edge that it is seen to which tile it belongs.
const EDGE = 14;
// As far from walls and banks as there is room for; a road has next to none.
const CLEARANCES = [11, 8, 5, 2];
const ENOUGH = 5;
const DIRECTIONS = Array.from({ length: 8 }, (_, i) => ({ x: Math.cos((i * Math.PI) / 4), y: Math.sin((i * Math.PI) / 4) }));

function isClear(path: string, p: Point, clearance: number): boolean {
  return inside(path, p) && DIRECTIONS.every((d) => inside(path, { x: p.x + d.x * clearance, y: p.y + d.y * clearance }));
}

function clearPoints(path: string): Point[] {
  const grid: Point[] = [];
  for (let x = EDGE; x <= TILE - EDGE; x += STEP)
    for (let y = EDGE; y <= TILE - EDGE; y += STEP) if (inside(path, { x, y })) grid.push({ x, y });
  for (const clearance of CLEARANCES) {
    const clear = grid.filter((p) => isClear(path, p, clearance));
    if (clear.length >= ENOUGH) return clear;
  }
  return grid;
}

const clear = new Map<string, Point[]>();

/** Where within a segment of a laid tile something may stand, well away from its edges. */
export function standingRoom(tile: string, rot: Rot, seg: string, bridge?: Axis): readonly Point[] {
  const area = typeof document === 'undefined' ? null : areaOf(tile, rot, seg, bridge);
  if (!area) return [];
  let points = clear.get(area.path);
  if (!points) clear.set(area.path, (points = clearPoints(area.path)));
  return points.map((p) => turned(p, area.turn));
}
