// What the lesson says now, in words: seen on its sheet, and read aloud.
import { t } from '../i18n';
import type { Lesson } from './lesson.svelte';
import { LEARNER } from './script';

export interface Saying {
  /** What the friend has just done. */
  note: string;
  /** Why an answer was taken back. */
  hint: string;
  text: string;
}

export function saying({ beat, note, hint, game }: Pick<Lesson, 'beat' | 'note' | 'hint' | 'game'>): Saying {
  const values = { skip: t('play.skip.meeple'), n: game.position?.players[LEARNER]?.supply['meeple'] ?? 0 };
  const isTold = beat.do === 'ask' || beat.do === 'tell';
  return {
    note: note ? t(note) : '',
    hint: hint ? `${t('lesson.allowed')} ${t(hint, values)}` : '',
    text: isTold ? t(beat.text, values) : beat.do === 'play' && !note ? t('lesson.watch') : '',
  };
}
