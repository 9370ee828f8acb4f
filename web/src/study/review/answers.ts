// The answers of a reviewed game in words. They are many, and of long ago: the position of each is not fetched again,
// but what the words need of it is put together from the record.
import type { ReviewedMove } from '../../engine';
import type { Snapshot } from '../../game/snapshot';
import { cellKey } from '../../game/cells';
import { t } from '../../i18n';
import { cellName, optionName } from '../../play/describe';
import type { Action, ActionKind, DecisionKind, Rot } from '../../wire';
import { stretchOf } from './moments';

/** One answer: with the tile as it lies, where one is laid. */
export interface Step {
  words: string;
  tile?: { tile: string; rot: Rot };
}

/** The highest bid of the auction that runs at this action. */
function bidBefore(actions: readonly Action[], index: number): number {
  let bid = 0;
  for (let i = index - 1; i >= 0; --i) {
    const action = actions[i]!;
    if (action.do === 'bid') bid = Math.max(bid, action.points);
    if (action.do === 'offer') return Math.max(bid, action.bid);
  }
  return bid;
}

function floorsBefore(actions: readonly Action[], index: number, action: Extract<Action, { do: 'tower' }>): number {
  return actions.slice(0, index).filter((each) => each.do === 'tower' && cellKey(each.at) === cellKey(action.at)).length;
}

/** The table at another question: enough of it for words. */
function asked(game: Snapshot, kind: DecisionKind, move: ReviewedMove, actions: readonly Action[]): Snapshot {
  if (!game.position) return game;
  const bazaar = { of: move.by, tiles: [], bid: bidBefore(actions, move.index) };
  return { ...game, options: [], position: { ...game.position, decision: { ...game.position.decision, kind, by: move.by }, bazaar } };
}

// What follows a better answer comes without its questions: the first one declined is that for a piece. Later ones
// are left out where they were declined.
const LAYS: readonly ActionKind[] = ['place', 'bridge', 'build_castle', 'build_granary'];

function furtherAnswers(move: ReviewedMove): Action[] {
  const line = [move.best, ...move.then];
  return move.then.filter((action, i) => action.do !== 'pass' || line.slice(0, i + 1).every((each) => LAYS.includes(each.do)));
}

function stepOf(action: Action, kind: DecisionKind, move: ReviewedMove, game: Snapshot, actions: readonly Action[]): Step {
  if (action.do === 'tower') {
    const n = floorsBefore(actions, move.index, action) + 1;
    return { words: t('play.option.tower', { n, cell: cellName(action.at) }) };
  }
  if (action.do === 'pass' && kind === 'meeple') return { words: t('play.skip.meeple') };
  if (action.do === 'pyramid') return { words: t('review.step.pyramid', { cell: cellName(action.at) }) };
  if (action.do === 'herd') return { words: t('play.option.herd') };
  const words = optionName(action, asked(game, kind, move, actions));
  if (action.do === 'place') return { words, tile: { tile: action.tile, rot: action.rot } };
  if (action.do === 'offer' || action.do === 'take') return { words, tile: { tile: action.tile, rot: 0 } };
  return { words };
}

export function playedStep(move: ReviewedMove, game: Snapshot, actions: readonly Action[]): Step {
  return stepOf(move.played, move.decision, move, game, actions);
}

/** The better answer with what follows it in the turn. */
export function betterSteps(move: ReviewedMove, game: Snapshot, actions: readonly Action[]): Step[] {
  const first = stepOf(move.best, move.decision, move, game, actions);
  return [first, ...furtherAnswers(move).map((action) => stepOf(action, 'meeple', move, game, actions))];
}

/** All that the player did in a row then, and what would have been better. */
export function turnSteps(moves: readonly ReviewedMove[], move: ReviewedMove, game: Snapshot, actions: readonly Action[]) {
  const stretch = stretchOf(moves, move);
  const before = stretch.slice(0, stretch.indexOf(move)).map((each) => playedStep(each, game, actions));
  return {
    played: stretch.map((each) => playedStep(each, game, actions)),
    better: [...before, ...betterSteps(move, game, actions)],
    /** Where the two part. */
    parting: before.length,
  };
}
