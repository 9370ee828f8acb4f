// The engine in a worker of the page.
import module from '../../../build/wasm/bastide.wasm?url';
import { startIn } from '../../../packages/engine/src/start-in';
import type { RemoteEngine } from '../../../packages/engine/src/types';

/** Another one for another engine: its address has a number made of what is in it. */
export const build: string = module;

/** Into the browser's cache, where the worker finds it. */
export async function fetchAhead(): Promise<void> {
  const answer = await fetch(module, { priority: 'low' });
  await answer.arrayBuffer();
}

export function start(): Promise<RemoteEngine> {
  return startIn(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), module);
}
