import { cards } from './en-cards';
import local from './en-local';
import { play } from './en-play';
import { questions } from './en-questions';
import type more from './en-more';
import sets from './en-sets';
import shell from './en-shell';

const dictionary = { ...shell, ...sets, ...play, ...questions, ...cards, ...local };
/** Every text has a name; `t` takes no other. */
export type TextKey = keyof typeof dictionary | keyof typeof more;
export default dictionary;
