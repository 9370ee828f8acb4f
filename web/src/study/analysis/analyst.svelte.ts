// Thinks about the position that is seen in a study, in a game of its own within the engine, so that nothing that is
// asked there disturbs the study. Stopped and begun again by every step; what is known of a position is kept.
import { engine, type Evaluation, type RemoteEngine, type RemoteGame, type SearchReport } from '../../engine';
import type { Action } from '../../wire';
import { actionsTo, type Study, type StudyNode } from '../study.svelte';
import { LEVELS, LONGER } from './opinion';
import { remembered, rememberYes } from './remember';

export interface Opinion {
  evaluation: Evaluation | null;
  report: SearchReport | null;
}

const NOTHING: Opinion = { evaluation: null, report: null };
const THOROUGH = LEVELS[LEVELS.length - 1]!;
const LINES = 5;
// Positions of an end that is counted through.
const ENDGAME = 60_000;

export class Analyst {
  on = $state(remembered('on', true));
  /** Of the position that is seen, as far as it is known. */
  opinion = $state.raw<Opinion>(NOTHING);
  thinking = $state(false);
  /** It could not be started, or broke off. */
  trouble = $state(false);
  private node: StudyNode | null = null;
  private readonly known = new Map<StudyNode, Opinion>();
  private game: Promise<RemoteGame> | null = null;
  private stopping = new AbortController();

  constructor(private readonly study: Study, private readonly start: () => Promise<RemoteEngine> = engine) {}

  turn(on: boolean): void {
    this.on = on;
    rememberYes('on', on);
    if (on) this.look(this.node);
    else this.stop();
  }

  /** Stops what is going on and begins at this position. */
  look(node: StudyNode | null): void {
    this.stop();
    this.node = node;
    this.opinion = (node && this.known.get(node)) ?? NOTHING;
    if (node) void this.think(node, THOROUGH);
  }

  again(): void {
    this.look(this.node);
  }

  /** Once more, with more simulations. */
  longer(): void {
    const node = this.node;
    this.stop();
    if (node) void this.think(node, LONGER);
  }

  /** What somebody who plays like this answers here; null if that is not wanted any more. */
  async choose(node: StudyNode, bot: string): Promise<Action | null> {
    this.stop();
    const { signal } = this.stopping;
    try {
      const game = await this.opened();
      if (signal.aborted) return null;
      const [, action] = await Promise.all([game.at(actionsTo(node)), game.choose(bot, undefined, signal)]);
      return signal.aborted ? null : action;
    } catch {
      if (!signal.aborted) this.trouble = true;
      return null;
    }
  }

  stop(): void {
    this.stopping.abort();
    this.stopping = new AbortController();
    this.thinking = false;
  }

  close(): void {
    this.stop();
    void this.game?.then((game) => game.close()).catch(() => undefined);
    this.game = null;
    this.node = null;
  }

  private opened(): Promise<RemoteGame> {
    if (!this.game) {
      this.game = this.start().then((started) => started.create(this.study.setup, this.study.game.rules));
      this.game.catch(() => (this.game = null));
    }
    return this.game;
  }

  private async think(node: StudyNode, nodes: number): Promise<void> {
    const by = this.study.snapshot?.position?.decision.by ?? null;
    const { evaluation, report } = this.opinion;
    const isDone = report?.done === true && (report.judged !== 'search' || report.nodes >= nodes);
    if (!this.on || (evaluation && (typeof by !== 'number' || isDone))) return;
    const { signal } = this.stopping;
    this.trouble = false;
    this.thinking = true;
    try {
      await this.ask(node, by, nodes, signal);
    } catch {
      if (!signal.aborted) this.trouble = true;
    }
    if (!signal.aborted) this.thinking = false;
  }

  /** Both are asked for at once, behind the step to the position: nothing comes between them. */
  private async ask(node: StudyNode, by: number | 'dealer' | null, nodes: number, signal: AbortSignal): Promise<void> {
    const tell = (more: Partial<Opinion>): void => {
      if (signal.aborted) return;
      this.opinion = { ...this.opinion, ...more };
      this.known.set(node, this.opinion);
    };
    const game = await this.opened();
    if (signal.aborted) return;
    const telling: Promise<unknown>[] = [game.at(actionsTo(node)), game.evaluate().then((evaluation) => tell({ evaluation }))];
    if (typeof by === 'number') {
      const report = (now: SearchReport): void => tell({ report: now });
      telling.push(game.search({ nodes, lines: LINES, endgame: ENDGAME }, report, signal).then(report));
    }
    await Promise.all(telling);
  }
}

const analysts = new WeakMap<Study, Analyst>();

/** Each study has one, which knows what it thought before. */
export function analystOf(study: Study): Analyst {
  let analyst = analysts.get(study);
  if (!analyst) {
    const made = (analyst = new Analyst(study));
    analysts.set(study, made);
    study.closing.signal.addEventListener('abort', () => made.close());
  }
  return analyst;
}
