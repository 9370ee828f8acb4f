import type { Snapshot } from '../game/snapshot';
import type { SoundName } from '../sound';
import type { Entry } from '../wire';

const PUT_OR_TAKEN = ['deployed', 'returned', 'tower_built', 'captured', 'wagon_moved', 'big_top_moved'];

/** One sound for a batch of events: the weightiest. */
export function soundOf(entries: readonly Entry[], now: Snapshot): SoundName | null {
  const happened = new Set<string>(entries.flatMap((entry) => entry.events).map((event) => event.event));
  if (happened.has('game_over')) return 'end';
  if (happened.has('drawn') && now.options.length > 0) return 'turn';
  if (happened.has('score')) return 'points';
  if (happened.has('placed')) return 'tile';
  return PUT_OR_TAKEN.some((event) => happened.has(event)) ? 'piece' : null;
}
