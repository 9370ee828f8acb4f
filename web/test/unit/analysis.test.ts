import { describe, expect, it, vi } from 'vitest';
import type { Evaluation, Moment, RemoteEngine, RemoteGame, SearchOptions, SearchReport } from '../../src/engine';
import { Analyst } from '../../src/study/analysis/analyst.svelte';
import { byWeight, outcomeAt } from '../../src/study/analysis/dealing';
import { chanceWords, figureOf, fractionOf, levelOf, seatChances } from '../../src/study/analysis/opinion';
import { signedPoints } from '../../src/study/figures';
import { PlayOn } from '../../src/study/analysis/playOn.svelte';
import { hintsOf, type Shown } from '../../src/study/analysis/shown.svelte';
import { seenOf, treeOf, tryOf, type Step } from '../../src/study/analysis/variations';
import { plantTries, readTries, triesBeside } from '../../src/study/tries';
import { Study } from '../../src/study/study.svelte';
import type { Action, Entry } from '../../src/wire';
import { snapshotOf, stateOf } from './samples';

const draw = (tile: string): Action => ({ by: 'dealer', do: 'draw', tile });
const place = (x: number): Action => ({ by: 0, do: 'place', tile: 'base/U', at: [x, 0], rot: 0 });
const pass: Action = { by: 0, do: 'pass' };
const GAME: Action[] = [draw('base/U'), place(1), pass, draw('base/V'), place(2), pass];

const EVALUATION: Evaluation = {
  points: [60, 50], chances: [0.6, 0.4],
  features: [{ kind: 'city', at: [0, 0], seg: 'city:N', chance: 0.62, points: 5 }],
  cells: [{ at: [4, 4], fits: 0, tiles: {}, chance: 0 }, { at: [1, 0], fits: 3, tiles: { 'base/U': 3 }, chance: 0.8 }],
};

function reportOf(nodes: number, done: boolean, changes: Partial<SearchReport> = {}): SearchReport {
  const answer = (action: Action, chance: number, lead: number) => ({ action, then: [pass], visits: 1, chance, lead });
  return { by: 0, judged: 'search', nodes, done, answers: [answer(place(1), 0.7, 3.25), answer(place(2), 0.5, -0.02)], ...changes };
}

/** A game whose decision follows from the number of actions: draw, place, pass, draw … */
class FakeGame {
  line: Action[] = [];
  searched: SearchOptions[] = [];
  signals: AbortSignal[] = [];
  finish: (() => void)[] = [];
  readonly setup = { sets: ['base'], players: [{ name: 'Ada' }, { name: 'Boris' }] };
  readonly rules = 1;

  moment(): Moment {
    const kind = (['draw', 'place', 'meeple'] as const)[this.line.length % 3]!;
    const by = kind === 'draw' ? ('dealer' as const) : 0;
    return { seq: this.line.length, state: stateOf({ decision: { kind, by } }), options: [], features: [] };
  }
  async at(line: readonly Action[]): Promise<Moment> {
    this.line = [...line];
    return this.moment();
  }
  async entries(): Promise<Entry[]> {
    return this.line.map((action, seq) => ({ seq, action, events: [], scores: [0, 0] }));
  }
  async apply(action: Action): Promise<{ entry: Entry; moment: Moment }> {
    const entry = { seq: this.line.length, action, events: [], scores: [0, 0] };
    this.line.push(action);
    return { entry, moment: this.moment() };
  }
  async record() {
    return { bastide: 1 as const, setup: this.setup, actions: [...this.line] };
  }
  async outcomes() {
    return [{ action: draw('base/V'), weight: 1 }];
  }
  async evaluate() {
    return EVALUATION;
  }
  search(options: SearchOptions, report?: (now: SearchReport) => void, signal?: AbortSignal): Promise<SearchReport> {
    this.searched.push(options);
    this.signals.push(signal!);
    report?.(reportOf(2_000, false));
    return new Promise((resolve) => this.finish.push(() => resolve(reportOf(options.nodes, true))));
  }
  async choose(): Promise<Action> {
    return this.line.length % 3 === 1 ? place(9) : pass;
  }
  close(): void {}
}

async function studied(actions: Action[] = GAME) {
  const [shown, thought] = [new FakeGame(), new FakeGame()];
  shown.line = [...actions];
  const asEngine = (game: FakeGame) =>
    ({ open: async () => game as unknown as RemoteGame, create: async () => game as unknown as RemoteGame }) as unknown as RemoteEngine;
  const study = await Study.open(asEngine(shown), '');
  const analyst = new Analyst(study, async () => asEngine(thought));
  return { study, analyst, thought, playOn: new PlayOn(study, analyst) };
}

/** Until all that was promised has come. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('an opinion', () => {
  it('has figures with signs', () => {
    expect([3.25, -0.44, 0.04, -0.02].map(signedPoints)).toEqual(['+3.3', '−0.4', '0.0', '0.0']);
    expect(figureOf(reportOf(1, true).answers[0]!, 'chance')).toBe('70%');
    expect([1_999, 2_000, 9_000, 64_000].map(levelOf)).toEqual([0, 1, 2, 3]);
  });

  it('tells an exact chance as a fraction', () => {
    expect([0.5, 5 / 12, 1, 0, 1 / 3, 0.785714].map(fractionOf)).toEqual(['1/2', '5/12', '1', '0', '1/3', '11/14']);
    expect(fractionOf(Math.PI / 10)).toBeNull();
    expect(chanceWords(5 / 12, 'exact')).toBe('41.7% = 5/12');
    expect(chanceWords(1, 'exact')).toBe('100%');
    expect(chanceWords(5 / 12, 'search')).toBe('42%');
  });

  it('shares what is left among the others as they stand', () => {
    const three = { ...EVALUATION, chances: [0.5, 0.3, 0.2] };
    const [first, second, third] = seatChances(three, reportOf(1, true));
    expect(first).toBe(0.7);
    expect(second).toBeCloseTo(0.18);
    expect(third).toBeCloseTo(0.12);
    expect(seatChances(three, null)).toEqual([0.5, 0.3, 0.2]);
    expect(seatChances({ ...EVALUATION, chances: [1, 0] }, reportOf(1, true))[1]).toBeCloseTo(0.3);
  });

  it('lies on the map as somebody likes to see it', () => {
    const segments = [{ at: [0, 0] as [number, number], seg: 'city:N' }];
    const city = { kind: 'city' as const, ...segments[0]!, tiles: 1, claims: [1, 0], worth: 2, segments };
    const game = { ...snapshotOf([]), features: [city] };
    const all: Shown = { answers: true, odds: true, dead: true, figure: 'points' };
    const opinion = { evaluation: EVALUATION, report: reportOf(1, true) };
    expect(hintsOf(game, opinion, all, [1, 0], null).map((hint) => hint.kind)).toEqual(['dead', 'cell', 'odds', 'answer', 'answer']);
    expect(hintsOf(game, opinion, { ...all, odds: false, dead: false, answers: false }, null, null)).toEqual([]);
    expect(hintsOf(game, opinion, { ...all, answers: false }, [1, 0], 2)).toMatchObject([{ kind: 'answer', rank: 2, figure: '0.0', go: true }]);
    const passing = { ...opinion, report: { ...reportOf(1, true), answers: [...reportOf(1, true).answers, { action: pass, then: [], visits: 1, chance: 0.1, lead: -9 }] } };
    expect(hintsOf(game, passing, { ...all, odds: false, dead: false }, null, 3)).toHaveLength(2);
    const free = { ...game, features: [{ ...city, claims: [0, 0] }] };
    expect(hintsOf(free, opinion, { ...all, dead: false, answers: false }, null, null)).toEqual([]);
  });
});

describe('chance', () => {
  const outcomes = [{ action: draw('a'), weight: 1 }, { action: draw('b'), weight: 3 }];
  it('draws by weight', () => {
    expect([0, 0.24, 0.25, 0.999].map((random) => outcomeAt(outcomes, random)!.action)).toEqual(
      [draw('a'), draw('a'), draw('b'), draw('b')]);
    expect(outcomeAt([], 0.5)).toBeNull();
    expect(byWeight(outcomes).map(({ weight }) => weight)).toEqual([3, 1]);
  });
});

describe('the analyst', () => {
  it('thinks about what is seen, and reports as it goes', async () => {
    const { study, analyst, thought } = await studied();
    await study.go(study.onLine(4));
    analyst.look(study.shown);
    await settled();
    expect(thought.line).toEqual(GAME.slice(0, 4));
    expect(analyst.opinion).toMatchObject({ evaluation: EVALUATION, report: { nodes: 2_000, done: false } });
    expect(analyst.thinking).toBe(true);
    thought.finish[0]!();
    await settled();
    expect(analyst.opinion.report).toMatchObject({ nodes: 32_000, done: true });
    expect(analyst.thinking).toBe(false);
  });

  it('stops at every step, and knows again what it thought', async () => {
    const { study, analyst, thought } = await studied();
    await study.go(study.onLine(4));
    const first = study.shown;
    analyst.look(first);
    await settled();
    thought.finish[0]!();
    await settled();
    await study.step(1);
    analyst.look(study.shown);
    await settled();
    expect(thought.searched).toHaveLength(2);
    await study.step(-1);
    analyst.look(study.shown);
    expect(study.shown).toBe(first);
    expect(thought.signals[1]!.aborted).toBe(true);
    expect(analyst.opinion.report?.done).toBe(true);
    await settled();
    expect(thought.searched).toHaveLength(2);
    // What comes late of another position is not taken for this one.
    thought.finish[1]!();
    await settled();
    expect(analyst.opinion.report?.nodes).toBe(32_000);
    analyst.longer();
    await settled();
    expect(thought.searched[2]!.nodes).toBe(128_000);
  });

  it('is silent when it is off, and begins when it is switched on', async () => {
    const { study, analyst, thought } = await studied();
    analyst.turn(false);
    await study.go(study.onLine(4));
    analyst.look(study.shown);
    await settled();
    expect(thought.searched).toEqual([]);
    analyst.turn(true);
    await settled();
    expect(thought.searched).toHaveLength(1);
    analyst.turn(false);
    expect(thought.signals[0]!.aborted).toBe(true);
  });

  it('does not search where the dealer is asked', async () => {
    const { study, analyst, thought } = await studied();
    await study.go(study.onLine(3));
    analyst.look(study.shown);
    await settled();
    expect(thought.searched).toEqual([]);
    expect(analyst.opinion.evaluation).toBe(EVALUATION);
  });

  it('says that it cannot think', async () => {
    const { study, analyst, thought } = await studied();
    vi.spyOn(thought, 'evaluate').mockRejectedValue(new Error('no room'));
    analyst.look(study.shown);
    await settled();
    expect(analyst.trouble).toBe(true);
    expect(analyst.thinking).toBe(false);
  });
});

describe('who plays on', () => {
  it('answers where a line grows, and leaves alone who goes back', async () => {
    const { study, playOn } = await studied(GAME.slice(0, 3));
    await playOn.give('dealer', 'chance');
    expect(study.node.depth).toBe(4);
    await playOn.seen(study.shown!);
    expect(study.node.depth).toBe(4);
    await playOn.give(0, 'level3');
    expect(study.node.action).toEqual(place(9));
    await playOn.seen(study.shown!);
    expect(study.node.action).toEqual(pass);
    const end = study.node;
    await playOn.give('dealer', '');
    await playOn.seen(end);
    await playOn.give(0, '');
    playOn.dealer = 'chance';
    await study.go(study.onLine(1));
    await playOn.seen(study.shown!);
    expect(study.node.depth).toBe(1);
    await study.go(end);
    await playOn.seen(study.shown!);
    expect(end.children).toEqual([]);
  });
});

describe('the tree of tries', () => {
  it('is read in turns, with tries beside them', async () => {
    const { study } = await studied();
    expect(study.hasTries).toBe(false);
    expect((treeOf(study.root, study.root) as Step[]).map((step) => step.nodes.length)).toEqual([3, 3]);
    await study.go(study.onLine(4));
    await study.play(place(7));
    await study.play(pass);
    expect(study.hasTries).toBe(true);
    const [first, second] = treeOf(study.root, study.node) as Step[];
    expect(first!.tries).toEqual([]);
    const [tried] = second!.tries;
    expect((tried![0] as Step).nodes.map((node) => node.action)).toEqual([place(7), pass]);
    expect(seenOf(second!)).toMatchObject({ tile: 'base/U', others: [] });
  });

  it('passes over what has no tries', async () => {
    const long = Array.from({ length: 9 }, () => GAME.slice(0, 3)).flat();
    const { study } = await studied(long);
    const seen = () => treeOf(study.root, study.node).map((part) => (part.kind === 'gap' ? `${part.count} turns` : part.tries.length));
    await study.go(study.onLine(3 * 6));
    expect(seen()).toEqual([0, '3 turns', 0, 0, 0, 0, 0]);
    await study.go(study.root);
    await study.play(draw('base/A'));
    expect(seen()).toEqual([1, 0, '7 turns', 0]);
  });

  it('goes along with a link', async () => {
    const { study } = await studied();
    const from = study.onLine(4);
    await study.go(from);
    await study.play(place(7));
    await study.play(pass);
    await study.go(study.node.parent!);
    await study.play(draw('base/X'));
    await study.go(from);
    await study.play(place(8));
    await study.go(study.played().at(-1)!);
    const tries = triesBeside(study.line());
    expect(tries).toEqual([
      { from: 4, actions: [place(7), pass] }, { from: 4, actions: [place(8)] }, { from: 7, actions: [draw('base/X')] }]);
    const { study: other } = await studied();
    await plantTries(other, readTries(JSON.stringify(tries)));
    expect(triesBeside(other.line())).toEqual(tries);
    expect(other.node).toBe(other.line().at(-1));
    await expect(plantTries(other, [{ from: 99, actions: [pass] }])).rejects.toThrow();
  });

  it('does not believe every link', () => {
    for (const text of ['', '{}', '[1]', '[{"from":0.5,"actions":[]}]', '[{"from":0,"actions":[1]}]', '[null]'])
      expect(() => readTries(text), text).toThrow();
    expect(() => readTries(JSON.stringify([{ from: 0, actions: Array(2001).fill(pass) }]))).toThrow();
    expect(readTries('[]')).toEqual([]);
  });

  it('can be cut and put in order, but for the game itself', async () => {
    const { study } = await studied();
    const from = study.onLine(4);
    await study.go(from);
    await study.play(place(7));
    const one = study.node;
    await study.go(from);
    await study.play(place(8));
    const other = study.node;
    expect(tryOf(other)).toBe(other);
    expect(tryOf(from)).toBeNull();
    study.promote(other);
    expect(from.children.map((child) => child.action)).toEqual([place(2), place(8), place(7)]);
    study.remove(from.children[0]!);
    expect(from.children).toHaveLength(3);
    study.remove(other);
    expect(from.children).not.toContain(other);
    expect(study.node).toBe(from);
    await study.go(one);
    await study.play(pass);
    expect(tryOf(study.node)).toBe(one);
    // Back and forth keeps the line.
    await study.step(-2);
    await study.step(2);
    expect(study.node.parent).toBe(one);
  });
});
