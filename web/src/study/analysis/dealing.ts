// What the dealer may turn up, and chance.
import type { Outcome } from '../../engine';

export const allOf = (outcomes: readonly Outcome[]): number => outcomes.reduce((sum, { weight }) => sum + weight, 0);

/** One of them by weight: `random` is from 0 up to, but not including, 1. */
export function outcomeAt(outcomes: readonly Outcome[], random: number): Outcome | null {
  let left = random * allOf(outcomes);
  for (const outcome of outcomes) {
    left -= outcome.weight;
    if (left < 0) return outcome;
  }
  return outcomes.at(-1) ?? null;
}

export function chance(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
}

/** Those of which there are most first; the same ones always in the same order. */
export function byWeight(outcomes: readonly Outcome[]): Outcome[] {
  return [...outcomes].sort((a, b) => b.weight - a.weight);
}
