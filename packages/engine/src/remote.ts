// The page's side of an engine in a worker.
import { EngineError } from './fault.js';
import type { Answer, GameCall, Question } from './messages.js';
import type {
  Evaluation,
  GameRecord,
  Moment,
  Outcome,
  RemoteEngine,
  RemoteGame,
  Review,
  ReviewOptions,
  SearchOptions,
  SearchReport,
  Setup,
} from './types.js';
import type { Action, Entry } from './wire.js';

/** A worker, be it a browser's or Node's. */
export interface Port {
  post(question: Question): void;
  end(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: EngineError): void;
  news?: ((value: never) => void) | undefined;
}

/** The questions that wait for an answer. */
class Line {
  readonly #port: Port;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #ended: string | null = null;

  constructor(open: (hear: (answer: Answer) => void, fail: (reason: string) => void) => Port) {
    this.#port = open(
      (answer) => this.#hear(answer),
      (reason) => this.end(reason),
    );
  }

  ask<Value>(
    question: Partial<Question>,
    signal?: AbortSignal,
    news?: (value: never) => void,
  ): Promise<Value> {
    const id = (this.#last += 1);
    if (this.#ended !== null) return Promise.reject(new EngineError({ code: 'failed', reason: this.#ended }));
    const stop = (): void => this.#port.post({ call: 'stop', id });
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, news });
      this.#port.post({ ...question, id } as Question);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop);
    });
    return answered.finally(() => signal?.removeEventListener('abort', stop)) as Promise<Value>;
  }

  get ended(): boolean {
    return this.#ended !== null;
  }

  end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#port.end();
    for (const { reject } of this.#waiting.values()) reject(new EngineError({ code: 'failed', reason }));
    this.#waiting.clear();
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    if ('news' in answer) return waiting.news?.(answer.news as never);
    this.#waiting.delete(answer.id);
    if ('fault' in answer) waiting.reject(new EngineError(answer.fault));
    else waiting.resolve(answer.value);
  }
}

export class Remote implements RemoteEngine {
  readonly #line: Line;

  private constructor(line: Line) {
    this.#line = line;
  }

  /** `source`: the address of the module, its bytes, or the module itself. */
  static async start(
    source: string | Uint8Array | WebAssembly.Module,
    open: (hear: (answer: Answer) => void, fail: (reason: string) => void) => Port,
  ): Promise<Remote> {
    const line = new Line(open);
    try {
      await line.ask({ call: 'load', source });
    } catch (error) {
      line.end('the engine did not start');
      throw error;
    }
    return new Remote(line);
  }

  create(setup: Setup, rules?: number): Promise<RemoteGame> {
    return this.#begin('create', [setup, rules]);
  }

  open(record: string | GameRecord): Promise<RemoteGame> {
    return this.#begin('open', [record]);
  }

  signature(): Promise<string> {
    return this.#line.ask({ call: 'signature', args: [] });
  }

  get ended(): boolean {
    return this.#line.ended;
  }

  close(): void {
    this.#line.end('the engine was closed');
  }

  async #begin(call: 'create' | 'open', args: unknown[]): Promise<RemoteGame> {
    return new FarGame(this.#line, await this.#line.ask<Begun>({ call, args: plain(args) }));
  }
}

interface Begun {
  game: number;
  setup: Setup;
  rules: number;
}

class FarGame implements RemoteGame {
  readonly setup: Setup;
  readonly rules: number;
  readonly #line: Line;
  readonly #number: number;

  constructor(line: Line, { game, setup, rules }: Begun) {
    this.#line = line;
    this.#number = game;
    this.setup = setup;
    this.rules = rules;
  }

  at(line: readonly Action[]): Promise<Moment> {
    return this.#ask('at', [line]);
  }

  entries(from = 0): Promise<Entry[]> {
    return this.#ask('entries', [from]);
  }

  apply(action: Action): Promise<{ entry: Entry; moment: Moment }> {
    return this.#ask('apply', [action]);
  }

  back(seq: number): Promise<Moment> {
    return this.#ask('back', [seq]);
  }

  outcomes(): Promise<Outcome[]> {
    return this.#ask('outcomes', []);
  }

  deal(): Promise<{ entry: Entry; moment: Moment }> {
    return this.#ask('deal', []);
  }

  record(): Promise<GameRecord> {
    return this.#ask('record', []);
  }

  evaluate(): Promise<Evaluation> {
    return this.#ask('evaluate', []);
  }

  search(options: SearchOptions, report?: (now: SearchReport) => void, signal?: AbortSignal): Promise<SearchReport> {
    return this.#ask('search', [options], signal, report);
  }

  choose(bot: string, seed?: number, signal?: AbortSignal): Promise<Action> {
    return this.#ask('choose', [bot, seed], signal);
  }

  review(
    options: ReviewOptions,
    progress?: (done: number, all: number) => void,
    signal?: AbortSignal,
  ): Promise<Review> {
    return this.#ask('review', [options], signal, ([done, all]: [number, number]) => progress?.(done, all));
  }

  close(): void {
    this.#ask('close', []).catch(() => undefined);
  }

  // Asynchronous, so that what cannot be asked rejects, too.
  async #ask<Value>(
    call: GameCall,
    args: unknown[],
    signal?: AbortSignal,
    news?: (value: never) => void,
  ): Promise<Value> {
    return this.#line.ask({ call, game: this.#number, args: plain(args) }, signal, news);
  }
}

/** Proxies of a page's state cannot be posted; what they hold can. */
function plain(args: unknown[]): unknown[] {
  try {
    return args.map((one) => (typeof one === 'object' && one !== null ? JSON.parse(JSON.stringify(one)) : one) as unknown);
  } catch (error) {
    throw new EngineError({ code: 'bad_input', reason: error instanceof Error ? error.message : String(error) });
  }
}
