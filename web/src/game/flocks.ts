// Sheep that lie beside shepherds.
import type { Place } from '../wire';
import { cellKey } from './cells';
import { featureOf } from './features';
import type { Snapshot } from './snapshot';

/** "sheep3" is a token with three sheep. */
export function sheepOn(token: string): number {
  return Number(/^sheep(\d)$/.exec(token)?.[1] ?? 0);
}

/** A wolf is never one of a flock. */
export function sheepIn(flock: Readonly<Record<string, number>>): number {
  return Object.entries(flock).reduce((sum, [token, n]) => sum + n * sheepOn(token), 0);
}

/** How many sheep lie beside a player's shepherd here. */
export function flockAt(game: Snapshot, { at, seg }: Place, owner: number | null): number {
  const standing = game.tiles.get(cellKey(at))?.pieces.find((piece) => piece.seg === seg && piece.owner === owner && piece.flock);
  return standing?.flock ? sheepIn(standing.flock) : 0;
}

/** How many lie on the whole field, which everybody with a shepherd there is paid for; null while fields are not known. */
export function sheepOnField(game: Snapshot, place: Place): number | null {
  const field = featureOf(game, place);
  if (!field) return null;
  return field.segments.reduce((sum, place) => {
    const pieces = game.tiles.get(cellKey(place.at))?.pieces ?? [];
    return sum + pieces.reduce((sheep, piece) => sheep + (piece.seg === place.seg ? sheepIn(piece.flock ?? {}) : 0), 0);
  }, 0);
}
