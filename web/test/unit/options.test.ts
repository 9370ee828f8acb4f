import { describe, expect, it } from 'vitest';
import { menuOf, narrowed, pieceFor, spotOf } from '../../src/play/options';
import { actionKindWords, type Action } from '../../src/wire';

const place = (x: number, y: number, rot: 0 | 90 | 180 | 270): Action =>
  ({ by: 0, do: 'place', tile: 'base/D', at: [x, y], rot });

/** One answer of every kind that a player can be offered. */
const SAMPLES: Record<Exclude<Action['do'], 'draw' | 'token'>, Action> = {
  place: place(0, 1, 90),
  discard: { do: 'discard' },
  bridge: { do: 'bridge', at: [1, 0], axis: 'NS' },
  build_castle: { do: 'build_castle', city: { at: [1, 0], seg: 'city:N' } },
  build_granary: { do: 'build_granary', corner: [0, 0], farmer: { at: [1, 0], seg: 'field:NL' } },
  send_away: { do: 'send_away', piece: 'meeple', owner: 2, at: [1, 1], seg: 'city:E' },
  meeple: { do: 'meeple', piece: 'meeple', at: [0, 1], seg: 'road:W' },
  lady: { do: 'lady', at: [0, 1] },
  crown: { do: 'crown', sector: 'taxes' },
  recall: { do: 'recall', piece: 'abbot', at: [0, 0], seg: 'garden' },
  fairy: { do: 'fairy', piece: 'meeple', at: [0, 0], seg: 'city:N' },
  dragon: { do: 'dragon', to: [3, 1] },
  plague: { do: 'plague', piece: 'meeple', at: [0, 0], seg: 'field:NL' },
  score_next: { do: 'score_next', at: [0, 0], seg: 'city:N' },
  redeploy: { do: 'redeploy', piece: 'meeple', from: 'palace', to: { at: [0, 0], seg: 'city:N' } },
  castle: { do: 'castle', piece: 'meeple', at: [0, 0], seg: 'city:N' },
  castle_feature: { do: 'castle_feature', castle: [0, 0], at: [1, 0], seg: 'road:W' },
  deploy: { do: 'deploy', piece: 'meeple', quarter: 'forge' },
  move_count: { do: 'move_count', quarter: 'market' },
  offer: { do: 'offer', tile: 'base/E', bid: 0 },
  bid: { do: 'bid', points: 3 },
  buy: { do: 'buy' },
  sell: { do: 'sell' },
  take: { do: 'take', tile: 'base/E' },
  double_turn: { do: 'double_turn' },
  grow: { do: 'grow', at: [0, 1], seg: 'field:NL' },
  herd: { do: 'herd', at: [0, 1], seg: 'field:NL' },
  tower: { do: 'tower', at: [2, 0] },
  capture: { do: 'capture', piece: 'meeple', owner: 1, at: [0, 0], seg: 'tower' },
  exchange: { do: 'exchange', piece: 'abbot' },
  ransom: { do: 'ransom', piece: 'meeple', holder: 1 },
  wagon: { do: 'wagon', at: [1, 0], seg: 'road:W' },
  pyramid: { do: 'pyramid', at: [1, 1] },
  pass: { do: 'pass' },
};

describe('menuOf', () => {
  it('has a place for every kind of answer, and loses none', () => {
    for (const kind of actionKindWords) {
      if (kind === 'draw' || kind === 'token') continue; // the dealer's
      const menu = menuOf([SAMPLES[kind]]);
      const found = [
        ...menu.placements.flatMap((each) => each.turns.map((turn) => turn.action)),
        ...menu.spots.flatMap((spot) => spot.actions),
        ...menu.wares.flatMap((ware) => ware.actions),
        ...menu.bids,
        ...menu.buttons,
        ...(menu.pass ? [menu.pass] : []),
      ];
      expect(found, kind).toEqual([SAMPLES[kind]]);
    }
  });

  it('shows all answers that name a place of the board on the board', () => {
    const buttons = menuOf(Object.values(SAMPLES)).buttons.map((action) => action.do);
    expect(buttons).toEqual(['discard', 'buy', 'sell', 'double_turn', 'exchange', 'ransom']);
  });

  it('collects the rotations of a cell in the order given', () => {
    const menu = menuOf([place(0, 1, 0), place(1, 0, 90), place(0, 1, 180)]);
    expect(menu.placements.map((each) => [each.at, each.turns.map((turn) => turn.rot)])).toEqual([
      [[0, 1], [0, 180]],
      [[1, 0], [90]],
    ]);
  });

  it('keeps two kinds of piece on one segment apart', () => {
    const abbot: Action = { do: 'meeple', piece: 'abbot', at: [0, 1], seg: 'monastery' };
    const meeple: Action = { do: 'meeple', piece: 'meeple', at: [0, 1], seg: 'monastery' };
    expect(menuOf([abbot, meeple]).spots.map((spot) => spot.actions)).toEqual([[abbot], [meeple]]);
  });

  it('groups the bids of an auction by tile', () => {
    const offer = (tile: string, bid: number): Action => ({ do: 'offer', tile, bid });
    const menu = menuOf([offer('base/E', 0), offer('base/E', 1), offer('base/L', 0)]);
    expect(menu.wares.map((ware) => [ware.tile, ware.actions.length])).toEqual([['base/E', 2], ['base/L', 1]]);
  });
});

describe('a spot with several answers', () => {
  const granary = (x: number): Action =>
    ({ do: 'build_granary', corner: [0, 0], farmer: { at: [x, 0], seg: 'field:NL' } });

  it('is one spot first, then one for each farmer', () => {
    const [spot, ...others] = menuOf([granary(0), granary(1)]).spots;
    expect(others).toEqual([]);
    const rest = narrowed(spot!);
    expect(rest.map((each) => each.actions)).toEqual([[granary(0)], [granary(1)]]);
    expect(new Set(rest.map((each) => each.key)).size).toBe(2);
  });
});

it('shows both answers about a flock beside its shepherd', () => {
  const [grow, herd] = menuOf([SAMPLES.grow, SAMPLES.herd]).spots;
  expect([grow!.where, herd!.where]).toEqual(Array(2).fill({ kind: 'piece', at: [0, 1], seg: 'field:NL', piece: 'shepherd', owner: null }));
  expect(grow!.ghost).not.toEqual(herd!.ghost);
});

it('shows captives of several players on one pyramid apart', () => {
  const captive = (owner: number): Action => ({ do: 'capture', piece: 'meeple', owner, at: [0, 0], seg: 'acrobats' });
  expect(menuOf([captive(0), captive(1)]).spots).toHaveLength(2);
});

it('knows what goes from the hand to a spot', () => {
  const piece = (action: Action) => pieceFor(menuOf([action]).spots[0]!);
  expect(piece({ ...SAMPLES.meeple, piece: 'pig' } as Action)).toBe('pig');
  expect(piece({ ...SAMPLES.crown, piece: 'big' } as Action)).toBe('big');
  expect(piece(SAMPLES.crown)).toBe('meeple');
  expect(piece(SAMPLES.tower)).toBe('floor');
  expect(piece(SAMPLES.wagon)).toBeNull();
  expect(piece(SAMPLES.lady)).toBeNull();
  expect(piece(SAMPLES.recall)).toBeNull();
});

it('lets the fairy stand on a tile where the rules do', () => {
  const action = { do: 'fairy', at: [2, 2] } as unknown as Action;
  expect(spotOf(action)?.where).toEqual({ kind: 'cell', at: [2, 2] });
});
