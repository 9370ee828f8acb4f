import type { Answer } from './messages.js';
import { Remote } from './remote.js';
import type { RemoteEngine } from './types.js';

/** An engine in this Web Worker (worker.ts), with the module at this address. */
export function startIn(worker: Worker, module: string): Promise<RemoteEngine> {
  return Remote.start(new URL(module, location.href).href, (hear, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => hear(data);
    worker.onerror = ({ message }) => fail(message || 'the worker of the engine did not start');
    return { post: (question) => worker.postMessage(question), end: () => worker.terminate() };
  });
}
