// The tower whose reach matters to what is asked.
import type { Reach } from '../board/description';
import { cellKey } from '../game/cells';
import type { Snapshot } from '../game/snapshot';
import type { Cell } from '../wire';
import type { Flow } from './flow.svelte';

/** The reach that matters now: of the tower just built, or of one that a floor may be put on. */
export function reachNow(game: Snapshot, flow: Flow): Reach | null {
  if (flow.kind === 'capture') {
    const built = game.history.flatMap((entry) => entry.events).findLast((event) => event.event === 'tower_built');
    return built?.event === 'tower_built' ? { at: built.at, floors: built.floors } : null;
  }
  const pointed = flow.spots.find((spot) => spot.actions[0]?.do === 'tower' && isPointedAt(spot.key, spot.where, flow));
  if (pointed?.where.kind !== 'segment') return null;
  return { at: pointed.where.at, floors: (game.tiles.get(cellKey(pointed.where.at))?.floors ?? 0) + 1 };
}

function isPointedAt(key: string, where: { kind: string; at?: Cell }, flow: Flow): boolean {
  if (flow.marked !== null) return flow.marked === key;
  return flow.hovered !== null && where.at !== undefined && cellKey(flow.hovered) === cellKey(where.at);
}
