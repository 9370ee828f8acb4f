import { beforeAll, describe, expect, it, vi } from 'vitest';
import { figuresOf } from '../../src/board/scene';
import { learnShapes, type Shapes } from '../../src/board/shapes';
import { spotAt } from '../../src/board/spots';
import { touchedAt } from '../../src/board/touched';
import { cardOf, ruleOf, thingName } from '../../src/cards/cardOf';
import { thingOfAnswer, thingOfSource, thingOfToken, thingTouched, thingWords, type ThingWord } from '../../src/cards/things';
import type { Snapshot } from '../../src/game/snapshot';
import { setLanguage } from '../../src/i18n';
import { goodsWords, pieceWords, quarterWords, scoreForWords, sectorWords, tokenWords } from '../../src/wire';
import { snapshotOf, START } from './samples';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
});

const with_ = (game: Snapshot, setup: Partial<Snapshot['view']['setup']>): Snapshot =>
  ({ ...game, view: { ...game.view, setup: { ...game.view.setup, ...setup } } });

const GAME = snapshotOf([]);
const OPTIONS: Partial<Record<ThingWord, Record<string, string | boolean>>> = {
  builder: { double_turn: 'may' }, wagon: { wagon_move: 'linked' }, fairy: { fairy_placement: 'tile' },
  princess: { princess: 'must' }, bazaar: { bazaar_auction: false }, hill: { hill_ties: 'count' },
};

describe.each(['en', 'ru', 'uk'] as const)('%s', (language) => {
  beforeAll(() => setLanguage(language));

  it('has a card for everything, of at most three short sentences', () => {
    const common = snapshotOf([], { common_supply: { bridge: 1, castle: 2, granary: 3 } });
    for (const word of thingWords)
      for (const game of [GAME, common, with_(GAME, { options: OPTIONS[word] ?? {} })]) {
        const rule = ruleOf(word, game);
        expect([word, rule.length > 30, rule.length <= 320]).toEqual([word, true, true]);
        expect([word, rule.split(/[.!?](?:\s|$)/).filter(Boolean).length <= 3]).toEqual([word, true]);
        expect([word, thingName(word) !== word || language === 'en']).toEqual([word, true]);
      }
  });

  it('says the variant that is played', () => {
    for (const [word, options] of Object.entries(OPTIONS))
      expect(ruleOf(word as ThingWord, with_(GAME, { options }))).not.toBe(ruleOf(word as ThingWord, GAME));
  });
});

it('knows every word of the vocabulary that stands on the map or beside it', () => {
  const words: readonly string[] = thingWords;
  const known = [
    ...pieceWords, ...goodsWords, ...sectorWords, ...quarterWords.map((word) => (word === 'cathedral' ? 'quarter_cathedral' : word)),
    ...tokenWords.map((token) => thingOfToken(token).word), ...scoreForWords.map((source) => thingOfSource(source).word),
  ];
  expect(known.filter((word) => !words.includes(word))).toEqual([]);
});

describe('in English', () => {
  beforeAll(() => setLanguage('en'));

  it('tells the numbers of the moment', () => {
    const players = [
      { name: 'Ada', score: 0, supply: { meeple: 5 }, goods: { wine: 2, grain: 0, cloth: 0 } },
      { name: 'Boris', score: 0, supply: { meeple: 3 }, goods: { wine: 1, grain: 0, cloth: 0 } },
    ];
    const game = snapshotOf([], {
      players, king: { owner: 0, size: 5, at: [0, 0], seg: 'city:N' },
      wheel: { pig: 'famine', crowns: { fortune: [null], storm: [1, null] } },
      circus: { at: [0, 0], tokens: { seal: 2 } },
    });
    expect(cardOf({ word: 'meeple', owner: 1 }, game)).toMatchObject({ title: 'meeple of Beginner', numbers: ['In hand: Ada 5, Beginner 3'] });
    expect(cardOf({ word: 'wine' }, game).numbers).toEqual(['Tokens so far: Ada 2, Beginner 1']);
    expect(cardOf({ word: 'king' }, game).numbers).toEqual(['Ada, with a city of 5']);
    expect(cardOf({ word: 'storm' }, game).numbers).toEqual(['Steps of the pig to here: 1', 'On its crowns: Beginner']);
    expect(cardOf({ word: 'fortune' }, game).numbers).toEqual(['Steps of the pig to here: 4', 'Free crowns: 1']);
    expect(cardOf({ word: 'tower' }, game).numbers).toEqual([]);
    expect(cardOf({ word: 'tower', at: [0, 0] }, game).numbers).toEqual(['Floors: 0']);
    expect(cardOf({ word: 'big_top' }, game).numbers).toEqual(['Unseen animals: 2, worth 4 on average']);
  });

  it('calls a symbol a picture where its set is not played', () => {
    expect(cardOf({ word: 'inn' }, GAME).sentences).toContain('only a picture');
    expect(cardOf({ word: 'inn' }, with_(GAME, { sets: ['base', 'inns_cathedrals:2'] })).sentences).toContain('2 points a tile');
  });
});

describe('what is touched', () => {
  const SHAPES = {
    'base/D': {
      segments: [{ names: ['city:N'], at: [[50, 15]], path: '' }], centre: [[50, 50]],
      symbols: [{ name: 'pennant', at: [20, 30], radius: 8 }, { name: 'inn', at: [80, 80], radius: 8 }],
    },
  } as unknown as Shapes;
  const knight = { piece: 'meeple' as const, owner: 1, seg: 'city:N' };
  const land = (rot: 0 | 90) => snapshotOf([], { tiles: [{ ...START, rot, pieces: [knight] }], dragon: [0, 0] });
  const touch = (x: number, y: number, rot: 0 | 90 = 0) => touchedAt(land(rot), figuresOf(land(rot)), { x, y }, 1);
  beforeAll(() => learnShapes(SHAPES));

  it('is the figure or the symbol under the finger, and nothing on bare land', () => {
    expect(touch(50, 17)).toMatchObject({ kind: 'figure', name: 'meeple', owner: 1, seg: 'city:N' });
    expect(touch(22, 31)).toEqual({ kind: 'symbol', name: 'pennant', at: [0, 0] });
    expect(touch(52, 52)).toMatchObject({ kind: 'figure', name: 'dragon' });
    expect(touch(8, 92)).toBeNull();
    expect(touch(350, 17)).toBeNull();
  });

  it('turns with its tile', () => {
    expect(touch(70, 20, 90)).toMatchObject({ name: 'pennant' });
  });

  it('has a card', () => {
    const game = land(0);
    expect(thingTouched(touch(50, 17)!, game)).toMatchObject({ word: 'meeple', owner: 1 });
    expect(thingTouched({ kind: 'symbol', name: 'dragon', at: [0, 0] }, game)).toMatchObject({ word: 'dragon_sign' });
    expect(thingTouched({ kind: 'figure', name: 'dragon', at: [0, 0] }, game)).toMatchObject({ word: 'dragon' });
    expect(thingTouched({ kind: 'quarter', name: 'cathedral', at: [0, 0] }, game)).toMatchObject({ word: 'quarter_cathedral' });
    expect(thingTouched({ kind: 'figure', name: 'meeple', at: [0, 0], owner: 0, seg: 'tower' }, game)).toMatchObject({ word: 'tower' });
  });

  it('is named by the answer that the keyboard is at', () => {
    expect(thingOfAnswer({ do: 'crown', sector: 'storm' })).toEqual({ word: 'storm' });
    expect(thingOfAnswer({ do: 'fairy', piece: 'meeple', at: [0, 0], seg: 'city:N' })).toEqual({ word: 'fairy' });
    expect(thingOfAnswer({ do: 'pass' })).toBeNull();
  });
});

it('a touch means the nearest place, further off on a small map', () => {
  const spot = (key: string) => ({ key, where: { kind: 'segment' as const, at: [0, 0] as [number, number], seg: key }, ghost: { kind: 'mark' as const } });
  const spots = [spot('a'), spot('b')];
  const places = new Map([['a', { x: 0, y: 0 }], ['b', { x: 40, y: 0 }]]);
  expect(spotAt(spots, places, { x: 18, y: 0 }, 1)?.key).toBe('a');
  expect(spotAt(spots, places, { x: 25, y: 0 }, 1)?.key).toBe('b');
  expect(spotAt(spots, places, { x: 80, y: 0 }, 1)).toBeNull();
  expect(spotAt(spots, places, { x: 80, y: 0 }, 0.5)?.key).toBe('b');
});
