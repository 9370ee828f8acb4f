import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import enMain from '../../src/i18n/en';
import enMore from '../../src/i18n/en-more';
import { chooseLanguage, type Language } from '../../src/i18n/languages';
import { type Dictionary, format, type Message, pluralCategories } from '../../src/i18n/message';
import ruMain from '../../src/i18n/ru';
import ruMore from '../../src/i18n/ru-more';
import ukMain from '../../src/i18n/uk';
import ukMore from '../../src/i18n/uk-more';
import {
  decisionKindWords, featureKindWords, goodsWords, pieceWords, quarterWords, refusedCodeWords, scoreForWords, sectorWords,
  termWords, tokenWords,
} from '../../src/wire';

const en = { ...enMain, ...enMore };
const ru: Dictionary = { ...ruMain, ...ruMore };
const uk: Dictionary = { ...ukMain, ...ukMore };
const DICTIONARIES: Record<Language, Dictionary> = { en, ru, uk };
const SOURCES = join(import.meta.dirname, '../../src');

function formsOf(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

function gapsOf(message: Message): Set<string> {
  return new Set(formsOf(message).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)));
}

function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

describe.each(['ru', 'uk'] as const)('%s', (language) => {
  const dictionary = DICTIONARIES[language];

  it('has the keys of English and no others', () => {
    expect(Object.keys(dictionary).sort()).toEqual(Object.keys(en).sort());
  });

  it('fills the same gaps and counts the same things', () => {
    for (const [key, message] of Object.entries(en)) {
      const own = dictionary[key]!;
      expect([key, typeof own]).toEqual([key, typeof message]);
      expect([key, [...gapsOf(own)].sort()]).toEqual([key, [...gapsOf(message)].sort()]);
    }
  });

  it('is written in Cyrillic', () => {
    const latinOnly = Object.entries(dictionary)
      .filter(([, message]) => formsOf(message).some((form) => /[A-Za-z]{3}/.test(form.replace(/\{\w+\}/g, ''))))
      .filter(([, message]) => !formsOf(message).some((form) => /[\u0400-\u04ff]/.test(form)))
      .map(([key]) => key);
    expect(latinOnly).toEqual(['app.name']);
  });
});

it('keeps Russian letters out of Ukrainian and the other way round', () => {
  const wrong = (dictionary: Dictionary, letters: RegExp) =>
    Object.entries(dictionary).filter(([, message]) => formsOf(message).some((form) => letters.test(form)));
  expect(wrong(uk, /[ыэъё]/i)).toEqual([]);
  expect(wrong(ru, /[іїєґ]/i)).toEqual([]);
});

describe.each(Object.entries(DICTIONARIES))('%s', (language, dictionary) => {
  it('has no empty text', () => {
    const empty = Object.entries(dictionary).filter(([, message]) => formsOf(message).some((form) => !form.trim()));
    expect(empty).toEqual([]);
  });

  it('has every plural form of its language', () => {
    for (const [key, message] of Object.entries(dictionary)) {
      if (typeof message === 'string') continue;
      expect([key, Object.keys(message).sort()]).toEqual([key, [...pluralCategories(language)].sort()]);
    }
  });
});

it('chooses forms by number', () => {
  const seats = (dictionary: Dictionary, language: string, n: number) =>
    format(dictionary['home.free_seats']!, { n }, language);
  expect([1, 2].map((n) => seats(en, 'en', n))).toEqual(['1 free seat', '2 free seats']);
  expect([1, 3, 5, 21].map((n) => seats(ru, 'ru', n))).toEqual([
    '1 свободное место', '3 свободных места', '5 свободных мест', '21 свободное место']);
  expect([1, 3, 5, 11].map((n) => seats(uk, 'uk', n))).toEqual([
    '1 вільне місце', '3 вільні місця', '5 вільних місць', '11 вільних місць']);
});

it('takes the first language of the browser that we have', () => {
  expect(chooseLanguage(['de-AT', 'uk-UA', 'en'])).toBe('uk');
  expect(chooseLanguage(['ru'])).toBe('ru');
  expect(chooseLanguage(['de', 'fr'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
});

it('knows every key that the code asks for', () => {
  const asked = [...filesUnder(SOURCES, '.svelte'), ...filesUnder(SOURCES, '.ts')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\('([\w.]+)'/g)].map((match) => match[1]!));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((key) => !(key in en))).toEqual([]);
});

it('has a text for every word of the vocabulary that players read', () => {
  const keys = [
    ...pieceWords.map((word) => `play.piece.${word}`),
    ...tokenWords.map((word) => `play.token.${word}`),
    ...goodsWords.map((word) => `play.goods.${word}`),
    ...quarterWords.map((word) => `play.quarter.${word}`),
    ...sectorWords.map((word) => `play.sector.${word}`),
    ...featureKindWords.map((word) => `play.feature.${word}`),
    ...decisionKindWords.map((word) => `play.ask.${word}`),
    ...scoreForWords.map((word) => `panel.for.${word}`),
    ...termWords.map((word) => `panel.term.${word}`),
    ...refusedCodeWords.map((word) => `refused.${word}`),
  ];
  expect(keys.filter((key) => !(key in en))).toEqual([]);
});

it('is the only place with words: components have none', () => {
  const wordy = filesUnder(SOURCES, '.svelte').flatMap((file) => {
    const markup = readFileSync(file, 'utf8')
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<style[\s\S]*?<\/style>/g, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/&\w+;/g, '')
      .replace(/\{[^{}]*(\{[^{}]*(\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g, '');
    const nodes = [...markup.matchAll(/>([^<>]*)</g)].map((match) => match[1]!);
    const labels = [...markup.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map((match) => match[1]!);
    return [...nodes, ...labels].filter((text) => /[A-Za-z\u0400-\u04ff]{2}/.test(text)).map((text) => [file, text.trim()]);
  });
  expect(wordy).toEqual([]);
});
