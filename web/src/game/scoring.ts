// Points as they are watched: what the events of an update become, one thing after the other.
import type { Cell, GameEvent, Piece, ScoreEvent, ScoreFor, ScorePart } from '../wire';
import { cellKey } from './cells';

export interface Award {
  seat: number;
  points: number;
}

/** A piece that leaves the map. */
export interface Walker {
  seat: number;
  piece: Piece;
  at: Cell;
  seg: string;
  /** Whose it is then: its owner's, a captor's, or the dragon's. */
  to: number | 'dragon';
}

/** One thing to be watched: a count with whom it pays, then who walks home. */
export interface Scene {
  /** What points are given for; null where only pieces leave. */
  source: ScoreFor | null;
  at: Cell | null;
  seg: string;
  parts: readonly ScorePart[];
  awards: readonly Award[];
  walkers: readonly Walker[];
}

export type Cue = 'light' | 'term' | 'pay' | 'arrive' | 'end';

export interface Step {
  /** Index of the scene. */
  scene: number;
  cue: Cue;
  /** Milliseconds after the step before. */
  after: number;
}

function isSameCount(scene: Scene, event: ScoreEvent): boolean {
  const here = scene.at && event.at ? cellKey(scene.at) === cellKey(event.at) : !scene.at && !event.at;
  return here && scene.source === event.for && scene.seg === (event.seg ?? '') && scene.walkers.length === 0
    && JSON.stringify(scene.parts) === JSON.stringify(event.parts);
}

function walkerOf(event: GameEvent): Walker | null {
  if (event.event !== 'returned' && event.event !== 'eaten' && event.event !== 'captured') return null;
  if (!event.at || !event.seg) return null;
  const to = event.event === 'eaten' ? 'dragon' : event.event === 'captured' ? event.holder : event.player;
  return { seat: event.player, piece: event.piece, at: event.at, seg: event.seg, to };
}

/** Everybody who is paid for one count is in one scene; who leaves after it walks in it. */
export function scenesOf(events: readonly GameEvent[]): Scene[] {
  const scenes: Scene[] = [];
  const change = (scene: Scene) => (scenes[scenes.length - 1] = scene);
  for (const event of events) {
    const last = scenes.at(-1);
    if (event.event === 'score') {
      const award = { seat: event.player, points: event.points };
      if (last && isSameCount(last, event)) change({ ...last, awards: [...last.awards, award] });
      else scenes.push({ source: event.for, at: event.at ?? null, seg: event.seg ?? '', parts: event.parts, awards: [award], walkers: [] });
      continue;
    }
    const walker = walkerOf(event);
    if (!walker) continue;
    if (last) change({ ...last, walkers: [...last.walkers, walker] });
    else scenes.push({ source: null, at: walker.at, seg: walker.seg, parts: [], awards: [], walkers: [walker] });
  }
  return scenes;
}

// Milliseconds at the normal pace.
const TERM = 320;
const READ = 620;
const WAY = 620;
const REST = 260;
/** The camera goes there first. */
const JOURNEY = 420;
/** However many features are left at the end, nobody waits longer for the result. */
const LONGEST_FINALE = 30_000;

/** How long points and pieces are on their way. */
export const ON_THE_WAY = WAY;

function stepsOf(scene: Scene, index: number, final: boolean): Step[] {
  const step = (cue: Cue, after: number): Step => ({ scene: index, cue, after });
  const light = step('light', 0);
  if (scene.awards.length === 0) return [light, step('pay', 0), step('arrive', WAY), step('end', 0)];
  const terms = scene.parts.map((_, i) => step('term', i === 0 ? (final ? JOURNEY : TERM / 2) : TERM));
  return [light, ...terms, step('pay', READ), step('arrive', WAY), step('end', REST)];
}

/** When everything happens; the final scoring goes from place to place and takes no longer than is pleasant. */
export function timelineOf(scenes: readonly Scene[], final: boolean): Step[] {
  const steps = scenes.flatMap((scene, i) => stepsOf(scene, i, final));
  const whole = steps.reduce((sum, { after }) => sum + after, 0);
  const shorter = final ? Math.min(1, LONGEST_FINALE / Math.max(1, whole)) : 1;
  return steps.map((each) => ({ ...each, after: Math.round(each.after * shorter) }));
}
