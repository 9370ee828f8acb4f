import type { Dictionary } from './message';
import { play } from './en-play';
import sets from './en-sets';
import shell from './en-shell';

const dictionary: Dictionary = { ...shell, ...sets, ...play };
export default dictionary;
