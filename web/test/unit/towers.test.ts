// Towers, acrobats, barns and the big top on the map.
import { beforeAll, describe, expect, it } from 'vitest';
import { reachPath } from '../../src/board/reach';
import { figuresOf, placeOf, type Figure } from '../../src/board/scene';
import { learnShapes } from '../../src/board/shapes';
import { spotPlaces } from '../../src/board/spots';
import { Flow } from '../../src/play/flow.svelte';
import { reachNow } from '../../src/play/reach';
import type { Action, Cell, Entry, State, TileOnBoard } from '../../src/wire';
import { START, snapshotOf } from './samples';

const at = (x: number, y: number): [number, number][] => Array<[number, number]>(4).fill([x, y]);
beforeAll(() =>
  learnShapes({
    'tower/T': { segments: [], centre: at(50, 50), tower: at(30, 60) },
    'circus/A': { segments: [], centre: at(50, 50), acrobats: at(50, 50) },
    'circus/C': { segments: [], centre: at(50, 50), circus: at(40, 70) },
  }));

const tile = (id: string, cell: Cell, changes: Partial<TileOnBoard> = {}): TileOnBoard =>
  ({ at: cell, tile: id, rot: 0, pieces: [], ...changes });
const guard = { piece: 'meeple' as const, owner: 1, seg: 'tower' };
const acrobat = (owner: number) => ({ piece: 'meeple' as const, owner, seg: 'acrobats' });

function figures(tiles: TileOnBoard[], changes: Partial<State> = {}): Figure[] {
  return figuresOf(snapshotOf([], { tiles: [START, ...tiles], ...changes }));
}

describe('a tower', () => {
  const built = (floors: number) => figures([tile('tower/T', [1, 0], { floors, pieces: [guard] })]);

  it('stands on its foundation, and its guard the higher the higher it is', () => {
    expect(figures([tile('tower/T', [1, 0])])).toEqual([]);
    const heights = [1, 2, 3, 5, 9, 12].map((floors) => {
      const [tower, above] = built(floors);
      expect(tower!.floors).toBe(floors);
      expect(tower!.at.x).toBe(130);
      expect(above!.symbol, 'the guard is drawn over his tower').toBe('#p-meeple-1');
      return tower!.at.y - above!.at.y;
    });
    expect(heights.slice(0, 5)).toEqual([...new Set(heights.slice(0, 5))].sort((a, b) => a - b));
  });

  it('takes the next floor upon the highest one', () => {
    const options: Action[] = [{ by: 0, do: 'tower', at: [1, 0] }];
    const placeFor = (floors: number) => {
      const game = snapshotOf(options, { tiles: [START, tile('tower/T', [1, 0], { floors })] });
      const flow = new Flow(() => undefined);
      flow.update(game);
      expect(flow.hand).toBe('floor');
      return [...spotPlaces(game, figuresOf(game), flow.spots).values()][0]!;
    };
    expect(placeFor(3).y).toBeLessThan(placeFor(1).y);
    expect(placeFor(1).x).toBe(130);
  });
});

describe('its reach', () => {
  const tiles = [tile('tower/T', [1, 0], { floors: 2 }), tile('base/U', [3, 0]), tile('base/U', [1, 1])];
  const entry: Entry = {
    seq: 0, action: { do: 'tower', at: [1, 0] }, scores: [0, 0],
    events: [{ event: 'tower_built', player: 0, at: [1, 0], floors: 2 }],
  };

  it('goes over gaps to the last tile, straight, when somebody may be taken', () => {
    const capture: Action = { do: 'capture', piece: 'meeple', owner: 1, at: [3, 0], seg: 'road:E' };
    const game = {
      ...snapshotOf([capture], { tiles: [START, ...tiles], decision: { kind: 'capture', by: 0 } }), history: [entry],
    };
    const flow = new Flow(() => undefined);
    flow.update(game);
    const reach = reachNow(game, flow)!;
    expect(reach).toEqual({ at: [1, 0], floors: 2 });
    // One north, two east over the gap, none south, one west.
    expect(reachPath(game, reach)).toBe('M100 -100H200V0H400V100H200V100H100V100H0V0H100Z');
  });

  it('is shown for a floor that is pointed at', () => {
    const game = snapshotOf([{ do: 'tower', at: [1, 0] }], { tiles: [START, ...tiles], decision: { kind: 'meeple', by: 0 } });
    const flow = new Flow(() => undefined);
    flow.update(game);
    expect(reachNow(game, flow)).toBeNull();
    flow.hovered = [1, 0];
    expect(reachNow(game, flow)).toEqual({ at: [1, 0], floors: 3 });
  });
});

describe('acrobats', () => {
  it('stand two side by side and the third upon them, drawn last', () => {
    const shown = figures([tile('circus/A', [1, 0], { pieces: [acrobat(0), acrobat(1), acrobat(0)] })]);
    expect(shown.map((figure) => figure.symbol)).toEqual(['#p-meeple-0', '#p-meeple-1', '#p-meeple-0']);
    const [left, right, above] = shown.map((figure) => figure.at);
    expect(left!.y).toBe(right!.y);
    expect(above!.y).toBeLessThan(left!.y);
    expect(above!.x).toBe((left!.x + right!.x) / 2);
  });

  it('are put on the next free place', () => {
    const where = { kind: 'segment', at: [1, 0] as Cell, seg: 'acrobats' } as const;
    const next = (pieces: TileOnBoard['pieces']) => {
      const game = snapshotOf([], { tiles: [START, tile('circus/A', [1, 0], { pieces })] });
      return placeOf(game, figuresOf(game), where);
    };
    expect(next([]).x).toBeLessThan(next([acrobat(0)]).x);
    expect(next([acrobat(0), acrobat(0)]).y).toBeLessThan(next([]).y);
  });
});

it('puts the big top on its ring, and nowhere before the first circus', () => {
  const circus = { at: [1, 0] as Cell, tokens: { seal: 5 } };
  const shown = figures([tile('circus/C', [1, 0])], { circus });
  expect(shown.map((figure) => [figure.symbol, figure.at.x])).toEqual([['#p-big-top', 140]]);
  expect(figures([tile('circus/C', [1, 0])], { circus: { ...circus, at: null } })).toEqual([]);
});

it('puts a barn where four tiles meet, once', () => {
  const pieces = [{ piece: 'barn' as const, owner: 1, seg: 'corner:NW' }];
  const shown = figures([tile('base/B', [1, -1], { pieces })], { barns: [{ corner: [0, -1], owner: 1 }] });
  expect(shown.map((figure) => [figure.symbol, figure.at])).toEqual([['#p-barn-1', { x: 100, y: 100 }]]);
  const game = snapshotOf([]);
  expect(placeOf(game, [], { kind: 'segment', at: [1, -1], seg: 'corner:NW' })).toEqual({ x: 100, y: 100 });
});
