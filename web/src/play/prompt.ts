// What is asked, in words: a title and a hint for every kind of decision.
import type { Snapshot } from '../game/snapshot';
import { cellKey } from '../game/cells';
import { flockAt, sheepOnField } from '../game/flocks';
import { locale, t, text } from '../i18n';
import type { Action, Cell } from '../wire';
import { aboutPiece, acrobatsAt, floorsAfter, playerName, pyramidPoints } from './describe';
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
  const shown = flow.menu.spots.flatMap((spot) => spot.actions);
  const kinds = new Set((shown.length > 0 ? shown : flow.menu.buttons).map((action) => action.do));
  return kinds.size === 1 ? [...kinds][0]! : null;
}

function waiting(flow: Flow, game: Snapshot): string {
  const name = typeof flow.by === 'number' ? playerName(game, flow.by) : '';
  if (flow.kind === 'token') return waitingForToken(game);
  if (!name) return text(`play.wait.${flow.kind}`) ?? t('play.wait.draw');
  return text(`play.wait.${flow.kind}`, { name }) ?? t('play.wait.other', { name });
}

/** From the bag, from under the big top; in a game with both the question does not tell. */
function waitingForToken(game: Snapshot): string {
  if (!game.position?.circus) return t('play.wait.token');
  return t(game.position.bag ? 'play.wait.token.either' : 'play.wait.token.circus');
}

function hintOf(flow: Flow, game: Snapshot): string {
  if (flow.kind === 'place' || flow.ghost) return placeHint(flow);
  if (flow.narrowing && flow.kind === 'build') return t('play.hint.farmer');
  if (flow.marked && flow.confirmPieces)
    return joined([effectOf(flow.chosen, game), t('play.hint.confirm_piece')]);
  switch (flow.kind) {
    case 'meeple':
      return meepleHint(flow, game);
    case 'flock':
      return flockHint(flow, game);
    case 'capture':
      return t('play.hint.capture', { n: heightOfNewTower(game) });
    case 'ransom':
      return t('play.hint.ransom', { n: game.position?.players[flow.seat ?? 0]?.score ?? 0 });
    case 'abbey':
      return t(game.position?.left.total === 0 ? 'play.hint.abbey.last' : 'play.hint.abbey');
    case 'wagon':
      return t(game.view.setup.options?.wagon_move === 'linked' ? 'play.hint.wagon.linked' : 'play.hint.wagon');
    default:
      return text(`play.hint.${flow.kind}`) ?? '';
  }
}

const joined = (sentences: string[]) => sentences.filter(Boolean).join(' ');

function meepleHint(flow: Flow, game: Snapshot): string {
  const effect = effectOf(flow.marked ? flow.chosen : null, game);
  if (effect) return effect;
  if (onlyKind(flow) === 'pyramid') return joined([t('play.hint.only.pyramid'), circusHint(game)]);
  return joined([pieceHint(flow, game), ...insteadHints(flow, game), circusHint(game)]);
}

/** What can be done instead of putting down a piece, since it may be out of sight. */
function insteadHints(flow: Flow, game: Snapshot): string[] {
  if (flow.hand === null) return [];
  const shown = aboutPiece(flow.hand) ? (['pyramid'] as const) : (['pyramid', 'recall', 'fairy'] as const);
  return shown.filter((kind) => game.options.some((action) => action.do === kind)).map((kind) => t(`play.hint.meeple.${kind}`));
}

function pieceHint(flow: Flow, game: Snapshot): string {
  if (aboutPiece(flow.hand)) return aboutPiece(flow.hand);
  if (reachesFar(flow, game)) return t('play.hint.meeple.far');
  return t(flow.pieces.length > 1 ? 'play.hint.meeple.kinds' : 'play.hint.meeple');
}

/** What the answer under the finger brings. */
function effectOf(action: Action | null, game: Snapshot): string {
  if (action?.do === 'tower') return t('play.hint.at.floor', { n: floorsAfter(game, action.at) });
  if (action?.do === 'pyramid') return t('play.hint.at.pyramid', { points: pyramidPoints(game, action.at) });
  if (action?.do !== 'meeple') return '';
  if (action.seg === 'tower') return t('play.hint.at.guard');
  return action.seg === 'acrobats' ? t('play.hint.at.acrobat', { n: acrobatsAt(game, action.at) + 1 }) : '';
}

const TOKEN_WORTH: Readonly<Record<string, number>> = { flea: 1, monkey: 3, seal: 4, bear: 5, tiger: 6, elephant: 7 };

/** Before the circus is scored: what its token may be worth. */
function circusHint(game: Snapshot): string {
  const { at, tokens = {} } = game.position?.circus ?? {};
  if (!at || !lastLaid(game)?.tile.startsWith('circus/CI-circus')) return '';
  const n = Object.values(tokens).reduce((sum, count) => sum + count, 0);
  const worth = Object.entries(tokens).reduce((sum, [token, count]) => sum + count * (TOKEN_WORTH[token] ?? 0), 0);
  const average = (n > 0 ? worth / n : 0).toLocaleString(locale(), { maximumFractionDigits: 1 });
  return t('play.hint.meeple.circus', { n, average });
}

function heightOfNewTower(game: Snapshot): number {
  const built = game.history.flatMap((entry) => entry.events).findLast((event) => event.event === 'tower_built');
  return built?.event === 'tower_built' ? built.floors : 1;
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

function lastLaid(game: Snapshot): { at: Cell; tile: string } | null {
  const laid = game.history.flatMap((entry) => entry.events).findLast((event) => event.event === 'placed');
  return laid?.event === 'placed' ? laid : null;
}

/** A piece may go to a feature elsewhere than on the tile just laid; towers and pyramids need no portal. */
function reachesFar(flow: Flow, game: Snapshot): boolean {
  const laid = lastLaid(game);
  if (!laid) return false;
  return flow.snapshot!.options.some((action) =>
    action.do === 'meeple' && !['tower', 'acrobats'].includes(action.seg) && cellKey(action.at) !== cellKey(laid.at));
}
