// For Node.js.
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Engine } from './engine.js';
import type { Answer } from './messages.js';
import { Remote } from './remote.js';
import type { RemoteEngine } from './types.js';

export * from './common.js';

async function compiled(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('./bastide.wasm', import.meta.url)));
}

/** An engine in a thread of its own. */
export async function startEngine(): Promise<RemoteEngine> {
  return Remote.start(await compiled(), (hear, fail) => {
    const worker = new Worker(new URL('./node-worker.js', import.meta.url));
    worker.on('message', (answer: Answer) => hear(answer));
    worker.on('error', (error) => fail(error.message));
    return { post: (question) => worker.postMessage(question), end: () => void worker.terminate() };
  });
}

/** An engine that runs where it is called, and stops everything else while it thinks. */
export async function loadEngine(): Promise<Engine> {
  return Engine.start(await compiled());
}
