// All games of this browser: kept on the shelf, told to the other pages. What the shelf does not take is kept for as
// long as this page is open, and offered to it again with the next move.
import type { Action } from '../wire';
import { isActions, isOdd, readHead, type Entry, type Head, type Odd } from './entry';
import { MemoryShelf, type Shelf } from './shelf';

/**
 * `kept`; `behind`: another page has written first, so that this one has to look again; `unkept`: there is no room, or it
 * is forbidden, and the game goes on in this page alone.
 */
export type Saved = 'kept' | 'behind' | 'unkept';

/** The part of BroadcastChannel that is used. */
export interface Line {
  postMessage(id: string): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export class LocalStore {
  private readonly unkept = new MemoryShelf();
  /** By id: which version of an unkept game lies on the shelf. */
  private readonly shelved = new Map<string, number>();
  private readonly listeners = new Set<(id: string, elsewhere: boolean) => void>();

  constructor(private readonly shelf: Shelf, private readonly line: Line | null = null) {
    if (line) line.onmessage = ({ data }) => this.tell(String(data), true);
  }

  /** Told of every game that was written or removed, by this page or elsewhere. */
  onChange(listener: (id: string, elsewhere: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async list(): Promise<(Head | Odd)[]> {
    const [here, kept] = await Promise.all([this.unkept.heads(), this.shelf.heads().catch((): unknown[] => [])]);
    const found = [...here, ...kept].map(readHead);
    return found.filter((head, index) => found.findIndex(({ id }) => id === head.id) === index);
  }

  /** Null where there is none. Rejects where the shelf cannot be read for now. */
  async read(id: string): Promise<Entry | Odd | null> {
    const found = (await this.unkept.read(id)) ?? (await this.shelf.read(id));
    if (!found) return null;
    const head = readHead(found.head);
    if (isOdd(head)) return { ...head, id };
    return isActions(found.actions) ? { head, actions: found.actions } : { id, odd: 'damaged' };
  }

  /** The head gets the next number, which is that of what lies there from now on. */
  async save(head: Head, actions: readonly Action[]): Promise<{ saved: Saved; head: Head }> {
    const next = { ...head, version: head.version + 1 };
    const saved = await this.put(next, actions, head.version);
    if (saved !== 'behind') {
      this.line?.postMessage(head.id);
      this.tell(head.id);
    }
    return { saved, head: saved === 'behind' ? head : next };
  }

  async remove(id: string): Promise<void> {
    await this.unkept.remove(id);
    // Of a game that it never took it knows nothing, and it may not answer at all.
    if (this.shelved.get(id) !== 0) await this.shelf.remove(id);
    this.shelved.delete(id);
    this.line?.postMessage(id);
    this.tell(id);
  }

  private async put(head: Head, actions: readonly Action[], after: number): Promise<Saved> {
    const shelved = this.shelved.get(head.id) ?? after;
    try {
      if (!(await this.shelf.write(head, actions, shelved))) return 'behind';
      await this.unkept.remove(head.id);
      this.shelved.delete(head.id);
      return 'kept';
    } catch {
      const isNext = await this.unkept.write(head, actions, this.shelved.has(head.id) ? after : 0);
      if (!isNext) return 'behind';
      this.shelved.set(head.id, shelved);
      return 'unkept';
    }
  }

  private tell(id: string, elsewhere = false): void {
    for (const listener of [...this.listeners]) listener(id, elsewhere);
  }
}
