// The chances of winning over a game, as lines and areas in a box of pixels.
import type { Review } from '../../engine';

export interface Box {
  width: number;
  height: number;
}

export type GraphPoint = readonly [index: number, chance: number];

/** What stands beside the lines: percents on the left, turns below. */
export const EDGES = { left: 40, right: 10, top: 10, bottom: 22 };
const LEAST_BETWEEN_TURNS = 46;

export class Plot {
  readonly last: number;

  constructor(private readonly review: Review, private readonly box: Box) {
    this.last = Math.max(1, ...review.graph.flat().map(([index]) => index));
  }

  x(index: number): number {
    return EDGES.left + (index / this.last) * (this.box.width - EDGES.left - EDGES.right);
  }

  y(chance: number): number {
    return EDGES.top + (1 - chance) * (this.box.height - EDGES.top - EDGES.bottom);
  }

  line(seat: number): string {
    return pathOf(this.points(seat).map(([index, chance]) => [this.x(index), this.y(chance)]));
  }

  /** Between the line and the lower (0) or upper (1) edge. */
  area(seat: number, edge: 0 | 1): string {
    const points = this.points(seat);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return '';
    return `${this.line(seat)}L${round(this.x(last[0]))} ${round(this.y(edge))}H${round(this.x(first[0]))}Z`;
  }

  /** Turns to be written below, as many as there is room for. */
  turns(): { index: number; turn: number }[] {
    const ticks: { index: number; turn: number }[] = [];
    for (const { index, turn } of this.review.draws) {
      const before = ticks.at(-1);
      if (turn % 10 !== 0 || before?.turn === turn) continue;
      if (!before || this.x(index) - this.x(before.index) >= LEAST_BETWEEN_TURNS) ticks.push({ index, turn });
    }
    return ticks;
  }

  /** The moment that lies nearest to this place. */
  nearest(x: number): number {
    const wanted = ((x - EDGES.left) / (this.box.width - EDGES.left - EDGES.right)) * this.last;
    const times = momentsInTime(this.review);
    return times.reduce((best, index) => (Math.abs(index - wanted) < Math.abs(best - wanted) ? index : best), times[0] ?? 0);
  }

  private points(seat: number): readonly GraphPoint[] {
    return this.review.graph[seat] ?? [];
  }
}

const round = (value: number) => Math.round(10 * value) / 10;

function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** The actions of which the graph tells, in their order. */
export function momentsInTime({ graph }: Review): number[] {
  return [...new Set(graph.flat().map(([index]) => index))].sort((a, b) => a - b);
}

/** The next of them in this direction, or the last. */
export function stepInTime(review: Review, index: number, step: number): number {
  const times = momentsInTime(review);
  const at = times.findLastIndex((each) => each <= index);
  return times[Math.max(0, Math.min(times.length - 1, at + step))] ?? 0;
}

/** The chance that was last known at this action; null before anything was. */
export function chanceAt({ graph }: Review, seat: number, index: number): number | null {
  return graph[seat]?.findLast(([at]) => at <= index)?.[1] ?? null;
}

export function turnAt({ moves, draws }: Review, index: number): number {
  return [...moves, ...draws].reduce((turn, each) => (each.index <= index ? Math.max(turn, each.turn) : turn), 1);
}

/** For the table: each turn with the chances after it. */
export function byTurns(review: Review): { turn: number; index: number; chances: (number | null)[] }[] {
  const lastOf = new Map<number, number>();
  for (const { turn, index } of review.moves) lastOf.set(turn, Math.max(index, lastOf.get(turn) ?? 0));
  return [...lastOf].sort(([a], [b]) => a - b)
    .map(([turn, index]) => ({ turn, index, chances: review.graph.map((_, seat) => chanceAt(review, seat, index)) }));
}
