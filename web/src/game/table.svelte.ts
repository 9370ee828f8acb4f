import { t } from '../i18n';
import { isPassing, Refused } from '../net/connection';
import { refusalText } from '../net/refusal';
import { session } from '../net/session.svelte';
import type { Action, Entry } from '../wire';
import { Answer } from './answer.svelte';
import { drawerHere } from './pending';
import type { PlayedTable } from './playedTable';
import { fromTable, withMeta, withUpdate, type Snapshot } from './snapshot';

const LOOK_AGAIN_AFTER = 2500;

export interface UndoRequest {
  seat: number;
  seq: number;
}

/** One table as it is watched from this page: follows the server's messages and passes answers on. */
export class TableStore implements PlayedTable {
  readonly local = false;
  now = $state.raw<Snapshot | null>(null);
  /** The table is unknown or may not be watched, and why. */
  missing = $state<string | null>(null);
  /** The table cannot be read for now; it is tried again. */
  unread = $state(false);
  /** What this page has answered: nothing more can be chosen until that is kept. */
  readonly answer: Answer;
  refusal = $state<string | null>(null);
  undoAsked = $state<UndoRequest | null>(null);
  /** How often a wish to take something back was refused. */
  undoRefused = $state(0);
  rematch = $state<string | null>(null);
  private joined = false;
  private lookingAgain: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: (() => void)[] = [];
  private readonly listeners = new Set<(entries: readonly Entry[]) => void>();

  constructor(readonly id: string) {
    this.answer = new Answer(id, {
      send: ({ seq, action: { by: _, ...answer } }) =>
        session.request({ type: 'act', table: id, seq, action: answer as Action }),
      look: () => this.join(),
      probe: () => session.connection.probe(),
      passed: () => (this.refusal = t('refused.passed')),
      refused: (error) => (this.refusal = refusalText(error)),
      drawer: drawerHere(),
    });
    const mine = (table: string) => table === id;
    this.stops.push(
      session.on('table', (message) => mine(message.table.id) && this.replace(fromTable(message))),
      session.on('undone', (message) => {
        if (!mine(message.table.id)) return;
        this.undoAsked = null;
        this.replace(fromTable(message));
      }),
      session.on('update', (message) => {
        if (!mine(message.table) || !this.now) return;
        const next = withUpdate(this.now, message);
        if (next) {
          this.replace(next);
          for (const listener of [...this.listeners]) listener(message.entries);
        } else if (message.seq > this.now.seq) {
          void this.join();
        }
      }),
      session.on('meta', (message) => {
        if (mine(message.table.id) && this.now) this.now = withMeta(this.now, message.table, message.you);
      }),
      session.on('features', (message) => {
        if (mine(message.table) && this.now?.seq === message.seq)
          this.now = { ...this.now, features: message.features };
      }),
      session.on('undo_asked', (message) => {
        if (mine(message.table)) this.undoAsked = { seat: message.seat, seq: message.seq };
      }),
      session.on('undo_refused', (message) => {
        if (!mine(message.table)) return;
        this.undoAsked = null;
        this.undoRefused += 1;
      }),
      session.on('rematch', (message) => {
        if (mine(message.table)) this.rematch = message.new;
      }),
      // A line that came back has missed what happened meanwhile.
      session.connection.watch((status) => {
        if (status === 'open') void this.join();
        else this.joined = false;
      }),
    );
    session.start().catch(() => undefined);
  }

  close(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.lookingAgain);
    this.answer.close();
    if (this.joined) session.send({ type: 'leave', table: this.id });
  }

  /** Told of every batch of actions as it happens, not of history. */
  onEntries(listener: (entries: readonly Entry[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async join(): Promise<void> {
    clearTimeout(this.lookingAgain);
    try {
      await session.request({ type: 'join', table: this.id });
      this.joined = true;
      this.missing = null;
      this.unread = false;
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 'lost') return;
      if (isPassing(error)) this.lookAgain();
      else if (error.code === 'unknown_table') this.missing = refusalText(error);
      else this.refusal = refusalText(error);
    }
  }

  act(action: Action): void {
    this.refusal = null;
    this.answer.give(action);
  }

  /** Asks for the features with all their segments, unless they are here already. */
  wantFeatures(): void {
    if (this.now && !this.now.features && this.now.view.assist !== 'table')
      session.send({ type: 'features', table: this.id });
  }

  undo(seat: number, seq: number): Promise<void> {
    return this.ask({ type: 'undo', table: this.id, seat, seq });
  }

  async answerUndo(grant: boolean): Promise<void> {
    const seat = this.now?.you.seats[0];
    this.undoAsked = null;
    if (seat !== undefined) await this.ask({ type: 'undo_answer', table: this.id, seat, grant });
  }

  resign(seat: number): Promise<void> {
    return this.ask({ type: 'resign', table: this.id, seat });
  }

  /** The same players and settings again; the id of the new table. */
  async askRematch(): Promise<string | null> {
    await this.ask({ type: 'rematch', table: this.id });
    return this.rematch;
  }

  /** Somebody has gone: a bot answers until they come back, or all agree to end the game. */
  absent(seat: number, what: 'bot' | 'end'): Promise<void> {
    return this.ask({ type: 'absent', table: this.id, seat, do: what });
  }

  async recordFile(): Promise<Blob> {
    const answer = await fetch(`/api/tables/${this.id}/record`);
    if (!answer.ok) throw new Error(`record: ${answer.status}`);
    return answer.blob();
  }

  private async ask(message: Parameters<typeof session.request>[0]): Promise<void> {
    this.refusal = null;
    try {
      await session.request(message);
    } catch (error) {
      if (error instanceof Refused) this.refusal = refusalText(error);
    }
  }

  private lookAgain(): void {
    this.unread = true;
    this.lookingAgain = setTimeout(() => void this.join(), LOOK_AGAIN_AFTER * (0.75 + Math.random() / 2));
  }

  private replace(next: Snapshot): void {
    this.now = next;
    this.answer.follow(next);
  }
}
