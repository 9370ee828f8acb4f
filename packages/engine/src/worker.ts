// A Web Worker with an engine in it.
import { Host } from './host.js';
import type { Question } from './messages.js';

interface Scope {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}
const scope = self as unknown as Scope;

// A timer would wait for 4 ms; a message of one's own comes after those that wait already.
const channel = new MessageChannel();
let goOn: (() => void) | null = null;
channel.port1.onmessage = () => {
  const next = goOn;
  goOn = null;
  next?.();
};
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const earlier = goOn;
    goOn = () => {
      earlier?.();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

const host = new Host((answer) => scope.postMessage(answer), pause);
scope.onmessage = ({ data }) => void host.hear(data as Question);
