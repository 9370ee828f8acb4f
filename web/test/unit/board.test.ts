import { describe, expect, it } from 'vitest';
import { fitted, LARGEST, leashed, revealing, toBoard, toScreen, TOUCHABLE, WHOLE, zoomed } from '../../src/board/camera';
import { boundsOf, cellAt, corner, turned } from '../../src/board/geometry';
import { lastTiles } from '../../src/game/lastMoves';
import { figuresOf, makeRoom, placeOf, type Figure } from '../../src/board/scene';
import { learnShapes, standingPlace } from '../../src/board/shapes';
import { neighbourTowards } from '../../src/game/cells';
import { flockAt, sheepOnField } from '../../src/game/flocks';
import type { Entry, GameEvent, Place } from '../../src/wire';
import { START, snapshotOf } from './samples';

describe('cells', () => {
  it('lie north upwards', () => {
    expect(corner([2, 3])).toEqual({ x: 200, y: -300 });
    expect(cellAt({ x: 250, y: -250 })).toEqual([2, 3]);
    expect(cellAt({ x: 1, y: 1 })).toEqual([0, 0]);
    expect(cellAt({ x: -1, y: 101 })).toEqual([-1, -1]);
  });

  it('have bounds, also when there are none', () => {
    expect(boundsOf([[0, 0], [2, -1]])).toEqual({ left: 0, top: 0, right: 300, bottom: 200 });
    expect(boundsOf([]).right).toBe(100);
  });

  it('turn clockwise', () => {
    expect(turned({ x: 50, y: 0 }, 90)).toEqual({ x: 100, y: 50 });
    expect(turned({ x: 100, y: 50 }, 270)).toEqual({ x: 50, y: 0 });
  });

  it('are found straight ahead first', () => {
    expect(neighbourTowards([[3, 0], [1, 3]], [0, 0], [1, 0])).toEqual([3, 0]);
    expect(neighbourTowards([[-1, 0]], [0, 0], [1, 0])).toBeNull();
  });
});

it('counts the sheep of a whole field once it is known', () => {
  const shepherd = (owner: number, seg: string, n: number) => ({ piece: 'shepherd' as const, owner, seg, flock: { sheep2: n } });
  const game = snapshotOf([], { tiles: [{ ...START, pieces: [shepherd(0, 'field:NL', 1), shepherd(1, 'field:SL', 2)] }] });
  const herd = { at: [0, 0] as [number, number], seg: 'field:NL' };
  expect(flockAt(game, herd, 0)).toBe(2);
  expect(sheepOnField(game, herd)).toBeNull();
  const field = { kind: 'field' as const, ...herd, tiles: 1, claims: [0, 0], worth: 0 };
  const known = (segments: Place[]) => ({ ...game, features: [{ ...field, segments }] });
  expect(sheepOnField(known([herd]), herd)).toBe(2);
  expect(sheepOnField(known([herd, { at: [0, 0], seg: 'field:SL' }]), herd)).toBe(6);
});

it('shows a flock beside its shepherd, with the number of sheep', () => {
  const shepherd = { piece: 'shepherd' as const, owner: 1, seg: 'field:NL', flock: { sheep2: 1, sheep3: 2 } };
  const figures = figuresOf(snapshotOf([], { tiles: [{ ...START, pieces: [shepherd] }] }));
  const [flock, owner] = ['#p-sheep', '#p-shepherd-1'].map((symbol) => figures.find((figure) => figure.symbol === symbol)!);
  expect(flock!.number).toBe(8);
  expect(flock!.at.x).toBeGreaterThan(owner!.at.x);
  expect(figuresOf(snapshotOf([], { tiles: [{ ...START, pieces: [{ ...shepherd, flock: {} }] }] }))).toHaveLength(1);
});

it('shows which of the pieces on crowns is a large meeple', () => {
  const large = { sector: 'storm' as const, owner: 1, piece: 'big' as const };
  const wheel = { pig: 'fortune' as const, crowns: { taxes: [1, null], storm: [1, 1] }, pieces: [large] };
  const symbols = figuresOf(snapshotOf([], { wheel })).map((figure) => figure.symbol);
  expect(symbols).toEqual(['#p-meeple-1', '#p-big-1', '#p-meeple-1']);
});

describe('the camera', () => {
  const window = { width: 400, height: 600 };
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const box = { left: 0, top: 0, right: 1000, bottom: 500 };

  it('keeps what is under the finger there', () => {
    const before = { x: 10, y: 20, scale: 1 };
    const at = toBoard(before, { x: 100, y: 100 });
    const after = zoomed(before, 1.7, { x: 100, y: 100 });
    expect(toScreen(after, at).x).toBeCloseTo(100);
    expect(zoomed(before, 1e9, { x: 0, y: 0 }).scale).toBe(LARGEST);
  });

  it('fits a board between the margins', () => {
    const camera = fitted(box, window, { ...none, bottom: 100 }, WHOLE);
    expect(camera.scale).toBeCloseTo(0.4);
    expect(toScreen(camera, { x: 500, y: 250 })).toEqual({ x: 200, y: 250 });
  });

  it('keeps tiles of a wide board touchable, and shows it whole on request', () => {
    const wide = { left: 0, top: 0, right: 2500, bottom: 500 };
    expect(fitted(wide, window, none, TOUCHABLE).scale).toBe(TOUCHABLE.least);
    const whole = fitted(wide, window, none, WHOLE);
    expect(toScreen(whole, { x: 0, y: 0 }).x).toBeCloseTo(0);
    expect(toScreen(whole, { x: 2500, y: 0 }).x).toBeCloseTo(400);
  });

  it('does not move when nothing is hidden', () => {
    const camera = fitted(box, window, none, TOUCHABLE);
    expect(revealing(camera, { left: 400, top: 200, right: 500, bottom: 300 }, window, none)).toEqual(camera);
  });

  it('cannot lose the board', () => {
    const lost = leashed({ x: 99_999, y: -99_999, scale: 1 }, box, window);
    expect(lost.x).toBe(340);
    expect(lost.y).toBe(60 - 500);
  });
});

describe('figures', () => {
  it('step aside for one another, but buildings stay', () => {
    const figure = (key: string, fixed: boolean): Figure => ({ key, name: key, symbol: '', at: { x: 0, y: 0 }, size: 33, fixed });
    const both = [figure('castle', true), figure('meeple', false)];
    makeRoom(both);
    expect(both[0]!.at).toEqual({ x: 0, y: 0 });
    expect(Math.hypot(both[1]!.at.x, both[1]!.at.y)).toBeGreaterThan(23);
  });

  it('stand where the shapes say, else near the side', () => {
    expect(standingPlace('base/D', 90, 'road:W')).toEqual({ x: 25, y: 50 });
    learnShapes({
      'base/D': {
        segments: [{ names: ['city:N', 'city:E', 'city:S', 'city:W'], at: [[50, 13], [87, 50], [50, 87], [13, 50]], path: 'm0 0z' }],
        centre: [[50, 50], [50, 50], [50, 50], [50, 50]],
      },
    });
    expect(standingPlace('base/D', 180, 'city:S')).toEqual({ x: 50, y: 87 });
  });

  it('include dragon, fairy and count, and answers find the pieces they name', () => {
    const game = snapshotOf([], {
      tiles: [{ ...START, pieces: [{ piece: 'meeple', owner: 1, seg: 'city:N' }] }],
      dragon: [2, 2],
      fairy: { at: [0, 0], piece: 'meeple', owner: 1, seg: 'city:N' },
    });
    const figures = figuresOf(game);
    expect(figures.map((figure) => figure.symbol).sort()).toEqual(['#p-dragon', '#p-fairy', '#p-meeple-1']);
    const meeple = figures.find((figure) => figure.piece)!;
    const where = { kind: 'piece', at: [0, 0], seg: 'city:N', piece: 'meeple', owner: null } as const;
    expect(placeOf(game, figures, { ...where, at: [0, 0] })).toEqual(meeple.at);
  });
});

it('frames the last tile of each player within a round', () => {
  const entry = (seq: number, ...events: GameEvent[]): Entry => ({ seq, action: { do: 'pass' }, events, scores: [0, 0] });
  const turn = (player: number, n: number): GameEvent => ({ event: 'turn', player, turn: n });
  const placed = (player: number, x: number): GameEvent => ({ event: 'placed', player, tile: 'base/U', at: [x, 0], rot: 0 });
  const history = [
    entry(0, turn(0, 1), placed(0, 1)), entry(1, turn(1, 2), placed(1, 2)), entry(2, turn(0, 3), placed(0, 3)),
  ];
  expect(lastTiles({ ...snapshotOf([]), history })).toEqual([
    { seat: 0, at: [3, 0], newest: true },
    { seat: 1, at: [2, 0], newest: false },
  ]);
});
