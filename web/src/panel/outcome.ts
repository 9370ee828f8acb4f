// How a game ended, in words.
import type { Snapshot } from '../game/snapshot';
import { t } from '../i18n';
import { playerName } from '../play/describe';

/** `ended` came to the protocol later: a game that was broken off. */
export function isAbandoned(game: Snapshot): boolean {
  return game.view.ended === 'abandoned';
}

/** The headline of a finished game. */
export function outcomeTitle(game: Snapshot): string {
  if (isAbandoned(game)) return t('over.abandoned');
  const winners = game.position?.winners ?? [];
  const name = winners.map((seat) => playerName(game, seat)).join(', ');
  if (winners.length === 1 && game.you.seats.length === 1 && game.you.seats[0] === winners[0]) return t('panel.over.you');
  return t(winners.length > 1 ? 'panel.over.shared' : 'panel.over.won', { name });
}

/** What the figures alone do not explain; empty where they do. */
export function outcomeNote(game: Snapshot): string {
  if (isAbandoned(game)) return t('over.abandoned.about');
  const players = game.position?.players ?? [];
  const winners = game.position?.winners ?? [];
  const best = Math.max(...winners.map((seat) => players[seat]?.score ?? 0));
  const passed = game.view.seats.filter(
    (seat) => !winners.includes(seat.index) && (players[seat.index]?.score ?? 0) >= best && winners.length > 0,
  );
  return passed
    .map((seat) => {
      const late = seat.kind !== 'open' && seat.timeout;
      return t(late ? 'over.passed.timeout' : 'over.passed.resigned', { name: playerName(game, seat.index) });
    })
    .join(' ');
}
