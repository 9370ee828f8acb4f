// What there is to tell of a finished game.
import type { Snapshot } from '../game/snapshot';
import { t } from '../i18n';
import { playerName } from '../play/describe';
import type { ScoreEvent, ScoreFor } from '../wire';
import type { Breakdown } from './breakdown';
import { plain } from './narrate';
import { isAbandoned } from './outcome';

export interface Ranked {
  seat: number;
  score: number;
  /** From 1; players with as many points share one. None for who could not win, and in a game without a result. */
  place: number | null;
  out: 'gave_up' | 'timed_out' | null;
}

function outOf(game: Snapshot, seat: number): Ranked['out'] {
  const view = game.view.seats.find((each) => each.index === seat);
  if (!view || view.kind === 'open') return null;
  return view.resigned ? 'gave_up' : view.timeout ? 'timed_out' : null;
}

/** Who could win by points, then who could not. If all gave up, it is as if nobody had. */
export function rankingOf(game: Snapshot): Ranked[] {
  const winners = game.position?.winners ?? [];
  const all = (game.position?.players ?? []).map(({ score }, seat) =>
    ({ seat, score, out: winners.includes(seat) ? null : outOf(game, seat) }));
  const rated = all.filter((each) => each.out === null);
  return all
    .map((each) => ({
      ...each,
      place: isAbandoned(game) || each.out ? null : 1 + rated.filter((other) => other.score > each.score).length,
    }))
    .sort((a, b) => Number(a.out !== null) - Number(b.out !== null) || b.score - a.score || a.seat - b.seat);
}

/** The count that brought most at once. */
export function bestCount(game: Snapshot): ScoreEvent | null {
  const counts = game.history.flatMap((entry) => entry.events).filter((event) => event.event === 'score');
  return counts.reduce<ScoreEvent | null>((best, event) => (event.points > (best?.points ?? 0) ? event : best), null);
}

export function tilesLaid(game: Snapshot): number {
  return game.history.flatMap((entry) => entry.events).filter((event) => event.event === 'placed').length;
}

const MINUTE = 60_000;

export function durationText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE));
  if (minutes < 120) return t('panel.over.minutes', { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? t('panel.over.hours', { n: hours }) : t('panel.over.days', { n: Math.round(hours / 24) });
}

/** Sources that are told apart by a colour of their own; all others are one. */
export const GROUPS = ['road', 'city', 'monastery', 'field', 'other'] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf(source: ScoreFor): Group {
  if (source === 'road' || source === 'city') return source;
  if (['monastery', 'garden', 'shrine', 'abbey', 'abbot'].includes(source)) return 'monastery';
  return ['field', 'barn', 'granary'].includes(source) ? 'field' : 'other';
}

/** A player's points by group, as parts of `whole`; what was paid away takes no room. */
export function sharesOf({ sources }: Breakdown, seat: number, whole: number): { group: Group; share: number }[] {
  return GROUPS.map((group) => {
    const points = sources.filter(({ source }) => groupOf(source) === group).reduce((sum, each) => sum + each.points[seat]!, 0);
    return { group, share: whole > 0 ? Math.max(0, points) / whole : 0 };
  }).filter(({ share }) => share > 0);
}

/** For a message to friends. */
export function resultText(game: Snapshot): string {
  const scores = rankingOf(game).map(({ seat, score }) => `${playerName(game, seat)} ${plain(score)}`);
  return `${t('app.name')}: ${scores.join(', ')}`;
}
