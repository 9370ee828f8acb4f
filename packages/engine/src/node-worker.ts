// A thread of Node.js with an engine in it.
import { parentPort } from 'node:worker_threads';
import { Host } from './host.js';
import type { Question } from './messages.js';

// A message of one's own, as in a browser, would keep others out: a port hands on up to a thousand in a row.
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const host = new Host((answer) => parentPort!.postMessage(answer), pause);
parentPort!.on('message', (question: Question) => void host.hear(question));
