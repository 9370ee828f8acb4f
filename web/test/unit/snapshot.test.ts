import { describe, expect, it } from 'vitest';
import { fromTable, withMeta, withUpdate } from '../../src/game/snapshot';
import type { Entry, TileOnBoard, UpdateMessage } from '../../src/wire';
import { START, stateOf, tableMessage } from './samples';

const entry = (seq: number): Entry => ({ seq, action: { do: 'pass' }, events: [], scores: [0, 0] });

function update(changes: Partial<UpdateMessage> = {}): UpdateMessage {
  const { tiles: _, ...state } = stateOf({ turn: 2 });
  return { type: 'update', table: 'k1', seq: 2, entries: [entry(1)], state, tiles: [], options: [], ...changes };
}

describe('a table', () => {
  it('is taken from a table message', () => {
    const now = fromTable(tableMessage());
    expect(now.seq).toBe(1);
    expect([...now.tiles.values()]).toEqual([START]);
    expect(now.position?.current).toBe('base/U');
  });

  it('may wait for its players, without a state', () => {
    const { state: _, ...waiting } = tableMessage();
    const now = fromTable(waiting);
    expect(now.position).toBeNull();
    expect(now.tiles.size).toBe(0);
  });
});

describe('an update', () => {
  it('adds tiles, replaces changed ones and keeps the others', () => {
    const before = fromTable(tableMessage());
    const added: TileOnBoard = { at: [1, 0], tile: 'base/U', rot: 90, pieces: [] };
    const claimed: TileOnBoard = { ...START, pieces: [{ piece: 'meeple', owner: 0, seg: 'road:W' }] };
    const after = withUpdate(before, update({ tiles: [added, claimed] }))!;
    expect([...after.tiles.values()]).toEqual([claimed, added]);
    expect(after.history).toEqual([entry(1)]);
    expect(after.position?.turn).toBe(2);
    expect([...before.tiles.values()]).toEqual([START]);
  });

  it('that does not follow is refused, so that the table is joined again', () => {
    const before = fromTable(tableMessage());
    expect(withUpdate(before, update({ seq: 3, entries: [entry(2)] }))).toBeNull();
    expect(withUpdate(before, update({ seq: 1, entries: [entry(0)] }))).toBeNull();
  });

  it('makes features stale', () => {
    const before = { ...fromTable(tableMessage()), features: [] };
    expect(withUpdate(before, update())!.features).toBeNull();
  });
});

it('meta changes seats and nothing else', () => {
  const before = fromTable(tableMessage());
  const after = withMeta(before, { ...before.view, status: 'over' }, before.you);
  expect(after.view.status).toBe('over');
  expect(after.tiles).toBe(before.tiles);
});
