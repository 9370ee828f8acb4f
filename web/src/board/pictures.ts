// Loads the pictures of the sets in play into the page: symbols for tiles and pieces, and the segments' shapes.
import type { SetupWords } from '../wire';
import { divideBanks, learnShapes, type Shapes } from './shapes';

const loading = new Map<string, Promise<void>>();

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

function loadSet(set: string): Promise<void> {
  const before = loading.get(set);
  if (before) return before;
  const now = Promise.all([loadSymbols(set), loadShapes(set)]).then(() => undefined);
  loading.set(set, now);
  now.catch(() => loading.delete(set));
  return now;
}

async function loadSymbols(set: string): Promise<void> {
  const answer = await fetch(`/art/${set}.svg`);
  if (!answer.ok) throw new Error(`/art/${set}.svg: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
  const svg = document.importNode(parsed.documentElement, true);
  // Of no size, and not `display: none`, which would hide patterns too.
  svg.setAttribute('width', '0');
  svg.setAttribute('height', '0');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'pictures');
  document.body.append(svg);
}

async function loadShapes(set: string): Promise<void> {
  const answer = await fetch(`/art/${set}.json`);
  const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false;
  if (answer.ok && isJson) learnShapes((await answer.json()) as Shapes);
}
