// The engine in a worker of the page.
import module from '../../../build/wasm/bastide.wasm?url';
import { Remote } from '../../../packages/engine/src/remote';
import type { Answer } from '../../../packages/engine/src/messages';
import type { RemoteEngine } from '../../../packages/engine/src/types';

/** Into the browser's cache, where the worker finds it. */
export async function fetchAhead(): Promise<void> {
  const answer = await fetch(module, { priority: 'low' });
  await answer.arrayBuffer();
}

export function start(): Promise<RemoteEngine> {
  return Remote.start(new URL(module, location.href).href, (hear, fail) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => hear(data);
    worker.onerror = ({ message }) => fail(message || 'the engine did not start');
    return { post: (question) => worker.postMessage(question), end: () => worker.terminate() };
  });
}
