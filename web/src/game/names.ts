// Who sits where, by name.
import { text } from '../i18n';
import type { TableView } from '../wire';

/** Which of our bots has the seat; nothing for a person, and for a program, which has a name of its own. */
export function botAt(table: TableView, seat: number): string | undefined {
  const view = table.seats.find((each) => each.index === seat);
  return view?.kind === 'bot' && !view.account ? view.bot : undefined;
}

/** A person's or a program's own name, our bots' in the language of the page: those of one kind are numbered. */
export function seatName(table: TableView, seat: number): string {
  const kind = botAt(table, seat);
  const bot = kind && text(`bot.${kind}`);
  if (!bot) {
    const view = table.seats.find((each) => each.index === seat);
    return view && view.kind !== 'open' ? view.name : '';
  }
  const alike = table.seats.map(({ index }) => index).filter((index) => botAt(table, index) === kind);
  return alike.length > 1 ? `${bot} ${alike.indexOf(seat) + 1}` : bot;
}

/** Who opened the table; empty where they have no seat at it. */
export function hostName(table: TableView): string {
  for (const seat of table.seats) {
    if (seat.kind === 'person' && seat.guest === table.host) return seat.name;
  }
  return '';
}
