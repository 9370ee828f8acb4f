// Features as the server lists them, found by what lies on them.
import type { FeatureWithSegments, Place } from '../wire';
import { cellKey } from './cells';
import type { Snapshot } from './snapshot';

export const samePlace = (a: Place, b: Place): boolean => a.seg === b.seg && cellKey(a.at) === cellKey(b.at);

/** The feature that a segment belongs to; null while features are not known, and for what is no segment. */
export function featureOf(game: Pick<Snapshot, 'features'>, place: Place): FeatureWithSegments | null {
  return game.features?.find((feature) => feature.segments.some((segment) => samePlace(segment, place))) ?? null;
}
