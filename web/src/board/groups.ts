// Answers that are too many or too close to be touched one by one are chosen in two steps: first the tile, then
// the place on it.
import { cellKey } from '../game/cells';
import type { Cell, Piece } from '../wire';
import { nearestOf } from './apart';
import { FINGER, LARGEST, type Size } from './camera';
import type { Land, LitTile, Spot } from './description';
import { around, type Box, type Point } from './geometry';
import { figuresOf } from './scene';
import { cellOf, grouped, spotPlaces } from './spots';

/** A spot in sight is no smaller than a finger; drawn at most so large, in board units from its middle. */
export const WIDEST = 24;

export interface PlacedSpot {
  at: Point;
  cell: Cell;
  /** Beside the piece in the hand: it may be far away, and waits. */
  aside: boolean;
}

/** Guards, pyramids, the fairy and who may be called home, while a piece is in the hand. */
export function isAside({ where, ghost }: Spot, hand: Piece | null): boolean {
  if (hand === null) return false;
  if (ghost.kind !== 'piece') return true;
  return where.kind === 'segment' && where.seg === 'tower' && ghost.piece !== 'floor';
}

/** The least scale at which fingers tell these places apart. */
export function scaleFor(places: readonly Point[]): number {
  const closest = Math.min(...places.map((p, i) => nearestOf(p, places.slice(i + 1))));
  return (FINGER + 2) / Math.max(1, Math.min(2 * WIDEST, closest - 1));
}

export function boxOf(places: readonly Point[]): Box {
  return around(places, WIDEST);
}

function fitTogether(spots: readonly PlacedSpot[], room: Size): boolean {
  const places = spots.map((spot) => spot.at);
  const scale = scaleFor(places);
  const box = boxOf(places);
  return scale <= LARGEST && (box.right - box.left) * scale <= room.width && (box.bottom - box.top) * scale <= room.height;
}

/** The tiles whose places are shown one by one, by cellKey; all others are lit as wholes. */
export function openCells(spots: readonly PlacedSpot[], entered: Cell | null, room: Size): ReadonlySet<string> {
  const cells = (some: readonly PlacedSpot[]) => new Set(some.map((spot) => cellKey(spot.cell)));
  const all = cells(spots);
  if (entered && all.has(cellKey(entered))) return new Set([cellKey(entered)]);
  if (all.size < 2 || fitTogether(spots, room)) return all;
  const first = cells(spots.filter((spot) => !spot.aside));
  if (first.size > 0 && first.size < all.size) {
    const there = spots.filter((spot) => first.has(cellKey(spot.cell)));
    if (first.size === 1 || fitTogether(there, room)) return first;
  }
  return new Set();
}

/** What is shown of these spots in a room of this size, a tile having been chosen or not. */
export function parted<S extends Spot>(
  land: Land, spots: readonly S[], hand: Piece | null, entered: Cell | null, room: Size,
): { spots: S[]; tiles: LitTile[] } {
  if (spots.length < 2 || room.width < 1 || room.height < 1) return { spots: [...spots], tiles: [] };
  const places = spotPlaces(land, figuresOf(land), spots);
  const placed = spots.map((spot) => {
    const at = places.get(spot.key)!;
    return { at, cell: cellOf(spot, at), aside: isAside(spot, hand) };
  });
  const open = openCells(placed, entered, room);
  const isOpen = (i: number) => open.has(cellKey(placed[i]!.cell));
  const closed = grouped(placed.filter((_, i) => !isOpen(i)), (spot) => cellKey(spot.cell));
  return {
    spots: spots.filter((_, i) => isOpen(i)),
    tiles: [...closed.values()].map((here) => ({ at: here[0]!.cell, places: here.length })),
  };
}
