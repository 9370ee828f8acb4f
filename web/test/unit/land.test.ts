import { describe, expect, it } from 'vitest';
import { areaOfParts, ringsOf, tonesOf } from '../../src/board/areas';
import { placeLabels, type Wanted } from '../../src/board/labels';
import { coastOf, growthDice, growthOn } from '../../src/board/land';
import { learnShapes } from '../../src/board/shapes';
import type { Cell } from '../../src/wire';

describe('the coast', () => {
  it('goes round a single cell', () => {
    expect(coastOf([[0, 0]])).toBe('M0 0L100 0L100 100L0 100Z');
  });

  it('has no line where two cells meet and no corner along a straight stretch', () => {
    const path = coastOf([[0, 0], [1, 0], [2, 0]]);
    expect(path.match(/M/g)).toHaveLength(1);
    expect(path).not.toMatch(/[ML](100|200) /);
  });

  it('goes round a hole, too', () => {
    const ring: Cell[] = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
    expect(coastOf(ring).match(/M/g)).toHaveLength(2);
  });

  it('closes every line, also where cells touch only at a corner', () => {
    const path = coastOf([[0, 0], [1, 1], [-4, 3]]);
    expect(path.match(/M/g)!.length).toBe(path.match(/Z/g)!.length);
    expect(path.match(/[ML]/g)).toHaveLength(12);
  });
});

describe('what stands about', () => {
  it('throws the same dice as the pictures of the program', () => {
    // As in tests/art/shapes_test.cpp.
    expect(growthDice([0, 0], 0)).toBe(2909368072);
    expect(growthDice([-3, 7], 4)).toBe(3523409945);
  });

  it('differs from cell to cell and turns with the tile', () => {
    learnShapes({
      'base/X': { segments: [], centre: [], clearings: [[20, 30, 0], [60, 70, 1], [80, 20, 1]] },
      places: { growth: [['a', 'b', 'c', ''], ['d', 'e', '']] },
    } as never);
    const looks = new Set<string>();
    for (let x = 0; x < 12; x += 1) looks.add(growthOn('base/X', 0, [x, 0]).map((each) => each.symbol).join());
    expect(looks.size).toBeGreaterThan(4);
    const [first] = growthOn('base/X', 90, [0, 0]);
    const [unturned] = growthOn('base/X', 0, [0, 0]);
    expect(first!.symbol).toBe(unturned!.symbol);
    expect(first!.at).toEqual({ x: 100 - unturned!.at.y, y: unturned!.at.x });
  });
});

describe('areas of features', () => {
  it('reads paths of straight lines', () => {
    expect(ringsOf('m95 0v1.5l-1-.5h-3z')).toEqual([[{ x: 95, y: 0 }, { x: 95, y: 1.5 }, { x: 94, y: 1 }, { x: 91, y: 1 }]]);
    expect(ringsOf('m1 1 2 0 0 2zm5 5h1v1z')).toHaveLength(2);
  });

  it('have a border without a seam between tiles', () => {
    const band = 'm0 40h100v20h-100z';
    const { area, border } = areaOfParts([{ at: [0, 0], path: band, turn: 0 }, { at: [1, 0], path: band, turn: 180 }]);
    expect(area.match(/Z/g)).toHaveLength(2);
    // Only the long sides: nothing along x = 0, 100 or 200.
    expect(border.match(/M/g)).toHaveLength(4);
    expect(border).not.toMatch(/(0|100|200) 40L\1 60|(0|100|200) 60L\2 40/);
  });

  it('of neighbours have different tones', () => {
    expect(tonesOf([new Set(['a', 'b']), new Set(['b']), new Set(['c']), new Set(['b', 'c'])])).toEqual([0, 1, 0, 2]);
  });
});

describe('labels', () => {
  const LAND = { left: -500, right: 500, top: -500, bottom: 500 };
  const overlaps = (a: Wanted, p: { x: number; y: number }, q: { x: number; y: number }) =>
    Math.abs(p.x - q.x) < a.width && Math.abs(p.y - q.y) < a.height;

  it('do not collide where five want the same place', () => {
    const wanted = Array.from({ length: 5 }, (_, i) => ({ width: 60, height: 40, places: [{ x: 10 * i, y: 5 * i }] }));
    const placed = placeLabels(wanted, [], LAND);
    for (let i = 0; i < 5; i += 1)
      for (let j = 0; j < i; j += 1) expect(overlaps(wanted[0]!, placed[i]!, placed[j]!), `${i} and ${j}`).toBe(false);
  });

  it('stay on the land, where they are in sight', () => {
    const [at] = placeLabels([{ width: 40, height: 20, places: [{ x: 0, y: -505 }] }], [], LAND);
    expect(at!.y - 10).toBeGreaterThanOrEqual(-500);
  });

  it('keep their best place if it is free, and go beside a piece', () => {
    const label = { width: 40, height: 20, places: [{ x: 0, y: 0 }, { x: 200, y: 0 }] };
    expect(placeLabels([label], [], LAND)).toEqual([{ x: 0, y: 0 }]);
    expect(placeLabels([label], [{ left: -20, right: 20, top: -20, bottom: 20 }], LAND)).toEqual([{ x: 200, y: 0 }]);
  });
});
