// The engine in the page: the same rules as the server's, in a worker of its own. Fetched when it is first asked for.
import type { RemoteEngine } from '../../../packages/engine/src/types';

export type * from '../../../packages/engine/src/types';
export { EngineError } from '../../../packages/engine/src/fault';

let starting: Promise<RemoteEngine> | null = null;

/** Fetched ahead of its use, without being started. */
export async function fetchEngine(): Promise<void> {
  if (starting === null) await (await import('./start')).fetchAhead();
}

/** One for the whole page; a failed start is tried again by the next call. */
export function engine(): Promise<RemoteEngine> {
  starting ??= import('./start').then(({ start }) => start());
  starting.catch(() => (starting = null));
  return starting;
}
