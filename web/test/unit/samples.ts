// A small table for tests: the start tile, two players.
import type { Snapshot } from '../../src/game/snapshot';
import { fromTable } from '../../src/game/snapshot';
import type { Action, State, TableMessage, TileOnBoard } from '../../src/wire';

export const START: TileOnBoard = { at: [0, 0], tile: 'base/D', rot: 0, pieces: [] };

export function stateOf(changes: Partial<State> = {}): State {
  return {
    decision: { kind: 'place', by: 0 },
    turn: 1,
    players: [
      { name: 'Ada', score: 0, supply: { meeple: 7 } },
      { name: 'Boris', score: 0, supply: { meeple: 7 } },
    ],
    tiles: [START],
    current: 'base/U',
    left: { total: 70 },
    discarded: {},
    hash: '0',
    ...changes,
  };
}

export function tableMessage(changes: Partial<TableMessage> = {}): TableMessage {
  return {
    type: 'table',
    table: {
      id: 'k1', status: 'playing', setup: { sets: ['base'] }, listed: false, assist: 'standard', host: 'g1',
      seats: [
        { index: 0, kind: 'person', colour: 0, name: 'Ada', guest: 'g1', connected: true },
        { index: 1, kind: 'bot', colour: 1, name: 'level1', bot: 'level1' },
      ],
      spectators: 0, commitment: '', created: 0,
    },
    you: { seats: [0], host: true },
    seq: 1,
    state: stateOf(),
    options: [],
    history: [],
    ...changes,
  };
}

export function snapshotOf(options: Action[], changes: Partial<State> = {}): Snapshot {
  return fromTable(tableMessage({ options, state: stateOf(changes) }));
}
