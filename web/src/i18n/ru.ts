import type { Dictionary } from './message';
import { play } from './ru-play';
import sets from './ru-sets';
import shell from './ru-shell';

const dictionary: Dictionary = { ...shell, ...sets, ...play };
export default dictionary;
