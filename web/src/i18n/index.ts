// Provisional: the languages come with src/i18n/{en,ru,uk}.ts. The signature stays.
import { play } from './en-play';

export type Values = Record<string, string | number>;
/** A text with {name} places, or its plural forms, chosen by the value `n`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;

export function locale(): string {
  return 'en';
}

export function t(key: string, values: Values = {}): string {
  const found: Message | undefined = (play as Record<string, Message>)[key];
  if (found === undefined) return key;
  const form = typeof found === 'string'
    ? found
    : (found[new Intl.PluralRules(locale()).select(Number(values.n ?? 0))] ?? found.other ?? key);
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
