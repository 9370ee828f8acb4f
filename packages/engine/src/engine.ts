// The engine where it runs: every call is answered at once. A page talks to it through a worker (remote.ts).
import { EngineError } from './fault.js';
import { EngineModule } from './module.js';
import type {
  Evaluation,
  GameRecord,
  Moment,
  Outcome,
  Review,
  ReviewOptions,
  SearchOptions,
  SearchReport,
  Setup,
} from './types.js';
import type { Action, Entry } from './wire.js';

export class Engine {
  readonly module: EngineModule;

  constructor(module: EngineModule) {
    this.module = module;
  }

  static async start(module: WebAssembly.Module): Promise<Engine> {
    return new Engine(await EngineModule.start(module));
  }

  create(setup: Setup, rules = 0): Game {
    // What is no number of 32 bits would come to the module as another one.
    if (rules !== (rules | 0)) throw new EngineError({ code: 'bad_setup', reason: `there are no rules of version ${rules}` });
    return this.#begun(this.module.call('create', text(setup), rules));
  }

  open(record: string | GameRecord): Game {
    return this.#begun(this.module.call('open', typeof record === 'string' ? record : text(record)));
  }

  signature(): string {
    this.module.call('signature', null);
    return this.module.output();
  }

  #begun(number: number): Game {
    return new Game(this.module, number, JSON.parse(this.module.output()) as Description);
  }
}

interface Description {
  setup: Setup;
  rules: number;
  seq: number;
}

export class Game {
  readonly setup: Setup;
  readonly rules: number;
  #module: EngineModule;
  #number: number;
  /** The present line, as the engine spells its actions. */
  #line: string[] = [];
  #revision = 0;

  constructor(module: EngineModule, number: number, { setup, rules, seq }: Description) {
    this.#module = module;
    this.#number = number;
    this.setup = setup;
    this.rules = rules;
    if (seq > 0) this.#line = this.entries().map(({ action }) => text(action));
  }

  /** Actions so far. */
  get seq(): number {
    return this.#line.length;
  }

  /** Another one whenever the position is another one. */
  get revision(): number {
    return this.#revision;
  }

  at(line: readonly Action[]): Moment {
    if (!Array.isArray(line)) throw new EngineError({ code: 'bad_input', reason: 'the line must be a list' });
    const wanted = line.map(text);
    let keep = 0;
    while (keep < wanted.length && wanted[keep] === this.#line[keep]) keep += 1;
    return this.#go(keep, line.slice(keep));
  }

  apply(action: Action): { entry: Entry; moment: Moment } {
    const moment = this.#go(this.seq, [action]);
    return { entry: this.entries(this.seq - 1)[0]!, moment };
  }

  back(seq: number): Moment {
    return this.#go(Math.min(this.seq, whole(seq)), []);
  }

  entries(from = 0): Entry[] {
    return this.#ask('entries', Math.min(this.seq, whole(from))) as Entry[];
  }

  outcomes(): Outcome[] {
    return this.#ask('outcomes') as Outcome[];
  }

  deal(): { entry: Entry; moment: Moment } {
    const outcomes = this.outcomes();
    const all = outcomes.reduce((sum, { weight }) => sum + weight, 0);
    if (all === 0) throw new EngineError({ code: 'illegal', reason: 'nothing is asked of the dealer now' });
    let number = randomBelow(all);
    const drawn = outcomes.find(({ weight }) => (number -= weight) < 0)!;
    return this.apply(drawn.action);
  }

  record(): GameRecord {
    return this.#ask('record') as GameRecord;
  }

  evaluate(): Evaluation {
    return this.#ask('evaluate') as Evaluation;
  }

  /** The mean points by seat of so many games from here to the end, with every answer at random. */
  playouts(count: number, seed = 1): number[] {
    return this.#ask('playouts', whole(count), whole(seed)) as number[];
  }

  search(options: SearchOptions): SearchReport {
    return this.beginSearch(options).finish();
  }

  choose(bot: string, seed?: number): Action {
    return this.beginChoice(bot, seed).finish();
  }

  review(options: ReviewOptions): Review {
    return this.beginReview(options).finish();
  }

  beginSearch(options: SearchOptions): Job<SearchReport> {
    return this.#begin('begin_search', text(options));
  }

  beginChoice(bot: string, seed = randomBelow(2 ** 32)): Job<Action> {
    return this.#begin('begin_choice', String(bot), whole(seed));
  }

  beginReview(options: ReviewOptions): Job<Review> {
    return this.#begin('begin_review', text(options));
  }

  close(): void {
    this.#module.close(this.#number);
  }

  /** The same game in another instance of the engine, after this one failed. */
  moveTo(module: EngineModule): void {
    const { setup, rules } = this;
    const actions = this.#line.map((action) => JSON.parse(action) as Action);
    this.#number = module.call('open', text({ bastide: 1, rules, setup, actions }));
    this.#module = module;
  }

  #go(keep: number, more: readonly Action[]): Moment {
    this.#module.call('go', text(more), this.#number, keep);
    const moment = JSON.parse(this.#module.output()) as Moment;
    if (keep < this.seq || more.length > 0) this.#revision += 1;
    this.#line.length = keep;
    if (more.length > 0) this.#line.push(...this.entries(keep).map(({ action }) => text(action)));
    return moment;
  }

  #ask(name: 'entries' | 'outcomes' | 'record' | 'evaluate' | 'playouts', ...numbers: number[]): unknown {
    this.#module.call(name, null, this.#number, ...numbers);
    return JSON.parse(this.#module.output());
  }

  #begin<Result>(
    name: 'begin_search' | 'begin_choice' | 'begin_review',
    input: string,
    ...numbers: number[]
  ): Job<Result> {
    return new Job(this.#module, this.#module.call(name, input, this.#number, ...numbers));
  }
}

/** Something that takes long, a slice at a time. */
export class Job<Result> {
  readonly module: EngineModule;
  readonly #number: number;

  constructor(module: EngineModule, number: number) {
    this.module = module;
    this.#number = number;
  }

  /** Goes on for about so long; false: there is nothing left to do. */
  goOn(milliseconds: number): boolean {
    return this.module.call('go_on', null, this.#number, milliseconds) === 1;
  }

  /** The result; before the end, how far it is. */
  report(): Result {
    this.module.call('report', null, this.#number);
    return JSON.parse(this.module.output()) as Result;
  }

  close(): void {
    this.module.closeJob(this.#number);
  }

  finish(): Result {
    try {
      while (this.goOn(1000));
      return this.report();
    } finally {
      this.close();
    }
  }
}

/** A number that the engine takes: no part, and not below 0. */
function whole(number: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(number) || 0));
}

/** What is no JSON (undefined, say) becomes text that the engine refuses. */
function text(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** Every number as likely as any other: those of the last, incomplete round are drawn again. */
function randomBelow(bound: number): number {
  const word = new Uint32Array(1);
  const usable = 2 ** 32 - (2 ** 32 % bound);
  do crypto.getRandomValues(word);
  while (word[0]! >= usable);
  return word[0]! % bound;
}
