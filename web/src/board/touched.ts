// What stands, or is printed, under a finger where nothing is to be chosen.
import { cellKey } from '../game/cells';
import { quarterWords, type Cell } from '../wire';
import type { Land } from './description';
import { cellAt, corner, distance, plus, type Point } from './geometry';
import { towerRise, type Figure } from './scene';
import { places, point, symbolsOf } from './shapes';

export interface Touched {
  /** A figure stands on the map, a symbol is printed on a tile; sectors and quarters are parts of big boards. */
  kind: 'figure' | 'symbol' | 'sector' | 'quarter';
  name: string;
  at: Cell;
  owner?: number;
  /** Where a piece stands. */
  seg?: string;
  number?: number;
}

interface Target {
  touched: Touched;
  middle: Point;
  radius: number;
}

// A finger misses by so many pixels; but what is far away on the map is not meant.
const MISS = 9;
const MOST = 10;

/** The thing nearest to a point of the board, counted from its rim; null for bare land. */
export function touchedAt(land: Land, figures: readonly Figure[], p: Point, scale: number): Touched | null {
  const slack = Math.min(MOST, MISS / scale);
  const near = [...figureTargets(figures), ...symbolTargets(land, cellAt(p))]
    .map((target) => ({ target, part: distance(target.middle, p) / (target.radius + slack) }))
    .filter(({ part }) => part <= 1)
    .sort((a, b) => a.part - b.part)[0];
  return near?.target.touched ?? partOfBoard(land, p);
}

function figureTargets(figures: readonly Figure[]): Target[] {
  return figures.map((figure) => {
    const { name, owner, piece, at, size, number } = figure;
    const middle = { x: at.x, y: at.y - (figure.floors ? towerRise(figure.floors) / 2 : 0) };
    const touched: Touched = { kind: 'figure', name, at: piece?.at ?? cellAt(at) };
    if (owner !== undefined) touched.owner = owner;
    if (piece) touched.seg = piece.seg;
    if (number !== undefined) touched.number = number;
    return { touched, middle, radius: size * 0.45 };
  });
}

function symbolTargets(land: Land, at: Cell): Target[] {
  const tile = land.tiles.get(cellKey(at));
  if (!tile) return [];
  const printed = symbolsOf(tile.tile, tile.rot).map(({ name, at: within, radius, number }) => ({
    touched: { kind: 'symbol' as const, name, at, ...(number === undefined ? {} : { number }) },
    middle: plus(corner(at), within),
    radius,
  }));
  const bridge = { kind: 'figure' as const, name: 'bridge', at };
  return tile.bridge ? [...printed, { touched: bridge, middle: plus(corner(at), point(places.bridge)), radius: 14 }] : printed;
}

// Sectors of the wheel and quarters of the city are large: whoever touches one touches near one of its places.
const PART = 48;

function partOfBoard(land: Land, p: Point): Touched | null {
  const at = cellAt(p);
  const sectors = land.position?.wheel ? Object.entries(places.sectors ?? {}) : [];
  const quarters = land.position?.count ? quarterWords.map((name) => [name, places.quarters?.[name]] as const) : [];
  const parts = [
    ...sectors.flatMap(([name, { pig, crowns }]) => [pig, ...crowns].map((place) => ({ kind: 'sector' as const, name, place }))),
    ...quarters.flatMap(([name, plan]) => (plan ? [plan.count, plan.at] : []).map((place) => ({ kind: 'quarter' as const, name, place }))),
  ];
  const near = parts.map((part) => ({ part, far: distance(point(part.place), p) })).sort((a, b) => a.far - b.far)[0];
  return near && near.far <= PART ? { kind: near.part.kind, name: near.part.name, at } : null;
}
