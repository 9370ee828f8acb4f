import { cards } from './en-cards';
import mixtures from './en-mixtures';
import { play } from './en-play';
import { questions } from './en-questions';
import sets from './en-sets';
import shell from './en-shell';

const dictionary = { ...shell, ...sets, ...mixtures, ...play, ...questions, ...cards };
/** Every text has a name; `t` takes no other. */
export type TextKey = keyof typeof dictionary;
export default dictionary;
