import { describe, expect, it } from 'vitest';
import { chancePath, EDGE, endsOf, placeMarks, scaleOf, scorePath } from '../../src/study/chart';
import { timeCommandOf } from '../../src/study/keys';
import type { Mark, Timeline } from '../../src/study/timeline';

const line = (scores: number[][], marks: Mark[] = []): Timeline => ({ length: scores[0]!.length - 1, turns: [], scores, marks });
const SIZE = { width: 300, height: 100 };

describe('the chart', () => {
  it('goes from the first action to the last, and from the least score to the most', () => {
    const scale = scaleOf(line([[0, -6, 30], [0, 0, 12]]), SIZE);
    expect(scale.x(0)).toBe(EDGE.left);
    expect(scale.x(2)).toBeLessThan(SIZE.width - EDGE.right);
    expect([scale.y(30), scale.y(-6)]).toEqual([EDGE.top, SIZE.height - EDGE.bottom]);
    expect([0, 1, 2].map((depth) => scale.depthAt(scale.x(depth)))).toEqual([0, 1, 2]);
    expect([scale.depthAt(-50), scale.depthAt(9999)]).toEqual([0, 2]);
    expect(scale.lines).toContain(0);
  });

  it('can show a game in which nothing has happened', () => {
    const scale = scaleOf(line([[0], [0]]), SIZE);
    expect(scale.depthAt(100)).toBe(0);
    expect(scorePath([0], scale, 300)).not.toMatch(/NaN|Infinity/);
  });

  it('keeps a score until it changes', () => {
    const scale = scaleOf(line([[0, 0, 10, 10]]), SIZE);
    expect(scorePath([0, 0, 10, 10], scale, 300).match(/[HV]/g)).toEqual(['H', 'V', 'H']);
    expect(chancePath([[0, 0], [3, 1]], scale, 100)).toBe(`M${EDGE.left} 91L${Math.round(scale.x(3) * 10) / 10} 9`);
  });

  it('drops the smaller of two marks that would cover one another', () => {
    const mark = (depth: number, points: number): Mark => ({ depth, kind: 'score', seat: 0, points, events: [] });
    const scores = [Array.from({ length: 201 }, (_, i) => (i < 100 ? 0 : 20))];
    const timeline = line(scores, [mark(100, 5), mark(101, 15), mark(180, 4)]);
    expect(placeMarks(timeline, scaleOf(timeline, SIZE), 100).map(({ mark: { points } }) => points)).toEqual([15, 4]);
  });

  it('keeps the signs at the ends apart and inside', () => {
    const scale = scaleOf(line([[0, 50], [0, 50], [0, 49], [0, 0]]), SIZE);
    const ends = endsOf([50, 50, 49, 0], scale, 100, 15);
    const sorted = ends.toSorted((a, b) => a - b);
    for (const [i, y] of sorted.entries()) expect(y - (sorted[i - 1] ?? -100)).toBeGreaterThanOrEqual(i === 0 ? 7.5 : 15 - 1e-9);
    expect(Math.max(...ends)).toBeLessThanOrEqual(92.5);
  });
});

describe('keys of time', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey, ctrlKey: false, altKey: false, metaKey: false });

  it('are arrows, pages, ends and space', () => {
    expect(timeCommandOf(key('ArrowLeft'), false)).toEqual({ do: 'step', by: -1 });
    expect(timeCommandOf(key('ArrowRight', true), false)).toEqual({ do: 'turn', by: 1 });
    expect(timeCommandOf(key('PageUp'), false)).toEqual({ do: 'turn', by: -1 });
    expect(timeCommandOf(key('End'), false)).toEqual({ do: 'last' });
    expect(timeCommandOf(key(' '), false)).toEqual({ do: 'play' });
    expect(timeCommandOf(key('ArrowUp'), false)).toBeNull();
    expect(timeCommandOf({ ...key('ArrowLeft'), altKey: true }, false)).toBeNull();
  });

  it('leave the arrows to whoever is choosing on the map', () => {
    expect(timeCommandOf(key('ArrowLeft'), true)).toBeNull();
    expect(timeCommandOf(key('Home'), true)).toEqual({ do: 'first' });
  });
});
