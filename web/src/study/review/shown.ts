// A reviewed move on the map, before it was made: what was done, and what was better.
import type { AnswerHint, Spotlight } from '../../board/description';
import type { ReviewedMove } from '../../engine';
import type { Snapshot } from '../../game/snapshot';
import type { Cell } from '../../wire';
import { hintOf } from '../hints';
import { wasBest } from './grade';
import { percent } from './words';

export function hintsOf(move: ReviewedMove, game: Snapshot): AnswerHint[] {
  const played = hintOf(game, { action: move.played, then: [] }, 'played', percent(move.chance));
  const better = wasBest(move) ? null : hintOf(game, { action: move.best, then: move.then }, 1, percent(move.best_chance));
  return [better, played].filter((hint) => hint !== null);
}

function cellsOf({ steps }: AnswerHint): Cell[] {
  return steps.flatMap((step) => (step.kind === 'tile' ? [step.at] : 'at' in step.spot.where ? [step.spot.where.at] : []));
}

/** All of it is to be seen. */
export function sightOf(hints: readonly AnswerHint[], move: ReviewedMove | null): Spotlight | null {
  const cells = hints.flatMap(cellsOf);
  return move && cells.length > 0 ? { id: `review ${move.index}`, cells, framed: false, go: true } : null;
}
