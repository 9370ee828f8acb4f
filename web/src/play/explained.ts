// The feature that an answer is about: it is lit and told of before the answer is sent.
import type { BoardChoice } from '../board/description';
import { featureAt } from '../board/inspect';
import type { Point } from '../board/geometry';
import { featureOf } from '../game/features';
import type { Snapshot } from '../game/snapshot';
import type { Action, FeatureWithSegments, Place } from '../wire';

/** Where on the land an answer acts; null for answers that concern no feature. */
export function placeOfAnswer(action: Action): Place | null {
  switch (action.do) {
    case 'meeple':
    case 'wagon':
    case 'score_next':
    case 'castle':
    case 'castle_feature':
    case 'recall':
    case 'send_away':
    case 'fairy':
    case 'capture':
    case 'plague':
    case 'grow':
    case 'herd':
      return action;
    case 'redeploy':
      return action.to;
    case 'build_castle':
      return action.city;
    case 'build_granary':
      return action.farmer;
    default:
      return null;
  }
}

// Just inside a corner of a tile, where a barn stands and all the land around is one field.
const CORNERS: Readonly<Record<string, Point>> = {
  'corner:NE': { x: 98, y: 2 },
  'corner:SE': { x: 98, y: 98 },
  'corner:SW': { x: 2, y: 98 },
  'corner:NW': { x: 2, y: 2 },
};

export function featureOfAnswer(game: Snapshot, action: Action | null): FeatureWithSegments | null {
  const place = action && placeOfAnswer(action);
  if (!place) return null;
  const corner = CORNERS[place.seg];
  return corner ? featureAt(game, game.features, place.at, corner) : featureOf(game, place);
}

/** The feature under a finger: the one that a touched piece stands on, or the land that was touched. */
export function featureLookedAt(game: Snapshot, looked: Extract<BoardChoice, { do: 'look' }>): FeatureWithSegments | null {
  const { at, within, touched } = looked;
  if (touched?.seg !== undefined) return featureOf(game, { at: touched.at, seg: touched.seg });
  return !touched || touched.kind === 'symbol' ? featureAt(game, game.features, at, within) : null;
}
