// What this page can say about the draws of a finished game, and how sure it is.
import { blake2b, bytesOf, hexOf, isDigest } from './blake2b';
import { firstWrongDraw, secretOf, seedOf, stacksOf, type FairRecord } from './draws';
import type { Note } from './notes';

export type Finding = 'yes' | 'no' | 'unknown';
/** Told apart so that each says no more than was checked. */
export type Word = 'fair' | 'sealed' | 'unchecked' | 'unfair';

export interface Verdict {
  word: Word;
  /** The promise is the one that this browser kept, from before the first draw. */
  promise: Finding;
  /** The secret fits the promise. */
  secret: Finding;
  /** This browser's nonce is in the seed. */
  nonce: Finding;
  /** All draws follow from the seed. */
  draws: Finding;
  /** How many draws, and how often something was taken back. */
  count: number;
  undos: number;
  values: { commitment: string; secret: string; nonce: string; seed: string };
}

export const UNCHECKED: Verdict = {
  word: 'unchecked', promise: 'unknown', secret: 'unknown', nonce: 'unknown', draws: 'unknown', count: 0, undos: 0,
  values: { commitment: '', secret: '', nonce: '', seed: '' },
};

const finding = (fits: boolean): Finding => (fits ? 'yes' : 'no');

function checkPromise(record: FairRecord, note: Note | null): Finding {
  if (!note) return 'unknown';
  const same = note.commitment === record.fair!.commitment && note.table === (record.fair!.table ?? note.table);
  return same && !note.early ? 'unknown' : finding(same);
}

function checkNonce(record: FairRecord, note: Note | null, seats: readonly number[]): Finding {
  const given = record.fair!.nonces;
  if (!given || !note || note.nonces.length === 0 || seats.length === 0) return 'unknown';
  const mine = seats.map((seat) => given[seat] ?? null);
  // One that came too late is in no seat; one that was taken must be, and none that this browser never made.
  if (!note.accepted && mine.every((nonce) => nonce === null)) return 'unknown';
  return finding(mine.every((nonce) => nonce !== null && note.nonces.includes(nonce)));
}

function checkDraws(record: FairRecord, seed: Uint8Array, allDrawn: boolean): Finding {
  const stacks = allDrawn ? stacksOf(record) : null;
  return stacks ? finding(firstWrongDraw(record, seed, stacks) === null) : 'unknown';
}

function wordFor(findings: readonly Finding[]): Word {
  if (findings.includes('no')) return 'unfair';
  if (findings.every((one) => one === 'yes')) return 'fair';
  return findings[0] === 'yes' && findings[1] === 'yes' ? 'sealed' : 'unchecked';
}

/** `seats`: this browser's own. `allDrawn`: no tile was left when the game ended. */
export function judge(record: FairRecord, note: Note | null, seats: readonly number[], allDrawn: boolean): Verdict {
  const secret = record.fair && secretOf(record.fair);
  if (!record.fair || !isDigest(secret)) return UNCHECKED;
  const seed = seedOf(record, secret);
  const promise = checkPromise(record, note);
  const fits = finding(hexOf(blake2b(bytesOf(secret))) === record.fair.commitment);
  const nonce = checkNonce(record, note, seats);
  const draws = checkDraws(record, seed, allDrawn);
  return {
    word: wordFor([promise, fits, nonce, draws]),
    promise, secret: fits, nonce, draws,
    count: record.actions.filter((action) => action.do === 'draw' || action.do === 'token').length,
    undos: record.fair.undos?.at(-1)?.[1] ?? 0,
    values: {
      commitment: record.fair.commitment,
      secret,
      nonce: seats.map((seat) => record.fair!.nonces?.[seat]).find((one) => one) ?? '',
      seed: hexOf(seed),
    },
  };
}
