import { beforeEach, describe, expect, it } from 'vitest';
import { Flow } from '../../src/play/flow.svelte';
import type { Choice } from '../../src/play/options';
import type { Action, Piece } from '../../src/wire';
import { snapshotOf } from './samples';

const place = (x: number, y: number, rot: 0 | 90 | 180 | 270): Action =>
  ({ by: 0, do: 'place', tile: 'base/U', at: [x, y], rot });
const piece = (seg: string): Action => ({ by: 0, do: 'meeple', piece: 'meeple', at: [0, 0], seg });
const PASS: Action = { by: 0, do: 'pass' };

let sent: Action[];
let flow: Flow;
beforeEach(() => {
  sent = [];
  flow = new Flow((action) => sent.push(action));
});

describe('placing', () => {
  beforeEach(() => flow.update(snapshotOf([place(1, 0, 0), place(1, 0, 180), place(0, 3, 90)])));

  it('shows the first legal rotation, turns through the legal ones and sends nothing by itself', () => {
    flow.tapCell([1, 0]);
    expect(flow.ghost?.rot).toBe(0);
    flow.tapCell([1, 0]);
    expect(flow.ghost?.rot).toBe(180);
    flow.rotate();
    expect(flow.ghost?.rot).toBe(0);
    flow.rotate(-1);
    expect(flow.ghost?.rot).toBe(180);
    expect(sent).toEqual([]);
    flow.confirm();
    expect(sent).toEqual([place(1, 0, 180)]);
  });

  it('forgets the choice when another place is tapped', () => {
    flow.tapCell([1, 0]);
    flow.rotate();
    flow.tapCell([0, 3]);
    expect(flow.ghost?.rot).toBe(90);
    flow.tapCell([7, 7]);
    expect(flow.ghost).toBeNull();
    flow.confirm();
    expect(sent).toEqual([]);
  });

  it('goes through the cells nearest first and lets go at the ends', () => {
    expect(flow.cycle(1)).toBe(true);
    expect(flow.cell).toEqual([1, 0]);
    expect(flow.cycle(1)).toBe(true);
    expect(flow.cell).toEqual([0, 3]);
    expect(flow.cycle(1)).toBe(false);
    expect(flow.cycle(-1)).toBe(true);
    expect(flow.cycle(-1)).toBe(false);
  });

  it('moves by arrows towards what lies there', () => {
    flow.move([1, 0]);
    expect(flow.cell).toEqual([1, 0]);
    flow.move([0, 1]);
    expect(flow.cell).toEqual([0, 3]);
    flow.move([0, 1]);
    expect(flow.cell).toEqual([0, 3]);
  });

  it('starts anew with a new position, but not when only seats changed', () => {
    flow.tapCell([1, 0]);
    flow.update({ ...flow.snapshot! });
    expect(flow.cell).toEqual([1, 0]);
    flow.update({ ...flow.snapshot!, seq: 2 });
    expect(flow.cell).toBeNull();
  });
});

describe('a tile in the hand', () => {
  beforeEach(() => flow.update(snapshotOf([
    place(1, 0, 0), place(1, 0, 90), place(1, 0, 180), place(0, 3, 90), place(0, 3, 270), place(0, 4, 0),
  ])));

  it('is turned before a square is chosen, and keeps the turn on the next square', () => {
    flow.rotate();
    expect(flow.facing).toBe(90);
    flow.tapCell([1, 0]);
    expect(flow.ghost?.rot).toBe(90);
    flow.tapCell([0, 3]);
    expect(flow.ghost?.rot).toBe(90);
    flow.rotate();
    flow.tapCell([0, 4]);
    expect(flow.ghost?.rot).toBe(0);
    flow.tapCell([0, 3]);
    expect(flow.ghost?.rot).toBe(270);
  });

  it('tells where it fits as it is held, once it was turned', () => {
    const otherwise = () => flow.menu.placements.map((each) => flow.isOtherwise(each));
    expect(otherwise()).toEqual([false, false, false]);
    flow.rotate();
    expect(otherwise()).toEqual([false, false, true]);
  });

  it('is held upright again with the next tile', () => {
    flow.rotate(-1);
    expect(flow.facing).toBe(270);
    flow.update({ ...flow.snapshot!, seq: 9 });
    expect(flow.facing).toBe(0);
  });
});

describe('the list of choices', () => {
  it('marks a tile, which Confirm lays', () => {
    flow.update(snapshotOf([place(1, 0, 0), place(1, 0, 180)]));
    const [, second] = flow.snapshot!.options;
    flow.list(second!);
    expect(flow.ghost).toMatchObject({ at: [1, 0], rot: 180 });
    expect([flow.isChosen(second!), sent]).toEqual([true, []]);
    flow.confirm();
    expect(sent).toEqual([second]);
  });

  it('marks a piece or sends it, as the setting has it on the map', () => {
    flow.update(snapshotOf([piece('road:W'), piece('city:N'), PASS], { decision: { kind: 'meeple', by: 0 } }));
    const [first, second, pass] = flow.snapshot!.options;
    flow.confirmPieces = true;
    flow.list(second!);
    expect([sent, flow.marked, flow.chosen]).toEqual([[], flow.spots[1]!.key, second]);
    flow.list(first!);
    flow.confirm();
    expect(sent).toEqual([first]);
    flow.confirmPieces = false;
    flow.list(second!);
    flow.list(pass!);
    expect(sent.slice(1)).toEqual([second, pass]);
  });
});

describe('spots on too many tiles', () => {
  const at = (x: number, seg: string): Action => ({ by: 0, do: 'meeple', piece: 'meeple', at: [x, 0], seg });
  const cellOf = (spot: Choice) => ('at' in spot.where ? spot.where.at[0] : 0);
  beforeEach(() => {
    flow = new Flow((action) => sent.push(action), (spots, _hand, entered) => ({
      spots: spots.filter((spot) => cellOf(spot) === entered?.[0]),
      tiles: [1, 2].filter((x) => x !== entered?.[0]).map((x) => ({ at: [x, 0], places: 2 })),
    }));
    flow.update(snapshotOf([at(1, 'road:W'), at(1, 'city:N'), at(2, 'road:W'), at(2, 'city:N')], { decision: { kind: 'meeple', by: 0 } }));
  });

  it('are reached by their tile, and there is a way back', () => {
    expect([flow.spots.length, flow.tiles.length, flow.begun]).toEqual([0, 2, false]);
    flow.chooseNumber(1);
    expect(sent).toEqual([]);
    flow.tapTile([2, 0]);
    expect([flow.spots.length, flow.begun]).toEqual([2, true]);
    expect(flow.cancel()).toBe(true);
    expect(flow.spots).toEqual([]);
    flow.tapTile([2, 0]);
    flow.chooseNumber(2);
    expect(sent).toEqual([at(2, 'city:N')]);
  });

  it('are all gone through by Tab, and their tiles by arrows', () => {
    const marked = [];
    while (flow.cycle(1)) marked.push(flow.marked);
    expect(marked.filter(Boolean)).toEqual(['1,0 road:W|meeple', '1,0 city:N|meeple', '2,0 road:W|meeple', '2,0 city:N|meeple']);
    flow.cancel();
    flow.move([1, 0]);
    flow.move([1, 0]);
    expect(flow.spots.map(cellOf)).toEqual([2, 2]);
  });

  it('are found by the list', () => {
    flow.confirmPieces = true;
    flow.list(flow.snapshot!.options[3]!);
    expect(flow.spots.map((spot) => spot.key)).toContain(flow.marked);
    flow.confirm();
    expect(sent).toEqual([at(2, 'city:N')]);
  });
});

describe('a piece', () => {
  beforeEach(() => flow.update(snapshotOf([piece('road:W'), piece('city:N'), PASS], { decision: { kind: 'meeple', by: 0 } })));

  it('is sent by one tap, or by two where that is set', () => {
    flow.tapSpot(flow.spots[1]!);
    expect(sent).toEqual([piece('city:N')]);
    sent.length = 0;
    flow.confirmPieces = true;
    flow.tapSpot(flow.spots[0]!);
    expect(sent).toEqual([]);
    flow.tapSpot(flow.spots[0]!);
    expect(sent).toEqual([piece('road:W')]);
  });

  it('is chosen by number, by keyboard and by nobody', () => {
    flow.chooseNumber(2);
    flow.chooseNumber(9);
    expect(sent).toEqual([piece('city:N')]);
    flow.cycle(1);
    flow.confirm();
    expect(sent.at(-1)).toEqual(piece('road:W'));
    flow.decline();
    expect(sent.at(-1)).toEqual(PASS);
  });

  it('is taken back before it is sent', () => {
    flow.confirmPieces = true;
    flow.tapSpot(flow.spots[0]!);
    expect(flow.cancel()).toBe(true);
    expect(flow.cancel()).toBe(false);
    flow.confirm();
    expect(sent).toEqual([]);
  });
});

describe('several kinds of piece', () => {
  const kind = (piece: Piece, seg: string): Action => ({ by: 0, do: 'meeple', piece, at: [0, 0], seg });
  const FAIRY: Action = { by: 0, do: 'fairy', piece: 'meeple', at: [0, 0], seg: 'city:N' };
  const spots = () => flow.spots.map((spot) => spot.actions[0]);
  beforeEach(() => flow.update(snapshotOf(
    [kind('big', 'road:W'), kind('meeple', 'road:W'), kind('meeple', 'field:NL'), kind('shepherd', 'field:NL'), FAIRY, PASS],
    { decision: { kind: 'meeple', by: 0 } },
  )));

  it('begin with an ordinary one, and show spots for what is in the hand', () => {
    expect(flow.pieces).toEqual(['big', 'meeple', 'shepherd']);
    expect(flow.hand).toBe('meeple');
    expect(spots()).toEqual([kind('meeple', 'road:W'), kind('meeple', 'field:NL'), FAIRY]);
    flow.take('shepherd');
    expect(spots()).toEqual([kind('shepherd', 'field:NL'), FAIRY]);
    flow.chooseNumber(1);
    expect(sent).toEqual([kind('shepherd', 'field:NL')]);
  });

  it('are gone through by a key', () => {
    const hands = [1, 2, 3].map(() => {
      flow.nextPiece();
      return flow.hand;
    });
    expect(hands).toEqual(['shepherd', 'big', 'meeple']);
  });

  it('are forgotten with the next question', () => {
    flow.take('big');
    flow.update({ ...flow.snapshot!, seq: 2 });
    expect(flow.hand).toBe('meeple');
  });

  it('need no choice where there is one', () => {
    flow.update(snapshotOf([kind('builder', 'road:W'), PASS], { decision: { kind: 'meeple', by: 0 } }));
    expect([flow.pieces, flow.hand, spots().length]).toEqual([['builder'], 'builder', 1]);
    flow.nextPiece();
    expect(flow.hand).toBe('builder');
  });
});

it('asks again where a spot leaves a choice', () => {
  const granary = (x: number): Action => ({ do: 'build_granary', corner: [0, 0], farmer: { at: [x, 0], seg: 'field:NL' } });
  flow.update(snapshotOf([granary(0), granary(1), PASS], { decision: { kind: 'build', by: 0 } }));
  flow.tapSpot(flow.spots[0]!);
  expect(sent).toEqual([]);
  expect(flow.spots).toHaveLength(2);
  flow.tapSpot(flow.spots[1]!);
  expect(sent).toEqual([granary(1)]);
});

it('without options has nothing to send', () => {
  flow.update(snapshotOf([]));
  flow.tapCell([1, 0]);
  flow.confirm();
  flow.decline();
  flow.chooseNumber(1);
  expect(flow.cycle(1)).toBe(false);
  expect(sent).toEqual([]);
  expect(flow.asked).toBe(false);
});

describe('an answer that is not kept yet', () => {
  it('is all that is shown, and nothing is asked meanwhile', () => {
    flow.update(snapshotOf([place(1, 0, 0), place(1, 0, 180), place(0, 3, 90)]));
    flow.held = place(1, 0, 180);
    expect(flow.open).toBe(false);
    expect(flow.menu.placements.map(({ at }) => at)).toEqual([[1, 0]]);
    flow.tapCell([0, 3]);
    flow.rotate();
    expect(flow.ghost).toMatchObject({ at: [1, 0], rot: 180 });
    flow.held = null;
    expect(flow.open).toBe(true);
    expect(flow.menu.placements.length).toBe(2);
  });

  it('shows the piece where it is to stand', () => {
    flow.update(snapshotOf([piece('city0'), piece('road0'), PASS]));
    flow.held = piece('road0');
    expect(flow.spots.length).toBe(1);
    expect(flow.spots[0]!.actions).toEqual([piece('road0')]);
    expect(flow.menu.pass).toBeNull();
  });
});
