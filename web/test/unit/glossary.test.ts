import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dictionary } from '../../src/i18n/message';
import ru from '../../src/i18n/ru';
import ruMore from '../../src/i18n/ru-more';
import uk from '../../src/i18n/uk';
import ukMore from '../../src/i18n/uk-more';

// The columns of the table that hold what is not said.
const NOT: Record<string, { dictionary: Dictionary; column: number }> = {
  ru: { dictionary: { ...ru, ...ruMore }, column: 3 },
  uk: { dictionary: { ...uk, ...ukMore }, column: 5 },
};

const rows = readFileSync(join(import.meta.dirname, '../../src/i18n/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| English'))
  .map((line) => line.slice(1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')));

function textsOf(dictionary: Dictionary): [key: string, text: string][] {
  return Object.entries(dictionary).flatMap(([key, message]) =>
    (typeof message === 'string' ? [message] : Object.values(message)).map((text): [string, string] => [key, text]));
}

it('is a whole table', () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    expect([row[0], row.length]).toEqual([row[0], 7]);
    expect([row[0], row[2], row[4]].every(Boolean)).toBe(true);
  }
});

describe.each(Object.entries(NOT))('%s', (_, { dictionary, column }) => {
  const texts = textsOf(dictionary);

  it.each(rows.map((row) => [row[0]!, row[column]!] as const).filter(([, not]) => not))('has one word for %s', (_, not) => {
    const wrong = not.split(/,\s*/).flatMap((beginning) => {
      const word = new RegExp(`(?<!\\p{L})${beginning}`, 'iu');
      return texts.filter(([, text]) => word.test(text)).map(([key, text]) => `${beginning} in ${key}: ${text}`);
    });
    expect(wrong).toEqual([]);
  });
});
