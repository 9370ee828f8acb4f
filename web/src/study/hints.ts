// Answers of the engine as the board draws them.
import type { AnswerHint, HintStep, Where } from '../board/description';
import type { Snapshot } from '../game/snapshot';
import { spotKey, spotOf } from '../play/options';
import type { Action } from '../wire';

/** Where a wagon stood that has been scored and may drive on: it has left the map already. */
function wagonOf(game: Snapshot, seat: number): Where | null {
  for (const { events } of [...game.history].reverse())
    for (const event of [...events].reverse()) {
      if (event.event === 'turn') return null;
      if (event.event === 'returned' && event.piece === 'wagon' && event.player === seat && event.at && event.seg)
        return { kind: 'segment', at: event.at, seg: event.seg };
    }
  return null;
}

/** Where that stands which an answer moves; null for what comes from a hand. */
function fromOf(action: Action, game: Snapshot, seat: number): Where | null {
  const position = game.position;
  switch (action.do) {
    case 'dragon':
      return position?.dragon ? { kind: 'cell', at: position.dragon } : null;
    case 'fairy': {
      const fairy = position?.fairy;
      if (!fairy) return null;
      return fairy.seg ? { kind: 'segment', at: fairy.at, seg: fairy.seg } : { kind: 'cell', at: fairy.at };
    }
    case 'move_count':
      return position?.count ? { kind: 'quarter', quarter: position.count.quarter } : null;
    case 'redeploy':
      return { kind: 'quarter', quarter: action.from };
    case 'wagon':
      return wagonOf(game, seat);
    default:
      return null;
  }
}

function stepOf(action: Action, game: Snapshot, seat: number): HintStep | null {
  if (action.do === 'place') return { kind: 'tile', tile: action.tile, at: action.at, rot: action.rot };
  const shown = spotOf(action);
  if (!shown) return null;
  const owner = action.do === 'capture' || action.do === 'send_away' ? { owner: action.owner } : {};
  const from = fromOf(action, game, seat);
  return { kind: 'spot', spot: { key: spotKey(shown.where, shown.ghost), ...shown, ...owner }, ...(from && { from }) };
}

/** An answer with what follows it in the turn; null where nothing of that is seen on the map. */
export function hintOf(
  game: Snapshot, answer: { action: Action; then: readonly Action[] }, rank: AnswerHint['rank'], figure: string,
): AnswerHint | null {
  const by = game.position?.decision.by;
  const seat = typeof by === 'number' ? by : 0;
  const steps = [answer.action, ...answer.then].flatMap((action) => stepOf(action, game, seat) ?? []);
  return steps.length === 0 ? null : { kind: 'answer', key: `answer ${rank}`, rank, seat, figure, steps };
}
