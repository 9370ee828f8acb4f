import type { Dictionary } from './message';
import { cards } from './uk-cards';
import local from './uk-local';
import { play } from './uk-play';
import { questions } from './uk-questions';
import sets from './uk-sets';
import shell from './uk-shell';

const dictionary: Dictionary = { ...shell, ...sets, ...play, ...questions, ...cards, ...local };
export default dictionary;
