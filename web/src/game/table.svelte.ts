import { Refused } from '../net/connection';
import { refusalText } from '../net/refusal';
import { session } from '../net/session.svelte';
import type { Action, Entry } from '../wire';
import { fromTable, withMeta, withUpdate, type Snapshot } from './snapshot';

export interface UndoRequest {
  seat: number;
  seq: number;
}

/** One table as it is watched from this page: follows the server's messages and passes answers on. */
export class TableStore {
  now = $state.raw<Snapshot | null>(null);
  /** The table is unknown or may not be watched, and why. */
  missing = $state<string | null>(null);
  /** An answer is on its way: nothing more can be chosen until the server has spoken. */
  sending = $state(false);
  refusal = $state<string | null>(null);
  undoAsked = $state<UndoRequest | null>(null);
  /** How often a wish to take something back was refused. */
  undoRefused = $state(0);
  rematch = $state<string | null>(null);
  private joined = false;
  private readonly stops: (() => void)[] = [];
  private readonly listeners = new Set<(entries: readonly Entry[]) => void>();

  constructor(readonly id: string) {
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
    if (this.joined) session.send({ type: 'leave', table: this.id });
  }

  /** Told of every batch of actions as it happens, not of history. */
  onEntries(listener: (entries: readonly Entry[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async join(): Promise<void> {
    try {
      await session.request({ type: 'join', table: this.id });
      this.joined = true;
      this.missing = null;
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 'lost') return;
      if (error.code === 'unknown_table') this.missing = refusalText(error);
      else this.refusal = refusalText(error);
    }
  }

  async act(action: Action): Promise<void> {
    if (!this.now || this.sending) return;
    this.sending = true;
    this.refusal = null;
    const { by: _, ...answer } = action;
    try {
      await session.request({ type: 'act', table: this.id, seq: this.now.seq, action: answer as Action });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === 'stale') await this.join();
      else if (error.code !== 'lost') this.refusal = refusalText(error);
    } finally {
      this.sending = false;
    }
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

  private async ask(message: Parameters<typeof session.request>[0]): Promise<void> {
    this.refusal = null;
    try {
      await session.request(message);
    } catch (error) {
      if (error instanceof Refused && error.code !== 'lost') this.refusal = refusalText(error);
    }
  }

  private replace(next: Snapshot): void {
    this.now = next;
    this.sending = false;
  }
}
