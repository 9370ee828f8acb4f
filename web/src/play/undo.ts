// What can be taken back, and who can give up.
import type { Snapshot } from '../game/snapshot';

/** The last answer that this page gave: what can be asked to be taken back, with all that came after it. */
export function lastOwn(game: Snapshot): { seat: number; seq: number } | null {
  const entry = game.history.findLast(({ action }) => typeof action.by === 'number' && game.you.seats.includes(action.by));
  return entry ? { seat: entry.action.by as number, seq: entry.seq } : null;
}

/** Of one's seats that are still played the one that is asked, else the first. */
export function seatToGiveUp({ view, you, position }: Snapshot): number | undefined {
  const mine = you.seats.filter((index) => {
    const seat = view.seats[index];
    return seat?.kind === 'person' && !seat.resigned && !seat.timeout;
  });
  return mine.find((seat) => seat === position?.decision.by) ?? mine[0];
}
