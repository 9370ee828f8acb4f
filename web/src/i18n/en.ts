import type { Dictionary } from './message';
import mixtures from './en-mixtures';
import { play } from './en-play';
import sets from './en-sets';
import shell from './en-shell';

const dictionary: Dictionary = { ...shell, ...sets, ...mixtures, ...play };
export default dictionary;
