// The tries of a study beside its line, as a link carries them.
import type { Action } from '../wire';
import { BadLink } from './link';
import type { Study, StudyNode } from './study.svelte';

export interface SharedTry {
  /** The number of the node that it leaves: those of the line first, from its beginning, then those of each try. */
  from: number;
  actions: Action[];
}

/** More is nobody's own work. */
const MOST_ACTIONS = 2_000;

export function triesBeside(line: readonly StudyNode[]): SharedTry[] {
  const numbered = [...line];
  const known = new Set(line);
  const tries: SharedTry[] = [];
  for (let from = 0; from < numbered.length; from++)
    for (const child of numbered[from]!.children) {
      if (known.has(child)) continue;
      const actions: Action[] = [];
      for (let at: StudyNode | undefined = child; at && !known.has(at); at = at.children[0]) {
        actions.push(at.action!);
        numbered.push(at);
        known.add(at);
      }
      tries.push({ from, actions });
    }
  return tries;
}

/** What a link brought is looked at before it is believed. */
export function readTries(text: string): SharedTry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadLink('no tries');
  }
  const isTry = (each: unknown): each is SharedTry => {
    const { from, actions } = (each ?? {}) as Partial<SharedTry>;
    return Number.isInteger(from) && Array.isArray(actions) && actions.every((action) => typeof action === 'object' && action !== null);
  };
  if (!Array.isArray(value) || !value.every(isTry)) throw new BadLink('no tries');
  if (value.reduce((sum, each) => sum + each.actions.length, 0) > MOST_ACTIONS) throw new BadLink('too many tries');
  return value;
}

/** Grows them beside the line; rejects at the first that the rules do not allow, and keeps those before it. */
export async function plantTries(study: Study, tries: readonly SharedTry[]): Promise<void> {
  const numbered = [...study.line()];
  for (const { from, actions } of tries) {
    let at = numbered[from];
    if (!at) throw new BadLink('a try from nowhere');
    for (const action of actions) numbered.push((at = await study.graft(at, action)));
  }
}
