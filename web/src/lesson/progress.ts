// Where somebody is in the lesson, kept on the device.
import type { Action } from '../wire';
import { CHAPTERS } from './script';

export interface Progress {
  chapter: number;
  beat: number;
  /** All that was played before this beat. */
  actions: Action[];
  /** By chapter so far: how many actions came before it. */
  starts: number[];
}

const STORAGE_KEY = 'bastide.lesson';

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** Null for what makes no sense: then the lesson begins at its beginning. */
export function progressFrom(stored: string | null): Progress | null {
  try {
    const { chapter, beat, actions, starts } = JSON.parse(stored ?? 'null') as Record<keyof Progress, unknown>;
    if (!isCount(chapter) || !isCount(beat) || !CHAPTERS[chapter]?.beats[beat]) return null;
    if (!Array.isArray(actions) || !actions.every((action) => typeof (action as Action | null)?.do === 'string')) return null;
    const ascends = (seq: unknown, i: number, all: unknown[]) =>
      isCount(seq) && seq <= actions.length && (i === 0 ? seq === 0 : seq >= (all[i - 1] as number));
    if (!Array.isArray(starts) || starts.length !== chapter + 1 || !starts.every(ascends)) return null;
    return { chapter, beat, actions: actions as Action[], starts: starts as number[] };
  } catch {
    return null;
  }
}

export function readProgress(): Progress | null {
  try {
    return progressFrom(localStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

export function keepProgress(progress: Progress): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(progress));
  } catch {
    // Without storage the lesson is begun anew by the next visit.
  }
}
