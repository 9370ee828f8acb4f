// Which feature lies under a finger.
import { cellKey } from '../game/cells';
import type { Cell, FeatureWithSegments, Rot } from '../wire';
import { inside } from './standing';
import type { Land } from './description';
import { distance, turned, type Point } from './geometry';
import { segmentsOf } from './shapes';

function back(rot: Rot): Rot {
  return ((360 - rot) % 360) as Rot;
}

/** The names of a tile's segments, the one at the point first, then by how far their places are. */
function segmentsAt(tile: string, rot: Rot, within: Point): string[] {
  const unturned = turned(within, back(rot));
  const all = segmentsOf(tile, rot).map((segment) => ({
    seg: segment.seg,
    far: inside(segment.path, unturned) ? -1 : distance(segment.at, within),
  }));
  return all.sort((a, b) => a.far - b.far).map((segment) => segment.seg);
}

export function featureAt(
  land: Land, features: readonly FeatureWithSegments[] | null, at: Cell, within: Point,
): FeatureWithSegments | null {
  const tile = land.tiles.get(cellKey(at));
  if (!tile || !features) return null;
  const here = features.filter((feature) => feature.segments.some((place) => cellKey(place.at) === cellKey(at)));
  for (const seg of segmentsAt(tile.tile, tile.rot, within)) {
    const found = here.find((feature) =>
      feature.segments.some((place) => cellKey(place.at) === cellKey(at) && place.seg === seg));
    if (found) return found;
  }
  return here[0] ?? null;
}
