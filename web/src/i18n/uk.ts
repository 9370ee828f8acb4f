import type { Dictionary } from './message';
import { play } from './uk-play';
import sets from './uk-sets';
import shell from './uk-shell';

const dictionary: Dictionary = { ...shell, ...sets, ...play };
export default dictionary;
