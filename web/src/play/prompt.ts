// What is asked, in words: a title and a hint for every kind of decision.
import type { Snapshot } from '../game/snapshot';
import { cellKey } from '../game/cells';
import { flockAt, sheepOnField } from '../game/flocks';
import { t, text } from '../i18n';
import { aboutPiece, playerName } from './describe';
import type { Flow } from './flow.svelte';

export interface Prompt {
  title: string;
  hint: string;
}

export function promptOf(flow: Flow, game: Snapshot): Prompt {
  const kind = flow.kind ?? 'draw';
  if (kind === 'over') return { title: t('play.ask.over'), hint: '' };
  if (!flow.asked) return { title: waiting(flow, game), hint: '' };
  const only = kind === 'meeple' ? onlyKind(flow) : null;
  return { title: text(`play.ask.meeple.${only}`) ?? t(`play.ask.${kind}`), hint: hintOf(flow, game) };
}

/** A turn of two parts: that the second one is played, or will come. */
export function partOf(game: Snapshot): string {
  if (game.position?.part === 2) return t('play.part.second');
  return game.position?.double_turn && game.position.decision.kind !== 'double_turn' ? t('play.part.due') : '';
}

/** Where all answers but passing are of one kind: "move the fairy?" and not "put down a piece?". */
function onlyKind(flow: Flow): string | null {
  const kinds = new Set(flow.menu.spots.flatMap((spot) => spot.actions).map((action) => action.do));
  return kinds.size === 1 ? [...kinds][0]! : null;
}

function waiting(flow: Flow, game: Snapshot): string {
  const name = typeof flow.by === 'number' ? playerName(game, flow.by) : '';
  if (!name) return text(`play.wait.${flow.kind}`) ?? t('play.wait.draw');
  return text(`play.wait.${flow.kind}`, { name }) ?? t('play.wait.other', { name });
}

function hintOf(flow: Flow, game: Snapshot): string {
  if (flow.kind === 'place') return placeHint(flow);
  if (flow.narrowing) return t('play.hint.farmer');
  if (flow.marked && flow.confirmPieces) return t('play.hint.confirm_piece');
  if (flow.kind === 'meeple' && aboutPiece(flow.hand)) return aboutPiece(flow.hand);
  if (flow.kind === 'meeple' && reachesFar(flow, game)) return t('play.hint.meeple.far');
  if (flow.kind === 'meeple' && flow.pieces.length > 1) return t('play.hint.meeple.kinds');
  if (flow.kind === 'flock') return flockHint(flow, game);
  return text(`play.hint.${flow.kind}`) ?? '';
}

function flockHint(flow: Flow, game: Snapshot): string {
  const herd = game.options.find((action) => action.do === 'herd');
  const bag = game.position?.bag ?? {};
  const tokens = Object.values(bag).reduce((sum, n) => sum + n, 0);
  if (!herd) return '';
  const risk = t('play.hint.flock', { tokens, wolves: bag.wolf ?? 0 });
  // What the whole field is worth stands on the button, where it is known.
  const known = sheepOnField(game, herd) !== null;
  return known ? risk : `${t('play.hint.flock.own', { n: flockAt(game, herd, flow.seat) })} ${risk}`;
}

function placeHint(flow: Flow): string {
  if (flow.ghost) return t(flow.ghost.ways > 1 ? 'play.hint.turn' : 'play.hint.only_way');
  return t(flow.menu.buttons.some((action) => action.do === 'discard') ? 'play.hint.discard' : 'play.hint.place');
}

/** A piece may be put down elsewhere than on the tile just laid. */
function reachesFar(flow: Flow, game: Snapshot): boolean {
  const laid = game.history.flatMap((entry) => entry.events).findLast((event) => event.event === 'placed');
  if (!laid || laid.event !== 'placed') return false;
  return flow.snapshot!.options.some((action) => action.do === 'meeple' && cellKey(action.at) !== cellKey(laid.at));
}
