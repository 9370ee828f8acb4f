// Where the cards of a group of buttons are shown: one at a time, right beside them.
import { getContext, setContext } from 'svelte';
import type { Snapshot } from '../game/snapshot';
import type { Thing } from './things';

const KEY = Symbol('shelf');

export class Shelf {
  shown = $state.raw<Thing | null>(null);
  constructor(readonly id: string, readonly game: () => Snapshot) {}

  has(thing: Thing): boolean {
    return this.shown !== null && this.shown.word === thing.word && this.shown.owner === thing.owner;
  }

  toggle(thing: Thing): void {
    this.shown = this.has(thing) ? null : thing;
  }
}

export const provideShelf = (id: string, game: () => Snapshot): Shelf => setContext(KEY, new Shelf(id, game));
/** The nearest one; there may be none. */
export const shelf = (): Shelf | undefined => getContext<Shelf | undefined>(KEY);
