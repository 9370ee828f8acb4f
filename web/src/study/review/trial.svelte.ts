// Another try at a move: the solution stays hidden until it is asked for, and what is answered on the map is judged
// as the review judges its moves.
import type { Cost, RemoteEngine, ReviewedMove } from '../../engine';
import { sameAction } from '../../game/pending';
import type { Action } from '../../wire';
import { actionsTo, wayTo, type Study, type StudyNode } from '../study.svelte';
import { lessonOf } from './moments';

/** `best`: nothing is known to be better. `played`: it is what was played. The others are compared with that. */
export interface Verdict {
  kind: 'best' | 'played' | 'better' | 'worse';
  cost: Cost;
}

const NO_COST: Cost = { points: 0, chance: 0 };
/** One answer is judged, not a whole game: it may take its time. */
const LEAST_NODES = 2000;

/** What of it can be told without thinking. */
export function knownVerdict(move: ReviewedMove, given: Action): Verdict | null {
  if (sameAction(given, move.best)) return { kind: 'best', cost: NO_COST };
  return sameAction(given, move.played) ? { kind: 'played', cost: move.cost } : null;
}

/** `judged`: the same question with another answer, looked at anew. */
export function comparedVerdict(move: ReviewedMove, judged: ReviewedMove): Verdict {
  if (sameAction(judged.best, judged.played)) return { kind: 'best', cost: NO_COST };
  return { kind: lessonOf(judged.cost) < lessonOf(move.cost) ? 'better' : 'worse', cost: judged.cost };
}

export class Trial {
  state = $state<'asked' | 'thinking' | 'judged' | 'failed'>('asked');
  verdict = $state.raw<Verdict | null>(null);
  /** The answer that is judged. */
  private given: StudyNode | null = null;
  /** What was tried here before: it stays when this is over. */
  private readonly older: readonly StudyNode[];
  private stopper: AbortController | null = null;

  constructor(private readonly study: Study, readonly move: ReviewedMove, readonly from: StudyNode,
              private readonly nodes: number, private readonly engine: () => Promise<RemoteEngine>) {
    this.older = [...from.children];
  }

  async ask(): Promise<void> {
    this.end();
    this.state = 'asked';
    this.verdict = this.given = null;
    await this.study.go(this.from);
  }

  /** One stands elsewhere: answered, gone on, or away. False: this is not about the trial any more. */
  follow(node: StudyNode): boolean {
    if (node === this.from) return true;
    if (this.given) return wayTo(node).includes(this.given);
    if (node.parent !== this.from) return false;
    void this.judge(node);
    return true;
  }

  /** An answer that nobody went on from leaves no trace. */
  end(): void {
    this.stopper?.abort();
    const { given } = this;
    if (given && !this.older.includes(given) && given.children.length === 0) this.study.remove(given);
  }

  private async judge(node: StudyNode): Promise<void> {
    this.given = node;
    this.verdict = knownVerdict(this.move, node.action!);
    this.state = this.verdict ? 'judged' : 'thinking';
    if (this.verdict) return;
    const stopper = (this.stopper = new AbortController());
    try {
      const verdict = comparedVerdict(this.move, await this.lookAt(node.action!, stopper.signal));
      if (!stopper.signal.aborted) [this.verdict, this.state] = [verdict, 'judged'];
    } catch {
      if (!stopper.signal.aborted) this.state = 'failed';
    }
  }

  private async lookAt(given: Action, signal: AbortSignal): Promise<ReviewedMove> {
    const { index } = this.move;
    const game = await (await this.engine()).open({ ...this.study.record, actions: [...actionsTo(this.from), given] });
    try {
      const { moves } = await game.review({ nodes: Math.max(LEAST_NODES, this.nodes), from: index }, undefined, signal);
      return moves.find((move) => move.index === index)!;
    } finally {
      game.close();
    }
  }
}
