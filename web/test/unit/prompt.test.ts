import { expect, it } from 'vitest';
import { Flow } from '../../src/play/flow.svelte';
import { optionName } from '../../src/play/describe';
import { partOf, promptOf } from '../../src/play/prompt';
import type { Action, Piece, Place } from '../../src/wire';
import { snapshotOf, START } from './samples';

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
