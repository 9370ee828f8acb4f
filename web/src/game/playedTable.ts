// A table as the page of a game needs it, whoever keeps it: the server (table.svelte.ts) or this browser (local).
import type { Action, Entry } from '../wire';
import type { Snapshot } from './snapshot';

export interface PlayedTable {
  readonly id: string;
  /** Kept by this browser: nobody else can come, and no server is asked. */
  readonly local: boolean;
  readonly now: Snapshot | null;
  readonly missing: string | null;
  readonly unread: boolean;
  readonly answer: { readonly pending: unknown; readonly shown: Action | null; readonly trouble: 'slow' | 'storage' | null };
  readonly refusal: string | null;
  readonly undoAsked: { seat: number; seq: number } | null;
  readonly undoRefused: number;
  readonly rematch: string | null;
  /** Told of every batch of actions as it happens, not of history. */
  onEntries(listener: (entries: readonly Entry[]) => void): () => void;
  act(action: Action): void;
  wantFeatures(): void;
  undo(seat: number, seq: number): Promise<void>;
  answerUndo(grant: boolean): Promise<void>;
  resign(seat: number): Promise<void>;
  /** The same players and settings again; the id of the new table. */
  askRematch(): Promise<string | null>;
  absent(seat: number, what: 'bot' | 'end'): Promise<void>;
  /** The record of the game so far; rejects where it cannot be had. */
  recordFile(): Promise<Blob>;
  close(): void;
}

const LOCAL = 'here-';

/** Games of this browser have ids that no server gives. */
export function isLocal(id: string): boolean {
  return id.startsWith(LOCAL);
}

export function newLocalId(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const random = crypto.getRandomValues(new Uint8Array(10));
  return LOCAL + [...random].map((byte) => letters[byte % letters.length]).join('');
}
