// Finished reviews, kept in this browser: the same game opens with its review at once.
import { engineBuild, type GameRecord, type Review } from '../../engine';
import { blake2b, hexOf } from '../../fair/blake2b';

/** Some 50 to 100 KB each. */
const MOST = 60;
const DATABASE = 'bastide-reviews';
const STORE = 'reviews';

export interface KeptReview {
  /** Of the game. */
  game: string;
  nodes: number;
  /** The engine that made it: another one may judge otherwise. */
  build: string;
  /** When it was made. */
  at: number;
  review: Review;
}

/** The same for the same game, whoever sent it. */
export function fingerprintOf({ rules, setup, actions }: GameRecord): string {
  return hexOf(blake2b(new TextEncoder().encode(JSON.stringify([rules ?? 0, setup, actions]))));
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('no answer'));
  });
}

function database(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore(STORE, { keyPath: ['game', 'nodes'] });
    store.createIndex('game', 'game');
    store.createIndex('at', 'at');
  };
  return answered(opening);
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opened = await database();
  try {
    return await work(opened.transaction(STORE, mode).objectStore(STORE));
  } finally {
    opened.close();
  }
}

/** The most thorough one of this game; null where there is none, or where nothing can be kept. */
export async function keptReview(game: string): Promise<KeptReview | null> {
  try {
    const all = await withStore('readonly', (store) => answered<KeptReview[]>(store.index('game').getAll(game)));
    const build = await engineBuild();
    const usable = all.filter((each) => each.build === build);
    return usable.reduce<KeptReview | null>((best, each) => (best && best.nodes >= each.nodes ? best : each), null);
  } catch {
    return null;
  }
}

/** The oldest ones make room. Where nothing can be kept, the review holds for as long as the page is open. */
export async function keepReview(game: string, nodes: number, review: Review): Promise<void> {
  try {
    const kept: KeptReview = { game, nodes, build: await engineBuild(), at: Date.now(), review };
    await withStore('readwrite', async (store) => {
      await answered(store.put(kept));
      const oldest = await answered(store.index('at').getAllKeys());
      await Promise.all(oldest.slice(0, Math.max(0, oldest.length - MOST)).map((key) => answered(store.delete(key))));
    });
  } catch {
    // See above.
  }
}
