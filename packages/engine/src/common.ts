// What is the same in web pages and in Node.js.
export { Engine, Game, Job } from './engine.js';
export { EngineError } from './fault.js';
export type * from './types.js';
export type * from './wire.js';
