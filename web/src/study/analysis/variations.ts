// The tree of a study as it is read: a line in steps of about one turn, with the tries beside it.
import type { Action, TileId } from '../../wire';
import type { StudyNode } from '../study.svelte';

/** What is done in one go: a tile drawn and laid, a piece upon it, what follows. */
export interface Step {
  kind: 'step';
  nodes: StudyNode[];
  /** Where this step could have gone otherwise. */
  tries: Strand[];
}

/** Steps of the game that say nothing here; `to` is the first of them. */
export interface Gap {
  kind: 'gap';
  count: number;
  to: StudyNode;
}

export type Strand = (Step | Gap)[];

const isDraw = (node: StudyNode): boolean => node.action?.do === 'draw';

/** From this node on, always by the first child. */
export function strandFrom(first: StudyNode): Step[] {
  const steps: Step[] = [];
  let step: Step | null = null;
  for (let node: StudyNode | undefined = first; node; node = node.children[0]) {
    if (!step || isDraw(node) || step.tries.length > 0) steps.push((step = { kind: 'step', nodes: [], tries: [] }));
    step.nodes.push(node);
    const others: StudyNode[] = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    step.tries.push(...others.map(strandFrom));
  }
  return steps;
}

/** The whole tree; of the game itself only what is near to a try or to where one stands. */
export function treeOf(root: StudyNode, here: StudyNode): Strand {
  const first = root.children[0];
  if (!first) return [];
  const steps = strandFrom(first);
  steps[0]!.tries.unshift(...root.children.slice(1).map(strandFrom));
  const matters = steps.map((step) => step.tries.length > 0 || step.nodes.some((node) => node === here || !node.played));
  const strand: Strand = [];
  for (const [i, step] of steps.entries()) {
    const last = strand.at(-1);
    if ([i - 1, i, i + 1].some((near) => matters[near])) strand.push(step);
    else if (last?.kind === 'gap') last.count += 1;
    else strand.push({ kind: 'gap', count: 1, to: step.nodes[0]! });
  }
  return strand;
}

export interface Seen {
  tile: TileId | null;
  rot: number;
  /** What was done besides drawing and laying. */
  others: Action[];
}

export function seenOf(step: Step): Seen {
  const actions = step.nodes.flatMap(({ action }) => action ?? []);
  const laid = actions.find((action) => action.do === 'place');
  const drawn = actions.find((action) => action.do === 'draw');
  return {
    tile: laid?.tile ?? drawn?.tile ?? null,
    rot: laid?.rot ?? 0,
    others: actions.filter((action) => action.do !== 'place' && action.do !== 'draw' && action.do !== 'pass'),
  };
}

/** Where the try begins that a node is part of; null in the game itself. */
export function tryOf(node: StudyNode): StudyNode | null {
  let at = node;
  while (at.parent && !at.played) {
    if (at.parent.played || at.parent.children[0] !== at) return at;
    at = at.parent;
  }
  return null;
}
