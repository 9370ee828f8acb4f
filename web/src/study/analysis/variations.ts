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

/** Steps that say nothing here; `to` is the first of them. */
export interface Gap {
  kind: 'gap';
  count: number;
  to: StudyNode;
}

export type Strand = (Step | Gap)[];

const isDraw = (node: StudyNode): boolean => node.action?.do === 'draw';

/** The others are passed over: what is far from a try and from where one stands, in the middle of a long line. */
function shortened(steps: readonly Step[], here: StudyNode): Strand {
  const matters = steps.map((step) => step.tries.length > 0 || step.nodes.includes(here));
  const isShown = (i: number): boolean => i === 0 || i === steps.length - 1 || [i - 1, i, i + 1].some((near) => matters[near]);
  const strand: Strand = [];
  for (const [i, step] of steps.entries()) {
    const last = strand.at(-1);
    if (isShown(i) || (isShown(i - 1) && isShown(i + 1))) strand.push(step);
    else if (last?.kind === 'gap') last.count += 1;
    else strand.push({ kind: 'gap', count: 1, to: step.nodes[0]! });
  }
  return strand;
}

/** From this node on, always by the first child; `besides`: what could be done instead of it. */
function strandFrom(first: StudyNode, here: StudyNode, besides: readonly StudyNode[] = []): Strand {
  const steps: Step[] = [];
  let step: Step | null = null;
  for (let node: StudyNode | undefined = first; node; node = node.children[0]) {
    if (!step || isDraw(node) || step.tries.length > 0) steps.push((step = { kind: 'step', nodes: [], tries: [] }));
    step.nodes.push(node);
    const others = node === first ? besides : node.parent!.children.slice(1);
    step.tries.push(...others.map((other) => strandFrom(other, here)));
  }
  return shortened(steps, here);
}

/** The whole tree, seen from where one stands. */
export function treeOf(root: StudyNode, here: StudyNode): Strand {
  const [first, ...others] = root.children;
  return first ? strandFrom(first, here, others) : [];
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
