import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { setLanguage, type Language } from '../../src/i18n';
import { chaptersOf, closersOf, sentenceOf, type Telling } from '../../src/panel/narrate';
import type { Entry, GameEvent } from '../../src/wire';

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(() => setLanguage('en'));

const entry = (...events: GameEvent[]): Entry => ({ seq: 0, action: { do: 'pass' }, events, scores: [] });
const numbered = (entries: Entry[]): Entry[] => entries.map((each, seq) => ({ ...each, seq }));
const turn = (player: number, n: number): GameEvent => ({ event: 'turn', player, turn: n });
const placed: GameEvent = { event: 'placed', player: 0, tile: 'base/E', at: [1, 2], rot: 90 };
const city = (player: number, points: number): GameEvent =>
  ({ event: 'score', player, points, for: 'city', at: [1, 2], seg: 'city:N', parts: [{ term: 'tiles', count: 4, points }] });
const road = (player: number): GameEvent =>
  ({ event: 'score', player, points: 3, for: 'road', at: [7, 0], seg: 'road:N', parts: [{ term: 'tiles', count: 3, points: 3 }] });

const HISTORY = numbered([
  entry(turn(0, 1)),
  entry(placed),
  entry(
    { event: 'deployed', player: 0, piece: 'meeple', at: [1, 2], seg: 'field:NL' },
    { event: 'feature_completed', player: 0, at: [1, 2], seg: 'city:N' },
    city(0, 8), city(1, 8), { event: 'returned', player: 1, piece: 'meeple', at: [1, 2], seg: 'city:N' },
    turn(1, 2),
  ),
  entry({ event: 'discarded', player: 1, tile: 'base/C' }, { ...placed, player: 1, at: [7, 0] }, road(1), { event: 'game_over', winners: [0] }),
]);

function told(coordinates = false) {
  const telling: Telling = { nameOf: (seat) => ['Ada', 'Boris'][seat]!, coordinates, closers: closersOf(HISTORY) };
  return chaptersOf(HISTORY, telling);
}

const EXPECTED: Record<Language, string[]> = {
  en: ['meeple: field', 'closes a city of 4 tiles: 8 points', 'closed city of 4 tiles: 8 points'],
  ru: ['подданный: поле', 'завершает город из 4 тайлов: 8 очков', 'завершённый город из 4 тайлов: 8 очков'],
  uk: ['міпл: лука', 'завершує місто з 4 тайлів: 8 очок', 'завершене місто з 4 тайлів: 8 очок'],
};

for (const language of ['en', 'ru', 'uk'] as const)
  it(`tells what was closed, and for how much: ${language}`, async () => {
    await setLanguage(language);
    const first = told().at(-1)!;
    expect(first.lines.map(sentenceOf)).toEqual(EXPECTED[language]);
  });

it('has the tile as it lies in place of its square, and a place for every touch', () => {
  const [final, second, first] = told();
  expect(first!.tiles).toEqual([{ tile: 'base/E', rot: 90, at: [1, 2], seq: 1 }]);
  expect(first!.lines.map((line) => line.wish)).toEqual([
    { at: [1, 2], seg: 'field:NL' }, { at: [1, 2], seg: 'city:N' }, { at: [1, 2], seg: 'city:N' },
  ]);
  expect(first!.lines[0]!.piece).toEqual({ kind: 'meeple', seat: 0, lies: true });
  expect(second!.lines.map((line) => line.tile)).toEqual(['base/C']);
  expect([final!.final, final!.lines.map(sentenceOf)]).toEqual([true, ['unfinished road of 3 tiles: 3 points']]);
});

it('names squares only where they are wanted', () => {
  const words = (coordinates: boolean) => told(coordinates).flatMap((chapter) => chapter.lines.map((line) => line.text)).join('; ');
  expect(words(false)).not.toContain('square');
  expect(words(true)).toContain('field, north, western half (square 1, 2)');
});

it('knows by which action each thing was done, and how many came before a turn', () => {
  const [final, second, first] = told();
  expect([first!.from, second!.from, final!.from]).toEqual([0, 3, 3]);
  expect(first!.lines.map((line) => line.seq)).toEqual([2, 2, 2]);
  expect(final!.lines.map((line) => line.seq)).toEqual([3]);
});
