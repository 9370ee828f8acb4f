import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blake2b, bytesOf, hexOf } from '../../src/fair/blake2b';
import { judge } from '../../src/fair/check';
import { fairNumber, seedOf, seedText, type FairRecord } from '../../src/fair/draws';
import { noteAccepted, noteCommitment, noteNonce, noteOf, type Note } from '../../src/fair/notes';

// Shared with the tests of the program, which reads the same files.
const shared = (name: string) => readFileSync(join(import.meta.dirname, '../../../tests/fair', name), 'utf8');
const vectors = JSON.parse(shared('vectors.json'));
const record = (): FairRecord => JSON.parse(shared('record.json'));
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const OTHER = '7'.repeat(64);

function note(change: Partial<Note> = {}): Note {
  const { commitment, table, nonces } = record().fair!;
  return { commitment, early: true, table: table!, nonces: [nonces![0]!], accepted: true, at: 0, ...change };
}

function changed(change: (record: FairRecord) => void): FairRecord {
  const copy = record();
  change(copy);
  return copy;
}

describe('BLAKE2b and what is made of it', () => {
  it('gives the digests of the shared vectors', () => {
    for (const { text, hex, key, digest } of vectors.digests)
      expect(hexOf(blake2b(hex ? bytesOf(hex) : new TextEncoder().encode(text), bytesOf(key)))).toBe(digest);
  });

  it('mixes the seeds of the shared vectors', () => {
    for (const { table, rules, setup, nonces, text, secret, seed } of vectors.seeds) {
      const mixed = { rules, setup, fair: { method: 'bastide-2', commitment: '', table, nonces }, actions: [] } as FairRecord;
      expect(seedText(mixed)).toBe(text);
      expect(hexOf(seedOf(mixed, secret))).toBe(seed);
    }
  });

  it('draws the numbers of the shared vectors', () => {
    for (const { seed, undos, draw, count, number } of vectors.numbers)
      expect(fairNumber(bytesOf(seed), undos, draw, BigInt(count))).toBe(BigInt(number));
  });
});

describe('the word about a finished game', () => {
  it('is fair when everything was checked', () => {
    const verdict = judge(record(), note(), [0], true);
    expect(verdict).toMatchObject({ word: 'fair', promise: 'yes', secret: 'yes', nonce: 'yes', draws: 'yes', count: 71, undos: 3 });
    expect(verdict.values.secret).toBe(SECRET);
  });

  it.each([
    ['another secret', changed((r) => (r.fair!.secret = OTHER))],
    ['another secret with a commitment of its own', changed((r) => {
      r.fair!.secret = OTHER;
      r.fair!.commitment = hexOf(blake2b(bytesOf(OTHER)));
    })],
    ['another nonce', changed((r) => (r.fair!.nonces![0] = OTHER))],
    ['no nonce', changed((r) => (r.fair!.nonces![0] = null))],
    ['a nonce that somebody else never gave', changed((r) => (r.fair!.nonces![1] = OTHER))],
    ['another table', changed((r) => (r.fair!.table = 'another'))],
    ['another setup', changed((r) => (r.setup.options = { fields: false }))],
    ['undos that are left out', changed((r) => (r.fair!.undos = []))],
    ['undos that are made up', changed((r) => (r.fair!.undos = [[1, 1]]))],
    ['one draw that was changed', changed((r) => {
      const first = r.actions.find((action) => action.do === 'draw')!;
      const other = r.actions.find((action) => action.do === 'draw' && action.tile !== first.tile)!;
      [first.tile, other.tile] = [other.tile!, first.tile!];
    })],
  ])('is unfair with %s', (_, tampered) => {
    expect(judge(tampered, note(), [0], true).word).toBe('unfair');
  });

  it('is unfair when the table is not the promised one, or its promise another', () => {
    expect(judge(record(), note({ table: 'promised00' }), [0], true).word).toBe('unfair');
    expect(judge(record(), note({ commitment: OTHER }), [0], true).word).toBe('unfair');
    expect(judge(record(), note({ commitment: OTHER, early: false }), [0], true).word).toBe('unfair');
  });

  it('claims no more than was seen', () => {
    expect(judge(record(), null, [0], true).word).toBe('unchecked');
    expect(judge(record(), note({ early: false }), [0], true)).toMatchObject({ word: 'unchecked', promise: 'unknown' });
    expect(judge(record(), note({ nonces: [] }), [], true)).toMatchObject({ word: 'sealed', nonce: 'unknown' });
    expect(judge(record(), note(), [0], false)).toMatchObject({ word: 'sealed', draws: 'unknown' });
    const late = changed((r) => (r.fair!.nonces![0] = null));
    expect(judge(late, note({ accepted: false }), [0], false)).toMatchObject({ word: 'sealed', nonce: 'unknown' });
    expect(judge(changed((r) => delete r.fair!.secret), note(), [0], true).word).toBe('unchecked');
    expect(judge(changed((r) => delete r.fair), note(), [0], true).word).toBe('unchecked');
    const dragons = changed((r) => (r.setup.sets = ['base', 'princess_dragon']));
    expect(judge(dragons, note(), [0], true)).toMatchObject({ word: 'sealed', draws: 'unknown' });
  });
});

describe('what this browser keeps', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        kept.set(key, value);
        Object.defineProperty(storage, key, { enumerable: true, configurable: true, value });
      },
      removeItem: (key: string) => {
        kept.delete(key);
        delete (storage as Record<string, unknown>)[key];
      },
    };
    vi.stubGlobal('localStorage', storage);
  });

  it('is the first commitment, whatever is said later', () => {
    noteCommitment('t', 'first', true);
    noteCommitment('t', 'second', true);
    noteNonce('t', 'n');
    noteNonce('t', 'n');
    noteAccepted('t');
    expect(noteOf('t')).toMatchObject({ commitment: 'first', early: true, table: 't', nonces: ['n'], accepted: true });
    expect(noteOf('u')).toBeNull();
    localStorage.setItem('bastide.fair.u', '{"x":');
    expect(noteOf('u')).toBeNull();
  });

  it('is bounded, the oldest goes first', () => {
    vi.useFakeTimers();
    for (let i = 0; i < 130; i++) {
      vi.setSystemTime(1000 + i);
      noteCommitment(`t${i}`, 'c', true);
    }
    vi.useRealTimers();
    expect(noteOf('t29')).toBeNull();
    expect(noteOf('t30')).not.toBeNull();
    expect(noteOf('t129')).not.toBeNull();
  });
});
