// Which of the engine's odds are worth telling, and in which order.
import type { FeatureOdds } from '../../engine';
import { featureOf } from '../../game/features';
import type { Snapshot } from '../../game/snapshot';

/** Whether somebody has something of it. */
export function isHeld(odds: FeatureOdds, game: Snapshot): boolean {
  const feature = featureOf(game, odds);
  return feature !== null && (feature.claims.some((claim) => claim > 0) || (feature.barns?.length ?? 0) > 0);
}

/** Open ones, the likeliest first; fields, which are never completed, last. `all`: those without pieces, too. */
export function oddsOf(odds: readonly FeatureOdds[], game: Snapshot, all: boolean): FeatureOdds[] {
  const isField = (each: FeatureOdds): number => Number(each.kind === 'field');
  return odds
    .filter((each) => !featureOf(game, each)?.complete && (all || isHeld(each, game)))
    .sort((a, b) => isField(a) - isField(b) || b.chance - a.chance || b.points - a.points);
}
