// Everything that stands on the board, with its place: pieces, figures of the expansions, buildings.
import { cellKey } from '../game/cells';
import { sheepIn } from '../game/flocks';
import { quarterWords, type Castle, type Cell, type Piece, type Quarter, type TileOnBoard } from '../wire';
import type { Land, Where } from './description';
import { corner, distance, middle, plus, TILE, type Point } from './geometry';
import { centreOf, markPlace, places, point, standingPlace } from './shapes';

export interface Figure {
  key: string;
  /** What it is, and whose. */
  name: string;
  owner?: number;
  symbol: string;
  at: Point;
  size: number;
  /** Buildings and what has a drawn place of its own: others step aside for them. */
  fixed: boolean;
  /** How many it stands for, written upon it. */
  number?: number;
  /** Of a tower, one upon the other; `at` is the first. */
  floors?: number;
  /** By how much it stands higher than it seems: upon a tower, upon other acrobats. */
  raised?: number;
  /** For pieces on segments: whose and where. */
  piece?: { at: Cell; seg: string; piece: Piece; owner: number };
}

const MEEPLE_SIZE = 33;

export function sizeOf(symbol: string): number {
  return places.sizes[symbol] ?? MEEPLE_SIZE;
}

// --- places ---

// The north-west cell of a big board is [0, 0], so that places on the board are places on the plane.

export function quarterPlace(quarter: Quarter): Point {
  const found = places.quarters?.[quarter];
  return found ? point(found.at) : middle([1, -1]);
}

export function crownPlace(sector: string, index: number): Point {
  const found = places.sectors?.[sector]?.crowns[index];
  return found ? point(found) : middle([1, -1]);
}

const CORNERS: Record<string, Point> = {
  'corner:NE': { x: TILE, y: 0 },
  'corner:SE': { x: TILE, y: TILE },
  'corner:SW': { x: 0, y: TILE },
  'corner:NW': { x: 0, y: 0 },
};

const up = (p: Point, by: number): Point => ({ x: p.x, y: p.y - by });

/** How far above its first floor the highest one of a tower is drawn; of very high ones not all are drawn. */
export function towerRise(floors: number): number {
  return places.tower.rise[floors] ?? places.tower.rise.at(-1) ?? 0;
}

export const drawnFloors = (floors: number): number => Math.min(floors, places.tower.rise.length - 1);

/** Where the first floor of a tower stands. */
function towerPlace(tile: TileOnBoard): Point {
  return plus(plus(corner(tile.at), markPlace(tile.tile, tile.rot, 'tower')), point(places.tower.at));
}

/** Where the next floor of a tower goes. */
export function nextFloorPlace(tile: TileOnBoard): Point {
  return up(towerPlace(tile), towerRise((tile.floors ?? 0) + 1));
}

/** A place of a tile that is no segment, with `before` others of its kind there; null for segments. */
function spotPlace(tile: TileOnBoard | undefined, at: Cell, seg: string, before: number): Point | null {
  const edge = CORNERS[seg];
  if (edge) return plus(corner(at), edge);
  if (!tile) return null;
  if (seg === 'tower') return plus(up(towerPlace(tile), towerRise(tile.floors ?? 0)), point(places.tower.guard));
  if (seg !== 'acrobats') return null;
  return plus(carpet(tile), point(places.acrobats.at[Math.min(before, places.acrobats.at.length - 1)]!));
}

/** The middle of the place where acrobats stand. */
export function carpet(tile: TileOnBoard): Point {
  return plus(corner(tile.at), markPlace(tile.tile, tile.rot, 'acrobats'));
}

export function acrobatsOn(tile: TileOnBoard | undefined): number {
  return tile?.pieces.filter((piece) => piece.seg === 'acrobats').length ?? 0;
}

export function segmentPlace(tile: TileOnBoard | undefined, at: Cell, seg: string): Point {
  const spot = spotPlace(tile, at, seg, acrobatsOn(tile));
  if (spot) return spot;
  return plus(corner(at), standingPlace(tile?.tile ?? '', tile?.rot ?? 0, seg, tile?.bridge));
}

function tilePlace(tile: TileOnBoard | undefined, at: Cell): Point {
  return plus(corner(at), tile ? centreOf(tile.tile, tile.rot) : { x: TILE / 2, y: TILE / 2 });
}

const TOWARDS: Record<string, Cell> = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

/** Between the two cells of a small city: it is where its one side points. */
export function castlePlace(castle: Castle): Point {
  if ('at' in castle) return cityMiddle(castle.at, castle.seg);
  const places = castle.cells.map(middle);
  const sum = places.reduce(plus, { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}

export function cityMiddle(at: Cell, seg: string): Point {
  return plus(corner(at), point(places.castle[seg.split(':')[1] ?? ''] ?? [50, 50]));
}

export function granaryPlace(cornerOf: Cell): Point {
  return plus(corner(cornerOf), point(places.granary));
}

function cellsOf(castle: Castle): Cell[] {
  if ('cells' in castle) return castle.cells;
  const side = TOWARDS[castle.seg.split(':')[1] ?? ''] ?? [0, 0];
  return [castle.at, [castle.at[0] + side[0], castle.at[1] + side[1]]];
}

function castleAt(land: Land, at: Cell): Castle | undefined {
  const here = cellKey(at);
  return land.position?.castles?.find((castle) => cellsOf(castle).some((cell) => cellKey(cell) === here));
}

/** Where an answer is shown. */
export function placeOf(land: Land, figures: readonly Figure[], where: Where): Point {
  switch (where.kind) {
    case 'segment':
      return segmentPlace(land.tiles.get(cellKey(where.at)), where.at, where.seg);
    case 'piece': {
      const standing = figures.find((figure) => stands(figure, where));
      return standing?.at ?? segmentPlace(land.tiles.get(cellKey(where.at)), where.at, where.seg);
    }
    case 'cell': {
      const castle = castleAt(land, where.at);
      return castle ? castlePlace(castle) : middle(where.at);
    }
    case 'corner':
      return granaryPlace(where.at);
    case 'quarter':
      return quarterPlace(where.quarter);
    case 'sector': {
      const spaces = land.position?.wheel?.crowns[where.sector] ?? [];
      return crownPlace(where.sector, Math.max(0, spaces.indexOf(null)));
    }
  }
}

function stands(figure: Figure, where: Extract<Where, { kind: 'piece' }>): boolean {
  const piece = figure.piece;
  return piece !== undefined && cellKey(piece.at) === cellKey(where.at) && piece.seg === where.seg
    && (piece.piece === where.piece || where.piece === 'lady')
    && (where.owner === null || where.owner === piece.owner);
}

// --- figures ---

export function figuresOf(land: Land): Figure[] {
  if (!land.position) return [];
  const figures = [...buildings(land), ...pieces(land), ...wanderers(land), ...quarters(land), ...wheel(land)];
  makeRoom(figures);
  // Who stands further south stands in front, and whoever stands upon something in front of it.
  const ground = (each: Figure) => each.at.y + (each.raised ?? 0);
  const isBuilding = (each: Figure) => Number(each.fixed && each.raised === undefined);
  return figures.sort((a, b) =>
    isBuilding(b) - isBuilding(a) || ground(a) - ground(b) || (a.raised ?? 0) - (b.raised ?? 0));
}

/** Only the pieces: what else stands there is drawn as it is. */
export function rememberedFigures(land: Land): Figure[] {
  return figuresOf(land).filter((each) => each.piece !== undefined || each.key.startsWith('barn '));
}

function figure(key: string, symbol: string, seat: number | null, at: Point, fixed = false): Figure {
  const base = { key, name: symbol.replace('-lying', ''), at, size: sizeOf(symbol), fixed };
  return seat === null ? { ...base, symbol: `#p-${symbol}` } : { ...base, owner: seat, symbol: `#p-${symbol}-${seat}` };
}

function buildings(land: Land): Figure[] {
  const { castles = [], granaries = [], barns = [], circus } = land.position!;
  const tent = circus?.at ? land.tiles.get(cellKey(circus.at)) : undefined;
  return [
    ...castles.map((castle, i) =>
      figure(`castle ${i}`, 'castle', 'owner' in castle ? castle.owner : null, castlePlace(castle), true)),
    ...granaries.map((granary, i) => figure(`granary ${i}`, 'granary', null, granaryPlace(granary.corner), true)),
    ...barns.map((barn) => figure(`barn ${cellKey(barn.corner)}`, 'barn', barn.owner, granaryPlace(barn.corner), true)),
    ...towers(land),
    ...(tent ? [figure('big-top', 'big-top', null, bigTopPlace(tent), true)] : []),
  ];
}

function bigTopPlace(tile: TileOnBoard): Point {
  return plus(plus(corner(tile.at), markPlace(tile.tile, tile.rot, 'circus')), point(places.big_top));
}

function towers(land: Land): Figure[] {
  return [...land.tiles.values()].filter((tile) => tile.floors).map((tile) => ({
    ...figure(`tower ${cellKey(tile.at)}`, 'tower', null, towerPlace(tile), true),
    floors: tile.floors!,
  }));
}

/** Guards and acrobats stand where they were put, upon one another if need be; barns have a list of their own. */
function onSpot(tile: TileOnBoard, standing: TileOnBoard['pieces'][number], before: number): Figure | null {
  const at = spotPlace(tile, tile.at, standing.seg, before);
  if (!at || standing.piece === 'barn') return null;
  const isGuard = standing.seg === 'tower';
  return {
    ...figure(`${cellKey(tile.at)} ${standing.seg} ${before} ${standing.owner}`, standing.piece, standing.owner, at, true),
    size: isGuard ? places.tower.guard_size : places.acrobats.size,
    raised: (isGuard ? towerPlace(tile).y : carpet(tile).y) - at.y,
    piece: { at: tile.at, seg: standing.seg, piece: standing.piece, owner: standing.owner },
  };
}

const isSpot = (seg: string): boolean => seg === 'tower' || seg === 'acrobats' || seg in CORNERS;

export function pieceSymbol(piece: Piece, seg: string): string {
  const lies = seg.startsWith('field') && (piece === 'meeple' || piece === 'big');
  return lies ? `${piece}-lying` : piece;
}

function pieces(land: Land): Figure[] {
  const figures: Figure[] = [];
  for (const tile of land.tiles.values()) {
    const rows = new Map<string, number>();
    for (const standing of tile.pieces) {
      const row = `${standing.seg} ${standing.in ?? ''}`;
      const number = rows.get(row) ?? 0;
      rows.set(row, number + 1);
      if (isSpot(standing.seg)) {
        const raised = onSpot(tile, standing, number);
        if (raised) figures.push(raised);
        continue;
      }
      const count = tile.pieces.filter((other) => `${other.seg} ${other.in ?? ''}` === row).length;
      const symbol = pieceSymbol(standing.piece, standing.seg);
      const base = inBuilding(land, tile, standing) ?? segmentPlace(tile, tile.at, standing.seg);
      const at = plus(base, { x: (number - (count - 1) / 2) * places.row_step * sizeOf(symbol), y: 0 });
      figures.push({
        ...figure(`${cellKey(tile.at)} ${row} ${number} ${standing.owner}`, symbol, standing.owner, at),
        piece: { at: tile.at, seg: standing.seg, piece: standing.piece, owner: standing.owner },
      });
      const sheep = sheepIn(standing.flock ?? {});
      if (sheep > 0)
        figures.push({
          ...figure(`${cellKey(tile.at)} ${row} ${number} flock`, 'sheep', null, plus(at, point(places.flock_beside))),
          number: sheep,
        });
    }
  }
  return figures;
}

function inBuilding(land: Land, tile: TileOnBoard, standing: TileOnBoard['pieces'][number]): Point | null {
  if (standing.in === 'castle') {
    const castle = castleAt(land, tile.at);
    return castle ? plus(castlePlace(castle), point(places.in_building)) : null;
  }
  if (standing.in !== 'granary') return null;
  const home = segmentPlace(tile, tile.at, standing.seg);
  const granaries = (land.position!.granaries ?? []).filter((each) => each.owner === standing.owner)
    .map((each) => granaryPlace(each.corner));
  const nearest = granaries.sort((a, b) => distance(a, home) - distance(b, home))[0];
  return nearest ? plus(nearest, point(places.in_building)) : null;
}

function wanderers(land: Land): Figure[] {
  const { dragon, fairy, king, robber } = land.position!;
  const figures: Figure[] = [];
  const tileAt = (at: Cell) => land.tiles.get(cellKey(at));
  if (dragon) figures.push(figure('dragon', 'dragon', null, plus(corner(dragon), point(places.dragon))));
  if (fairy) {
    const home = fairy.seg ? segmentPlace(tileAt(fairy.at), fairy.at, fairy.seg) : tilePlace(tileAt(fairy.at), fairy.at);
    figures.push(figure('fairy', 'fairy', null, plus(home, point(places.fairy_beside))));
  }
  for (const [name, token] of [['king', king], ['robber', robber]] as const)
    if (token?.at) {
      const home = segmentPlace(tileAt(token.at), token.at, token.seg);
      figures.push(figure(name, name, null, plus(home, point(places[`${name}_beside`]))));
    }
  return figures;
}

function quarters(land: Land): Figure[] {
  const count = land.position!.count;
  if (!count) return [];
  const figures: Figure[] = [];
  for (const quarter of quarterWords) {
    const plan = places.quarters?.[quarter];
    if (!plan) continue;
    const here = count.quarter === quarter;
    if (here) figures.push(figure('count', 'count', null, point(plan.count)));
    const first = point(here ? plan.with_count : plan.at);
    for (const [i, piece] of (count[quarter] ?? []).entries()) {
      const at = plus(first, { x: plan.step[0] * i, y: plan.step[1] * i });
      figures.push(figure(`${quarter} ${i} ${piece.owner}`, piece.piece, piece.owner, at));
    }
  }
  return figures;
}

function wheel(land: Land): Figure[] {
  const state = land.position!.wheel;
  if (!state) return [];
  const pig = places.sectors?.[state.pig]?.pig;
  const figures = pig ? [figure('wheel-pig', 'wheel-pig', null, point(pig), true)] : [];
  for (const [sector, spaces] of Object.entries(state.crowns))
    for (const [i, owner] of spaces.entries())
      if (owner !== null) {
        const other = state.pieces?.find((on) => on.sector === sector && on.owner === owner);
        const piece = spaces.indexOf(owner) === i && other ? other.piece : 'meeple';
        figures.push(figure(`crown ${sector} ${i}`, piece, owner, crownPlace(sector, i), true));
      }
  return figures;
}

/** Pushes figures apart that would hide one another. */
export function makeRoom(figures: Figure[]): void {
  for (let round = 0; round < 30; round++) {
    let moved = false;
    for (const [i, a] of figures.entries())
      for (const b of figures.slice(i + 1)) moved = separate(a, b) || moved;
    if (!moved) return;
  }
}

function separate(a: Figure, b: Figure): boolean {
  const wanted = 0.36 * (a.size + b.size);
  if (Math.abs(a.at.x - b.at.x) >= wanted || Math.abs(a.at.y - b.at.y) >= wanted) return false;
  const now = distance(a.at, b.at);
  if (now >= wanted - 0.01 || (a.fixed && b.fixed)) return false;
  const apart = now < 0.5 ? { x: 1, y: 0.2 } : { x: (b.at.x - a.at.x) / now, y: (b.at.y - a.at.y) / now };
  const step = (wanted - now) * (a.fixed || b.fixed ? 1 : 0.5);
  if (!a.fixed) a.at = plus(a.at, { x: -apart.x * step, y: -apart.y * step });
  if (!b.fixed) b.at = plus(b.at, { x: apart.x * step, y: apart.y * step });
  return true;
}
