// The answer that this page has given at a table, from the moment it is chosen until the server is known to keep it.
// It is sent until then: again after a while where the server could not store it, and after a new line has shown the
// table as it is now. Nothing else can be answered meanwhile.
import { isPassing, Refused } from '../net/connection';
import type { Action } from '../wire';
import { fateOf, pendingAt, putAway, takeUp, type Drawer, type Pending } from './pending';
import type { Snapshot } from './snapshot';

/** Why it is not kept yet: the server has not spoken, or it cannot store anything now. */
export type Trouble = 'slow' | 'storage';

export interface AnswerMeans {
  send(pending: Pending): Promise<unknown>;
  /** Asks for the table as it is now, which then comes by `follow`. */
  look(): Promise<void>;
  /** Nothing was heard for a while: is anybody there? */
  probe(): void;
  /** It will not be sent again, since the game has gone on without it. */
  passed(): void;
  refused(error: Refused): void;
  drawer: Drawer | null;
}

// An answer takes a few milliseconds; only one that takes long is shown as waiting.
const SHOWN_AFTER = 400;
const SLOW_AFTER = 3000;
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 8000;

export class Answer {
  pending = $state.raw<Pending | null>(null);
  /** The pending answer, once it takes so long that the board should show it. */
  shown = $state.raw<Action | null>(null);
  trouble = $state<Trouble | null>(null);
  private now: Snapshot | null = null;
  private underWay = false;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private showing: ReturnType<typeof setTimeout> | undefined;
  private slow: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: string, private readonly means: AnswerMeans) {
    this.pending = takeUp(means.drawer, table);
    this.shown = this.pending?.action ?? null;
  }

  /** Nothing happens while another one is pending. */
  give(action: Action): void {
    if (!this.now || this.pending) return;
    this.pending = pendingAt(this.now, action);
    putAway(this.means.drawer, this.table, this.pending);
    this.showing = setTimeout(() => (this.shown = action), SHOWN_AFTER);
    this.send();
  }

  /** The table as it is now. */
  follow(now: Snapshot): void {
    this.now = now;
    if (!this.pending) return;
    const fate = fateOf(this.pending, now);
    if (fate === 'again' && !this.underWay && this.retry === undefined) return this.send();
    if (fate === 'again' || fate === 'wait') return;
    this.settle();
    if (fate === 'passed') this.means.passed();
  }

  close(): void {
    this.stopTimers();
  }

  private send(): void {
    const mine = this.pending;
    if (!mine) return;
    this.underWay = true;
    this.slow = setTimeout(() => {
      this.trouble ??= 'slow';
      this.means.probe();
    }, SLOW_AFTER);
    this.means.send(mine).then(
      () => this.pending === mine && this.settle(),
      (error: unknown) => this.pending === mine && this.failed(error),
    );
  }

  private failed(error: unknown): void {
    this.underWay = false;
    clearTimeout(this.slow);
    if (!(error instanceof Refused)) {
      this.settle();
      throw error;
    }
    // The line comes back by itself, and brings the table.
    if (error.code === 'lost') return;
    if (error.code === 'stale') void this.means.look();
    if (error.code === 'stale' || isPassing(error)) return this.sendLater(error);
    this.settle();
    this.means.refused(error);
  }

  private sendLater(error: Refused): void {
    if (error.code === 'storage') {
      this.trouble = 'storage';
      this.shown = this.pending?.action ?? null;
    }
    const delay = Math.max(error.refusal.wait_ms ?? 0, Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.tries++));
    // Spread, so that a server that recovers is not met by everybody at once.
    this.retry = setTimeout(() => {
      this.retry = undefined;
      if (this.now) this.follow(this.now);
    }, delay * (0.75 + Math.random() / 2));
  }

  private settle(): void {
    this.stopTimers();
    this.pending = this.shown = this.trouble = null;
    this.underWay = false;
    this.tries = 0;
    putAway(this.means.drawer, this.table, null);
  }

  private stopTimers(): void {
    for (const timer of [this.retry, this.showing, this.slow]) clearTimeout(timer);
    this.retry = undefined;
  }
}
