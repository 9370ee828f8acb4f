import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isOdd, newHead, ownGameOf, readHead, rematchOf, setupOf, viewOf, type Head } from '../../src/local/entry';
import { recordOf } from '../../src/local/games';
import { MemoryShelf, type Numbered } from '../../src/local/shelf';
import { LocalStore, type Line } from '../../src/local/store';
import { headAt, seenOf, toldEntry } from '../../src/local/seen';
import type { Moment } from '../../src/engine';
import { seatToGiveUp } from '../../src/play/undo';
import type { Action, Entry } from '../../src/wire';
import { stateOf } from './samples';

const PASS: Action = { by: 0, do: 'pass' };
const WISH = {
  setup: { sets: ['base'] },
  seats: [{ kind: 'me', colour: 1 }, { kind: 'bot', bot: 'level3' }, { kind: 'me', name: 'Ада' }],
  assist: 'standard',
} as const;
const game = (id = 'here-a'): Head => newHead(id, { ...WISH, setup: { sets: ['base'] } }, 'Йосип', 1000);

/** A shelf that has no room, for as long as `full`. */
class FullShelf extends MemoryShelf {
  full = true;
  override async write(head: Numbered, actions: readonly unknown[], after: number): Promise<boolean> {
    if (this.full) throw new DOMException('no room', 'QuotaExceededError');
    return super.write(head, actions, after);
  }
}

describe('a game', () => {
  it('has its people by name, and colours as the server gives them', () => {
    const { seats } = game();
    expect(seats).toEqual([
      { kind: 'person', name: 'Йосип', colour: 1 },
      { kind: 'bot', bot: 'level3', colour: 0 },
      { kind: 'person', name: 'Ада', colour: 2 },
    ]);
    expect(setupOf(game()).players.map(({ name }) => name)).toEqual(['Йосип', 'level3', 'Ада']);
    expect(recordOf({ head: { ...game(), rules: 2 }, actions: [PASS] })).toEqual({
      bastide: 1, rules: 2, setup: { sets: ['base'], players: [{ name: 'Йосип' }, { name: 'level3' }, { name: 'Ада' }] }, actions: [PASS],
    });
  });

  it('is told like a table of the server, and is nobody’s turn where a bot answers', () => {
    const head = { ...game(), turn: 1, scores: [1, 2, 3] };
    expect(viewOf(head).seats.map(({ kind }) => kind)).toEqual(['person', 'bot', 'person']);
    expect([ownGameOf(head).yours, ownGameOf({ ...head, turn: 0 }).yours]).toEqual([false, true]);
    const given: Head = { ...head, turn: 0, seats: [{ kind: 'person', name: 'A', colour: 0, resigned: true }, ...head.seats.slice(1)] };
    expect(ownGameOf(given).yours).toBe(false);
  });

  it('begins again with the next player first, and nobody has given up', () => {
    const before: Head = { ...game(), over: true, rematch: 'here-b', result: { winners: [0], scores: [1, 0, 0] } };
    before.seats[0] = { kind: 'person', name: 'Йосип', colour: 1, resigned: true };
    const next = rematchOf(before, 'here-b', 2000);
    expect(next.seats.map(({ colour }) => colour)).toEqual([0, 2, 1]);
    expect(next).toMatchObject({ id: 'here-b', version: 0, over: false, created: 2000 });
    expect(next.seats[2]).toEqual({ kind: 'person', name: 'Йосип', colour: 1 });
    expect('result' in next || 'rematch' in next).toBe(false);
  });
});

describe('what lies on the shelf', () => {
  it('is read where it is whole, and told of where it is not', () => {
    expect(readHead(game())).toEqual(game());
    expect(readHead({ ...game(), format: 2 })).toEqual({ id: 'here-a', odd: 'newer' });
    for (const wrong of [null, 'x', {}, { ...game(), seats: [] }, { ...game(), scores: ['1'] }, { ...game(), assist: 'all' },
      { ...game(), tiles: [{ at: [0], tile: 'a', rot: 0 }] }, { ...game(), setup: {} }])
      expect(isOdd(readHead(wrong))).toBe(true);
  });
});

describe('the store', () => {
  let shelf: MemoryShelf;
  let store: LocalStore;
  beforeEach(() => {
    shelf = new MemoryShelf();
    store = new LocalStore(shelf);
  });

  it('gives back what it was given', async () => {
    const { saved, head } = await store.save(game(), [PASS]);
    expect([saved, head.version]).toEqual(['kept', 1]);
    expect(await store.read('here-a')).toEqual({ head, actions: [PASS] });
    expect(await store.list()).toEqual([head]);
    expect(await store.read('here-b')).toBe(null);
  });

  it('lets the later of two pages write nothing over', async () => {
    const { head } = await store.save(game(), []);
    const other = new LocalStore(shelf);
    await other.save(head, [PASS]);
    const { saved } = await store.save(head, [PASS, PASS]);
    expect(saved).toBe('behind');
    expect(await store.read('here-a')).toMatchObject({ actions: [PASS] });
    // Nor where something was taken back meanwhile, and there are as many actions as before.
    const now = await store.read('here-a');
    if (!now || 'odd' in now) throw new Error('gone');
    await other.save(now.head, []);
    expect((await store.save(now.head, [PASS, PASS])).saved).toBe('behind');
  });

  it('tells the other pages, and its own', async () => {
    const line: Line = { postMessage: vi.fn(), onmessage: null };
    const heard: string[] = [];
    store = new LocalStore(shelf, line);
    store.onChange((id) => heard.push(id));
    const { head } = await store.save(game(), []);
    expect(line.postMessage).toHaveBeenLastCalledWith('here-a');
    line.onmessage?.({ data: 'here-z' });
    await store.save({ ...head, version: 7 }, []);
    await store.remove('here-a');
    expect(heard).toEqual(['here-a', 'here-z', 'here-a']);
    expect(await store.list()).toEqual([]);
  });

  it('goes on in the page where there is no room, and keeps all of it once there is', async () => {
    const full = new FullShelf();
    store = new LocalStore(full);
    const first = await store.save(game(), []);
    const second = await store.save(first.head, [PASS]);
    expect([first.saved, second.saved]).toEqual(['unkept', 'unkept']);
    expect(await store.read('here-a')).toEqual({ head: second.head, actions: [PASS] });
    expect(await full.heads()).toEqual([]);
    full.full = false;
    const third = await store.save(second.head, [PASS, PASS]);
    expect(third.saved).toBe('kept');
    expect(await full.read('here-a')).toEqual({ head: third.head, actions: [PASS, PASS] });
    expect(await store.list()).toEqual([third.head]);
  });

  it('goes on from what was kept where the room ends in the middle of a game', async () => {
    const full = new FullShelf();
    full.full = false;
    store = new LocalStore(full);
    const first = await store.save(game(), []);
    full.full = true;
    const second = await store.save(first.head, [PASS]);
    const third = await store.save(second.head, [PASS, PASS]);
    expect([second.saved, third.saved]).toEqual(['unkept', 'unkept']);
    expect((await store.list()).length).toBe(1);
    full.full = false;
    expect((await store.save(third.head, [PASS, PASS, PASS])).saved).toBe('kept');
  });

  it('lists what it cannot read, and leaves it where it is', async () => {
    const newer = { ...game('here-n'), format: 9 };
    await shelf.write(newer as unknown as Numbered, [], 0);
    await shelf.write({ ...game('here-d'), version: 1 }, 'nonsense' as unknown as [], 0);
    expect(await store.list()).toContainEqual({ id: 'here-n', odd: 'newer' });
    expect(await store.read('here-n')).toEqual({ id: 'here-n', odd: 'newer' });
    expect(await store.read('here-d')).toEqual({ id: 'here-d', odd: 'damaged' });
    expect((await shelf.heads()).length).toBe(2);
  });
});

describe('what the page sees', () => {
  const base = stateOf({});
  const player = (score: number) => ({ ...base.players[0]!, score });
  const moment = (changes: Partial<Moment['state']>): Moment => ({
    seq: 3, options: [PASS], features: [], state: { ...base, players: [player(9), player(5), player(7)], ...changes },
  });
  const given: Head = { ...game(), seats: [{ kind: 'person', name: 'A', colour: 0, resigned: true }, ...game().seats.slice(1)] };

  it('is asked for people of this screen alone', () => {
    const asked = (by: number) => seenOf(game(), moment({ decision: { kind: 'meeple', by } }), [], null).options.length;
    expect([asked(0), asked(1), asked(2)]).toEqual([1, 0, 1]);
    const seen = seenOf(given, moment({ decision: { kind: 'meeple', by: 0 } }), [], null);
    expect([seen.options.length, seen.you.seats]).toEqual([0, [0, 2]]);
    expect(seatToGiveUp(seen)).toBe(2);
    expect(seatToGiveUp(seenOf(game(), moment({ decision: { kind: 'meeple', by: 2 } }), [], null))).toBe(2);
  });

  it('has whoever gave up never among the winners, unless all did', () => {
    const over = moment({ decision: { kind: 'over', by: null }, winners: [0] });
    expect(seenOf(given, over, [], null).position?.winners).toEqual([2]);
    expect(headAt(given, over, 5)).toMatchObject({ over: true, turn: null, result: { winners: [2], scores: [9, 5, 7] } });
    const entry: Entry = { seq: 2, action: PASS, events: [{ event: 'game_over', winners: [0] }], scores: [9, 5, 7] };
    expect(toldEntry(entry, given).events).toEqual([{ event: 'game_over', winners: [2] }]);
    expect(toldEntry(entry, game()).events).toEqual([{ event: 'game_over', winners: [0] }]);
  });

  it('tells no more than the level of help allows, and draws again only what has changed', () => {
    const now = moment({ left: { total: 5, by_tile: { 'base/D': 5 } } });
    const plain = seenOf({ ...game(), assist: 'table' }, now, [], null);
    expect([plain.features, plain.position?.left]).toEqual([null, { total: 5 }]);
    const tile = { at: [0, 0] as [number, number], tile: 'base/D', rot: 0 as const, pieces: [] };
    const first = seenOf(game(), moment({ tiles: [tile] }), [], null);
    const second = seenOf(game(), moment({ tiles: [{ ...tile }, { ...tile, at: [1, 0] }] }), [], first);
    expect(second.tiles.size).toBe(2);
    expect(second.tiles.get('0,0')).toBe(first.tiles.get('0,0'));
  });
});
