// Where advice is drawn on the map: tiles as they would lie, pieces where they would stand, arrows, and figures that
// cover one another as little as can be.
import { cellKey } from '../game/cells';
import type { Cell, TileOnBoard } from '../wire';
import type { AnswerHint, CellHint, DeadCellHint, Hint, HintStep, Land, OddsHint, Spot } from './description';
import { boundsOf, distance, middle, type Box, type Point } from './geometry';
import { placeLabels } from './labels';
import { placeOf, segmentPlace, type Figure } from './scene';
import { spotPlaces } from './spots';

type TileStep = Extract<HintStep, { kind: 'tile' }>;

export interface HintTile extends TileStep {
  rank: AnswerHint['rank'];
}

export interface HintSpot {
  key: string;
  rank: AnswerHint['rank'];
  /** It is a choice now, and shown as one: it needs a ring, and no second figure. */
  offered: boolean;
  spot: Spot;
  seat: number;
  at: Point;
}

export interface HintArrow {
  key: string;
  rank: AnswerHint['rank'];
  /** The shaft, and the head's place and direction in degrees. */
  path: string;
  head: Point;
  turn: number;
}

export interface HintLabel {
  key: string;
  at: Point;
  width: number;
  /** Of an answer its rank. */
  rank: AnswerHint['rank'] | null;
  /** Of odds how much of the disc is full. */
  chance: number | null;
  words: string;
}

export interface DrawnHints {
  spots: HintSpot[];
  arrows: HintArrow[];
  labels: HintLabel[];
}

export const LABEL_HEIGHT = 22;

const isAnswer = (hint: Hint): hint is AnswerHint => hint.kind === 'answer';
const isOdds = (hint: Hint): hint is OddsHint => hint.kind === 'odds';
const order = (rank: AnswerHint['rank']): number => (rank === 'played' ? Infinity : rank);

/** Of several answers at one cell only the best shows its tile. */
export function hintTiles(hints: readonly Hint[]): HintTile[] {
  const tiles = new Map<string, HintTile>();
  for (const hint of hints.filter(isAnswer).sort((a, b) => order(a.rank) - order(b.rank)))
    for (const step of hint.steps)
      if (step.kind === 'tile' && !tiles.has(cellKey(step.at))) tiles.set(cellKey(step.at), { ...step, rank: hint.rank });
  return [...tiles.values()];
}

export function deadCells(hints: readonly Hint[]): Cell[] {
  return hints.filter((hint): hint is DeadCellHint => hint.kind === 'dead').map((hint) => hint.at);
}

export function lookedCells(hints: readonly Hint[]): Cell[] {
  return hints.filter((hint): hint is CellHint => hint.kind === 'cell').map((hint) => hint.at);
}

/** The cells that advice is about, which may lie beyond the map. */
export function hintCells(hints: readonly Hint[]): Cell[] {
  return [...hintTiles(hints).map((tile) => tile.at), ...deadCells(hints), ...lookedCells(hints)];
}

/** Where the answer is that is to be seen wherever the map stands; null: none. */
export function lookedFor(hints: readonly Hint[]): { key: string; cells: Cell[] } | null {
  const hint = hints.filter(isAnswer).find((each) => each.go);
  const cells = hint?.steps.flatMap((step) => (step.kind === 'tile' ? [step.at] : 'at' in step.spot.where ? [step.spot.where.at] : [])) ?? [];
  return cells.length > 0 ? { key: JSON.stringify(cells), cells } : null;
}

/** The map with the tiles of an answer upon it. */
function landAfter(land: Land, hint: AnswerHint): Land {
  const laid = hint.steps.filter((step) => step.kind === 'tile')
    .map(({ tile, at, rot }): [string, TileOnBoard] => [cellKey(at), { tile, at, rot, pieces: [] }]);
  return laid.length === 0 ? land : { ...land, tiles: new Map([...land.tiles, ...laid]) };
}

// Board units that an arrow keeps from what it goes from and to, and below which none is needed.
const CLEAR = { from: 15, to: 21 };
const NEAR = 62;

/** Bent a little, so that arrows along a row of tiles do not lie upon one another. */
function arrowBetween(key: string, rank: AnswerHint['rank'], from: Point, to: Point): HintArrow | null {
  const far = distance(from, to);
  if (far < NEAR) return null;
  const ahead = { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
  const bend = Math.min(26, far * 0.14);
  const start = { x: from.x + ahead.x * CLEAR.from, y: from.y + ahead.y * CLEAR.from };
  const control = { x: (from.x + to.x) / 2 - ahead.y * bend, y: (from.y + to.y) / 2 + ahead.x * bend };
  const last = distance(control, to);
  const end = { x: (to.x - control.x) / last, y: (to.y - control.y) / last };
  const head = { x: to.x - end.x * CLEAR.to, y: to.y - end.y * CLEAR.to };
  const round = (n: number) => Math.round(n * 10) / 10;
  const path = `M${round(start.x)} ${round(start.y)}Q${round(control.x)} ${round(control.y)} ${round(head.x)} ${round(head.y)}`;
  return { key, rank, path, head, turn: (Math.atan2(end.y, end.x) * 180) / Math.PI };
}

interface DrawnAnswer {
  spots: HintSpot[];
  arrows: HintArrow[];
  /** Where its figure may stand, the best place first. */
  anchors: Point[];
}

/** Of an answer whose tile is hidden by a better one at its cell only the figure is drawn. */
function isHidden(hint: AnswerHint, tiles: readonly HintTile[]): boolean {
  return hint.steps.some((step) => step.kind === 'tile' && !tiles.some((tile) =>
    tile.rank === hint.rank && tile.rot === step.rot && cellKey(tile.at) === cellKey(step.at)));
}

/** `known`: where the present choices are drawn, by their keys. */
function drawAnswer(land: Land, figures: readonly Figure[], hint: AnswerHint, known: ReadonlyMap<string, Point>): DrawnAnswer {
  const after = landAfter(land, hint);
  const drawn: DrawnAnswer = { spots: [], arrows: [], anchors: [] };
  let before: { at: Point; cell: string } | null = null;
  for (const [i, step] of hint.steps.entries()) {
    const key = `${hint.key} ${i}`;
    if (step.kind === 'tile') {
      const at = middle(step.at);
      drawn.anchors.push({ x: at.x, y: at.y - 32 }, { x: at.x, y: at.y + 32 }, at);
      before = { at, cell: cellKey(step.at) };
      continue;
    }
    const { spot, from } = step;
    const at = known.get(spot.key) ?? spotPlaces(after, figures, [spot]).get(spot.key)!;
    drawn.spots.push({ key, rank: hint.rank, offered: known.has(spot.key), spot, seat: hint.seat, at });
    if (drawn.anchors.length === 0) drawn.anchors.push({ x: at.x, y: at.y - 28 }, { x: at.x, y: at.y + 28 });
    const isElsewhere = before && !('at' in spot.where && cellKey(spot.where.at) === before.cell);
    const start = from ? placeOf(land, figures, from) : isElsewhere ? before!.at : null;
    const arrow = start && arrowBetween(key, hint.rank, start, at);
    if (arrow) drawn.arrows.push(arrow);
  }
  return drawn;
}

// In the letters of a label.
const WIDTHS: Readonly<Record<string, number>> = { '%': 13, '.': 4.5, ',': 4.5, '\u00a0': 4.5 };

function widthOf(words: string, sign: number): number {
  return [...words].reduce((sum, letter) => sum + (WIDTHS[letter] ?? 8.8), sign + 9);
}

/** `size`: by how much labels are larger than at their own scale, to be read on a small map. */
export function drawHints(
  land: Land, figures: readonly Figure[], hints: readonly Hint[], known: ReadonlyMap<string, Point>, size: number,
): DrawnHints {
  const drawn: DrawnHints = { spots: [], arrows: [], labels: [] };
  const tiles = hintTiles(hints);
  const wanted: { label: Omit<HintLabel, 'at'>; places: Point[] }[] = [];
  for (const hint of hints.filter(isAnswer)) {
    const { spots, arrows, anchors } = drawAnswer(land, figures, hint, known);
    if (!isHidden(hint, tiles)) {
      drawn.spots.push(...spots);
      drawn.arrows.push(...arrows);
    }
    const width = hint.figure ? widthOf(hint.figure, 24) : 26;
    if (anchors.length > 0)
      wanted.push({ label: { key: hint.key, rank: hint.rank, chance: null, words: hint.figure, width }, places: anchors });
  }
  for (const { at, seg, chance, words } of hints.filter(isOdds)) {
    const place = segmentPlace(land.tiles.get(cellKey(at)), at, seg);
    const label = { key: `${cellKey(at)} ${seg}`, rank: null, chance, words, width: widthOf(words, 20) };
    wanted.push({ label, places: [{ x: place.x, y: place.y + 20 * size }, { x: place.x, y: place.y - 24 * size }] });
  }
  for (const hint of hints)
    if (hint.kind === 'cell')
      wanted.push({
        label: { key: `cell ${cellKey(hint.at)}`, rank: null, chance: null, words: hint.words, width: widthOf(hint.words, 8) },
        places: [middle(hint.at)],
      });
  const pieces: Box[] = [
    ...figures.map(({ at, size: wide }) => boxAbout(at, wide)),
    ...drawn.spots.map(({ at }) => boxAbout(at, 36)),
    ...drawn.arrows.map(({ head }) => boxAbout(head, 30)),
  ];
  const cells = [...[...land.tiles.values()].map((tile) => tile.at), ...hintCells(hints)];
  const places = placeLabels(
    wanted.map(({ label, places }) => ({ width: size * (label.width + 2), height: size * (LABEL_HEIGHT + 2), places })),
    pieces,
    boundsOf(cells),
  );
  drawn.labels = wanted.map(({ label }, i) => ({ ...label, at: places[i]! }));
  return drawn;
}

function boxAbout(at: Point, size: number): Box {
  return { left: at.x - size / 3, right: at.x + size / 3, top: at.y - size / 2, bottom: at.y + size / 2 };
}

/** The full part of a disc, clockwise from above; a whole one is drawn by a circle. */
export function slice(chance: number, radius: number): string {
  const part = Math.min(0.999, Math.max(0, chance));
  const turn = 2 * Math.PI * part;
  const end = { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
  return `M0 0V${-radius}A${radius} ${radius} 0 ${part > 0.5 ? 1 : 0} 1 ${end.x.toFixed(2)} ${end.y.toFixed(2)}Z`;
}

/** A disc, a square, a hexagon: the first three differ in their shapes, too. */
export function signOf(rank: AnswerHint['rank']): string {
  if (rank === 2) return 'M-8 -8H8V8H-8Z';
  if (rank === 3) return 'M-10 0L-5 -8.7H5L10 0L5 8.7H-5Z';
  return 'M-9 0A9 9 0 1 1 9 0A9 9 0 1 1 -9 0Z';
}
