// Names, colours, who has gone, and how it ended.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromTable, type Snapshot } from '../../src/game/snapshot';
import { seatName } from '../../src/game/names';
import { sitMessage } from '../../src/lobby/tables.svelte';
import { goneFrom, presentPeople } from '../../src/panel/absence';
import { outcomeNote, outcomeTitle } from '../../src/panel/outcome';
import { coloursOf } from '../../src/ui/colours';
import { fitName, graphemesOf } from '../../src/ui/graphemes';
import type { PersonSeat, SeatView, TableView } from '../../src/wire';
import { tableMessage } from './samples';

const FAMILY = '👨‍👩‍👧‍👦';
const person = (index: number, changes: Partial<PersonSeat> = {}): PersonSeat =>
  ({ index, kind: 'person', colour: index, name: `P${index}`, guest: `g${index}`, connected: true, ...changes });
const bot = (index: number, level = 'level4'): SeatView => ({ index, kind: 'bot', colour: index, name: level, bot: level });
const tableOf = (seats: SeatView[], changes: Partial<TableView> = {}): TableView =>
  ({ ...tableMessage().table, seats, ...changes });

describe('a name', () => {
  it('is cut between signs, never inside one', () => {
    expect(graphemesOf(`a${FAMILY}é`)).toHaveLength(3);
    expect(fitName(FAMILY.repeat(3))).toBe(FAMILY.repeat(2));
    expect(fitName('Ж'.repeat(40))).toBe('Ж'.repeat(32));
    expect(fitName('e\u0301'.repeat(20))).toBe('e\u0301'.repeat(16));
    expect(fitName('Ada Lovelace')).toBe('Ada Lovelace');
  });

  it('tells bots of one level apart', () => {
    const table = tableOf([bot(0), person(1), bot(2), bot(3, 'level1')]);
    expect([0, 1, 2, 3].map((seat) => seatName(table, seat))).toEqual(['Steady 1', 'P1', 'Steady 2', 'Beginner']);
  });
});

describe('colours', () => {
  it('are those in which the pieces are drawn', () => {
    const root = join(import.meta.dirname, '../../..');
    const drawn = [...readFileSync(join(root, 'art/theme.cpp'), 'utf8').matchAll(/\{"(?:red|blue|yellow|green|black|pink)", "(#\w+)"/g)];
    const worn = [...readFileSync(join(root, 'web/src/ui/colours.css'), 'utf8').matchAll(/--colour-\d: (#\w+)/g)];
    expect(worn.map((match) => match[1])).toEqual(drawn.map((match) => match[1]));
    expect(worn).toHaveLength(6);
  });

  it('are told only where they differ from the seat’s own', () => {
    expect(coloursOf([person(0), person(1, { colour: 4 })])).toEqual([
      ['--seat-1', 'var(--colour-4)'], ['--sign-1', 'var(--upon-4)']]);
  });

  it('are wished for only while nobody else has them', () => {
    const table = tableOf([person(0, { colour: 3 }), { index: 1, kind: 'open', colour: 1 }]);
    expect(sitMessage(table, 3)).toEqual({ type: 'sit', table: 'k1', seat: 1 });
    expect(sitMessage(table, 5)).toEqual({ type: 'sit', table: 'k1', seat: 1, colour: 5 });
    expect(sitMessage(table, null)).toEqual({ type: 'sit', table: 'k1', seat: 1 });
  });
});

describe('a player who has gone', () => {
  const away = person(1, { connected: false, away: 1000 });

  it('is waited for, then left to the others', () => {
    const table = tableOf([person(0), away], { absence: { seat: 1, since: 1000, from: 61_000, end: [0] } });
    expect(goneFrom(table, 11_000)).toEqual([{ stage: 'away', seat: 1, since: 1000, from: 61_000 }]);
    expect(goneFrom(table, 61_000)).toEqual([{ stage: 'due', seat: 1, since: 1000, agreed: [0] }]);
    expect(presentPeople(table, 1)).toEqual([0]);
  });

  it('is told also where nothing can be done, and no longer when the game is over', () => {
    expect(goneFrom(tableOf([person(0), away]), 2000)).toEqual([{ stage: 'away', seat: 1, since: 1000, from: null }]);
    expect(goneFrom(tableOf([person(0), away], { status: 'over' }), 2000)).toEqual([]);
    expect(goneFrom(tableOf([person(0), { ...away, resigned: true }]), 2000)).toEqual([]);
  });

  it('has a bot in the seat until they come back', () => {
    expect(goneFrom(tableOf([person(0), { ...away, stand_in: true }]), 2000)).toEqual([{ stage: 'stand_in', seat: 1 }]);
  });
});

describe('the end', () => {
  const ended = (seats: SeatView[], scores: number[], winners: number[], changes: Partial<TableView> = {}): Snapshot => {
    const game = fromTable(tableMessage({ table: tableOf(seats, { status: 'over', ...changes }) }));
    const players = scores.map((score, seat) => ({ ...game.position!.players[0]!, name: `P${seat}`, score }));
    return { ...game, you: { seats: [], host: false }, position: { ...game.position!, players, winners } };
  };

  it('explains a leader who gave up or ran out of time', () => {
    expect(outcomeNote(ended([person(0), person(1)], [10, 20], [1]))).toBe('');
    expect(outcomeNote(ended([person(0), person(1, { resigned: true })], [10, 20], [0]))).toMatch(/^P1 gave up/);
    expect(outcomeNote(ended([person(0), person(1, { timeout: true })], [10, 20], [0]))).toMatch(/^P1 ran out of time/);
    expect(outcomeNote(ended([person(0), person(1, { resigned: true })], [20, 10], [0]))).toBe('');
  });

  it('has no winner where all agreed to stop', () => {
    const game = ended([person(0), person(1)], [10, 20], [], { ended: 'abandoned' });
    expect(outcomeTitle(game)).toBe('Ended without a result');
    expect(outcomeNote(game)).not.toBe('');
  });
});
