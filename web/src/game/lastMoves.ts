import type { Snapshot } from './snapshot';
import type { Cell } from '../wire';

export interface LastTile {
  seat: number;
  at: Cell;
  newest: boolean;
}

/** The tile each player laid last, as far as it was within the last round; the newest one marked. */
export function lastTiles(game: Snapshot): LastTile[] {
  const seats = game.position?.players.length ?? 0;
  const found: LastTile[] = [];
  let turns = 0;
  for (let i = game.history.length - 1; i >= 0 && turns <= seats && found.length < seats; i--)
    for (const event of game.history[i]!.events.toReversed()) {
      if (event.event === 'turn') turns++;
      if (event.event !== 'placed') continue;
      const seat = event.player;
      if (!found.some((each) => each.seat === seat)) found.push({ seat, at: event.at, newest: found.length === 0 });
    }
  return found;
}
