// A player who has gone, as the others see it.
import type { TableView } from '../wire';

export type Gone =
  /** Nobody may do anything about it yet, or at all. */
  | { stage: 'away'; seat: number; since: number; from: number | null }
  /** The others decide. */
  | { stage: 'due'; seat: number; since: number; agreed: readonly number[] }
  | { stage: 'stand_in'; seat: number };

/** What there is to tell at this time of the server; who can be acted upon comes first. */
export function goneFrom(table: TableView, now: number): Gone[] {
  if (table.status !== 'playing') return [];
  const gone = table.seats.flatMap((seat): Gone[] => {
    if (seat.kind !== 'person' || seat.resigned || seat.timeout) return [];
    if (seat.stand_in) return [{ stage: 'stand_in', seat: seat.index }];
    const absence = table.absence?.seat === seat.index ? table.absence : null;
    if (absence && now >= absence.from)
      return [{ stage: 'due', seat: seat.index, since: absence.since, agreed: absence.end }];
    if (seat.connected) return [];
    return [{ stage: 'away', seat: seat.index, since: seat.away ?? now, from: absence?.from ?? null }];
  });
  const order = ['due', 'away', 'stand_in'];
  return gone.sort((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage));
}

/** Those whose consent an end without a result needs. */
export function presentPeople(table: TableView, gone: number): number[] {
  return table.seats
    .filter((seat) => seat.kind === 'person' && seat.connected && !seat.resigned && !seat.timeout && seat.index !== gone)
    .map((seat) => seat.index);
}
