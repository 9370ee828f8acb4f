// Text with gaps: `{name}` is filled from the parameters. A message that counts has a form for each
// plural category of its language; `n` chooses it.
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Message = string | PluralForms;
export type Dictionary = Readonly<Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

const rulesByLanguage = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  let rules = rulesByLanguage.get(language);
  if (!rules) {
    rules = new Intl.PluralRules(language);
    rulesByLanguage.set(language, rules);
  }
  return rules;
}

export function pluralCategories(language: string): Intl.LDMLPluralRule[] {
  return pluralRules(language).resolvedOptions().pluralCategories;
}

export function format(message: Message, values: Values, language: string): string {
  const text = typeof message === 'string' ? message : formOf(message, values, language);
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name];
    if (value === undefined) return gap;
    return typeof value === 'number' ? value.toLocaleString(language) : value;
  });
}

function formOf(forms: PluralForms, values: Values, language: string): string {
  const category = pluralRules(language).select(Number(values.n ?? 0));
  return forms[category] ?? forms.other;
}
