import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import en from '../../src/i18n/en';
import { setLanguage } from '../../src/i18n';
import { Refused } from '../../src/net/connection';
import { refusalText } from '../../src/net/refusal';
import { refusedCodeWords, refusedDetailWords } from '../../src/wire';

const SOURCES = join(import.meta.dirname, '../../src');

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});
afterEach(async () => {
  await setLanguage('en');
  vi.unstubAllGlobals();
});

it('has a sentence for every case that the server tells apart', () => {
  for (const detail of refusedDetailWords)
    expect([detail, Object.keys(en).some((key) => key.startsWith('refused.') && key.endsWith(`.${detail}`))]).toEqual([detail, true]);
});

it.each(['ru', 'uk'] as const)('speaks to readers of %s in their language, whatever the server says', async (language) => {
  await setLanguage(language);
  for (const code of refusedCodeWords) {
    const refused = new Refused({ code, most: 500, wait_ms: 12_000 });
    expect(refusalText(refused)).toMatch(/[а-яіїєґ]/i);
    expect(refusalText(refused)).not.toMatch(/[a-z]{3}|\{/i);
  }
});

it('says how many and how long', async () => {
  expect(refusalText(new Refused({ code: 'bad_setup', detail: 'tiles', most: 500 }))).toContain('500');
  expect(refusalText(new Refused({ code: 'too_early', wait_ms: 11_200 }))).toBe('Not yet: in 12 seconds.');
  expect(refusalText(new Refused({ code: 'too_fast', wait_ms: 150 }))).toContain('in 1 second.');
  expect(refusalText(new Refused({ code: 'too_fast', detail: 'address', wait_ms: 2_500 }))).toContain('in 3 seconds.');
  expect(refusalText(new Refused({ code: 'too_many', detail: 'address', most: 500 }))).toContain('500');
  expect(refusalText(new Refused({ code: 'newcomers' }))).toBe(en['error.newcomers']);
  expect(refusalText(new Error('anything'))).toBe(en['error.session']);
});

it('leaves the server’s English sentence where it comes in: nothing shows it', () => {
  const showing = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name) && name !== 'wire.ts')
    .filter((name) => /\b(error|refused|refusal|reason|message|answer)\.(message|reason)\b/.test(readFileSync(join(SOURCES, name), 'utf8')));
  expect(showing).toEqual([]);
});
