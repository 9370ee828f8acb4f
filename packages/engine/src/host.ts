// The worker's side: answers questions with an engine of its own.
import { Engine, type Game } from './engine.js';
import { EngineError } from './fault.js';
import type { Answer, Question } from './messages.js';
import type { EngineFault } from './types.js';

export class Host {
  readonly #post: (answer: Answer) => void;
  #engine: Engine | null = null;
  readonly #games = new Map<number, Game>();

  constructor(post: (answer: Answer) => void) {
    this.#post = post;
  }

  async hear(question: Question): Promise<void> {
    if (question.call === 'stop') return;
    const { id } = question;
    try {
      this.#post({ id, value: await this.#answer(question) });
    } catch (error) {
      this.#post({ id, fault: faultOf(error) });
    }
  }

  #answer(question: Exclude<Question, { call: 'stop' }>): unknown {
    if (question.call === 'load') return this.#load(question.source);
    const engine = this.#engine;
    if (!engine) throw new EngineError({ code: 'failed', reason: 'the engine is not loaded' });
    if ('game' in question) return this.#answerOfGame(question);
    if (question.call === 'signature') return engine.signature();
    const [first, rules] = question.args as [never, number | undefined];
    const game = question.call === 'create' ? engine.create(first, rules) : engine.open(first);
    this.#games.set(game.number, game);
    return { game: game.number, setup: game.setup, rules: game.rules };
  }

  #answerOfGame({ call, game: number, args }: Extract<Question, { game: number }>): unknown {
    const game = this.#games.get(number);
    if (!game) throw new EngineError({ code: 'no_game', reason: 'there is no such game' });
    if (call === 'close') this.#games.delete(number);
    if (call === 'search' || call === 'review') throw new EngineError({ code: 'failed', reason: 'not there yet' });
    return (game[call] as (...args: unknown[]) => unknown).apply(game, args);
  }

  async #load(source: string | Uint8Array | WebAssembly.Module): Promise<void> {
    this.#engine = await Engine.start(await compiled(source));
  }
}

async function compiled(source: string | Uint8Array | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string') return WebAssembly.compile(source as BufferSource);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  return WebAssembly.compileStreaming(response);
}

function faultOf(error: unknown): EngineFault {
  if (error instanceof EngineError) return error.fault;
  return { code: 'failed', reason: error instanceof Error ? error.message : String(error) };
}
