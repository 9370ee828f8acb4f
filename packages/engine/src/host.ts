// The worker's side: answers questions with an engine of its own. What takes long is done in slices, between which other
// questions are heard.
import { Engine, type Game, type Job } from './engine.js';
import { EngineError } from './fault.js';
import type { Answer, GameCall, Question } from './messages.js';
import type { EngineFault, ReviewOptions, SearchOptions } from './types.js';

/** Milliseconds. */
const SLICE = 16;
const NEWS_EVERY = 100;

type GameQuestion = Extract<Question, { game: number }>;
type LongCall = 'search' | 'choose' | 'review';

interface Running {
  call: LongCall;
  game: number;
  stopped: boolean;
}

export class Host {
  readonly #post: (answer: Answer) => void;
  /** Lets messages in. */
  readonly #pause: () => Promise<void>;
  #module: WebAssembly.Module | null = null;
  #engine: Engine | null = null;
  readonly #games = new Map<number, Game>();
  #lastGame = 0;
  readonly #running = new Map<number, Running>();
  /** Bots think one after another: each needs memory for its tree. */
  #lastChoice: Promise<unknown> = Promise.resolve();

  constructor(post: (answer: Answer) => void, pause: () => Promise<void>) {
    this.#post = post;
    this.#pause = pause;
  }

  async hear(question: Question): Promise<void> {
    const { id } = question;
    if (question.call === 'stop') return this.#stop(id);
    try {
      this.#post({ id, value: await this.#answer(question) });
    } catch (error) {
      this.#post({ id, fault: await this.#faultOf(error) });
    }
  }

  #stop(id: number): void {
    const running = this.#running.get(id);
    if (running) running.stopped = true;
  }

  #answer(question: Exclude<Question, { call: 'stop' }>): unknown {
    if (question.call === 'load') return this.#load(question.source);
    if (!this.#engine) throw new EngineError({ code: 'failed', reason: 'the engine is not loaded' });
    if ('game' in question) return this.#answerOfGame(question);
    if (question.call === 'signature') return this.#engine.signature();
    const [first, rules] = question.args as [never, number | undefined];
    const game = question.call === 'create' ? this.#engine.create(first, rules) : this.#engine.open(first);
    this.#games.set((this.#lastGame += 1), game);
    return { game: this.#lastGame, setup: game.setup, rules: game.rules };
  }

  #answerOfGame(question: GameQuestion): unknown {
    const { id, call, game: number, args } = question;
    const game = this.#games.get(number);
    if (!game) throw new EngineError({ code: 'no_game', reason: 'the game was closed' });
    if (isLong(call)) {
      const running = { call, game: number, stopped: false };
      this.#running.set(id, running);
      return this.#long(question, game, running).finally(() => this.#running.delete(id));
    }
    if (call === 'close') this.#leave(number);
    return (game[call] as (...args: unknown[]) => unknown).apply(game, args);
  }

  /** Nobody thinks on about a game that was closed. */
  #leave(number: number): void {
    this.#games.delete(number);
    for (const running of this.#running.values()) if (running.game === number) running.stopped = true;
  }

  async #long({ id, call, args }: GameQuestion, game: Game, running: Running): Promise<unknown> {
    if (call === 'search') {
      this.#stopOthers(running);
      const job = game.beginSearch(args[0] as SearchOptions);
      const { revision } = game;
      return this.#inSlices(id, job, () => running.stopped || game.revision !== revision);
    }
    const choosing = call === 'choose';
    if (!choosing) this.#stopOthers(running);
    const { revision } = game;
    const isStopped = (): boolean => running.stopped || (choosing && game.revision !== revision);
    const think = async (): Promise<unknown> => {
      if (isStopped()) throw stopped();
      const job: Job<unknown> = choosing
        ? game.beginChoice(...(args as [string, number | undefined]))
        : game.beginReview(args[0] as ReviewOptions);
      const result = await this.#inSlices(choosing ? null : id, job, isStopped);
      if (isStopped()) throw stopped();
      return result;
    };
    if (!choosing) return think();
    const choice = this.#lastChoice.then(think);
    this.#lastChoice = choice.catch(() => undefined);
    return choice;
  }

  /** One search and one review at a time: the last one asked for. */
  #stopOthers(running: Running): void {
    for (const other of this.#running.values())
      if (other !== running && other.call === running.call) other.stopped = true;
  }

  /** `news`: the question that is told how far it is. */
  async #inSlices(news: number | null, job: Job<unknown>, isStopped: () => boolean): Promise<unknown> {
    let told = performance.now();
    try {
      do {
        await this.#pause();
        if (isStopped()) break;
        if (job.module !== this.#engine?.module) throw new EngineError(FAILED);
        if (news === null || performance.now() - told < NEWS_EVERY) continue;
        this.#post({ id: news, news: job.report() });
        told = performance.now();
      } while (job.goOn(SLICE));
      return job.report();
    } finally {
      if (job.module === this.#engine?.module) job.close();
    }
  }

  async #load(source: string | Uint8Array | WebAssembly.Module): Promise<void> {
    this.#module = await compiled(source);
    this.#engine = await Engine.start(this.#module);
  }

  async #faultOf(error: unknown): Promise<EngineFault> {
    if (error instanceof EngineError) return error.fault;
    await this.#startAgain();
    return { code: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }

  /** What stopped in the midst of something cannot be trusted any more: the games move to a new instance. */
  async #startAgain(): Promise<void> {
    if (!this.#module) return;
    const engine = await Engine.start(this.#module);
    for (const game of this.#games.values()) game.moveTo(engine.module);
    this.#engine = engine;
  }
}

const FAILED: EngineFault = { code: 'failed', reason: 'the engine failed and was started again' };

function stopped(): EngineError {
  return new EngineError({ code: 'stopped', reason: 'it was stopped' });
}

function isLong(call: GameCall): call is LongCall {
  return call === 'search' || call === 'choose' || call === 'review';
}

async function compiled(source: string | Uint8Array | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string') return WebAssembly.compile(source as BufferSource);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  return WebAssembly.compileStreaming(response);
}
