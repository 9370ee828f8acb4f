import { session } from '../net/session.svelte';
import type { SitRequest, TableView } from '../wire';

/** The open tables, live while somebody looks. */
export class OpenTables {
  tables = $state.raw<TableView[]>([]);
  private stops: (() => void)[] = [];

  start(): void {
    this.stops = [
      session.on('tables', (message) => (this.tables = message.tables)),
      session.connection.watch((status) => {
        if (status === 'open') session.send({ type: 'lobby', on: true });
      }),
    ];
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    session.send({ type: 'lobby', on: false });
  }
}

export function freeSeats(table: TableView): number {
  return table.seats.filter((seat) => seat.kind === 'open').length;
}

/** Colours that other people wear. */
export function takenColours(table: TableView, guest: string | undefined): number[] {
  return table.seats.flatMap((seat) => (seat.kind === 'person' && seat.guest !== guest ? [seat.colour] : []));
}

const firstFree = (table: TableView) => table.seats.find((seat) => seat.kind === 'open')?.index ?? 0;

/** Takes a seat, by default the first free one, in the wished colour unless somebody has it. */
export function sitMessage(table: TableView, wished: number | null, seat = firstFree(table)): SitRequest {
  const colour = wished !== null && !takenColours(table, undefined).includes(wished) ? { colour: wished } : {};
  return { type: 'sit', table: table.id, seat, ...colour };
}
