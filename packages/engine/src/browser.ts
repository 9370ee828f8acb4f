// For web pages. Bundlers that know `new URL(…, import.meta.url)` find the worker and the module by themselves.
import { Engine } from './engine.js';
import { startIn } from './start-in.js';
import type { RemoteEngine } from './types.js';

export * from './common.js';
export { startIn };

/** An engine in a worker of its own. */
export function startEngine(): Promise<RemoteEngine> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  return startIn(worker, new URL('./bastide.wasm', import.meta.url).href);
}

/** An engine that runs where it is called, and stops everything else while it thinks. */
export async function loadEngine(): Promise<Engine> {
  return Engine.start(await WebAssembly.compileStreaming(fetch(new URL('./bastide.wasm', import.meta.url))));
}
