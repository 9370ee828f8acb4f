import { describe, expect, it } from 'vitest';
import { nearestOf, spreadOut } from '../../src/board/apart';
import { FINGER, mostSeen, overview, shows, TOUCHABLE, toScreen } from '../../src/board/camera';
import { boxOfCell, middle, union } from '../../src/board/geometry';
import { openCells, scaleFor, WIDEST, type PlacedSpot } from '../../src/board/groups';
import { freeInterval, pointersOf, POINTER, sideOf } from '../../src/board/targets';
import type { Cell } from '../../src/wire';

const phone = { width: 390, height: 600 };
const margins = { top: 8, right: 8, bottom: 8, left: 8 };
const row = (count: number): Cell[] => Array.from({ length: count }, (_, x) => [x, 0]);

describe('an overview', () => {
  it('shows a small map whole, no larger than needed', () => {
    const boxes = row(3).map(boxOfCell);
    const camera = overview(union(boxes), boxes, middle([0, 0]), phone, margins);
    expect(camera.scale).toBeLessThanOrEqual(TOUCHABLE.most);
    expect(shows(camera, union(boxes), phone, margins)).toBe(true);
  });

  it('never shrinks a square below a finger', () => {
    const boxes = row(30).map(boxOfCell);
    const camera = overview(union(boxes), boxes, middle([0, 0]), phone, margins);
    expect(camera.scale * 90).toBeGreaterThanOrEqual(FINGER);
  });

  it('shows all answers of a map that is too wide itself', () => {
    const answers = ([[10, 0], [12, 1]] as Cell[]).map(boxOfCell);
    const camera = overview(union(row(30).map(boxOfCell)), answers, middle([0, 0]), phone, margins);
    expect(shows(camera, union(answers), phone, margins)).toBe(true);
  });

  it('goes where most answers are, of like places to the one near the last tile', () => {
    const crowd: Cell[] = [[20, 0], [21, 0], [22, 0]];
    const wide = union(row(31).map(boxOfCell));
    const most = mostSeen(wide, [...crowd, [0, 0] as Cell].map(boxOfCell), middle([0, 0]), phone, margins);
    for (const at of crowd) expect(shows(most, boxOfCell(at), phone, margins)).toBe(true);
    const either = mostSeen(wide, ([[0, 0], [30, 0]] as Cell[]).map(boxOfCell), middle([29, 0]), phone, margins);
    expect(shows(either, boxOfCell([30, 0]), phone, margins)).toBe(true);
  });
});

it('a map that is too wide fills the window beside the answers', () => {
  const extent = union(row(30).map(boxOfCell));
  const camera = overview(extent, [boxOfCell([0, 0])], middle([0, 0]), phone, margins);
  expect(toScreen(camera, { x: 0, y: 0 }).x).toBeCloseTo(margins.left);
});

describe('signs at the edges', () => {
  const camera = { x: 0, y: 300, scale: 0.5 };
  const targets = ([[0, 0], [3, 0], [20, 0], [2, 30]] as Cell[]).map((at) => ({ key: at.join(), box: boxOfCell(at) }));

  it('tell where there is more', () => {
    expect(targets.map((target) => sideOf(target.box, camera, phone, margins))).toEqual([null, null, 'right', 'top']);
    expect(pointersOf(targets, camera, phone, margins).map(({ side, beyond }) => [side, beyond.length])).toEqual([['right', 1], ['top', 1]]);
  });

  it('cover nothing that can be chosen', () => {
    const column = Array.from({ length: 8 }, (_, i) => ({ key: `${i}`, box: boxOfCell([6, 5 - i]) }));
    const [sign] = pointersOf([...column, targets[2]!], camera, phone, margins);
    for (const { box } of column) {
      const [top, bottom] = [toScreen(camera, { x: 0, y: box.top }).y, toScreen(camera, { x: 0, y: box.bottom }).y];
      expect(sign!.at >= bottom || sign!.at + POINTER <= top).toBe(true);
    }
  });

  it('stand in the nearest gap, or nowhere', () => {
    expect(freeInterval(50, 20, 200, [])).toBe(50);
    expect(freeInterval(50, 20, 200, [[40, 90]])).toBe(20);
    expect(freeInterval(50, 20, 200, [[10, 90]])).toBe(90);
    expect(freeInterval(50, 20, 200, [[10, 190]])).toBeNull();
  });
});

describe('spots of one tile', () => {
  const grid = Array.from({ length: 81 }, (_, i) => ({ x: 10 * (1 + (i % 9)), y: 10 * (1 + Math.floor(i / 9)) }));

  it('move apart where there is room', () => {
    const crowded = [{ x: 50, y: 50 }, { x: 54, y: 50 }, { x: 50, y: 54 }].map((home) => ({ home, elsewhere: grid }));
    const places = spreadOut(crowded, 30);
    for (const [i, p] of places.entries()) expect(nearestOf(p, places.filter((_, j) => j !== i))).toBeGreaterThanOrEqual(28);
  });

  it('stay where they are if that is far enough, or if they have to', () => {
    const far = [{ x: 10, y: 10 }, { x: 80, y: 80 }].map((home) => ({ home, elsewhere: grid }));
    expect(spreadOut(far, 30)).toEqual(far.map((spot) => spot.home));
    const fixed = { home: { x: 50, y: 50 }, elsewhere: [] };
    expect(spreadOut([fixed, { home: { x: 52, y: 50 }, elsewhere: grid }], 30)[0]).toEqual(fixed.home);
  });
});

describe('places on many tiles', () => {
  const spot = (x: number, y: number, aside = false): PlacedSpot[] =>
    [20, 50, 80].map((dx) => ({ at: { x: 100 * x + dx, y: 100 * y + 50 }, cell: [x, -y] as Cell, aside }));

  it('need a scale at which fingers tell them apart', () => {
    const near = scaleFor([{ x: 0, y: 0 }, { x: 21, y: 0 }]);
    expect(near * 21).toBeGreaterThan(FINGER);
    expect(near).toBeLessThan(2.2);
    expect(scaleFor([{ x: 0, y: 0 }, { x: 500, y: 0 }])).toBeGreaterThan(FINGER / (2 * WIDEST));
  });

  it('are shown one by one where they fit', () => {
    expect([...openCells([...spot(0, 0), ...spot(1, 0)], null, phone)].sort()).toEqual(['0,0', '1,0']);
  });

  it('are chosen in two steps where they do not', () => {
    const many = [...spot(0, 0), ...spot(5, 0), ...spot(0, 7)];
    expect(openCells(many, null, phone).size).toBe(0);
    expect([...openCells(many, [5, 0], phone)]).toEqual(['5,0']);
    expect([...openCells(many, [9, 9], phone)]).toEqual([]);
  });

  it('wait aside while those for the piece in the hand are shown', () => {
    const both = [...spot(0, 0), ...spot(8, 0, true), ...spot(0, 9, true)];
    expect([...openCells(both, null, phone)]).toEqual(['0,0']);
  });
});
