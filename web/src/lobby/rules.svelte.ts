import { text } from '../i18n';
import type { BotInfo, OptionInfo, RulesInfo } from '../wire';
import { remember, remembered } from './remember';

export type OptionValue = boolean | string;

let loaded = $state.raw<RulesInfo | null>(null);
let loading: Promise<void> | null = null;

/** What can be played here; null until it is known. */
export function rules(): RulesInfo | null {
  return loaded;
}

function rulesFrom(text: string): RulesInfo {
  const raw = JSON.parse(text) as Partial<RulesInfo>;
  return {
    sets: raw.sets ?? [],
    starts: raw.starts ?? [],
    options: raw.options ?? [],
    presets: raw.presets ?? [],
    bots: raw.bots ?? [],
  };
}

/** Without the server what it told last is good enough. */
export function loadRules(): Promise<void> {
  loading ??= fetch('/api/rules')
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`rules: ${answer.status}`);
      const text = await answer.text();
      loaded = rulesFrom(text);
      remember('rules', text);
    })
    .catch((error: unknown) => {
      loading = null;
      const kept = remembered('rules');
      if (kept === null) throw error;
      loaded ??= rulesFrom(kept);
    });
  return loading;
}

/** Sets may be written with a number of copies: `base:2`. */
export function plainSet(set: string): string {
  return set.split(':')[0]!;
}

export function setName(set: string): string {
  const [name, copies] = set.split(':');
  const title = text(`set.${name}`) ?? loaded?.sets.find((info) => info.name === name)?.title ?? name!;
  return copies && copies !== '1' ? `${title} × ${copies}` : title;
}

/** What is played, in short: the rulebook's name, or its sets. */
export function gameTitle(sets: readonly string[]): string {
  const chosen = [...sets].sort().join();
  const preset = loaded?.presets.find((each) => [...each.sets].sort().join() === chosen);
  return (preset && text(`preset.${preset.id}`)) ?? sets.map(setName).join(' · ');
}

export function optionsFor(all: readonly OptionInfo[], sets: readonly string[]): OptionInfo[] {
  const chosen = new Set(sets.map(plainSet));
  return all.filter((option) => option.sets.some((needed) => needed.split('+').every((set) => chosen.has(set))));
}

/** Which beginnings of the map the chosen sets have: a set that brings one leaves no other. */
export function startsFor(sets: readonly string[]): string[] {
  const chosen = new Set(sets.map(plainSet));
  if (chosen.has('count')) return ['count', 'count_plain'];
  if (chosen.has('wheel')) return ['wheel'];
  if (chosen.has('river') && chosen.has('river2')) return ['rivers'];
  if (chosen.has('river')) return ['river'];
  if (chosen.has('river2')) return ['river2'];
  return ['tile'];
}

export function botName(id: string): string {
  return text(`bot.${id}`) ?? id;
}

/** With the number of the level, which says how levels compare. */
export function botLevel(id: string): string {
  const level = /^level(\d+)$/.exec(id)?.[1];
  return level ? `${level} · ${botName(id)}` : botName(id);
}

export function botLabel(bot: BotInfo): string {
  const name = botLevel(bot.id);
  const rating = bot.rating;
  if (rating === undefined || rating === null) return name;
  const signed = rating > 0 ? `+${rating}` : `${rating}`.replace('-', '−');
  return `${name} · ${text('bot.rating', { rating: signed })}`;
}
