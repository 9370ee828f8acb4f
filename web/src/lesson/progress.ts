// Where somebody is in the lesson, kept on the device.
import { sameAction } from '../game/pending';
import type { Action } from '../wire';
import { actionsBefore, beatsBefore, CHAPTERS, LEARNER } from './script';

export interface Progress {
  chapter: number;
  beat: number;
  /** All that was played before this beat. */
  actions: Action[];
}

const STORAGE_KEY = 'bastide.lesson';

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** What was kept may belong to an older script. Whether the answers in it are legal, the engine says. */
function followsScript(chapter: number, index: number, actions: readonly Action[]): boolean {
  let seq = 0;
  const follows = beatsBefore(chapter, index).every((beat) => {
    if (beat.do === 'play') return beat.actions.every((action) => actions[seq] && sameAction(actions[seq++]!, action));
    return beat.do !== 'ask' || actions[seq++]?.by === LEARNER;
  });
  return follows && actions.length === actionsBefore(chapter, index);
}

/** Null for what makes no sense: then the lesson begins at its beginning. */
export function progressFrom(stored: string | null): Progress | null {
  try {
    const { chapter, beat, actions } = JSON.parse(stored ?? 'null') as Record<keyof Progress, unknown>;
    if (!isCount(chapter) || !isCount(beat) || !CHAPTERS[chapter]?.beats[beat]) return null;
    if (!Array.isArray(actions) || !actions.every((action) => typeof (action as Action | null)?.do === 'string')) return null;
    return followsScript(chapter, beat, actions as Action[]) ? { chapter, beat, actions: actions as Action[] } : null;
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
