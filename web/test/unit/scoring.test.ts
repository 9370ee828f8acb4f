import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scenesOf, timelineOf } from '../../src/game/scoring';
import { Show } from '../../src/game/show.svelte';
import { besides, covers, within } from '../../src/panel/beside';
import type { Cell, GameEvent, ScoreFor } from '../../src/wire';

const score = (player: number, points: number, at: Cell, source: ScoreFor = 'city'): GameEvent =>
  ({ event: 'score', player, points, for: source, at, seg: 'city:N', parts: [{ term: 'tiles', count: 3, points: 6 }, { term: 'pennants', count: 1, points: 2 }] });
const home = (player: number, at: Cell): GameEvent => ({ event: 'returned', player, piece: 'meeple', at, seg: 'city:N' });
const OVER: GameEvent = { event: 'game_over', winners: [0] };

describe('scenes', () => {
  it('has everybody who is paid for one count in one scene, with those who go home after it', () => {
    const scenes = scenesOf([score(0, 8, [0, 0]), score(1, 8, [0, 0]), home(0, [0, 0]), home(1, [0, 1]), score(0, 8, [5, 0])]);
    expect(scenes.map(({ awards, walkers }) => [awards, walkers.map((walker) => walker.seat)])).toEqual([
      [[{ seat: 0, points: 8 }, { seat: 1, points: 8 }], [0, 1]],
      [[{ seat: 0, points: 8 }], []],
    ]);
  });

  it('lets prisoners go to their captor and those who are eaten to nobody', () => {
    const scenes = scenesOf([
      { event: 'captured', player: 1, piece: 'meeple', at: [0, 0], seg: 'road:N', holder: 0 },
      { event: 'eaten', player: 0, piece: 'big', at: [1, 0], seg: 'road:N' },
    ]);
    expect(scenes.flatMap((scene) => scene.walkers.map((walker) => walker.to))).toEqual([0, 'dragon']);
  });

  it('shows nothing of what only happens', () => {
    expect(scenesOf([{ event: 'turn', player: 0, turn: 3 }, { event: 'drawn', player: 0, tile: 'base/U' }])).toEqual([]);
  });
});

describe('timeline', () => {
  it('lights, counts term by term, pays, arrives and ends, one scene after the other', () => {
    const steps = timelineOf(scenesOf([score(0, 8, [0, 0]), score(1, 8, [5, 0])]), false);
    expect(steps.map(({ scene, cue }) => `${scene} ${cue}`)).toEqual([
      '0 light', '0 term', '0 term', '0 pay', '0 arrive', '0 end', '1 light', '1 term', '1 term', '1 pay', '1 arrive', '1 end',
    ]);
  });

  it('keeps nobody from the result for longer than half a minute', () => {
    const many = Array.from({ length: 80 }, (_, i) => score(i % 2, 8, [i, 0]));
    const whole = timelineOf(scenesOf(many), true).reduce((sum, step) => sum + step.after, 0);
    expect(whole).toBeGreaterThan(25_000);
    expect(whole).toBeLessThan(31_000);
  });
});

describe('show', () => {
  let show: Show;
  const finish = () => vi.advanceTimersByTime(60_000);
  beforeEach(() => {
    vi.useFakeTimers();
    show = new Show();
  });
  afterEach(() => vi.useRealTimers());

  it('owes points until they have arrived', () => {
    show.play([score(1, 8, [0, 0])], { slowness: 1 });
    expect([show.owedTo(0), show.owedTo(1), show.scene?.source]).toEqual([0, 8, 'city']);
    vi.advanceTimersByTime(600);
    expect([show.terms, show.owedTo(1)]).toEqual([2, 8]);
    vi.advanceTimersByTime(700);
    expect([show.paying !== null, show.owedTo(1)]).toEqual([true, 8]);
    finish();
    expect([show.owedTo(1), show.scene, show.paying]).toEqual([0, null, null]);
  });

  it('takes longer at a slow pace', () => {
    show.play([score(1, 8, [0, 0])], { slowness: 3 });
    vi.advanceTimersByTime(2500);
    expect(show.owedTo(1)).toBe(8);
    finish();
    expect(show.owedTo(1)).toBe(0);
  });

  it('hurries what is left when something new comes, and shows the new at its own pace', () => {
    show.play([score(0, 8, [0, 0])], { slowness: 1 });
    show.play([score(1, 4, [3, 0])], { slowness: 1 });
    vi.advanceTimersByTime(450);
    expect([show.owedTo(0), show.owedTo(1), show.scene?.at, show.slowness]).toEqual([0, 4, [3, 0], 1]);
    finish();
    expect(show.owedTo(1)).toBe(0);
  });

  it('goes over the map at the end, and can be skipped', () => {
    show.play([score(0, 8, [0, 0]), score(1, 8, [5, 0]), OVER], { slowness: 1 });
    expect(show.finale).toEqual({ done: 0, of: 2 });
    vi.advanceTimersByTime(2400);
    expect(show.finale).toEqual({ done: 1, of: 2 });
    show.skip();
    expect([show.finale, show.scene, show.owedTo(0), show.owedTo(1)]).toEqual([null, null, 0, 0]);
    finish();
    expect(show.scene).toBeNull();
  });

  it('ends by itself', () => {
    show.play([score(0, 8, [0, 0]), OVER], { slowness: 1 });
    finish();
    expect(show.finale).toBeNull();
  });

  it('moves nothing where motion is unwanted: the sheet is there at once and whole, the score is true', () => {
    show.play([score(0, 8, [0, 0])], { slowness: 0 });
    expect([show.terms, show.owedTo(0), show.paying, show.slowness]).toEqual([2, 0, null, 0]);
    finish();
    expect(show.scene).toBeNull();
    show.play([score(0, 8, [0, 0]), OVER], { slowness: 0 });
    expect([show.finale, show.scene]).toEqual([null, null]);
  });

  it('owes nothing when something was taken back', () => {
    show.follow(7);
    show.play([score(0, 8, [0, 0])], { slowness: 1 });
    show.follow(8);
    expect(show.owedTo(0)).toBe(8);
    show.follow(6);
    expect([show.owedTo(0), show.scene]).toEqual([0, null]);
  });
});

it('finds room beside the feature', () => {
  const box = { left: 0, top: 0, right: 100, bottom: 100 };
  const size = { width: 60, height: 40 };
  for (const p of besides(box, size, 5)) expect(covers(p, size, box)).toBe(false);
  const room = { left: 10, top: 10, right: 300, bottom: 300 };
  expect(within(room, { x: -20, y: 290 }, size)).toEqual({ x: 10, y: 260 });
});
