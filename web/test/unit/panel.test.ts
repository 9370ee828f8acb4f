import { expect, it } from 'vitest';
import { breakdownOf } from '../../src/panel/breakdown';
import { clockText, leftNow } from '../../src/panel/clock';
import { activeSeat, announcementOf, chaptersOf, lineOf, type Telling } from '../../src/panel/narrate';
import { optionName, playerName } from '../../src/play/describe';
import { soundOf } from '../../src/play/sounds';
import { lastOwn } from '../../src/play/undo';
import { eventKindWords, type Entry, type GameEvent, type ScoreFor } from '../../src/wire';
import { snapshotOf, stateOf } from './samples';

const score = (player: number, points: number, source: ScoreFor): GameEvent =>
  ({ event: 'score', player, points, for: source, parts: [{ term: 'tiles', count: 3, points: 6 }, { term: 'pennants', count: 1, points: 2 }] });
const entry = (events: GameEvent[], by = 0, seq = 0): Entry => ({ seq, action: { by, do: 'pass' }, events, scores: [0, 0] });

const telling: Telling = { nameOf: (seat) => ['Ada', 'Boris'][seat]!, coordinates: true, closers: new Map() };

it('adds points up by source, and to the total', () => {
  const history = [entry([score(0, 8, 'city'), score(1, 3, 'road')]), entry([score(0, 4, 'city'), score(1, -2, 'auction')])];
  const { sources, totals } = breakdownOf(history, 2);
  expect(sources).toEqual([
    { source: 'road', points: [0, 3] },
    { source: 'city', points: [12, 0] },
    { source: 'auction', points: [0, -2] },
  ]);
  expect(totals).toEqual([12, 1]);
});

it('says why points were given', () => {
  expect(lineOf(score(0, 8, 'city'), telling))
    .toEqual({ seat: 0, text: 'unfinished city of 3 tiles', points: 8, why: '3 tiles (6) + 1 pennant (2)' });
});

it('has words for every event, or says nothing, and never shows a key', () => {
  for (const event of eventKindWords) {
    const sample = {
      event, player: 0, tile: 'base/U', at: [1, 2], rot: 0, seg: 'city:N', piece: 'meeple', quarter: 'forge', sector: 'taxes',
      points: 3, for: 'road', parts: [], count: 2, turn: 1, winners: [0], axis: 'NS', goods: 'wine', token: 'sheep3', floors: 2, holder: 1, from: { at: [0, 0], seg: 'road:E' },
    } as unknown as GameEvent;
    expect(lineOf(sample, telling)?.text ?? '').not.toMatch(/panel\.|\{|undefined/);
  }
});

it('tells history by turns, the newest first', () => {
  const turn = (player: number, n: number): GameEvent => ({ event: 'turn', player, turn: n });
  const chapters = chaptersOf([entry([turn(0, 1), score(0, 8, 'city'), turn(1, 2)])], telling);
  expect(chapters.map((chapter) => [chapter.turn, chapter.lines.length])).toEqual([[2, 0], [1, 1]]);
});

it('knows whose turn it is, also while somebody else decides', () => {
  const turn = (player: number, n: number): GameEvent => ({ event: 'turn', player, turn: n });
  const game = { ...snapshotOf([]), history: [entry([turn(0, 1)]), entry([score(0, 8, 'city'), turn(1, 2)]), entry([score(0, 3, 'road')])] };
  expect(activeSeat(game)).toBe(1);
  expect(activeSeat(snapshotOf([]))).toBeNull();
});

it('tells of goods and sheep', () => {
  expect(lineOf({ event: 'goods', player: 1, goods: 'grain', count: 2, at: [0, 0], seg: 'city:N' }, telling)?.text).toBe('takes goods: grain, 2');
  expect(lineOf({ event: 'token', player: 1, token: 'wolf', at: [0, 0], seg: 'field:NL' }, telling)?.text).toBe('from the bag: wolf');
  expect(lineOf({ event: 'herded', player: 1, at: [0, 0], seg: 'field:NL', count: 5 }, telling)?.text).toBe('5 sheep go into the stable');
});

it('tells of towers, wagons and the circus', () => {
  const told = (event: GameEvent) => lineOf(event, telling);
  expect(told({ event: 'tower_built', player: 0, at: [1, 0], floors: 3 })?.text).toBe('a tower of 3 floors, square 1, 0');
  expect(told({ event: 'captured', player: 1, piece: 'meeple', at: [0, 0], seg: 'city:N', holder: 0 }))
    .toMatchObject({ seat: 0, text: 'takes prisoner: meeple (Boris)' });
  expect(told({ event: 'returned', player: 1, piece: 'meeple', holder: 0 })?.text).toBe('meeple comes home from captivity (Ada)');
  expect(told({ event: 'wagon_moved', player: 1, at: [2, 0], seg: 'road:E', from: { at: [1, 0], seg: 'road:W' } })?.text)
    .toBe('the wagon drives on: road, east (square 2, 0)');
  expect(told({ event: 'token', token: 'tiger', at: [0, 0] })).toMatchObject({ seat: null, text: 'under the big top: tiger (6)' });
  expect(told({ event: 'deployed', player: 0, piece: 'barn', at: [0, 0], seg: 'corner:NE' })?.text)
    .toBe('barn: corner of the tile, north-east (square 0, 0)');
});

it('announces who did what', () => {
  expect(announcementOf([entry([score(1, 8, 'city')])], snapshotOf([]))).toBe('Beginner: unfinished city of 3 tiles: 8 points');
});

it('calls our bots by their level and a program by its own name, whatever that is', () => {
  const game = snapshotOf([], { players: stateOf().players.map((player) => ({ ...player, name: 'level1' })) });
  expect(playerName(game, 1)).toBe('Beginner');
  const seats = game.view.seats.map((seat) => (seat.kind === 'bot' ? { ...seat, account: 'b1', connected: true } : seat));
  expect(playerName({ ...game, view: { ...game.view, seats } }, 1)).toBe('level1');
});

it('numbers bots of the same level, so that a history of several can be read', () => {
  const game = snapshotOf([]);
  const bot = game.view.seats.find((seat) => seat.kind === 'bot')!;
  const seats = [0, 1, 2].map((index) => ({ ...bot, index, bot: index === 1 ? 'level3' : 'level1' }));
  const many = { ...game, view: { ...game.view, seats } };
  expect([0, 1, 2].map((seat) => playerName(many, seat))).toEqual(['Beginner 1', 'Casual', 'Beginner 2']);
});

it('names options for the list', () => {
  const game = snapshotOf([], { decision: { kind: 'meeple', by: 0 } });
  expect(optionName({ do: 'meeple', piece: 'meeple', at: [1, 0], seg: 'field:NL' }, game))
    .toBe('Meeple: field, north, western half (square 1, 0)');
  expect(optionName({ do: 'pass' }, { ...game, options: [{ do: 'meeple', piece: 'meeple', at: [1, 0], seg: 'road:W' }] })).toBe('No piece');
  expect(optionName({ do: 'send_away', piece: 'meeple', owner: 1, at: [0, 0], seg: 'city:N' }, game)).toContain('Beginner');
});

it('finds what can be taken back: the last answer from this page', () => {
  const game = { ...snapshotOf([]), history: [entry([], 0, 3), entry([], 1, 4)] };
  expect(lastOwn(game)).toEqual({ seat: 0, seq: 3 });
  expect(lastOwn({ ...game, you: { seats: [], host: false } })).toBeNull();
});

it('runs the clock of the one who moves', () => {
  const clocks = { left: [65_000, 5_000], running: 0, now: 0 };
  expect(clockText(leftNow(clocks, 0, 5_000))).toBe('1:00');
  expect(clockText(leftNow(clocks, 1, 5_000))).toBe('0:05');
  expect(leftNow(clocks, 0, 99_000)).toBe(0);
  expect(clockText(3_723_000)).toBe('1:02:03');
});

it('plays one sound, the weightiest', () => {
  const placed: GameEvent = { event: 'placed', player: 0, tile: 'base/U', at: [0, 0], rot: 0 };
  expect(soundOf([entry([placed])], snapshotOf([]))).toBe('tile');
  expect(soundOf([entry([placed, score(0, 3, 'road')])], snapshotOf([]))).toBe('points');
  expect(soundOf([entry([{ event: 'game_over', winners: [0] }, placed])], snapshotOf([]))).toBe('end');
  expect(soundOf([], snapshotOf([]))).toBeNull();
});
