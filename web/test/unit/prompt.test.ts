import { expect, it } from 'vitest';
import { Flow } from '../../src/play/flow.svelte';
import { optionName } from '../../src/play/describe';
import { partOf, promptOf } from '../../src/play/prompt';
import type { Action, GameEvent, Piece, Place } from '../../src/wire';
import { snapshotOf, START, stateOf } from './samples';

const piece = (kind: Piece): Action => ({ by: 0, do: 'meeple', piece: kind, at: [0, 0], seg: 'field:NL' });
const HERD: Action & Place = { by: 0, do: 'herd', at: [0, 0], seg: 'field:NL' };
const GROW: Action = { by: 0, do: 'grow', at: [0, 0], seg: 'field:NL' };

function flowOf(game: ReturnType<typeof snapshotOf>): Flow {
  const flow = new Flow(() => undefined);
  flow.update(game);
  return flow;
}

it('says what the piece in the hand is good for', () => {
  const game = snapshotOf([piece('meeple'), piece('big'), piece('shepherd')], { decision: { kind: 'meeple', by: 0 } });
  const flow = flowOf(game);
  const hint = () => promptOf(flow, game).hint;
  expect(hint()).toBe('Choose a piece, then a spot.');
  flow.take('big');
  expect(hint()).toBe('Counts as two meeples.');
  flow.take('shepherd');
  expect(hint()).toContain('wolf');
});

it('says so as well where that piece is the only one left', () => {
  const game = snapshotOf([piece('pig')], { decision: { kind: 'meeple', by: 0 } });
  expect(promptOf(flowOf(game), game).hint).toContain('a point more');
});

it('tells what herding brings and what growing risks', () => {
  const shepherd = { piece: 'shepherd' as const, owner: 0, seg: 'field:NL', flock: { sheep3: 1 } };
  const game = snapshotOf([GROW, HERD], {
    decision: { kind: 'flock', by: 0 }, tiles: [{ ...START, pieces: [shepherd] }], bag: { sheep1: 4, sheep2: 3, wolf: 2 },
  });
  const risk = 'To let it grow you draw a token: 9 in the bag, wolves among them: 2. A wolf drives away all sheep on the field.';
  expect(promptOf(flowOf(game), game).hint).toBe(`Sheep beside your shepherd: 3. ${risk}`);
  expect(optionName(HERD, game)).toBe('Herd it into the stable');
  const field = { kind: 'field' as const, at: HERD.at, seg: HERD.seg, tiles: 1, claims: [0, 0], worth: 0, segments: [HERD] };
  const known = { ...game, features: [field] } as unknown as typeof game;
  expect(promptOf(flowOf(known), known).hint).toBe(risk);
  expect(optionName(HERD, known)).toBe('Herd it into the stable: 3 points');
});

it('tells of the two parts of a turn, unless that is what is asked', () => {
  const turn = (changes: object) => partOf(snapshotOf([], changes));
  expect(turn({})).toBe('');
  expect(turn({ double_turn: true, decision: { kind: 'meeple', by: 0 } })).toBe('A second part follows');
  expect(turn({ double_turn: true, decision: { kind: 'double_turn', by: 0 } })).toBe('');
  expect(turn({ part: 2 })).toBe('Second part of the turn');
});

const CAPTURE: Action = { by: 0, do: 'capture', piece: 'meeple', owner: 1, at: [2, 0], seg: 'monastery' };

it('says how far a tower reaches', () => {
  const built: GameEvent = { event: 'tower_built', player: 0, at: [0, 0], floors: 3 };
  const entry = { seq: 0, action: { by: 0, do: 'tower', at: [0, 0] } as Action, events: [built], scores: [0, 0] };
  const game = { ...snapshotOf([CAPTURE, { do: 'pass' }], { decision: { kind: 'capture', by: 0 } }), history: [entry] };
  expect(promptOf(flowOf(game), game).hint).toContain('reaches 3 tiles far in a straight line');
  expect(optionName(CAPTURE, game)).toBe('Take prisoner: meeple of Beginner, monastery (square 2, 0)');
  expect(optionName({ ...CAPTURE, owner: 0 } as Action, game)).toBe('Take home: your meeple, monastery (square 2, 0)');
});

it('says what a ransom costs, and what is left', () => {
  const ransom: Action = { by: 0, do: 'ransom', piece: 'abbot', holder: 1 };
  const players = stateOf().players.map((player) => ({ ...player, score: 7 }));
  const game = snapshotOf([ransom, { do: 'pass' }], { decision: { kind: 'ransom', by: 0 }, players });
  expect(promptOf(flowOf(game), game).hint).toBe('It costs 3 points, which go to the holder. You have 7 points.');
  expect(optionName(ransom, game)).toBe('Buy free for 3 points: abbot, held by Beginner');
});

it('says what a pyramid brings to whom, and that no portal is needed for one', () => {
  const acrobat = (owner: number) => ({ piece: 'meeple' as const, owner, seg: 'acrobats' });
  const tile = { ...START, pieces: [acrobat(0), acrobat(1), acrobat(0)] };
  const pyramid: Action = { by: 0, do: 'pyramid', at: [0, 0] };
  const guard: Action = { by: 0, do: 'meeple', piece: 'meeple', at: [5, 5], seg: 'tower' };
  const placed: GameEvent = { event: 'placed', player: 0, tile: 'base/U', at: [0, 0], rot: 0 };
  const entry = { seq: 0, action: { by: 0, do: 'pass' } as Action, events: [placed], scores: [0, 0] };
  const game = {
    ...snapshotOf([piece('meeple'), guard, pyramid, { do: 'pass' }], { decision: { kind: 'meeple', by: 0 }, tiles: [tile] }),
    history: [entry],
  };
  expect(promptOf(flowOf(game), game).hint).toBe('Choose a spot. You have 7 meeples left. Or score a full pyramid: 5 points for each acrobat.');
  expect(optionName(pyramid, game)).toBe('Score the pyramid (square 0, 0): Ada 10, Beginner 5');
  expect(optionName(guard, game)).toBe('Meeple as guard on the tower (square 5, 5)');
});

it('tells before a circus is scored what its token may be worth', () => {
  const placed: GameEvent = { event: 'placed', player: 0, tile: 'circus/CI-circus-cap', at: [1, 0], rot: 0 };
  const entry = { seq: 0, action: { by: 0, do: 'pass' } as Action, events: [placed], scores: [0, 0] };
  const circus = { at: [0, 0] as [number, number], tokens: { seal: 2, flea: 1, elephant: 0 } };
  const game = { ...snapshotOf([{ ...piece('meeple'), at: [1, 0] } as Action], { decision: { kind: 'meeple', by: 0 }, circus }), history: [entry] };
  expect(promptOf(flowOf(game), game).hint).toContain('3 tokens are unseen, worth 3 on average');
});

it('calls the last chance of an abbey what it is', () => {
  const place: Action = { by: 0, do: 'place', tile: 'abbey_mayor/AM-abbey', at: [1, 1], rot: 0 };
  const game = (total: number) => snapshotOf([place, { do: 'pass' }], { decision: { kind: 'abbey', by: 0 }, left: { total } });
  expect(promptOf(flowOf(game(9)), game(9)).hint).toContain('Otherwise you draw a tile');
  expect(promptOf(flowOf(game(0)), game(0)).hint).toContain('No tile is left');
  expect(optionName(place, game(9))).toBe('The abbey: square 1, 1');
});
