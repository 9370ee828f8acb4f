// An answer that was given and is not known to be kept yet: what becomes of it, and where it waits for that.
import type { Action } from '../wire';
import type { Snapshot } from './snapshot';

export interface Pending {
  /** The place in the log that it was given for. */
  seq: number;
  /** Of the position that was seen: after something was taken back, another one may stand at this place. */
  hash: string;
  action: Action;
}

/**
 * `again`: it is still asked for, and can be sent. `wait`: it may be asked for in a moment. `kept`: the log has it.
 * `passed`: the game has gone on without it.
 */
export type Fate = 'again' | 'wait' | 'kept' | 'passed';

/** The same text for the same value, in whichever order its members come. */
function written(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part);
}

export function sameAction(one: Action, other: Action): boolean {
  return written(one) === written(other);
}

export function pendingAt(now: Snapshot, action: Action): Pending {
  return { seq: now.seq, hash: now.position?.hash ?? '', action };
}

export function fateOf(pending: Pending, now: Snapshot): Fate {
  if (now.seq > pending.seq) {
    const entry = now.history.find(({ seq }) => seq === pending.seq);
    return entry && sameAction(entry.action, pending.action) ? 'kept' : 'passed';
  }
  if (now.seq < pending.seq || now.position?.hash !== pending.hash) return 'passed';
  if (now.options.some((option) => sameAction(option, pending.action))) return 'again';
  // A bot that stood in for somebody who was away gives the seat back a moment after they have come.
  const { by } = pending.action;
  const isMine = typeof by === 'number' && now.you.seats.includes(by);
  return isMine && now.options.length === 0 && now.view.status === 'playing' ? 'wait' : 'passed';
}

/** The part of Storage that is used. */
export type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (table: string) => `bastide.answer.${table}`;

/** One answer for each table, in this tab, for as long as the tab lives: through a reload of the page. */
export function putAway(drawer: Drawer | null, table: string, pending: Pending | null): void {
  try {
    if (pending) drawer?.setItem(keyOf(table), JSON.stringify(pending));
    else drawer?.removeItem(keyOf(table));
  } catch {
    // Without storage it is kept for as long as the page is open.
  }
}

export function takeUp(drawer: Drawer | null, table: string): Pending | null {
  try {
    const found = JSON.parse(drawer?.getItem(keyOf(table)) ?? 'null') as Partial<Pending> | null;
    const isWhole = Number.isSafeInteger(found?.seq) && typeof found?.hash === 'string' && typeof found.action?.do === 'string';
    return isWhole ? (found as Pending) : null;
  } catch {
    return null;
  }
}

export function drawerHere(): Drawer | null {
  try {
    return typeof sessionStorage === 'undefined' ? null : sessionStorage;
  } catch {
    return null;
  }
}
