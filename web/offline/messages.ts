// Between pages and the service worker.

/** `version` is answered through the port that comes with it; `sparing`: the device wants to save data. */
export type ToWorker = { say: 'version' } | { say: 'take over' } | { say: 'here'; sparing: boolean };

/** Answered through the port that comes with it. */
export interface ToPage {
  ask: 'version';
}
