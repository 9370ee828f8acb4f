// Where games are kept. A shelf knows nothing of games but their ids and the numbers of what was written last.
export interface Kept {
  head: unknown;
  actions: unknown;
}

export interface Numbered {
  id: string;
  version: number;
}

export interface Shelf {
  heads(): Promise<unknown[]>;
  read(id: string): Promise<Kept | null>;
  /** Only where `after` is the version that lies there (0: nothing does); false where another was quicker. */
  write(head: Numbered, actions: readonly unknown[], after: number): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** For as long as the page is open. */
export class MemoryShelf implements Shelf {
  private readonly games = new Map<string, { head: Numbered; actions: readonly unknown[] }>();

  async heads(): Promise<unknown[]> {
    return [...this.games.values()].map(({ head }) => head);
  }

  async read(id: string): Promise<Kept | null> {
    return this.games.get(id) ?? null;
  }

  async write(head: Numbered, actions: readonly unknown[], after: number): Promise<boolean> {
    if ((this.games.get(head.id)?.head.version ?? 0) !== after) return false;
    this.games.set(head.id, structuredClone({ head, actions }));
    return true;
  }

  async remove(id: string): Promise<void> {
    this.games.delete(id);
  }
}

const DATABASE = 'bastide';
const HEADS = 'heads';
const ACTIONS = 'actions';

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
  });
}

/** In the browser's database: the heads, which a list needs, apart from the actions. */
export class DatabaseShelf implements Shelf {
  private opening: Promise<IDBDatabase> | null = null;

  async heads(): Promise<unknown[]> {
    const database = await this.open();
    return answerOf<unknown[]>(database.transaction(HEADS).objectStore(HEADS).getAll());
  }

  async read(id: string): Promise<Kept | null> {
    const transaction = (await this.open()).transaction([HEADS, ACTIONS]);
    const [head, kept] = await Promise.all([
      answerOf<unknown>(transaction.objectStore(HEADS).get(id)),
      answerOf<{ actions?: unknown } | undefined>(transaction.objectStore(ACTIONS).get(id)),
    ]);
    return head === undefined ? null : { head, actions: kept?.actions };
  }

  async write(head: Numbered, actions: readonly unknown[], after: number): Promise<boolean> {
    const transaction = (await this.open()).transaction([HEADS, ACTIONS], 'readwrite');
    const ended = endOf(transaction);
    // Whoever does not wait for it hears of its fault all the same.
    ended.catch(() => undefined);
    const heads = transaction.objectStore(HEADS);
    const before = await answerOf<Partial<Numbered> | undefined>(heads.get(head.id));
    if ((before?.version ?? 0) !== after) return false;
    heads.put(head);
    transaction.objectStore(ACTIONS).put({ id: head.id, actions });
    await ended;
    return true;
  }

  async remove(id: string): Promise<void> {
    const transaction = (await this.open()).transaction([HEADS, ACTIONS], 'readwrite');
    transaction.objectStore(HEADS).delete(id);
    transaction.objectStore(ACTIONS).delete(id);
    await endOf(transaction);
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(HEADS, { keyPath: 'id' });
        request.result.createObjectStore(ACTIONS, { keyPath: 'id' });
      };
      request.onblocked = () => reject(new Error('IndexedDB: blocked'));
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      request.onsuccess = () => resolve(this.taken(request.result));
    });
    this.opening.catch(() => (this.opening = null));
    return this.opening;
  }

  /** A newer page, or the browser itself, may want it closed: then it is opened again when it is next needed. */
  private taken(database: IDBDatabase): IDBDatabase {
    const forget = () => (this.opening = null);
    database.onversionchange = () => {
      database.close();
      forget();
    };
    database.onclose = forget;
    return database;
  }
}
