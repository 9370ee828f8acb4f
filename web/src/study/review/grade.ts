// How good a move was, in one word: by what it cost in the chance of winning or in points, whichever says more.
import type { Cost, ReviewedMove } from '../../engine';
import { sameAction } from '../../game/pending';

export const GRADES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Grade = (typeof GRADES)[number];

/** From this cost on, in either of the two, a move has this grade; below the first of them it is good. */
export const LEAST_COST: readonly { grade: Grade; chance: number; points: number }[] = [
  { grade: 'blunder', chance: 0.1, points: 10 },
  { grade: 'mistake', chance: 0.05, points: 5 },
  { grade: 'inaccuracy', chance: 0.02, points: 2 },
];

/** Colour and words say the same. */
export const SIGNS: Record<Grade, string> = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

export function gradeOfCost({ chance, points }: Cost): Grade {
  return LEAST_COST.find((least) => chance >= least.chance || points >= least.points)?.grade ?? 'good';
}

export const wasBest = (move: ReviewedMove) => sameAction(move.played, move.best);

export const isForced = (move: ReviewedMove) => move.choices === 1;

/** None where there was nothing to choose. */
export function gradeOf(move: ReviewedMove): Grade | null {
  if (isForced(move)) return null;
  return wasBest(move) ? 'best' : gradeOfCost(move.cost);
}
