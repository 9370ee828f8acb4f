import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Answer, type AnswerMeans } from '../../src/game/answer.svelte';
import type { Pending } from '../../src/game/pending';
import { fromTable, type Snapshot } from '../../src/game/snapshot';
import { Refused, type Refusal } from '../../src/net/connection';
import type { Action, TableMessage } from '../../src/wire';
import { stateOf, tableMessage } from './samples';

const PASS: Action = { by: 0, do: 'pass' };
const OTHER: Action = { by: 0, do: 'meeple', piece: 'meeple', at: [0, 0], seg: 'city0' };

function tableAt(seq: number, changes: Partial<TableMessage> = {}): Snapshot {
  return fromTable(tableMessage({ seq, state: stateOf({ hash: `h${seq}` }), options: [PASS, OTHER], ...changes }));
}
const gone = (seq: number, action: Action) =>
  tableAt(seq, { options: [], history: [{ seq: seq - 1, action, events: [], scores: [0, 0] }] });

/** What was sent, and how to answer it. */
interface Sent {
  pending: Pending;
  keep(): void;
  refuse(refusal: Refusal): void;
}

let sent: Sent[];
let things: Map<string, string>;
let means: { [name in 'look' | 'probe' | 'passed' | 'refused']: ReturnType<typeof vi.fn<(code?: string) => void>> };
let answer: Answer;

function make(): Answer {
  const all: AnswerMeans = {
    send: (pending) => new Promise((done, fail) => {
      sent.push({ pending, keep: () => done(null), refuse: (refusal) => fail(new Refused(refusal)) });
    }),
    look: async () => means.look(),
    probe: () => means.probe(),
    passed: () => means.passed(),
    refused: (error) => means.refused(error.code),
    drawer: {
      getItem: (key) => things.get(key) ?? null,
      setItem: (key, value) => void things.set(key, value),
      removeItem: (key) => void things.delete(key),
    },
  };
  return new Answer('k1', all);
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  things = new Map();
  means = { look: vi.fn(), probe: vi.fn(), passed: vi.fn(), refused: vi.fn() };
  answer = make();
  answer.follow(tableAt(1));
});
afterEach(() => {
  answer.close();
  vi.useRealTimers();
});
const settle = () => vi.advanceTimersByTimeAsync(0);

it('is forgotten once it is acknowledged', async () => {
  answer.give(PASS);
  expect(sent.map(({ pending }) => pending)).toEqual([{ seq: 1, hash: 'h1', action: PASS }]);
  expect(things.size).toBe(1);
  sent[0]!.keep();
  await settle();
  expect([answer.pending, things.size, answer.trouble]).toEqual([null, 0, null]);
});

it('lets nothing else be answered meanwhile', () => {
  answer.give(PASS);
  answer.give(OTHER);
  expect(sent.length).toBe(1);
  expect(answer.pending?.action).toEqual(PASS);
});

it('is shown as waiting only when it takes long', async () => {
  answer.give(PASS);
  await vi.advanceTimersByTimeAsync(300);
  expect(answer.shown).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(answer.shown).toEqual(PASS);
  sent[0]!.keep();
  await settle();
  expect(answer.shown).toBeNull();
});

it('is sent again, ever more seldom, until the server can store it', async () => {
  answer.give(PASS);
  for (const longest of [1250, 2500, 5000, 10_000, 10_000]) {
    sent.at(-1)!.refuse({ code: 'storage' });
    await settle();
    expect(answer.trouble).toBe('storage');
    const before = sent.length;
    await vi.advanceTimersByTimeAsync(longest * 0.55);
    expect(sent.length).toBe(before);
    await vi.advanceTimersByTimeAsync(longest * 0.45);
    expect(sent.length).toBe(before + 1);
  }
  sent.at(-1)!.keep();
  await settle();
  expect([answer.pending, answer.trouble, things.size]).toEqual([null, null, 0]);
  expect(new Set(sent.map(({ pending }) => JSON.stringify(pending))).size).toBe(1);
});

it('is not sent again where the record is damaged or the rules forbid it', async () => {
  for (const refusal of [{ code: 'storage', detail: 'damaged' }, { code: 'illegal' }, { code: 'not_your_turn' }] as const) {
    answer.give(PASS);
    sent.at(-1)!.refuse(refusal);
    await settle();
    expect(answer.pending).toBeNull();
    expect(means.refused).toHaveBeenLastCalledWith(refusal.code);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBe(3);
});

it('waits for as long as the server says when that was too fast', async () => {
  answer.give(PASS);
  sent[0]!.refuse({ code: 'too_fast', wait_ms: 20_000 });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(sent.length).toBe(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(sent.length).toBe(2);
});

it('is sent again when the line has come back and the table still asks for it', async () => {
  answer.give(PASS);
  sent[0]!.refuse({ code: 'lost' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBe(1);
  answer.follow(tableAt(1));
  expect(sent.length).toBe(2);
  // What else comes meanwhile does not send it twice.
  answer.follow(tableAt(1));
  expect(sent.length).toBe(2);
});

it('is done if the line was lost and the log has it', async () => {
  answer.give(PASS);
  sent[0]!.refuse({ code: 'lost' });
  await settle();
  answer.follow(gone(2, PASS));
  expect(answer.pending).toBeNull();
  expect(means.passed).not.toHaveBeenCalled();
});

it('tells that the game has gone on without it', async () => {
  answer.give(PASS);
  sent[0]!.refuse({ code: 'lost' });
  await settle();
  answer.follow(gone(2, OTHER));
  expect([answer.pending, things.size]).toEqual([null, 0]);
  expect(means.passed).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBe(1);
});

it('looks at the table when it came too late, and does not ask in a circle', async () => {
  answer.give(PASS);
  sent[0]!.refuse({ code: 'stale' });
  await settle();
  expect(means.look).toHaveBeenCalledOnce();
  answer.follow(tableAt(1));
  expect(sent.length).toBe(1);
  answer.follow(gone(2, PASS));
  expect(answer.pending).toBeNull();
  expect(means.passed).not.toHaveBeenCalled();
});

it('asks whether anybody is there when nothing is heard', async () => {
  answer.give(PASS);
  await vi.advanceTimersByTimeAsync(2900);
  expect(means.probe).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect([means.probe.mock.calls.length, answer.trouble]).toEqual([1, 'slow']);
});

it('outlives a reload of the page, and is sent when the table is seen', async () => {
  answer.give(PASS);
  answer.close();
  answer = make();
  expect(answer.shown).toEqual(PASS);
  expect(sent.length).toBe(1);
  answer.follow(tableAt(1));
  expect(sent.length).toBe(2);
  expect(sent[1]!.pending).toEqual(sent[0]!.pending);
});

it('is dropped after a reload if it fits no longer', () => {
  answer.give(PASS);
  answer.close();
  answer = make();
  answer.follow(gone(3, OTHER));
  expect([answer.pending, answer.shown, things.size]).toEqual([null, null, 0]);
});

it('does not mind what comes of it once it is settled', async () => {
  answer.give(PASS);
  answer.follow(gone(2, PASS));
  sent[0]!.refuse({ code: 'stale' });
  await settle();
  expect(means.look).not.toHaveBeenCalled();
  answer.follow(tableAt(3));
  answer.give(OTHER);
  expect(answer.pending).toEqual({ seq: 3, hash: 'h3', action: OTHER });
});
