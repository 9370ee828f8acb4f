import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Host } from '../../../packages/engine/src/host';
import { Remote } from '../../../packages/engine/src/remote';
import { finalScores } from '../../src/lesson/count';
import { Lesson } from '../../src/lesson/lesson.svelte';
import { progressFrom, type Progress } from '../../src/lesson/progress';
import { CHAPTERS } from '../../src/lesson/script';
import type { RemoteEngine } from '../../src/engine';
import type { Action, Entry } from '../../src/wire';

const WASM = join(import.meta.dirname, '../../../build/wasm/bastide.wasm');

/** The engine without a worker. */
function engineHere(): Promise<RemoteEngine> {
  const pause = () => new Promise<void>((done) => setImmediate(done));
  return Remote.start(new Uint8Array(readFileSync(WASM)), (hear) => {
    const host = new Host(hear, pause);
    return { post: (question) => void host.hear(question), end: () => undefined };
  });
}

let engine: RemoteEngine;
beforeAll(async () => {
  engine = await engineHere();
});

interface Heard {
  entries: Entry[];
  kept: Progress[];
}

async function begun(from: Progress | null = null): Promise<{ lesson: Lesson; heard: Heard }> {
  const heard: Heard = { entries: [], kept: [] };
  const lesson = await Lesson.begin(engine, ['You', 'Marta'], {
    pause: () => Promise.resolve(),
    happened: (entries) => void heard.entries.push(...entries),
    keep: (progress) => void heard.kept.push(structuredClone(progress)),
  }, from);
  await settled(lesson);
  return { lesson, heard };
}

/** The lesson waits for the learner. */
async function settled(lesson: Lesson): Promise<void> {
  await expect.poll(() => !lesson.busy && lesson.beat.do !== 'play', { interval: 1, timeout: 5000 }).toBe(true);
}

const scores = (lesson: Lesson) => lesson.game.position?.players.map(({ score }) => score);

/** Tries every legal answer in this order until one goes on; the others change nothing. Gives how many were taken back. */
async function answered(lesson: Lesson, inOrder: (options: readonly Action[]) => readonly Action[]): Promise<number> {
  const { beat, game } = lesson;
  let refused = 0;
  for (const option of inOrder(game.options)) {
    await lesson.answer(option);
    if (lesson.beat !== beat) return refused;
    refused += 1;
    expect([lesson.game.seq, lesson.game.options.length]).toEqual([game.seq, game.options.length]);
    expect([lesson.hint, lesson.tries]).toEqual([beat.do === 'ask' && beat.hint, refused]);
  }
  throw new Error(`no answer goes on from ${JSON.stringify(beat)}`);
}

async function playThrough(inOrder: (options: readonly Action[]) => readonly Action[]): Promise<{ lesson: Lesson; heard: Heard; refused: number }> {
  const { lesson, heard } = await begun();
  let refused = 0;
  while (!lesson.over) {
    if (lesson.beat.do === 'tell') await lesson.next();
    else refused += await answered(lesson, inOrder);
    await settled(lesson);
    expect(lesson.failed).toBe(false);
  }
  return { lesson, heard, refused };
}

describe('the script', () => {
  it('plays through as it is meant when every step is skipped', async () => {
    const { lesson } = await begun();
    for (let step = 1; step < CHAPTERS.length; ++step) {
      await lesson.skip();
      await settled(lesson);
      expect([lesson.chapter, lesson.failed]).toEqual([step, false]);
    }
    expect(scores(lesson)).toEqual([29, 14]);
    await lesson.next();
    await lesson.next();
    expect(lesson.over).toBe(true);
    expect(scores(lesson)).toEqual([38, 18]);
    lesson.close();
  });

  it.each([
    ['first', (options: readonly Action[]) => options],
    ['last', (options: readonly Action[]) => options.toReversed()],
  ])('goes on from the %s answer that suits, and takes every other one back', async (_, inOrder) => {
    const { lesson, heard, refused } = await playThrough(inOrder);
    expect(refused).toBeGreaterThan(60);
    const [you, marta] = scores(lesson)!;
    // Free answers bring the learner something more, and nobody anything less.
    expect(you).toBeGreaterThanOrEqual(38);
    expect(marta).toBe(18);
    expect(heard.entries.at(-1)!.events.at(-1)).toEqual({ event: 'game_over', winners: [0] });
    // Everything that happened was told once.
    expect(heard.entries.map(({ seq }) => seq)).toEqual(heard.entries.map((_entry, i) => i));
    lesson.close();
  });

  it('scores what its texts say, in their order', async () => {
    const { lesson, heard } = await playThrough((options) => options);
    const counts = heard.entries.flatMap(({ events }) => events).flatMap((event) =>
      event.event === 'score' ? [`${event.for} ${event.player} ${event.points}`] : []);
    expect(counts.slice(0, 7)).toEqual(['road 0 6', 'city 0 8', 'road 1 4', 'monastery 0 9', 'city 1 4', 'city 0 6', 'city 1 6']);
    // The final scoring: what is not finished, then the field.
    expect(counts.slice(7)).toEqual(expect.arrayContaining(['road 1 3', 'city 1 1']));
    expect(counts.at(-1)).toBe('field 0 9');
    lesson.close();
  });
});

describe('ways through it', () => {
  it('comes back to every place that was kept', async () => {
    const { lesson, heard } = await playThrough((options) => options.toReversed());
    lesson.close();
    for (const place of heard.kept) {
      const again = await begun(progressFrom(JSON.stringify(place)));
      const { do: kind } = CHAPTERS[place.chapter]!.beats[place.beat]!;
      expect(again.heard.kept[0]).toEqual(place);
      if (kind !== 'play' && kind !== 'count') expect(again.lesson.game.seq).toBe(place.actions.length);
      again.lesson.close();
    }
  });

  it('begins at its beginning where what was kept makes no sense', async () => {
    const { lesson, heard } = await begun();
    await lesson.skip();
    await settled(lesson);
    const place = heard.kept.at(-1)!;
    lesson.close();
    const odd: unknown[] = [
      null, 7, {}, { ...place, chapter: 99 }, { ...place, beat: -1 }, { ...place, actions: [{}] }, { ...place, actions: place.actions.slice(1) },
      { ...place, chapter: 5 }, { ...place, beat: 0 }, { ...place, actions: place.actions.map((action) => ({ ...action, rot: 45 })) },
      // Of the right shape, but against the rules: the engine refuses it.
      { ...place, actions: place.actions.map((action, i) => (i === 1 ? { ...action, at: [0, 1] } : action)) },
    ];
    for (const each of [...odd.map((value) => JSON.stringify(value)), 'no JSON', null]) {
      const again = await begun(progressFrom(each));
      expect([each, again.lesson.chapter, again.lesson.game.seq]).toEqual([each, 0, 1]);
      again.lesson.close();
    }
  });

  it('goes back to the beginning of a step, then to the step before, and starts over', async () => {
    const { lesson } = await begun();
    await lesson.skip();
    await lesson.skip();
    await settled(lesson);
    const before = lesson.game.seq;
    await answered(lesson, (options) => options);
    expect(lesson.game.seq).toBe(before + 1);
    await lesson.back();
    await settled(lesson);
    expect([lesson.chapter, lesson.game.seq]).toEqual([2, before]);
    await lesson.back();
    await settled(lesson);
    expect(lesson.chapter).toBe(1);
    await lesson.restart();
    await settled(lesson);
    expect([lesson.chapter, lesson.game.seq, lesson.game.tiles.size]).toEqual([0, 1, 1]);
    lesson.close();
  });

  it('stands where the last of many hasty wishes leads', async () => {
    const { lesson } = await begun();
    await Promise.all([lesson.skip(), lesson.skip(), lesson.back(), lesson.restart(), lesson.skip()]);
    await settled(lesson);
    expect(lesson.failed).toBe(false);
    while (lesson.chapter + 1 < CHAPTERS.length) {
      await lesson.skip();
      await settled(lesson);
    }
    expect(scores(lesson)).toEqual([29, 14]);
    lesson.close();
  });
});

it('counts at the end as the engine does when the stock is empty', async () => {
  let state = 20;
  const random = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  let compared = 0;
  for (let games = 0; games < 6; ++games) {
    const game = await engine.create({ sets: ['base'], players: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] });
    let moment = await game.at([]);
    let before = moment;
    while (moment.state.decision.kind !== 'over') {
      const pass = moment.options.find((option) => option.do === 'pass');
      // Meeples are kept for the last tile, where nobody takes one: then the position before is the one that is counted.
      const passes = pass && (moment.state.left.total === 0 || random(3) > 0);
      before = moment;
      ({ moment } = await game.apply(passes ? pass : moment.options[random(moment.options.length)]!));
    }
    if (before.state.decision.kind === 'meeple') {
      const points = finalScores(before);
      expect(points.length).toBeGreaterThan(5);
      expect(moment.state.players.map(({ score }) => score)).toEqual(before.state.players.map(({ score }, seat) =>
        points.filter(({ player }) => player === seat).reduce((sum, event) => sum + event.points, score)));
      for (const { parts, points: all } of points) expect(parts.reduce((sum, part) => sum + part.points, 0)).toBe(all);
      compared += 1;
    }
    game.close();
  }
  expect(compared).toBeGreaterThan(2);
}, 30_000);
