// A Web Worker with an engine in it.
import { Host } from './host.js';
import type { Answer, Question } from './messages.js';

interface Scope {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}
const scope = self as unknown as Scope;

const host = new Host((answer: Answer) => scope.postMessage(answer));
scope.onmessage = ({ data }) => void host.hear(data as Question);
