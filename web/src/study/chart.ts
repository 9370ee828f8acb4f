// The chart of a score, in pixels of its window.
import type { Mark, Timeline } from './timeline';

export interface Frame {
  width: number;
  height: number;
}

export interface Scale {
  x: (depth: number) => number;
  y: (score: number) => number;
  /** The number of actions nearest to this place. */
  depthAt: (x: number) => number;
  /** Scores with a line across. */
  lines: number[];
}

export const EDGE = { left: 26, right: 26, top: 9, bottom: 9 };
/** Within the room for time: after the last action, so that what the end brought is seen. */
const TAIL = 0.03;

/** Strokes and gaps by seat: lines are told apart without colours, too. */
export const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '4 2', '12 4 2 4 2 4'] as const;

function stepFor(range: number, height: number): number {
  const most = Math.max(1, Math.floor(height / 24));
  return [5, 10, 20, 25, 50, 100, 200, 500, 1000].find((step) => range / step <= most) ?? 5000;
}

export function scaleOf({ length, scores }: Timeline, { width, height }: Frame): Scale {
  const all = scores.flat();
  const least = Math.min(0, ...all.length > 0 ? [all.reduce((a, b) => Math.min(a, b))] : []);
  const most = Math.max(10, all.reduce((a, b) => Math.max(a, b), 0));
  const room = Math.max(1, width - EDGE.left - EDGE.right) * (1 - TAIL);
  const high = Math.max(1, height - EDGE.top - EDGE.bottom);
  const x = (depth: number) => EDGE.left + (length === 0 ? 0 : (depth / length) * room);
  const y = (score: number) => EDGE.top + ((most - score) / (most - least)) * high;
  const depthAt = (at: number) => Math.max(0, Math.min(length, Math.round(((at - EDGE.left) / room) * length)));
  const step = stepFor(most - least, high);
  const lines: number[] = [];
  for (let line = Math.ceil(least / step) * step; line <= most; line += step) lines.push(line);
  return { x, y, depthAt, lines };
}

const round = (n: number) => Math.round(n * 10) / 10;

/** A score stays until it changes. */
export function scorePath(scores: readonly number[], { x, y }: Scale, width: number): string {
  let path = `M${round(x(0))} ${round(y(scores[0] ?? 0))}`;
  for (let depth = 1; depth < scores.length; depth++)
    if (scores[depth] !== scores[depth - 1]) path += `H${round(x(depth))}V${round(y(scores[depth]!))}`;
  return `${path}H${round(width - EDGE.right)}`;
}

/** Chances go from the bottom to the top of the chart. */
export function chancePath(chances: readonly (readonly [index: number, chance: number])[], { x }: Scale, height: number): string {
  const room = height - EDGE.top - EDGE.bottom;
  return chances.map(([index, chance], i) => `${i === 0 ? 'M' : 'L'}${round(x(index))} ${round(EDGE.top + (1 - chance) * room)}`).join('');
}

export interface PlacedMark {
  mark: Mark;
  x: number;
  y: number;
}

const APART = 9;

/** On its line, or at the foot of the chart; of marks that would cover one another the larger one stays. */
export function placeMarks({ marks, scores }: Timeline, { x, y }: Scale, height: number): PlacedMark[] {
  const placed: PlacedMark[] = [];
  for (const mark of marks.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))) {
    const at = { mark, x: x(mark.depth), y: mark.kind === 'score' ? y(scores[mark.seat]?.[mark.depth] ?? 0) : height - 5 };
    if (placed.every((other) => Math.hypot(other.x - at.x, other.y - at.y) >= APART)) placed.push(at);
  }
  return placed.sort((a, b) => a.mark.depth - b.mark.depth);
}

/** Signs at the ends of the lines: moved apart, each as near to its own as can be. */
export function endsOf(scores: readonly number[], { y }: Scale, height: number, size: number): number[] {
  const order = scores.map((score, seat) => ({ seat, y: y(score) })).sort((a, b) => a.y - b.y);
  const low = size / 2;
  for (const [i, each] of order.entries()) each.y = Math.max(each.y, i === 0 ? low : order[i - 1]!.y + size);
  for (let i = order.length - 1; i >= 0; i--)
    order[i]!.y = Math.min(order[i]!.y, i === order.length - 1 ? height - low : order[i + 1]!.y - size);
  return order.sort((a, b) => a.seat - b.seat).map((each) => each.y);
}
