import { remember, remembered } from './remember';

const KEY = 'lesson_offer';

export function isLessonOffered(): boolean {
  return remembered(KEY) !== 'no';
}

/** Whoever has played, learned or declined is not asked again. */
export function offerNoLesson(): void {
  remember(KEY, 'no');
}
