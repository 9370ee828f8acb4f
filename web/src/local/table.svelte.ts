// A table that this browser keeps: the engine in the page is its dealer, its referee and its bots. Whatever happens is
// kept before it is shown, and what another page did to the same game is followed.
import { engine, EngineError, leaveEngine, type EngineFault, type Moment, type RemoteGame } from '../engine';
import { newLocalId, type PlayedTable } from '../game/playedTable';
import { sameAction } from '../game/pending';
import type { Snapshot } from '../game/snapshot';
import { t } from '../i18n';
import { settings } from '../ui/settings.svelte';
import { toast } from '../ui/toasts.svelte';
import type { Action, Entry as LogEntry } from '../wire';
import { botOf, rematchOf, type Entry, type Head } from './entry';
import { localGames, recordOf } from './games';
import { headAt, seenOf, toldEntry } from './seen';

// As the server's bots: one can follow what they do.
const BOT_PAUSE = 600;
const PAUSES = { slow: 1.8, normal: 1, fast: 0.5, off: 0 } as const;
// What takes longer is shown as being under way.
const SHOWN_AFTER = 400;

/** The game, and where it stands in the engine. */
interface Open {
  game: RemoteGame;
  head: Head;
  moment: Moment;
  history: LogEntry[];
}

type Step = { entry: LogEntry; moment: Moment };

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function isFault(error: unknown, ...codes: EngineFault['code'][]): boolean {
  return error instanceof EngineError && codes.includes(error.fault.code);
}

export class LocalTable implements PlayedTable {
  readonly local = true;
  now = $state.raw<Snapshot | null>(null);
  missing = $state<string | null>(null);
  readonly unread = false;
  /** Why there is no engine, or why it stopped; `again` tries once more. */
  failed = $state<string | null>(null);
  readonly answer = $state<{ pending: Action | null; shown: Action | null; trouble: null }>({ pending: null, shown: null, trouble: null });
  refusal = $state<string | null>(null);
  readonly undoAsked = null;
  readonly undoRefused = 0;
  rematch = $state<string | null>(null);
  private open: Open | null = null;
  private thinking = new AbortController();
  private queue: Promise<void> = Promise.resolve();
  private closed = false;
  private readonly stop: () => void;
  private readonly listeners = new Set<(entries: readonly LogEntry[]) => void>();

  constructor(readonly id: string) {
    this.stop = localGames.onChange((changed, elsewhere) => {
      if (changed === id && elsewhere) void this.inTurn(() => this.catchUp());
    });
    void this.inTurn(() => this.begin());
  }

  /** With another engine: the one that stopped does not come back. */
  again(): void {
    this.failed = null;
    leaveEngine();
    void this.inTurn(() => this.begin());
  }

  close(): void {
    this.closed = true;
    this.stop();
    this.thinking.abort();
    void this.inTurn(async () => this.open?.game.close());
  }

  onEntries(listener: (entries: readonly LogEntry[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  act(action: Action): void {
    if (!this.now || this.answer.pending) return;
    this.refusal = null;
    this.answer.pending = action;
    const showing = setTimeout(() => (this.answer.shown = action), SHOWN_AFTER);
    const { seq } = this.now;
    void this.inTurn(async () => {
      try {
        await this.play(action, seq);
      } finally {
        clearTimeout(showing);
        this.answer.pending = this.answer.shown = null;
      }
    });
  }

  /** They come with every moment. */
  wantFeatures(): void {}

  /** Back to the answer of that number; what was drawn after it comes anew. */
  async undo(_seat: number, seq: number): Promise<void> {
    this.thinking.abort();
    await this.inTurn(async () => {
      const open = this.open;
      if (!open || open.head.over || seq >= open.moment.seq) return;
      const moment = await open.game.back(seq);
      await this.keep({ ...open, moment, history: open.history.slice(0, seq) }, []);
    });
  }

  async answerUndo(): Promise<void> {}

  async resign(seat: number): Promise<void> {
    this.thinking.abort();
    await this.inTurn(async () => {
      const open = this.open;
      if (!open || open.head.over) return;
      const seats = open.head.seats.map((each, index) =>
        index === seat && each.kind === 'person' ? { ...each, resigned: true as const } : each);
      await this.keep({ ...open, head: { ...open.head, seats } }, []);
    });
  }

  async askRematch(): Promise<string | null> {
    await this.inTurn(async () => {
      const open = this.open;
      if (!open?.head.over || open.head.rematch) return;
      const next = rematchOf(open.head, newLocalId(), Date.now());
      await localGames.save(next, []);
      const isFirst = await this.keep({ ...open, head: { ...open.head, rematch: next.id } }, []);
      // Another page has asked, too, and was quicker.
      if (!isFirst) await localGames.remove(next.id);
    });
    return this.open?.head.rematch ?? null;
  }

  async absent(): Promise<void> {}

  /** The record as a file. */
  async recordFile(): Promise<Blob> {
    const open = this.open;
    const record = open ? recordOf({ head: open.head, actions: open.history.map(({ action }) => action) }) : null;
    return new Blob([JSON.stringify(record)], { type: 'application/json' });
  }

  /** One after the other: a game is in one state at a time. */
  private inTurn(job: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(job).catch((error: unknown) => {
      // A bot may be told to think no more.
      if (this.closed || isFault(error, 'stopped')) return;
      this.failed = t('local.failed');
      console.warn(error);
    });
    return this.queue;
  }

  private async begin(): Promise<void> {
    if (this.closed) return;
    const kept = await localGames.read(this.id);
    if (!kept || 'odd' in kept) {
      this.missing = kept ? t(`local.odd.${kept.odd}`) : t('local.missing');
      return;
    }
    await this.lay(kept);
  }

  private async lay(kept: Entry): Promise<void> {
    const remote = await engine();
    const game = await remote.open(recordOf(kept)).catch((error: unknown) => {
      if (!isFault(error, 'bad_input', 'bad_setup', 'illegal')) throw error;
      this.missing = t('local.odd.damaged');
      return null;
    });
    if (!game) return;
    const [moment, history] = [await game.at(kept.actions), await game.entries()];
    const open = { game, head: { ...kept.head, rules: game.rules }, moment, history };
    this.open = open;
    if (moment.state.decision.by !== 'dealer') return this.show(open);
    await this.step(() => game.deal());
  }

  /** A person's answer, given at this number of actions; a refused one changes nothing. */
  private async play(action: Action, seq: number): Promise<void> {
    const open = this.open;
    if (!open) return;
    const isAsked = open.moment.seq === seq && open.moment.options.some((option) => sameAction(option, action));
    if (!isAsked) {
      this.refusal = t('refused.passed');
      return;
    }
    const isFirst = await this.step(() => open.game.apply(action));
    if (!isFirst) this.refusal = t('refused.passed');
  }

  /** One answer with the draws that follow it: kept together, then shown. */
  private async step(first: () => Promise<Step>): Promise<boolean> {
    const open = this.open;
    if (!open) return false;
    let { entry, moment } = await first();
    const entries = [entry];
    while (moment.state.decision.by === 'dealer') {
      ({ entry, moment } = await open.game.deal());
      entries.push(entry);
    }
    return this.keep({ ...open, moment, history: [...open.history, ...entries] }, entries);
  }

  /** False where another page was quicker: then its game is shown. */
  private async keep(next: Open, entries: readonly LogEntry[]): Promise<boolean> {
    const { saved, head } = await localGames.save(headAt(next.head, next.moment, Date.now()), next.history.map(({ action }) => action));
    if (saved === 'behind') {
      await this.catchUp();
      return false;
    }
    if (saved === 'unkept') toast(t('local.unkept'), 'bad');
    this.show({ ...next, head }, entries);
    return true;
  }

  /** What another page did to this game. */
  private async catchUp(): Promise<void> {
    const open = this.open;
    if (!open || this.closed) return;
    const kept = await localGames.read(this.id);
    if (!kept || 'odd' in kept) {
      this.missing = t('local.missing');
      return;
    }
    if (kept.head.version === open.head.version) return;
    this.thinking.abort();
    const moment = await open.game.at(kept.actions);
    const isMore = open.history.length <= kept.actions.length
      && open.history.every(({ action }, index) => sameAction(action, kept.actions[index]!));
    const history = await open.game.entries();
    this.show({ ...open, head: kept.head, moment, history }, isMore ? history.slice(open.history.length) : []);
  }

  private show(open: Open, entries: readonly LogEntry[] = []): void {
    if (this.closed) return;
    this.open = open;
    const { head, moment } = open;
    open.history = open.history.map((entry) => toldEntry(entry, head));
    this.rematch = head.rematch ?? null;
    this.now = seenOf(head, moment, open.history, this.now);
    const told = entries.map((entry) => toldEntry(entry, head));
    if (told.length > 0) for (const listener of [...this.listeners]) listener(told);
    this.letBotAnswer(open);
  }

  private letBotAnswer({ game, head, moment }: Open): void {
    this.thinking.abort();
    const { by } = moment.state.decision;
    const bot = typeof by === 'number' ? botOf(head.seats[by]) : null;
    if (head.over || bot === null) return;
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    const watched = head.seats.some((seat) => botOf(seat) === null);
    const wait = watched ? BOT_PAUSE * PAUSES[settings.pace] : 0;
    Promise.all([game.choose(bot, undefined, signal), pause(wait, signal)]).then(
      ([action]) => void this.inTurn(async () => {
        if (!signal.aborted) await this.step(() => game.apply(action));
      }),
      (error: unknown) => {
        if (!signal.aborted) void this.inTurn(() => Promise.reject(error));
      },
    );
  }
}
