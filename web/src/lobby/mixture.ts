// What a mixture of sets means, before the table is opened. The server has the last word.
import { t, text } from '../i18n';
import type { SetInfo } from '../wire';
import { plainSet, setName } from './rules.svelte';

/** What each of these sets begins the map with; two different beginnings make no map. */
const BEGINS_WITH: Readonly<Record<string, string>> = { river: 'river', river2: 'river', count: 'board', wheel: 'wheel' };
/** Both have bridges and castles, with different rules. */
const ALIKE: readonly string[] = ['bridges_castles_bazaars', 'castles_bridges'];

function pairsOf(sets: readonly string[]): [string, string][] {
  return sets.flatMap((a, i) => sets.slice(i + 1).map((b): [string, string] => [a, b]));
}

/** Why these sets make no game, in the language of the page; empty where they do. */
export function reasonsAgainst(chosen: readonly string[]): string[] {
  const sets = chosen.map(plainSet);
  const reasons = pairsOf(sets).flatMap(([a, b]) => {
    const names = { a: setName(a), b: setName(b) };
    if (ALIKE.includes(a) && ALIKE.includes(b)) return [t('create.mix.alike', names)];
    const clash = BEGINS_WITH[a] && BEGINS_WITH[b] && BEGINS_WITH[a] !== BEGINS_WITH[b];
    return clash ? [t('create.mix.begins', names)] : [];
  });
  const whole = sets.includes('base') || sets.includes('wheel');
  return whole ? reasons : [...reasons, t('create.mix.no_base', { a: setName('base'), b: setName('wheel') })];
}

export interface Meeting {
  pair: string;
  change: string;
}

/** What changes where two of the chosen sets meet; `known` gives the order in which sets are told. */
export function meetingsOf(chosen: readonly string[], known: readonly SetInfo[]): Meeting[] {
  const names = known.map((set) => set.name);
  const sets = [...new Set(chosen.map(plainSet))].sort((a, b) => names.indexOf(a) - names.indexOf(b));
  return pairsOf(sets).flatMap(([a, b]) => {
    const change = text(`mix.${a}.${b}`);
    return change ? [{ pair: `${setName(a)} + ${setName(b)}`, change }] : [];
  });
}

export function tilesIn(chosen: readonly string[], known: readonly SetInfo[]): number {
  return chosen.reduce((sum, set) => {
    const copies = Number(set.split(':')[1] ?? 1);
    return sum + copies * (known.find((info) => info.name === plainSet(set))?.tiles ?? 0);
  }, 0);
}

/** A guess for people at a table: half a minute a tile, and a little more for every set that has a say in it. */
export function minutesFor(tiles: number, sets: number): number {
  return (tiles * (30 + 2 * (sets - 1))) / 60;
}

/** "about 45 minutes", "about 3.5 hours" */
export function timeText(minutes: number): string {
  if (minutes < 90) return t('create.mix.minutes', { n: Math.max(5, Math.round(minutes / 5) * 5) });
  return t('create.mix.hours', { n: Math.round(minutes / 30) / 2 });
}
