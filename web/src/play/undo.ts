import type { Snapshot } from '../game/snapshot';

/** The last answer that this page gave: what can be asked to be taken back, with all that came after it. */
export function lastOwn(game: Snapshot): { seat: number; seq: number } | null {
  const entry = game.history.findLast(({ action }) => typeof action.by === 'number' && game.you.seats.includes(action.by));
  return entry ? { seat: entry.action.by as number, seq: entry.seq } : null;
}
