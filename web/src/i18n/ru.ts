import type { Dictionary } from './message';
import { cards } from './ru-cards';
import local from './ru-local';
import { play } from './ru-play';
import { questions } from './ru-questions';
import sets from './ru-sets';
import shell from './ru-shell';

const dictionary: Dictionary = { ...shell, ...sets, ...play, ...questions, ...cards, ...local };
export default dictionary;
