// What of an opinion lies on the map; which of it somebody likes to see is kept on the device.
import type { Hint } from '../../board/description';
import { cellKey } from '../../game/cells';
import type { Snapshot } from '../../game/snapshot';
import type { Cell } from '../../wire';
import { hintOf } from '../hints';
import type { Opinion } from './analyst.svelte';
import { isHeld } from './odds';
import { figureOf, percent, type Figure } from './opinion';
import { remembered, rememberYes } from './remember';

export const ON_MAP = ['answers', 'odds', 'dead'] as const;
export type OnMapName = (typeof ON_MAP)[number];

export interface Shown extends Record<OnMapName, boolean> {
  figure: Figure;
}

export const shownOnMap: Shown = $state({
  answers: remembered('answers', true),
  odds: remembered('odds', false),
  dead: remembered('dead', true),
  figure: remembered('by-chance', false) ? 'chance' : 'points',
});

export function show(name: OnMapName, yes: boolean): void {
  shownOnMap[name] = yes;
  rememberYes(name, yes);
}

export function showFigure(figure: Figure): void {
  shownOnMap.figure = figure;
  rememberYes('by-chance', figure === 'chance');
}

// More than these hide one another; the list has them all.
const RANKS = 3;

/** `alone`: the rank of the one answer that is looked at; one that is not seen on the map leaves the others there. */
export function hintsOf(game: Snapshot, { evaluation, report }: Opinion, shown: Shown, cell: Cell | null, alone: number | null): Hint[] {
  const all = (report?.answers ?? []).flatMap((answer, i) => hintOf(game, answer, i + 1, figureOf(answer, shown.figure)) ?? []);
  const lookedAt = all.find(({ rank }) => rank === alone);
  if (lookedAt) return [{ ...lookedAt, go: true }];
  const answers = shown.answers ? all.filter(({ rank }) => typeof rank === 'number' && rank <= RANKS) : [];
  if (!evaluation) return answers;
  const odds = shown.odds ? evaluation.features.filter((each) => each.kind !== 'field' && isHeld(each, game)) : [];
  const dead = shown.dead ? evaluation.cells.filter((each) => each.fits === 0) : [];
  const looked = cell && evaluation.cells.find((each) => cellKey(each.at) === cellKey(cell));
  return [
    ...dead.map(({ at }): Hint => ({ kind: 'dead', at })),
    ...(looked ? [{ kind: 'cell' as const, at: looked.at, words: String(looked.fits) }] : []),
    ...odds.map(({ at, seg, chance }): Hint => ({ kind: 'odds', at, seg, chance, words: percent(chance) })),
    ...answers,
  ];
}
