import type { Dictionary } from './message';
import { cards } from './uk-cards';
import local from './uk-local';
import mixtures from './uk-mixtures';
import { play } from './uk-play';
import { questions } from './uk-questions';
import sets from './uk-sets';
import shell from './uk-shell';

const dictionary: Dictionary = { ...shell, ...sets, ...mixtures, ...play, ...questions, ...cards, ...local };
export default dictionary;
