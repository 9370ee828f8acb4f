import { expect, it } from 'vitest';
import { heldFeatures, keptPieces, peopled } from '../../src/game/memory';
import type { Entry, FeatureWithSegments, GameEvent } from '../../src/wire';
import { snapshotOf } from './samples';

const entry = (...events: GameEvent[]): Entry => ({ seq: 0, action: { do: 'pass' }, events, scores: [] });
const put = (player: number, seg: string, x = 0): GameEvent => ({ event: 'deployed', player, piece: 'meeple', at: [x, 0], seg });
const back = (player: number, seg: string, x = 0): GameEvent => ({ event: 'returned', player, piece: 'meeple', at: [x, 0], seg });
const paid = (player: number, points: number, seg: string, x = 0): GameEvent =>
  ({ event: 'score', player, points, for: seg.startsWith('city') ? 'city' : 'road', at: [x, 0], seg, parts: [] });
const feature = (seg: string, xs: number[]): FeatureWithSegments => ({
  kind: seg.startsWith('city') ? 'city' : 'road', at: [xs[0]!, 0], seg, tiles: xs.length, claims: [0, 0], worth: 1,
  segments: xs.map((x) => ({ at: [x, 0], seg })),
});

it('keeps who was scored and who stood there at the end, and nobody who was sent away', () => {
  const kept = keptPieces([
    entry(put(0, 'city:N')), entry(put(1, 'road:E')), entry(put(0, 'road:W', 2)),
    entry(paid(0, 8, 'city:N'), back(0, 'city:N')),
    entry(back(1, 'road:E')),
  ]);
  expect(kept).toEqual([
    { at: [0, 0], seg: 'city:N', piece: 'meeple', owner: 0, last: false },
    { at: [2, 0], seg: 'road:W', piece: 'meeple', owner: 0, last: true },
  ]);
});

it('lets a wagon stand where it drove, and forgets whom the dragon ate', () => {
  const wagon: GameEvent = { event: 'deployed', player: 1, piece: 'wagon', at: [0, 0], seg: 'road:E' };
  const kept = keptPieces([
    entry(wagon, put(0, 'city:N')),
    entry({ event: 'wagon_moved', player: 1, at: [1, 0], seg: 'city:W', from: { at: [0, 0], seg: 'road:E' } }),
    entry({ event: 'eaten', player: 0, piece: 'meeple', at: [0, 0], seg: 'city:N' }),
  ]);
  expect(kept.map(({ at, seg, piece }) => [at, seg, piece])).toEqual([[[1, 0], 'city:W', 'wagon']]);
});

it('says of each feature who was paid for it, wherever on it the count was named', () => {
  const [city, road, free] = heldFeatures(
    [feature('city:N', [0, 1]), feature('road:E', [5]), feature('road:W', [9])],
    [entry(paid(0, 12, 'city:N', 1), paid(1, 12, 'city:N', 1)), entry(paid(1, 3, 'road:E', 5))],
  );
  expect([city!.claims, city!.worth]).toEqual([[1, 1], 12]);
  expect([road!.claims, road!.worth]).toEqual([[0, 1], 3]);
  expect(free!.claims).toEqual([0, 0]);
});

it('puts the pieces back on their tiles, barns at their corners', () => {
  const land = peopled(snapshotOf([]), [
    { at: [0, 0], seg: 'city:N', piece: 'meeple', owner: 1, last: true },
    { at: [0, 0], seg: 'corner:SW', piece: 'barn', owner: 0, last: true },
  ]);
  expect(land.tiles.get('0,0')?.pieces).toEqual([{ piece: 'meeple', owner: 1, seg: 'city:N' }]);
  expect(land.position?.barns).toEqual([{ corner: [-1, -1], owner: 0 }]);
});
