import { expect, it } from 'vitest';
import type { Snapshot } from '../../src/game/snapshot';
import { breakdownOf } from '../../src/panel/breakdown';
import { outcomeNote, outcomeTitle } from '../../src/panel/outcome';
import { bestCount, durationText, rankingOf, resultText, sharesOf } from '../../src/panel/result';
import type { Entry, ScoreFor } from '../../src/wire';
import { snapshotOf, stateOf } from './samples';

function finished(scores: [number, number], winners: number[], changes: { resigned?: boolean; ended?: 'abandoned' } = {}): Snapshot {
  const players = stateOf().players.map((player, seat) => ({ ...player, score: scores[seat]! }));
  const game = snapshotOf([], { players, winners, decision: { kind: 'over', by: null } });
  const seats = game.view.seats.map((seat) => (seat.index === 0 && changes.resigned ? { ...seat, resigned: true } : seat));
  const view = { ...game.view, status: 'over' as const, seats, ...(changes.ended && { ended: changes.ended }) };
  return { ...game, view };
}
const paid = (player: number, points: number, source: ScoreFor): Entry =>
  ({ seq: 0, action: { do: 'pass' }, events: [{ event: 'score', player, points, for: source, at: [0, 0], seg: 'x', parts: [] }], scores: [] });

it('has places by points, shared by those with as many', () => {
  expect(rankingOf(finished([10, 30], [1])).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [0, 2]]);
  expect(rankingOf(finished([30, 30], [0, 1])).map(({ place }) => place)).toEqual([1, 1]);
});

it('explains that a leader who gave up has not won', () => {
  const game = finished([90, 30], [1], { resigned: true });
  expect(rankingOf(game)).toEqual([
    { seat: 1, score: 30, place: 1, out: null },
    { seat: 0, score: 90, place: null, out: 'gave_up' },
  ]);
  expect(outcomeNote(game)).toMatch(/^Ada gave up: a bot finished/);
  expect(outcomeNote(finished([20, 30], [1], { resigned: true }))).toBe('');
});

it('has no winner in a game that was broken off', () => {
  const game = finished([9, 3], [], { ended: 'abandoned' });
  expect(outcomeTitle(game)).toBe('Ended without a result');
  expect(rankingOf(game).map(({ place }) => place)).toEqual([null, null]);
  expect(outcomeNote(game)).toContain('Nobody wins');
});

it('congratulates whoever sits here, and tells others who won', () => {
  expect(outcomeTitle(finished([30, 10], [0]))).toBe('You win!');
  expect(outcomeTitle({ ...finished([30, 10], [0]), you: { seats: [], host: false } })).toBe('Ada wins');
  expect(resultText(finished([10, 30], [1]))).toBe('Bastide: Beginner 30, Ada 10');
});

it('divides a player’s points among roads, cities, monasteries, fields and all else', () => {
  const history = [paid(0, 6, 'road'), paid(0, 10, 'city'), paid(0, 3, 'garden'), paid(0, 1, 'fairy'), paid(0, -4, 'auction'), paid(1, 40, 'city')];
  const shares = sharesOf(breakdownOf(history, 2), 0, 40);
  expect(shares).toEqual([{ group: 'road', share: 0.15 }, { group: 'city', share: 0.25 }, { group: 'monastery', share: 0.075 }]);
  expect(bestCount({ ...finished([16, 40], [1]), history })).toMatchObject({ player: 1, points: 40 });
});

it('tells how long it took in words that fit', () => {
  expect([20_000, 23 * 60_000, 5 * 3_600_000, 72 * 3_600_000].map(durationText))
    .toEqual(['played in 1 minute', 'played in 23 minutes', 'played in 5 hours', 'played in 3 days']);
});
