import { text } from '../i18n';
import type { Snapshot } from './snapshot';

/** How a seat is called: a person by the name they chose, a bot by its level in the reader's language. */
export function playerName(game: Snapshot, seat: number): string {
  const view = game.view.seats[seat];
  const level = view?.kind === 'bot' && view.bot ? text(`bot.${view.bot}`) : undefined;
  return level ?? game.position?.players[seat]?.name ?? String(seat + 1);
}
