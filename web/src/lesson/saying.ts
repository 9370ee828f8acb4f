// What the lesson says now, in words: seen on its sheet, and read aloud.
import { t } from '../i18n';
import type { Values } from '../i18n/message';
import type { Lesson } from './lesson.svelte';
import { LEARNER, type Beat } from './script';

export interface Saying {
  /** What the friend has just done. */
  note: string;
  /** Why an answer was taken back. */
  hint: string;
  text: string;
}

function textOf(beat: Beat, noted: boolean, values: Values): string {
  switch (beat.do) {
    case 'ask':
    case 'tell':
      return t(beat.text, values);
    case 'play':
      return noted ? '' : t('lesson.watch');
    case 'count':
      return t('lesson.end.rest');
  }
}

export function saying({ beat, note, hint, game }: Pick<Lesson, 'beat' | 'note' | 'hint' | 'game'>): Saying {
  const values = { skip: t('play.skip.meeple'), n: game.position?.players[LEARNER]?.supply['meeple'] ?? 0 };
  return {
    note: note ? t(note) : '',
    hint: hint ? `${t('lesson.allowed')} ${t(hint, values)}` : '',
    text: textOf(beat, note !== null, values),
  };
}
