import { session } from '../net/session.svelte';
import type { TableView } from '../wire';

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

export function hostName(table: TableView): string {
  for (const seat of table.seats) {
    if (seat.kind === 'person' && seat.guest === table.host) return seat.name;
  }
  return '';
}
