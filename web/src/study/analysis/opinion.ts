// The engine's opinion in figures and words.
import type { Evaluation, SearchedAnswer, SearchReport } from '../../engine';
import { locale } from '../../i18n';
import { signedPoints } from '../figures';

/** What stands beside an answer on the map. */
export const FIGURES = ['points', 'chance'] as const;
export type Figure = (typeof FIGURES)[number];

/** Simulations from which an opinion is a first look, a good one, a thorough one. */
export const LEVELS = [2_000, 8_000, 32_000] as const;
/** For whoever wants to know more. */
export const LONGER = 128_000;

export function levelOf(nodes: number): number {
  return LEVELS.filter((level) => nodes >= level).length;
}

export function percent(chance: number, digits = 0): string {
  return chance.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: digits });
}

export function roundPoints(points: number): string {
  return points.toLocaleString(locale(), { maximumFractionDigits: 1 }).replace('-', '−');
}

export function figureOf(answer: SearchedAnswer, figure: Figure): string {
  return figure === 'points' ? signedPoints(answer.lead) : percent(answer.chance);
}

// The engine tells chances with six decimals: larger divisors could be taken for one another.
const LARGEST_DIVISOR = 120;
const CLOSE = 6e-7;

/** A chance that was counted and not estimated, as what it is: "5/12"; null where no small fraction is meant. */
export function fractionOf(chance: number): string | null {
  for (let divisor = 1; divisor <= LARGEST_DIVISOR; divisor++) {
    const part = Math.round(chance * divisor);
    if (Math.abs(part / divisor - chance) < CLOSE) return divisor === 1 ? String(part) : `${part}/${divisor}`;
  }
  return null;
}

/** An exact chance by its fraction as well. */
export function chanceWords(chance: number, judged: SearchReport['judged']): string {
  const fraction = judged === 'exact' ? fractionOf(chance) : null;
  if (!fraction?.includes('/')) return percent(chance, judged === 'exact' ? 1 : 0);
  return `${percent(chance, 1)} = ${fraction}`;
}

/** Everybody's chance of winning: that of who decides by the search, the others' in proportion to the first estimate. */
export function seatChances(evaluation: Evaluation, report: SearchReport | null): number[] {
  const best = report?.answers[0];
  if (!report || !best || typeof report.by !== 'number') return evaluation.chances;
  const others = evaluation.chances.reduce((sum, chance, seat) => sum + (seat === report.by ? 0 : chance), 0);
  const rest = Math.max(0, 1 - best.chance);
  const sharers = evaluation.chances.length - 1;
  return evaluation.chances.map((chance, seat) =>
    seat === report.by ? best.chance : others > 0 ? (rest * chance) / others : rest / sharers);
}
