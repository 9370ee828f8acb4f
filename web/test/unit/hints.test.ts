import { describe, expect, it } from 'vitest';
import type { AnswerHint, Hint } from '../../src/board/description';
import { drawHints, hintCells, hintTiles, slice } from '../../src/board/hints';
import { figuresOf } from '../../src/board/scene';
import { menuOf } from '../../src/play/options';
import { hintOf } from '../../src/study/hints';
import type { Action, Cell, GameEvent, Rot } from '../../src/wire';
import { snapshotOf } from './samples';

const place = (at: Cell, rot: Rot): Action => ({ by: 0, do: 'place', tile: 'base/U', at, rot });
const meeple = (at: Cell, seg: string): Action => ({ by: 0, do: 'meeple', piece: 'meeple', at, seg });
const game = snapshotOf([place([1, 0], 90)]);

function drawn(hints: readonly Hint[], of = game, size = 1) {
  return drawHints(of, figuresOf(of), hints, new Map(), size);
}

describe('answers as hints', () => {
  it('show a tile and the piece that follows it', () => {
    const hint = hintOf(game, { action: place([1, 0], 90), then: [meeple([1, 0], 'road:W')] }, 1, '+3.5')!;
    expect(hint.steps).toEqual([
      { kind: 'tile', tile: 'base/U', at: [1, 0], rot: 90 },
      expect.objectContaining({ kind: 'spot' }),
    ]);
    const { spots, arrows, labels } = drawn([hint]);
    expect(spots).toHaveLength(1);
    expect(spots[0]!.at.x).toBeGreaterThan(100);
    expect(arrows).toEqual([]);
    expect(labels[0]).toMatchObject({ rank: 1, words: '+3.5' });
  });

  it('have the key of the choice that they advise', () => {
    const action = meeple([0, 0], 'city:N');
    const hint = hintOf(game, { action, then: [] }, 2, '')!;
    const step = hint.steps[0]!;
    expect(step.kind === 'spot' && step.spot.key).toBe(menuOf([action]).spots[0]!.key);
  });

  it('are not drawn where nothing is seen of them', () => {
    expect(hintOf(game, { action: { by: 0, do: 'pass' }, then: [] }, 1, '+1')).toBeNull();
    const passing = hintOf(game, { action: place([1, 0], 0), then: [{ by: 0, do: 'pass' }] }, 1, '+1')!;
    expect(passing.steps).toHaveLength(1);
  });

  it('lead from where the dragon, the fairy and the count stand', () => {
    const of = snapshotOf([], { dragon: [0, 0], fairy: { at: [0, 0] } });
    const dragon = hintOf(of, { action: { by: 0, do: 'dragon', to: [2, 0] }, then: [] }, 1, '')!;
    expect(dragon.steps[0]).toMatchObject({ from: { kind: 'cell', at: [0, 0] } });
    const [arrow] = drawn([dragon], of).arrows;
    expect(arrow!.head.x).toBeGreaterThan(200);
    expect(Math.abs(arrow!.turn)).toBeLessThan(45);
    const redeploy: Action = { by: 0, do: 'redeploy', piece: 'meeple', from: 'market', to: { at: [0, 0], seg: 'city:N' } };
    expect(hintOf(of, { action: redeploy, then: [] }, 1, '')!.steps[0]).toMatchObject({ from: { kind: 'quarter', quarter: 'market' } });
  });

  it('lead from where a wagon was scored in this turn', () => {
    const returned: GameEvent = { event: 'returned', player: 0, piece: 'wagon', at: [0, 0], seg: 'city:N' };
    const entry = { seq: 0, action: place([0, 1], 0), events: [returned], scores: [0, 0] };
    const wagon: Action = { by: 0, do: 'wagon', at: [2, 0], seg: 'road:W' };
    const of = { ...game, history: [entry] };
    expect(hintOf(of, { action: wagon, then: [] }, 1, '')!.steps[0]).toMatchObject({ from: { at: [0, 0], seg: 'city:N' } });
    const later = { ...entry, events: [returned, { event: 'turn', player: 1 } as GameEvent] };
    expect(hintOf({ ...game, history: [later] }, { action: wagon, then: [] }, 1, '')!.steps[0]).not.toHaveProperty('from');
  });
});

describe('hints on the map', () => {
  const answer = (rank: AnswerHint['rank'], at: Cell, rot: Rot): AnswerHint =>
    ({ kind: 'answer', key: `answer ${rank}`, rank, seat: 0, figure: '+1.0', steps: [{ kind: 'tile', tile: 'base/U', at, rot }] });

  it('show the best tile of a cell', () => {
    const tiles = hintTiles([answer('played', [1, 0], 0), answer(2, [1, 0], 90), answer(1, [1, 0], 180), answer(3, [0, 1], 0)]);
    expect(tiles.map(({ rank, rot }) => [rank, rot])).toEqual([[1, 180], [3, 0]]);
  });

  it('show no pieces upon tiles that are not shown', () => {
    const on = (rank: number, rot: Rot): AnswerHint =>
      hintOf(game, { action: place([1, 0], rot), then: [meeple([1, 0], 'road:W')] }, rank, '+1')!;
    const { spots, labels } = drawn([on(1, 90), on(2, 0)]);
    expect(spots.map(({ key }) => key)).toEqual(['answer 1 1']);
    expect(labels).toHaveLength(2);
  });

  it('may lie beyond the land', () => {
    expect(hintCells([answer(1, [4, 0], 0), { kind: 'dead', at: [-3, 2] }])).toEqual([[4, 0], [-3, 2]]);
  });

  it('keep their figures apart', () => {
    const odds: Hint = { kind: 'odds', at: [0, 0], seg: 'city:N', chance: 0.62, words: '62 %' };
    const { labels } = drawn([answer(1, [1, 0], 0), answer(2, [1, 0], 90), answer(3, [1, 0], 180), odds], game, 2);
    for (const [i, a] of labels.entries())
      for (const b of labels.slice(i + 1)) {
        const apart = Math.abs(a.at.x - b.at.x) >= a.width + b.width || Math.abs(a.at.y - b.at.y) >= 44;
        expect(apart, `${a.key} and ${b.key}`).toBe(true);
      }
  });

  it('tell a chance by a part of a disc', () => {
    expect(slice(0.25, 8)).toBe('M0 0V-8A8 8 0 0 1 8.00 -0.00Z');
    expect(slice(0.75, 8)).toContain(' 0 1 1 -8.00');
  });
});
