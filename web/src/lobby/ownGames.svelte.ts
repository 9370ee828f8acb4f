import { session } from '../net/session.svelte';
import type { OwnGame } from '../wire';

/** The games in which one has a seat, and those that ended lately; live as long as the page is open. */
class OwnGames {
  games = $state.raw<OwnGame[]>([]);
  readonly going = $derived(this.games.filter((game) => game.table.status !== 'over'));
  readonly finished = $derived(this.games.filter((game) => game.table.status === 'over'));
  /** In how many of them one is waited for. */
  readonly turns = $derived(this.going.filter((game) => game.yours).length);

  start(): () => void {
    const stops = [
      session.on('games', (message) => (this.games = message.games)),
      session.connection.watch((status) => {
        if (status === 'open') session.send({ type: 'games', on: true });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }
}

export const ownGames = new OwnGames();
