// The engine in the page: the same rules as the server's, in a worker of its own. Fetched when it is first asked for.
import type { RemoteEngine } from '../../../packages/engine/src/types';

export type * from '../../../packages/engine/src/types';
export { EngineError } from '../../../packages/engine/src/fault';

let starting: Promise<RemoteEngine> | null = null;

/** Fetched ahead of its use, without being started. */
export async function fetchEngine(): Promise<void> {
  if (starting === null) await (await import('./start')).fetchAhead();
}

/** After one that stopped: the next call starts another. */
export function leaveEngine(): void {
  starting?.then((old) => old.close()).catch(() => undefined);
  starting = null;
}

/** One for the whole page; a failed start is tried again by the next call, and after one whose worker died another starts. */
export async function engine(): Promise<RemoteEngine> {
  const mine = (starting ??= import('./start').then(({ start }) => start()));
  mine.catch(() => {
    if (starting === mine) starting = null;
  });
  const found = await mine;
  if (!found.ended) return found;
  if (starting === mine) starting = null;
  return engine();
}

/** Which engine it is: what another one has judged may be judged otherwise by this one. */
export async function engineBuild(): Promise<string> {
  return (await import('./start')).build;
}
