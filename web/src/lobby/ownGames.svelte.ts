import { session } from '../net/session.svelte';
import type { OwnGame } from '../wire';

/**
 * The games in which one has a seat, and those that ended lately. At the table of the only one that is going on nobody
 * needs to be told of every move a second time: the list rests there.
 */
class OwnGames {
  /** The table that this page shows. */
  here = $state<string | null>(null);
  games = $state.raw<OwnGame[]>([]);
  readonly going = $derived(this.games.filter((game) => game.table.status !== 'over'));
  readonly finished = $derived(this.games.filter((game) => game.table.status === 'over'));
  private readonly elsewhere = $derived(this.going.filter((game) => game.table.id !== this.here));
  /** In how many of them, but for this page's own, one is waited for. */
  readonly turns = $derived(this.elsewhere.filter((game) => game.yours).length);

  start(): () => void {
    const stops = [
      session.on('games', (message) => {
        this.games = message.games;
        if (this.here !== null && this.elsewhere.length === 0) this.listen(false);
      }),
      session.connection.watch((status) => {
        if (status === 'open') this.listen(true);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Another page: the list as it is now, then whether more of it is needed. */
  visit(table: string | null): void {
    this.here = table;
    this.listen(true);
  }

  private listen(on: boolean): void {
    session.send({ type: 'games', on });
  }
}

export const ownGames = new OwnGames();
