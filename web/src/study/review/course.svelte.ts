// The review of the game of a study: it runs while one looks at other things, is kept in this browser, and knows which
// of its moves one looks at.
import { engine, type GameRecord, type RemoteEngine, type Review, type ReviewedMove } from '../../engine';
import { t } from '../../i18n';
import { session } from '../../net/session.svelte';
import { toast } from '../../ui/toasts.svelte';
import type { Action, Seat } from '../../wire';
import type { Study, StudyNode } from '../study.svelte';
import { faultWords } from '../faults';
import { fingerprintOf, keepReview, keptReview } from './kept';
import { MOMENTS } from './moments';
import { movesIn, Pace, rememberPace } from './pace';
import { Trial } from './trial.svelte';

/** Simulations a move. */
export const DEPTHS = { quick: 200, normal: 1000, thorough: 4000 } as const;
export type Depth = keyof typeof DEPTHS;

export interface Running {
  nodes: number;
  /** Moves. */
  done: number;
  all: number;
  /** Milliseconds; null until it can be told. */
  left: number | null;
}

/** The game as it was played; of a game that is only tried, the line one is on. */
function lineOf(study: Study): readonly StudyNode[] {
  const line = [study.root];
  for (let next: StudyNode | undefined = study.root; next; ) {
    next = next.children.find((child) => child.played);
    if (next) line.push(next);
  }
  return line.length > 1 ? line : study.line();
}

/** The seat whose moves are looked at first: one's own, or the only person's among bots. */
function ownSeat(study: Study): Seat | null {
  const people = (study.origin.seats ?? []).filter((seat) => seat.kind === 'person');
  if (people.length === 1) return people[0]!.index;
  const own = people.filter((seat) => seat.guest === session.guest?.id);
  return own.length === 1 ? own[0]!.index : null;
}

export class StudyReview {
  review = $state.raw<Review | null>(null);
  /** Of the review that is there. */
  nodes = $state(0);
  running = $state.raw<Running | null>(null);
  failure = $state<string | null>(null);
  /** Whose moments are shown; null: everybody's. */
  player = $state<Seat | null>(null);
  /** And how many of them. */
  moments = $state(MOMENTS);
  trial = $state.raw<Trial | null>(null);
  /** Node by number of actions, of the reviewed line. */
  line = $state.raw<readonly StudyNode[]>([]);
  private stopper: AbortController | null = null;
  private asked = '';

  constructor(readonly study: Study, private readonly engine: () => Promise<RemoteEngine>) {
    study.closing.signal.addEventListener('abort', () => {
      this.stop();
      this.endTrial();
    });
  }

  /** The game that would be reviewed now. */
  record(): GameRecord {
    return { ...this.study.record, actions: lineOf(this.study).slice(1).map((node) => node.action!) };
  }

  get actions(): readonly Action[] {
    return this.line.slice(1).map((node) => node.action!);
  }

  /** What was found out about this game earlier. */
  async recall(): Promise<void> {
    if (this.review || this.running) return;
    const game = fingerprintOf(this.record());
    if (this.asked === game) return;
    this.asked = game;
    const line = lineOf(this.study);
    const kept = await keptReview(game);
    if (kept && !this.review) this.take(kept.review, kept.nodes, line);
  }

  async start(nodes: number): Promise<void> {
    this.stop();
    const stopper = (this.stopper = new AbortController());
    const line = lineOf(this.study);
    const record = this.record();
    this.failure = null;
    this.running = { nodes, done: 0, all: movesIn(record.actions), left: null };
    try {
      const review = await this.look(record, nodes, stopper.signal);
      if (stopper.signal.aborted) return;
      this.take(review, nodes, line);
      if (this.study.tab !== 'review') toast(t('review.done'));
      void keepReview(fingerprintOf(record), nodes, review);
    } catch (error) {
      if (!stopper.signal.aborted) this.failure = faultWords(error);
    } finally {
      if (this.stopper === stopper) this.running = this.stopper = null;
    }
  }

  /** Half a review is none; an earlier one stays. */
  stop(): void {
    this.stopper?.abort();
    this.running = this.stopper = null;
  }

  /** At a game of its own, so that one may go to and fro in the study meanwhile. */
  private async look(record: GameRecord, nodes: number, signal: AbortSignal): Promise<Review> {
    const game = await (await this.engine()).open(record);
    try {
      const pace = new Pace(record.actions, performance.now());
      const review = await game.review({ nodes }, (done) => {
        if (signal.aborted) return;
        pace.note(done, performance.now());
        this.running = { nodes, done: movesIn(record.actions, done), all: movesIn(record.actions), left: pace.left() };
      }, signal);
      const mean = pace.mean();
      if (mean !== null) rememberPace(localStorage, record.setup, nodes, mean);
      return review;
    } finally {
      game.close();
    }
  }

  private take(review: Review, nodes: number, line: readonly StudyNode[]): void {
    this.study.chances = review.graph;
    this.endTrial();
    this.line = line;
    this.nodes = nodes;
    if (!this.review) this.player = ownSeat(this.study);
    this.review = review;
  }

  // --- where one stands ---

  /** The number of actions of the reviewed game at which one stands, or at which one left it. */
  get depth(): number {
    let at: StudyNode | null = this.study.node;
    while (at && this.line[at.depth] !== at) at = at.parent;
    return at?.depth ?? 0;
  }

  /** The reviewed move that is asked for where one stands. */
  get here(): ReviewedMove | null {
    const { node } = this.study;
    if (this.line[node.depth] !== node) return null;
    return this.review?.moves.find(({ index }) => index === node.depth) ?? null;
  }

  /** Before this action. */
  async goTo(index: number): Promise<void> {
    this.endTrial();
    const node = this.line[Math.max(0, Math.min(index, this.line.length - 1))];
    if (node) await this.study.go(node);
  }

  // --- another try ---

  async tryAgain(move: ReviewedMove): Promise<void> {
    this.endTrial();
    const from = this.line[move.index];
    if (!from) return;
    this.study.trying = true;
    const trial = new Trial(this.study, move, from, this.nodes, this.engine);
    await trial.ask();
    this.trial = trial;
    this.study.asking = true;
  }

  /** Where one stands has changed. */
  follow(): void {
    if (this.trial && !this.trial.follow(this.study.node)) this.endTrial();
  }

  endTrial(): void {
    if (!this.trial) return;
    this.trial.end();
    this.trial = null;
    this.study.trying = this.study.asking = false;
  }
}

const reviews = new WeakMap<Study, StudyReview>();

/** One for each study: it outlives the panel that shows it. */
export function reviewOf(study: Study): StudyReview {
  const known = reviews.get(study) ?? new StudyReview(study, engine);
  reviews.set(study, known);
  return known;
}
