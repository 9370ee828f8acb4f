// The moves of a reviewed game by turns, with what was drawn for them.
import type { Review, ReviewedDraw, ReviewedMove } from '../../engine';
import type { Seat } from '../../wire';
import { wasBest } from './grade';

export type Listed = { draw: ReviewedDraw; move?: never } | { move: ReviewedMove; draw?: never };

export interface ListedTurn {
  turn: number;
  by: Seat;
  rows: Listed[];
}

export interface Filter {
  /** Null: everybody. */
  player: Seat | null;
  /** Only moves that cost something. */
  dear: boolean;
}

export function listOf({ moves, draws }: Review, { player, dear }: Filter): ListedTurn[] {
  const rows: { index: number; turn: number; by: Seat; row: Listed }[] = [
    ...(dear ? [] : draws).map((draw) => ({ ...draw, row: { draw } })),
    ...moves.filter((move) => !dear || !wasBest(move)).map((move) => ({ ...move, row: { move } })),
  ];
  const turns: ListedTurn[] = [];
  for (const { turn, by, row } of rows.filter((each) => player === null || each.by === player).sort((a, b) => a.index - b.index)) {
    const last = turns.at(-1);
    if (last?.turn === turn && last.by === by) last.rows.push(row);
    else turns.push({ turn, by, rows: [row] });
  }
  return turns;
}
