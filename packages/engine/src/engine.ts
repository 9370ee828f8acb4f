// The engine where it runs: every call is answered at once. A page talks to it through a worker (remote.ts).
import { EngineError } from './fault.js';
import { EngineModule } from './module.js';
import type { Evaluation, GameRecord, Moment, Outcome, Setup } from './types.js';
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
  readonly number: number;
  readonly #module: EngineModule;
  /** The present line, as the engine spells its actions. */
  #line: string[];

  constructor(module: EngineModule, number: number, { setup, rules, seq }: Description) {
    this.#module = module;
    this.number = number;
    this.setup = setup;
    this.rules = rules;
    this.#line = seq === 0 ? [] : this.entries().map(({ action }) => text(action));
  }

  get seq(): number {
    return this.#line.length;
  }

  at(line: readonly Action[]): Moment {
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
    return this.#go(Math.max(0, Math.min(this.seq, Math.trunc(seq) || 0)), []);
  }

  entries(from = 0): Entry[] {
    return this.#ask('entries', null, Math.max(0, Math.trunc(from) || 0)) as Entry[];
  }

  outcomes(): Outcome[] {
    return this.#ask('outcomes', null) as Outcome[];
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
    return this.#ask('record', null) as GameRecord;
  }

  evaluate(): Evaluation {
    throw new EngineError({ code: 'failed', reason: 'not there yet' });
  }

  choose(bot: string, seed = randomBelow(2 ** 32)): Action {
    return this.#ask('choose', bot, seed) as Action;
  }

  close(): void {
    this.#module.close(this.number);
  }

  #go(keep: number, more: readonly Action[]): Moment {
    const moment = this.#ask('go', text(more), keep) as Moment;
    this.#line.length = keep;
    if (more.length > 0) this.#line.push(...this.entries(keep).map(({ action }) => text(action)));
    return moment;
  }

  #ask(name: 'entries' | 'outcomes' | 'record' | 'choose' | 'go', input: string | null, ...numbers: number[]): unknown {
    this.#module.call(name, input, this.number, ...numbers);
    return JSON.parse(this.#module.output());
  }
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
