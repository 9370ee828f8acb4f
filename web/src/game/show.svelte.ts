// Plays what was scored. It only shows: nobody waits for it, and the true score is known all the time.
import { getContext, setContext } from 'svelte';
import type { GameEvent } from '../wire';
import { scenesOf, timelineOf, type Scene, type Step } from './scoring';

export interface Manner {
  /** 1 is the normal pace, 2 twice as slow; 0 shows no movement at all. */
  slowness: number;
}

interface Queued {
  scene: Scene;
  cue: Step['cue'];
  after: number;
  slowness: number;
}

export interface Finale {
  done: number;
  of: number;
}

const HURRIED = 0.2;
/** A count that does not move is read, then gone. */
const STILL = 1500;

export class Show {
  scene = $state.raw<Scene | null>(null);
  /** How many terms of the count are on the sheet. */
  terms = $state(0);
  /** Points and pieces are on their way. */
  paying = $state.raw<Scene | null>(null);
  finale = $state.raw<Finale | null>(null);
  /** Scenes of the final scoring whose points and pieces have left the map. */
  paid = $state.raw<readonly Scene[]>([]);
  /** Of what is shown now; 0 is without movement. */
  slowness = $state(1);
  private owed = $state.raw<readonly number[]>([]);
  private queue: Queued[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private seq = 0;

  /** Points of a player that have not arrived yet. */
  owedTo(seat: number): number {
    return this.owed[seat] ?? 0;
  }

  play(events: readonly GameEvent[], { slowness }: Manner): void {
    const scenes = scenesOf(events);
    if (scenes.length === 0) return;
    const isFinal = events.some((event) => event.event === 'game_over');
    this.hurry();
    if (slowness === 0) return this.playStill(scenes, isFinal);
    if (isFinal) this.finale = { done: 0, of: scenes.length };
    for (const { seat, points } of scenes.flatMap((scene) => scene.awards)) this.owe(seat, points);
    const isIdle = this.queue.length === 0;
    for (const { scene, cue, after } of timelineOf(scenes, isFinal))
      this.queue.push({ scene: scenes[scene]!, cue, after: after * slowness, slowness });
    if (isIdle) this.next();
  }

  /** Another number of actions than one that followed: something was taken back, and nothing is owed. */
  follow(seq: number): void {
    if (seq < this.seq) this.skip();
    this.seq = seq;
  }

  skip(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.owed = [];
    this.paid = [];
    this.scene = this.paying = this.finale = null;
  }

  /** Something new is to be shown: what is left of the old goes fast. */
  private hurry(): void {
    this.queue = this.queue.map((each) => ({ ...each, after: each.after * HURRIED, slowness: each.slowness * HURRIED }));
    this.next();
  }

  /** Without movement one sheet after the other, and no final scoring: its result says it all. */
  private playStill(scenes: readonly Scene[], isFinal: boolean): void {
    this.skip();
    if (isFinal) return;
    const still = (scene: Scene, cue: Step['cue'], after = 0): Queued => ({ scene, cue, after, slowness: 0 });
    for (const scene of scenes.filter((each) => each.awards.length > 0))
      this.queue.push(still(scene, 'light'), ...scene.parts.map(() => still(scene, 'term')), still(scene, 'end', STILL));
    this.next();
  }

  private owe(seat: number, points: number): void {
    const owed = [...this.owed];
    owed[seat] = (owed[seat] ?? 0) + points;
    this.owed = owed;
  }

  private next(): void {
    clearTimeout(this.timer);
    const [first] = this.queue;
    if (!first) return;
    const go = () => {
      this.queue.shift();
      this.take(first);
      this.next();
    };
    if (first.after === 0) go();
    else this.timer = setTimeout(go, first.after);
  }

  private take({ scene, cue, slowness }: Queued): void {
    this.slowness = slowness;
    switch (cue) {
      case 'light':
        this.scene = scene;
        this.terms = 0;
        return;
      case 'term':
        this.terms += 1;
        return;
      case 'pay':
        this.paying = scene;
        if (this.finale) this.paid = [...this.paid, scene];
        return;
      case 'arrive':
        for (const { seat, points } of scene.awards) this.owe(seat, -points);
        this.paying = null;
        return;
      case 'end':
        this.end();
    }
  }

  private end(): void {
    this.scene = null;
    if (!this.finale) return;
    const done = this.finale.done + 1;
    this.finale = done < this.finale.of ? { ...this.finale, done } : null;
  }
}

const KEY = Symbol('show');

export function provideShow(): Show {
  return setContext(KEY, new Show());
}

/** Of the page round this component; none where nothing is played. */
export function showHere(): Show | undefined {
  return getContext(KEY);
}
