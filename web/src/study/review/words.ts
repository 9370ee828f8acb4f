// What a review says in sentences, in the language of the page: as `bastide review` says it in English.
import type { Account, Cost, Review, ReviewedDraw, ReviewedMove } from '../../engine';
import { locale, t } from '../../i18n';
import { signedPoints } from '../figures';
import { LEAST_COST, type Grade } from './grade';

/** Below it a number is written as nothing. */
const NOTHING = { points: 0.05, chance: 0.0005 };
/** A draw that was luckier or unluckier than this is worth a sentence. */
const LUCK_WORTH_A_WORD = 2;

const tenths = (value: number) => Math.round(10 * value) / 10;

export function pointsText(points: number): string {
  return t('panel.points', { n: tenths(points) });
}

function percentWith(chance: number, digits: number): string {
  return t('review.percent', { n: (100 * chance).toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }) });
}

/** Whole percents, and tenths where the game is nearly decided. */
export function percent(chance: number): string {
  const isRound = chance === 0 || chance === 1 || (chance > 0.0995 && chance < 0.9005);
  return percentWith(chance, isRound ? 0 : 1);
}

/** "3.2 points, 5.3 %" */
export function costText({ points, chance }: Cost): string {
  const lost = percentWith(chance, 1);
  if (points < NOTHING.points) return lost;
  return chance < NOTHING.chance ? pointsText(points) : `${pointsText(points)}, ${lost}`;
}

export function costSentence(move: ReviewedMove): string {
  const { points, chance } = move.cost;
  if (chance < NOTHING.chance) return t('review.cost.points', { points: pointsText(points) });
  const chances = { from: percent(move.best_chance), to: percent(move.chance) };
  if (points < NOTHING.points) return t('review.cost.chance', chances);
  return t('review.cost.both', { points: pointsText(points), ...chances });
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}

export function resultSentence({ finished, seats }: Review): string {
  if (!finished) return t('review.result.unfinished');
  const best = Math.max(...seats.map(({ score }) => score));
  const first = seats.filter(({ score }) => score === best);
  const names = listed(first.map(({ name }) => name));
  if (first.length > 1) return t('review.result.shared', { names, points: pointsText(best) });
  const second = Math.max(...seats.filter(({ score }) => score !== best).map(({ score }) => score));
  return t('review.result.won', { name: names, points: pointsText(best), lead: pointsText(best - second) });
}

/** Seen by who came first: their name, and the parts of their lead. None of a tie. */
export function leadOf({ account, seats }: Review): { name: string; account: Account } | null {
  if (!account || account.margin === 0) return null;
  const sign = account.margin > 0 ? 1 : -1;
  const { margin, start, draws, moves, rest } = account;
  return {
    name: seats[sign > 0 ? 0 : 1]!.name,
    account: { margin: sign * margin, start: sign * start, draws: sign * draws, moves: sign * moves, rest: sign * rest },
  };
}

export function accountSentence(review: Review): string | null {
  const lead = leadOf(review);
  if (!lead) return null;
  const { margin, start, draws, moves, rest } = lead.account;
  return t('review.account.sentence', {
    name: lead.name, margin: pointsText(margin), draws: signedPoints(draws), moves: signedPoints(moves), start: signedPoints(start),
    rest: signedPoints(rest),
  });
}

/** The draw that changed most, if one changed anything to speak of. */
export function tellingDraw({ draws }: Review): ReviewedDraw | null {
  const most = draws.reduce<ReviewedDraw | null>((best, draw) => (best && Math.abs(best.luck) >= Math.abs(draw.luck) ? best : draw), null);
  return most && Math.abs(most.luck) >= LUCK_WORTH_A_WORD ? most : null;
}

export function luckSentence({ seats }: Review, draw: ReviewedDraw): string {
  const values = { name: seats[draw.by]!.name, turn: draw.turn, points: pointsText(Math.abs(draw.luck)) };
  return t(draw.luck > 0 ? 'review.luck.good' : 'review.luck.bad', values);
}

/** "From 5 % or 5 points" */
export function gradeRule(grade: Grade): string {
  const least = LEAST_COST.find((each) => each.grade === grade);
  if (least) return t('review.grade.from', { chance: percentWith(least.chance, 0), points: pointsText(least.points) });
  return t(grade === 'best' ? 'review.grade.best.rule' : 'review.grade.good.rule');
}

/** "about 40 seconds" */
export function aboutTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 60) return t('review.time.seconds', { n: seconds < 10 ? seconds : 5 * Math.round(seconds / 5) });
  return t('review.time.minutes', { n: Math.round(seconds / 60) });
}
