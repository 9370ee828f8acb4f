import { scoreForWords, type Entry, type ScoreFor } from '../wire';

export interface Breakdown {
  /** What points were given for, in the order of the vocabulary; only what occurred. */
  sources: { source: ScoreFor; points: number[] }[];
  totals: number[];
}

/** Every player's points by their source. */
export function breakdownOf(history: readonly Entry[], players: number): Breakdown {
  const zero = () => new Array<number>(players).fill(0);
  const by = new Map<ScoreFor, number[]>();
  const totals = zero();
  for (const event of history.flatMap((entry) => entry.events)) {
    if (event.event !== 'score') continue;
    const points = by.get(event.for) ?? zero();
    by.set(event.for, points);
    points[event.player] = (points[event.player] ?? 0) + event.points;
    totals[event.player] = (totals[event.player] ?? 0) + event.points;
  }
  const sources = scoreForWords.filter((source) => by.has(source)).map((source) => ({ source, points: by.get(source)! }));
  return { sources, totals };
}
