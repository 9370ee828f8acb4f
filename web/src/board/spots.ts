import { cellKey } from '../game/cells';
import type { Axis, Cell } from '../wire';
import { nearestOf, spreadOut, type Movable } from './apart';
import { standingRoom } from './standing';
import { whereKey, type Land, type Spot } from './description';
import { cellAt, corner, distance, plus, type Point } from './geometry';
import { carpet, cityMiddle, nextFloorPlace, placeOf, type Figure } from './scene';

const STEP = 30;
// Board units between two spots of a tile, where there is room for that.
const APART = 32;

/** A castle rises between the two tiles of its city; everything else is where it will stand. */
function homeOf(land: Land, figures: readonly Figure[], { where, ghost }: Spot): Point {
  const isCastle = ghost.kind === 'figure' && ghost.figure === 'castle';
  if (isCastle && where.kind === 'segment') return cityMiddle(where.at, where.seg);
  const tile = where.kind === 'segment' ? land.tiles.get(cellKey(where.at)) : undefined;
  // A floor goes upon the others; a whole pyramid is framed, not its next place.
  if (tile && ghost.kind === 'piece' && ghost.piece === 'floor') return nextFloorPlace(tile);
  if (tile && ghost.kind === 'mark' && where.kind === 'segment' && where.seg === 'acrobats')
    return plus(carpet(tile), { x: 0, y: -11 });
  // What may become of a flock stands above the shepherd, who stays in sight with his sheep.
  const ofFlock = ghost.kind === 'figure' && (ghost.figure === 'sheep' || ghost.figure === 'barn');
  return plus(placeOf(land, figures, where), ofFlock ? { x: 10, y: -36 } : { x: 0, y: 0 });
}

/** Two bridges that cross are touched at their ends, and drawn over the whole tile. */
export function bridgeEnd(axis: Axis): Point {
  return axis === 'NS' ? { x: 0, y: -34 } : { x: 34, y: 0 };
}

export function grouped<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

/** The tile that a spot belongs to; what lies across tiles belongs to the one in its middle. */
export function cellOf({ where }: Spot, place: Point): Cell {
  return 'at' in where ? where.at : cellAt(place);
}

function movable(land: Land, { where, ghost }: Spot, home: Point): Movable {
  const tile = where.kind === 'segment' && ghost.kind === 'piece' ? land.tiles.get(cellKey(where.at)) : undefined;
  if (!tile || where.kind !== 'segment') return { home, elsewhere: [] };
  const origin = corner(tile.at);
  return { home, elsewhere: standingRoom(tile.tile, tile.rot, where.seg, tile.bridge).map((p) => plus(origin, p)) };
}

/** Where each spot is drawn and touched: in its own area, and apart from the others of its tile. */
export function spotPlaces(land: Land, figures: readonly Figure[], spots: readonly Spot[]): Map<string, Point> {
  const homes = homesOf(land, figures, spots);
  const tiles = grouped(spots, (spot) => cellKey(cellOf(spot, homes.get(spot.key)!)));
  const places = new Map<string, Point>();
  for (const here of tiles.values()) {
    const apart = spreadOut(here.map((spot) => movable(land, spot, homes.get(spot.key)!)), APART);
    for (const [i, spot] of here.entries()) places.set(spot.key, apart[i]!);
  }
  return places;
}

/** How far from its middle each spot may be touched, half the way to its neighbour. */
export function spotRooms(places: ReadonlyMap<string, Point>): Map<string, number> {
  const all = [...places];
  return new Map(all.map(([key, p]) => [key, nearestOf(p, all.filter(([other]) => other !== key).map(([, at]) => at)) / 2]));
}

/** Those at one place stand in a row. */
function homesOf(land: Land, figures: readonly Figure[], spots: readonly Spot[]): Map<string, Point> {
  const rows = grouped(spots, (spot) => whereKey(spot.where));
  const places = new Map<string, Point>();
  for (const row of rows.values())
    for (const [i, spot] of row.entries()) {
      const beside = { x: (i - (row.length - 1) / 2) * STEP, y: 0 };
      const shift = spot.ghost.kind === 'bridge' ? bridgeEnd(spot.ghost.axis) : beside;
      places.set(spot.key, plus(homeOf(land, figures, spot), shift));
    }
  return places;
}

// The nearest spot wins, as far as a finger may miss it, in pixels and in board units.
const MISS = 30;
const NEAR = 24;

/** The spot that a touch of the board means. */
export function spotAt(spots: readonly Spot[], places: ReadonlyMap<string, Point>, p: Point, scale: number): Spot | null {
  let nearest: Spot | null = null;
  let least = Math.max(MISS / scale, NEAR);
  for (const spot of spots) {
    const far = distance(places.get(spot.key)!, p);
    if (far > least) continue;
    least = far;
    nearest = spot;
  }
  const cell = cellKey(cellAt(p));
  return nearest ?? spots.find((spot) => spot.where.kind === 'cell' && cellKey(spot.where.at) === cell) ?? null;
}
