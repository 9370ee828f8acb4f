import { expect, it } from 'vitest';
import { areToolsFolded, layoutOf, stripColumns } from '../../src/pages/layout';

it('has a layout for each kind of screen', () => {
  expect(layoutOf(1366, 768)).toBe('desk');
  expect(layoutOf(1920, 1080)).toBe('desk');
  expect(layoutOf(820, 1180)).toBe('tall');
  expect(layoutOf(1024, 1366)).toBe('tall');
  expect(layoutOf(390, 844)).toBe('tall');
  expect(layoutOf(844, 390)).toBe('flat');
});

it('folds the tools on phones alone', () => {
  expect([390, 820].map((width) => areToolsFolded('tall', width))).toEqual([true, false]);
  expect(areToolsFolded('flat', 844)).toBe(true);
  expect(areToolsFolded('desk', 1366)).toBe(false);
});

it('keeps six players in sight', () => {
  expect([2, 4, 5, 6].map((players) => stripColumns('tall', 390, players))).toEqual([2, 4, 3, 3]);
  expect(stripColumns('tall', 820, 6)).toBe(6);
  expect([2, 4, 6].map((players) => stripColumns('flat', 844, players))).toEqual([2, 2, 3]);
});
