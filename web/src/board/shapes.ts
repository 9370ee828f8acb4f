// Where things are on tiles and boards (docs/art-web.md, "Where things are"). It all comes from the program
// that draws them; a place that is not known is guessed from the segment's name.
import type { Axis, Quarter, Rot } from '../wire';
import { turned, type Point } from './geometry';

type Pair = [number, number];

interface SegmentShape {
  names: string[];
  at: Pair[];
  beside?: Partial<Record<Axis, Pair[]>>;
  path: string;
}
interface TileShape {
  segments: SegmentShape[];
  centre: Pair[];
  banks?: SegmentShape[];
  /** The middles of printed places for a tower, acrobats, the big top. */
  tower?: Pair[];
  acrobats?: Pair[];
  circus?: Pair[];
  /** Open ground in its fields, unturned: where, and how large of three sizes. */
  clearings?: [number, number, number][];
  symbols?: { name: string; at: Pair; radius: number; number?: number }[];
}
interface QuarterPlaces {
  count: Pair;
  at: Pair;
  with_count: Pair;
  step: Pair;
  path: string;
}
interface SectorPlaces {
  pig: Pair;
  crowns: Pair[];
  path: string;
}
export interface Places {
  sizes: Record<string, number>;
  row_step: number;
  dragon: Pair;
  fairy_beside: Pair;
  flock_beside: Pair;
  king_beside: Pair;
  robber_beside: Pair;
  bridge: Pair;
  bridge_areas: Partial<Record<Axis, string>>;
  castle: Record<string, Pair>;
  granary: Pair;
  in_building: Pair;
  /** The first floor from the foundation; by height, how far above it the highest is; a guard from that one. */
  tower: { at: Pair; rise: number[]; guard: Pair; guard_size: number; plate: Pair };
  acrobats: { at: Pair[]; size: number };
  big_top: Pair;
  /** By the size of a clearing, the symbols that may stand there; an empty one leaves it free. */
  growth: string[][];
  quarters?: Record<Quarter, QuarterPlaces>;
  sectors?: Record<string, SectorPlaces>;
}
/** A file of shapes: tiles by their ids, and `places`. */
export type Shapes = { places?: Places } & Record<string, TileShape | Places | undefined>;

export const places: Places = {
  sizes: {},
  row_step: 0.75,
  dragon: [50, 50],
  fairy_beside: [14, -3],
  flock_beside: [23, 4],
  king_beside: [0, 0],
  robber_beside: [0, 0],
  bridge: [50, 46],
  bridge_areas: {},
  castle: { N: [50, 0], E: [100, 50], S: [50, 100], W: [0, 50] },
  granary: [100, 0],
  in_building: [0, 10],
  tower: { at: [0, -4], rise: [0, 0, 8, 16, 24, 27, 30, 33, 36], guard: [0, -21], guard_size: 28, plate: [13, 8] },
  acrobats: { at: [[-10, -4], [10, -4], [0, -22]], size: 24 },
  big_top: [0, -6],
  growth: [],
};
const tiles = new Map<string, TileShape>();
// Springs and lakes have two banks where a rule says so; a game either has that rule or not.
let divided = false;

export function learnShapes(shapes: Shapes): void {
  for (const [id, shape] of Object.entries(shapes)) if (id !== 'places' && shape) tiles.set(id, shape as TileShape);
  Object.assign(places, shapes.places);
}

export function divideBanks(yes: boolean): void {
  divided = yes;
}

export function point([x, y]: Pair): Point {
  return { x, y };
}

/** A list by rotation; cells of a big board have one element. */
function at<T>(list: T[], rot: Rot): T {
  return list[rot / 90] ?? list[0]!;
}

function shapesOf(tile: string): SegmentShape[] {
  const shape = tiles.get(tile);
  if (!shape) return [];
  if (!divided || !shape.banks) return shape.segments;
  return [...shape.segments.filter((segment) => !segment.names[0]!.startsWith('field')), ...shape.banks];
}

/** Where a piece stands on a segment, within its tile, upon which there may be a bridge. */
export function standingPlace(tile: string, rot: Rot, seg: string, bridge?: Axis): Point {
  if (seg === 'bridge') return point(places.bridge);
  const shape = shapesOf(tile).find((segment) => at(segment.names, rot) === seg);
  if (!shape) return guessedPlace(seg);
  const beside = bridge && shape.beside?.[bridge];
  return point(at(beside ?? shape.at, rot));
}

/** Where something stands that is on the tile and on no segment of it. */
export function centreOf(tile: string, rot: Rot): Point {
  const shape = tiles.get(tile);
  return shape ? point(at(shape.centre, rot)) : { x: 50, y: 50 };
}

export function clearingsOf(tile: string): readonly [number, number, number][] {
  return tiles.get(tile)?.clearings ?? [];
}

/** The middle of a printed place, or of the tile where the picture has none. */
export function markPlace(tile: string, rot: Rot, mark: 'tower' | 'acrobats' | 'circus'): Point {
  const list = tiles.get(tile)?.[mark];
  return list ? point(at(list, rot)) : centreOf(tile, rot);
}

export interface PrintedSymbol {
  name: string;
  at: Point;
  radius: number;
  number?: number;
}

/** What is printed on a tile and has a meaning of its own, with places within the tile. */
export function symbolsOf(tile: string, rot: Rot): PrintedSymbol[] {
  return (tiles.get(tile)?.symbols ?? []).map((symbol) => ({ ...symbol, at: turned(point(symbol.at), rot) }));
}

/** A segment's area as the `d` of a path, and by how much it has to be turned; null where it is not known. */
export function areaOf(tile: string, rot: Rot, seg: string, bridge?: Axis): { path: string; turn: Rot } | null {
  const deck = seg === 'bridge' && bridge ? places.bridge_areas[bridge] : undefined;
  if (deck) return { path: deck, turn: 0 };
  const path = shapesOf(tile).find((segment) => at(segment.names, rot) === seg)?.path;
  return path ? { path, turn: rot } : null;
}

/** All segments of a tile, for finding the one under a finger. */
export function segmentsOf(tile: string, rot: Rot): { seg: string; path: string; at: Point }[] {
  return shapesOf(tile).map((segment) => ({
    seg: at(segment.names, rot),
    path: segment.path,
    at: point(at(segment.at, rot)),
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
  if (!side) return { x: 50, y: 50 };
  return { x: 50 + (side.x - 50) / 2, y: 50 + (side.y - 50) / 2 };
}
