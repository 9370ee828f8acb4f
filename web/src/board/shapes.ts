// Where the segments of tiles lie. Comes from the program that draws the tiles; until a set's file is here
// (or where it lacks something) a place is guessed from the segment's name.
import type { Rot } from '../wire';
import type { Point } from './geometry';

interface SegmentShape {
  names: string[];
  at: [number, number][];
  path: string;
}
interface TileShape {
  segments: SegmentShape[];
}
export type Shapes = Record<string, TileShape>;

const known: Shapes = {};

export function learnShapes(shapes: Shapes): void {
  Object.assign(known, shapes);
}

function turn(rot: Rot): number {
  return rot / 90;
}

/** A segment's shape by its name on the turned tile. */
function shapeOf(tile: string, rot: Rot, seg: string): SegmentShape | undefined {
  return known[tile]?.segments.find((segment) => segment.names[turn(rot)] === seg);
}

/** Where a piece stands on a segment, within its tile. */
export function standingPlace(tile: string, rot: Rot, seg: string): Point {
  const at = shapeOf(tile, rot, seg)?.at[turn(rot)];
  return at ? { x: at[0], y: at[1] } : guessedPlace(seg);
}

/** The segment's area on the unturned tile, as the `d` of a path; null where it is not known. */
export function areaOf(tile: string, rot: Rot, seg: string): string | null {
  return shapeOf(tile, rot, seg)?.path ?? null;
}

/** All segments of a tile, for finding the one under a finger. */
export function segmentsOf(tile: string, rot: Rot): { seg: string; path: string; at: Point }[] {
  return (known[tile]?.segments ?? []).map((segment) => ({
    seg: segment.names[turn(rot)]!,
    path: segment.path,
    at: { x: segment.at[turn(rot)]![0], y: segment.at[turn(rot)]![1] },
  }));
}

const SIDES: Record<string, Point> = {
  N: { x: 50, y: 0 },
  E: { x: 100, y: 50 },
  S: { x: 50, y: 100 },
  W: { x: 0, y: 50 },
};
const HALVES: Record<string, Point> = {
  NL: { x: 20, y: 12 },
  NR: { x: 80, y: 12 },
  EL: { x: 88, y: 20 },
  ER: { x: 88, y: 80 },
  SL: { x: 80, y: 88 },
  SR: { x: 20, y: 88 },
  WL: { x: 12, y: 80 },
  WR: { x: 12, y: 20 },
};

function guessedPlace(seg: string): Point {
  const [kind, port = ''] = seg.split(':');
  if (kind === 'field') return HALVES[port] ?? { x: 50, y: 70 };
  const side = SIDES[port];
  if (!side) return { x: 50, y: kind === 'bridge' ? 46 : 50 };
  const inward = kind === 'city' ? 0.55 : 0.5;
  return { x: 50 + (side.x - 50) * inward, y: 50 + (side.y - 50) * inward };
}
