// Whether an answer goes on with the lesson.
import { samePlace } from '../game/features';
import type { Moment } from '../engine';
import type { Action, FeatureWithSegments, Place } from '../wire';
import { cellKey } from '../game/cells';
import type { Wanted } from './script';

function featureAt(features: readonly FeatureWithSegments[], place: Place): FeatureWithSegments | undefined {
  return features.find((feature) => feature.segments.some((segment) => samePlace(segment, place)));
}

function isFarmer(action: Action, worth: number, { features }: Moment): boolean {
  const field = action.do === 'meeple' ? featureAt(features, action) : undefined;
  return field?.kind === 'field' && field.worth >= worth;
}

/** `after`: where the answer leads, for what can only be told there. */
export function suits(wanted: Wanted, action: Action, before: Moment, after: Moment): boolean {
  if ('tile' in wanted)
    return action.do === 'place' && cellKey(action.at) === cellKey(wanted.tile) && (wanted.rots?.includes(action.rot) ?? true);
  if ('joins' in wanted)
    return action.do === 'place' && after.options.some((option) => isFarmer(option, wanted.joins, after));
  if ('farms' in wanted) return isFarmer(action, wanted.farms, before);
  if (action.do === 'pass') return wanted.on.includes('nothing');
  const feature = action.do === 'meeple' ? featureAt(before.features, action) : undefined;
  return feature !== undefined && wanted.on.includes(feature.kind);
}

/** What somebody who skips a step would have answered, the likeliest first. */
export function likely(wanted: Wanted, { options }: Moment): Action[] {
  const at = 'tile' in wanted ? wanted.tile : 'joins' in wanted ? wanted.at : null;
  const rank = (action: Action) => (action.do === 'pass' || (at && action.do === 'place' && cellKey(action.at) === cellKey(at)) ? 0 : 1);
  return options.toSorted((a, b) => rank(a) - rank(b));
}
