// A moment of the engine as the panels and the board know it from a table: everybody's answers may be tried here.
import { cellKey } from '../game/cells';
import { settledTiles, type Position, type Snapshot } from '../game/snapshot';
import type { GameRecord, Moment } from '../engine';
import type { Entry, SeatView, TableView } from '../wire';
import type { Origin } from './study.svelte';

/** As at a table, also of a game that belongs to none. */
export function viewOf(record: GameRecord, over: boolean, { seats: known, id = '', help = 'training' }: Origin = {}): TableView {
  const { players, ...setup } = record.setup;
  const seats = players.map(({ name }, index): SeatView => {
    const seat = known?.[index];
    if (seat && seat.kind !== 'open') return { ...seat, connected: true };
    return { index, kind: 'person', colour: index, name, guest: '', connected: true };
  });
  return {
    id, status: over ? 'over' : 'playing', setup, listed: false, assist: help, host: '', seats,
    spectators: 0, commitment: '', created: 0, fair: 'bastide-2',
  };
}

/** `before`: what was seen last. */
export function snapshotAt(
  record: GameRecord, moment: Moment, history: readonly Entry[], origin: Origin = {}, before: Snapshot | null = null,
): Snapshot {
  const { tiles, features: _, ...position } = moment.state;
  const over = position.decision.kind === 'over';
  return {
    view: viewOf(record, over, origin),
    you: { seats: record.setup.players.map((_player, seat) => seat), host: true },
    seq: moment.seq,
    position: position as Position,
    tiles: settledTiles(new Map(tiles.map((tile) => [cellKey(tile.at), tile])), before?.tiles),
    // The dealer's answers are not for the map: they are chosen from a list of what is left.
    options: position.decision.by === 'dealer' ? [] : moment.options,
    history,
    features: origin.help === 'table' ? null : moment.features,
    clocks: null,
  };
}
