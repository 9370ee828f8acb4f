// Every question says in plain words what is asked and what each answer does, in three languages.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { setLanguage, type Language } from '../../src/i18n';
import { settleName, skipName } from '../../src/play/describe';
import { Flow } from '../../src/play/flow.svelte';
import { promptOf } from '../../src/play/prompt';
import { decisionKindWords, type Action, type DecisionKind, type State } from '../../src/wire';
import { snapshotOf } from './samples';

const PASS: Action = { by: 0, do: 'pass' };
const at: [number, number] = [0, 0];
const bazaar = {
  of: 0, auctioneer: 1, offered: 'base/A', bid: 3, bidder: 1,
  tiles: [{ tile: 'base/A', owner: null }, { tile: 'base/B', owner: null }],
};
const count = { quarter: 'palace' as const, palace: [], market: [], forge: [], cathedral: [] };

// The answers that each kind of decision has, and what of the state it needs. Dealer's and last ones ask nobody.
const QUESTIONS: Record<Exclude<DecisionKind, 'draw' | 'token' | 'over'>, [Action[], Partial<State>?]> = {
  place: [[{ by: 0, do: 'place', tile: 'base/U', at: [1, 0], rot: 0 }]],
  meeple: [[{ by: 0, do: 'meeple', piece: 'meeple', at, seg: 'road:E' }, PASS]],
  princess: [[{ by: 0, do: 'send_away', piece: 'meeple', owner: 1, at, seg: 'city:N' }, PASS]],
  dragon: [[{ by: 0, do: 'dragon', to: [1, 0] }], { flight: [[0, 0], [0, 1], [0, 2]] }],
  order: [[{ by: 0, do: 'score_next', at, seg: 'city:N' }]],
  redeploy: [[{ by: 0, do: 'redeploy', piece: 'meeple', from: 'palace', to: { at, seg: 'city:N' } }, PASS], { count }],
  deploy: [[{ by: 0, do: 'deploy', piece: 'meeple', quarter: 'market' }, PASS], { count }],
  move_count: [[{ by: 0, do: 'move_count', quarter: 'forge' }, PASS], { count }],
  market_to_field: [[{ by: 0, do: 'redeploy', piece: 'meeple', from: 'market', to: { at, seg: 'field:EL' } }], { count }],
  bridge: [[{ by: 0, do: 'bridge', at, axis: 'NS' }]],
  castle: [[{ by: 0, do: 'castle', piece: 'meeple', at, seg: 'city:N' }, PASS]],
  castle_feature: [[{ by: 0, do: 'castle_feature', castle: at, at, seg: 'road:E' }]],
  auction: [[{ by: 0, do: 'offer', tile: 'base/A', bid: 0 }], { bazaar: { of: 0, tiles: bazaar.tiles, auctioneer: 0 } }],
  bid: [[{ by: 0, do: 'bid', points: 4 }, PASS], { bazaar }],
  close_auction: [[{ by: 0, do: 'buy' }, { by: 0, do: 'sell' }], { bazaar: { ...bazaar, auctioneer: 0 } }],
  take: [[{ by: 0, do: 'take', tile: 'base/A' }], { bazaar: { of: 0, tiles: bazaar.tiles } }],
  build: [[{ by: 0, do: 'build_castle', city: { at, seg: 'city:N' } }, PASS], { common_supply: { bridge: 9, castle: 4, granary: 6 } }],
  plague: [[{ by: 0, do: 'plague', piece: 'meeple', at, seg: 'road:E' }]],
  double_turn: [[{ by: 0, do: 'double_turn' }, PASS]],
  flock: [[{ by: 0, do: 'grow', at, seg: 'field:EL' }, { by: 0, do: 'herd', at, seg: 'field:EL' }], { bag: { sheep1: 3, wolf: 1 } }],
  capture: [[{ by: 0, do: 'capture', piece: 'meeple', owner: 1, at, seg: 'road:E' }, PASS]],
  exchange: [[{ by: 0, do: 'exchange', piece: 'meeple' }, { by: 0, do: 'exchange', piece: 'big' }]],
  ransom: [[{ by: 0, do: 'ransom', piece: 'meeple', holder: 1 }, PASS]],
  abbey: [[{ by: 0, do: 'place', tile: 'abbey_mayor/AM-abbey', at: [1, 1], rot: 0 }, PASS]],
  wagon: [[{ by: 0, do: 'wagon', at, seg: 'road:E' }, PASS]],
};

function asked(options: Action[], changes: Partial<State> = {}) {
  const game = snapshotOf(options, changes);
  const flow = new Flow(() => undefined);
  flow.update(game);
  return { game, flow, ...promptOf(flow, game) };
}

const question = (kind: keyof typeof QUESTIONS) => {
  const [options, changes = {}] = QUESTIONS[kind];
  return asked(options, { decision: { kind, by: 0 }, ...changes });
};

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
});

describe.each(['en', 'ru', 'uk'] as const)('%s', (language: Language) => {
  beforeAll(() => setLanguage(language));

  it('has a title and a hint of its own for every kind of decision, with no gap left open', () => {
    const kinds = decisionKindWords.filter((kind) => kind in QUESTIONS) as (keyof typeof QUESTIONS)[];
    expect(kinds.length).toBe(decisionKindWords.length - 3);
    const words = kinds.map((kind) => ({ kind, ...question(kind) }));
    for (const { kind, title, hint } of words) {
      expect([kind, title.length > 4, hint.length > 10]).toEqual([kind, true, true]);
      expect(`${title} ${hint}`).not.toMatch(/[{}]|undefined/);
      expect([kind, hint.length < 300]).toEqual([kind, true]);
    }
    expect(new Set(words.map(({ hint }) => hint)).size).toBe(kinds.length);
  });

  it('says what declining does', () => {
    const skips = (Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[])
      .filter((kind) => QUESTIONS[kind][0].includes(PASS)).map((kind) => skipName(question(kind).game));
    expect(skips.every((skip) => skip.length > 2)).toBe(true);
  });
});

describe('in English', () => {
  beforeAll(() => setLanguage('en'));

  it('counts the steps of the flight, for those who wait as well', () => {
    expect(question('dragon').title).toBe('The dragon flies: step 3 of 6');
    const waits = asked([], { decision: { kind: 'dragon', by: 1 }, flight: [[0, 0], [1, 0]] });
    expect(waits.title).toBe('Beginner moves the dragon: step 2 of 6');
  });

  it('tells who auctions, what is bid and what buying and selling mean', () => {
    expect(question('bid').title).toBe('Beginner auctions a tile: your bid?');
    expect(question('bid').hint).toContain('Highest bid so far: 3 points (Beginner)');
    expect(question('close_auction').hint).toContain('Buy, and you pay them to Beginner and take the framed tile. Sell, and Beginner pays you');
    expect(question('close_auction').hint).toContain('You have 0 points.');
  });

  const FAIRY: Action = { by: 0, do: 'fairy', piece: 'meeple', at, seg: 'road:E' };
  const CROWN: Action = { by: 0, do: 'crown', sector: 'storm' };
  const meeple = (...options: Action[]) => asked([...options, PASS], {
    decision: { kind: 'meeple', by: 0 }, wheel: { pig: 'taxes', crowns: { storm: [null, null] } },
  });

  it('never calls leaving the fairy "no piece", and says what she brings', () => {
    const only = meeple(FAIRY);
    expect([only.title, skipName(only.game)]).toEqual(['Move the fairy?', 'Leave the fairy where she is']);
    expect(only.hint).toContain('1 point for you whenever your turn begins, 3 more');
    const mixed = meeple(FAIRY, QUESTIONS.meeple[0][0]!);
    expect([mixed.title, skipName(mixed.game)]).toEqual(['Put down a piece, or something else?', 'Do nothing']);
    expect(mixed.hint).toContain('Or move the fairy');
    expect(settleName(FAIRY)).toBe('Move the fairy');
    const noPiece = meeple(FAIRY, { by: 0, do: 'recall', piece: 'abbot', at, seg: 'garden' });
    expect(noPiece.title).toBe('Something instead of a piece?');
    expect(noPiece.hint).toMatch(/^You may call a piece home for its points. Or move the fairy/);
  });

  it('says how far the pig is from a crown that is looked at', () => {
    const { flow, game } = meeple(CROWN);
    expect(promptOf(flow, game).hint).toContain('3 points, or 6 if it is alone at two crowns');
    flow.pointed = flow.spots[0]!.key;
    expect(promptOf(flow, game).effect).toContain('The pig is 2 sectors away');
  });

  it('explains a place that the mouse is over, without marking it', () => {
    const { flow } = meeple(CROWN);
    flow.pointed = flow.spots[0]!.key;
    expect([flow.explained, flow.marked]).toEqual([CROWN, null]);
  });
});
