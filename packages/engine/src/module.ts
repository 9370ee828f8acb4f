// The WebAssembly module itself (wasm/api.cpp): calls with text in and out, and the few things that it asks of its host.
import { EngineError } from './fault.js';
import type { EngineFault } from './types.js';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  input(size: number): number;
  output(): number;
  output_size(): number;
  create(version: number): number;
  open(): number;
  close_game(game: number): void;
  go(game: number, keep: number): number;
  entries(game: number, from: number): number;
  outcomes(game: number): number;
  record(game: number): number;
  evaluate(game: number): number;
  playouts(game: number, count: number, seed: number): number;
  begin_choice(game: number, seed: number): number;
  begin_search(game: number): number;
  begin_review(game: number): number;
  go_on(job: number, ms: number): number;
  report(job: number): number;
  close_job(job: number): void;
  signature(): number;
}

/** The names of what takes numbers and gives one, which is 0 where it failed. */
export type CallName = Exclude<
  keyof Exports,
  'memory' | '_initialize' | 'input' | 'output' | 'output_size' | 'close_game' | 'close_job'
>;

/** As the engine reads no larger document. */
const MOST_INPUT = 64 << 20;

export class EngineModule {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async start(module: WebAssembly.Module): Promise<EngineModule> {
    let memory: WebAssembly.Memory | undefined;
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host(() => memory!) });
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    exports._initialize();
    return new EngineModule(exports);
  }

  /** Bytes that it has taken; it never gives any back. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** What the call returns, which is never 0: a fault is thrown. */
  call(name: CallName, text: string | null, ...numbers: number[]): number {
    if (text !== null) this.#write(text);
    const result = (this.#exports[name] as (...numbers: number[]) => number)(...numbers);
    if (result === 0) throw new EngineError(JSON.parse(this.output()) as EngineFault);
    return result;
  }

  close(game: number): void {
    this.#exports.close_game(game);
  }

  closeJob(job: number): void {
    this.#exports.close_job(job);
  }

  /** What the last call has to say. */
  output(): string {
    // Views are made after each call: memory that grows leaves the old ones behind.
    const at = this.#exports.output() >>> 0;
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, this.#exports.output_size() >>> 0));
  }

  #write(text: string): void {
    const bytes = encoder.encode(text);
    if (bytes.length > MOST_INPUT) throw new EngineError({ code: 'bad_input', reason: 'the text is too long' });
    const at = this.#exports.input(bytes.length) >>> 0;
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A clock, and an ear for the last words of a module that gives up. */
function host(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  return {
    clock_time_get(_clock: number, _precision: bigint, at: number): number {
      new DataView(memory().buffer).setBigUint64(at >>> 0, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(_file: number, parts: number, count: number, written: number): number {
      const view = new DataView(memory().buffer);
      let text = '';
      let size = 0;
      for (let part = parts >>> 0; part < (parts >>> 0) + 8 * count; part += 8) {
        const length = view.getUint32(part + 4, true);
        text += decoder.decode(new Uint8Array(memory().buffer, view.getUint32(part, true), length));
        size += length;
      }
      console.error(text.trimEnd());
      view.setUint32(written >>> 0, size, true);
      return 0;
    },
    fd_close: () => 0,
    fd_seek: () => 0,
    proc_exit(code: number): never {
      throw new Error(`the engine ended with ${code}`);
    },
  };
}
