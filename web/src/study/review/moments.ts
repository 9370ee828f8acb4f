// The moves most worth another look, as the review itself chooses them; here for one player as well as for all.
import type { Cost, ReviewedMove } from '../../engine';
import type { Seat } from '../../wire';
import { wasBest } from './grade';

/** As many as the review names. */
export const MOMENTS = 3;

/** What a move can teach: chances first; where the game is decided, points count for little. */
export function lessonOf({ chance, points }: Cost): number {
  return chance + 0.002 * Math.min(10, points);
}

/** The dearest moves, at most one a turn, in the order of the game. */
export function momentsOf(moves: readonly ReviewedMove[], player: Seat | null, most = MOMENTS): ReviewedMove[] {
  const worst = moves
    .filter((move) => !wasBest(move) && (player === null || move.by === player))
    .sort((a, b) => lessonOf(b.cost) - lessonOf(a.cost) || a.index - b.index);
  const chosen: ReviewedMove[] = [];
  for (const move of worst) {
    if (chosen.length === most) break;
    if (!chosen.some((other) => other.turn === move.turn)) chosen.push(move);
  }
  return chosen.sort((a, b) => a.index - b.index);
}

/** How many there are to be shown at all. */
export function allMoments(moves: readonly ReviewedMove[], player: Seat | null): number {
  return momentsOf(moves, player, moves.length).length;
}

/** The answers that one player gave in a row within a turn, this one among them. */
export function stretchOf(moves: readonly ReviewedMove[], move: ReviewedMove): ReviewedMove[] {
  const at = moves.indexOf(move);
  const together = (a: ReviewedMove | undefined, b: ReviewedMove | undefined) =>
    a !== undefined && b !== undefined && a.turn === b.turn && a.by === b.by && a.index + 1 === b.index;
  let first = at;
  let end = at + 1;
  while (together(moves[first - 1], moves[first])) --first;
  while (together(moves[end - 1], moves[end])) ++end;
  return moves.slice(first, end);
}
