// What this browser has seen and given of the draws of each table, kept on the device so that it can be held against
// the record at the end. A key for each table: tabs beside one another do not overwrite one another's notes.
import { hexOf } from './blake2b';

export interface Note {
  /** As it was first seen. */
  commitment: string;
  /** Seen before the first draw. */
  early: boolean;
  /** The id that was promised with it. */
  table: string;
  nonces: string[];
  /** The server has taken one of them. */
  accepted?: boolean;
  at: number;
}

const PREFIX = 'bastide.fair.';
const MOST = 100;

export function noteOf(table: string): Note | null {
  try {
    const note = JSON.parse(localStorage.getItem(PREFIX + table) ?? 'null') as Note | null;
    return note && typeof note.commitment === 'string' && Array.isArray(note.nonces) ? note : null;
  } catch {
    return null;
  }
}

function keep(table: string, note: Note): void {
  try {
    localStorage.setItem(PREFIX + table, JSON.stringify(note));
    forgetOldest();
  } catch {
    // Without storage nothing is kept, and the result says that nothing was checked.
  }
}

function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length <= MOST) return;
  const age = (key: string) => noteOf(key.slice(PREFIX.length))?.at ?? 0;
  keys.sort((a, b) => age(a) - age(b));
  for (const key of keys.slice(0, keys.length - MOST)) localStorage.removeItem(key);
}

/** The first commitment stays, whatever is said later. */
export function noteCommitment(table: string, commitment: string, early: boolean, promised = table): void {
  if (noteOf(table) === null) keep(table, { commitment, early, table: promised, nonces: [], at: Date.now() });
}

export function noteNonce(table: string, nonce: string): void {
  const note = noteOf(table);
  if (note && !note.nonces.includes(nonce)) keep(table, { ...note, nonces: [...note.nonces, nonce] });
}

export function noteAccepted(table: string): void {
  const note = noteOf(table);
  if (note && note.nonces.length > 0 && !note.accepted) keep(table, { ...note, accepted: true });
}

export const newNonce = () => hexOf(crypto.getRandomValues(new Uint8Array(32)));
