import { describe, expect, it } from 'vitest';
import { draftFrom, firstDraft, isOnline, messageOf, mostSeats, presetOf, wantedOptions, type Draft } from '../../src/lobby/draft';
import { loadMoreTexts } from '../../src/i18n';
import mixtures from '../../src/i18n/en-mixtures';
import { meetingsOf, minutesFor, reasonsAgainst, tilesIn, timeText } from '../../src/lobby/mixture';
import { optionsFor, startsFor } from '../../src/lobby/rules.svelte';
import { gameAt, routeOf } from '../../src/router.svelte';
import { settingsFrom } from '../../src/ui/settings.svelte';
import type { OptionInfo } from '../../src/wire';

await loadMoreTexts();

const option = (name: string, sets: string[], values: (boolean | string)[]): OptionInfo => ({
  name, sets, values, default: values[0]!, ledger: '', meaning: '',
});
const OPTIONS = [
  option('fields', ['base'], [true, false]),
  option('princess', ['princess_dragon'], ['may', 'must']),
  option('princess_blocks_count', ['count+princess_dragon'], [false, true]),
];
const names = (options: OptionInfo[]) => options.map((each) => each.name);

describe('options', () => {
  it('belong to their sets, and some to two sets together', () => {
    expect(names(optionsFor(OPTIONS, ['base:2']))).toEqual(['fields']);
    expect(names(optionsFor(OPTIONS, ['base', 'princess_dragon']))).toEqual(['fields', 'princess']);
    expect(names(optionsFor(OPTIONS, ['count', 'princess_dragon']))).toEqual(['princess', 'princess_blocks_count']);
  });

  it('are sent only where they differ, mean something and are known', () => {
    const draft: Draft = { ...firstDraft(), options: { fields: false, princess: 'must', nonsense: 'x' } };
    expect(wantedOptions(draft, OPTIONS)).toEqual({ fields: false });
    expect(wantedOptions({ ...draft, options: { fields: 'maybe' } }, OPTIONS)).toEqual({});
  });
});

it('needs the server only where somebody else is to come', () => {
  const draft = firstDraft();
  expect(isOnline(draft)).toBe(false);
  expect(isOnline({ ...draft, seats: ['me', 'here', 'bot:level1'] })).toBe(false);
  expect(isOnline({ ...draft, online: true })).toBe(true);
  expect(isOnline({ ...draft, seats: ['me', 'open'] })).toBe(true);
  // A seat that the sets have no pieces for is none.
  expect(isOnline({ ...draft, seats: ['me', 'here', 'here', 'here', 'here', 'open'] })).toBe(false);
});

it('offers the beginnings that the sets allow', () => {
  expect(startsFor(['base'])).toEqual(['tile']);
  expect(startsFor(['base', 'river', 'river2'])).toEqual(['rivers']);
  expect(startsFor(['base', 'count'])).toEqual(['count', 'count_plain']);
  expect(startsFor(['wheel'])).toEqual(['wheel']);
});

it('has a sixth seat only with the box that brings its pieces', () => {
  expect(mostSeats(['base', 'river'])).toBe(5);
  expect(mostSeats(['base', 'inns_cathedrals'])).toBe(6);
  const six: Draft = { ...firstDraft(), seats: ['me', 'here', 'here', 'open', 'open', 'open'] };
  expect(messageOf(six, [], String).seats).toHaveLength(5);
  expect(messageOf({ ...six, sets: ['base', 'inns_cathedrals'] }, [], String).seats).toHaveLength(6);
  expect(draftFrom(JSON.stringify(six)).seats).toHaveLength(5);
});

describe('a draft', () => {
  it('becomes the message of the contract', () => {
    const draft: Draft = {
      ...firstDraft(), seats: ['me', 'here', 'open', 'bot:level5'], listed: true, clock: 'increment5',
      sets: ['base', 'river'], start: 'river',
    };
    expect(messageOf(draft, OPTIONS, (n) => `Player ${n}`)).toEqual({
      type: 'create',
      setup: { sets: ['base', 'river'], start: 'river' },
      seats: [{ kind: 'me' }, { kind: 'me', name: 'Player 2' }, { kind: 'open' }, { kind: 'bot', bot: 'level5' }],
      listed: true,
      assist: 'standard',
      clock: { kind: 'increment', seconds: 300, add: 10 },
    });
  });

  it('is not listed when nobody can come', () => {
    expect(messageOf({ ...firstDraft(), listed: true }, OPTIONS, String).listed).toBe(false);
  });

  it('forgets a beginning whose set is gone', () => {
    expect(messageOf({ ...firstDraft(), start: 'wheel' }, OPTIONS, String).setup).toEqual({ sets: ['base'] });
  });

  it('survives storage, and damaged storage gives the first draft', () => {
    const draft: Draft = { ...firstDraft(), sets: ['wheel'], clock: 'days3', assist: 'table' };
    expect(draftFrom(JSON.stringify(draft))).toEqual(draft);
    for (const odd of [null, '', '{', '[]', '{"sets":[],"seats":["me","me"]}', '{"sets":["base"],"seats":["me"]}']) {
      expect(draftFrom(odd)).toEqual(firstDraft());
    }
  });

  it('knows its rulebook whatever the order of the sets', () => {
    const presets = [{ id: 'base', sets: ['base'] }, { id: 'new', sets: ['base', 'river', 'abbot'] }];
    expect(presetOf({ ...firstDraft(), sets: ['abbot', 'base', 'river'] }, presets)).toBe('new');
    expect(presetOf({ ...firstDraft(), sets: ['abbot', 'base'] }, presets)).toBe('');
  });
});

it('a link to a table or a replay of this site leads to its game, and nothing else does', () => {
  const site = 'http://localhost:8080';
  for (const link of [`${site}/t/Ab-9_x`, `${site}/replay/Ab-9_x?move=3`, '/replay/Ab-9_x', `${site}/t/Ab-9_x#x`])
    expect(gameAt(link, site)).toBe('Ab-9_x');
  for (const text of ['', '42', 'null', '[1,2,3]', 'Ab-9_x', `${site}/replay`, `${site}/lesson`, 'http://localhost:80801/t/Ab9',
    'http://elsewhere.test/t/Ab9', '//elsewhere.test/t/Ab9', 'javascript:alert(1)', `${site}/t/../x/y`, '{"bastide":1}'])
    expect(gameAt(text, site)).toBe(null);
});

it('finds pages by address', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/t/Ab-9_x')).toEqual({ page: 'table', id: 'Ab-9_x' });
  expect(routeOf('/t/Ab9/')).toEqual({ page: 'table', id: 'Ab9' });
  for (const odd of ['/t/', '/t/a/b', '/x', '/t/<script>', `/t/${'a'.repeat(65)}`]) {
    expect(routeOf(odd)).toEqual({ page: 'nowhere' });
  }
});

describe('settings', () => {
  it('take what makes sense and default the rest', () => {
    const kept = settingsFrom('{"theme":"night","volume":7,"motion":"wild","confirmPieces":false,"sound":"loud"}');
    expect(kept).toEqual({ ...settingsFrom(null), theme: 'night', confirmPieces: false });
  });

  it('survive damaged storage', () => {
    for (const odd of ['', '{', 'null', '[1]', '"x"']) expect(settingsFrom(odd)).toEqual(settingsFrom(null));
  });
});

describe('a mixture of sets', () => {
  const KNOWN = ['base', 'river', 'abbot', 'princess_dragon', 'count', 'bridges_castles_bazaars', 'castles_bridges', 'wheel', 'tower']
    .map((name) => ({ name, title: name, tiles: name === 'abbot' ? 0 : name === 'base' ? 72 : 18, available: true }));

  it('is refused in words of the page, pair by pair', () => {
    expect(reasonsAgainst(['base', 'river', 'tower'])).toEqual([]);
    expect(reasonsAgainst(['base', 'river', 'river2'])).toEqual([]);
    expect(reasonsAgainst(['base', 'river', 'count'])).toEqual([
      'The River or The Count of Carcassonne: each begins the map in its own way, so choose one.']);
    expect(reasonsAgainst(['base', 'bridges_castles_bazaars', 'castles_bridges'])[0]).toContain('both have bridges and castles');
    expect(reasonsAgainst(['tower'])[0]).toContain('Base game or The Wheel of Fortune');
    expect(reasonsAgainst(['wheel', 'tower'])).toEqual([]);
  });

  it('tells what changes for exactly the chosen sets, in their order', () => {
    const told = meetingsOf(['tower', 'abbot', 'base', 'princess_dragon'], KNOWN);
    expect(told.map((each) => each.pair)).toEqual([
      'The Abbot + The Princess & the Dragon', 'The Abbot + The Tower', 'The Princess & the Dragon + The Tower']);
    expect(told[2]!.change).toContain('The fairy does not protect from capture');
    expect(meetingsOf(['base', 'tower'], KNOWN)).toEqual([]);
  });

  it('knows how large it is and guesses how long', () => {
    expect(tilesIn(['base:2', 'tower', 'abbot'], KNOWN)).toBe(162);
    expect(timeText(minutesFor(72, 1))).toBe('35 minutes');
    expect(timeText(minutesFor(258, 14))).toBe('4 hours');
  });
});

it('has a sentence only for pairs of sets in their order', () => {
  const order = ['base', 'river', 'abbot', 'princess_dragon', 'river2', 'count', 'king_robber', 'cult', 'bridges_castles_bazaars',
    'castles_bridges', 'wheel', 'inns_cathedrals', 'traders_builders', 'hills_sheep', 'tower', 'abbey_mayor', 'circus'];
  for (const key of Object.keys(mixtures)) {
    const [, a, b] = key.split('.');
    expect([key, order.includes(a!) && order.indexOf(a!) < order.indexOf(b!)]).toEqual([key, true]);
    expect([key, reasonsAgainst(['base', a!, b!])]).toEqual([key, []]);
  }
});
