// The first game as it is played: goes through the script beat by beat, over a game of the engine. What the learner
// answers is tried in the engine first; what does not go on with the lesson is taken back there, and never shown.
import { featureOf } from '../game/features';
import type { Snapshot } from '../game/snapshot';
import type { GameRecord, Moment, RemoteEngine, RemoteGame } from '../engine';
import type { TextKey } from '../i18n';
import { snapshotAt } from '../study/snapshotAt';
import type { Action, Cell, Entry, FeatureWithSegments } from '../wire';
import { counted, finalScores } from './count';
import type { Progress } from './progress';
import { actionsBefore, CHAPTERS, LEARNER, type Beat, type Wanted } from './script';
import { likely, suits } from './wanted';

export interface LessonMeans {
  /** Waits so long at the normal pace; not at all where nothing is to move. */
  pause(milliseconds: number): Promise<void>;
  /** Told of everything that happens, not of what is skipped or taken back. */
  happened(entries: readonly Entry[]): void;
  /** Another beat: the place to come back to. */
  keep(progress: Progress): void;
}

// Milliseconds at the normal pace: before a tile is drawn, and before the friend answers.
const BEFORE_DRAWING = 350;
const THINKING = 800;

const BEGINNING: Progress = { chapter: 0, beat: 0, actions: [] };

export class Lesson {
  /** What is seen; options only while the learner is asked. */
  game = $state.raw<Snapshot>(null!);
  chapter = $state(0);
  private index = $state(0);
  /** Why the last answer was taken back; `tries` counts such answers of this beat. */
  hint = $state<TextKey | null>(null);
  tries = $state(0);
  /** What the friend has just done. */
  note = $state<TextKey | null>(null);
  /** The lesson plays, or tries an answer. */
  busy = $state(false);
  /** The engine has failed; what was played is kept. */
  failed = $state(false);
  private moment: Moment = null!;
  private entries: Entry[] = [];
  /** Another number: what was going on goes on no more. */
  private run = 0;
  /** What the engine is doing now. */
  private working: Promise<unknown> = Promise.resolve();
  private closed = false;

  readonly beat: Beat = $derived(CHAPTERS[this.chapter]!.beats[this.index]!);
  readonly title: TextKey = $derived(CHAPTERS[this.chapter]!.title);
  readonly over: boolean = $derived(this.beat.do === 'count');
  /** The squares that are spoken of; after a wrong answer the one that is meant. */
  readonly shown: readonly Cell[] = $derived.by(() => {
    if (this.beat.do === 'tell') return this.beat.cells ?? [];
    if (this.beat.do !== 'ask' || this.hint === null) return [];
    const { wanted } = this.beat;
    return 'tile' in wanted ? [wanted.tile] : 'joins' in wanted ? [wanted.at] : [];
  });
  /** The feature that is spoken of. */
  readonly lit: FeatureWithSegments | null = $derived.by(() => {
    const place = this.beat.do === 'tell' ? this.beat.lit : this.beat.do === 'ask' ? this.beat.about : undefined;
    return place ? featureOf(this.game, place) : null;
  });

  private constructor(private readonly remote: RemoteGame, private readonly means: LessonMeans) {}

  /** `names`: of the learner and of the friend. */
  static async begin(engine: RemoteEngine, names: readonly [string, string], means: LessonMeans, from: Progress | null): Promise<Lesson> {
    const remote = await engine.create({ sets: ['base'], players: names.map((name) => ({ name })) });
    const lesson = new Lesson(remote, means);
    // What was kept may be damaged.
    await lesson.restore(from ?? BEGINNING).catch(() => lesson.restore(BEGINNING));
    return lesson;
  }

  get steps(): number {
    return CHAPTERS.length;
  }

  /** Up to where it stands; the final scoring of the lesson is no part of it. */
  record(): GameRecord {
    return { bastide: 1, rules: this.remote.rules, setup: this.remote.setup, actions: this.actions() };
  }

  close(): void {
    this.closed = true;
    this.run += 1;
    this.remote.close();
  }

  /** The learner's answer. */
  answer(action: Action): Promise<void> {
    return this.safely(async () => {
      if (this.beat.do !== 'ask' || this.busy) return;
      const { wanted, hint } = this.beat;
      const { run } = this;
      this.busy = true;
      const entry = await this.attempt(action, wanted);
      if (run !== this.run) return;
      this.busy = false;
      if (!entry) {
        this.hint = hint;
        this.tries += 1;
        return this.show(true);
      }
      this.show(false);
      this.means.happened([entry]);
      await this.enter(this.chapter, this.index + 1);
    });
  }

  /** From what is told to what comes next. */
  next(): Promise<void> {
    return this.safely(async () => {
      if (this.beat.do === 'tell') await this.enter(this.chapter, this.index + 1);
    });
  }

  /** To the beginning of this step; from there to the step before. */
  back(): Promise<void> {
    const first = CHAPTERS[this.chapter]!.beats.findIndex((beat) => beat.do !== 'play');
    return this.goTo(this.index > first ? this.chapter : Math.max(0, this.chapter - 1));
  }

  restart(): Promise<void> {
    return this.goTo(0);
  }

  /** Plays the rest of this step as it is meant. */
  skip(): Promise<void> {
    return this.safely(async () => {
      const run = await this.interrupt();
      const rest = CHAPTERS[this.chapter]!.beats.slice(this.index);
      const done = this.moment.seq - actionsBefore(this.chapter, this.index);
      for (const [i, beat] of rest.entries()) {
        if (run !== this.run) return;
        if (beat.do === 'play') for (const action of beat.actions.slice(i === 0 ? done : 0)) await this.apply(action);
        if (beat.do === 'ask') await this.answerAsMeant(beat.wanted);
      }
      if (run !== this.run) return;
      this.note = null;
      this.show(false);
      await this.enter(this.chapter + 1, 0);
    });
  }

  private goTo(chapter: number): Promise<void> {
    return this.safely(async () => {
      const run = await this.interrupt();
      if (run !== this.run) return;
      await this.restore({ chapter, beat: 0, actions: this.actions().slice(0, actionsBefore(chapter, 0)) });
    });
  }

  /** Nothing goes on any more, and the engine has done what it was doing. */
  private async interrupt(): Promise<number> {
    const run = ++this.run;
    this.busy = true;
    await this.working;
    return run;
  }

  private async safely(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch {
      // Of a closed game nobody is there to be told.
      this.failed = !this.closed;
    }
  }

  private actions(): Action[] {
    return this.entries.map(({ action }) => action);
  }

  private async restore({ chapter, beat, actions }: Progress): Promise<void> {
    this.moment = await this.remote.at(actions);
    this.entries = await this.remote.entries();
    this.note = null;
    this.show(false);
    void this.safely(() => this.enter(chapter, beat));
  }

  private async enter(chapter: number, index: number): Promise<void> {
    if (index >= CHAPTERS[chapter]!.beats.length) return this.enter(chapter + 1, 0);
    const run = ++this.run;
    this.chapter = chapter;
    this.index = index;
    this.hint = null;
    this.tries = 0;
    this.busy = false;
    this.means.keep({ chapter, beat: index, actions: this.actions() });
    const { beat } = this;
    if (beat.do === 'ask') this.show(true);
    if (beat.do === 'count') this.count();
    if (beat.do !== 'play') return;
    this.busy = true;
    this.note = beat.note ?? null;
    if (await this.playSlowly(beat.actions, run)) await this.enter(chapter, index + 1);
  }

  /** False if something else has begun meanwhile. */
  private async playSlowly(actions: readonly Action[], run: number): Promise<boolean> {
    for (const action of actions) {
      if (action.by !== LEARNER) await this.means.pause(action.do === 'draw' ? BEFORE_DRAWING : THINKING);
      if (run !== this.run) return false;
      const entry = await this.apply(action);
      if (run !== this.run) return false;
      this.show(false);
      this.means.happened([entry]);
    }
    return true;
  }

  private apply(action: Action): Promise<Entry> {
    return this.work(async () => {
      const { entry, moment } = await this.remote.apply(action);
      this.moment = moment;
      this.entries.push(entry);
      return entry;
    });
  }

  /** Null where it does not go on with the lesson: then it has not happened. */
  private attempt(action: Action, wanted: Wanted): Promise<Entry | null> {
    return this.work(async () => {
      const { entry, moment } = await this.remote.apply(action);
      if (!suits(wanted, action, this.moment, moment)) {
        this.moment = await this.remote.back(this.moment.seq);
        return null;
      }
      this.moment = moment;
      this.entries.push(entry);
      return entry;
    });
  }

  private async answerAsMeant(wanted: Wanted): Promise<void> {
    for (const action of likely(wanted, this.moment)) if (await this.attempt(action, wanted)) return;
    throw new Error('no answer goes on with the lesson');
  }

  private work<T>(task: () => Promise<T>): Promise<T> {
    const done = task();
    this.working = done.catch(() => undefined);
    return done;
  }

  private show(asked: boolean): void {
    const game = snapshotAt(this.record(), this.moment, [...this.entries]);
    this.game = { ...game, you: { seats: [LEARNER], host: true }, options: asked ? game.options : [] };
  }

  private count(): void {
    this.show(false);
    const { game, entry } = counted(this.game, finalScores(this.moment));
    this.game = game;
    this.means.happened([entry]);
  }
}
