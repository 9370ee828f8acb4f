import { describe, expect, it } from 'vitest';
import { fateOf, pendingAt, putAway, sameAction, takeUp, type Drawer } from '../../src/game/pending';
import { fromTable, type Snapshot } from '../../src/game/snapshot';
import type { Action, Entry, TableMessage } from '../../src/wire';
import { stateOf, tableMessage } from './samples';

const LEFT: Action = { by: 0, do: 'place', tile: 'base/U', at: [-1, 0], rot: 0 };
const RIGHT: Action = { by: 0, do: 'place', tile: 'base/U', at: [1, 0], rot: 180 };
const entry = (seq: number, action: Action): Entry => ({ seq, action, events: [], scores: [0, 0] });

function tableAt(seq: number, hash: string, changes: Partial<TableMessage> = {}): Snapshot {
  return fromTable(tableMessage({ seq, state: stateOf({ hash }), options: [LEFT, RIGHT], ...changes }));
}

const pending = pendingAt(tableAt(4, 'abc'), LEFT);

describe('what becomes of an answer', () => {
  it('is sent again while the table stands where it was given', () => {
    expect(fateOf(pending, tableAt(4, 'abc'))).toBe('again');
  });

  it('is kept if the log has it, whoever wrote it there', () => {
    const history = [entry(3, RIGHT), entry(4, { rot: 0, do: 'place', at: [-1, 0], tile: 'base/U', by: 0 } as Action)];
    expect(fateOf(pending, tableAt(5, 'def', { history }))).toBe('kept');
    expect(fateOf(pending, tableAt(9, 'xyz', { history }))).toBe('kept');
  });

  it('has passed if the log has another one at its place, or nobody knows', () => {
    expect(fateOf(pending, tableAt(5, 'def', { history: [entry(4, RIGHT)] }))).toBe('passed');
    expect(fateOf(pending, tableAt(5, 'def', { history: [] }))).toBe('passed');
  });

  it('has passed if something before it was taken back', () => {
    expect(fateOf(pending, tableAt(3, 'old'))).toBe('passed');
  });

  it('has passed if another position stands at its place after something was taken back', () => {
    expect(fateOf(pending, tableAt(4, 'other'))).toBe('passed');
  });

  it('has passed if it is not among the options', () => {
    expect(fateOf(pending, tableAt(4, 'abc', { options: [RIGHT] }))).toBe('passed');
  });

  it('waits while a bot that stood in still has the seat', () => {
    expect(fateOf(pending, tableAt(4, 'abc', { options: [] }))).toBe('wait');
    expect(fateOf(pending, tableAt(4, 'abc', { options: [], you: { seats: [], host: false } }))).toBe('passed');
    const over = tableMessage().table;
    expect(fateOf(pending, tableAt(4, 'abc', { options: [], table: { ...over, status: 'over' } }))).toBe('passed');
  });

  it('tells answers apart by all they say', () => {
    expect(sameAction(LEFT, { ...LEFT })).toBe(true);
    expect(sameAction(LEFT, { ...LEFT, rot: 90 })).toBe(false);
    expect(sameAction(LEFT, { ...LEFT, by: 1 })).toBe(false);
  });
});

describe('a drawer for one tab', () => {
  function drawerOf(things: Record<string, string>): Drawer {
    return {
      getItem: (key) => things[key] ?? null,
      setItem: (key, value) => void (things[key] = value),
      removeItem: (key) => void delete things[key],
    };
  }

  it('gives back what was put away for the table, and nothing once it is settled', () => {
    const things: Record<string, string> = {};
    putAway(drawerOf(things), 'k1', pending);
    expect(takeUp(drawerOf(things), 'k1')).toEqual(pending);
    expect(takeUp(drawerOf(things), 'k2')).toBeNull();
    putAway(drawerOf(things), 'k1', null);
    expect(things).toEqual({});
  });

  it.each(['', '{', 'null', '7', '[]', '{"seq":"4","hash":"abc","action":{"do":"pass"}}', '{"seq":4,"hash":"abc"}',
    '{"seq":4.5,"hash":"abc","action":{"do":"pass"}}', '{"seq":4,"hash":"abc","action":{"do":7}}'])(
    'takes nothing that is not an answer: %s', (text) => {
      expect(takeUp(drawerOf({ 'bastide.answer.k1': text }), 'k1')).toBeNull();
    });

  it('may be locked or missing', () => {
    const locked = () => {
      throw new Error('forbidden');
    };
    const drawer = { getItem: locked, setItem: locked, removeItem: locked };
    putAway(drawer, 'k1', pending);
    expect(takeUp(drawer, 'k1')).toBeNull();
    expect(takeUp(null, 'k1')).toBeNull();
  });
});
