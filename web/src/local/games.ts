// The games that this browser keeps: beginning one, its record, taking it away.
import type { GameRecord } from '../engine';
import { newLocalId } from '../game/playedTable';
import { isOdd, newHead, setupOf, type Entry, type Head, type NewGame } from './entry';
import { DatabaseShelf } from './shelf';
import { LocalStore, type Line } from './store';

const line = typeof BroadcastChannel === 'undefined' ? null : (new BroadcastChannel('bastide.games') as Line);

export const localGames = new LocalStore(new DatabaseShelf(), line);

/** As it is saved, replayed and analysed. */
export function recordOf({ head, actions }: Entry): GameRecord {
  return { bastide: 1, ...(head.rules !== undefined && { rules: head.rules }), setup: setupOf(head), actions };
}

/** Keeps it, and gives its id. */
export async function beginLocalGame(wish: NewGame, you: string): Promise<string> {
  const { head } = await localGames.save(newHead(newLocalId(), wish, you, Date.now()), []);
  return head.id;
}

export { isOdd, type Head };
