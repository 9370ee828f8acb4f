// Spots of one tile that stand too near to one another move apart, each within its own area.
import { distance, type Point } from './geometry';

export interface Movable {
  home: Point;
  /** Where it may stand instead; none where it has to stay. */
  elsewhere: readonly Point[];
}

// A place further from home has to be better by this much a unit.
const HOMESICK = 0.08;
const ROUNDS = 8;

/** How far the nearest of the other points is. */
export function nearestOf(p: Point, others: readonly Point[]): number {
  return others.reduce((least, other) => Math.min(least, distance(p, other)), Infinity);
}

/** Places at least `apart` from one another as far as there is room, and no further from home than that needs. */
export function spreadOut(spots: readonly Movable[], apart: number): Point[] {
  const at = spots.map((spot) => spot.home);
  for (let round = 0; round < ROUNDS; ++round) {
    let moved = false;
    for (const [i, spot] of spots.entries()) {
      const others = at.filter((_, j) => j !== i);
      const worth = (p: Point) => Math.min(apart, nearestOf(p, others)) - HOMESICK * distance(p, spot.home);
      if (nearestOf(at[i]!, others) >= apart) continue;
      const best = spot.elsewhere.reduce((a, b) => (worth(b) > worth(a) ? b : a), at[i]!);
      if (worth(best) < worth(at[i]!) + 0.1) continue;
      at[i] = best;
      moved = true;
    }
    if (!moved) break;
  }
  return at;
}
