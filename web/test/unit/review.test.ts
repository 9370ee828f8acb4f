// Reviews as `bastide review --json --nodes N` prints them: of a whole game of two, and of the beginning of a game of
// four with a bazaar. `moments_by_player` is what it says with `--player`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { GameRecord, Review, ReviewedMove } from '../../src/engine';
import { signedPoints } from '../../src/study/figures';
import { betterSteps, playedStep, turnSteps } from '../../src/study/review/answers';
import { byTurns, chanceAt, momentsInTime, Plot, stepInTime, turnAt } from '../../src/study/review/chart';
import { gradeOf, gradeOfCost, wasBest } from '../../src/study/review/grade';
import { fingerprintOf } from '../../src/study/review/kept';
import { listOf } from '../../src/study/review/list';
import { allMoments, momentsOf, stretchOf } from '../../src/study/review/moments';
import { expectedTime, movesIn, Pace, rememberPace } from '../../src/study/review/pace';
import { reviewText } from '../../src/study/review/save';
import { comparedVerdict, knownVerdict } from '../../src/study/review/trial.svelte';
import {
  aboutTime, accountSentence, costSentence, costText, gradeRule, leadOf, luckSentence, percent, resultSentence, tellingDraw,
} from '../../src/study/review/words';
import { setLanguage } from '../../src/i18n/language.svelte';
import { loadMoreTexts } from '../../src/i18n';
import { snapshotOf } from './samples';

interface Sample {
  record: GameRecord;
  review: Review;
  moments_by_player: number[][];
}

const read = (name: string): Sample => JSON.parse(readFileSync(join(import.meta.dirname, `reviews/${name}.json`), 'utf8'));
const two = read('two-finished');
const four = read('four-with-bazaar');
const game = snapshotOf([]);
const moveAt = ({ review }: Sample, index: number): ReviewedMove => review.moves.find((move) => move.index === index)!;

vi.stubGlobal('document', { documentElement: {} });
afterAll(() => vi.unstubAllGlobals());
await loadMoreTexts();

describe.each([['two', two], ['four', four]])('the moments of a game of %s', (_, { review, moments_by_player }) => {
  it('are those that the engine names, of everybody and of each player', () => {
    expect(momentsOf(review.moves, null).map(({ index }) => index)).toEqual(review.moments);
    for (const [seat, moments] of moments_by_player.entries())
      expect(momentsOf(review.moves, seat).map(({ index }) => index)).toEqual(moments);
  });

  it('can be more, still one a turn and in the order of the game', () => {
    const more = momentsOf(review.moves, null, 6);
    expect(more.length).toBe(Math.min(6, allMoments(review.moves, null)));
    expect(new Set(more.map(({ turn }) => turn)).size).toBe(more.length);
    expect(more.map(({ index }) => index)).toEqual(more.map(({ index }) => index).sort((a, b) => a - b));
    for (const move of more) expect(wasBest(move)).toBe(false);
  });
});

describe('the grade of a move', () => {
  it('goes by chance or points, whichever says more', () => {
    expect(gradeOfCost({ chance: 0.019, points: 1.9 })).toBe('good');
    expect(gradeOfCost({ chance: 0.02, points: 0 })).toBe('inaccuracy');
    expect(gradeOfCost({ chance: 0, points: 2 })).toBe('inaccuracy');
    expect(gradeOfCost({ chance: 0.01, points: 5 })).toBe('mistake');
    expect(gradeOfCost({ chance: 0.099, points: 1 })).toBe('mistake');
    expect(gradeOfCost({ chance: 0.1, points: 0 })).toBe('blunder');
    expect(gradeOfCost({ chance: 0, points: 12 })).toBe('blunder');
  });

  it('is none where there was nothing to choose, and the best counts as the summary counts it', () => {
    for (const { review } of [two, four])
      for (const [seat, { moves, best_moves }] of review.seats.entries()) {
        const grades = review.moves.filter(({ by }) => by === seat).map(gradeOf);
        expect(grades.filter((grade) => grade !== null)).toHaveLength(moves);
        expect(grades.filter((grade) => grade === 'best')).toHaveLength(best_moves);
      }
  });

  it('is told with its numbers', () => {
    expect(gradeRule('mistake')).toBe('cost 5% of the chance of winning, or 5 points, or more');
  });
});

describe('the graph', () => {
  const plot = new Plot(two.review, { width: 350, height: 172 });

  it('goes from edge to edge of its box', () => {
    expect([plot.x(0), plot.x(two.record.actions.length)]).toEqual([40, 340]);
    expect([plot.y(1), plot.y(0.5), plot.y(0)]).toEqual([10, 80, 150]);
  });

  it('has a point for every move of either of two, and the result', () => {
    const line = plot.line(0);
    expect(line.match(/[ML]/g)).toHaveLength(two.review.moves.length + 1);
    expect(line.endsWith('L340 10')).toBe(true);
    expect(plot.area(0, 0).startsWith(line)).toBe(true);
    expect(plot.area(0, 0).endsWith(`L340 150H${Math.round(10 * plot.x(two.review.moves[0]!.index)) / 10}Z`)).toBe(true);
  });

  it('finds the moment under a finger', () => {
    for (const index of momentsInTime(two.review)) expect(plot.nearest(plot.x(index))).toBe(index);
    expect(plot.nearest(-50)).toBe(two.review.moves[0]!.index);
    expect(plot.nearest(5000)).toBe(two.record.actions.length);
  });

  it('steps by what it tells of, and stays at its ends', () => {
    const times = momentsInTime(two.review);
    expect(stepInTime(two.review, times[4]!, 1)).toBe(times[5]);
    expect(stepInTime(two.review, times[4]!, -1)).toBe(times[3]);
    expect(stepInTime(two.review, -1, 1)).toBe(times[0]);
    expect(stepInTime(two.review, times.at(-1)!, 1)).toBe(times.at(-1));
  });

  it('writes turns that do not touch one another', () => {
    const places = new Plot(two.review, { width: 200, height: 170 }).turns().map(({ index }) => plot.x(index));
    expect(places.length).toBeGreaterThan(1);
    for (const [i, x] of places.entries()) if (i > 0) expect(x - places[i - 1]!).toBeGreaterThanOrEqual(46);
  });

  it('of four knows of everybody what was known last', () => {
    const { review } = four;
    const [[index, chance], [next]] = review.graph[2]! as [[number, number], [number, number]];
    expect(chanceAt(review, 2, index - 1)).toBeNull();
    expect(chanceAt(review, 2, index)).toBe(chance);
    expect(chanceAt(review, 2, next - 1)).toBe(chance);
    const rows = byTurns(review);
    expect(rows.map(({ turn }) => turn)).toEqual([...new Set(review.moves.map(({ turn }) => turn))]);
    expect(rows.at(-1)!.chances.every((each) => each !== null)).toBe(true);
    expect(turnAt(review, four.record.actions.length)).toBe(rows.at(-1)!.turn);
  });
});

describe('words', () => {
  it('say who won, and where the lead came from', () => {
    expect(resultSentence(two.review)).toBe('Player 1 won with 59 points, 17 points ahead.');
    const { account } = two.review;
    expect(account!.draws + account!.moves + account!.start + account!.rest).toBeCloseTo(17, 2);
    expect(accountSentence(two.review)).toBe(`Where Player 1’s lead of 17 points came from: draws ${signedPoints(account!.draws)}, moves ${
      signedPoints(account!.moves)}, the first turn ${signedPoints(account!.start)}, and ${signedPoints(account!.rest)} that the estimates of the review missed.`);
  });

  it('see the account from the winner’s side', () => {
    const lost: Review = { ...two.review, account: { margin: -4, start: 1, draws: -8, moves: 2.5, rest: 0.5 } };
    expect(leadOf(lost)).toEqual({ name: 'Player 2', account: { margin: 4, start: -1, draws: 8, moves: -2.5, rest: -0.5 } });
    expect(leadOf({ ...lost, account: { ...lost.account!, margin: 0 } })).toBeNull();
    expect(accountSentence(four.review)).toBeNull();
  });

  it('do not name a winner of a game that goes on, nor one of several', () => {
    expect(resultSentence(four.review)).toBe('The game is not finished: the points are those so far.');
    const shared = { ...four.review, finished: true, seats: four.review.seats.map((seat, i) => ({ ...seat, score: i < 2 ? 40 : 9 })) };
    expect(resultSentence(shared)).toBe('Ada and Boris came first together, with 40 points.');
  });

  it('tell what a move cost', () => {
    const dear = { ...moveAt(two, two.review.moments[0]!), cost: { points: 6.13, chance: 0.12 }, best_chance: 0.66, chance: 0.54 };
    expect(costSentence(dear)).toBe('This cost 6.1 points and took the chance of winning from 66% to 54%.');
    expect(costSentence({ ...dear, cost: { points: 1, chance: 0 } })).toBe('This cost 1 point and hardly a chance of winning.');
    expect(costSentence({ ...dear, cost: { points: 0, chance: 0.12 } })).toBe('This cost no points, but took the chance of winning from 66% to 54%.');
    expect(costText({ points: 3.21, chance: 0.053 })).toBe('3.2 points, 5.3%');
    expect(costText({ points: 1.2, chance: 0 })).toBe('1.2 points');
  });

  it('round as the command does', () => {
    expect([0, 0.009, 0.0995, 0.1, 0.544, 0.978, 1].map(percent)).toEqual(['0%', '0.9%', '10.0%', '10%', '54%', '97.8%', '100%']);
    expect([2, -0.46, 0.04, -0.04].map(signedPoints)).toEqual(['+2.0', '−0.5', '0.0', '0.0']);
  });

  it('name the luckiest or unluckiest draw, if it is worth it', () => {
    const most = tellingDraw(two.review)!;
    expect(Math.abs(most.luck)).toBe(Math.max(...two.review.draws.map(({ luck }) => Math.abs(luck))));
    expect(luckSentence(two.review, { ...most, by: 1, turn: 60, luck: -5.53 }))
      .toBe('The unluckiest draw: Player 2 in turn 60, 5.5 points worse than the average tile.');
    expect(tellingDraw({ ...two.review, draws: [{ ...most, luck: 1.9 }] })).toBeNull();
    expect(tellingDraw({ ...two.review, draws: [] })).toBeNull();
  });

  it('have the numbers and forms of their language', async () => {
    const dear = { ...moveAt(two, two.review.moments[0]!), cost: { points: 6.13, chance: 0.12 }, best_chance: 0.66, chance: 0.54 };
    await setLanguage('ru');
    expect(costSentence(dear)).toBe('Это стоило 6,1 очка и снизило шанс на победу с 66 % до 54 %.');
    expect([2, 21, 45].map((seconds) => aboutTime(1000 * seconds))).toEqual(['около 2 секунд', 'около 20 секунд', 'около 45 секунд']);
    await setLanguage('uk');
    expect(costSentence(dear)).toBe('Це коштувало 6,1 очка і знизило шанс на перемогу з 66 % до 54 %.');
    expect(resultSentence(two.review)).toBe('Перемога: Player 1, 59 очок, відрив — 17 очок.');
  });
  afterEach(() => setLanguage('en'));
});

describe('answers in words', () => {
  it('tell the turn as it was played and as it would have been better, and where they part', () => {
    const move = moveAt(two, two.review.moments[0]!);
    const { played, better, parting } = turnSteps(two.review.moves, move, game, two.record.actions);
    const stretch = stretchOf(two.review.moves, move);
    expect(played).toHaveLength(stretch.length);
    expect(stretch[parting]).toBe(move);
    expect(better).toHaveLength(parting + 1 + move.then.length);
    // A piece is on its way: what else was declined is of no interest.
    const laid = two.review.moves.find(({ decision }) => decision === 'place')!;
    const further = { ...laid, then: [{ by: 0, do: 'meeple', piece: 'meeple', at: [0, 1], seg: 'road:N' }, { by: 0, do: 'pass' }] } as ReviewedMove;
    expect(betterSteps(further, game, two.record.actions).map(({ words }) => words)).toEqual([expect.stringContaining('quare'), 'Meeple: road, north (square 0, 1)']);
    const bare = { ...laid, then: [{ by: 0, do: 'pass' }] } as ReviewedMove;
    expect(betterSteps(bare, game, two.record.actions)[1]!.words).toBe('No piece');
    expect(better.slice(0, parting)).toEqual(played.slice(0, parting));
    expect(played[0]!.tile).toEqual({ tile: expect.stringMatching(/^base\//), rot: expect.any(Number) });
  });

  it('know what a bid was in its auction', () => {
    const sold = four.record.actions.findIndex(({ do: what }) => what === 'sell');
    expect(playedStep(moveAt(four, sold), game, four.record.actions).words).toMatch(/2/);
    const offer = four.record.actions.findIndex(({ do: what }) => what === 'offer');
    expect(playedStep(moveAt(four, offer), game, four.record.actions).tile).toEqual({ tile: 'base/B', rot: 0 });
    expect(moveAt(four, offer).judged).toBe('estimate');
  });

  it('there are for every kind of answer that players give', () => {
    const folder = join(import.meta.dirname, '../browser/records');
    const kinds = new Set<string>();
    for (const file of readdirSync(folder)) {
      const { actions } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as GameRecord;
      for (const [index, played] of actions.entries()) {
        if (played.by === 'dealer') continue;
        const move = { ...two.review.moves[0]!, index, by: played.by, decision: 'redeploy', played, best: played, then: [] } as ReviewedMove;
        for (const { words } of [playedStep(move, game, actions), ...betterSteps(move, game, actions)])
          if (words === played.do || /[{}]|undefined/.test(words) || words.trim() === '') kinds.add(`${played.do}: ${words}`);
      }
    }
    expect([...kinds]).toEqual([]);
  });

  it('count the floors of a tower as it was then', () => {
    const built = (at: [number, number]) => ({ by: 0, do: 'tower', at }) as const;
    const actions = [built([0, 1]), built([0, 2]), built([0, 1])];
    const move = { ...two.review.moves[0]!, index: 2, decision: 'meeple', played: built([0, 1]) } as ReviewedMove;
    expect(playedStep(move, game, actions).words).toContain('2 floors');
  });
});

describe('the list of moves', () => {
  it('has all moves and draws, by turns', () => {
    const turns = listOf(two.review, { player: null, dear: false });
    expect(turns.flatMap(({ rows }) => rows)).toHaveLength(two.review.moves.length + two.review.draws.length);
    expect(turns.map(({ turn }) => turn)).toEqual(turns.map(({ turn }) => turn).sort((a, b) => a - b));
  });

  it('can be of one player, and only of what cost something', () => {
    const rows = listOf(two.review, { player: 1, dear: true }).flatMap((turn) => turn.rows);
    const wanted = two.review.moves.filter((move) => move.by === 1 && !wasBest(move));
    expect(rows.map(({ move }) => move)).toEqual(wanted);
  });
});

describe('the time it takes', () => {
  it('is told from the first moves on, knows that later moves take longer, and follows how fast it goes', () => {
    const { actions } = two.record;
    const pace = new Pace(actions, 0);
    const all = movesIn(actions);
    const work = (moves: number) => all * (0.4 * (moves / all) + 0.6 * (moves / all) ** 2);
    const doneAfter = (moves: number) => actions.findIndex((_, i) => movesIn(actions, i) === moves);
    for (let moves = 1; moves <= 20; ++moves) {
      if (moves <= 3) expect(pace.left()).toBeNull();
      pace.note(doneAfter(moves), 100 * work(moves));
    }
    expect(pace.left()).toBeCloseTo(100 * (all - work(20)));
    // Something else begins to run on the machine.
    const then = 100 * work(20);
    for (let moves = 21; moves <= 40; ++moves) pace.note(doneAfter(moves), then + 300 * (work(moves) - work(20)));
    expect(pace.left()).toBeCloseTo(300 * (all - work(40)));
    expect(pace.mean()).toBeCloseTo((then + 300 * (work(40) - work(20))) / 40);
  });

  it('is remembered for games of the same kind alone, and damage is passed over', () => {
    const kept = new Map<string, string>();
    const drawer = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
    expect(expectedTime(drawer, two.record, 1000)).toBeNull();
    rememberPace(drawer, two.record.setup, 200, 10);
    expect(expectedTime(drawer, two.record, 1000)).toBeCloseTo(50 * movesIn(two.record.actions));
    expect(expectedTime(drawer, four.record, 1000)).toBeNull();
    kept.set('bastide.review.pace', '{"no":1}');
    expect(expectedTime(drawer, two.record, 1000)).toBeNull();
  });
});

describe('another try', () => {
  const move = moveAt(two, two.review.moments[1]!);
  const other = { by: move.by, do: 'pass' } as const;

  it('knows the best answer and the one that was played', () => {
    expect(knownVerdict(move, move.best)).toEqual({ kind: 'best', cost: { points: 0, chance: 0 } });
    expect(knownVerdict(move, move.played)).toEqual({ kind: 'played', cost: move.cost });
    expect(knownVerdict(move, { ...other, by: 3 })).toBeNull();
  });

  it('compares the others with what was played', () => {
    const judged = (points: number, chance: number): ReviewedMove => ({ ...move, played: other, cost: { points, chance } });
    expect(comparedVerdict(move, { ...judged(0, 0), best: other }).kind).toBe('best');
    expect(comparedVerdict(move, judged(move.cost.points / 2, move.cost.chance / 2))).toEqual(
      { kind: 'better', cost: { points: move.cost.points / 2, chance: move.cost.chance / 2 } });
    expect(comparedVerdict(move, judged(move.cost.points + 1, move.cost.chance)).kind).toBe('worse');
  });
});

it('knows a game again by its setup and actions, and by nothing else', () => {
  const { record } = two;
  expect(fingerprintOf({ ...record, fair: { any: 1 } })).toBe(fingerprintOf(record));
  expect(fingerprintOf({ ...record, actions: record.actions.slice(1) })).not.toBe(fingerprintOf(record));
  expect(fingerprintOf({ ...record, rules: 3 })).not.toBe(fingerprintOf({ ...record, rules: 4 }));
});

it('is saved as it came', () => {
  expect(JSON.parse(reviewText(two.review))).toEqual(two.review);
});
