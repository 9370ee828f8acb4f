// What a page and its worker say to each other.
import type { EngineFault } from './types.js';

export type GameCall =
  | 'at'
  | 'apply'
  | 'back'
  | 'entries'
  | 'outcomes'
  | 'deal'
  | 'record'
  | 'evaluate'
  | 'search'
  | 'choose'
  | 'review'
  | 'close';

/** A question has a number, which its answers bear. */
export type Question =
  | { id: number; call: 'load'; source: string | Uint8Array | WebAssembly.Module }
  | { id: number; call: 'create' | 'open' | 'signature'; args: unknown[] }
  | { id: number; call: GameCall; game: number; args: unknown[] }
  /** The question of this number is to end with what it has. */
  | { call: 'stop'; id: number };

export type Answer = { id: number; value: unknown } | { id: number; fault: EngineFault } | { id: number; news: unknown };
