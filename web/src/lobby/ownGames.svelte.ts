import { ownGameOf, type Odd } from '../local/entry';
import { isOdd, localGames } from '../local/games';
import { session } from '../net/session.svelte';
import type { OwnGame } from '../wire';

/**
 * The games in which one has a seat, and those that ended lately: the server's, and those that this browser keeps. At
 * the table of the only one that is going on nobody needs to be told of every move a second time: the list rests there.
 */
class OwnGames {
  /** The table that this page shows. */
  here = $state<string | null>(null);
  private theirs = $state.raw<OwnGame[]>([]);
  private kept = $state.raw<OwnGame[]>([]);
  /** Kept by this browser, and not to be read. */
  odd = $state.raw<Odd[]>([]);
  readonly games = $derived([...this.theirs, ...this.kept].sort((a, b) => b.moved - a.moved));
  readonly going = $derived(this.games.filter((game) => game.table.status !== 'over'));
  readonly finished = $derived(this.games.filter((game) => game.table.status === 'over'));
  private readonly elsewhere = $derived(this.theirs.filter((game) => game.table.status !== 'over' && game.table.id !== this.here));
  /** In how many of them, but for this page's own, somebody waits for one: no bot of this browser does. */
  readonly turns = $derived(this.elsewhere.filter((game) => game.yours).length);

  start(): () => void {
    const stops = [
      session.on('games', (message) => {
        this.theirs = message.games;
        if (this.here !== null && this.elsewhere.length === 0) this.listen(false);
      }),
      session.connection.watch((status) => {
        if (status === 'open') this.listen(true);
      }),
      // Nobody sees the list at a table.
      localGames.onChange(() => this.here === null && void this.look()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Another page: the list as it is now, then whether more of it is needed. */
  visit(table: string | null): void {
    this.here = table;
    this.listen(true);
    if (table === null) void this.look();
  }

  private async look(): Promise<void> {
    const found = await localGames.list();
    this.odd = found.filter(isOdd);
    this.kept = found.flatMap((head) => (isOdd(head) ? [] : [ownGameOf(head)]));
  }

  private listen(on: boolean): void {
    session.send({ type: 'games', on });
  }
}

export const ownGames = new OwnGames();
