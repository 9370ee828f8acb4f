// Everything that stands on the board, with its place: pieces, figures of the expansions, buildings.
import { cellKey, type Snapshot } from '../game/snapshot';
import type { Where } from '../play/options';
import type { Castle, Cell, Piece, Quarter, Rot, TileOnBoard } from '../wire';
import { corner, distance, middle, plus, TILE, type Point } from './geometry';
import { standingPlace } from './shapes';

export interface Figure {
  key: string;
  symbol: string;
  at: Point;
  size: number;
  /** Buildings and what has a drawn place of its own: others step aside for them. */
  fixed: boolean;
  /** For pieces on segments: whose and where. */
  piece?: { at: Cell; seg: string; piece: Piece; owner: number };
}

const SIZES: Record<string, number> = {
  abbot: 34, big: 41, 'big-lying': 41, builder: 32, pig: 30, castle: 44, granary: 38, dragon: 62, fairy: 35,
  count: 34, 'wheel-pig': 31, king: 26, robber: 28,
};
const MEEPLE_SIZE = 33;

export function sizeOf(symbol: string): number {
  return SIZES[symbol] ?? MEEPLE_SIZE;
}

// --- places ---

// The pictures of the two big boards have these places; their north-west cell is [0, 0].
const PLAZAS: Record<Quarter, Point> = {
  palace: { x: 243, y: 114 },
  market: { x: 243, y: 192 },
  forge: { x: 158, y: 192 },
  cathedral: { x: 158, y: 114 },
};
const SECTORS = ['fortune', 'taxes', 'famine', 'storm', 'inquisition', 'plague'];
const WHEEL_MIDDLE = 200;
const PIG_RADIUS = 44;
const CROWN_RADIUS = 113;
const CROWN_SPREAD = 0.26;

export function quarterPlace(quarter: Quarter): Point {
  return PLAZAS[quarter];
}

function onWheel(sector: string, radius: number, shift = 0): Point {
  const angle = (Math.PI / 3) * SECTORS.indexOf(sector) - Math.PI / 2 + shift;
  return { x: WHEEL_MIDDLE + Math.cos(angle) * radius, y: WHEEL_MIDDLE + Math.sin(angle) * radius };
}

export function crownPlace(sector: string, index: number, count: number): Point {
  const spread = count > 1 ? CROWN_SPREAD : 0;
  return onWheel(sector, CROWN_RADIUS, index === 0 ? -spread : spread);
}

export function segmentPlace(tile: TileOnBoard | undefined, at: Cell, seg: string): Point {
  const rot: Rot = tile?.rot ?? 0;
  return plus(corner(at), standingPlace(tile?.tile ?? '', rot, seg));
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
  const side = TOWARDS[seg.split(':')[1] ?? ''] ?? [0, 0];
  return plus(middle(at), { x: (side[0] * TILE) / 2, y: (-side[1] * TILE) / 2 });
}

export function granaryPlace(cornerOf: Cell): Point {
  return plus(corner(cornerOf), { x: TILE, y: 0 });
}

function cellsOf(castle: Castle): Cell[] {
  if ('cells' in castle) return castle.cells;
  const side = TOWARDS[castle.seg.split(':')[1] ?? ''] ?? [0, 0];
  return [castle.at, [castle.at[0] + side[0], castle.at[1] + side[1]]];
}

function castleAt(game: Snapshot, at: Cell): Castle | undefined {
  const here = cellKey(at);
  return game.position?.castles?.find((castle) => cellsOf(castle).some((cell) => cellKey(cell) === here));
}

/** Where an answer is shown. */
export function placeOf(game: Snapshot, figures: readonly Figure[], where: Where): Point {
  switch (where.kind) {
    case 'segment':
      return segmentPlace(game.tiles.get(cellKey(where.at)), where.at, where.seg);
    case 'piece': {
      const standing = figures.find((figure) => stands(figure, where));
      return standing?.at ?? segmentPlace(game.tiles.get(cellKey(where.at)), where.at, where.seg);
    }
    case 'cell': {
      const castle = castleAt(game, where.at);
      return castle ? castlePlace(castle) : middle(where.at);
    }
    case 'corner':
      return granaryPlace(where.at);
    case 'quarter':
      return quarterPlace(where.quarter);
    case 'sector': {
      const spaces = game.position?.wheel?.crowns[where.sector] ?? [];
      return crownPlace(where.sector, Math.max(0, spaces.indexOf(null)), spaces.length);
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

export function figuresOf(game: Snapshot): Figure[] {
  if (!game.position) return [];
  const figures = [...buildings(game), ...pieces(game), ...wanderers(game), ...quarters(game), ...wheel(game)];
  makeRoom(figures);
  // Who stands further south stands in front.
  return figures.sort((a, b) => Number(b.fixed) - Number(a.fixed) || a.at.y - b.at.y);
}

function figure(key: string, symbol: string, seat: number | null, at: Point, fixed = false): Figure {
  const size = sizeOf(symbol);
  return { key, symbol: seat === null ? `#p-${symbol}` : `#p-${symbol}-${seat}`, at, size, fixed };
}

function buildings(game: Snapshot): Figure[] {
  const { castles = [], granaries = [] } = game.position!;
  return [
    ...castles.map((castle, i) =>
      figure(`castle ${i}`, 'castle', 'owner' in castle ? castle.owner : null, castlePlace(castle), true)),
    ...granaries.map((granary, i) => figure(`granary ${i}`, 'granary', null, granaryPlace(granary.corner), true)),
  ];
}

export function pieceSymbol(piece: Piece, seg: string): string {
  const lies = seg.startsWith('field') && (piece === 'meeple' || piece === 'big');
  return lies ? `${piece}-lying` : piece;
}

function pieces(game: Snapshot): Figure[] {
  const figures: Figure[] = [];
  for (const tile of game.tiles.values()) {
    const rows = new Map<string, number>();
    for (const standing of tile.pieces) {
      const row = `${standing.seg} ${standing.in ?? ''}`;
      const number = rows.get(row) ?? 0;
      rows.set(row, number + 1);
      const count = tile.pieces.filter((other) => `${other.seg} ${other.in ?? ''}` === row).length;
      const symbol = pieceSymbol(standing.piece, standing.seg);
      const base = inBuilding(game, tile, standing) ?? segmentPlace(tile, tile.at, standing.seg);
      const at = plus(base, { x: (number - (count - 1) / 2) * 0.75 * sizeOf(symbol), y: 0 });
      figures.push({
        ...figure(`${cellKey(tile.at)} ${row} ${number} ${standing.owner}`, symbol, standing.owner, at),
        piece: { at: tile.at, seg: standing.seg, piece: standing.piece, owner: standing.owner },
      });
    }
  }
  return figures;
}

function inBuilding(game: Snapshot, tile: TileOnBoard, standing: TileOnBoard['pieces'][number]): Point | null {
  if (standing.in === 'castle') {
    const castle = castleAt(game, tile.at);
    return castle ? plus(castlePlace(castle), { x: 0, y: 10 }) : null;
  }
  if (standing.in !== 'granary') return null;
  const home = segmentPlace(tile, tile.at, standing.seg);
  const places = (game.position!.granaries ?? []).filter((each) => each.owner === standing.owner)
    .map((each) => granaryPlace(each.corner));
  const nearest = places.sort((a, b) => distance(a, home) - distance(b, home))[0];
  return nearest ? plus(nearest, { x: 0, y: 10 }) : null;
}

function wanderers(game: Snapshot): Figure[] {
  const { dragon, fairy, king, robber } = game.position!;
  const figures: Figure[] = [];
  if (dragon) figures.push(figure('dragon', 'dragon', null, middle(dragon)));
  if (fairy) {
    const beside = fairy.seg ? segmentPlace(game.tiles.get(cellKey(fairy.at)), fairy.at, fairy.seg) : middle(fairy.at);
    figures.push(figure('fairy', 'fairy', null, plus(beside, { x: 14, y: -3 })));
  }
  for (const [name, token] of [['king', king], ['robber', robber]] as const)
    if (token?.at)
      figures.push(figure(name, name, null, segmentPlace(game.tiles.get(cellKey(token.at)), token.at, token.seg)));
  return figures;
}

function quarters(game: Snapshot): Figure[] {
  const count = game.position!.count;
  if (!count) return [];
  const figures: Figure[] = [];
  for (const quarter of Object.keys(PLAZAS) as Quarter[]) {
    const plaza = quarterPlace(quarter);
    const here = count.quarter === quarter;
    if (here) figures.push(figure('count', 'count', null, plaza));
    for (const [i, piece] of (count[quarter] ?? []).entries())
      figures.push(figure(`${quarter} ${i} ${piece.owner}`, piece.piece, piece.owner, plus(plaza, { x: (here ? 20 : 0) + 14 * i, y: 6 })));
  }
  return figures;
}

function wheel(game: Snapshot): Figure[] {
  const state = game.position!.wheel;
  if (!state) return [];
  const figures = [figure('wheel-pig', 'wheel-pig', null, onWheel(state.pig, PIG_RADIUS), true)];
  for (const [sector, spaces] of Object.entries(state.crowns))
    for (const [i, owner] of spaces.entries())
      if (owner !== null)
        figures.push(figure(`crown ${sector} ${i}`, 'meeple', owner, crownPlace(sector, i, spaces.length), true));
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
