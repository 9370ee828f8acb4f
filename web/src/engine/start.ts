// Placeholder until the package stands: see packages/engine.
import type { RemoteEngine } from '../../../packages/engine/src/types';

export function start(): Promise<RemoteEngine> {
  return Promise.reject(new Error('the engine is not built'));
}
