// Loads the pictures of the sets in play into the page: symbols for tiles and pieces, and the segments' shapes.
import type { SetupWords } from '../wire';
import { divideBanks, learnShapes, type Shapes } from './shapes';

/** The sets whose pictures a game needs; the base set's file also holds the pieces. */
export function picturesOf(setup: SetupWords): string[] {
  const names = setup.sets.map((set) => set.split(':')[0]!);
  return [...new Set(['base', ...names.filter((name) => name !== 'abbot')])];
}

/** Begins with what every game needs, before it is known which game it is. */
export function beginPictures(): void {
  loadSet('base').catch(() => undefined);
}

export function loadPictures(setup: SetupWords): Promise<void> {
  divideBanks(setup.options?.spring_divides === true);
  return Promise.all(picturesOf(setup).map(loadSet)).then(() => undefined);
}

/** Only what is needed to look at a land. */
export function loadSymbols(setup: SetupWords): Promise<void> {
  return Promise.all(picturesOf(setup).map(symbolsOf)).then(() => undefined);
}

function loadSet(set: string): Promise<void> {
  return Promise.all([symbolsOf(set), shapesOf(set)]).then(() => undefined);
}

/** Fetched once for each set; again only after a failure. */
function onceForEach(load: (set: string) => Promise<void>): (set: string) => Promise<void> {
  const loading = new Map<string, Promise<void>>();
  return (set) => {
    const before = loading.get(set);
    if (before) return before;
    const now = load(set);
    loading.set(set, now);
    now.catch(() => loading.delete(set));
    return now;
  };
}

/** With the version that this page was built with: a server, or what the device keeps, may be of another. */
const addressOf = (file: string): string => `/art/${file}${__PICTURES__ && `?v=${__PICTURES__}`}`;

const symbolsOf = onceForEach(async (set) => {
  const answer = await fetch(addressOf(`${set}.svg`));
  if (!answer.ok) throw new Error(`/art/${set}.svg: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
  const svg = document.importNode(parsed.documentElement, true);
  // Of no size, and not `display: none`, which would hide patterns too.
  svg.setAttribute('width', '0');
  svg.setAttribute('height', '0');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'pictures');
  document.body.append(svg);
});

const shapesOf = onceForEach(async (set) => {
  const answer = await fetch(addressOf(`${set}.json`));
  const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false;
  if (answer.ok && isJson) learnShapes((await answer.json()) as Shapes);
});
